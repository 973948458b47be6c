"""Turn a drawing and a state into cells and strips, redoing only the cells that change.

A cell is a character and a style; a strip is a row of one of the columns into which the widget is cut.  There is
no widget in here and no application: the same state always gives the same cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from teg_tui.map.layers import PEACE, Link, layers_of
from teg_tui.map.looks import Cell, Look, Painter, distance, style
from teg_tui.map.palette import Palette
from teg_tui.map.raster import SEA, Point, Raster
from teg_tui.map.state import MapState, candidates

_QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # bit 0 upper left, 1 upper right, 2 lower left, 3 lower right
_HALVES: Final = frozenset((0b0000, 0b0011, 0b1100, 0b0101, 0b1010, 0b1111))
_OPEN_SEA: Final = SEA * 4


class Drawing:
    """One drawing of a board, painted for a state that changes.

    Args:
        raster: the drawing.
        palette: the colours.
        state: what to show first.
        letters: whether owners are marked by letters even if the palette has shapes.
    """

    def __init__(
        self, raster: Raster, palette: Palette, state: MapState | None = None, *, letters: bool = False
    ) -> None:
        self.raster, self.palette, self.state = raster, palette, state or MapState()
        self._layers = layers_of(raster)
        self._painter = Painter(raster, palette, letters=letters)
        self._looks: dict[str, Look] = {}
        self._chars: Mapping[str, str] = {slug: char for char, slug in raster.slugs.items()}
        self._rows: list[list[Cell]] = []
        self._strips: dict[tuple[int, int], Strip] = {}
        near, middle, far = palette.sea
        self._sea = (near, near, middle, middle, far)

    def update(self, state: MapState) -> set[Point]:
        """Show another state, and return the cells that look different now."""
        old, self.state = self.state, state
        self._looks.clear()
        if not self._rows:  # nobody has seen anything yet
            return set()
        changed = set()
        for x, y in candidates(self.raster, self._layers, old, state):
            cell = self._cell(x, y)
            if cell != self._rows[y][x]:
                self._rows[y][x] = cell
                changed.add((x, y))
        rows = {y for _, y in changed}
        for key in [key for key in self._strips if key[0] in rows]:
            del self._strips[key]
        return changed

    def cell(self, x: int, y: int) -> Cell:
        """The character and style of a cell."""
        return self._all_rows()[y][x]

    def strip(self, y: int, left: int, right: int) -> Strip:
        """A piece of a row, with as few segments as its styles allow.

        Args:
            y: the row.
            left: the first column.
            right: the column after the last.
        """
        found = self._strips.get((y, left))
        if found is None or found.cell_length != right - left:
            segments = [Segment(text, look) for text, look in _joined(self._all_rows()[y][left:right])]
            found = self._strips[y, left] = Strip(segments, right - left)
        return found

    def _all_rows(self) -> list[list[Cell]]:
        if not self._rows:
            width, height = self.raster.width, self.raster.height
            self._rows = [[self._cell(x, y) for x in range(width)] for y in range(height)]
        return self._rows

    def _look(self, country: str) -> Look:
        look = self._looks.get(country)
        if look is None:
            look = self._looks[country] = self._painter.look(self.state, country)
        return look

    # --- cells

    def _cell(self, x: int, y: int) -> Cell:
        """Draw a cell; most of them are inside a country and need no more than its fill."""
        country = self._layers.inside[y][x]
        if country is not None and (x, y) not in self._layers.knots:
            return self._look(country).inside
        return self._written(x, y) or self._knot(x, y) or self._link(x, y) or self._shape(x, y)

    def _written(self, x: int, y: int) -> Cell | None:
        """A letter of a country's name or a place of its chip."""
        if named := self._layers.names.get((x, y)):
            country, char = named
            look = self._look(country)
            cell = (look.title[x - self.raster.labels[country].at[0]] if look.title else char), look.name
        elif counted := self._layers.chips.get((x, y)):
            country, i = counted
            look = self._look(country)
            cell = look.chip[i], look.styles[i]
        else:
            return None
        sign = self._knot(x, y)
        if sign is None:
            return cell
        return (sign[0] if cell[0] == " " else cell[0]), sign[1]

    def _knot(self, x: int, y: int) -> Cell | None:
        """The sign of peace on the frontier of two countries."""
        pair = self._layers.knots.get((x, y))
        if pair is None or not self.state.at_peace(pair):
            return None
        return PEACE, style(self.palette.ink, self.palette.pact, bold=True)

    def _link(self, x: int, y: int) -> Cell | None:
        """A dot of a sea link, or the arrow and name of one that leaves the map."""
        links = self._layers.links.get((x, y))
        if links is None:
            return None
        link = max(links, key=lambda link: (self.state.is_way(link.ends), self.state.at_peace(link.ends)))
        colour, bold = self._link_colour(link)
        glyph = link.peace if self.state.at_peace(link.ends) else link.glyph
        country = self.raster.main[y][x]
        if country is not None and not link.is_dot:  # there is no sea between the country and the edge
            paint, look = self.palette.paint(self.state.owners.get(country)), self._look(country)
            return glyph, self._painter.text(colour if bold else paint.text, look.fill, bold=bold)
        return glyph, style(colour, self._sea[self.raster.depth[y][x]], bold=bold)

    def _link_colour(self, link: Link) -> tuple[str, bool]:
        """The colour of a link, and whether it is one of those that matter now."""
        if self.state.is_way(link.ends):
            return self._painter.mark(self.state, "option"), True
        if self.state.at_peace(link.ends):
            return self.palette.pact, True
        return self.palette.link, False

    def _shape(self, x: int, y: int) -> Cell:
        """The sea, the coast, or a frontier: two colours in a cell, as a block of sub-cells."""
        quad, sea = self.raster.cells[y][x], self._sea[self.raster.depth[y][x]]
        if quad == _OPEN_SEA:
            word = self._layers.words.get((x, y))
            return (word, style(self.palette.word, sea)) if word else (" ", style(self.palette.link, sea))
        colours = [sea if quad[i] == SEA else self._pixel(2 * x + i % 2, 2 * y + i // 2, quad[i]) for i in range(4)]
        return self._block(colours, sea)

    def _block(self, colours: list[str], sea: str) -> Cell:
        """The glyph that comes nearest to four sub-cells."""
        kept = list(dict.fromkeys(colours))
        if len(kept) == 1:
            return self._painter.solid(kept[0])
        if len(kept) > 2:
            kept = sorted(kept, key=lambda colour: (colour not in self._signals, -colours.count(colour)))[:2]
        paper, ink = kept
        if ink == sea or paper == self.palette.ink_only:
            paper, ink = ink, paper
        bits = sum(1 << i for i, colour in enumerate(colours) if _nearest(colour, ink, paper) == ink)
        return _QUADRANTS[half_blocks(bits) if self.palette.half_blocks else bits], style(ink, paper)

    @property
    def _signals(self) -> tuple[str, ...]:
        """The colours that must not be lost where more than two meet in a cell."""
        palette = self.palette
        marks = palette.selected, palette.attack, palette.move, palette.target, palette.destination
        return (*marks, palette.pact)

    def _at(self, x: int, y: int) -> str:
        """The character of a sub-cell; the sea's outside of the map."""
        if not (0 <= x < 2 * self.raster.width and 0 <= y < 2 * self.raster.height):
            return SEA
        return self.raster.cells[y // 2][x // 2][y % 2 * 2 + x % 2]

    def _pixel(self, x: int, y: int, char: str) -> str:
        """The colour of a sub-cell of land: an outline, a frontier line, or the country's fill.

        Args:
            x: column, in sub-cells.
            y: row, in sub-cells.
            char: whose it is.
        """
        country, small = self.raster.slugs[char], self.raster.small
        look = self._look(country)
        right, below = self._at(x + 1, y), self._at(x, y + 1)
        if look.role and not small:
            around = (right, below, self._at(x - 1, y), self._at(x, y - 1))
            if self._outlined(look, char, around):
                return look.mark
        for other in (right, below):
            if other not in {char, SEA}:
                if self.state.at_peace(frozenset((country, self.raster.slugs[other]))):
                    return self.palette.pact
                if not small:
                    return look.line
        return look.fill

    def _outlined(self, look: Look, char: str, around: Iterable[str]) -> bool:
        """Whether a sub-cell is on an outline; an option's is only its frontier with the selected country."""
        if look.role == "option":
            return self.state.selected is not None and self._chars[self.state.selected] in around
        return any(other != char for other in around)


def half_blocks(bits: int) -> int:
    """The nearest shape of sub-cells that is a half block, a full one, or nothing."""
    if bits in _HALVES:
        return bits
    if bits.bit_count() == 2:  # a diagonal
        return 0b0011 if bits & 1 else 0b1100
    return 0b1111 if bits.bit_count() == 3 else 0b0000


def _nearest(colour: str, ink: str, paper: str) -> str:
    """The one of two colours that a third is drawn in."""
    if colour in {ink, paper}:
        return colour
    return ink if distance(colour, ink) < distance(colour, paper) else paper


def _joined(cells: Iterable[Cell]) -> Iterator[tuple[str, Style]]:
    """Runs of cells that one style can draw; for spaces only what is behind them counts."""
    text, current = "", None
    for char, look in cells:
        if current is None or look is current:
            text, current = text + char, look
        elif char == " " and not look.underline and _same_paper(look, current):
            text += char
        elif text.isspace() and not look.underline and _same_paper(look, current):
            text, current = text + char, look
        else:
            yield text, current
            text, current = char, look
    if current is not None:
        yield text, current


def _same_paper(look: Style, other: Style) -> bool:
    """Whether spaces look the same in two styles."""
    return look.bgcolor == other.bgcolor and look.underline == other.underline
