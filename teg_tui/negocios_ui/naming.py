"""Short forms of levels and paths, for labels where the full name has no room."""

from typing import Final

from teg_shared.rules.negocios.levels import DOMINION, NONE, PARTICIPATION, PREPONDERANCE

from teg_tui.i18n import N_, _
from teg_tui.negocios import names
from teg_tui.negocios.names import code, factor, letter, region

__all__ = ["LETTERS", "code", "country", "factor", "letter", "level", "region", "walk"]

_LEVELS: Final = {
    DOMINION: (N_("Dominio"), N_("Dom.")),
    PREPONDERANCE: (N_("Preponderancia"), N_("Prep.")),
    PARTICIPATION: (N_("Participación"), N_("Part.")),
    NONE: (N_("Nada"), N_("nada")),
}
LETTERS: Final = {DOMINION: "D", PREPONDERANCE: "P", PARTICIPATION: " ", NONE: " "}
"""A letter behind the count of a factor, so that levels are told apart without colours."""


def country(number: int) -> str:
    """Return the name of a country, empty for none."""
    return names.country(number) if number >= 0 else ""


def level(number: int, *, short: bool = False) -> str:
    """Return the name of a level."""
    return _(_LEVELS[number][1 if short else 0])


def walk(start: int, path: tuple[int, ...]) -> str:
    """Return a path as it is walked: Cuba › Jamaica › Colombia."""
    return " › ".join(country(c) for c in (start, *path))
