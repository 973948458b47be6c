"""Two small sheets: something is under way, and something was said that ends here."""

from typing import ClassVar

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, wrap
from teg_tui.widgets.sheet import NOTHING, Deed, Row, Sheet


class WaitSheet(Sheet):
    """Something is under way; Esc gives it up."""

    wanted: ClassVar[int] = 54

    def __init__(self, skin: Skin, text: str, *, waits: bool = False) -> None:
        super().__init__(skin)
        self.says = text
        self.waits = waits
        """Whether an attempt to connect is waited for, which can be made at once."""

    def title(self) -> str:
        """Return the title."""
        return "T.E.G."

    def rows(self, width: int) -> list[Row]:
        """Return what is under way."""
        return [self.text(row, width) for row in wrap(clean(self.says), width - 2)]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return a new attempt, and the way back."""
        again = (KeyHint("R", _("Reintentar ya"), "R", hot=True),) if self.waits else ()
        return (*again, KeyHint("Esc", _("Dejarlo"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Try again at once, or give it up."""
        if key in {"R", "r"} and self.waits:
            return Deed(act="retry")
        return Deed(act="menu") if key in {"escape", "q"} else NOTHING


class SaidSheet(Sheet):
    """A sentence that ends something: removed, closed, not reachable; any key goes on to the menu."""

    tone: ClassVar[Tone] = "alert"
    wanted: ClassVar[int] = 58

    def __init__(self, skin: Skin, text: str) -> None:
        super().__init__(skin)
        self.says = text

    def title(self) -> str:
        """Return the title."""
        return "T.E.G."

    def rows(self, width: int) -> list[Row]:
        """Return the sentence."""
        look = self.skin.ink("bad", bold=True)
        return [Row(full((Segment(" " + row, look),), width, look)) for row in wrap(clean(self.says), width - 2)]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the way on."""
        return (KeyHint("⏎", _("Al menú"), "enter", hot=True), KeyHint("q", _("Salir"), "q"))

    def press(self, key: str) -> Deed | None:
        """Go on to the menu, or quit."""
        if key in {"enter", "escape", "space"}:
            return Deed(act="menu")
        return Deed(act="quit") if key == "q" else NOTHING
