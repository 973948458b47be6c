"""Sheets that are only read: the chronicle and how everybody stands."""

from typing import ClassVar

from rich.segment import Segment

from teg_tui import words
from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.chronicle import CHRONICLE
from teg_tui.widgets.boxes.continents import continents_box
from teg_tui.widgets.boxes.players import players_box
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import full, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet


class ReadingSheet(Sheet):
    """Base: the arrows scroll, Esc closes."""

    def __init__(self, skin: Skin, model: Model) -> None:
        super().__init__(skin)
        self.model = model

    def keys(self) -> tuple[KeyHint, ...]:
        """Return scroll and close."""
        return (KeyHint("↑↓", _("Leer"), ""), KeyHint("Esc", _("Cerrar"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Scroll or close."""
        return NOTHING if self.scroll(key) else CLOSE if key in {"escape", "enter"} else NOTHING


class ChronicleSheet(ReadingSheet):
    """Everything that happened, newest first."""

    wanted: ClassVar[int] = 72
    MOST: ClassVar[int] = 400

    def title(self) -> str:
        """Return the title."""
        return _("Crónica")

    def rows(self, width: int) -> list[Row]:
        """Return the last events with a heading for each round."""
        scene = Scene(self.model, self.skin)
        out: list[Row] = []
        last_round = -1
        for entry in list(self.model.chronicle)[: -self.MOST - 1 : -1]:
            if entry.round != last_round:
                last_round = entry.round
                heading = _("Ronda {n}").format(n=entry.round) if entry.round else _("Colocación")
                look = self.skin.ink("dim")
                out.append(Row(full((Segment(f" {heading}", look),), width, look)))
            out += [Row(line) for line in CHRONICLE.lines(scene, entry, width)]
        return out or [self.text(_("Todavía no pasó nada."), width)]


class StateSheet(ReadingSheet):
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
