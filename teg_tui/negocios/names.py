"""Names of what is printed on the board and the cards of T.E.G. de los Negocios, in the language in use.

A number that stands for nothing is said as the number: facts of a newer server must do no harm.
"""

from typing import Final

from teg_shared.rules.negocios.data import BOARD, CARDS, FACTORS, HIDDEN, STEPS

from teg_tui.i18n import N_, _, ngettext
from teg_tui.names import printed

_LEVELS: Final = {-1: N_("nada"), 0: N_("participación"), 1: N_("preponderancia"), 2: N_("dominio")}


def country(number: object) -> str:
    """Return the name of a country."""
    return printed(number, BOARD.countries)


def code(number: int) -> str:
    """Return the three letters of a country."""
    return BOARD.countries[number].code


def region(number: object) -> str:
    """Return the name of a region."""
    return printed(number, BOARD.continents)


def factor(number: object) -> str:
    """Return the name of a factor."""
    return printed(number, FACTORS)


def letter(number: int) -> str:
    """Return the letter of a factor on the map."""
    return FACTORS[number].letter


def level(number: object) -> str:
    """Return the name of a level: dominio, preponderancia, participación, or that there is none (N25 to N30)."""
    return _(_LEVELS[number]) if isinstance(number, int) and number in _LEVELS else str(number)


def icons(number: int) -> str:
    """Return the icons of a card with the countries they walk: A3 R2 T1."""
    return " ".join(f"{letter(f)}{steps}" for f, steps in zip(CARDS[number].icons, STEPS, strict=True))


def card(number: object) -> str:
    """Return a card by its name, fichas and icons; a hidden one as such."""
    if not isinstance(number, int) or not 0 <= number < len(CARDS):
        return _("una tarjeta") if number == HIDDEN else str(number)
    said = ngettext("{id} ({n} ficha; {icons})", "{id} ({n} fichas; {icons})", CARDS[number].tokens)
    return said.format(id=CARDS[number].id, n=CARDS[number].tokens, icons=icons(number))


def path(countries: object) -> str:
    """Return a way from country to country."""
    if not isinstance(countries, list | tuple):
        return str(countries)
    return " → ".join(country(number) for number in countries)
