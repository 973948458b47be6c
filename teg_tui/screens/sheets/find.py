"""Jumping to a country by a few letters of its name."""

import unicodedata
from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.classic.data import BOARD

from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import code, continent, country
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import full, pad
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

SHOWN = 10
"""Countries shown at once."""


class FindingSheet(Sheet):
    """Letters narrow the list, Enter jumps; accents and capitals do not matter. `names` are of all countries."""

    wanted: ClassVar[int] = 52

    def __init__(self, skin: Skin, names: Sequence[str], codes: Sequence[str]) -> None:
        super().__init__(skin)
        self.names, self.codes = names, codes
        self.editor = Editor(most=20)

    def line(self, number: int) -> list[Segment]:
        """Return what is said of a country."""
        raise NotImplementedError

    @property
    def typing(self) -> bool:
        """Whether letters are text: always."""
        return True

    def title(self) -> str:
        """Return the title."""
        return _("Buscar un país")

    def found(self) -> list[int]:
        """Return the countries that match, the best first."""
        wanted = plain(self.editor.text.strip())
        pairs = zip(self.names, self.codes, strict=True)
        ranked = [(rank(wanted, name, code), name, number) for number, (name, code) in enumerate(pairs)]
        return [number for place, _name, number in sorted(ranked) if place < _NO]

    def rows(self, width: int) -> list[Row]:
        """Return the letters and the countries."""
        lead = Segment(" / ", self.skin.ink("accent", bold=True))
        line = self.editor.line(self.skin, width - 4, active=True)
        out = [Row(full((lead, *line), width, self.skin.ink("text")))]
        found = self.found()
        start = max(0, min(self.chosen - SHOWN // 2, len(found) - SHOWN))
        shown = [self._country(number, start + n, width) for n, number in enumerate(found[start : start + SHOWN])]
        if not shown:
            shown = [self.text(_("Ningún país se llama así."), width)]
        return [*out, *shown, *[self.text("", width)] * (SHOWN - len(shown))]

    def _country(self, number: int, place: int, width: int) -> Row:
        return self.pick_line(self.line(number), width, place)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return jump and close."""
        return (KeyHint("⏎", _("Ir"), "enter"), KeyHint("↑↓", _("Elegir"), ""), KeyHint("Esc", _("Cerrar"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Write, choose, jump or close."""
        if key == "escape":
            return CLOSE
        if key in {"up", "down", "tab", "shift+tab"}:
            self.move(key, len(self.found()))
        elif key == "enter":
            found = self.found()
            return Deed(closes=True, cursor=found[self.chosen]) if found else NOTHING
        elif self.editor.press(key):
            self.chosen = 0
        return NOTHING

    def paste(self, text: str) -> Deed | None:
        """Put pasted text into the line."""
        self.editor.insert(text)
        self.chosen = 0
        return NOTHING


_NO = 9


class FindSheet(FindingSheet):
    """The countries of the classic board."""

    def __init__(self, skin: Skin, model: Model) -> None:
        numbers = range(len(BOARD.countries))
        super().__init__(skin, [country(n) for n in numbers], [code(n) for n in numbers])
        self.model = model

    def line(self, number: int) -> list[Segment]:
        """Return armies, name, owner and continent."""
        scene = Scene(self.model, self.skin)
        owner = self.model.owner(number)
        where = continent(BOARD.countries[number].continent)
        return [
            scene.count(number),
            Segment(" " + pad(country(number), 14), self.skin.ink("bright", bold=True)),
            Segment(pad(scene.player(owner), 10) + " " + where, self.skin.ink("dim")),
        ]


def plain(text: str) -> str:
    """Return text without accents, in small letters."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def rank(wanted: str, name: str, code: str) -> int:
    """Return how well a country matches: 0 best, 9 not at all."""
    name = plain(name)
    if not wanted:
        return 1
    if name.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in name.split()):
        return 1
    if plain(code).startswith(wanted):
        return 2
    if wanted in name:
        return 3
    letters = iter(name)
    return 4 if all(letter in letters for letter in wanted) else _NO
