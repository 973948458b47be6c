"""Moving armies between own bordering countries at the end of the turn: C15."""

from dataclasses import dataclass, replace
from typing import ClassVar

from teg_shared.rules.classic.commands import EndTurn, Regroup

from teg_tui.i18n import _
from teg_tui.screens.modes.amount import typed
from teg_tui.screens.modes.base import NONE, Marks, Mode, Step, Table, name
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Regrouping(Mode):
    """From where, to where, how many; Esc goes one step back, to the attack at last if none was moved yet.

    Attributes:
        source: NONE while it is being chosen.
        target: NONE while it is being chosen.
        amount: armies that would move now; meaningless without a target.
        fresh: whether the next digit starts a new number.
    """

    tone: ClassVar[Tone] = "move"
    source: int = NONE
    target: int = NONE
    amount: int = 0
    fresh: bool = True

    def hint(self, table: Table) -> str:
        """Return the next step of the move."""
        model = table.model
        if self.target >= 0:
            most = model.movable(self.source)
            return _("De {source} a {target}: pasan {n} de {most} · Enter mueve").format(
                source=name(self.source), target=name(self.target), n=self.amount, most=most
            )
        if self.source >= 0:
            if table.cursor in model.regroup_targets(self.source):
                return _("Reagrupá de {source} a {target} · Enter elige").format(
                    source=name(self.source), target=name(table.cursor)
                )
            return _("Reagrupá desde {source}: elegí un vecino tuyo").format(source=name(self.source))
        if not model.regroup_sources():
            return _("Te toca: no queda qué reagrupar · f termina el turno")
        if table.cursor in model.regroup_sources():
            return _("Te toca: reagrupá · Enter desde {country}").format(country=name(table.cursor))
        return _("Te toca: reagrupá · Tab a un país que puede")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return how to choose, to change the number, to go back and to end."""
        model, here, out = table.model, table.cursor, list[KeyHint]()
        if self.target >= 0:
            return self._amounts(model.movable(self.source))
        choices = self.jumps(table)
        if here in choices:
            out.append(KeyHint("⏎", _("Desde acá") if self.source < 0 else _("Hasta acá"), "enter", hot=True))
        if choices:
            out.append(KeyHint("Tab", _("Próximo"), "tab", hot=True))
        if self.source >= 0 or model.attack_sources():
            out.append(KeyHint("Esc", _("Volver") if self.source >= 0 else _("Atacar"), "escape", hot=True))
        out.append(KeyHint("f", _("Fin"), "f"))
        return tuple(out)

    def _amounts(self, most: int) -> tuple[KeyHint, ...]:
        """Return what moves and what changes the number, where there is anything to choose."""
        out = [KeyHint("⏎", _("Mover {n}").format(n=self.amount), "enter", hot=True)]
        if most > 1:
            digits = f"1-{most}" if most <= 9 else "0-9"
            out += [
                KeyHint(digits, _("Cuántos"), "", hot=True),
                KeyHint("+", _("Más"), "+", hot=True),
                KeyHint("-", _("Menos"), "-", hot=True),
                KeyHint("a", _("Todos"), "a", hot=True),
            ]
        return (*out, KeyHint("Esc", _("Volver"), "escape", hot=True))

    def marks(self, table: Table) -> Marks:
        """Light up the source and where its armies can go."""
        if self.source < 0:
            return Marks(kind="move")
        options = frozenset(table.model.regroup_targets(self.source))
        here = self.target if self.target >= 0 else table.cursor
        return Marks(self.source, options, here if here in options else NONE, "move")

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the targets of the source, or the countries that have armies to give."""
        model = table.model
        if self.source >= 0:
            return tuple(model.regroup_targets(self.source))
        return tuple(sorted(model.regroup_sources(), key=lambda c: (-model.movable(c), c)))

    def press(self, table: Table, key: str) -> Step | None:
        """Choose, count, move, go back or end the turn."""
        if key == "escape":
            return self._back(table)
        if key == "f":
            return Step(Regrouping(), (EndTurn(),))
        if self.target >= 0:
            return self._count(table, key)
        if key == "enter":
            return self._choose(table)
        return None

    def _back(self, table: Table) -> Step | None:
        if self.target >= 0:
            return Step(replace(self, target=NONE, amount=0), cursor=self.target)
        if self.source >= 0:
            return Step(Regrouping(), cursor=self.source)
        if table.model.attack_sources():
            return Step(to_attack())
        return None

    def _choose(self, table: Table) -> Step:
        model, here = table.model, table.cursor
        if self.source >= 0 and here in model.regroup_targets(self.source):
            return Step(replace(self, target=here, amount=model.movable(self.source), fresh=True))
        if here == self.source and here >= 0:
            return Step(Regrouping())
        if here in model.regroup_sources():
            targets = model.regroup_targets(here)
            return Step(Regrouping(here), cursor=targets[0] if targets else NONE)
        return Step(say=self._refusal(table))

    def _refusal(self, table: Table) -> str:
        if table.cursor < 0:
            return _("Elegí un país tuyo.")
        if not table.owns_cursor:
            return _("{country} no es tuyo.").format(country=name(table.cursor))
        if self.source >= 0:
            return _("{country} no limita con {other}.").format(country=name(table.cursor), other=name(self.source))
        if table.view.arrived[table.cursor]:
            return _("Los ejércitos que recién llegaron a {country} no siguen.").format(country=name(table.cursor))
        return _("De {country} no puede salir ningún ejército.").format(country=name(table.cursor))

    def _count(self, table: Table, key: str) -> Step | None:
        most = table.model.movable(self.source)
        if key == "enter":
            return Step(Regrouping(), (Regroup(self.source, self.target, self.amount),), cursor=self.target)
        amount = most if key == "a" else typed(key, self.amount, most, fresh=self.fresh)
        if amount is None:
            return Step() if key in {"tab", "shift+tab"} else None
        return Step(replace(self, amount=amount, fresh=key in {"+", "-", "a"}))

    def settled(self, table: Table) -> "Regrouping":
        """Return this mode after the board has changed: a source that has nothing left is let go."""
        if self.source >= 0 and not table.model.regroup_targets(self.source):
            return Regrouping()
        return self


def to_attack() -> Mode:
    """Return the mode of the attack; imported late, for the two lead to each other."""
    from teg_tui.screens.modes.attacking import Attacking  # noqa: PLC0415 - see above

    return Attacking()
