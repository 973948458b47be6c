"""Short forms of levels and paths, for labels where the full name has no room."""

import re
from typing import Final

from rich.cells import cell_len
from teg_shared.rules.negocios.data import FACTORS
from teg_shared.rules.negocios.levels import DOMINION, NONE, PARTICIPATION, PREPONDERANCE

from teg_tui.i18n import N_, _
from teg_tui.negocios import names, words
from teg_tui.negocios.names import code, factor, letter, region
from teg_tui.widgets.lines import fit

__all__ = ["LETTERS", "brief", "code", "country", "factor", "letter", "level", "objective", "region", "walk"]

_LEVELS: Final = {
    DOMINION: (N_("Dominio"), N_("Dom.")),
    PREPONDERANCE: (N_("Preponderancia"), N_("Prep.")),
    PARTICIPATION: (N_("Participación"), N_("Part.")),
    NONE: (N_("Nada"), N_("nada")),
}
_BRIEF: Final = {
    "alimento": N_("Alimento"),
    "recursos": N_("Recursos"),
    "medios": N_("Medios"),
    "tecnologia": N_("Tecnolog."),
    "politica": N_("Política"),
    "petroleo": N_("Petróleo"),
    "armamento": N_("Armamento"),
    "farmaceutica": N_("Farmacia"),
}
"""Names of factors in nine letters."""
_BY_TABLE: Final = re.compile(r" \(([^()]*?) (?:si juegan|with) 4 (?:o|or) 5[^()]*\)")
"""On a card, in brackets: the number or the part for tables of four or five, behind the one for larger ones."""
_NUMBER: Final = re.compile(r"\b(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)\b")
_PART: Final = re.compile(
    r"\b(?:un|an?) (?:tercio|cuarto|quinto|sexto|octavo|décimo|half|third|quarter|fifth|sixth|eighth|tenth)\b"
)
_FEW: Final = 5
"""Corporations up to which that one holds."""
LETTERS: Final = {DOMINION: "D", PREPONDERANCE: "P", PARTICIPATION: " ", NONE: " "}
"""A letter behind the count of a factor, so that levels are told apart without colours."""


def country(number: int) -> str:
    """Return the name of a country, empty for none."""
    return names.country(number) if number >= 0 else ""


def level(number: int, *, short: bool = False) -> str:
    """Return the name of a level."""
    return _(_LEVELS[number][1 if short else 0])


def brief(number: int, width: int) -> str:
    """Return the name of a factor in the longest form that has room, empty where nothing of it could be read."""
    short = _(_BRIEF[FACTORS[number].id])
    if cell_len(factor(number)) <= width:
        return factor(number)
    return short if cell_len(short) <= width else fit(short, width, end=".") if width > 3 else ""


def objective(number: int, seats: int) -> str:
    """Return an objective in words, with no other numbers than hold at a table of so many (N137)."""
    said = words.objective(number)
    while found := _BY_TABLE.search(said):
        lead, few = said[: found.start()], found[1]
        general = list((_PART if " " in few else _NUMBER).finditer(lead))
        if not general:
            break
        if seats <= _FEW:
            lead = lead[: general[-1].start()] + few + lead[general[-1].end() :]
        said = lead + said[found.end() :]
    return said


def walk(start: int, path: tuple[int, ...]) -> str:
    """Return a path as it is walked: Cuba › Jamaica › Colombia."""
    return " › ".join(country(c) for c in (start, *path))
