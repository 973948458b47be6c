"""Short forms of what is printed on the board of Negocios, for labels where the full name has no room."""

from typing import Final

from teg_shared.rules.negocios.data import BOARD, CARDS, FACTORS
from teg_shared.rules.negocios.levels import DOMINION, NONE, PARTICIPATION, PREPONDERANCE

from teg_tui.i18n import N_, _, language

_LEVELS: Final = {
    DOMINION: (N_("Dominio"), N_("Dom.")),
    PREPONDERANCE: (N_("Preponderancia"), N_("Prep.")),
    PARTICIPATION: (N_("Participación"), N_("Part.")),
    NONE: (N_("ningún país"), N_("nada")),
}
LETTERS: Final = {DOMINION: "D", PREPONDERANCE: "P", PARTICIPATION: " ", NONE: " "}
"""A letter behind the count of a factor, so that levels are told apart without colours."""


def country(number: int) -> str:
    """Return the name of a country, empty for none."""
    if not 0 <= number < len(BOARD.countries):
        return ""
    info = BOARD.countries[number]
    return info.name_en if language() == "en" else info.name_es


def code(number: int) -> str:
    """Return the three letters of a country."""
    return BOARD.countries[number].code


def region(number: int) -> str:
    """Return the name of a region."""
    info = BOARD.continents[number]
    return info.name_en if language() == "en" else info.name_es


def factor(number: int) -> str:
    """Return the name of a factor."""
    info = FACTORS[number]
    return info.name_en if language() == "en" else info.name_es


def letter(number: int) -> str:
    """Return the letter of a factor on the map."""
    return FACTORS[number].letter


def level(number: int, *, short: bool = False) -> str:
    """Return the name of a level."""
    return _(_LEVELS[number][1 if short else 0])


def icons(card: int) -> str:
    """Return the three icons of a card with the links they go, as they are printed: A3 G2 F1."""
    steps = zip(CARDS[card].icons, (3, 2, 1), strict=True)
    return " ".join(f"{letter(f)}{n}" for f, n in steps)


def walk(start: int, path: tuple[int, ...]) -> str:
    """Return a path as it is walked: Cuba › Jamaica › Colombia."""
    return " › ".join(country(c) for c in (start, *path))
