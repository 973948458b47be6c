"""Saying how many armies move into a country just taken: C13."""

from dataclasses import dataclass, replace
from typing import ClassVar

from teg_shared.rules.classic.commands import Occupy
from teg_shared.rules.classic.state import Occupation

from teg_tui.i18n import _
from teg_tui.screens.modes.amount import typed
from teg_tui.screens.modes.base import Marks, Mode, Step, Table, name
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Occupying(Mode):
    """The number moves at once where one digit can name any; else it is typed and Enter moves it.

    Attributes:
        amount: armies that Enter moves.
        fresh: whether the next digit starts a new number.
    """

    tone: ClassVar[Tone] = "alert"
    occupation: Occupation
    amount: int
    fresh: bool = True

    def hint(self, table: Table) -> str:
        """Return the question."""
        del table
        return _("¡{target} es tuyo! ¿Cuántos pasan? 1 a {most} · Enter: {n}").format(
            target=name(self.occupation.target), most=self.occupation.most, n=self.amount
        )

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return the numbers."""
        del table
        most = self.occupation.most
        if most > 9:
            numbers: tuple[KeyHint, ...] = (KeyHint("0-9", _("Cuántos"), "", hot=True),)
        else:
            numbers = tuple(KeyHint(str(n), _("Pasa 1") if n == 1 else _("Pasan {n}").format(n=n), str(n), hot=True)
                            for n in range(1, min(most, 3) + 1))  # fmt: skip
        return (KeyHint("⏎", _("Mover {n}").format(n=self.amount), "enter", hot=True), *numbers)

    def marks(self, table: Table) -> Marks:
        """Light up where the armies come from and where they go."""
        del table
        target = self.occupation.target
        return Marks(self.occupation.source, frozenset((target,)), target, "move")

    def press(self, table: Table, key: str) -> Step | None:
        """Move, or change the number; nothing else can be done before."""
        del table
        most = self.occupation.most
        if key == "enter":
            return Step(commands=(Occupy(self.amount),))
        number = typed(key, self.amount, most, fresh=self.fresh)
        if number is None:
            if key in {"f", "r", "x", "escape"}:
                return Step(say=_("Primero decí cuántos pasan."))
            return None
        if most <= 9 and key.isdigit():
            if not 1 <= int(key) <= most:
                return Step(say=_("Pueden pasar de 1 a {most}.").format(most=most))
            return Step(commands=(Occupy(int(key)),))
        return Step(replace(self, amount=number, fresh=not key.isdigit()))
