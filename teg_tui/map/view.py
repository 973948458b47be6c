"""The map as a widget: it shows owners, armies, pacts and marks, and says which country is pointed at.

Textual repaints a region from its widget's left edge, so one wide widget would send half a row for one army.
The map is therefore cut into columns of `COLUMN` cells, and a change repaints only the changed rows of the
columns it is in.  Measured bytes written to a pty in truecolor, at 56x22, 90x33 and 154x51 cells:

    first screen, with all that Textual sends    29,400    65,800    132,800
    one army more                                   130        60         50
    Rusia changes hands                             640     1,800      2,600
    the cursor goes from Rusia to China           2,000     2,900      5,800
    six marks appear                                730     3,900      6,600
    nothing happens                                   0         0          0
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from teg_tui.map.drawing import Drawing
from teg_tui.map.palette import Palette, choose_palette
from teg_tui.map.raster import SIZES, Point, Raster, fitting, load
from teg_tui.map.state import Kind, MapState
from teg_tui.map.steering import middle_country, next_country

COLUMN: Final = 8
"""Cells a column is wide: narrower ones cost a repaint more, wider ones a change."""
FLASH_SECONDS: Final = 0.4


class Piece(Widget):
    """A widget that never scrolls: as Textual declares it, a new virtual size would paint all of it again."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)


