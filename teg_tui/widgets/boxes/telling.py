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
from teg_tui.widgets.lines import Line, clean, fit, full, wrap

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
            lines += self.lines(scene, entry, width, rows - len(lines))
            if len(lines) >= rows:
                break
        if not lines:
            return [full([Segment(" " + _("Nada todavía"), scene.skin.ink("dim"))], width, scene.plain)]
        return lines

    def lines(self, scene: Listeners, entry: Entry, width: int, most: int = 0) -> list[Line]:
        """Return one entry, broken to the width, with the mark of who did it; may be nothing.

        Args:
            scene: who plays.
            entry: what happened.
            width: cells of a line.
            most: lines that there is room for, 0 for any; the last of them ends in an ellipsis then.
        """
        text = clean(self.narrate(entry, scene.model))
        if not text:
            return []
        broken = wrap(text, width - 3)
        if 0 < most < len(broken):
            broken = [*broken[: most - 1], fit(" ".join(broken[most - 1 :]), width - 3)]
        skin = scene.skin
        mark = scene.sign(entry.actor) if entry.actor >= 0 else "∙"
        look = skin.owner(scene.slug(entry.actor)) if entry.actor >= 0 else skin.ink("dim")
        return [
            full([Segment(f" {mark if not place else ' '} ", look), Segment(row, scene.plain)], width, scene.plain)
            for place, row in enumerate(broken)
        ]
