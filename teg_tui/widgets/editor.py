"""One line of text being typed: what keys and a paste do to it, without any widget."""

from dataclasses import dataclass

from rich.cells import cell_len, chop_cells
from rich.segment import Segment

from teg_tui.theme import Ground, Skin
from teg_tui.widgets.lines import Line, clean, full


@dataclass
class Editor:
    """Text and the place in it where the next letter goes.

    Attributes:
        text: what was typed, harmless characters only.
        most: most characters.
        at: place of the cursor, 0 to the length.
        secret: shown as dots.
    """

    text: str = ""
    most: int = 240
    at: int = 0
    secret: bool = False

    def __post_init__(self) -> None:
        self.at = len(self.text)

    def press(self, key: str) -> bool:
        """Change the text as `key` wants; False if the key means nothing here."""
        match key:
            case "backspace":
                self._cut(max(0, self.at - 1), self.at)
            case "delete":
                self._cut(self.at, self.at + 1)
            case "ctrl+u":
                self._cut(0, self.at)
            case "ctrl+k":
                self._cut(self.at, len(self.text))
            case "ctrl+w":
                head = self.text[: self.at].rstrip()
                self._cut(head.rfind(" ") + 1, self.at)
            case "left":
                self.at = max(0, self.at - 1)
            case "right":
                self.at = min(len(self.text), self.at + 1)
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case "space":
                self.insert(" ")
            case _ if len(key) == 1:
                self.insert(key)
            case _:
                return False
        return True

    def insert(self, text: str) -> None:
        """Put text where the cursor is, without what could harm, as far as there is room."""
        text = clean(text)[: max(0, self.most - len(self.text))]
        self.text = self.text[: self.at] + text + self.text[self.at :]
        self.at += len(text)

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.at = start

    def line(self, skin: Skin, width: int, *, active: bool, on: Ground = "surface") -> Line:
        """Return the text with its cursor, scrolled so that the cursor can be seen."""
        shown = "•" * len(self.text) if self.secret else self.text
        plain = skin.ink("bright", on=on)
        if not active:
            return full((Segment(shown, plain),), width, plain)
        head, under, tail = shown[: self.at], shown[self.at : self.at + 1] or " ", shown[self.at + 1 :]
        room = max(1, width - cell_len(under))
        if cell_len(head) > room:
            head = chop_cells(head[::-1], room)[0][::-1]
        return full((Segment(head, plain), Segment(under, skin.lit("accent")), Segment(tail, plain)), width, plain)
