"""The house rules as fields of a form, with the presets that set all of them."""

from collections.abc import Sequence
from typing import Final, get_args, get_type_hints

from rich.cells import cell_len
from teg_shared.rules.classic.settings import OFFICIAL, Settings

from teg_tui import words
from teg_tui.i18n import _
from teg_tui.screens.front.form import ChoiceField, Field

CLOCKS: Final = (0, 60, 90, 120, 180, 300, 600)
"""Seconds a turn that are offered (T3)."""
_EXCHANGES: Final = (0, 2, 3, 4, 5)
PRESET: Final = "preset"
LABEL: Final = 31
"""Columns for the name of a rule; a longer one is said in full when it is chosen."""


def preset_field(settings: Settings) -> ChoiceField:
    """Return the choice between the table's rules, the booklet's, and a mixture."""
    labels = (_("de la mesa"), _("oficial (del reglamento)"), _("a medida"))
    return ChoiceField(PRESET, _("Reglas"), ("mesa", "oficial", "mixed"), labels, _preset(settings))


def clock_field(seconds: int) -> ChoiceField:
    """Return the choice of the turn's clock."""
    values = sorted({*CLOCKS, seconds})
    labels = [_("sin reloj") if not n else _("{n} segundos por turno").format(n=n) for n in values]
    return ChoiceField("clock", _("Reloj"), values, labels, values.index(seconds))


def rule_fields(settings: Settings) -> list[Field]:
    """Return a choice for each house rule, in the order of the rules."""
    return [_rule(name, getattr(settings, name)) for name in settings.__struct_fields__]


def _rule(name: str, value: object) -> ChoiceField:
    values = _values(name, value)
    labels = [words.house_value(name, one) for one in values]
    title = words.house_rule(name)
    note = title if cell_len(title) > LABEL else ""
    return ChoiceField(name, title, values, labels, list(values).index(value), note)


def _values(name: str, value: object) -> Sequence[object]:
    if isinstance(value, bool):
        return [False, True]
    if isinstance(value, int):
        return sorted({*_EXCHANGES, value})
    return list(get_args(get_type_hints(Settings)[name]))


def chosen_settings(fields: list[Field]) -> Settings:
    """Return the house rules that the fields say."""
    known = set(Settings.__struct_fields__)
    return Settings(**{f.name: f.value for f in fields if f.name in known})  # type: ignore[arg-type]


def take_preset(fields: list[Field], changed: Field) -> None:
    """Keep the preset and the single rules in step after one of them has changed."""
    preset = next(f for f in fields if f.name == PRESET)
    if not isinstance(preset, ChoiceField):
        return
    if changed is not preset:
        preset.at = _preset(chosen_settings(fields))
        return
    if preset.value == "mixed":
        preset.at = _preset(chosen_settings(fields)) if preset.at != 2 else 0
    wanted = OFFICIAL if preset.value == "oficial" else Settings()
    for field in fields:
        if isinstance(field, ChoiceField) and field.name in Settings.__struct_fields__:
            field.at = list(field.values).index(getattr(wanted, field.name))


def _preset(settings: Settings) -> int:
    return 0 if settings == Settings() else 1 if settings == OFFICIAL else 2
