"""What the map shows of a game at one moment, and what differs between two moments.

It knows countries and colours by their slugs, and no rule of the game: the marks are decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from teg_tui.map.layers import Layers, Pair
from teg_tui.map.raster import Box, Point, Raster

Kind: TypeAlias = Literal["attack", "move"]
Role: TypeAlias = Literal["selected", "option", "target"]

_NOBODY: Final[frozenset[str]] = frozenset()
_NO_PAIR: Final[frozenset[Pair]] = frozenset()


@dataclass(frozen=True, slots=True)
class MapState:
    """A frozen picture of the game, as far as the map shows it.

    Attributes:
        owners: the colour of each country that has an owner.
        armies: the armies in each country; a country without an entry shows none.
        factors: a letter for each country's factor (Negocios), shown before the armies.
        icons: the letters of the icons that stand in a country (Negocios), shown with its name.
        cursor: the country under the cursor.
        selected: the country that acts.
        options: the countries it may attack or send armies to.
        target: the country chosen among them.
        kind: whether the options are attacked or joined.
        way: the countries of a path that is being walked, in their order; they look as the one that acts does.
        edges: pairs of countries with a pact on their frontier.
        pairs: pairs of colours at peace on the whole map.
        flashing: countries that have just changed.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    armies: Mapping[str, int] = field(default_factory=dict)
    factors: Mapping[str, str] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    cursor: str | None = None
    selected: str | None = None
    options: frozenset[str] = _NOBODY
    target: str | None = None
    kind: Kind = "attack"
    way: tuple[str, ...] = ()
    edges: frozenset[Pair] = _NO_PAIR
    pairs: frozenset[Pair] = _NO_PAIR
    flashing: frozenset[str] = _NOBODY

    def role(self, country: str) -> Role | None:
        """The part a country plays in the move that is being made."""
        if country == self.target:
            return "target"
        if country == self.selected or country in self.way:
            return "selected"
        return "option" if country in self.options else None

    def at_peace(self, pair: Pair) -> bool:
        """Whether a pact stands between two countries, on their frontier or between their owners."""
        if pair in self.edges:
            return True
        return bool(self.pairs) and frozenset(self.owners.get(country, "") for country in pair) in self.pairs

    def is_way(self, pair: Pair) -> bool:
        """Whether a link is part of a path, or leads from its end or the country that acts to one of the options."""
        if any(pair == {one, other} for one, other in pairwise(self.way)):
            return True
        head = self.way[-1] if self.way else self.selected
        return head in pair and any(country in self.options or country == self.target for country in pair - {head})


def candidates(raster: Raster, layers: Layers, old: MapState, new: MapState) -> AbstractSet[Point]:
    """The cells that may look different in two states; all others certainly look the same."""
    cells: set[Point] = set()
    for country, box in raster.bbox.items():
        if _looks(old, country) != _looks(new, country):
            cells.update(_around(raster, box))
        elif old.armies.get(country) != new.armies.get(country):
            label = raster.labels[country]
            cells.update((label.chip[0] + i, label.chip[1]) for i in range(label.chip_width))
    for pair in layers.knots.values():
        if old.at_peace(pair) != new.at_peace(pair):
            cells.update(cell for country in pair for cell in _around(raster, raster.bbox[country]))
    for pair, way in layers.route_cells.items():
        if (old.at_peace(pair), old.is_way(pair), old.kind) != (
            new.at_peace(pair),
            new.is_way(pair),
            new.kind,
        ):
            cells.update(way)
    return cells


def _around(raster: Raster, box: Box) -> Iterator[Point]:
    """The cells of a country's box and one more on each side, for its neighbours draw its frontier too."""
    left, top, right, bottom = box
    for y in range(max(0, top - 1), min(raster.height, bottom + 1)):
        for x in range(max(0, left - 1), min(raster.width, right + 1)):
            yield x, y


def _looks(state: MapState, country: str) -> tuple[object, ...]:
    """All that a country's looks depend on, apart from its armies and its frontiers."""
    role = state.role(country)
    return (
        state.owners.get(country),
        role,
        state.kind if role in {"option", "target"} else None,
        country == state.cursor,
        country in state.flashing,
        state.factors.get(country),
        state.icons.get(country),
    )
