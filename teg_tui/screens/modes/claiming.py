"""Taking the two armies of a card drawn at the end of the turn: C19."""

from dataclasses import dataclass
from typing import ClassVar

from teg_shared.rules.classic.commands import Claim, EndTurn
from teg_shared.rules.classic.data import HIDDEN

from teg_tui.i18n import _
from teg_tui.screens.modes.base import Asking, Marks, Mode, Step, Table, name
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Claiming(Mode):
    """The card shows an own country: its armies are there for the taking."""

    tone: ClassVar[Tone] = "alert"

    def hint(self, table: Table) -> str:
        """Return which card it is."""
        return _("Sacaste la tarjeta de {country}, que es tuyo · Enter cobra 2 ejércitos").format(
            country=name(table.view.drawn)
        )

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return take and leave."""
        del table
        return (
            KeyHint("⏎", _("Cobrar 2"), "enter", hot=True),
            KeyHint("f", _("Fin sin cobrar"), "f", hot=True),
        )

    def marks(self, table: Table) -> Marks:
        """Light up the country."""
        return Marks(selected=table.view.drawn, kind="move")

    def press(self, table: Table, key: str) -> Step | None:
        """Claim, or end the turn after a question."""
        card = table.view.drawn
        if card == HIDDEN:
            return None
        if key == "enter":
            return Step(commands=(Claim(card),))
        if key in {"f", "escape"}:
            question = _("¿Terminar el turno sin cobrar los 2 ejércitos de {country}?").format(country=name(card))
            return Step(Asking(question, (EndTurn(),), self, _("Sí, terminar")))
        return None
