"""What computer players look up about the printed board and the dice: worked out once."""

from typing import Final

from teg_shared.rules.negocios.data import BOARD, COUNTRIES, PATHS, STEPS
from teg_shared.rules.negocios.levels import DOMINION, PARTICIPATION, dice
from teg_shared.rules.odds import control_probability

NEAR: Final = BOARD.neighbours
"""Linked countries of each country."""
ADJACENCY: Final = BOARD.adjacency
"""The same as masks."""
ODDS: Final = tuple(
    tuple(float(control_probability(dice(own, other), dice(other, own))) for other in range(DOMINION + 1))
    for own in range(PARTICIPATION, DOMINION + 1)
)
"""ODDS[attacker's level][defender's level]: chance that an attempt by dice succeeds (N36 to N38)."""
ENDS: Final = tuple(
    tuple(tuple(sorted({path[-1] for path in PATHS[steps][country]})) if steps else () for country in range(COUNTRIES))
    for steps in range(max(STEPS) + 1)
)
"""ENDS[steps][country]: where a simple path of exactly so many links can end (N69)."""


def _distances() -> tuple[tuple[int, ...], ...]:
    rows = []
    for start in range(COUNTRIES):
        row = [-1] * COUNTRIES
        row[start], frontier = 0, [start]
        while frontier:
            reached = []
            for country in frontier:
                for near in NEAR[country]:
                    if row[near] < 0:
                        row[near] = row[country] + 1
                        reached.append(near)
            frontier = reached
        rows.append(tuple(row))
    return tuple(rows)


DISTANCE: Final = _distances()
"""Links between any two countries."""
