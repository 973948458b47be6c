"""The sergeant: expands where it is strongest, one roll at a time, and guards its whole continents.

It counts superiority, not odds of battles to the end, and it makes no plan beyond the next roll; it knows its
own secret objective only as countries that it likes better.
"""

from teg_shared.rules.board import members
from teg_shared.rules.classic.commands import (
    AnyCommand,
    Attack,
    EndTurn,
    Occupy,
    Place,
)
from teg_shared.rules.classic.state import Phase, State

from teg_server.bots import hand
from teg_server.bots.diplomacy import answer_plainly, tidy
from teg_server.bots.goals import wanted
from teg_server.bots.position import Pair, attacks, fronts, march, own, patience, takes_part
from teg_server.bots.tables import ADJACENT, BONUS, CONTINENT, CONTINENTS, NEAR, needed
from teg_server.bots.treaties import Treaties, treaties

GUARD = 3
"""Armies on the borders of a whole continent: the third die (C11)."""
SUPERIORITY = 2.0
"""Least superiority of an attack, danger counted off, in the first rounds."""
DANGER = 0.25
"""Weight of the armies of a third player beside the source."""
CONTINENT_WEIGHT = 1.5
"""Weight of a continent's bonus times the share of it that is held."""
WANTED = 1.0
"""Superiority for which a country of one's objective makes up."""


class Sargento:
    """A steady expander."""

    level = "sargento"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: State, seat: int) -> AnyCommand:
        """See Bot.choose."""
        pacts = treaties(view, seat)
        phase = view.phase
        if phase is Phase.OCCUPY and view.occupation is not None:
            return Occupy(_moves_in(view, seat))
        if phase is Phase.PLACEMENT:
            return _place(view, seat, pacts)
        if phase is Phase.CLAIM:
            return hand.drawn(view)
        if phase is Phase.INCORPORATE:
            command = _incorporate(view, seat, pacts)
            if command is not None:
                return command
        if phase is not Phase.REGROUP:
            attack = _attack(view, seat, pacts)
            if attack is not None:
                return attack
        return march(view, seat, pacts) or EndTurn()

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """See Bot.react."""
        return answer_plainly(view, seat)


def appeal(view: State, seat: int, target: int, liked: int) -> float:
    """Return for how much superiority the continent and the objective make up at `target`."""
    continent = CONTINENT[target]
    whole = CONTINENTS[continent]
    share = (view.masks[seat] & whole).bit_count() / whole.bit_count()
    breaks = not whole & ~view.masks[view.owners[target]]
    return CONTINENT_WEIGHT * BONUS[continent] * (share + breaks) + (WANTED if liked >> target & 1 else 0.0)


def _incorporate(view: State, seat: int, pacts: Treaties) -> AnyCommand | None:
    said = tidy(view, seat)
    if said is not None:
        return said
    if not hand.closed(view):
        command = hand.bonus(view, seat) or hand.exchange(view, seat)
        if command is not None:
            return command
    return _place(view, seat, pacts) if view.pool or any(view.bound) else None


def _place(view: State, seat: int, pacts: Treaties) -> Place:
    """Guard whole continents first; then bring, front by front, what the most appealing attack lacks."""
    bound, armies, owners = view.bound, view.armies, view.owners
    held = [c for c in own(view, seat) if view.pool or bound[CONTINENT[c]]]
    front = [c for c in fronts(view, seat, pacts) if view.pool or bound[CONTINENT[c]]]
    for country in front:
        if armies[country] < GUARD and not CONTINENTS[CONTINENT[country]] & ~view.masks[seat]:
            most = view.pool + bound[CONTINENT[country]]
            return Place(country, min(most, GUARD - armies[country]))
    liked = wanted(view, seat)
    best, place, lacks = -1.0, max(front or held, key=lambda c: armies[c]), 0
    for source in front:
        for target in NEAR[source]:
            if owners[target] == seat or pacts.forbid(source, target, owners[target]):
                continue
            lack = needed(armies[target]) - armies[source]
            score = (1 + appeal(view, seat, target, liked)) / (1 + lack) if lack > 0 else 0.0
            if score > best:
                best, place, lacks = score, source, lack
    most = view.pool + bound[CONTINENT[place]]
    return Place(place, min(most, lacks) if lacks > 0 else most)


def _attack(view: State, seat: int, pacts: Treaties) -> Attack | None:
    """Roll once where the superiority is greatest, danger and appeal counted."""
    liked = wanted(view, seat)
    best: Pair | None = None
    least = SUPERIORITY * patience(view.round) ** 3
    for source, target in attacks(view, seat, pacts):
        superiority = view.armies[source] - view.armies[target]
        if superiority < 1:
            continue
        score = superiority + appeal(view, seat, target, liked) - DANGER * _danger(view, seat, source, target)
        if score >= least:
            best, least = (source, target), score
    return Attack(*best) if best is not None else None


def _danger(view: State, seat: int, source: int, target: int) -> int:
    """Return the most armies that a neighbour of `source`, other than the target, could attack it with."""
    owners, armies = view.owners, view.armies
    return max(
        (
            armies[near] - 1
            for near in NEAR[source]
            if owners[near] != seat and near != target and takes_part(view, owners[near])
        ),
        default=0,
    )


def _moves_in(view: State, seat: int) -> int:
    """Go on with all that may move, unless the war is over there or the source is the one that still has it."""
    occupation = view.occupation
    assert occupation is not None
    foreign = ~view.masks[seat]
    beyond = sum(1 for _ in members(ADJACENT[occupation.target] & foreign))
    behind = sum(1 for _ in members(ADJACENT[occupation.source] & foreign))
    if not beyond:
        return 1
    return occupation.most if beyond >= behind or not behind else (occupation.most + 1) // 2
