"""Secret objectives: N19 to N21, N133 to N138."""

from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios.data import FACTORS, OBJECTIVES, REGION_MASKS, Condition
from teg_shared.rules.negocios.levels import level
from teg_shared.rules.negocios.state import State

LEFT, RIGHT, ANY = 1, 2, 4
"""Bits of State.hits."""
_BIT: Final = {"left": LEFT, "right": RIGHT, "any": ANY}
_STEP: Final = {"left": 1, "right": -1}


def target(state: State, seat: int, side: str) -> int | None:
    """Return the nearest other living seat to the left or right of `seat`, None if there is none (N135)."""
    count = len(state.colours)
    for step in range(1, count):
        other = (seat + step * _STEP[side]) % count
        if state.masks[other]:
            return other
    return None


def targets(state: State, seat: int, side: str) -> list[int]:
    """Return the living seats that an elimination objective speaks of (N135)."""
    if side == "any":
        return [other for other, mask in enumerate(state.masks) if mask and other != seat]
    only = target(state, seat, side)
    return [] if only is None else [only]


def progress(state: State, seat: int, condition: Condition) -> tuple[int, int]:
    """Return how far `seat` has come with one condition, and how far it must come.

    The figures of a weakened target are the countries taken of it, as long as it holds too many (N136).
    """
    mask = state.masks[seat]
    condition = condition.at(len(state.colours))
    match condition.kind:
        case "status":
            return max(0, level(state.masks, seat, condition.factor)), condition.level
        case "statuses":
            reached = sum(level(state.masks, seat, f) >= condition.level for f in range(len(FACTORS)))
            return reached, condition.count
        case "countries":
            return (mask & REGION_MASKS[condition.region]).bit_count(), condition.count
        case "icons":
            where = REGION_MASKS[condition.region] & (mask if condition.held else -1)
            return sum(where >> country & 1 for country in state.icons), condition.count
        case _:
            return _elimination(state, seat, condition)


def _elimination(state: State, seat: int, condition: Condition) -> tuple[int, int]:
    wanted = condition.taken
    if state.hits[seat] & _BIT[condition.target]:
        return wanted, wanted
    best = 0
    for other in targets(state, seat, condition.target):
        taken = state.taken[seat][other]
        weak = state.masks[other].bit_count() * condition.weaken <= state.dealt[other]
        best = max(best, min(taken, wanted if weak else wanted - 1))
    return best, wanted


def met(state: State, seat: int, number: int) -> bool:
    """Whether `seat` meets every condition of objective `number` now (N133)."""
    for condition in OBJECTIVES[number].conditions:
        have, want = progress(state, seat, condition)
        if have < want:
            return False
    return True


def wanted_countries(number: int) -> list[int]:
    """Return the countries of the regions that objective `number` names, for a map that shows them."""
    mask = 0
    for condition in OBJECTIVES[number].conditions:
        if condition.region >= 0:
            mask |= REGION_MASKS[condition.region]
    return list(members(mask))
