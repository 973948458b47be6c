"""Pure questions on a viewer's state about a control turn: attempts, supply and transfers; and whom the game awaits.

They answer what a screen lights up and what a key may do; whether a command is lawful is for the rules to say, and
a test holds both against each other over whole games.
"""

from dataclasses import dataclass
from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios import absent, control, course, levels, pacts
from teg_shared.rules.negocios.data import BOARD, FACTOR_OF, MOST_ON_COUNTRY
from teg_shared.rules.negocios.state import Pact, Phase, State, plays
from teg_shared.rules.odds import control_probability

from teg_tui.negocios.changes import LevelChange

_LINKED: Final = BOARD.adjacency


@dataclass(frozen=True)
class AttemptView:
    """One possible attempt, foretold (N33 to N49).

    Attributes:
        own: level of the attacker in the factor of the source, `other` that of the defender in the target's.
        dice: how many the attacker throws; `against` the defender. Both 0 for hostile control.
        chance: exact probability of taking the target; 1.0 for hostile control.
        most: fichas that may move in by hostile control, from 1; always 1 where dice decide.
        pact: what the attempt would break, None if nothing (N119).
        forced: whether breaking it is nobody's fault, because the duty leaves no other choice.
        if_won: levels that change if the target is taken; `if_lost` if the source is lost.
    """

    source: int
    target: int
    defender: int
    own: int
    other: int
    dice: int
    against: int
    chance: float
    most: int
    pact: Pact | None
    forced: bool
    if_won: tuple[LevelChange, ...]
    if_lost: tuple[LevelChange, ...]

    @property
    def hostile(self) -> bool:
        """Whether no dice are thrown (N46)."""
        return not self.dice


@dataclass(frozen=True)
class AttemptCount:
    """How far the attempts of the turn are (N52 to N54).

    Attributes:
        due: whether the one that is a duty is still to be made (N53).
        left: attempts that may be made whatever comes; past the fifth it is 1 as long as none is lost.
        streak: whether all attempts so far were won, so that the fifth would not be the last.
    """

    made: int
    won: int
    lost: int
    due: bool
    left: int
    streak: bool


def prompted(view: State) -> tuple[int, ...]:
    """Return every seat from which the game waits for something, offers to be answered included."""
    return absent.prompted(view)


def awaited(view: State, seat: int) -> bool:
    """Whether the game waits for `seat`."""
    return seat >= 0 and seat in absent.prompted(view)


def acts(view: State, seat: int, *phases: Phase) -> bool:
    """Whether `seat` is the one that has to act in one of `phases`."""
    return seat >= 0 and view.actor == seat and view.phase in phases


def attempt_count(view: State) -> AttemptCount:
    """Return how far the attempts of the turn that runs are (N52)."""
    made, lost = view.attempts, view.lost
    left = max(0, course.ATTEMPTS - made)
    if made >= course.ATTEMPTS and not lost:
        left = 1
    running = view.phase is Phase.ATTEMPTS
    return AttemptCount(made, made - lost, lost, running and not made, left if running else 0, not lost)


def attack_targets(view: State, seat: int, source: int) -> list[int]:
    """Return the countries that `seat` may attack from `source` now, pacts not considered (N33)."""
    if source < 0 or not acts(view, seat, Phase.ATTEMPTS) or view.owners[source] != seat:
        return []
    return list(members(_LINKED[source] & ~view.masks[seat]))


def attack_sources(view: State, seat: int) -> list[int]:
    """Return the countries from which `seat` may attack now (N33)."""
    if not acts(view, seat, Phase.ATTEMPTS):
        return []
    mask = view.masks[seat]
    return [source for source in members(mask) if _LINKED[source] & ~mask]


def can_stop(view: State, seat: int) -> bool:
    """Whether `seat` may end its attempts: the first is a duty as long as one is possible (N52, N53)."""
    return acts(view, seat, Phase.ATTEMPTS) and (view.attempts > 0 or not course.can_attempt(view, seat))


