"""The screen before a game: the name of the game, and one sheet in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult

from teg_tui import words
from teg_tui.changes import Change, ChatArrived, Noticed, Rejected, StatusChanged
from teg_tui.screens.link import Link, Window
from teg_tui.screens.stack import SheetScreen, key_of
from teg_tui.screens.table_toasts import table_toast
from teg_tui.theme import Skin
from teg_tui.widgets.foot import hint_lines, keys_line
from teg_tui.widgets.lines import Line, full, pad
from teg_tui.widgets.panel import Lines
from teg_tui.widgets.sheet import Sheet, SheetView

if TYPE_CHECKING:
    from teg_tui.models import SomeModel

_LETTERS: Final = (
    "▀▀█▀▀  █▀▀▀  █▀▀▀█ ",
    "  █    █▀▀   █  ▄▄ ",
    "  █  ▄ █▄▄▄ ▄█▄▄▄█ ▄",
)
_MARKED: Final = ("azul", "rojo", "negro", "amarillo", "verde", "magenta")
BEAT: Final = 2.0
"""Seconds after which the sheet on top may ask again for what it shows."""
_TALL: Final = 20
"""Rows of the terminal from which there is room for the big name."""


class FrontScreen(SheetScreen):
    """Shows whichever sheet the program lays on it."""

    def __init__(self, link: Link, window: Window, skin: Skin, sheet: Sheet) -> None:
        super().__init__(link, window, SheetView(skin, id="sheet"))
        self.skin = skin
        self.sheets = [sheet]
        self.head = Lines(skin.ink("text", on="background"), id="head")
        self.foot = Lines(skin.ink("text", on="panel"), id="foot")

    def compose(self) -> ComposeResult:
        """Yield the name of the game, the foot and the sheet."""
        self.hold()
        yield self.head
        yield self.foot
        yield self.view
        self.paint()

    def _reveal(self) -> None:
        super()._reveal()
        self._on_timer_update()  # at once, not at the next beat of the timer: it is the first thing that is seen

    def on_mount(self) -> None:
        """Begin to beat: some sheets ask again for what changes by itself."""
        self.set_interval(BEAT, self._beat)

    def _beat(self) -> None:
        if self.is_current and self.top is not None:
            self.top.beat()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.paint)

    def replace(self, sheet: Sheet) -> None:
        """Put another sheet in the place of all."""
        self.sheets = [sheet]
        self.said = ""
        if self.is_mounted:
            self.paint()

    def changed(self, changes: list[Change], model: SomeModel) -> None:
        """Look again at what changed, and say what is worth saying."""
        self.look_again()
        for change in changes:
            self._tell(change, model)
        if self.is_mounted and self.is_current:
            self.paint()

    def _tell(self, change: Change, model: SomeModel) -> None:
        if isinstance(change, StatusChanged):
            self.said = words.status(change.status) if change.status.condition == "reconnecting" else ""
        elif isinstance(change, Rejected):
            self.said = words.sentence(change.code, change.facts, model)
        elif isinstance(change, ChatArrived | Noticed):
            open_chat = isinstance(change, ChatArrived) and self.top is not None and self.top.reads_chat
            self.corner(None if open_chat else table_toast(change, model))

    def paint(self) -> None:
        """Draw the name, the sheet, what was said, and the keys."""
        size = self.app.size
        head = self._head(size.width, size.height)
        self.head.show(head)
        foot = hint_lines(self.skin, self.said, "alert", size.width, 2) if self.said else []
        if self.top is not None:
            foot.append(keys_line(self.skin, self.top.keys(), self.top.tone, size.width))
        self.foot.show(foot)
        self.view.lay(self.top, (0, len(head), size.width, max(4, size.height - len(head) - len(foot))))

    def _head(self, width: int, height: int) -> list[Line]:
        plain = self.skin.ink("text", on="background")
        gold = self.skin.ink("gold", bold=True, on="background")
        if height < _TALL:
            return [
                full(
                    (Segment(pad("T.E.G.", width, "^"), self.skin.ink("gold", bold=True, on="background")),),
                    width,
                    plain,
                )
            ]
        lines: list[Line] = [full((), width, plain)]
        lines += [full((Segment(pad(row.ljust(20), width, "^"), gold),), width, plain) for row in _LETTERS]
        marks = [
            piece
            for slug in _MARKED
            for piece in (Segment(f" {self.skin.palette.sign(slug)} ", self.skin.chip(slug)), Segment(" ", plain))
        ]
        left = max(0, (width - 4 * len(_MARKED) + 1) // 2)
        lines.append(full((), width, plain))
        lines.append(full((Segment(" " * left, plain), *marks), width, plain))
        return lines

    def on_key(self, event: events.Key) -> None:
        """Give a key to the sheet."""
        event.stop()
        event.prevent_default()
        self.action_press(key_of(event))

    def action_press(self, key: str) -> None:
        """Press a key, as a click on its sign does."""
        self.said = ""
        if key in {"ctrl+c", "ctrl+q"}:
            self.window.perform("quit")
            return
        self.press_sheet(key)
