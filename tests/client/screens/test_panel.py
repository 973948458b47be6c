"""What of a changed line is sent to the terminal."""

import pytest
from rich.segment import Segment
from rich.style import Style

from teg_tui.widgets.lines import Line
from teg_tui.widgets.panel import alike

PLAIN, BOLD = Style(color="white"), Style(color="white", bold=True)


def line(*pieces: tuple[str, Style]) -> Line:
    return tuple(Segment(text, style) for text, style in pieces)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        (line(("coloca 11     ", PLAIN)), line(("coloca 9      ", PLAIN)), 5),
        (line(("a", PLAIN), ("igual", BOLD)), line(("b", PLAIN), ("igual", BOLD)), 5),
        (line(("a", PLAIN), ("漢字", BOLD)), line(("b", PLAIN), ("漢字", BOLD)), 4),
        (line(("ab  ", PLAIN)), line(("ab  ", BOLD)), 0),
        (line(("    ", PLAIN)), line(("abcd", PLAIN)), 0),
        (line(("x", PLAIN), ("  ", BOLD)), line(("y  ", PLAIN)), 0),
    ],
)
def test_the_end_that_did_not_change_is_not_sent(old: Line, new: Line, same: int) -> None:
    assert alike(old, new) == same
