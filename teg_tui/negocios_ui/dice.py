"""The dice of an attempt as lines: the two highest of each side count, and the larger sum takes a country."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.dice import PIPS, ROW
from teg_tui.widgets.lines import Line, fit, size

SHORT = 3
"""Rows of the short form."""
_COUNTING = 2
"""Dice of each side that count (N37)."""


@dataclass(frozen=True)
class ControlThrow:
    """One attempt as it is shown.

    Attributes:
        source: name of the attacking country; `target` of the attacked one.
        attacker: colour slug of the attacker; `defender` of the defender.
        attack: dice of the last throw, high to low; none for hostile control (N46).
        ties: throws before the last one, all of them ties (N38).
        settled: whether the dice have come to rest; `won` says then who takes a country.
    """

    source: str
    target: str
    attacker: str
    defender: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    ties: int
    won: bool
    settled: bool = True

    def faces(self, side: int) -> tuple[int, ...]:
        """Return the dice of the attacker (0) or the defender (1)."""
        return self.defence if side else self.attack

    def total(self, side: int) -> int:
        """Return the sum that counts."""
        return sum(self.faces(side)[:_COUNTING])

    def rolling(self, faces: Sequence[int]) -> "ControlThrow":
        """Return the throw with other faces on top and no verdict yet; `faces` are eight numbers from 1 to 6."""
        attack, defence = tuple(faces[: len(self.attack)]), tuple(faces[4 : 4 + len(self.defence)])
        return replace(self, attack=attack, defence=defence, settled=not self.attack)


def dice_lines(throw: ControlThrow | None, skin: Skin, width: int, height: int) -> list[Line]:
    """Return the attempt in the largest shape that fits."""
    if throw is None:
        return [(Segment(fit(" " + _("Sin intentos todavía"), width), skin.ink("dim")),)]
    roomy = height >= ROW and width >= 6 * (len(throw.attack) + len(throw.defence)) + 5
    if roomy and throw.attack:
        return [_head(throw, skin, width), *_faces(throw, skin), _verdict(throw, skin, width)]
    return [_head(throw, skin, width), _numbers(throw, skin, width), _verdict(throw, skin, width)]


def _head(throw: ControlThrow, skin: Skin, width: int) -> Line:
    """Return both countries; the one that has too little room takes what the other leaves."""
    wanted = [cell_len(_name(throw, skin, side)) for side in (0, 1)]
    room = max((width - 1) // 2, width - 1 - wanted[1])
    first = fit(_name(throw, skin, 0), room)
    second = fit(_name(throw, skin, 1), width - 1 - cell_len(first))
    return (
        Segment(first, skin.chip(throw.attacker)),
        Segment("›", skin.ink("dim")),
        Segment(second, skin.chip(throw.defender)),
    )


def _name(throw: ControlThrow, skin: Skin, side: int) -> str:
    owner = throw.defender if side else throw.attacker
    return f" {skin.palette.sign(owner)} {throw.target if side else throw.source} "


def _look(throw: ControlThrow, skin: Skin, side: int, place: int) -> Segment:
    owner = throw.defender if side else throw.attacker
    lost = throw.settled and (throw.won if side else not throw.won)
    idle = throw.settled and place >= _COUNTING
    return Segment("", skin.faded(owner) if idle or lost else skin.chip(owner))


def _faces(throw: ControlThrow, skin: Skin) -> list[Line]:
    rows: list[Line] = []
    for row in range(3):
        pieces = [Segment(" ", skin.ink("text"))]
        for side in (0, 1):
            for place, value in enumerate(throw.faces(side)):
                pieces.append(Segment(f" {PIPS[value][row]} ", _look(throw, skin, side, place).style))
                pieces.append(Segment(" ", skin.ink("text")))
            if not side:
                pieces.append(Segment("vs " if row == 1 else "   ", skin.ink("dim")))
        rows.append(tuple(pieces))
    return rows


def _numbers(throw: ControlThrow, skin: Skin, width: int) -> Line:
    if not throw.attack:
        return (Segment(fit(" " + _("4 fichas contra 1: sin dados"), width), skin.ink("dim")),)
    sides: list[list[Segment]] = []
    for side in (0, 1):
        pieces = []
        for place, value in enumerate(throw.faces(side)):
            style = _look(throw, skin, side, place).style
            pieces.append(Segment(f" {value} ", style))
        sides.append(pieces)
    tight = size(sides[0]) + size(sides[1]) + 6 > width
    gap = Segment("vs" if tight else "  vs  ", skin.ink("dim"))
    return (Segment("" if tight else " ", skin.ink("text")), *sides[0], gap, *sides[1])


def _verdict(throw: ControlThrow, skin: Skin, width: int) -> Line:
    plain = skin.ink("text")
    if not throw.settled:
        return (Segment(" ", plain),)
    ties = " · " + (_("1 empate") if throw.ties == 1 else _("{n} empates").format(n=throw.ties)) if throw.ties else ""
    sums = " " + _("{n} a {m}").format(n=throw.total(0), m=throw.total(1)) if throw.attack else ""
    word = _("toma el país") if throw.won else _("pierde el suyo")
    pieces = (
        Segment(sums, skin.ink("bright", bold=True)),
        Segment((": " if sums else " ") + word, skin.ink("good" if throw.won else "bad", bold=True)),
    )
    return (*pieces, Segment(ties, skin.ink("dim"))) if size(pieces) + len(ties) <= width else pieces
