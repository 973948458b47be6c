"""The last guard before the terminal: whatever text a widget drew, nothing in it can steer the terminal."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from teg_tui.widgets.lines import clean, harmless


class HarmlessText(LineFilter):
    """Drops control, escape, bidirectional and zero-width characters from every row."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the row with only characters that show something."""
        del background
        if all(piece.control is None and harmless(piece.text) for piece in segments):
            return segments
        return [piece if piece.control else Segment(clean(piece.text), piece.style) for piece in segments]
