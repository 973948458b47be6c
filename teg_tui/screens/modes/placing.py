"""Putting armies on countries before anything else happens: C4, C5, C7, C8."""

from dataclasses import dataclass
from typing import ClassVar

from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.state import Phase

from teg_tui.i18n import _
from teg_tui.names import continent
from teg_tui.screens.modes.base import Mode, Step, Table, digit, name
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Placing(Mode):
    """Armies are put down here first and sent together, so that each of them can be taken back."""

    tone: ClassVar[Tone] = "place"

    def hint(self, table: Table) -> str:
        """Return how many armies remain and what Enter does on this country."""
        free, bound = table.model.reserve()
        left = free + sum(bound)
        if not left:
            return _("Todo puesto · Enter confirma · - saca uno")
        text = self._left(left, bound)
        if table.cursor >= 0 and table.model.room_on(table.cursor):
            return text + " · " + _("Enter: 1 en {country}").format(country=name(table.cursor))
        return text + " · " + _("Tab va a uno tuyo")

    def _left(self, left: int, bound: list[int]) -> str:
        armies = _("1 ejército") if left == 1 else _("{n} ejércitos").format(n=left)
        tied = [_("{n} en {continent}").format(n=n, continent=continent(k)) for k, n in enumerate(bound) if n]
        if tied:
            armies += f" ({', '.join(tied)})"
        return _("Te toca: colocá {armies}").format(armies=armies)

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return what puts and takes armies here, and what confirms."""
        model = table.model
        free, bound = model.reserve()
        out: list[KeyHint] = []
        if not free + sum(bound):
            out.append(KeyHint("⏎", _("Confirmar"), "enter", hot=True))
        elif model.room_on(table.cursor) if table.cursor >= 0 else 0:
            out += [
                KeyHint("⏎", _("Poner 1"), "enter", hot=True),
                KeyHint("1-9", _("Poner"), "", hot=True),
                KeyHint("a", _("Todos acá"), "a", hot=True),
            ]
        if table.cursor in model.staged:
            out.append(KeyHint("-", _("Sacar"), "-", hot=True))
        out.append(KeyHint("Tab", _("Otro tuyo"), "tab"))
        return tuple(out)

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the own countries that take an army, those at a frontier first."""
        seat, owners = table.model.seat, table.view.owners
        places = list(table.model.placeable()) or list(table.model.staged)
        return tuple(sorted(places, key=lambda c: all(owners[n] == seat for n in BOARD.neighbours[c])))

    def press(self, table: Table, key: str) -> Step | None:
        """Put, take back or confirm."""
        model, here = table.model, table.cursor
        free, bound = model.reserve()
        left = free + sum(bound)
        if key == "enter" and not left:
            return Step(commands=tuple(model.confirm_staged()))
        if key == "f":
            if not left:
                return Step(commands=tuple(model.confirm_staged()))
            return Step(say=_("Todavía te quedan {n} por colocar.").format(n=left))
        if key in {"-", "backspace"}:
            return self._take(table)
        wanted = 1 if key in {"enter", "+"} else left if key == "a" else digit(key)
        if wanted <= 0:
            return None
        if model.stage(here, wanted) if here >= 0 else 0:
            return Step()
        return Step(say=self._refusal(table, left))

    def _take(self, table: Table) -> Step:
        if table.cursor >= 0 and table.model.unstage(table.cursor):
            return Step()
        return Step(say=_("Acá no hay ejércitos sin confirmar."))

    def _refusal(self, table: Table, left: int) -> str:
        if table.cursor < 0:
            return _("Elegí un país tuyo.")
        if not table.owns_cursor:
            return _("{country} no es tuyo.").format(country=name(table.cursor))
        if not left:
            return _("Ya pusiste todos: Enter confirma.")
        _free, bound = table.model.reserve()
        where = ", ".join(continent(k) for k, n in enumerate(bound) if n)
        return _("Los que quedan van en {continent}.").format(continent=where)


@dataclass(frozen=True)
class Exchanging(Mode):
    """With five cards or more, an exchange is due before anything else (C21)."""

    tone: ClassVar[Tone] = "alert"

    def hint(self, table: Table) -> str:
        """Return why nothing else can be done."""
        cards = len(table.model.hand())
        return _("Tenés {n} tarjetas: tenés que canjear antes de seguir").format(n=cards)

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return the way to the cards."""
        del table
        return (KeyHint("⏎", _("Tarjetas"), "enter", hot=True),)

    def press(self, table: Table, key: str) -> Step | None:
        """Open the cards."""
        if key == "enter":
            return Step(opens="cards")
        if key in {"f", "r"}:
            return Step(say=self.hint(table))
        return None


def places(phase: Phase) -> bool:
    """Whether armies can be put down in `phase`."""
    return phase in (Phase.PLACEMENT, Phase.INCORPORATE)
