"""The odds against counted rolls, published fractions and a stored reference table."""

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.rules import odds
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.classic.combat import losses
from teg_shared.rules.odds import (
    best_two_counts,
    control_probability,
    expected_left,
    fewest_attackers,
    roll_counts,
    roll_outcomes,
    win_probability,
)

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "odds" / "classic.json").read_text())

armies = st.integers(0, 40)


def walked_roll(attack: int, defence: int) -> dict[tuple[int, int], int]:
    """Count the outcomes of every ordered throw, one by one."""
    counts: dict[tuple[int, int], int] = {}
    for throw in itertools.product(range(1, 7), repeat=attack + defence):
        mine = sorted(throw[:attack], reverse=True)
        theirs = sorted(throw[attack:], reverse=True)
        lost = [m <= t for m, t in zip(mine, theirs, strict=False)]
        key = (sum(lost), len(lost) - sum(lost))
        counts[key] = counts.get(key, 0) + 1
    return counts


def exact_win(attackers: int, defenders: int) -> Fraction:
    """Sum the battle in fractions, from the outcomes of single rolls."""
    if defenders == 0:
        return Fraction(1)
    if attackers < 2:
        return Fraction(0)
    rolls = roll_outcomes(odds.dice_of_attacker(attackers), odds.dice_of_defender(defenders))
    return sum((p * exact_win(attackers - a, defenders - d) for (a, d), p in rolls.items()), Fraction(0))


@pytest.mark.parametrize(("attack", "defence"), list(itertools.product((1, 2, 3), repeat=2)))
def test_one_roll_counts_as_a_walk_over_all_throws(attack: int, defence: int) -> None:
    assert roll_counts(attack, defence) == walked_roll(attack, defence)


@pytest.mark.parametrize("pair", GOLDEN["rolls"])
def test_one_roll_counts_as_the_reference(pair: str) -> None:
    attack, defence = map(int, pair.split("v"))
    assert [[*losses, n] for losses, n in roll_counts(attack, defence).items()] == GOLDEN["rolls"][pair]


def test_three_against_three_with_ties_to_the_defender_is_bad_for_the_attacker() -> None:
    losses = roll_outcomes(3, 3)
    assert float(sum(a * p for (a, _), p in losses.items())) == pytest.approx(1.8931, abs=5e-5)
    assert float(sum(d * p for (_, d), p in losses.items())) == pytest.approx(1.1069, abs=5e-5)
    assert sum(losses.values()) == 1


@pytest.mark.parametrize(("attack", "defence"), [(0, 1), (1, 0), (4, 3), (3, 4), (-1, 2)])
def test_a_roll_has_one_to_three_dice_a_side(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="dice"):
        roll_outcomes(attack, defence)


@pytest.mark.parametrize(("attack", "defence"), [(3, 3), (3, 2), (1, 2)])
def test_the_rules_dice_fall_as_counted(attack: int, defence: int) -> None:
    """Chi-square of 20,000 rolls through the rules' own dice and comparison, seed fixed; 0.1 % bound."""
    chance, rolls = VerifiableChance(b"odds"), 20_000
    seen: Counter[tuple[int, int]] = Counter()
    for index in range(rolls):
        faces = chance.roll(index, attack + defence, (attack, defence))
        mine, theirs = (tuple(sorted(part, reverse=True)) for part in (faces[:attack], faces[attack:]))
        seen[losses(mine, theirs)] += 1
    expected = {outcome: rolls * float(p) for outcome, p in roll_outcomes(attack, defence).items()}
    assert set(seen) <= set(expected)
    bound = {2: 10.83, 3: 13.82, 4: 16.27}[len(expected)]
    assert sum((seen[outcome] - n) ** 2 / n for outcome, n in expected.items()) < bound


@pytest.mark.parametrize(
    ("attackers", "defenders", "fraction"),
    [
        (2, 1, Fraction(5, 12)),
        (3, 1, Fraction(1955, 2592)),
        (4, 1, Fraction(342035, 373248)),
        (5, 1, Fraction(52218275, 53747712)),
        (2, 2, Fraction(275, 2592)),
        (3, 2, Fraction(235, 648)),
        (4, 2, Fraction(6610505, 10077696)),
        (3, 3, Fraction(76835, 629856)),
        (4, 3, Fraction(4402175, 13436928)),
        (4, 4, Fraction(75763715, 362797056)),
    ],
)
def test_a_battle_has_the_published_fraction(attackers: int, defenders: int, fraction: Fraction) -> None:
    assert exact_win(attackers, defenders) == fraction
    assert win_probability(attackers, defenders) == pytest.approx(float(fraction), abs=1e-15)


@pytest.mark.parametrize(
    ("attackers", "defenders", "chance"),
    [
        (5, 5, 0.191958),
        (10, 5, 0.616101),
        (10, 10, 0.145271),
        (11, 10, 0.190248),
        (13, 10, 0.288334),
        (15, 10, 0.394897),
        (20, 10, 0.641734),
        (20, 20, 0.081224),
        (30, 20, 0.357849),
        (50, 30, 0.466894),
        (50, 50, 0.016521),
    ],
)
def test_a_large_battle_has_the_published_chance(attackers: int, defenders: int, chance: float) -> None:
    """10 against 10 would be .4799 with two defending dice, and .7435 with ties to the attacker."""
    assert win_probability(attackers, defenders) == pytest.approx(chance, abs=1e-6)


