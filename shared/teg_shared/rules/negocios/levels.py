"""Levels of the corporations in the factors, always counted from the board: N25 to N32, N35, N36, N141."""

from collections.abc import Sequence
from typing import Final

from teg_shared.rules.negocios.data import DOMINANCE, FACTOR_MASKS

NONE: Final = -1
"""No country of the factor (N30)."""
PARTICIPATION: Final = 0
PREPONDERANCE: Final = 1
DOMINION: Final = 2


def level(masks: Sequence[int], seat: int, factor: int) -> int:
    """Return the level of `seat` in `factor` when each seat holds the countries of its mask (N25 to N30)."""
    among = FACTOR_MASKS[factor]
    own = (masks[seat] & among).bit_count()
    if own >= DOMINANCE:
        return DOMINION
    if not own:
        return NONE
    for mask in masks:
        if (mask & among).bit_count() > own:
            return PARTICIPATION
    return PREPONDERANCE


def table(masks: Sequence[int]) -> list[list[int]]:
    """Return the level of each seat (rows) in each factor (columns) (N141)."""
    return [[level(masks, seat, factor) for factor in range(len(FACTOR_MASKS))] for seat in range(len(masks))]


def counts(masks: Sequence[int]) -> list[list[int]]:
    """Return how many countries of each factor (columns) each seat (rows) holds."""
    return [[(mask & among).bit_count() for among in FACTOR_MASKS] for mask in masks]


def changes(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return (seat, factor, level before, level after) wherever two distributions of countries differ (N141)."""
    old, new = table(before), table(after)
    return [
        (seat, factor, old[seat][factor], new[seat][factor])
        for seat in range(len(old))
        for factor in range(len(FACTOR_MASKS))
        if old[seat][factor] != new[seat][factor]
    ]


def dice(own: int, other: int) -> int:
    """Return how many dice a level throws against another one: 2, and 1 more for each level above (N36)."""
    return 2 + max(0, own - other)
