"""How many countries must be taken until one's largest block is large enough (N106).

A country between two of one's own groups joins them, so this is what tells whether a turn may end the game, not
how many countries the block lacks.
"""

from functools import lru_cache
from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios.course import ATTEMPTS

from teg_server.bots.negocios.tables import ADJACENCY

MOST: Final = 20
"""Steps that are as good as never."""
SWARMS: Final = 2
"""Groups from which the growth is tried, the largest ones first."""


@lru_cache(maxsize=65536)
def groups(mask: int) -> list[int]:
    """Return the connected groups of the countries of a mask, the largest first; not to be changed."""
    found = []
    while mask:
        group = frontier = mask & -mask
        while frontier:
            frontier = _around(frontier) & mask & ~group
            group |= frontier
        mask &= ~group
        found.append(group)
    found.sort(key=int.bit_count, reverse=True)
    return found


@lru_cache(maxsize=65536)
def steps(mask: int, size: int) -> int:
    """Return how many countries must be taken for a block of `size`, always the one that joins most, at most MOST."""
    if size - mask.bit_count() >= MOST:
        return MOST
    parts = groups(mask)
    if not parts:
        return MOST
    if parts[0].bit_count() >= size:
        return 0
    part_of = {country: part for part in parts for country in members(part)}
    return min(_grown(start, mask, part_of, size) for start in parts[:SWARMS])


def _grown(start: int, mask: int, part_of: dict[int, int], size: int) -> int:
    """Return how many countries make a block of `size` of the group `start`, at most MOST."""
    block, rest = start, mask ^ start
    around, beside = _around(start), _around(rest)
    for taken in range(1, MOST):
        edge = around & ~block
        if not edge:
            return MOST
        joined = block | edge & -edge
        best, bridges = block.bit_count() + 1, edge & beside
        while bridges:
            bit = bridges & -bridges
            bridges ^= bit
            merged = block | bit
            near = ADJACENCY[bit.bit_length() - 1] & rest
            while near:
                part = part_of[near.bit_length() - 1]
                merged |= part
                near &= ~part
            held = merged.bit_count()
            if held > best:
                best, joined = held, merged
        if best >= size:
            return taken
        around |= _around(joined & ~block)
        block, rest = joined, rest & ~joined
    return MOST


def _around(mask: int) -> int:
    near = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        near |= ADJACENCY[bit.bit_length() - 1]
    return near


@lru_cache(maxsize=4096)
def chance(lacking: int, attempts: int, lost: bool, odds: float) -> float:
    """Return the chance of so many more successes in a turn in which so many attempts were made (N52)."""
    if lacking <= 0:
        return 1.0
    if (attempts >= ATTEMPTS and lost) or lacking > MOST:
        return 0.0
    won = chance(lacking - 1, attempts + 1, lost, odds)
    return odds * won + (1 - odds) * (chance(lacking, attempts + 1, True, odds) if attempts + 1 < ATTEMPTS else 0.0)
