"""Odds of an attempt: N36 to N38, counted exactly and thrown by the roller that plays."""

import os
from fractions import Fraction
from math import sqrt

import pytest
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.negocios.control import attacker_wins, throw
from teg_shared.rules.odds import control_probability

from tests.shared.negocios.table import no, position

ODDS = {
    (2, 2): Fraction(1, 2),
    (3, 2): Fraction(3481, 5184),
    (4, 2): Fraction(11989, 15552),
    (2, 3): Fraction(1703, 5184),
    (2, 4): Fraction(3563, 15552),
}
HELD = {
    (2, 2): ("ARG CHL", "BRA CHN"),
    (3, 2): ("ARG GTM DNK ESP GRC", "BRA CHN"),
    (4, 2): ("ARG GTM DNK ESP GRC UKR", "BRA CHN"),
    (2, 3): ("ARG CHL", "BRA CUB GBR ITA EGY"),
    (2, 4): ("ARG CHL", "BRA CUB GBR ITA EGY NGA"),
}
"""All that attacker (food in Argentina) and defender (media in Brazil) hold; two others share the rest."""


@pytest.mark.parametrize(("dice", "odds"), ODDS.items())
def test_n37_n38_exact_odds_with_ties_thrown_again(dice: tuple[int, int], odds: Fraction) -> None:
    assert control_probability(*dice) == odds


def check_roller(dice: tuple[int, int], throws: int) -> None:
    """Throw so many attempts and compare with the exact odds, at most 4.5 standard errors off."""
    state = position(only=dict(enumerate(HELD[dice])))
    chance = VerifiableChance(b"odds of negocios")
    won = 0
    for number in range(throws):
        state.rolls = number * 64
        faces = throw(state, 0, no("ARG"), no("BRA"), chance)
        assert (len(faces[0][0]), len(faces[0][1])) == dice
        won += attacker_wins(faces)
    odds = float(ODDS[dice])
    assert abs(won / throws - odds) < 4.5 * sqrt(odds * (1 - odds) / throws)


@pytest.mark.parametrize("dice", ODDS)
def test_n37_n38_the_roller_keeps_to_the_odds(dice: tuple[int, int]) -> None:
    check_roller(dice, 20_000)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("dice", ODDS)
def test_soak_n37_a_million_throws(dice: tuple[int, int]) -> None:
    check_roller(dice, int(os.environ.get("TEG_SOAK_THROWS", "1000000")))
