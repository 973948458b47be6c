"""Saying which stack gives the ficha that an empty reserve can't: N43."""

from dataclasses import dataclass
from typing import ClassVar

from teg_shared.rules.negocios.commands import Supply

from teg_tui.i18n import _
from teg_tui.negocios_ui.modes.base import Marks, Mode, Step, Table
from teg_tui.negocios_ui.naming import country
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Supplying(Mode):
    """One of the countries with most fichas gives one."""

    tone: ClassVar[Tone] = "alert"

    def hint(self, table: Table) -> str:
        """Return the question."""
        text = _("Ganaste {country} y no te queda reserva: ¿de qué país sale la ficha?").format(
            country=country(table.view.value)
        )
        if table.cursor in table.model.supplies():
            return text + " " + _("Enter: {country}").format(country=country(table.cursor))
        return text + " " + _("Tab al próximo")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return choose and next."""
        out = [KeyHint("⏎", _("De acá"), "enter", hot=True)] if table.cursor in table.model.supplies() else []
        return (*out, KeyHint("Tab", _("Otro"), "tab", hot=True))

    def marks(self, table: Table) -> Marks:
        """Light up the stacks and the country that was won."""
        return Marks(table.view.value, frozenset(table.model.supplies()), kind="move")

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the stacks."""
        return tuple(table.model.supplies())

    def press(self, table: Table, key: str) -> Step | None:
        """Take it from here."""
        if key == "enter":
            if table.cursor in table.model.supplies():
                return Step(commands=(Supply(table.cursor),))
            return Step(say=_("Tiene que salir de uno de tus países con más fichas."))
        return Step(say=self.hint(table)) if key == "f" else None
