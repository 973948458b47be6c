"""Questions about a view that several levels ask: where one's fronts are, and which attacks stand open."""

from teg_shared.rules.board import members
from teg_shared.rules.classic.commands import Regroup
from teg_shared.rules.classic.state import State
from teg_shared.rules.classic.turn import movable

from teg_server.bots.tables import ADJACENT, COUNTRIES, NEAR
from teg_server.bots.treaties import Treaties

Pair = tuple[int, int]
"""(own country, bordering foreign country)."""

PATIENT_ROUNDS = 12
"""From the round after this one, games are to come to an end."""
LATE_ROUNDS = 20
"""And from the round after this one, soon."""


def own(view: State, seat: int) -> list[int]:
    """Return the countries of `seat`, lowest number first."""
    owners = view.owners
    return [country for country in COUNTRIES if owners[country] == seat]


def fronts(view: State, seat: int, pacts: Treaties) -> list[int]:
    """Return the own countries that border a foreign one that may be attacked; without any, that border one."""
    mask, owners = view.masks[seat], view.owners
    borders = [country for country in members(mask) if ADJACENT[country] & ~mask]
    if not (pacts.partners or pacts.fronts):
        return borders
    open_ = [
        country
        for country in borders
        if any(owners[near] != seat and not pacts.forbid(country, near, owners[near]) for near in NEAR[country])
    ]
    return open_ or borders


def attacks(view: State, seat: int, pacts: Treaties) -> list[Pair]:
    """Return the attacks that the armies on the board and the pacts allow."""
    owners, armies = view.owners, view.armies
    pairs = [
        (source, target)
        for source in members(view.masks[seat])
        if armies[source] > 1
        for target in NEAR[source]
        if owners[target] != seat
    ]
    if pacts.partners or pacts.fronts:
        pairs = [pair for pair in pairs if not pacts.forbid(*pair, owners[pair[1]])]
    return pairs


def patience(round_: int) -> float:
    """Return the weight of one's own losses: 1 in the first rounds, less and less later, and soon next to none."""
    return float(0.97 ** max(0, round_ - PATIENT_ROUNDS) * 0.93 ** max(0, round_ - LATE_ROUNDS))


def distances(mask: int, goals: list[int]) -> dict[int, int]:
    """Return how many steps inside `mask` each of its countries is from the nearest of `goals`."""
    steps = dict.fromkeys(goals, 0)
    frontier = list(goals)
    while frontier:
        here = frontier.pop(0)
        for near in members(ADJACENT[here] & mask):
            if near not in steps:
                steps[near] = steps[here] + 1
                frontier.append(near)
    return steps


def march(view: State, seat: int, pacts: Treaties) -> Regroup | None:
    """Return a regroup that brings armies from the interior one step nearer to a front, if there is one (C15)."""
    mask, armies = view.masks[seat], view.armies
    inner = [country for country in members(mask) if armies[country] > 1 and movable(view, country) > 0]
    if not inner:
        return None
    steps = distances(mask, fronts(view, seat, pacts))
    for source in inner:
        away = steps.get(source, 0)
        if away:
            nearer = [near for near in members(ADJACENT[source] & mask) if steps[near] < away]
            target = max(nearer, key=lambda near: armies[near])
            return Regroup(source, target, movable(view, source))
    return None


def takes_part(view: State, seat: int) -> bool:
    """Whether `seat` may still attack somebody: neither destroyed nor neutral."""
    return bool(view.masks[seat]) and not view.neutral >> seat & 1
