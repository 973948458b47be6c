"""Numbers that every level looks up at each decision: neighbours, and the odds of battles as plain lists."""

from typing import Final

from teg_shared.rules import odds
from teg_shared.rules.classic.data import BOARD

SIZE: Final = 60
"""Largest armies looked up directly; larger battles are scaled down, which hardly changes their odds."""

NEAR: Final = BOARD.neighbours
ADJACENT: Final = BOARD.adjacency
CONTINENT: Final = tuple(c.continent for c in BOARD.countries)
CONTINENTS: Final = BOARD.continent_masks
BONUS: Final = tuple(c.bonus for c in BOARD.continents)
COUNTRIES: Final = range(len(BOARD.countries))
WIN, ATTACKERS, DEFENDERS = odds.tables(SIZE)


def chance(attackers: int, defenders: int) -> float:
    """Return the probability that a country with `attackers` armies conquers one with `defenders`."""
    if attackers <= SIZE and defenders <= SIZE:
        return WIN[attackers][defenders]
    scale = SIZE / max(attackers, defenders)
    return WIN[int(attackers * scale)][max(1, round(defenders * scale))]


def losses(attackers: int, defenders: int) -> float:
    """Return the armies that the attacker is expected to lose in a battle to the end."""
    if attackers <= SIZE and defenders <= SIZE:
        return attackers - ATTACKERS[attackers][defenders]
    scale = SIZE / max(attackers, defenders)
    a = int(attackers * scale)
    return (a - ATTACKERS[a][max(1, round(defenders * scale))]) / scale


def needs_for(floor: float) -> tuple[int, ...]:
    """Return the fewest attackers for each number of defenders up to SIZE, the slope going on beyond the table."""
    needs: list[int] = []
    attackers = 1
    for defenders in range(SIZE + 1):
        while odds.win_probability(attackers, defenders) < floor:
            attackers += 1
        needs.append(attackers)
    return tuple(needs)


NEEDS: Final = needs_for(0.75)


def needed(defenders: int) -> int:
    """Return the armies that conquer `defenders` three times in four."""
    return NEEDS[defenders] if defenders <= SIZE else defenders * NEEDS[SIZE] // SIZE


def _safe(ceiling: float) -> tuple[int, ...]:
    """Return the fewest defenders for each number of attackers up to SIZE that are lost with at most `ceiling`."""
    needs: list[int] = []
    defenders = 1
    for attackers in range(SIZE + 1):
        while odds.win_probability(attackers, defenders) > ceiling:
            defenders += 1
        needs.append(defenders)
    return tuple(needs)


SAFE: Final = _safe(0.25)


def safe(attackers: int) -> int:
    """Return the armies that hold against `attackers` three times in four."""
    return SAFE[attackers] if attackers <= SIZE else attackers * SAFE[SIZE] // SIZE
