"""Read a drawn map: which country owns each sub-cell, and where its name, army count and sea links stand.

The drawings are package data, one file a board and size, made so that countries touch exactly where the board
has a land border.  This module only reads them; owners, armies and colours are none of its business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeAlias

Point: TypeAlias = tuple[int, int]
"""Column and row of a cell, counted from the upper left corner."""
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of a rectangle of cells; right and bottom are outside."""

SEA: Final = "."
SIZES: Final = ("s", "m", "n", "l")
VARIANTS: Final = {"classic": "teg", "negocios": "neg"}
DEEP: Final = 4
"""The depth at which the sea gets no darker."""


@dataclass(frozen=True, slots=True)
class Label:
    """Where a country's name starts, and where its army count stands and how wide it may be (cells)."""

    text: str
    at: Point
    chip: Point
    chip_width: int


@dataclass(frozen=True, slots=True)
class Route:
    """A sea link between two countries and the cells of its dotted line."""

    ends: frozenset[str]
    cells: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Stub:
    """One end of a link that leaves the map: the cells to the edge, outermost first, and who is behind it.

    `side` is -1 at the left edge, 1 at the right one.  Without cells the arrow stands on the country itself.
    """

    country: str
    other: str
    side: int
    row: int
    cells: tuple[Point, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A name in the sea."""

    text: str
    at: Point


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """One drawing of a board; all countries are named by their slugs.

    Attributes:
        name: the file's name, such as `teg-m`.
        width: columns of cells.
        height: rows of cells.
        slugs: the country behind each character of the drawing.
        cells: rows of cells, each as the four characters of its sub-cells (upper two, lower two).
        main: rows of the country that has most of each cell; None for the sea.
        depth: rows of the distance to the coast in cells: 0 where land is in the cell, at most `DEEP`.
        bbox: the rectangle of cells around each country.
        centre: the middle of each country in cells, as fractions.
        tints: a number from 0 to 3 for each country, different for countries that touch.
        labels: name and chip of each country.
        routes: the sea links drawn on the map.
        stubs: the two ends of each link that leaves the map.
        words: names in the sea.
    """

    name: str
    width: int
    height: int
    slugs: Mapping[str, str]
    cells: tuple[tuple[str, ...], ...]
    main: tuple[tuple[str | None, ...], ...]
    depth: tuple[tuple[int, ...], ...]
    bbox: Mapping[str, Box]
    centre: Mapping[str, tuple[float, float]]
    tints: Mapping[str, int]
    labels: Mapping[str, Label]
    routes: tuple[Route, ...]
    stubs: tuple[Stub, ...]
    words: tuple[Word, ...]

    @property
    def small(self) -> bool:
        """Whether the drawing is the smallest: codes for names, no lines between countries."""
        return self.width < 70

    def at(self, x: int, y: int) -> str | None:
        """The country under a cell; None for the sea and outside."""
        return self.main[y][x] if 0 <= x < self.width and 0 <= y < self.height else None


@cache
def load(variant: str, size: str) -> Raster:
    """Read a drawing of the package.

    Args:
        variant: `classic` or `negocios`.
        size: one of `SIZES`.
    """
    name = f"{VARIANTS[variant]}-{size}"
    return parse(name, (files(__package__) / "rasters" / f"{name}.map").read_text(encoding="utf-8"))


def sizes(variant: str) -> tuple[Raster, ...]:
    """All drawings of a board, smallest first."""
    return tuple(load(variant, size) for size in SIZES)


def fitting(variant: str, width: int, height: int) -> Raster:
    """The largest drawing of a board that fits a number of cells, or the smallest where none does."""
    for size in reversed(SIZES):
        raster = load(variant, size)
        if raster.width <= width and raster.height <= height:
            return raster
    return load(variant, SIZES[0])


def parse(name: str, text: str) -> Raster:
    """Read a drawing from its text.

    Args:
        name: what to call it.
        text: the contents of a `.map` file.
    """
    sections = _sections(text)
    pixels = sections["px"]
    countries = [line.split(" ") for line in sections["country"]]
    slugs = {fields[0]: fields[1] for fields in countries}
    cells = tuple(
        tuple(map("".join, zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True)))
        for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)
    )
    main = _majority(cells, slugs)
    return Raster(
        name=name,
        width=len(cells[0]),
        height=len(cells),
        slugs=MappingProxyType(slugs),
        cells=cells,
        main=main,
        depth=_depths(cells),
        bbox=MappingProxyType(_boxes(pixels, slugs)),
        centre=MappingProxyType(_centres(main)),
        tints=MappingProxyType({fields[1]: int(fields[2]) for fields in countries}),
        labels=MappingProxyType({fields[1]: _label(fields[3], fields[4]) for fields in countries}),
        routes=tuple(_route(line, slugs) for line in sections["link"]),
        stubs=tuple(_stub(line, slugs) for line in sections["stub"]),
        words=tuple(_word(line) for line in sections["text"]),
    )


def _sections(text: str) -> dict[str, list[str]]:
    """The lines under each `[heading]`, without comments; so no country is drawn as `#` or `[`."""
    found: dict[str, list[str]] = {"px": [], "country": [], "link": [], "stub": [], "text": []}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            lines = found[line.strip("[]")]
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _label(name: str, chip: str) -> Label:
    """Read `Nueva_York@13,11` and `@16,12,4`."""
    text, _, place = name.rpartition("@")
    x, y = _numbers(place)
    chip_x, chip_y, width = _numbers(chip.removeprefix("@"))
    return Label(text.replace("_", " "), (x, y), (chip_x, chip_y), width)


def _route(line: str, slugs: Mapping[str, str]) -> Route:
    """Read `S e 19,11 20,11`."""
    one, other, *places = line.split(" ")
    points = (_numbers(place) for place in places)
    return Route(frozenset((slugs[one], slugs[other])), tuple((x, y) for x, y in points))


def _stub(line: str, slugs: Mapping[str, str]) -> Stub:
    """Read `C u -1 18 0 7 AUS`."""
    country, other, side, row, start, end, text = line.split(" ")
    y, way = int(row), range(int(start), int(end))
    outward = way if side == "-1" else reversed(way)
    cells = tuple((x, y) for x in outward)
    return Stub(slugs[country], slugs[other], int(side), y, cells, "" if text == "-" else text.replace("_", " "))


def _word(line: str) -> Word:
    """Read `14 14 OCÉANO ATLÁNTICO`."""
    x, y, text = line.split(" ", 2)
    return Word(text, (int(x), int(y)))


def _majority(cells: Iterable[Sequence[str]], slugs: Mapping[str, str]) -> tuple[tuple[str | None, ...], ...]:
    """The country that has most of each cell; land wins a draw."""
    known: dict[str, str | None] = {}

    def owner(quad: str) -> str | None:
        if quad not in known:
            known[quad] = slugs.get(max(quad, key=lambda char: (quad.count(char), char != SEA)))
        return known[quad]

    return tuple(tuple(owner(quad) for quad in row) for row in cells)


def _boxes(pixels: Sequence[str], slugs: Mapping[str, str]) -> dict[str, Box]:
    """The rectangle of cells around each country's sub-cells."""
    boxes: dict[str, Box] = {}
    for line, row in enumerate(pixels):
        y = line // 2
        for char in set(row) - {SEA}:
            left, right = row.index(char) // 2, row.rindex(char) // 2 + 1
            x0, y0, x1, _ = boxes.get(slugs[char], (left, y, right, y))
            boxes[slugs[char]] = (min(x0, left), y0, max(x1, right), y + 1)
    return {slug: boxes[slug] for slug in slugs.values()}


def _centres(main: Sequence[Sequence[str | None]]) -> dict[str, tuple[float, float]]:
    """The mean place of each country's cells."""
    columns: dict[str, list[float]] = {}
    rows: dict[str, list[float]] = {}
    for y, row in enumerate(main):
        for x, slug in enumerate(row):
            if slug is not None:
                columns.setdefault(slug, []).append(x + 0.5)
                rows.setdefault(slug, []).append(y + 0.5)
    return {slug: (sum(xs) / len(xs), sum(rows[slug]) / len(xs)) for slug, xs in columns.items()}


def _depths(cells: Sequence[Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    """The distance of each cell to the nearest cell with land, by steps along rows and columns."""
    calm = SEA * 4
    rows = [_slope([DEEP if quad == calm else 0 for quad in row]) for row in cells]
    columns = [_slope(column) for column in zip(*rows, strict=True)]
    return tuple(zip(*columns, strict=True))


def _slope(line: Sequence[int]) -> list[int]:
    """A line of depths lowered until neighbours differ by at most one."""
    for _ in range(2):  # once each way
        lowered: list[int] = []
        for depth in line:
            lowered.append(min(depth, lowered[-1] + 1) if lowered else depth)
        line = lowered[::-1]
    return list(line)
