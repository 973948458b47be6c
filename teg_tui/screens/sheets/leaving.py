"""Leaving a game: for a while, or for good (T4)."""

from typing import ClassVar

from rich.segment import Segment

from teg_tui import words
from teg_tui.game_model import M
from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row


class LeavingSheet(GameSheet[M]):
    """What leaving means, said before it is done; staying is the first choice."""

    tone: ClassVar[Tone] = "alert"
    wanted: ClassVar[int] = 56

    @property
    def fate(self) -> str:
        """What becomes of a seat that is given up, in words."""
        raise NotImplementedError

    def title(self) -> str:
        """Return the question."""
        return _("¿Salir?")

    def _choices(self) -> list[tuple[str, str, Deed]]:
        stay = (_("Seguir en la mesa"), "", CLOSE)
        if not self.model.playing:
            return [
                stay,
                (_("Volver al menú"), "", Deed(act="menu", closes=True)),
                (_("Cerrar el programa"), "", Deed(act="quit")),
            ]
        keeps = _("Tu lugar queda guardado: volvés cuando quieras.")
        lost = _("No podés volver: {fate} en tu lugar.").format(fate=self.fate)
        return [
            stay,
            (_("Volver al menú"), keeps, Deed(act="menu", closes=True)),
            (_("Cerrar el programa"), keeps, Deed(act="quit")),
            (_("Abandonar la partida"), lost, Deed(act="abandon", closes=True)),
        ]

    def rows(self, width: int) -> list[Row]:
        """Return the choices with what each means."""
        out: list[Row] = []
        for place, (label, note, _deed) in enumerate(self._choices()):
            out.append(self.pick_line([Segment(label, self.skin.ink("bright", bold=True))], width, place))
            if note and place == self.chosen:
                out += [self.text("  " + row, width) for row in wrap(note, width - 6)]
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return choose and stay."""
        return (KeyHint("⏎", _("Elegir"), "enter", hot=True), KeyHint("Esc", _("Seguir"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Choose or stay."""
        choices = self._choices()
        if self.move(key, len(choices)):
            return NOTHING
        if key == "enter":
            return choices[self.chosen][2]
        return CLOSE if key in {"escape", "q", "n"} else NOTHING


class LeaveSheet(LeavingSheet[Model]):
    """Leaving a classic game."""

    @property
    def fate(self) -> str:
        """What becomes of a seat that is given up, in words."""
        return words.house_value("leaver", self.model.settings.leaver)
