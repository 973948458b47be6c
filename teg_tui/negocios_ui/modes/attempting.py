"""Choosing what to attempt from where: N33 to N39, N46 to N53, N119."""

from dataclasses import dataclass
from typing import ClassVar

from teg_shared.rules.negocios.commands import Attempt, EndAttempts
from teg_shared.rules.negocios.data import BOARD

from teg_tui.i18n import _
from teg_tui.negocios.questions import AttemptView
from teg_tui.negocios_ui.modes.base import NONE, Asking, Marks, Mode, Step, Table
from teg_tui.negocios_ui.naming import country, level
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Attempting(Mode):
    """First the own country, then the linked one; Enter on that attempts.

    Attributes:
        source: the country that attacks, NONE while it is being chosen.
    """

    tone: ClassVar[Tone] = "attack"
    source: int = NONE

    def hint(self, table: Table) -> str:
        """Return the next step, with dice and chance of the attempt under the cursor."""
        model, here = table.model, table.cursor
        source = self.source_now(table)
        if source >= 0 and here in model.attack_targets(source):
            return chance_phrase(table, source, here)
        if self.source >= 0:
            return _("{country} intenta: elegí qué país tomar · Tab al próximo").format(country=country(self.source))
        lead = attempts_phrase(table)
        if not model.attack_sources():
            return lead + " · " + _("no hay a quién intentarle · f termina")
        if here in model.attack_sources():
            return lead + " · " + _("Enter desde {country}").format(country=country(here))
        return lead + " · " + _("Tab a un país que puede")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return how to choose, to attempt, to go back, and to stop."""
        model, here, out = table.model, table.cursor, list[KeyHint]()
        source = self.source_now(table)
        if source >= 0 and here in model.attack_targets(source):
            out.append(KeyHint("⏎", _("Intentar"), "enter", hot=True))
        elif self.source < 0 and here in model.attack_sources():
            out.append(KeyHint("⏎", _("Desde acá"), "enter", hot=True))
        if self.source >= 0:
            out += [KeyHint("Tab", _("Blanco"), "tab", hot=True), KeyHint("Esc", _("Otro origen"), "escape", hot=True)]
        elif model.attack_sources():
            out.append(KeyHint("Tab", _("Desde"), "tab", hot=True))
        if model.can_stop():
            out.append(KeyHint("f", _("Plantarse"), "f", hot=not model.attack_sources()))
        return tuple(out)

    def source_now(self, table: Table) -> int:
        """Return the chosen source, or the best one for the foreign country under the cursor."""
        if self.source >= 0 or table.owns_cursor or table.cursor < 0:
            return self.source
        return best_source(table, table.cursor)

    def marks(self, table: Table) -> Marks:
        """Light up the source and what it may take."""
        if self.source < 0:
            return Marks()
        options = frozenset(table.model.attack_targets(self.source))
        return Marks(self.source, options, table.cursor if table.cursor in options else NONE)

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the targets of the source, or the own countries that can attack, the best chances first."""
        model = table.model
        if self.source >= 0:
            return tuple(sorted(model.attack_targets(self.source), key=lambda t: (-chance(table, self.source, t), t)))

        def best(source: int) -> float:
            return max(chance(table, source, target) for target in model.attack_targets(source))

        return tuple(sorted(model.attack_sources(), key=lambda c: (-best(c), c)))

    def press(self, table: Table, key: str) -> Step | None:
        """Choose, attempt, go back or stop."""
        match key:
            case "enter":
                return self._enter(table)
            case "escape" if self.source >= 0:
                return Step(Attempting(), cursor=self.source)
            case "f":
                return self._stop(table)
            case _:
                return None

    def _enter(self, table: Table) -> Step:
        model, here = table.model, table.cursor
        source = self.source_now(table)
        if source >= 0 and here in model.attack_targets(source):
            return self._attempt(table, source, here)
        if here == self.source and here >= 0:
            return Step(Attempting())
        if here in model.attack_sources():
            return Step(Attempting(here), cursor=next(iter(Attempting(here).jumps(table)), NONE))
        return Step(say=self._refusal(table))

    def _stop(self, table: Table) -> Step:
        if table.model.can_stop():
            return Step(Attempting(), (EndAttempts(),))
        return Step(say=_("El primer intento es obligatorio: elegí desde dónde y a quién (N53)."))

    def _attempt(self, table: Table, source: int, target: int) -> Step:
        found = table.model.attempt(source, target)
        if found is None:
            return Step()
        if found.hostile:
            return Step(Storming(source, target, found.pact is not None), cursor=target)
        command = Attempt(source, target, 1, found.pact is not None)
        if found.pact is None:
            return Step(Attempting(source), (command,), cursor=target)
        return Step(breaking(table, found, command, self), cursor=target)

    def _refusal(self, table: Table) -> str:
        here = table.cursor
        if here < 0:
            return _("Elegí un país.")
        if table.owns_cursor:
            return _("{country} no está enlazado con ningún país ajeno.").format(country=country(here))
        if self.source >= 0:
            return _("{country} no está enlazado con {other}.").format(
                country=country(here), other=country(self.source)
            )
        return _("{country} no está enlazado con ningún país tuyo.").format(country=country(here))

    def settled(self, table: Table) -> "Attempting":
        """Return this mode after the board has changed: a source that can't go on is let go."""
        return self if self.source < 0 or table.model.attack_targets(self.source) else Attempting()


