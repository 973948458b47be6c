"""Lines of styled text that fit their width exactly, and the harmless form of other people's text.

Boxes are built of these lines by plain functions, so that a test reads them without a screen.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from rich.style import Style

Line: TypeAlias = tuple[Segment, ...]

_JOINERS = frozenset({"\u00ad", "\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u3164", "\uffa0"})
"""Invisible characters that Unicode does not class as control or format."""
_MOST_MARKS = 1
"""Combining marks kept on one character; more of them stack up over the lines above."""


@lru_cache(2048)
def clean(text: str) -> str:
    """Return text with every control, escape, bidirectional and zero-width character dropped.

    Combining marks stay, one a character at most; line ends become spaces.
    """
    out: list[str] = []
    marks = 0
    for character in text:
        if character in "\r\n\t\u2028\u2029":
            out.append(" ")
            continue
        category = unicodedata.category(character)
        if category[0] == "C" or character in _JOINERS:
            continue
        if category[0] == "M":
            marks += 1
            if category == "Me" or marks > _MOST_MARKS or not out:
                continue
        else:
            marks = 0
        out.append(character)
    return "".join(out)


def harmless(text: str) -> bool:
    """Whether text can be written to a terminal as it is."""
    return (text.isascii() and text.isprintable()) or clean(text) == text


def fit(text: str, width: int, *, end: str = "…") -> str:
    """Return text cut to at most `width` cells, with `end` where something was cut."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(end)
    if room <= 0:
        return chop_cells(text, width)[0]
    head = chop_cells(text, room)[0] if room else ""
    return head.rstrip() + end


def pad(text: str, width: int, align: str = "<") -> str:
    """Return text cut or filled to exactly `width` cells; `align` is <, > or ^."""
    text = fit(text, width)
    gap = width - cell_len(text)
    if align == ">":
        return " " * gap + text
    if align == "^":
        return " " * (gap // 2) + text + " " * (gap - gap // 2)
    return text + " " * gap


def wrap(text: str, width: int) -> list[str]:
    """Return text broken at spaces into rows of at most `width` cells; a longer word is cut."""
    rows: list[str] = []
    row = ""
    for word in text.split():
        pieces = chop_cells(word, width) if cell_len(word) > width else [word]
        for piece in pieces:
            if row and cell_len(row) + 1 + cell_len(piece) <= width:
                row += " " + piece
            else:
                if row:
                    rows.append(row)
                row = piece
    return [*rows, row] if row else rows


def segment(text: str, style: Style, action: str = "") -> Segment:
    """Return a piece of a line; `action` runs when it is clicked."""
    if action:
        style += Style(meta={"@click": action})
    return Segment(text, style)


def size(line: Iterable[Segment]) -> int:
    """Return how many cells a line takes."""
    return sum(cell_len(piece.text) for piece in line)


def full(line: Sequence[Segment], width: int, ground: Style) -> Line:
    """Return a line cut or filled to exactly `width` cells."""
    out: list[Segment] = []
    left = width
    for piece in line:
        taken = cell_len(piece.text)
        if taken > left:
            out.append(Segment(fit(piece.text, left), piece.style))
            left -= cell_len(out[-1].text)
            break
        out.append(piece)
        left -= taken
    if left > 0:
        out.append(Segment(" " * left, ground))
    return tuple(out)


def spread(left: Sequence[Segment], right: Sequence[Segment], width: int, ground: Style) -> Line:
    """Return a line with something at each end; the right end is kept when both do not fit."""
    gap = width - size(left) - size(right)
    if gap >= 0:
        return (*left, Segment(" " * gap, ground), *right)
    return (*full(left, max(0, width - size(right)), ground), *full(right, min(width, size(right)), ground))
