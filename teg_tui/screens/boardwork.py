"""The game in the words of the map: slugs for countries and colours instead of numbers."""

from teg_shared.rules.classic.data import BOARD

from teg_tui.map.raster import fitting
from teg_tui.map.view import MapView
from teg_tui.model import Model

SLUGS = tuple(info.id for info in BOARD.countries)
"""Slug of each country."""


class GameMap(MapView):
    """The map, told its size before it is laid out, so that it need not be laid out twice."""

    def prepare(self, width: int, height: int) -> None:
        """Take the drawing that fits into so many cells."""
        raster = fitting(self.variant, width, height)
        self.styles.align_horizontal = "center" if raster.width <= width else "left"
        self.styles.align_vertical = "middle" if raster.height <= height else "top"
        self._redraw(raster)


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