@dataclass(frozen=True)
class Storming(Mode):
    """Hostile control needs no dice; how many fichas move in is for the attacker to say (N46 to N48)."""

    tone: ClassVar[Tone] = "attack"
    source: int
    target: int
    breaks: bool = False

    def hint(self, table: Table) -> str:
        """Return the question."""
        del table
        return _("Control hostil: {target} es tuyo sin dados. ¿Cuántas fichas pasan desde {source}? 1, 2 o 3").format(
            target=country(self.target), source=country(self.source)
        )

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return the numbers and the way back."""
        del table
        numbers = [
            KeyHint(str(n), _("Pasa 1") if n == 1 else _("Pasan {n}").format(n=n), str(n), hot=True) for n in (1, 2, 3)
        ]
        return (*numbers, KeyHint("Esc", _("Volver"), "escape", hot=True))

    def marks(self, table: Table) -> Marks:
        """Light up both countries."""
        del table
        return Marks(self.source, frozenset((self.target,)), self.target)

    def press(self, table: Table, key: str) -> Step | None:
        """Take it with so many fichas, or go back."""
        if key == "escape":
            return Step(Attempting(self.source))
        if key in {"1", "2", "3"}:
            command = Attempt(self.source, self.target, int(key), self.breaks)
            found = table.model.attempt(self.source, self.target)
            if self.breaks and found is not None:
                return Step(breaking(table, found, command, Attempting(self.source)))
            return Step(Attempting(self.source), (command,), cursor=self.target)
        return Step(say=_("Decí cuántas fichas pasan: 1, 2 o 3.")) if key in {"enter", "f"} else None


def breaking(table: Table, found: AttemptView, command: Attempt, back: Mode) -> Asking:
    """Return the question before a pact is broken (N119)."""
    player = table.model.name_of(found.defender)
    if found.forced:
        question = _("Hay pacto con {player}, pero el intento es obligatorio y nadie te lo puede reprochar. ¿Seguir?")
    else:
        question = _("¿Romper tu pacto con {player}? Queda anotado.")
    marked = Marks(command.source, frozenset((command.target,)), command.target)
    return Asking(question.format(player=player), (command,), back, _("Sí, romperlo"), marked)


def chance(table: Table, source: int, target: int) -> float:
    """Return the chance of an attempt; those that would break a pact count last."""
    found = table.model.attempt(source, target)
    return 0.0 if found is None else found.chance - (found.pact is not None)


def best_source(table: Table, target: int) -> int:
    """Return the own country with the best chance against `target`, NONE if none is linked with it."""
    able = set(table.model.attack_sources())
    near = [n for n in BOARD.neighbours[target] if n in able]
    return max(near, key=lambda n: (chance(table, n, target), n), default=NONE)


def attempts_phrase(table: Table) -> str:
    """Return how far the attempts of the turn are."""
    count = table.model.attempts()
    if count is None:
        return ""
    if count.due:
        return _("Te toca: hacé un intento (obligatorio)")
    if count.made >= 5:
        return _("Racha: {n} ganados, seguís hasta perder").format(n=count.won)
    left = _("te queda 1 intento") if count.left == 1 else _("te quedan {n} intentos").format(n=count.left)
    return _("Te toca: {left}").format(left=left) + (" · " + _("racha") if count.streak and count.made > 1 else "")


def chance_phrase(table: Table, source: int, target: int) -> str:
    """Return an attempt in one line: levels, dice, chance, and what may be lost."""
    found = table.model.attempt(source, target)
    if found is None:
        return ""
    if found.hostile:
        text = _("{source} 4 contra {target} 1: control hostil, sin dados · ganás 100 %")
        said = text.format(source=country(source), target=country(target))
    else:
        said = _("{source} ({own}) contra {target} ({other}) · {dice} dados a {against} · ganás {odds} %").format(
            source=country(source),
            own=level(found.own, short=True),
            target=country(target),
            other=level(found.other, short=True),
            dice=found.dice,
            against=found.against,
            odds=round(100 * found.chance),
        )
    return said + (" · " + _("hay pacto") if found.pact is not None else "")
