"""The end of a game, whatever was played: in which order all are told, who wants another one, and what next (T6)."""

from typing import ClassVar

from teg_shared.protocol.messages import GetRecord, Rematch

from teg_tui.game_model import M
from teg_tui.i18n import _
from teg_tui.names import listed
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.widgets.boxes.people import People
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row


class EndingSheet(GameSheet[M]):
    """Everything that was secret until now; a game says what that is (`rows`)."""

    tone: ClassVar[Tone] = "place"

    def refreshed(self) -> bool:
        """Go away when another game begins."""
        return self.model.view is not None and bool(self.model.view.won_by)

    def title(self) -> str:
        """Return the title."""
        return _("Resultados")

    def ranking(self) -> list[int]:
        """Return the seats in the order in which they are told: the winner, then by their countries."""
        view = self.model.begun
        return sorted(range(len(view.colours)), key=lambda s: (s != view.winner, -view.masks[s].bit_count(), s))

    def rematch(self, width: int) -> list[Row]:
        """Return who wants another game; nothing while nobody does."""
        room = self.model.room
        if room is None or not room.rematch:
            return []
        people = People(self.model, self.skin)
        wish = listed([people.player(seat) for seat in room.rematch])
        return [self.text(_("Quieren la revancha: {players}.").format(players=wish), width)]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return rematch, record, leave, and back to the board."""
        again = () if self.model.spectator else (KeyHint("r", _("Revancha"), "r", hot=True),)
        save = () if self.model.guest else (KeyHint("g", _("Guardar la partida"), "g"),)
        return (
            *again,
            KeyHint("↑↓", _("Leer"), ""),
            *save,
            KeyHint("m", _("Al menú"), "m"),
            KeyHint("Esc", _("Ver el mapa"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Ask for a rematch or the record, leave, or look at the board."""
        if self.scroll(key):
            return NOTHING
        match key:
            case "escape" | "enter":
                return CLOSE
            case "r" if not self.model.spectator:
                return Deed(messages=(Rematch(),), say=_("Pediste la revancha: empieza cuando acepten todos."))
            case "g" if not self.model.guest:
                return Deed(messages=(GetRecord(),), say=_("Pidiendo la partida…"))
            case "m":
                return Deed(act="menu", closes=True)
            case _:
                return NOTHING
