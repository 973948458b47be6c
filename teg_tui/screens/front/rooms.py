"""The rooms of a server, and the forms to make one or to enter one with a password."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.protocol.messages import ROOM_LENGTH, RoomInfo

from teg_tui.i18n import _
from teg_tui.names import level
from teg_tui.screens.front.doors import Doors, NewRoom
from teg_tui.screens.front.form import ChoiceField, Field, FormSheet, TextField
from teg_tui.screens.front.games import Game, game_of
from teg_tui.screens.front.menu import LEVELS
from teg_tui.screens.front.rules import (
    GAME,
    LABEL,
    PRESET,
    chosen_game,
    chosen_settings,
    clock_field,
    game_field,
    preset_field,
    rule_fields,
    take_preset,
)
from teg_tui.theme import Skin
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import clean, pad
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

PASSWORD_LENGTH = 64
NETWORK_CLOCK = 180
"""Seconds a turn that are proposed for a room on the network (T3)."""


class RoomsSheet(Sheet):
    """The list of rooms; it is asked for again with `a`."""

    wanted: ClassVar[int] = 70

    def __init__(self, skin: Skin, doors: Doors) -> None:
        super().__init__(skin)
        self.doors = doors

    def refreshed(self) -> bool:
        """Keep the choice inside the list."""
        self.chosen = max(0, min(self.chosen, len(self.doors.rooms) - 1))
        return True

    def title(self) -> str:
        """Return the title with the server."""
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
        """Return enter, watch, make, ask again, leave."""
        chosen = (
            (KeyHint("⏎", _("Entrar"), "enter", hot=True), KeyHint("w", _("Mirar"), "w")) if self.doors.rooms else ()
        )
        return (
            *chosen,
            KeyHint("n", _("Nueva"), "n"),
            KeyHint("a", _("Actualizar"), "a"),
            KeyHint("Esc", _("Menú"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Enter, watch, make, ask again or leave."""
        rooms = self.doors.rooms
        if self.move(key, len(rooms)):
            return NOTHING
        match key:
            case "escape" | "q":
                return Deed(act="menu")
            case "n":
                return Deed(opens=CreateSheet(self.skin, self.doors))
            case "a":
                self.doors.refresh_rooms()
            case "enter" | "w" if rooms:
                room, watch = rooms[self.chosen], key == "w"
                if room.password:
                    return Deed(opens=PasswordSheet(self.skin, self.doors, room, watch=watch))
                self.doors.enter(room, watch=watch)
            case _:
                pass
        return NOTHING


class PasswordSheet(FormSheet):
    """The password of a room."""

    wanted: ClassVar[int] = 54
    label_width: ClassVar[int] = 14

    def __init__(self, skin: Skin, doors: Doors, room: RoomInfo, *, watch: bool, problem: str = "") -> None:
        self.doors, self.room, self.watch = doors, room, watch
        editor = Editor(most=PASSWORD_LENGTH, secret=True)
        super().__init__(skin, [TextField("password", _("Contraseña"), editor)])
        self.problem = problem

    def title(self) -> str:
        """Return the title with the room."""
        return clean(self.room.name)

    def go(self) -> str:
        """Return the label of the row that enters."""
        return _("Mirar") if self.watch else _("Entrar")

    def submit(self) -> Deed:
        """Enter with what was typed."""
        self.doors.enter(self.room, watch=self.watch, password=self.text_of("password"))
        return CLOSE


class CreateSheet(FormSheet):
    """A new room: game, name, seats, clock, password, and every house rule."""

    wanted: ClassVar[int] = 72
    label_width: ClassVar[int] = LABEL

    def __init__(self, skin: Skin, doors: Doors) -> None:
        self.doors = doors
        title = _("Mesa de {name}").format(name=doors.player)[:ROOM_LENGTH]
        self._common: list[Field] = [
            TextField("name", _("Nombre de la mesa"), Editor(title, ROOM_LENGTH)),
            game_field("classic"),
            TextField("password", _("Contraseña"), Editor(most=PASSWORD_LENGTH, secret=True), _("Vacía: ninguna.")),
            clock_field(NETWORK_CLOCK),
        ]
        super().__init__(skin, [*self._common, *_of_game(game_of("classic"))])

    def title(self) -> str:
        """Return the title."""
        return _("Mesa nueva")

    def go(self) -> str:
        """Return the label of the row that makes it."""
        return _("Abrir la mesa")

    @property
    def game(self) -> Game:
        """The game that is chosen."""
        return chosen_game(self.fields)

    def changed(self, field: Field) -> None:
        """Take the rules of another game, or keep preset and rules in step."""
        if field.name == GAME:
            self.fields = [*self._common, *_of_game(self.game)]
        elif field.name in self.game.names() or field.name == PRESET:
            take_preset(self.fields, field, self.game)

    def submit(self) -> Deed:
        """Make the room."""
        if not self.text_of("name"):
            self.problem, self.chosen = _("Falta el nombre de la mesa."), 0
            return NOTHING
        game, most = self.game, self.game.seats[1]
        levels = tuple(v for v in (self.text_of(f"seat{n}") for n in range(2, most + 1)) if v != "-")
        if len(levels) + 1 < game.seats[0]:
            few = _("Hace falta por lo menos un rival.")
            self.problem = (
                few if game.seats[0] == 2 else _("Se juega de {least} a {most}.").format(least=game.seats[0], most=most)
            )
            return NOTHING
        clock = self.value("clock")
        self.doors.create(
            NewRoom(
                self.text_of("name"),
                levels,
                chosen_settings(self.fields, game),
                clock if isinstance(clock, int) else 0,
                self.text_of("password"),
                game.variant,
            )
        )
        return CLOSE


def _of_game(game: Game) -> list[Field]:
    """Return the fields of a room that differ from game to game: its further seats and its house rules."""
    values = ("", *LEVELS, "-")
    labels = (_("abierto"), *(_("bot {level}").format(level=level(one)) for one in LEVELS), _("no se usa"))
    usual = 4 if game.variant == "classic" else game.usual
    seats: list[Field] = [
        ChoiceField(f"seat{n}", _("Lugar {n}").format(n=n), values, labels, 0 if n <= usual else 4)
        for n in range(2, game.seats[1] + 1)
    ]
    return [*seats, preset_field(game, game.settings), *rule_fields(game, game.settings)]
