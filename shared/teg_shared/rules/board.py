"""A board as a graph: countries, continents and borders, and the questions that need nothing else.

Countries and continents are numbered in the order of their data file; those numbers are the ids inside the
rules and on the wire. Sets of countries are bit masks: bit n is country n.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

Country = int
"""Number of a country, 0-based in the order of the board's data file."""


@dataclass(frozen=True)
class CountryInfo:
    """What is printed on one country: its slug, names, three-letter code, continent number and card symbol."""

    id: str
    name_es: str
    name_en: str
    code: str
    continent: int
    symbol: str


@dataclass(frozen=True)
class ContinentInfo:
    """One continent: its slug, names, and the armies a turn that its sole owner receives."""

    id: str
    name_es: str
    name_en: str
    bonus: int


@dataclass(frozen=True)
class Board:
    """The printed board; everything below the first four fields is derived once."""

    name: str
    countries: tuple[CountryInfo, ...]
    continents: tuple[ContinentInfo, ...]
    neighbours: tuple[tuple[Country, ...], ...]
    bridges: frozenset[frozenset[Country]]

    @cached_property
    def index(self) -> dict[str, Country]:
        """Country number by slug and by code."""
        by_slug = {c.id: n for n, c in enumerate(self.countries)}
        return by_slug | {c.code: n for n, c in enumerate(self.countries)}

    @cached_property
    def adjacency(self) -> tuple[int, ...]:
        """Mask of the neighbours of each country."""
        return tuple(mask_of(near) for near in self.neighbours)

    @cached_property
    def continent_masks(self) -> tuple[int, ...]:
        """Mask of the countries of each continent."""
        return tuple(
            mask_of(n for n, c in enumerate(self.countries) if c.continent == k) for k in range(len(self.continents))
        )

    @cached_property
    def full(self) -> int:
        """Mask of all countries."""
        return (1 << len(self.countries)) - 1

    @cached_property
    def borders(self) -> tuple[tuple[Country, Country], ...]:
        """Each border once, the lower number first."""
        return tuple((a, b) for a, near in enumerate(self.neighbours) for b in near if a < b)

    @cached_property
    def triangles(self) -> tuple[int, ...]:
        """Masks of three countries that border each other (C29)."""
        return tuple(
            mask_of((a, b, c))
            for a, near in enumerate(self.neighbours)
            for b, c in combinations(near, 2)
            if a < b and self.adjacency[b] >> c & 1
        )

    def borders_on(self, a: Country, b: Country) -> bool:
        """Whether `a` and `b` share a border, on land or by a bridge."""
        return bool(self.adjacency[a] >> b & 1)


def mask_of(countries: Iterable[Country]) -> int:
    """Return the mask with the bits of `countries` set."""
    mask = 0
    for country in countries:
        mask |= 1 << country
    return mask


def members(mask: int) -> Iterator[Country]:
    """Yield the countries of `mask`, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
