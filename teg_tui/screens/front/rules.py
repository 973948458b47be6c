"""The house rules of a game as fields of a form, with the presets that set all of them."""

from typing import Final

import msgspec
from rich.cells import cell_len

from teg_tui.i18n import _
from teg_tui.screens.front.form import ChoiceField, Field
from teg_tui.screens.front.games import GAMES, Game, game_of

CLOCKS: Final = (0, 60, 90, 120, 180, 300, 600)
"""Seconds a turn that are offered (T3)."""
PRESET: Final = "preset"
GAME: Final = "game"
MIXED: Final = "mixed"
LABEL: Final = 31
"""Columns for the name of a rule; a longer one is said in full when it is chosen."""


def game_field(variant: str) -> ChoiceField:
    """Return the choice of what is played."""
    return ChoiceField(GAME, _("Juego"), list(GAMES), [_(name) for name in GAMES.values()], list(GAMES).index(variant))


def preset_field(game: Game, settings: msgspec.Struct) -> ChoiceField:
    """Return the choice between the presets and a mixture."""
    values = (*(preset.slug for preset in game.presets), MIXED)
    labels = (*(preset.label for preset in game.presets), _("a medida"))
    return ChoiceField(PRESET, _("Reglas"), values, labels, _preset(game, settings))


def clock_field(seconds: int) -> ChoiceField:
    """Return the choice of the turn's clock."""
    values = sorted({*CLOCKS, seconds})
    labels = [_("sin reloj") if not n else _("{n} segundos por turno").format(n=n) for n in values]
    return ChoiceField("clock", _("Reloj"), values, labels, values.index(seconds))


def rule_fields(game: Game, settings: msgspec.Struct) -> list[Field]:
    """Return a choice for each house rule, in the order of the rules."""
    return [_rule(game, name, getattr(settings, name)) for name in game.names()]


def _rule(game: Game, name: str, value: object) -> ChoiceField:
    values = game.values(name, value)
    labels = [game.value(name, one) for one in values]
    title = game.rule(name)
    note = title if cell_len(title) > LABEL else ""
    return ChoiceField(name, title, values, labels, list(values).index(value), note)


def chosen_game(fields: list[Field]) -> Game:
    """Return the game that the fields say."""
    return game_of(next((str(field.value) for field in fields if field.name == GAME), "classic"))


def chosen_settings(fields: list[Field], game: Game | None = None) -> msgspec.Struct:
    """Return the house rules that the fields say, by default of the game that they say."""
    played = game or chosen_game(fields)
    known = set(played.names())
    return msgspec.structs.replace(played.settings, **{f.name: f.value for f in fields if f.name in known})


def take_preset(fields: list[Field], changed: Field, game: Game) -> None:
    """Keep the preset and the single rules in step after one of them has changed."""
    preset = next(f for f in fields if f.name == PRESET)
    if not isinstance(preset, ChoiceField):
        return
    if changed is not preset:
        preset.at = _preset(game, chosen_settings(fields, game))
        return
    if preset.value == MIXED:
        now = _preset(game, chosen_settings(fields, game))
        preset.at = now if now != len(game.presets) else 0
    wanted = next((one.settings for one in game.presets if one.slug == preset.value), game.settings)
    for field in fields:
        if isinstance(field, ChoiceField) and field.name in game.names():
            field.at = list(field.values).index(getattr(wanted, field.name))


def _preset(game: Game, settings: msgspec.Struct) -> int:
    return next((n for n, one in enumerate(game.presets) if one.settings == settings), len(game.presets))
