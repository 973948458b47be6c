# ruff: noqa: PLC0415 # the rules are loaded by who speaks of them: a refused connection needs none
"""What every sentence is made of: who is called how, how facts are said, and how they are put into a sentence.

A namer tells who sits where; without one, seats have numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from teg_tui import names
from teg_tui.i18n import _, ngettext
from teg_tui.words_discovery import DISCOVERY
from teg_tui.words_refused import CONNECTION, RULES, SERVER, UNKNOWN
from teg_tui.words_table import NOTICES, PHASES

if TYPE_CHECKING:
    from teg_shared.rules.classic.state import Pact, Proposal

_SENTENCES: Final = (RULES, NOTICES, SERVER, CONNECTION, DISCOVERY)


class Namer(Protocol):
    """Knows who sits where and what a number of a pact stands for; the model is one."""

    def name_of(self, seat: int) -> str:
        """Return the name of a seat, empty for an unknown one."""
        ...

    def colour_of(self, seat: int) -> str:
        """Return the colour slug of a seat, empty for an unknown one."""
        ...

    def bargain_of(self, number: int) -> Pact | Proposal | None:
        """Return the pact or proposal of this number, if it is known."""
        ...


class Stranger:
    """A namer that knows nobody, for sentences outside of a room."""

    def name_of(self, seat: int) -> str:
        """Return no name."""
        del seat
        return ""

    def colour_of(self, seat: int) -> str:
        """Return no colour."""
        del seat
        return ""

    def bargain_of(self, number: int) -> Pact | Proposal | None:
        """Return no pact."""
        del number
        return None


STRANGER: Final = Stranger()

_COUNTRIES: Final = frozenset({"country", "source", "target"})
_SEATS: Final = frozenset({"seat", "partner", "by", "turn", "owner", "winner", "killer", "neighbour"})
_BARGAINS: Final = frozenset({"pact", "proposal"})


class _Spoken(dict[str, str]):
    """Facts in words; one that the server did not send leaves a gap instead of an error."""

    def __missing__(self, key: str) -> str:
        return "…"


def who(namer: Namer, seat: object) -> str:
    """Return how a seat is called: its name, its colour, or its number counted from 1."""
    if not isinstance(seat, int) or seat < 0:
        return _("nadie")
    return namer.name_of(seat) or names.colour(namer.colour_of(seat)) or _("asiento {n}").format(n=seat + 1)


def count_armies(number: int) -> str:
    """Return a number of armies in words."""
    return ngettext("{n} ejército", "{n} ejércitos", number).format(n=number)


def count_cards(number: int) -> str:
    """Return a number of cards in words."""
    return ngettext("{n} tarjeta", "{n} tarjetas", number).format(n=number)


def count_countries(number: int) -> str:
    """Return a number of countries in words."""
    return ngettext("{n} país", "{n} países", number).format(n=number)


def faces(dice: tuple[int, ...]) -> str:
    """Return dice as they are said in the chronicle: 6·4·2."""
    return "·".join(str(face) for face in dice)


def pact_words(namer: Namer, bargain: Pact | Proposal) -> str:
    """Return a pact or proposal in words: the two sides and where it holds."""
    from teg_shared.rules.classic.state import Pact

    one, two = (bargain.a, bargain.b) if isinstance(bargain, Pact) else (bargain.proposer, bargain.partner)
    where = names.border(bargain.border)
    words = _("{one} y {two} ({where})").format(one=who(namer, one), two=who(namer, two), where=where)
    if bargain.last is not None:
        words += _(", hasta la ronda {last}").format(last=bargain.last)
    return words


def _fact(key: str, value: object, namer: Namer) -> str:
    if key in _COUNTRIES:
        return names.country(value)
    if key in _SEATS:
        return who(namer, value)
    if key == "seats" and isinstance(value, list | tuple):
        return names.listed([who(namer, seat) for seat in value])
    if key in _BARGAINS or key == "pacts":
        numbers = value if isinstance(value, list | tuple) else [value]
        bargains = [namer.bargain_of(n) if isinstance(n, int) else None for n in numbers]
        return names.listed([pact_words(namer, b) for b in bargains if b is not None]) or "…"
    if isinstance(value, int) and key == "armies":
        return count_armies(value)
    if isinstance(value, int) and key == "cards":
        return count_cards(value)
    if key == "card":
        return names.card(value)
    if key == "continent":
        return names.continent(value)
    if key == "phase" and isinstance(value, str):
        return phase(value)
    if key == "colour" and isinstance(value, str):
        return names.colour(value)
    if key == "level" and isinstance(value, str):
        return names.level(value)
    return names.listed([str(item) for item in value]) if isinstance(value, list | tuple) else str(value)


def phase(slug: str) -> str:
    """Return the name of a phase."""
    return _(PHASES[slug]) if slug in PHASES else slug


def filled(template: str, spoken: Mapping[str, str]) -> str:
    """Return a sentence of a table, in the language in use, with facts that are words already."""
    return _(template).format_map(_Spoken(spoken))


def fill(template: str, facts: Mapping[str, object], namer: Namer = STRANGER) -> str:
    """Return a sentence of a table, in the language in use, with its facts in words."""
    return filled(template, {key: _fact(key, value, namer) for key, value in facts.items()})


def known(code: str) -> bool:
    """Whether there is a sentence for this code."""
    return any(code in table for table in _SENTENCES)


def plain(code: str, facts: Mapping[str, object], namer: Namer = STRANGER) -> str:
    """Return the sentence for what every table or the classic game says, and one that names the code for any other."""
    for table in _SENTENCES:
        if code in table:
            return fill(table[code], facts, namer)
    return _(UNKNOWN).format(code=code)
