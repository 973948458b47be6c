"""The chronicle as lines, in the words of whichever game; newest at the top."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from rich.segment import Segment

from teg_tui.changes import Entry
from teg_tui.game_model import GameModel
from teg_tui.i18n import _
from teg_tui.phrases import Namer
from teg_tui.widgets.boxes.people import People
from teg_tui.widgets.lines import Line, clean, full, wrap

Listeners: TypeAlias = People[GameModel[Any, Any]]
"""The players of a game, with its chronicle."""


@dataclass(frozen=True)
class Telling:
    """How a game tells what happened.

    Attributes:
        narrate: returns the sentence of one entry, empty for what needs none.
        entries: how many entries are looked at for each row of the box: the more of them are silent, the more.
    """

    narrate: Callable[[Entry, Namer], str]
    entries: int

    def box(self, scene: Listeners, width: int, rows: int) -> list[Line]:
        """Return as many lines as the rows allow."""
        lines: list[Line] = []
        for entry in islice(reversed(scene.model.chronicle), self.entries * rows):
            lines += self.lines(scene, entry, width)
            if len(lines) >= rows:
                break
        if not lines:
            return [full([Segment(" " + _("Nada todavía"), scene.skin.ink("dim"))], width, scene.plain)]
        return lines[:rows]

    def lines(self, scene: Listeners, entry: Entry, width: int) -> list[Line]:
        """Return one entry, broken to the width, with the mark of who did it; may be nothing."""
        text = clean(self.narrate(entry, scene.model))
        if not text:
            return []
        skin = scene.skin
        mark = scene.sign(entry.actor) if entry.actor >= 0 else "∙"
        look = skin.owner(scene.slug(entry.actor)) if entry.actor >= 0 else skin.ink("dim")
        return [
            full([Segment(f" {mark if not place else ' '} ", look), Segment(row, scene.plain)], width, scene.plain)
            for place, row in enumerate(wrap(text, width - 3))
        ]
