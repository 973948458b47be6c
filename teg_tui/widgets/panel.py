"""A widget of lines that sends to the terminal only the rows that changed, up to their last change."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from teg_tui.widgets.lines import Line, full


class Lines(Widget):
    """Shows lines as they are given, cut or filled to its width.

    Attributes:
        ground: style of what no line covers.
    """

    DEFAULT_CSS = "Lines { height: auto; width: 1fr; }"

    def __init__(self, ground: Style, lines: Sequence[Line] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.ground = ground
        self._lines: tuple[Line, ...] = tuple(lines)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines shown."""
        return self._lines

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines; rows that are the same stay untouched."""
        before, self._lines = self._lines, tuple(lines)
        if len(before) != len(self._lines) and self.styles.is_auto_height:
            self.refresh(layout=True)
            return
        width = self.size.width
        for y in range(min(self.size.height, max(len(before), len(self._lines)))):
            old = before[y] if y < len(before) else ()
            new = self._lines[y] if y < len(self._lines) else ()
            if old != new:
                end = width - alike(full(old, width, self.ground), full(new, width, self.ground))
                self.refresh(Region(0, y, max(1, end), 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        del container, viewport, width
        return len(self._lines)

    def render_line(self, y: int) -> Strip:
        """Return one row."""
        width = self.size.width
        line: Sequence[Segment] = self._lines[y] if y < len(self._lines) else ()
        return Strip(full(line, width, self.ground), width)


def alike(old: Line, new: Line) -> int:
    """Return how many cells at the end of two lines of one width are the same; that much need not be sent."""
    end, before, after = 0, list(old), list(new)
    while before and after and before[-1] == after[-1]:
        end += cell_len(before.pop().text)
        after.pop()
    if before and after and before[-1].style == after[-1].style:
        end += min(len(piece.text) - len(piece.text.rstrip(" ")) for piece in (before[-1], after[-1]))
    return end