def attempt_view(view: State, source: int, target: int) -> AttemptView:
    """Foretell an attempt from `source` on `target`, whoever's turn it is; they must have different owners."""
    seat, defender = view.owners[source], view.owners[target]
    own = levels.level(view.masks, seat, FACTOR_OF[source])
    other = levels.level(view.masks, defender, FACTOR_OF[target])
    hostile = control.is_hostile(view, source, target)
    dice, against = (0, 0) if hostile else control.attempt_dice(view, source, target)
    pact = pacts.between(view, seat, defender)
    return AttemptView(
        source,
        target,
        defender,
        own,
        other,
        dice,
        against,
        1.0 if hostile else float(control_probability(dice, against)),
        control.MOST_HOSTILE if hostile else 1,
        pact,
        pact is not None and not view.attempts and pacts.all_protected(view, seat),
        _after(view, target, seat),
        () if hostile else _after(view, source, defender),
    )


def _after(view: State, country: int, taker: int) -> tuple[LevelChange, ...]:
    """Return the levels that change when `taker` takes `country`."""
    masks = view.masks[:]
    masks[view.owners[country]] &= ~(1 << country)
    masks[taker] |= 1 << country
    return tuple(LevelChange(*change) for change in levels.changes(view.masks, masks))


def supplies(view: State, seat: int) -> list[int]:
    """Return the own stacks of which one must give the ficha that an empty reserve can't (N43)."""
    return control.stacks(view, seat) if acts(view, seat, Phase.SUPPLY) else []


def transfers_open(view: State, seat: int) -> tuple[bool, bool]:
    """Return whether an inversion and whether a reassignment is possible now (N118)."""
    return bool(transfer_sources(view, seat, invest=True)), bool(transfer_sources(view, seat, invest=False))


def transfer_targets(view: State, seat: int, source: int, *, invest: bool) -> list[int]:
    """Return the own countries into which fichas of `source` may go now (N118a, N118d)."""
    if source < 0 or not acts(view, seat, Phase.TRANSFER) or view.owners[source] != seat:
        return []
    if not course.may_transfer(view, invest=invest) or course.movable(view, source) < 1:
        return []
    near = course.destinations(view, seat, source, invest=invest)
    return [target for target in members(near) if view.tokens[target] < MOST_ON_COUNTRY]


def transfer_sources(view: State, seat: int, *, invest: bool) -> list[int]:
    """Return the own countries out of which fichas may go now (N118a to N118d)."""
    if not acts(view, seat, Phase.TRANSFER):
        return []
    return [source for source in members(view.masks[seat]) if transfer_targets(view, seat, source, invest=invest)]


def transfer_most(view: State, source: int, target: int) -> int:
    """Return how many fichas may go from `source` to `target` in one transfer (N118b, N118d)."""
    if source < 0 or target < 0:
        return 0
    return max(0, min(course.movable(view, source), MOST_ON_COUNTRY - view.tokens[target]))


def pact_partners(view: State, seat: int) -> list[int]:
    """Return the seats to which `seat` may propose a pact now (N119)."""
    return [other for other in _open_to_talk(view, seat) if pacts.between(view, seat, other) is None]


def dissolvable(view: State, seat: int) -> list[Pact]:
    """Return the pacts whose common end `seat` may propose now (N119)."""
    found = [pacts.between(view, seat, other) for other in _open_to_talk(view, seat)]
    return [pact for pact in found if pact is not None]


def _open_to_talk(view: State, seat: int) -> list[int]:
    """Return the seats with which `seat` may begin a talk about a pact."""
    if view.settings.pacts == "none" or view.phase is Phase.OVER or seat < 0 or not plays(view, seat):
        return []
    asked = {p.partner if p.proposer == seat else p.proposer for p in view.proposals if seat in (p.proposer, p.partner)}
    return [s for s in range(len(view.colours)) if s != seat and plays(view, s) and s not in asked]
