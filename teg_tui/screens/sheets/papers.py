"""Sheets that are only read, whatever is played, and the chronicle among them."""

from typing import ClassVar

from rich.segment import Segment

from teg_tui.game_model import M
from teg_tui.i18n import _
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.widgets.boxes.people import People
from teg_tui.widgets.boxes.telling import Telling
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import full
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row


class ReadingSheet(GameSheet[M]):
    """Base: the arrows scroll, Esc closes."""

    def keys(self) -> tuple[KeyHint, ...]:
        """Return scroll and close."""
        return (KeyHint("↑↓", _("Leer"), ""), KeyHint("Esc", _("Cerrar"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Scroll or close."""
        return NOTHING if self.scroll(key) else CLOSE if key in {"escape", "enter"} else NOTHING


class StorySheet(ReadingSheet[M]):
    """Everything that happened, newest first; a game says how it is told."""

    MOST: ClassVar[int] = 400
    telling: ClassVar[Telling]

    @property
    def beginning(self) -> str:
        """What came before the first round, in words."""
        raise NotImplementedError

    def title(self) -> str:
        """Return the title."""
        return _("Crónica")

    def rows(self, width: int) -> list[Row]:
        """Return the last events with a heading for each round."""
        people = People(self.model, self.skin)
        out: list[Row] = []
        last_round = -1
        for entry in list(self.model.chronicle)[: -self.MOST - 1 : -1]:
            if entry.round != last_round:
                last_round = entry.round
                heading = _("Ronda {n}").format(n=entry.round) if entry.round else self.beginning
                look = self.skin.ink("dim")
                out.append(Row(full((Segment(f" {heading}", look),), width, look)))
            out += [Row(line) for line in self.telling.lines(people, entry, width)]
        return out or [self.text(_("Todavía no pasó nada."), width)]
