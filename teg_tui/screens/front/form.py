"""A sheet of fields: text that is typed, choices that arrows change, and one row that goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet


@dataclass
class TextField:
    """A line to be typed."""

    name: str
    label: str
    editor: Editor
    note: str = ""

    @property
    def value(self) -> str:
        """What was typed, without spaces at the ends."""
        return self.editor.text.strip()


@dataclass
class ChoiceField:
    """One of some values; `labels` are what is shown of them."""

    name: str
    label: str
    values: Sequence[object]
    labels: Sequence[str]
    at: int = 0
    note: str = ""

    @property
    def value(self) -> object:
        """The value chosen."""
        return self.values[self.at]

    def turn(self, step: int) -> None:
        """Choose the next value, or the one before."""
        self.at = (self.at + step) % len(self.values)


Field = TextField | ChoiceField


class FormSheet(Sheet):
    """Up and down go through the fields, left and right change a choice, Enter goes on."""

    wanted: ClassVar[int] = 66
    label_width: ClassVar[int] = 22

    def __init__(self, skin: Skin, fields: list[Field]) -> None:
        super().__init__(skin)
        self.fields = fields
        self.problem = ""

    @property
    def typing(self) -> bool:
        """Whether the chosen field takes letters."""
        return self.chosen < len(self.fields) and isinstance(self.fields[self.chosen], TextField)

    def value(self, name: str) -> object:
        """Return the value of a field."""
        return next(field.value for field in self.fields if field.name == name)

    def text_of(self, name: str) -> str:
        """Return the value of a field as text."""
        return str(self.value(name))

    def submit(self) -> Deed:
        """Do what the form is for."""
        raise NotImplementedError

    def go(self) -> str:
        """Return the label of the row that goes on."""
        return _("Aceptar")

    def changed(self, field: Field) -> None:
        """Take note of a change in a field."""

    def rows(self, width: int) -> list[Row]:
        """Return the fields, the row that goes on, and what is wrong."""
        out: list[Row] = []
        for place, field in enumerate(self.fields):
            out.append(self._field(field, place, width))
            if place == self.chosen:
                out += self._below(field.note, width)
        go = Segment(f"[ {self.go()} ]", self.skin.ink("accent", bold=True))
        out.append(self.pick_line([go], width, len(self.fields)))
        if self.chosen >= len(self.fields):
            out += self._below("", width)
        return out

    def _below(self, note: str, width: int) -> list[Row]:
        """Return what stands below the chosen row: what is wrong, or what the field means."""
        look = self.skin.ink("bad", bold=True) if self.problem else self.skin.ink("dim")
        rows = wrap(self.problem or note, width - 5)
        return [Row(full((Segment("    " + row, look),), width, look)) for row in rows]

    def _field(self, field: Field, place: int, width: int) -> Row:
        active = place == self.chosen
        label = Segment(pad(field.label, self.label_width) + " ", self.skin.ink("bright" if active else "text"))
        room = width - self.label_width - 4
        if isinstance(field, TextField):
            typed = field.editor.line(self.skin, room - 2, active=active)
            return self.pick_line([label, Segment("  ", self.skin.ink("text")), *typed], width, place)
        look = self.skin.ink("bright", bold=active)
        arrows = ("◂ ", " ▸") if active else ("  ", "")
        value = Segment(arrows[0] + field.labels[field.at] + arrows[1], look)
        return self.pick_line([label, value], width, place)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return how to fill it in."""
        return (
            KeyHint("⏎", self.go(), "enter", hot=True),
            KeyHint("↑↓", _("Campo"), ""),
            KeyHint("←→", _("Cambiar"), ""),
            KeyHint("Esc", _("Volver"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Move, change, type, go on or close."""
        if key == "escape":
            return CLOSE
        if key in {"up", "down", "tab", "shift+tab"}:
            self.move(key, len(self.fields) + 1)
            return NOTHING
        if key == "enter":
            return self._enter()
        if self.chosen < len(self.fields):
            self.problem = ""
            field = self.fields[self.chosen]
            if isinstance(field, TextField):
                field.editor.press(key)
                self.changed(field)
            elif key in {"left", "right", "space", "h", "l", "-", "+"}:
                field.turn(-1 if key in {"left", "h", "-"} else 1)
                self.changed(field)
        return NOTHING

    def _enter(self) -> Deed:
        self.problem = ""
        return self.submit()

    def paste(self, text: str) -> Deed | None:
        """Put pasted text into the chosen field."""
        if self.chosen < len(self.fields):
            field = self.fields[self.chosen]
            if isinstance(field, TextField):
                field.editor.insert(text)
                self.changed(field)
        return NOTHING
