# ruff: noqa: PLC0415 # the other board and its names are not loaded before such a game is played
"""The game in the words of the map: slugs for countries and colours instead of numbers."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from teg_shared.rules.classic.data import BOARD

from teg_tui.i18n import N_, SOURCE, _, language
from teg_tui.map.raster import Label, Raster, Stub, fitting
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
        return raster if language() == SOURCE else _translated(raster, self.variant, language())


def _named(variant: str) -> Callable[[str], tuple[str, str]]:
    """Return what gives the name and the code of a country by its slug, on the board of a game."""
    if variant == "classic":
        return lambda slug: (country(BOARD.index[slug]), code(BOARD.index[slug]))
    from teg_shared.rules.negocios.data import BOARD as OTHER

    from teg_tui.negocios import names

    return lambda slug: (names.country(OTHER.index[slug]), names.code(OTHER.index[slug]))


@lru_cache(8)
def _translated(raster: Raster, variant: str, spoken: str) -> Raster:
    """Return a drawing with other names; where one finds no room, its code stands there."""
    del spoken  # the names speak it
    named = _named(variant)
    labels = {slug: _relabelled(raster, slug, named(slug)) for slug in raster.labels}
    words = tuple(replace(word, text=_(word.text)) for word in raster.words)
    stubs = tuple(_redirected(stub, named(stub.other)) for stub in raster.stubs)
    return replace(raster, labels=MappingProxyType(labels), words=words, stubs=stubs)


def _redirected(stub: Stub, names: tuple[str, str]) -> Stub:
    """Return a link that leaves the map with the other name of where it leads."""
    if len(stub.text) <= CODE:
        return stub
    return replace(stub, text=next(text for text in (*names, "") if len(text) <= len(stub.text)))


def _relabelled(raster: Raster, slug: str, names: tuple[str, str]) -> Label:
    label = raster.labels[slug]
    if len(label.text) <= CODE:
        return label  # it has only ever shown the code
    for text in names:
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
