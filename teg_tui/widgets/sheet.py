"""Sheets that lie over the map: cards, pacts, help and the like. What they say and do is plain code.

A sheet is no widget. It gives rows and takes keys; `SheetView` draws whichever lies on top.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import msgspec
from rich.segment import Segment
from teg_shared.protocol.messages import FromClient
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import Line, fit, full


@dataclass(frozen=True)
class Row:
    """One line of a sheet; `pick` numbers those that can be chosen, from 0, and is -1 for the others."""

    line: Line
    pick: int = -1


@dataclass(frozen=True)
class Deed:
    """What a key on a sheet leads to.

    Attributes:
        commands: to be played.
        messages: to be sent to the server.
        say: a sentence for the player.
        opens: another sheet to lie on top.
        closes: whether this sheet goes away.
        cursor: country to which the cursor of the map jumps, -1 for none.
        act: something that only the program can do, by name: quit, leave, abandon, record and the like.
    """

    commands: tuple[msgspec.Struct, ...] = ()
    messages: tuple[FromClient, ...] = ()
    say: str = ""
    opens: "Sheet | None" = None
    closes: bool = False
    cursor: int = -1
    act: str = ""


CLOSE = Deed(closes=True)
NOTHING = Deed()


class Sheet:
    """Base of all sheets: a title, rows, a choice among some of them, and keys."""

    tone: ClassVar[Tone] = "plain"
    wanted: ClassVar[int] = 62
    """Columns inside the frame, if there is room."""
    reads_chat: ClassVar[bool] = False
    """Whether new lines of chat are seen on it."""

    def __init__(self, skin: Skin) -> None:
        self.skin = skin
        self.chosen = 0
        self.top = 0

    @property
    def typing(self) -> bool:
        """Whether letters are text here now, not keys."""
        return False

    def title(self) -> str:
        """Return what stands in the frame."""
        raise NotImplementedError

    def rows(self, width: int) -> list[Row]:
        """Return the content for a width inside the frame."""
        raise NotImplementedError

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys that do something now."""
        return (KeyHint("Esc", "", "escape"),)

    def press(self, key: str) -> Deed | None:
        """Do what a key means; None if it means nothing."""
        return CLOSE if key == "escape" else None

    def paste(self, text: str) -> Deed | None:
        """Take in pasted text; None if there is nowhere to put it."""
        del text
        return None

    def refreshed(self) -> bool:
        """Look again at the game after it has changed; False if the sheet has lost its sense."""
        return True

    def beat(self) -> None:
        """Do what is to be done every other second while this sheet lies on top."""

    # --- help for the sheets

    def move(self, key: str, count: int) -> bool:
        """Move the choice among `count` picks; False if the key does not move."""
        if not count:
            return False
        step = {"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}.get(key)
        if step is not None:
            self.chosen = (self.chosen + step) % count
        elif key == "home":
            self.chosen = 0
        elif key == "end":
            self.chosen = count - 1
        else:
            return False
        return True

    def scroll(self, key: str) -> bool:
        """Scroll a sheet without choices; False if the key does not scroll."""
        step = {
            "up": -1,
            "k": -1,
            "down": 1,
            "j": 1,
            "pageup": -10,
            "pagedown": 10,
            "space": 10,
            "home": -9999,
            "end": 9999,
        }
        if key not in step:
            return False
        self.top = max(0, self.top + step[key])
        return True

    def text(self, words: str, width: int, *, bold: bool = False) -> Row:
        """Return a row of plain text."""
        ink = self.skin.ink("bright" if bold else "text", bold=bold)
        return Row(full((Segment(" " + words, ink),), width, ink))

    def pick_line(self, pieces: Sequence[Segment], width: int, pick: int) -> Row:
        """Return a row that can be chosen, marked when it is the one."""
        on = pick == self.chosen
        sign = Segment("▸ " if on else "  ", self.skin.ink("accent", bold=True))
        return Row(full((sign, *pieces), width, self.skin.ink("text")), pick)


class SheetView(Widget, can_focus=True):
    """Draws one sheet with its frame; keys come in through the screen."""

    DEFAULT_CSS = "SheetView { position: absolute; layer: over; width: 0; height: 0; }"

    def __init__(self, skin: Skin, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.skin = skin
        self.sheet: Sheet | None = None
        self._lines: tuple[Line, ...] = ()
        self._room = (0, 0, 0, 0)
        self._placed = (Size(0, 0), (0, 0))

    def lay(self, sheet: Sheet | None, room: tuple[int, int, int, int]) -> None:
        """Show a sheet in the middle of `room` (left, top, width, height), or none."""
        self.sheet, self._room = sheet, room
        self.update()

    def update(self) -> None:
        """Draw the sheet again, as far as its rows changed."""
        before = self._lines
        if self.sheet is None:
            self._lines = ()
            self._place(Size(0, 0), (0, 0))  # not `display`: that repaints the whole screen
            return
        left, top, room_width, room_height = self._room
        width = min(self.sheet.wanted + 2, room_width)
        self._lines = tuple(sheet_lines(self.sheet, width, room_height))
        size = Size(width, len(self._lines))
        if self._place(size, (left + (room_width - width) // 2, top + (room_height - size.height) // 2)):
            self.refresh()
            return
        for y, line in enumerate(self._lines):
            if y >= len(before) or before[y] != line:
                self.refresh(Region(0, y, width, 1))

    def _place(self, size: Size, at: tuple[int, int]) -> bool:
        """Take a size and a place, and return whether they are other ones than before."""
        if (size, at) == self._placed:
            return False
        self._placed = (size, at)
        self.styles.width, self.styles.height, self.styles.offset = size.width, size.height, at
        return True

    def render_line(self, y: int) -> Strip:
        """Return one row."""
        width = self.size.width
        line = self._lines[y] if y < len(self._lines) else ()
        return Strip(full(line, width, self.skin.ink("text")), width)


def sheet_lines(sheet: Sheet, width: int, height: int) -> list[Line]:
    """Return a framed sheet of at most `height` lines; the rows scroll so that the choice can be seen."""
    skin = sheet.skin
    inner = width - 2
    rows = sheet.rows(inner)
    room = max(1, height - 2)
    _scroll(sheet, rows, room)
    shown = rows[sheet.top : sheet.top + room]
    line = skin.line()
    edge = Segment("│", line)
    out: list[Line] = [_top(sheet, width)]
    out += [(edge, *full(row.line, inner, skin.ink("text")), edge) for row in shown]
    more = ("▴" if sheet.top else "") + ("▾" if sheet.top + room < len(rows) else "")
    tail = f" {more} ─╯" if more else "╯"
    out.append((Segment("╰" + "─" * (width - 1 - len(tail)) + tail, line),))
    return out


def _scroll(sheet: Sheet, rows: list[Row], room: int) -> None:
    """Keep the chosen row in view, with the lines that belong to it above it."""
    most = max(0, len(rows) - room)
    at = next((y for y, row in enumerate(rows) if row.pick == sheet.chosen), None)
    if at is not None:
        if at < sheet.top + 1:
            sheet.top = max(0, at - 1)
        elif at >= sheet.top + room - 1:
            sheet.top = at - room + 2
        if sheet.chosen == 0 and at < room:
            sheet.top = 0
    sheet.top = max(0, min(sheet.top, most))


def _top(sheet: Sheet, width: int) -> Line:
    title = fit(f" {sheet.title()} ", width - 4)
    line = sheet.skin.line()
    used = 2 + len(title)
    return (
        Segment("╭─", line),
        Segment(title, sheet.skin.ink("primary", bold=True)),
        Segment("─" * (width - used - 1) + "╮", line),
    )
