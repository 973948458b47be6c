"""Sheets that are only read: the chronicle and how everybody stands."""

from typing import ClassVar

from teg_tui import words
from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.screens.sheets.papers import ReadingSheet, StorySheet
from teg_tui.widgets.boxes.chronicle import CHRONICLE
from teg_tui.widgets.boxes.continents import continents_box
from teg_tui.widgets.boxes.players import players_box
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.boxes.telling import Telling
from teg_tui.widgets.lines import full, wrap
from teg_tui.widgets.sheet import Row


class ChronicleSheet(StorySheet[Model]):
    """Everything that happened, newest first."""

    wanted: ClassVar[int] = 72
    telling: ClassVar[Telling] = CHRONICLE

    @property
    def beginning(self) -> str:
        """What came before the first round, in words."""
        return _("Colocación")


class StateSheet(ReadingSheet[Model]):
    """Players and continents at any size of the terminal, and the house rules."""

    wanted: ClassVar[int] = 60

    def title(self) -> str:
        """Return the title."""
        return _("Estado de la partida")

    def rows(self, width: int) -> list[Row]:
        """Return who has what, and the rules of this table."""
        scene = Scene(self.model, self.skin)
        plain = self.skin.ink("text")
        out = [Row(full(line, width, plain)) for line in players_box(scene, width, 0)]
        out.append(self.text("", width))
        out += [Row(full(line, width, plain)) for line in continents_box(scene, width, 0)]
        out += [self.text("", width), self.text(_("Reglas de la mesa"), width, bold=True)]
        for name, value in words.house_rules(self.model.settings):
            out += [self.text(row, width) for row in wrap(f"{name}: {value}", width - 2)]
        if self.model.fingerprint:
            out.append(self.text(_("Huella de los dados: {sign}").format(sign=self.model.fingerprint), width))
        return out
