"""Chat: to all, or between two (T5)."""

from collections.abc import Iterable
from typing import ClassVar, Protocol

from rich.segment import Segment
from teg_shared.protocol.messages import CHAT_LENGTH, RoomState, Say

from teg_tui.changes import ChatLine
from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.people import People, Seating
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import clean, fit, full, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

EVERYBODY = -1
SHOWN = 12
"""Rows of the talk that are shown above the line being written."""


class Talking(Seating, Protocol):
    """What the chat asks of a model."""

    @property
    def room(self) -> RoomState | None:
        """The room as all see it."""
        ...

    @property
    def seat(self) -> int:
        """This viewer's seat, -1 for a spectator."""
        ...

    @property
    def chat(self) -> Iterable[ChatLine]:
        """What was said, oldest first."""
        ...


class ChatSheet(Sheet):
    """The last lines, and one being written; Tab changes to whom it goes."""

    wanted: ClassVar[int] = 70
    reads_chat: ClassVar[bool] = True

    def __init__(self, skin: Skin, model: Talking) -> None:
        super().__init__(skin)
        self.model = model
        self.editor = Editor(most=CHAT_LENGTH)
        self.to = EVERYBODY
        self.back = 0

    @property
    def typing(self) -> bool:
        """Whether letters are text: always."""
        return True

    def title(self) -> str:
        """Return the title."""
        return _("Charla")

    def _people(self) -> list[int]:
        seats = self.model.room.seats if self.model.room is not None else ()
        return [n for n, info in enumerate(seats) if info.kind == "human" and n != self.model.seat]

    def rows(self, width: int) -> list[Row]:
        """Return the talk and the line being written."""
        lines = [row for line in self.model.chat for row in self._said(line, width)]
        self.back = max(0, min(self.back, len(lines) - SHOWN))
        end = len(lines) - self.back
        shown = lines[max(0, end - SHOWN) : end]
        if not lines:
            shown = [self.text(self._silence(), width)]
        filling = [self.text("", width)] * (SHOWN - len(shown))
        return [*filling, *shown, self._rule(width), self._writing(width)]

    def _silence(self) -> str:
        """Return why there is nothing to read."""
        room = self.model.room
        if room is not None and not self._people() and not room.watchers:
            return _("Acá no hay nadie más que lea: los bots no contestan.")
        return _("Nadie dijo nada todavía.")

    def _said(self, line: ChatLine, width: int) -> list[Row]:
        scene, skin = People(self.model, self.skin), self.skin
        badge = scene.badge(line.seat) if line.seat >= 0 else Segment(" ∙ ", skin.ink("dim"))
        name = fit(clean(line.name), 16)
        if line.private:
            whom = scene.player(line.to) if line.seat == self.model.seat else _("vos")
            name = _("{a} a {b}").format(a=name, b=whom)
        lead = [badge, Segment(f" {name}: ", skin.ink("accent" if line.private else "bright", bold=True))]
        indent = sum(len(piece.text) for piece in lead)
        rows = wrap(clean(line.text), max(12, width - indent - 1)) or [""]
        out = [Row(full([*lead, Segment(rows[0], skin.ink("text"))], width, skin.ink("text")))]
        return out + [
            Row(full([Segment(" " * indent + row, skin.ink("text"))], width, skin.ink("text"))) for row in rows[1:]
        ]

    def _rule(self, width: int) -> Row:
        return Row(full((Segment("─" * width, self.skin.line()),), width, self.skin.ink("text")))

    def _writing(self, width: int) -> Row:
        whom = (
            _("A todos")
            if self.to == EVERYBODY
            else _("A {player}").format(player=People(self.model, self.skin).player(self.to))
        )
        lead = Segment(f" {fit(whom, 20)} › ", self.skin.ink("accent", bold=True))
        line = self.editor.line(self.skin, width - len(lead.text) - 1, active=True)
        return Row(full((lead, *line), width, self.skin.ink("text")))

    def keys(self) -> tuple[KeyHint, ...]:
        """Return send, whom, scroll and close."""
        out = [KeyHint("⏎", _("Decir"), "enter")]
        if self._people():
            out.append(KeyHint("Tab", _("A quién"), "tab"))
        return (*out, KeyHint("↑↓", _("Leer"), ""), KeyHint("Esc", _("Cerrar"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Write, send, choose whom, read back or close."""
        if key == "escape":
            return CLOSE
        if key in {"tab", "shift+tab"}:
            ring = [EVERYBODY, *self._people()]
            place = ring.index(self.to) if self.to in ring else 0
            self.to = ring[(place + (1 if key == "tab" else -1)) % len(ring)]
        elif key in {"up", "down", "pageup", "pagedown"}:
            self.back += {"up": 1, "down": -1, "pageup": SHOWN, "pagedown": -SHOWN}[key]
        elif key == "enter":
            return self._send()
        else:
            self.editor.press(key)
        return NOTHING

    def _send(self) -> Deed:
        text = self.editor.text.strip()
        if not text:
            return NOTHING
        self.editor.press("ctrl+u")
        self.editor.text, self.editor.at, self.back = "", 0, 0
        return Deed(messages=(Say(text, self.to),))

    def paste(self, text: str) -> Deed | None:
        """Put pasted text into the line."""
        self.editor.insert(text)
        return NOTHING
