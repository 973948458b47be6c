"""Exact odds of dice: one roll, a whole battle of classic T.E.G., one attempt of T.E.G. de los Negocios.

Everything is counted or summed, never simulated. In this module *attackers* are all the armies of the
attacking country, of which one never fights. It must not know of states, bots or screens.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final, NamedTuple

MOST: Final = 500
"""Largest number of armies a side that is answered; its table takes a fifth of a second, once."""
READY: Final = 50
"""Size of the table after the first question, about five milliseconds."""

Faces = tuple[int, ...]


class Left(NamedTuple):
    """Armies expected on each side after a battle to the end."""

    attackers: float
    """In the attacking country, whoever wins; the one that never fights is counted."""
    attackers_if_won: float
    """In the attacking country before any move in, given that it wins; 0 if it can't."""
    defenders: float
    """In the defending country, whoever wins."""


@cache
def _hands(dice: int) -> tuple[tuple[Faces, int], ...]:
    """Return each sorted hand of `dice` faces, high to low, and in how many ordered throws it shows."""
    hands = []
    for faces in combinations_with_replacement((6, 5, 4, 3, 2, 1), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        hands.append((faces, ways))
    return tuple(hands)


def dice_of_attacker(attackers: int) -> int:
    """Return how many dice a country with `attackers` armies attacks with, 0 to 3 (C11)."""
    return max(0, min(3, attackers - 1))


def dice_of_defender(defenders: int) -> int:
    """Return how many dice a country with `defenders` armies defends with, 0 to 3 (C11)."""
    return max(0, min(3, defenders))


@cache
def roll_counts(attack_dice: int, defence_dice: int) -> dict[tuple[int, int], int]:
    """Return in how many of all ordered throws each (attacker's losses, defender's losses) happens (C12).

    Raises:
        ValueError: unless both throw 1 to 3 dice.
    """
    if not (1 <= attack_dice <= 3 and 1 <= defence_dice <= 3):
        raise ValueError(f"1 to 3 dice a side, not {attack_dice} and {defence_dice}")
    counts: Counter[tuple[int, int]] = Counter()
    pairs = min(attack_dice, defence_dice)
    for attack, ways in _hands(attack_dice):
        for defence, other_ways in _hands(defence_dice):
            won = sum(a > d for a, d in zip(attack, defence, strict=False))
            counts[pairs - won, won] += ways * other_ways
    return dict(sorted(counts.items()))


def roll_outcomes(attack_dice: int, defence_dice: int) -> dict[tuple[int, int], Fraction]:
    """Return the exact probability of each (attacker's losses, defender's losses) of one roll (C12).

    Raises:
        ValueError: unless both throw 1 to 3 dice.
    """
    total = 6 ** (attack_dice + defence_dice)
    return {losses: Fraction(count, total) for losses, count in roll_counts(attack_dice, defence_dice).items()}


class _Battles:
    """Tables of battles to the end, index [attackers][defenders], grown when asked for more."""

    def __init__(self) -> None:
        self.win: list[list[float]] = []
        self.attackers: list[list[float]] = []
        self.won: list[list[float]] = []
        """Probability of winning times the attackers left then."""
        self.defenders: list[list[float]] = []
        self._rolls = {
            (a, d): [(*losses, float(p)) for losses, p in roll_outcomes(a, d).items()]
            for a in (1, 2, 3)
            for d in (1, 2, 3)
        }

    def cover(self, attackers: int, defenders: int) -> None:
        """Grow the tables so that they answer for these armies."""
        rows, columns = len(self.win), len(self.win[0]) if self.win else 0
        if attackers < rows and defenders < columns:
            return
        columns = max(columns, defenders + 1, READY + 1)
        for a in range(max(rows, attackers + 1, READY + 1)):
            if a == len(self.win):
                for table in (self.win, self.attackers, self.won, self.defenders):
                    table.append([])
            for d in range(len(self.win[a]), columns):
                self._add(a, d)

    def _add(self, a: int, d: int) -> None:
        win = attackers = won = defenders = 0.0
        if a < 2 or d == 0:
            win, attackers, won, defenders = float(d == 0), float(a), float(a * (d == 0)), float(d)
        else:
            for a_loss, d_loss, p in self._rolls[min(3, a - 1), min(3, d)]:
                row, column = a - a_loss, d - d_loss
                win += p * self.win[row][column]
                attackers += p * self.attackers[row][column]
                won += p * self.won[row][column]
                defenders += p * self.defenders[row][column]
        self.win[a].append(win)
        self.attackers[a].append(attackers)
        self.won[a].append(won)
        self.defenders[a].append(defenders)


@cache
def _battles() -> _Battles:
    return _Battles()


def _covering(attackers: int, defenders: int) -> _Battles:
    if not (0 <= attackers <= MOST and 0 <= defenders <= MOST):
        raise ValueError(f"0 to {MOST} armies a side, not {attackers} and {defenders}")
    battles = _battles()
    battles.cover(attackers, defenders)
    return battles


def win_probability(attackers: int, defenders: int) -> float:
    """Return the probability that `attackers` conquer `defenders`, fighting on to the end (C11, C12).

    Raises:
        ValueError: unless both are 0 to MOST.
    """
    return _covering(attackers, defenders).win[attackers][defenders]


def expected_left(attackers: int, defenders: int) -> Left:
    """Return the armies expected on each side after a battle to the end (C11, C12).

    Raises:
        ValueError: unless both are 0 to MOST.
    """
    battles = _covering(attackers, defenders)
    win, won = battles.win[attackers][defenders], battles.won[attackers][defenders]
    return Left(
        battles.attackers[attackers][defenders],
        won / win if win else 0.0,
        battles.defenders[attackers][defenders],
    )


def fewest_attackers(defenders: int, odds: float) -> int | None:
    """Return the fewest armies that conquer `defenders` with at least `odds`, or None if MOST do not do.

    Raises:
        ValueError: unless 0 < odds < 1 and the defenders are 0 to MOST.
    """
    if not 0 < odds < 1:
        raise ValueError(f"odds lie between 0 and 1, not {odds}")
    return next((a for a in range(MOST + 1) if win_probability(a, defenders) >= odds), None)


def tables(size: int) -> tuple[list[list[float]], list[list[float]], list[list[float]]]:
    """Return (win probability, attackers left, defenders left) for 0 to `size` armies a side, for search.

    The lists may be longer than asked for, and are not to be changed.

    Raises:
        ValueError: unless `size` is 0 to MOST.
    """
    battles = _covering(size, size)
    return battles.win, battles.attackers, battles.defenders


@cache
def best_two_counts(dice: int) -> dict[int, int]:
    """Return in how many ordered throws of `dice` the best two faces add up to each sum.

    Raises:
        ValueError: unless 2 to 4 dice are thrown.
    """
    if not 2 <= dice <= 4:
        raise ValueError(f"2 to 4 dice, not {dice}")
    counts: Counter[int] = Counter()
    for faces, ways in _hands(dice):
        counts[faces[0] + faces[1]] += ways
    return dict(sorted(counts.items()))


def control_probability(attack_dice: int, defence_dice: int) -> Fraction:
    """Return the exact chance that an attempt of control succeeds in T.E.G. de los Negocios.

    The sums of the best two dice are compared; a tie is thrown again with two dice each until it is
    decided, which is even.

    Raises:
        ValueError: unless both throw 2 to 4 dice.
    """
    attack, defence = best_two_counts(attack_dice), best_two_counts(defence_dice)
    won = sum(a * d for mine, a in attack.items() for other, d in defence.items() if mine > other)
    tied = sum(a * defence[mine] for mine, a in attack.items())
    return (won + Fraction(tied, 2)) / Fraction(6 ** (attack_dice + defence_dice))
