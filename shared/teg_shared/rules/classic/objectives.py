"""Objectives and victory: C6, C24 to C29."""

from collections.abc import Iterable

from teg_shared.rules.catalogue import Objective
from teg_shared.rules.classic.data import BOARD, COMMON_COUNTRIES, COMMON_ONLY, NOBODY, OBJECTIVES
from teg_shared.rules.classic.events import (
    AnyEvent,
    BonusClaimed,
    CardDrawn,
    GameWon,
    ObjectiveInherited,
    SeatDestroyed,
)
from teg_shared.rules.classic.state import State

_CONTINENTS = BOARD.continent_masks
_TRIANGLES = BOARD.triangles


def conquers_all(state: State) -> bool:
    """Whether only the whole board wins (C6, `conquer_all`)."""
    return state.settings.small_table_objective == "conquer_all" and len(state.colours) <= 3


def target_seat(colours: list[str], seat: int, number: int) -> int | None:
    """Return the seat that objective `number` tells `seat` to destroy, None for any other objective (C26)."""
    colour = OBJECTIVES[number - 1].colour if number > 0 else None
    if colour is None:
        return None
    if colour in colours and colours[seat] != colour:
        return colours.index(colour)
    return (seat - 1) % len(colours)


def occupied(objective: Objective, mask: int) -> bool:
    """Whether the countries in `mask` fulfil an occupation objective (C24, C29)."""
    if objective.colour is not None or mask & objective.whole != objective.whole:
        return False
    for continent, wanted in objective.counts:
        if (mask & _CONTINENTS[continent]).bit_count() < wanted:
            return False
    return not objective.cluster or any(
        mask & triangle == triangle and _without(objective, mask & ~triangle) for triangle in _TRIANGLES
    )


def _without(objective: Objective, mask: int) -> bool:
    """Whether the other parts of `objective` hold without the countries of its group (C29)."""
    return mask & objective.whole == objective.whole and all(
        (mask & _CONTINENTS[continent]).bit_count() >= wanted for continent, wanted in objective.counts
    )


def victory(state: State, seat: int, mask: int, destroyed: int | None = None) -> str:
    """Return how `seat` wins with the countries in `mask`, having just destroyed a seat: empty if it does not.

    The answers are objective (C24), common (C25) and all (C6).
    """
    if conquers_all(state):
        return "all" if mask == BOARD.full else ""
    number = state.objectives[seat]
    if destroyed is not None and target_seat(state.colours, seat, number) == destroyed:
        return "objective"
    if number > 0 and occupied(OBJECTIVES[number - 1], mask):
        return "objective"
    return "common" if mask.bit_count() >= COMMON_COUNTRIES else ""


def won(state: State, seat: int, how: str, before: Iterable[AnyEvent]) -> GameWon:
    """Return the end of the game with everything shown (C30); the events of `before` have not reached the state."""
    hands = [hand[:] for hand in state.hands]
    for event in before:
        match event:
            case SeatDestroyed(victim, by, cards):
                hands[by] += cards
                hands[victim] = []
            case CardDrawn(owner, card):
                hands[owner].append(card)
            case BonusClaimed(card, spent=True):
                hands[state.turn].remove(card)
            case _:
                pass
    return GameWon(seat, how, tuple(state.objectives), tuple(state.dealt), tuple(tuple(hand) for hand in hands))


def inheritances(state: State, victim: int, by: int) -> list[ObjectiveInherited]:
    """Return the new objectives of the seats whose target `by` has just destroyed (C27).

    All of them look at the objectives as they were before: the order of the heirs makes no difference.
    """
    out: list[ObjectiveInherited] = []
    for seat, mask in enumerate(state.masks):
        if not mask or seat in (victim, by):
            continue
        if target_seat(state.colours, seat, state.objectives[seat]) == victim:
            out.append(_inherit(state, seat, victim))
    return out


def _inherit(state: State, seat: int, victim: int) -> ObjectiveInherited:
    """Walk to the right of `seat` to the first surviving neighbour whose objective can be taken over (C27)."""
    if state.settings.orphan_objective == "right_neighbour":
        count = len(state.colours)
        for step in range(1, count):
            neighbour = (seat - step) % count
            number = state.objectives[neighbour]
            if neighbour == victim or not state.masks[neighbour] or number == COMMON_ONLY:
                continue
            if OBJECTIVES[number - 1].colour == state.colours[seat]:
                continue
            target = target_seat(state.colours, seat, number)
            if target is None or (target != victim and state.masks[target]):
                return ObjectiveInherited(seat, number, neighbour)
    return ObjectiveInherited(seat, COMMON_ONLY, NOBODY)


def progress(objective: Objective, mask: int) -> list[tuple[int, int, int]]:
    """Return (continent number or -1 for the group, countries held, countries wanted) of each part."""
    held = [(mask & continent).bit_count() for continent in _CONTINENTS]
    parts = [(k, held[k], _CONTINENTS[k].bit_count()) for k in objective.continents]
    parts += [(k, min(held[k], wanted), wanted) for k, wanted in objective.counts]
    if objective.cluster:
        named = objective.whole
        for k, _ in objective.counts:
            named |= _CONTINENTS[k]
        usable = (t for t in _TRIANGLES if not t & named or _without(objective, mask & ~t))
        parts.append((-1, max((mask & t).bit_count() for t in usable), objective.cluster))
    return parts
