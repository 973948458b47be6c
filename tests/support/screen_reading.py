"""What a person reads off the client's screen: the hint, the keys that are offered, the sheet on top.

Nothing in here knows the program: signs and labels are told apart by their colours, as by a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.support.terminal import Screen, Terminal

_FRAME: Final = re.compile(r"╭─ (.+?) ─*╮")
_COUNTRY: Final = re.compile(r"[╭─] País ─")
_HINT: Final = re.compile(r" [▸!∙] ")


@dataclass(frozen=True)
class Paper:
    """The sheet that lies on top: its title and the text inside its frame, line by line."""

    title: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    @property
    def chosen(self) -> str:
        """The line that the arrow points at, empty for none."""
        return next((line.strip()[1:].strip() for line in self.lines if line.startswith("▸ ")), "")


@dataclass(frozen=True)
class Seen:
    """One look at the screen.

    Attributes:
        hint: the sentence that names the next step.
        keys: what the bottom line offers, by sign; those of the sheet while there is one.
        sheet: the sheet on top.
        text: the whole screen.
        frontier: whether the country under the cursor has neighbours of another colour.
    """

    hint: str
    keys: dict[str, str]
    sheet: Paper | None
    text: str
    frontier: bool = False

    @property
    def top(self) -> str:
        """The top line."""
        return self.text.partition("\n")[0]

    @property
    def title(self) -> str:
        """Title of the sheet on top, empty for none."""
        return self.sheet.title if self.sheet is not None else ""


def look(terminal: Terminal) -> Seen:
    """Read the screen of a terminal as it is now."""
    rows = terminal.screen.display
    text = "\n".join(row.rstrip() for row in rows)
    keys = _keys(terminal.screen, terminal.rows - 1)
    return Seen(_hint(terminal, rows), keys, _paper(rows), text, _frontier(terminal.screen, rows))


def _paper(rows: list[str]) -> Paper | None:
    place = _frame(rows)
    if place is None:
        return None
    top, left, right, title = place
    bottom = next((y for y in range(top + 1, len(rows)) if rows[y][left] == "╰"), len(rows))
    return Paper(title, tuple(rows[y][left + 1 : right].rstrip() for y in range(top + 1, bottom)))


def _frame(rows: list[str]) -> tuple[int, int, int, str] | None:
    """Return top row, left column, right column and title of the sheet; the sidebar's boxes look otherwise."""
    for y, row in enumerate(rows):
        found = _FRAME.search(row)
        if found is not None:
            return y, found.start(), found.end() - 1, found[1].strip()
    return None


def _hint(terminal: Terminal, rows: list[str]) -> str:
    """Return the sentence below the top line, or at the bottom where there is none; it may go on for some rows."""
    ground = terminal.screen.buffer
    for first in (1, *range(len(rows) - 9, len(rows))):
        if not _HINT.match(rows[first]) or (1 < first < len(rows) - 1 and not _panel(terminal, first)):
            continue
        paper = ground[first][1].bg
        width = next((x for x in range(terminal.cols) if ground[first][x].bg != paper), terminal.cols)
        parts = [rows[first][3:width].strip()]
        for y in range(first + 1, min(first + 3, len(rows))):
            if ground[y][1].bg != paper or rows[y][:3].strip() or ground[y][3].fg != ground[first][3].fg:
                break  # another line, or what is said aside in another colour
            parts.append(rows[y][3:width].strip())
        return " ".join(parts)
    return ""


def _panel(terminal: Terminal, row: int) -> bool:
    """Whether a row has the ground of the line of keys at its left edge, as the sentence has it."""
    ground = terminal.screen.buffer
    return bool(ground[row][0].bg == ground[0][terminal.cols - 1].bg)


def _frontier(screen: Screen, rows: list[str]) -> bool:
    """Whether the box of the country shows more than one player's colour."""
    for top, row in enumerate(rows):
        found = _COUNTRY.search(row)
        if found is None:
            continue
        ground = screen.buffer[top][found.start()].bg
        colours = set[str]()
        for y in range(top + 1, len(rows)):
            if rows[y][found.start()] in "╰─":
                break
            colours |= {screen.buffer[y][x].bg for x in range(found.start() + 1, len(rows[y]) - 1)} - {ground}
        return len(colours) > 1
    return False


def _runs(screen: Screen, row: int) -> Iterator[str]:
    """Yield the pieces of a row that have one look each."""
    piece, look_of = "", None
    for x in range(screen.columns):
        char = screen.buffer[row][x]
        this = (char.fg, char.bg, char.bold)
        if look_of is not None and this != look_of:
            yield piece
            piece = ""
        piece, look_of = piece + char.data, this
    if piece:
        yield piece


def _keys(screen: Screen, row: int) -> dict[str, str]:
    """Return the keys in a line: sign and label stand in turns."""
    pieces = [piece.strip() for piece in _runs(screen, row)]
    return dict(zip(pieces[::2], pieces[1::2], strict=False))
