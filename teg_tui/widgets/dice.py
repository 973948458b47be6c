"""The dice of the last roll as lines: large faces stacked or in a row, or one line where room is short."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.lines import Line, fit, size

PIPS: Final = {
    1: ("   ", " ● ", "   "),
    2: ("●  ", "   ", "  ●"),
    3: ("●  ", " ● ", "  ●"),
    4: ("● ●", "   ", "● ●"),
    5: ("● ●", " ● ", "● ●"),
    6: ("● ●", "● ●", "● ●"),
}
STACKED: Final = 9
"""Rows of the stacked faces."""
ROW: Final = 5
"""Rows of the faces side by side, which need 44 columns."""
SHORT: Final = 3
"""Rows of the short form."""


@dataclass(frozen=True)
class Throw:
    """One roll as it is shown; while it still rolls, `won` is empty.

    Attributes:
        source: name of the attacking country; `target` of the defending one.
        attacker: colour slug of the attacker; `defender` of the defender.
        won: for each compared pair whether the attacker won it.
    """

    source: str
    target: str
    attacker: str
    defender: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    won: tuple[bool, ...] = ()
    taken: bool = False

    def outcome(self, side: int, place: int) -> bool | None:
        """Whether die number `place` of the attacker (side 0) or defender (1) won; None if it was not compared."""
        if place >= len(self.won):
            return None
        return self.won[place] if side == 0 else not self.won[place]

    def losses(self, side: int) -> int:
        """Return the armies that a side lost."""
        return sum(self.won) if side else len(self.won) - sum(self.won)

    def rolling(self, faces: Sequence[int]) -> "Throw":
        """Return the throw with other faces on top and no verdict yet; `faces` are six numbers or more, 1 to 6."""
        attack, defence = tuple(faces[: len(self.attack)]), tuple(faces[3 : 3 + len(self.defence)])
        return Throw(self.source, self.target, self.attacker, self.defender, attack, defence)


def dice_lines(throw: Throw | None, skin: Skin, width: int, height: int) -> list[Line]:
    """Return the dice in the largest shape that fits."""
    if throw is None:
        return [(Segment(fit(" " + _("Sin tiradas todavía"), width), skin.ink("dim")),)]
    if height >= STACKED and width < 44:
        return _stacked(throw, skin, width)
    if height >= ROW and width >= 40:
        return _row(throw, skin, width)
    return _short(throw, skin, width)


def _face(throw: Throw, skin: Skin, side: int, place: int, row: int) -> Segment:
    values = throw.defence if side else throw.attack
    if place >= len(values):
        return Segment("     ", skin.ink("text"))
    owner = throw.defender if side else throw.attacker
    look = skin.faded(owner) if throw.outcome(side, place) is False else skin.chip(owner)
    return Segment(f" {PIPS[values[place]][row]} ", look)


def _name(throw: Throw, skin: Skin, side: int, width: int) -> Segment:
    owner = throw.defender if side else throw.attacker
    sign = skin.palette.sign(owner)
    return Segment(fit(f" {sign} {throw.target if side else throw.source} ", width), skin.chip(owner))


def _verdict(throw: Throw, skin: Skin, side: int) -> Segment:
    if not throw.won:
        return Segment("", skin.ink("text"))
    lost = throw.losses(side)
    if lost:
        return Segment(f"−{lost}", skin.ink("bad", bold=True))
    return Segment(" ✓", skin.ink("good", bold=True))


def _stacked(throw: Throw, skin: Skin, width: int) -> list[Line]:
    gap = Segment("  ", skin.ink("text"))

    def dice(side: int) -> list[Line]:
        rows: list[Line] = []
        for row in range(3):
            faces = [piece for place in range(3) for piece in (gap, _face(throw, skin, side, place, row))]
            rows.append((*faces, Segment(" ", skin.ink("text")), *([_verdict(throw, skin, side)] if row == 1 else [])))
        return rows

    links = "".join("    ▾  " if won else "    ▴  " for won in throw.won)
    end = _("conquista") if throw.taken else _("defiende")
    return [
        (Segment(" ", skin.ink("text")), _name(throw, skin, 0, width - 9), Segment(" " + _("ataca"), skin.ink("dim"))),
        *dice(0),
        (Segment(links, skin.ink("dim")),),
        *dice(1),
        (
            Segment(" ", skin.ink("text")),
            _name(throw, skin, 1, width - 12),
            Segment(" " + _("cae") if throw.taken else " " + end, skin.ink("bad" if throw.taken else "dim")),
        ),
    ]


def _row(throw: Throw, skin: Skin, width: int) -> list[Line]:
    plain = skin.ink("text")
    half = (width - 14) // 2
    head = (
        Segment(" ", plain),
        _name(throw, skin, 0, half),
        Segment(" " + (_("toma") if throw.taken else _("ataca a")) + " ", skin.ink("dim")),
        _name(throw, skin, 1, half),
    )
    rows: list[Line] = [head]
    for row in range(3):
        pieces = [Segment(" ", plain)]
        for side in (0, 1):
            for place in range(3):
                pieces += [_face(throw, skin, side, place, row), Segment(" ", plain)]
            if side == 0:
                pieces.append(Segment(" vs  " if row == 1 else "     ", skin.ink("dim")))
        rows.append(tuple(pieces))
    pieces = [Segment(" ", plain)]
    for side in (0, 1):
        for place in range(3):
            won = throw.outcome(side, place)
            text = "" if won is None else "✓" if won else "−1"
            pieces.append(Segment(text.center(5) + " ", skin.ink("good" if won else "bad", bold=True)))
        if side == 0:
            pieces.append(Segment("     ", plain))
    return [*rows, tuple(pieces)]


def _short(throw: Throw, skin: Skin, width: int) -> list[Line]:
    plain, dim = skin.ink("text"), skin.ink("dim")
    half = (width - 1) // 2
    first = _tight(throw, skin, 0, half)
    second = _tight(throw, skin, 1, width - 1 - len(first.text))
    sides = [_numbers(throw, skin, 0), _numbers(throw, skin, 1)]
    spare = width - size(sides[0]) - size(sides[1]) - 2
    lead, gap = (" " if spare >= 3 else ""), (" " if spare >= 2 else "")
    numbers = (Segment(lead, plain), *sides[0], Segment(f"{gap}vs{gap}", dim), *sides[1])
    return [(first, Segment("›", dim), second), numbers, _summary(throw, skin)]


def _numbers(throw: Throw, skin: Skin, side: int) -> list[Segment]:
    """Return the dice of a side as numbers on its colour, the winners underlined."""
    owner = throw.defender if side else throw.attacker
    out: list[Segment] = []
    for place, value in enumerate(throw.defence if side else throw.attack):
        won = throw.outcome(side, place)
        look = skin.faded(owner) if won is False else skin.chip(owner, underline=won is True)
        out += [Segment(" " if place else "", skin.ink("text")), Segment(f" {value} ", look)]
    return out


def _tight(throw: Throw, skin: Skin, side: int, width: int) -> Segment:
    owner = throw.defender if side else throw.attacker
    text = f"{skin.palette.sign(owner)}{throw.target if side else throw.source}"
    return Segment(fit(text, width) if len(text) + 1 > width else text + " ", skin.chip(owner))


def _summary(throw: Throw, skin: Skin) -> Line:
    if not throw.won:
        return (Segment(" ", skin.ink("text")),)
    if throw.taken:
        return (Segment(" " + _("¡conquistado!"), skin.ink("good", bold=True)),)

    def side(which: int, word: str) -> Segment:
        lost = throw.losses(which)
        return Segment(f"{word} −{lost}" if lost else f"{word} ✓", skin.ink("bad" if lost else "good", bold=True))

    return (
        Segment(" ", skin.ink("text")),
        side(0, _("ataque")),
        Segment(" · ", skin.ink("dim")),
        side(1, _("defensa")),
    )