class MapColumn(Piece):
    """One of the pieces into which the map is cut.

    Args:
        left: the first column of cells it shows.
    """

    DEFAULT_CSS = "MapColumn { height: 1fr; width: auto; }"

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left
        self.drawing: Drawing | None = None
        self.display = False

    def show(self, drawing: Drawing) -> None:
        """Show a piece of another drawing, or nothing where that is narrower."""
        self.drawing = drawing
        width = max(0, min(COLUMN, drawing.raster.width - self.left))
        self.display = width > 0
        self.styles.width = width
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Render a row of cells."""
        if self.drawing is None or y >= self.drawing.raster.height:
            return Strip.blank(self.size.width)
        return self.drawing.strip(y, self.left, min(self.left + COLUMN, self.drawing.raster.width))


class Board(Piece):
    """The columns side by side, as large as the drawing."""

    DEFAULT_CSS = "Board { layout: horizontal; width: auto; height: auto; }"

    def __init__(self, width: int) -> None:
        super().__init__()
        self.columns = [MapColumn(left) for left in range(0, width, COLUMN)]
        self.is_shown = False

    def compose(self) -> ComposeResult:
        """Yield the columns."""
        yield from self.columns

    def show(self, drawing: Drawing) -> None:
        """Show another drawing."""
        self.is_shown = True
        self.styles.width, self.styles.height = drawing.raster.width, drawing.raster.height
        for column in self.columns:
            column.show(drawing)

    def repaint(self, cells: Iterable[Point]) -> None:
        """Repaint the rows of the columns that hold some cells."""
        spans: dict[tuple[int, int], int] = {}
        for x, y in cells:
            column, end = x // COLUMN, x % COLUMN + 1
            spans[column, y] = max(end, spans.get((column, y), 0))
        regions: dict[int, list[Region]] = {}
        for (column, y), end in spans.items():
            regions.setdefault(column, []).append(Region(0, y, end, 1))
        for column, dirty in regions.items():
            self.columns[column].refresh(*dirty)


class MapView(Widget, can_focus=True):
    """The map of a game.

    Args:
        variant: `classic` or `negocios`.
        palette: the colours; by default those for the terminal the environment describes.
        letters: whether owners are marked by letters even where the palette has shapes.
        id: the widget's id.
    """

    DEFAULT_CSS = """
    MapView {
        width: 1fr; height: 1fr;
        align: center middle;
        overflow: auto auto;
        scrollbar-size: 0 0;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "go(-1, 0)", show=False),
        Binding("right,l", "go(1, 0)", show=False),
        Binding("up,k", "go(0, -1)", show=False),
        Binding("down,j", "go(0, 1)", show=False),
    ]

    class Hovered(Message):
        """The cursor has come to a country, by keys or by the mouse."""

        def __init__(self, country: str) -> None:
            super().__init__()
            self.country = country

    class Picked(Message):
        """A country was clicked."""

        def __init__(self, country: str) -> None:
            super().__init__()
            self.country = country

    def __init__(
        self,
        variant: str = "classic",
        *,
        palette: Palette | None = None,
        letters: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's name for it
    ) -> None:
        super().__init__(id=id)
        self.variant = variant
        self.palette = palette or choose_palette(os.environ)
        self.letters = letters
        self.animated = True
        self.drawing = Drawing(load(variant, SIZES[0]), self.palette, letters=letters)
        self._board = Board(load(variant, SIZES[-1]).width)
        self.styles.background = self.palette.sea[2]

    def compose(self) -> ComposeResult:
        """Yield the board, which has columns for the widest drawing."""
        yield self._board

    def on_resize(self) -> None:
        """Take the largest drawing that fits, in the middle; where none fits, the smallest scrolls."""
        width, height = self.size
        raster = self.named(fitting(self.variant, width, height))
        self.styles.align_horizontal = "center" if raster.width <= width else "left"
        self.styles.align_vertical = "middle" if raster.height <= height else "top"
        if not self._board.is_shown:  # a screen paints itself twice when it opens: once is enough for the map
            self.call_after_refresh(self._redraw, raster)
        elif raster is not self.drawing.raster:
            self._redraw(raster)
        self.call_after_refresh(self._follow_cursor)

    def named(self, raster: Raster) -> Raster:
        """Return a drawing with the names of the language that is spoken; here those that it has."""
        return raster

    # --- what is shown

    @property
    def state(self) -> MapState:
        """What the map shows."""
        return self.drawing.state

    @property
    def cursor(self) -> str | None:
        """The country under the cursor; setting it tells nobody, unlike `move_cursor`."""
        return self.state.cursor

    @cursor.setter
    def cursor(self, country: str | None) -> None:
        self._show(replace(self.state, cursor=country))
        self._follow_cursor()

    def update_board(self, owners: Mapping[str, str], armies: Mapping[str, int]) -> None:
        """Show who owns what, repainting only what has changed.

        Args:
            owners: the slug of a colour for each country that has an owner.
            armies: the armies in each country.
        """
        self._show(replace(self.state, owners=dict(owners), armies=dict(armies)))

    def set_factors(self, letters: Mapping[str, str]) -> None:
        """Show a letter for each country's factor before its armies (Negocios)."""
        self._show(replace(self.state, factors=dict(letters)))

    def set_icons(self, letters: Mapping[str, str]) -> None:
        """Show the letters of the icons that stand in countries (Negocios)."""
        self._show(replace(self.state, icons=dict(letters)))

    def set_marks(
        self,
        *,
        selected: str | None = None,
        options: Collection[str] = (),
        target: str | None = None,
        kind: Kind = "attack",
        way: Sequence[str] = (),
    ) -> None:
        """Mark the move being made; without arguments, none.

        Args:
            selected: the country that acts.
            options: the countries it may attack or send armies to.
            target: the country chosen among them.
            kind: `attack`, or `move` for armies that are sent or placed.
            way: the countries of a path that is being walked, in their order.
        """
        options, way = frozenset(options), tuple(way)
        self._show(replace(self.state, selected=selected, options=options, target=target, kind=kind, way=way))

    def set_pacts(self, edges: Collection[frozenset[str]], pairs: Collection[frozenset[str]]) -> None:
        """Show the pacts in force.

        Args:
            edges: pairs of countries with a pact on their frontier or link.
            pairs: pairs of colours at peace on the whole map.
        """
        self._show(replace(self.state, edges=frozenset(edges), pairs=frozenset(pairs)))

    def flash(self, country: str) -> None:
        """Light a country up for a moment, unless `animated` is off."""
        if self.animated:
            self._show(replace(self.state, flashing=self.state.flashing | {country}))
            self.set_timer(FLASH_SECONDS, partial(self._end_flash, country))

    def _end_flash(self, country: str) -> None:
        self._show(replace(self.state, flashing=self.state.flashing - {country}))

    def _show(self, state: MapState) -> None:
        self._board.repaint(self.drawing.update(state))

    def _redraw(self, raster: Raster) -> None:
        self.drawing = Drawing(raster, self.palette, self.state, letters=self.letters)
        self._board.show(self.drawing)

    # --- the cursor

    def move_cursor(self, country: str) -> None:
        """Put the cursor on a country and tell the screen."""
        self.cursor = country
        self.post_message(self.Hovered(country))

    def action_go(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest country in a direction."""
        raster, cursor = self.drawing.raster, self.cursor
        if cursor is None:
            self.move_cursor(self.state.selected or middle_country(raster))
        elif (country := next_country(raster, cursor, dx, dy)) != cursor:
            self.move_cursor(country)

    def _follow_cursor(self) -> None:
        """Scroll until the name and the armies under the cursor can be seen."""
        if self.cursor is None or (not self.max_scroll_x and not self.max_scroll_y):
            return
        label = self.drawing.raster.labels[self.cursor]
        name = Region(*label.at, len(label.text), 1)
        chip = Region(*label.chip, label.chip_width, 1)
        self.scroll_to_region(name.union(chip), spacing=Spacing(1, 1, 1, 1), animate=False, force=True)

    # --- the mouse

    def _country_at(self, event: events.MouseEvent) -> str | None:
        place = event.screen_offset - self._board.region.offset
        return self.drawing.raster.at(place.x, place.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse."""
        country = self._country_at(event)
        if country is not None and country != self.cursor:
            self.move_cursor(country)

    def on_click(self, event: events.Click) -> None:
        """Pick the country that was clicked."""
        country = self._country_at(event)
        if country is not None:
            self.post_message(self.Picked(country))
