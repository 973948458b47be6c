# ruff: noqa: PLC0415 # what a room or a new one asks is loaded when it is chosen, or while the list is looked at
"""The rooms of a server."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.protocol.messages import RoomInfo
from teg_shared.protocol.places import UNIX

from teg_tui.i18n import _
from teg_tui.screens.front.doors import Doors
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import clean, pad
from teg_tui.widgets.sheet import NOTHING, Deed, Row, Sheet


class RoomsSheet(Sheet):
    """The list of rooms; it is asked for again every other second, for rooms come and go."""

    wanted: ClassVar[int] = 70

    def __init__(self, skin: Skin, doors: Doors) -> None:
        super().__init__(skin)
        self.doors = doors
        self._at = ""
        """Id of the room that is chosen."""
        self.refreshed()

    def refreshed(self) -> bool:
        """Stay with the chosen room wherever it stands now, or inside the list if it is gone."""
        ids = [room.id for room in self.doors.rooms]
        self.chosen = ids.index(self._at) if self._at in ids else max(0, min(self.chosen, len(ids) - 1))
        self._at = ids[self.chosen] if ids else ""
        return True

    def beat(self) -> None:
        """Ask for the list again."""
        self.doors.refresh_rooms()

    def title(self) -> str:
        """Return the title with the server; the path of a socket tells nobody anything."""
        if self.doors.server.startswith(UNIX):
            return _("Mesas en este servidor")
        return _("Mesas en {server}").format(server=clean(self.doors.server))

    def rows(self, width: int) -> list[Row]:
        """Return one row a room."""
        if not self.doors.rooms:
            return [self.text(_("No hay ninguna mesa. Con n abrís una."), width)]
        return [self._room(room, place, width) for place, room in enumerate(self.doors.rooms)]

    def _room(self, room: RoomInfo, place: int, width: int) -> Row:
        status = {
            "lobby": _("esperando"),
            "playing": _("jugando, ronda {n}").format(n=room.round) if room.round else _("jugando"),
            "over": _("terminada"),
        }[room.status]
        free = room.status == "lobby" and room.taken < room.seats
        pieces = [
            Segment(pad(clean(room.name), 26), self.skin.ink("bright", bold=True)),
            Segment(f" {room.taken}/{room.seats} ", self.skin.ink("good" if free else "dim", bold=free)),
            Segment(" " + pad(status, 18), self.skin.ink("text")),
            Segment(_("Negocios") + " " if room.variant == "negocios" else "", self.skin.ink("gold")),
            Segment(_("con contraseña") if room.password else "", self.skin.ink("dim")),
        ]
        return self.pick_line(pieces, width, place)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return enter, watch, make, leave."""
        chosen = (
            (KeyHint("⏎", _("Entrar"), "enter", hot=True), KeyHint("w", _("Mirar"), "w")) if self.doors.rooms else ()
        )
        return (
            *chosen,
            KeyHint("n", _("Nueva"), "n"),
            KeyHint("Esc", _("Menú"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Enter, watch, make or leave."""
        rooms = self.doors.rooms
        if self.move(key, len(rooms)):
            self._at = rooms[self.chosen].id
            return NOTHING
        match key:
            case "escape" | "q":
                return Deed(act="menu")
            case "n":
                from teg_tui.screens.front.making import CreateSheet

                return Deed(opens=CreateSheet(self.skin, self.doors))
            case "enter" | "w" if rooms:
                room, watch = rooms[self.chosen], key == "w"
                if room.password:
                    from teg_tui.screens.front.making import PasswordSheet

                    return Deed(opens=PasswordSheet(self.skin, self.doors, room, watch=watch))
                self.doors.enter(room, watch=watch)
            case _:
                pass
        return NOTHING
