"""A screen that carries sheets: keys go to the one on top, and what they lead to is carried out here."""

from contextlib import ExitStack
from typing import Final

from textual import events
from textual.css.scalar import Scalar
from textual.screen import Screen
from textual.widgets._toast import ToastRack

from teg_tui.screens.link import Link, Window
from teg_tui.screens.table_toasts import Toast
from teg_tui.widgets.sheet import Deed, Sheet, SheetView

CORNERS: Final = {"information": 3, "warning": 4, "error": 6}
"""Toasts there may be at once for one more of a kind; what finds no room is read in the chronicle or the chat."""
LOW = 30
"""Rows of the terminal below which there is room for one toast less."""
SECONDS = 5
"""How long a toast stays."""


def key_of(event: events.Key) -> str:
    """Return the name of a key: the letter itself for what is printed, Textual's name for the others."""
    if event.key == "space":
        return "space"
    return event.character if event.character and event.is_printable else event.key


class SheetScreen(Screen[None]):
    """Base of the two screens."""

    def __init__(self, link: Link, window: Window, view: SheetView) -> None:
        super().__init__()
        self.link = link
        self.window = window
        self.view = view
        self.sheets: list[Sheet] = []
        self.said = ""
        self._held = ExitStack()

    def hold(self) -> None:
        """Paint nothing until the screen has been laid out: Textual would paint it twice; call it in `compose`."""
        self._held.enter_context(self.app.batch_update())

    def on_screen_resume(self) -> None:
        """Show what was put together meanwhile."""
        self.call_later(self.call_later, self._reveal)  # after the paints that were asked for meanwhile

    def _reveal(self) -> None:
        self._held.close()
        self.refresh()

    def paint(self) -> None:
        """Draw everything again, as far as it changed."""
        raise NotImplementedError

    def play(self, deed: Deed) -> None:
        """Play the commands of a deed; only a game can."""
        del deed

    def corner(self, said: Toast | None) -> None:
        """Say something in the corner for some seconds; where there is much already, only what matters most."""
        if said is None:
            return
        room = CORNERS[said.severity] - (self.app.size.height < LOW)
        if len(self.app._notifications) < room:  # noqa: SLF001 - Textual has no question for it
            self.notify(said.text, title=said.title, severity=said.severity, timeout=SECONDS, markup=False)

    def keep_clear(self, head: int, foot: int) -> None:
        """Let the corner hide neither so many rows at the head nor at the foot, beside the first and the last line."""
        room = max(1, self.app.size.height - 2 - head - foot)
        for rack in self.query(ToastRack):
            if (rack.styles.margin.bottom, rack.styles.max_height) != (1 + foot, Scalar.from_number(room)):
                rack.styles.margin = (0, 0, 1 + foot, 0)
                rack.styles.max_height = room

    @property
    def top(self) -> Sheet | None:
        """The sheet on top."""
        return self.sheets[-1] if self.sheets else None

    def lay(self, sheet: Sheet) -> None:
        """Lay a sheet on top."""
        self.sheets.append(sheet)

    def look_again(self) -> None:
        """Let the sheets look at what changed; those that lost their sense go away."""
        self.sheets = [sheet for sheet in self.sheets if sheet.refreshed()]

    def paint_sheet(self) -> None:
        """Draw the sheet on top, or none, between the top and the bottom line."""
        size = self.app.size
        self.view.lay(self.top, (0, 1, size.width, max(4, size.height - 2)))

    def press_sheet(self, key: str) -> None:
        """Give a key to the sheet on top."""
        sheet = self.top
        if sheet is not None:
            self.done(sheet, sheet.press(" " if key == "space" and sheet.typing else key))

    def on_paste(self, event: events.Paste) -> None:
        """Give pasted text to the sheet on top."""
        sheet = self.top
        if sheet is not None:
            event.stop()
            self.done(sheet, sheet.paste(event.text))

    def done(self, sheet: Sheet, deed: Deed | None) -> None:
        """Carry out what a key on a sheet led to."""
        if deed is not None:
            self.said = deed.say or self.said
            if deed.closes and sheet in self.sheets:
                self.sheets.remove(sheet)
            if deed.opens is not None:
                self.lay(deed.opens)
            self.play(deed)
            for message in deed.messages:
                self.link.send(message)
            if deed.act:
                self.window.perform(deed.act)
        if self.is_mounted and self.is_current:
            self.paint()
