# ruff: noqa: PLC0415 # the other game's board is loaded by who chooses it
"""The games that can be played, as the forms before a game need them: seats, colours, house rules and their values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args, get_type_hints

import msgspec
from teg_shared.rules.classic.data import COLOURS
from teg_shared.rules.classic.settings import OFFICIAL, Settings

from teg_tui import words
from teg_tui.i18n import N_, _
from teg_tui.screens.sheets.helping import HelpSheet
from teg_tui.theme import Skin
from teg_tui.widgets.sheet import Sheet

GAMES: Final = {"classic": N_("T.E.G. clásico"), "negocios": N_("T.E.G. de los Negocios")}
"""Name of each game, by its slug."""
LEVELS: Final = ("novato", "sargento", "capitan")
"""Levels of the bots, the weakest first."""
_EXCHANGES: Final = (0, 2, 3, 4, 5)


@dataclass(frozen=True)
class Preset:
    """House rules that are chosen together."""

    slug: str
    label: str
    settings: msgspec.Struct


@dataclass(frozen=True)
class Game:
    """One game.

    Attributes:
        seats: least and most.
        usual: seats proposed.
        settings: the house rules as they are meant.
        rule, value: name of a house rule, and of one of its values.
        numbers: values that are offered for house rules that are numbers.
        rivals, fill: level of the bots that is proposed for a game against them, and that takes open chairs.
        help: the sheet that explains it.
    """

    variant: str
    seats: tuple[int, int]
    usual: int
    colours: Sequence[str]
    settings: msgspec.Struct
    presets: Sequence[Preset]
    rule: Callable[[str], str]
    value: Callable[[str, object], str]
    help: Callable[[Skin], Sheet]
    numbers: Mapping[str, Sequence[int]] = field(default_factory=dict)
    rivals: str = "sargento"
    fill: str = "capitan"

    @property
    def name(self) -> str:
        """Name of the game."""
        return _(GAMES[self.variant])

    def names(self) -> tuple[str, ...]:
        """Return the house rules by the names of their fields."""
        return self.settings.__struct_fields__

    def values(self, name: str, now: object) -> Sequence[object]:
        """Return the values offered for a house rule, the present one among them."""
        if isinstance(now, bool):
            return [False, True]
        if isinstance(now, int):
            return sorted({*self.numbers.get(name, ()), now})
        return list(get_args(get_type_hints(type(self.settings))[name]))


def game_of(variant: str) -> Game:
    """Return a game by its slug; the classic one for a slug that is unknown."""
    return _negocios() if variant == "negocios" else _classic()


def _classic() -> Game:
    presets = (Preset("mesa", _("de la mesa"), Settings()), Preset("oficial", _("oficial (del reglamento)"), OFFICIAL))
    numbers = dict.fromkeys(Settings.__struct_fields__, _EXCHANGES)
    return Game("classic", (2, 6), 5, COLOURS, Settings(), presets, words.house_rule, words.house_value, HelpSheet,
                numbers)  # fmt: skip


def _negocios() -> Game:
    from teg_shared.rules.negocios import data
    from teg_shared.rules.negocios import settings as rules

    from teg_tui.negocios import words as said
    from teg_tui.negocios_ui.sheets.helping import HelpSheet as NegociosHelp

    usual = rules.Settings()
    presets = (
        Preset("mesa", _("del juego"), usual),
        Preset("market", _("con mercado"), rules.Settings(market="on")),
        Preset("short", _("corta: 6 rondas"), rules.Settings(round_limit=6)),
        Preset("long", _("larga: bloque de 26"), rules.Settings(block_size=26)),
    )
    numbers = {
        "negotiation_seconds": (0, 30, 60, 90, 120, 180, 300),
        "agreement_seconds": (0, 15, 30, 60),
        "round_limit": (0, 4, 6, 8, 10, 15, 20),
        "block_size": (12, 14, 16, 18, 20, 24, 26, 28, 32, 40),
    }
    # better bots end many a game in the first round, by a block: nobody learns a game that is over
    return Game("negocios", (data.LEAST_SEATS, len(data.COLOURS)), 6, data.COLOURS, usual, presets, said.option_name,
                said.option_value, NegociosHelp, numbers, rivals="novato", fill="novato")  # fmt: skip
