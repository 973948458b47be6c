"""The forms behind the menu: a game against bots, a server, how to host."""

from typing import ClassVar

import msgspec
from teg_shared.protocol.messages import NAME_LENGTH
from teg_shared.protocol.text import player_name
from teg_shared.rules.errors import RuleError

from teg_tui import words
from teg_tui.i18n import _
from teg_tui.names import colour, level
from teg_tui.screens.front.doors import Doors, LocalGame
from teg_tui.screens.front.form import ChoiceField, Field, FormSheet, TextField
from teg_tui.screens.front.games import LEVELS, Game, game_of
from teg_tui.screens.front.rules import chosen_game, game_field
from teg_tui.theme import Skin
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet


def name_problem(name: str) -> str:
    """Return what is wrong with a player's name, empty if nothing."""
    try:
        player_name(name)
    except RuleError as error:
        return words.sentence(error.code, error.facts)
    return ""


class PlaySheet(FormSheet):
    """A game against bots on this machine."""

    def __init__(self, skin: Skin, doors: Doors) -> None:
        self.doors = doors
        self._name: Field = TextField("name", _("Tu nombre"), Editor(doors.player, NAME_LENGTH))
        self._game: Field = game_field("classic")
        super().__init__(skin, [self._name, self._game, *_choices(game_of("classic"))])

    def title(self) -> str:
        """Return the title."""
        return _("Jugar contra bots")

    def go(self) -> str:
        """Return the label of the row that starts."""
        return _("Empezar")

    def changed(self, field: Field) -> None:
        """Take the seats, colours and rules of another game."""
        if field is self._game:
            self.fields = [self._name, self._game, *_choices(chosen_game(self.fields))]

    def submit(self) -> Deed:
        """Start the game."""
        name = self.text_of("name")
        self.problem = name_problem(name)
        if self.problem:
            return NOTHING
        bots, rules, game = self.value("bots"), self.value("rules"), chosen_game(self.fields)
        levels = (self.text_of("level"),) * (bots if isinstance(bots, int) else 1)
        settings = rules if isinstance(rules, msgspec.Struct) else game.settings
        self.doors.play_local(LocalGame(player_name(name), levels, self.text_of("colour"), settings, game.variant))
        return NOTHING


def _choices(game: Game) -> list[Field]:
    """Return the fields that differ from game to game: rivals, colour and rules."""
    counts = list(range(game.seats[0] - 1, game.seats[1]))
    colours = (_("cualquiera"), *(colour(one) for one in game.colours))
    rules, labels = [one.settings for one in game.presets], [one.label for one in game.presets]
    return [
        ChoiceField("bots", _("Rivales"), counts, [str(n) for n in counts], counts.index(game.usual - 1)),
        ChoiceField("level", _("Nivel"), LEVELS, [level(one) for one in LEVELS], LEVELS.index(game.rivals)),
        ChoiceField("colour", _("Color"), ("", *game.colours), colours),
        ChoiceField("rules", _("Reglas"), rules, labels),
    ]


class ServerSheet(FormSheet):
    """Where to connect, and under which name."""

    def __init__(self, skin: Skin, doors: Doors, problem: str = "") -> None:
        self.doors = doors
        super().__init__(
            skin,
            [
                TextField(
                    "server",
                    _("Servidor"),
                    Editor(doors.server or "localhost", 120),
                    _("HOST o HOST:PUERTO; en esta misma máquina, localhost."),
                ),
                TextField("name", _("Tu nombre"), Editor(doors.player, NAME_LENGTH)),
            ],
        )
        self.problem = problem

    def title(self) -> str:
        """Return the title."""
        return _("Entrar a un servidor")

    def go(self) -> str:
        """Return the label of the row that connects."""
        return _("Conectar")

    def submit(self) -> Deed:
        """Connect."""
        name = self.text_of("name")
        self.problem = name_problem(name)
        if not self.problem:
            self.problem = self.doors.connect(self.text_of("server"), player_name(name))
        return NOTHING


class HostSheet(Sheet):
    """How others can play on this machine: a server is a program of its own."""

    wanted: ClassVar[int] = 64

    def title(self) -> str:
        """Return the title."""
        return _("Hospedar una mesa")

    def rows(self, width: int) -> list[Row]:
        """Return what to type in another terminal."""
        lines = [
            (_("En otra terminal de esta máquina:"), False),
            ("teg host --lan", True),
            (_("Los demás, y vos también, entran con:"), False),
            ("teg join " + _("TU-DIRECCIÓN"), True),
            (
                _("Sin --lan el servidor solo atiende a esta máquina. La partida se guarda: si el servidor se corta "
                  "y vuelve a arrancar, todos vuelven a su lugar."),
                False,
            ),
        ]  # fmt: skip
        out: list[Row] = []
        for text, command in lines:
            rows = ["  " + text] if command else wrap(text, width - 2)
            out += [self.text(row, width, bold=command) for row in rows]
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the way back."""
        return (KeyHint("Esc", _("Volver"), "escape"),)

    def press(self, key: str) -> Deed | None:
        """Go back."""
        return CLOSE if key in {"escape", "enter"} else NOTHING
