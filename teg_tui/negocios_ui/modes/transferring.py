"""The inversion and the reassignment at the end of a turn: N118."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from teg_shared.rules.negocios.commands import EndTurn, Invest, Reassign

from teg_tui.i18n import _
from teg_tui.negocios_ui.modes.base import NONE, Marks, Mode, Step, Table
from teg_tui.negocios_ui.naming import country
from teg_tui.screens.modes.amount import typed
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Transferring(Mode):
    """First which of the two, then from where, to where and how many.

    Attributes:
        kind: invest or reassign, empty while that is being chosen.
        source, target: NONE while they are being chosen.
        amount: fichas that Enter moves.
    """

    tone: ClassVar[Tone] = "move"
    kind: Literal["", "invest", "reassign"] = ""
    source: int = NONE
    target: int = NONE
    amount: int = 1

    @property
    def _invests(self) -> bool:
        return self.kind == "invest"

    def _open(self, table: Table) -> tuple[bool, bool]:
        model = table.model
        return bool(model.transfer_sources(invest=True)), bool(model.transfer_sources(invest=False))

    def hint(self, table: Table) -> str:
        """Return the next choice."""
        if not self.kind:
            return self._first(table)
        name = _("Inversión") if self._invests else _("Reasignación")
        if self.target >= 0:
            most = table.model.transfer_most(self.source, self.target)
            return _("{name}: de {source} a {target} pasan {n} de {most} · Enter mueve").format(
                name=name, source=country(self.source), target=country(self.target), n=self.amount, most=most
            )
        if self.source >= 0:
            same = _("del mismo factor") if self._invests else _("enlazado")
            return _("{name} desde {source}: elegí un país tuyo {same} · Tab al próximo").format(
                name=name, source=country(self.source), same=same
            )
        return _("{name}: elegí de qué país salen fichas · Tab al próximo").format(name=name)

    def _first(self, table: Table) -> str:
        invest, reassign = self._open(table)
        parts = [_("i invierte")] if invest else []
        parts += [_("r reasigna")] if reassign else []
        return _("Te toca mover fichas: {choices} · f termina el turno").format(choices=" · ".join(parts) or "—")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return what can be chosen now."""
        out: list[KeyHint] = []
        if not self.kind:
            invest, reassign = self._open(table)
            out += [KeyHint("i", _("Invertir"), "i", hot=True)] if invest else []
            out += [KeyHint("r", _("Reasignar"), "r", hot=True)] if reassign else []
            return (*out, KeyHint("f", _("Fin del turno"), "f", hot=True))
        if self.target >= 0:
            out += [KeyHint("⏎", _("Mover {n}").format(n=self.amount), "enter", hot=True)]
            out += [KeyHint("+-", _("Cuántas"), "", hot=True)]
        elif table.cursor in self.jumps(table):
            out.append(KeyHint("⏎", _("Elegir"), "enter", hot=True))
        if self.target < 0:
            out.append(KeyHint("Tab", _("Otro"), "tab", hot=True))
        return (*out, KeyHint("Esc", _("Volver"), "escape", hot=True), KeyHint("f", _("Fin"), "f"))

    def marks(self, table: Table) -> Marks:
        """Light up source, choices and target."""
        if self.source < 0:
            return Marks(kind="move", options=frozenset(self.jumps(table)) if self.kind else frozenset())
        options = frozenset(table.model.transfer_targets(self.source, invest=self._invests))
        target = self.target if self.target >= 0 else table.cursor if table.cursor in options else NONE
        return Marks(self.source, options, target, "move")

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the countries that can be chosen now."""
        if not self.kind or self.target >= 0:
            return ()
        if self.source >= 0:
            return tuple(table.model.transfer_targets(self.source, invest=self._invests))
        return tuple(table.model.transfer_sources(invest=self._invests))

    def press(self, table: Table, key: str) -> Step | None:
        """Choose, change the number, move, go back or end the turn."""
        if key == "f":
            return Step(Transferring(), (EndTurn(),))
        if key in {"i", "r"}:
            return self._begin(table, "invest" if key == "i" else "reassign")
        if key == "escape" and self.kind:
            if self.target >= 0:
                return Step(replace(self, target=NONE, amount=1))
            return Step(replace(self, source=NONE) if self.source >= 0 else Transferring())
        if self.target >= 0:
            return self._amount(table, key)
        if key == "enter" and self.kind:
            return self._enter(table)
        return Step(say=self._first(table)) if key == "enter" else None

    def _begin(self, table: Table, kind: Literal["invest", "reassign"]) -> Step:
        mode = Transferring(kind)
        places = mode.jumps(table)
        if not places:
            done = _("Ya no se puede invertir.") if kind == "invest" else _("Ya no se puede reasignar.")
            return Step(say=done)
        return Step(mode, cursor=table.cursor if table.cursor in places else places[0])

    def _enter(self, table: Table) -> Step:
        here = table.cursor
        if here not in self.jumps(table):
            if self.source >= 0:
                why = (
                    _("no es del mismo factor, o está lleno") if self._invests else _("no está enlazado, o está lleno")
                )
                return Step(say=f"{country(here)} {why}.")
            return Step(say=_("De {country} no puede salir ninguna ficha.").format(country=country(here)))
        if self.source < 0:
            chosen = replace(self, source=here)
            return Step(chosen, cursor=next(iter(chosen.jumps(table)), NONE))
        if table.model.transfer_most(self.source, here) == 1:
            return self._send(here, 1)
        return Step(replace(self, target=here, amount=1))

    def _amount(self, table: Table, key: str) -> Step | None:
        if key == "enter":
            return self._send(self.target, self.amount)
        most = table.model.transfer_most(self.source, self.target)
        number = typed(key, self.amount, most, fresh=True)
        return Step(replace(self, amount=number)) if number is not None else None

    def _send(self, target: int, amount: int) -> Step:
        kind = Invest if self._invests else Reassign
        return Step(Transferring(), (kind(self.source, target, amount),), cursor=target)

    def settled(self, table: Table) -> "Transferring":
        """Return this mode after the board has changed."""
        if not self.kind or (self.source < 0 and self.jumps(table)):
            return self
        fits = self.source >= 0 and table.model.transfer_targets(self.source, invest=self._invests)
        if fits and (self.target < 0 or table.model.transfer_most(self.source, self.target) >= self.amount):
            return self
        return Transferring()
