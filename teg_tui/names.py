# ruff: noqa: PLC0415 # the board is read by who names something on it, not by the screens before a game
"""Names of what is printed on the board, the cards and the pieces, in the language in use."""

from collections.abc import Sequence
from typing import Final, Protocol

from teg_tui.i18n import N_, _, language

_COLOURS: Final = {
    "azul": N_("azul"),
    "rojo": N_("rojo"),
    "negro": N_("negro"),
    "amarillo": N_("amarillo"),
    "verde": N_("verde"),
    "magenta": N_("magenta"),
    "blanco": N_("blanco"),
    "naranja": N_("naranja"),
    "violeta": N_("violeta"),
}
_SYMBOLS: Final = {"galeon": N_("galeón"), "globo": N_("globo"), "canon": N_("cañón"), "comodin": N_("comodín")}
_LEVELS: Final = {
    "novato": N_("novato"),
    "sargento": N_("sargento"),
    "capitan": N_("capitán"),
    "coronel": N_("coronel"),
    "general": N_("general"),
}


class Named(Protocol):
    """Something with a name printed on it."""

    @property
    def name_es(self) -> str:
        """Its name in Spanish."""
        ...

    @property
    def name_en(self) -> str:
        """Its name in English."""
        ...


def printed(number: object, things: Sequence[Named]) -> str:
    """Return the name of one of some things; a number that is none of them stays a number."""
    if not isinstance(number, int) or not 0 <= number < len(things):
        return str(number)
    return things[number].name_en if language() == "en" else things[number].name_es


def country(number: object) -> str:
    """Return the name of a country; a number that is none stays a number."""
    from teg_shared.rules.classic.data import BOARD

    return printed(number, BOARD.countries)


def code(number: int) -> str:
    """Return the three letters of a country."""
    from teg_shared.rules.classic.data import BOARD

    return BOARD.countries[number].code


def continent(number: object) -> str:
    """Return the name of a continent; a number that is none stays a number."""
    from teg_shared.rules.classic.data import BOARD

    return printed(number, BOARD.continents)


def colour(slug: str) -> str:
    """Return the name of a colour; an unknown slug stays as it is."""
    return _(_COLOURS[slug]) if slug in _COLOURS else slug


def symbol(card: int) -> str:
    """Return the name of the symbol on a card."""
    from teg_shared.rules.classic.data import SYMBOLS

    return _(_SYMBOLS[SYMBOLS[card]])


def card(number: object) -> str:
    """Return a card by its country and symbol; a hidden one as such."""
    from teg_shared.rules.classic.data import HIDDEN, SYMBOLS

    if not isinstance(number, int) or not 0 <= number < len(SYMBOLS):
        return _("una tarjeta oculta") if number == HIDDEN else str(number)
    return f"{country(number)} ({symbol(number)})"


def level(slug: str) -> str:
    """Return the name of a bot's level; an unknown slug stays as it is."""
    return _(_LEVELS[slug]) if slug in _LEVELS else slug


def border(pair: tuple[int, int] | None) -> str:
    """Return a border as the two countries, or the whole map for None."""
    return f"{country(pair[0])}–{country(pair[1])}" if pair is not None else _("todo el mapa")


def listed(parts: list[str]) -> str:
    """Return the parts as a spoken list: a, b y c."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{begin} y {last}").format(begin=", ".join(parts[:-1]), last=parts[-1])
