"""The forms to make a room, or to enter one with a password."""

from typing import ClassVar

from teg_shared.protocol.messages import NAME_LENGTH, ROOM_LENGTH, RoomInfo
from teg_shared.protocol.text import player_name

from teg_tui.i18n import _
from teg_tui.names import level
from teg_tui.screens.front.doors import Doors, NewRoom
from teg_tui.screens.front.form import ChoiceField, Field, FormSheet, TextField
from teg_tui.screens.front.games import LEVELS, Game, game_of
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
from teg_tui.screens.front.starting import name_problem
from teg_tui.theme import Skin
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.lines import clean
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed

PASSWORD_LENGTH = 64
NETWORK_CLOCK = 180
"""Seconds a turn that are proposed for a room on the network (T3)."""


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


class NameSheet(FormSheet):
    """Another name, for a room whose door was shut to the last one."""

    wanted: ClassVar[int] = 54
    label_width: ClassVar[int] = 14

    def __init__(self, skin: Skin, doors: Doors, problem: str) -> None:
        self.doors = doors
        super().__init__(skin, [TextField("name", _("Tu nombre"), Editor(doors.player, NAME_LENGTH))])
        self.problem = problem

    def title(self) -> str:
        """Return the title."""
        return _("Con otro nombre")

    def go(self) -> str:
        """Return the label of the row that tries again."""
        return _("Entrar")

    def submit(self) -> Deed:
        """Try again with what was typed."""
        name = self.text_of("name")
        self.problem = name_problem(name)
        if self.problem:
            return NOTHING
        self.doors.rename(player_name(name))
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