@pytest.mark.parametrize("row", GOLDEN["battles"], ids=lambda row: f"{row[0]}v{row[1]}")
def test_a_battle_agrees_with_the_reference(row: list[float]) -> None:
    attackers, defenders = int(row[0]), int(row[1])
    left = expected_left(attackers, defenders)
    assert win_probability(attackers, defenders) == pytest.approx(row[2], abs=1e-8)
    assert left.attackers == pytest.approx(row[3], abs=1e-8)
    assert left.defenders == pytest.approx(row[4], abs=1e-8)
    if row[5] is not None:
        assert left.attackers_if_won == pytest.approx(row[5], abs=1e-8)


@pytest.mark.parametrize(
    ("attackers", "defenders", "won"), [(4, 1, 3.655), (10, 5, 6.204), (10, 10, 4.865), (20, 10, 9.155)]
)
def test_armies_left_after_a_conquest(attackers: int, defenders: int, won: float) -> None:
    assert expected_left(attackers, defenders).attackers_if_won == pytest.approx(won, abs=5e-4)


def test_armies_left_whoever_wins() -> None:
    left = expected_left(10, 10)
    assert (left.attackers, left.defenders) == pytest.approx((1.562, 5.250), abs=5e-4)


@pytest.mark.parametrize("asked", GOLDEN["fewest"])
def test_fewest_attackers_for_given_odds(asked: str) -> None:
    answers = [fewest_attackers(d, float(asked)) for d in range(1, len(GOLDEN["fewest"][asked]) + 1)]
    assert answers == GOLDEN["fewest"][asked]


@given(armies, armies)
def test_more_attackers_help_and_more_defenders_hurt(attackers: int, defenders: int) -> None:
    here = win_probability(attackers, defenders)
    assert 0 <= here <= 1
    assert win_probability(attackers + 1, defenders) >= here >= win_probability(attackers, defenders + 1)


@given(st.integers(0, 20), st.integers(0, 6))
def test_nobody_conquers_with_one_army_and_an_empty_country_is_taken(attackers: int, defenders: int) -> None:
    assert win_probability(1, defenders + 1) == win_probability(0, defenders + 1) == 0
    assert win_probability(attackers, 0) == 1
    assert expected_left(1, defenders + 1) == (1, 0, defenders + 1)


@given(st.integers(2, 30), st.integers(1, 30))
def test_the_armies_left_add_up(attackers: int, defenders: int) -> None:
    """Attackers left are those left after a conquest and, after a defeat, the one that never fights."""
    chance, left = win_probability(attackers, defenders), expected_left(attackers, defenders)
    assert left.attackers == pytest.approx(chance * left.attackers_if_won + (1 - chance))
    assert 0 <= left.defenders <= defenders


def test_the_tables_grow_when_asked_for_more() -> None:
    assert win_probability(70, 3) > win_probability(60, 3) > 0.999
    assert win_probability(3, 70) < 1e-12
    assert win_probability(120, 90) == pytest.approx(win_probability(120, 90))
    win, attackers, defenders = odds.tables(60)
    assert win[60][60] == win_probability(60, 60)
    assert attackers[60][60] == expected_left(60, 60).attackers
    assert defenders[60][60] == expected_left(60, 60).defenders


@pytest.mark.parametrize(("attackers", "defenders"), [(-1, 3), (3, -1), (odds.MOST + 1, 1), (1, 10**12)])
def test_absurd_numbers_of_armies_are_refused(attackers: int, defenders: int) -> None:
    with pytest.raises(ValueError, match=f"0 to {odds.MOST} armies"):
        win_probability(attackers, defenders)
    with pytest.raises(ValueError, match="armies"):
        expected_left(attackers, defenders)


@pytest.mark.parametrize("asked", [0.0, 1.0, -0.5, 1.5])
def test_odds_of_zero_or_one_are_refused(asked: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        fewest_attackers(3, asked)


def test_odds_out_of_reach_have_no_answer() -> None:
    assert fewest_attackers(400, 0.99) is None


def test_dice_of_a_country() -> None:
    """C11: the attacker leaves one army out, the defender none, and three dice are the most."""
    assert [odds.dice_of_attacker(n) for n in (0, 1, 2, 3, 4, 9)] == [0, 0, 1, 2, 3, 3]
    assert [odds.dice_of_defender(n) for n in (0, 1, 2, 3, 4, 9)] == [0, 1, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("attack", "defence", "fraction"),
    [
        (2, 2, Fraction(1, 2)),
        (3, 2, Fraction(3481, 5184)),
        (4, 2, Fraction(11989, 15552)),
        (2, 3, Fraction(1703, 5184)),
        (2, 4, Fraction(3563, 15552)),
    ],
)
def test_an_attempt_of_control_has_the_published_fraction(attack: int, defence: int, fraction: Fraction) -> None:
    """A tie thrown again with the same dice would give .691677 and .798738 for 3 and 4 dice."""
    assert control_probability(attack, defence) == fraction


@pytest.mark.parametrize("dice", [2, 3, 4])
def test_best_two_dice_count_as_a_walk_over_all_throws(dice: int) -> None:
    walked: dict[int, int] = {}
    for throw in itertools.product(range(1, 7), repeat=dice):
        best = sum(sorted(throw)[-2:])
        walked[best] = walked.get(best, 0) + 1
    assert best_two_counts(dice) == walked


@pytest.mark.parametrize("dice", [0, 1, 5])
def test_an_attempt_of_control_has_two_to_four_dice(dice: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 dice"):
        control_probability(dice, 2)


def test_importing_the_odds_computes_nothing() -> None:
    """`teg --version` should not pay for tables."""
    code = "from teg_shared.rules import odds; print(odds._battles.cache_info().currsize)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout == "0\n"
