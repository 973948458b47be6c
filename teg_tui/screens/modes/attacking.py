"""Choosing who attacks whom, and rolling: C10 to C12, C33."""

from dataclasses import dataclass, replace
from typing import ClassVar

from teg_shared.rules.classic.commands import Attack, EndTurn
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.odds import win_probability

from teg_tui.i18n import _
from teg_tui.screens.modes.base import NONE, Asking, Marks, Mode, Step, Table, name
from teg_tui.screens.modes.pacts import pact_phrase
from teg_tui.screens.modes.regrouping import Regrouping
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Attacking(Mode):
    """First the own country, then the neighbour; Enter on the neighbour rolls, as often as wanted.

    Attributes:
        source: the country that attacks, NONE while it is being chosen.
        last: the pair of the last roll, which `x` rolls again.
    """

    tone: ClassVar[Tone] = "attack"
    source: int = NONE
    last: tuple[int, int] = (NONE, NONE)

    def hint(self, table: Table) -> str:
        """Return the next step, with the odds of the battle under the cursor."""
        model, here = table.model, table.cursor
        if self.source >= 0:
            if here in model.attack_targets(self.source):
                return odds_phrase(table, self.source, here)
            text = _("{country} ataca: elegí a quién").format(country=name(self.source))
            return text + " · " + _("Tab al próximo")
        sources = model.attack_sources()
        if not sources:
            return _("Te toca: no hay a quién atacar · r reagrupa · f termina")
        if here in sources:
            return _("Te toca: atacá · Enter desde {country}").format(country=name(here))
        if here >= 0 and not table.owns_cursor and strongest(table, here) >= 0:
            return odds_phrase(table, strongest(table, here), here)
        return _("Te toca: atacá · Tab a un país que puede")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return how to choose, to roll, to go back, and to leave the attack."""
        model, here, out = table.model, table.cursor, list[KeyHint]()
        if self.source >= 0:
            if here in model.attack_targets(self.source):
                out.append(KeyHint("⏎", _("Tirar"), "enter", hot=True))
            out += [
                KeyHint("Tab", _("Blanco"), "tab", hot=True),
                KeyHint("Esc", _("Volver"), "escape", hot=True),
            ]
        elif model.attack_sources():
            if here in model.attack_sources():
                out.append(KeyHint("⏎", _("Atacar"), "enter", hot=True))
            elif here >= 0 and not table.owns_cursor and strongest(table, here) >= 0:
                out.append(KeyHint("⏎", _("Atacarlo"), "enter", hot=True))
            out.append(KeyHint("Tab", _("Desde"), "tab", hot=True))
        if self._again(table):
            out.append(KeyHint("x", _("Otra vez"), "x", hot=True))
        if model.regroup_sources():
            out.append(KeyHint("r", _("Reagrupar"), "r"))
        out.append(KeyHint("f", _("Fin"), "f"))
        return tuple(out)

    def marks(self, table: Table) -> Marks:
        """Light up the source and what it may attack; the target is what the cursor is on."""
        if self.source < 0:
            return Marks()
        options = frozenset(table.model.attack_targets(self.source))
        return Marks(self.source, options, table.cursor if table.cursor in options else NONE)

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the targets of the source, or the countries that can attack, the strongest first."""
        view = table.view
        if self.source >= 0:
            return tuple(table.model.attack_targets(self.source))
        return tuple(sorted(table.model.attack_sources(), key=lambda c: (-view.armies[c], c)))

    def press(self, table: Table, key: str) -> Step | None:
        """Choose, roll, roll again, go back, regroup or end the turn."""
        match key:
            case "enter":
                return self._enter(table)
            case "x":
                if self._again(table):
                    return self._roll(table, *self.last)
                return Step(say=_("No hay una tirada para repetir."))
            case "escape" if self.source >= 0:
                return Step(Attacking(last=self.last), cursor=self.source)
            case "r":
                return self._regroup(table)
            case "f":
                return Step(Attacking(), (EndTurn(),))
            case _:
                return None

    def _enter(self, table: Table) -> Step:
        model, here = table.model, table.cursor
        if self.source >= 0 and here in model.attack_targets(self.source):
            return self._roll(table, self.source, here)
        if here == self.source and here >= 0:
            return Step(Attacking(last=self.last))
        if here in model.attack_sources():
            return Step(replace(self, source=here), cursor=likeliest(table, here))
        if here >= 0 and not table.owns_cursor:
            nearest = strongest(table, here)
            if nearest >= 0 and self.source < 0:
                return Step(replace(self, source=nearest))
        return Step(say=self._refusal(table))

    def _refusal(self, table: Table) -> str:
        here, model = table.cursor, table.model
        if here < 0:
            return _("Elegí un país.")
        if table.owns_cursor:
            if table.view.armies[here] < 2:
                return _("{country} tiene un solo ejército: para atacar hacen falta dos.").format(country=name(here))
            return _("{country} no limita con ningún país ajeno.").format(country=name(here))
        if self.source >= 0:
            return _("{country} no limita con {other}.").format(country=name(here), other=name(self.source))
        if any(table.view.owners[n] == model.seat for n in BOARD.neighbours[here]):
            return _("Tus países que limitan con {country} tienen un solo ejército.").format(country=name(here))
        return _("{country} no limita con ningún país tuyo.").format(country=name(here))

    def _again(self, table: Table) -> bool:
        source, target = self.last
        return source >= 0 and target in table.model.attack_targets(source)

    def _roll(self, table: Table, source: int, target: int) -> Step:
        model = table.model
        after = Attacking(source, (source, target))
        pacts = model.pacts_in_way(source, target)
        if not pacts:
            return Step(after, (Attack(source, target),), cursor=target)
        phrase = ", ".join(pact_phrase(model, pact) for pact in pacts)
        if model.settings.pacts == "breakable":
            question = _("¿Romper {pact} para atacar {country}?").format(pact=phrase, country=name(target))
            command = Attack(source, target, breaking=True)
            marked = replace(self, source=source).marks(Table(model, target))
            return Step(Asking(question, (command,), after, _("Sí, romperlo"), marked), cursor=target)
        if model.settings.pacts == "notice":
            return Step(say=_("Te lo impide {pact}: antes hay que anunciar el final (p).").format(pact=phrase))
        return Step(say=_("Te lo impide {pact}.").format(pact=phrase))

    def _regroup(self, table: Table) -> Step:
        if table.model.regroup_sources():
            return Step(Regrouping(), cursor=self.source if self.source >= 0 else NONE)
        return Step(say=_("No hay ejércitos que se puedan reagrupar."))

    def settled(self, table: Table) -> "Attacking":
        """Return this mode after the board has changed: a source that can't go on is let go."""
        if self.source < 0 or table.model.attack_targets(self.source):
            return self
        return Attacking(last=self.last)


