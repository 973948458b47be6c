"""Proposing a pact in three steps: with whom, where, until when (C31)."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.classic.commands import ProposePact

from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import border, country
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

NOBODY = -1
LAST = 2
"""The step that asks for the term."""
TERMS = (0, 1, 2, 3, 4, 5, 8)
"""Rounds after the present one that are offered as the last one."""
USUAL = 3
"""The one of them that stands first in the choice against who agrees to no pact without an end."""


class ProposeSheet(Sheet):
    """Esc goes one step back; the last step sends."""

    tone: ClassVar[Tone] = "move"

    def __init__(self, skin: Skin, model: Model) -> None:
        super().__init__(skin)
        self.model = model
        self.partner = NOBODY
        self.where: tuple[int, int] | None = None
        self.step = 0

    def refreshed(self) -> bool:
        """Go away when no pact can be proposed any more, back when the partner is gone."""
        partners = self.model.pact_partners()
        if self.step and self.partner not in partners:
            self.step, self.chosen = 0, 0
        self.chosen = max(0, min(self.chosen, self._count() - 1))
        return bool(partners)

    def title(self) -> str:
        """Return the question of the step."""
        if self.step == 0:
            return _("Proponer un pacto: ¿a quién?")
        name = Scene(self.model, self.skin).player(self.partner)
        if self.step == 1:
            return _("Pacto con {player}: ¿dónde?").format(player=name)
        return _("Pacto con {player}: ¿hasta cuándo?").format(player=name)

    def _places(self) -> list[tuple[int, int] | None]:
        return self.model.pact_borders(self.partner)

    def _terms(self) -> list[int | None]:
        now = max(1, self.model.round)
        return [None, *(now + more for more in TERMS)]

    def _wants_end(self) -> bool:
        """Whether the partner is a bot, which agrees to no pact without an end where it can't announce one (C33)."""
        room = self.model.room
        info = room.seats[self.partner] if room is not None and self.partner < len(room.seats) else None
        driven = info is not None and (info.kind == "bot" or info.substitute or info.left)
        return driven and self.model.settings.pacts != "notice"

    def _count(self) -> int:
        if self.step == 0:
            return len(self.model.pact_partners())
        return len(self._places()) if self.step == 1 else len(self._terms())

    def rows(self, width: int) -> list[Row]:
        """Return the choices of the step."""
        if self.step == 0:
            return [self._partner(seat, n, width) for n, seat in enumerate(self.model.pact_partners())]
        if self.step == 1:
            return [self._place(where, n, width) for n, where in enumerate(self._places())]
        return [self._term(last, n, width) for n, last in enumerate(self._terms())]

    def _partner(self, seat: int, place: int, width: int) -> Row:
        scene = Scene(self.model, self.skin)
        borders = sum(where is not None for where in self.model.pact_borders(seat))
        note = _("{n} fronteras con vos").format(n=borders) if borders else _("sin frontera con vos")
        pieces = [
            scene.badge(seat),
            Segment(f" {scene.player(seat)} ", self.skin.ink("bright", bold=True)),
            Segment(note, self.skin.ink("dim")),
        ]
        return self.pick_line(pieces, width, place)

    def _place(self, where: tuple[int, int] | None, place: int, width: int) -> Row:
        scene = Scene(self.model, self.skin)
        if where is None:
            return self.pick_line([Segment(_("Todo el mapa"), self.skin.ink("bright", bold=True))], width, place)
        own, theirs = where
        pieces = [
            scene.count(own),
            Segment("═", self.skin.ink("pact", bold=True)),
            scene.count(theirs),
            Segment(f" {country(own)}–{country(theirs)}", self.skin.ink("bright")),
        ]
        return self.pick_line(pieces, width, place)

    def _term(self, last: int | None, place: int, width: int) -> Row:
        if last is None:
            text = _("Sin término")
        elif last == max(1, self.model.round):
            text = _("Hasta el fin de esta ronda")
        else:
            text = _("Hasta el fin de la ronda {n}").format(n=last)
        pieces = [Segment(text, self.skin.ink("bright"))]
        if last is None and self._wants_end():
            pieces.append(Segment(" · " + _("un bot no lo acepta"), self.skin.ink("dim")))
        return self.pick_line(pieces, width, place)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return choose and back."""
        label = _("Proponer") if self.step == LAST else _("Elegir")
        return (KeyHint("⏎", label, "enter", hot=True), KeyHint("Esc", _("Volver"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Choose, or go one step back."""
        if self.move(key, self._count()):
            return NOTHING
        if key == "escape":
            if not self.step:
                return CLOSE
            self.step, self.chosen = self.step - 1, 0
            return NOTHING
        if key != "enter" or not self._count():
            return NOTHING
        if self.step == 0:
            self.partner = self.model.pact_partners()[self.chosen]
        elif self.step == 1:
            self.where = self._places()[self.chosen]
        else:
            command = ProposePact(self.partner, self.where, self._terms()[self.chosen])
            said = _("Propuesta enviada a {player}: {where}.").format(
                player=Scene(self.model, self.skin).player(self.partner), where=border(self.where)
            )
            return Deed((command,), closes=True, say=said)
        self.step, self.chosen = self.step + 1, 0
        if self.step == LAST and self._wants_end():
            self.chosen = self._terms().index(max(1, self.model.round) + USUAL)
        return NOTHING
