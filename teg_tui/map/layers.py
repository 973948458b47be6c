"""What stands where on a drawing, whoever owns it: names, chips, links, the insides of countries, pact signs.

All of it follows from the raster alone and is worked out once; `drawing` adds the colours of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from teg_tui.map.raster import SEA, Point, Raster, Stub

Pair: TypeAlias = frozenset[str]
"""Two countries."""

_ARROWS: Final = {-1: "◂", 1: "▸"}
_PACT_ARROWS: Final = {-1: "«", 1: "»"}
DOT: Final = "∙"
PEACE: Final = "═"


@dataclass(frozen=True, slots=True)
class Link:
    """A cell of a sea link: the countries it joins, and its glyph in war and in peace."""

    ends: Pair
    glyph: str = DOT
    peace: str = PEACE

    @property
    def is_dot(self) -> bool:
        """Whether it is a dot of the line, not the arrow or a letter at its end."""
        return self.glyph == DOT


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """The fixed things of a drawing, by cell.

    Attributes:
        names: the country and one letter of its name.
        chips: the country and the position within its chip.
        links: the sea links through a cell, also those that leave the map.
        words: one letter of a sea's name.
        inside: rows of the country that fills a cell and everything around it, where nothing is written.
        knots: where two countries that touch show that they are at peace.
        route_cells: the cells of each pair's link.
    """

    names: Mapping[Point, tuple[str, str]]
    chips: Mapping[Point, tuple[str, int]]
    links: Mapping[Point, tuple[Link, ...]]
    words: Mapping[Point, str]
    inside: tuple[tuple[str | None, ...], ...]
    knots: Mapping[Point, Pair]
    route_cells: Mapping[Pair, tuple[Point, ...]]


@lru_cache(maxsize=8)  # as many as there are drawings
def layers_of(raster: Raster) -> Layers:
    """Work out the fixed things of a drawing."""
    names = {
        (label.at[0] + i, label.at[1]): (slug, char)
        for slug, label in raster.labels.items()
        for i, char in enumerate(label.text)
    }
    chips = {
        (label.chip[0] + i, label.chip[1]): (slug, i)
        for slug, label in raster.labels.items()
        for i in range(label.chip_width)
    }
    words = {(word.at[0] + i, word.at[1]): char for word in raster.words for i, char in enumerate(word.text)}
    links = dict(_links(raster))
    route_cells: dict[Pair, list[Point]] = {}
    for point, found in links.items():
        for link in found:
            route_cells.setdefault(link.ends, []).append(point)
    written = names.keys() | chips.keys() | links.keys()
    return Layers(
        names=MappingProxyType(names),
        chips=MappingProxyType(chips),
        links=MappingProxyType(links),
        words=MappingProxyType(words),
        inside=_insides(raster, written),
        knots=MappingProxyType({point: pair for pair, point in _knots(raster, written)}),
        route_cells=MappingProxyType({pair: tuple(points) for pair, points in route_cells.items()}),
    )


def contacts(raster: Raster) -> Mapping[Pair, tuple[tuple[Point, Point], ...]]:
    """The pairs of countries that touch, with the sub-cells on both sides of each bit of their frontier."""
    pixels = ["".join(quad[half : half + 2] for quad in row) for row in raster.cells for half in (0, 2)]
    found: dict[Pair, list[tuple[Point, Point]]] = {}
    for y, row in enumerate(pixels):
        below = pixels[y + 1] if y + 1 < len(pixels) else SEA * len(row)
        for x, char in enumerate(row):
            if char == SEA:
                continue
            right = row[x + 1] if x + 1 < len(row) else SEA
            for other, place in ((right, (x + 1, y)), (below[x], (x, y + 1))):
                if other not in {char, SEA}:
                    pair = frozenset((raster.slugs[char], raster.slugs[other]))
                    found.setdefault(pair, []).append(((x, y), place))
    return {pair: tuple(places) for pair, places in found.items()}


def _links(raster: Raster) -> Iterator[tuple[Point, tuple[Link, ...]]]:
    """The links through each cell, routes first."""
    found: dict[Point, list[Link]] = {}
    for route in raster.routes:
        for point in route.cells:
            found.setdefault(point, []).append(Link(route.ends))
    for stub in raster.stubs:
        for point, link in _stub_cells(raster, stub):
            found.setdefault(point, []).append(link)
    return ((point, tuple(links)) for point, links in found.items())


def _stub_cells(raster: Raster, stub: Stub) -> Iterator[tuple[Point, Link]]:
    """The arrow at the edge of the map, the name of who is behind it, then dots up to the country."""
    ends = frozenset((stub.country, stub.other))
    edge = (0 if stub.side < 0 else raster.width - 1, stub.row)
    text = stub.text if stub.side < 0 else stub.text[::-1]
    for i, point in enumerate(stub.cells or (edge,)):
        if i == 0:
            yield point, Link(ends, _ARROWS[stub.side], _PACT_ARROWS[stub.side])
        elif i <= len(text):
            yield point, Link(ends, text[i - 1], text[i - 1])
        else:
            yield point, Link(ends)


def _insides(raster: Raster, written: Iterable[Point]) -> tuple[tuple[str | None, ...], ...]:
    """Rows of the country around each cell that has no frontier near and nothing written on it."""
    cells, taken = raster.cells, frozenset(written)
    last_x, last_y = raster.width - 1, raster.height - 1

    def inside(x: int, y: int) -> str | None:
        quad = cells[y][x]
        char = quad[0]
        if char == SEA or quad != char * 4 or (x, y) in taken:
            return None
        calm = (
            (x == 0 or cells[y][x - 1][1] == char == cells[y][x - 1][3])
            and (x == last_x or cells[y][x + 1][0] == char == cells[y][x + 1][2])
            and (y == 0 or cells[y - 1][x][2:] == char * 2)
            and (y == last_y or cells[y + 1][x][:2] == char * 2)
        )
        return raster.slugs[char] if calm else None

    return tuple(tuple(inside(x, y) for x in range(raster.width)) for y in range(raster.height))


def _knots(raster: Raster, written: Iterable[Point]) -> Iterator[tuple[Pair, Point]]:
    """A cell for each frontier, near its middle, that no other frontier uses for its sign.

    Small countries are covered by their labels: then the sign stands beside the frontier, or else takes the
    end of a chip, which few counts need, or a letter's background.
    """
    names = set(written)
    chip_ends = {(label.chip[0] + label.chip_width - 1, label.chip[1]) for label in raster.labels.values()}
    frontiers = contacts(raster)
    used: set[Point] = set()
    for pair in sorted(frontiers, key=lambda pair: (len(frontiers[pair]), sorted(pair))):
        places = [place for contact in frontiers[pair] for place in contact]
        touching = {(x // 2, y // 2) for x, y in places}
        beside = {
            (x + dx, y + dy)
            for x, y in touching
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if raster.at(x + dx, y + dy) in pair
        }
        middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
        choices = (touching - names, beside - names, touching & chip_ends, touching & names)
        cell = next((_closest(free - used, middle) for free in choices if free - used), None)
        if cell is not None:
            used.add(cell)
            yield pair, cell


def _closest(cells: Iterable[Point], middle: tuple[float, float]) -> Point:
    """The cell nearest to a place given in sub-cells, which are twice as high as wide."""
    x, y = middle
    return min(cells, key=lambda cell: (abs(2 * cell[0] + 0.5 - x) + 2 * abs(2 * cell[1] + 0.5 - y), cell))