def strongest(table: Table, target: int) -> int:
    """Return the own neighbour with most armies that can attack `target`, NONE if there is none."""
    view = table.view
    able = set(table.model.attack_sources())
    near = [n for n in BOARD.neighbours[target] if n in able]
    return max(near, key=lambda n: view.armies[n], default=NONE)


def likeliest(table: Table, source: int) -> int:
    """Return the target that `source` beats most easily, those under a pact last."""
    model, view = table.model, table.view
    targets = model.attack_targets(source)
    return min(targets, key=lambda t: (bool(model.pacts_in_way(source, t)), view.armies[t], t), default=NONE)


def odds_phrase(table: Table, source: int, target: int) -> str:
    """Return the battle in one line, with its exact odds."""
    ours, theirs = table.view.armies[source], table.view.armies[target]
    text = _("{source} {ours} contra {target} {theirs} · ganás {odds} %").format(
        source=name(source), ours=ours, target=name(target), theirs=theirs, odds=percent(ours, theirs)
    )
    return text + (" · " + _("hay pacto") if table.model.pacts_in_way(source, target) else "")


def percent(attackers: int, defenders: int) -> str:
    """Return the odds of a battle to the end in whole percents, never 0 or 100: no battle is certain."""
    odds = 100 * win_probability(attackers, defenders)
    if odds < 1:
        return "<1"
    return ">99" if odds > 99 else f"{odds:.0f}"
