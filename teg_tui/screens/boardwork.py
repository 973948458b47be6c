"""The game in the words of the map: slugs for countries and colours instead of numbers."""

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from teg_shared.rules.classic.data import BOARD

from teg_tui.i18n import N_, SOURCE, _, language
from teg_tui.map.raster import Label, Raster, fitting
from teg_tui.map.view import MapView
from teg_tui.model import Model
from teg_tui.names import code, country

SLUGS = tuple(info.id for info in BOARD.countries)
"""Slug of each country."""
SEAS: Final = (N_("OCÉANO ATLÁNTICO"), N_("OCÉANO PACÍFICO"), N_("OCÉANO ÍNDICO"), N_("MAR DEL NORTE"))
"""Names in the sea, as the drawings have them."""
CODE: Final = 3
"""Letters of a country's code."""


class GameMap(MapView):
    """The map, told its size before it is laid out, so that it need not be laid out twice."""

    def prepare(self, width: int, height: int) -> None:
        """Take the drawing that fits into so many cells."""
        raster = self.named(fitting(self.variant, width, height))
        self.styles.align_horizontal = "center" if raster.width <= width else "left"
        self.styles.align_vertical = "middle" if raster.height <= height else "top"
        self._redraw(raster)

    def named(self, raster: Raster) -> Raster:
        """Return the drawing with the countries' names in the language that is spoken."""
        if self.variant != "classic" or language() == SOURCE:
            return raster
        return _translated(raster, language())


@lru_cache(8)
def _translated(raster: Raster, spoken: str) -> Raster:
    """Return a drawing of the classic board with other names; where one finds no room, its code stands there."""
    del spoken  # `country` speaks it
    labels = {slug: _relabelled(raster, slug) for slug in raster.labels}
    words = tuple(replace(word, text=_(word.text)) for word in raster.words)
    return replace(raster, labels=MappingProxyType(labels), words=words)


def _relabelled(raster: Raster, slug: str) -> Label:
    label, number = raster.labels[slug], BOARD.index[slug]
    if len(label.text) <= CODE:
        return label  # it has only ever shown the code
    for text in (country(number), code(number)):
        x, y = label.at[0] + (len(label.text) - len(text)) // 2, label.at[1]
        inside = x >= 0 and all(owner == slug for owner in raster.main[y][x : x + len(text)])
        if len(text) <= len(label.text) or inside:
            return replace(label, text=text, at=(x, y))
    return label


def show_board(board: MapView, model: Model) -> None:
    """Show owners, armies and pacts; the map repaints only what changed."""
    view = model.view
    if view is None:
        return
    colours = view.colours
    board.update_board(
        {slug: colours[view.owners[n]] for n, slug in enumerate(SLUGS) if view.owners[n] >= 0},
        {slug: model.armies(n) for n, slug in enumerate(SLUGS)},
    )
    edges = [frozenset(SLUGS[c] for c in pact.border) for pact in view.pacts if pact.border is not None]
    pairs = [frozenset((colours[pact.a], colours[pact.b])) for pact in view.pacts if pact.border is None]
    board.set_pacts(edges, pairs)
