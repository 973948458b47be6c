"""Everybody's die for the market as lines: the highest puts fichas in, the lowest takes as many out (N79 to N84)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.lines import Line, full, size


@dataclass(frozen=True)
class MarketThrow:
    """One throw of all as it is shown.

    Attributes:
        colours: colour slug of each seat.
        rolls: per roll one face a seat, 0 for who did not throw; every roll but the first is of those who tied.
        adder: seat that puts `added` fichas in.
        removals: (seat, fichas that it takes out).
        settled: whether the dice have come to rest.
    """

    colours: tuple[str, ...]
    rolls: tuple[tuple[int, ...], ...]
    adder: int
    added: int
    removals: tuple[tuple[int, int], ...]
    settled: bool = True

    def rolling(self, faces: Sequence[int]) -> "MarketThrow":
        """Return the throw with other faces on top and no verdict yet; `faces` are eight numbers from 1 to 6."""
        shown = tuple(face and faces[seat] for seat, face in enumerate(self.rolls[0])) if self.rolls else ()
        return replace(self, rolls=(shown,), settled=False)


def market_lines(throw: MarketThrow, skin: Skin, width: int, height: int) -> list[Line]:
    """Return the dice by seat, those who tied once more below where there is room, and what it came to."""
    again = throw.rolls[1:]
    first = _dice(throw, skin, throw.rolls[0], width) if throw.rolls else full((), width, skin.ink("text"))
    lines = [first]
    for roll in again[-(height - 2) :] if height > 2 else ():
        lead = Segment(" " + _("empate:") + " ", skin.ink("dim"))
        lines.append(_dice(throw, skin, roll, width, lead))
    return [*lines, _verdict(throw, skin, width)]


def _dice(throw: MarketThrow, skin: Skin, roll: Sequence[int], width: int, lead: Segment | None = None) -> Line:
    takers = {seat for seat, _taken in throw.removals}
    pieces = [lead] if lead is not None else []
    gap = Segment(" " if size(pieces) + 4 * sum(map(bool, roll)) <= width else "", skin.ink("text"))
    for seat, face in enumerate(roll):
        if face:
            lit = not throw.settled or seat == throw.adder or seat in takers
            slug = throw.colours[seat]
            text = f"{skin.palette.sign(slug)}{face}"
            pieces += [gap, Segment(text + (" " if gap.text else ""), skin.chip(slug) if lit else skin.faded(slug))]
    return full(pieces, width, skin.ink("text"))


def _verdict(throw: MarketThrow, skin: Skin, width: int) -> Line:
    plain, dim = skin.ink("text"), skin.ink("dim")
    if not throw.settled:
        return full((), width, plain)
    if not throw.added:
        return full([Segment(" " + _("no se mueve nada"), dim)], width, plain)
    sign = skin.palette.sign
    adder = throw.colours[throw.adder]
    pieces = [
        Segment(" ", plain),
        Segment(sign(adder), skin.chip(adder)),
        Segment(" " + _("mete {n}").format(n=throw.added), skin.ink("good", bold=True)),
        Segment(" · ", dim),
        Segment(_("saca"), skin.ink("bad", bold=True)),
    ]
    for seat, count in throw.removals:
        slug = throw.colours[seat]
        pieces += [Segment(" ", plain), Segment(f"{sign(slug)}{count}", skin.chip(slug))]
    return full(pieces, width, plain)
