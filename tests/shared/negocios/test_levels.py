"""Levels and dice: N25 to N32, N35, N36, N141."""

import pytest
from teg_shared.rules.board import mask_of, members
from teg_shared.rules.negocios import levels
from teg_shared.rules.negocios.control import attempt_dice
from teg_shared.rules.negocios.data import FACTOR_MASKS
from teg_shared.rules.negocios.levels import DOMINION, NONE, PARTICIPATION, PREPONDERANCE

from tests.shared.negocios.table import no, position


def holding(*counts: int, factor: int = 0) -> list[int]:
    """Return masks of seats that hold so many countries of a factor, and nothing else."""
    left = list(members(FACTOR_MASKS[factor]))
    return [mask_of(left.pop() for _ in range(count)) for count in counts]


def ranks(*counts: int) -> list[int]:
    """Return the level of each seat."""
    masks = holding(*counts)
    return [levels.level(masks, seat, 0) for seat in range(len(counts))]


def test_n25_dominio_at_six() -> None:
    assert ranks(6, 4, 0) == [DOMINION, PARTICIPATION, NONE]
    assert ranks(5, 5) == [PREPONDERANCE, PREPONDERANCE]


def test_n25_the_example_of_seven() -> None:
    assert ranks(7, 1, 1, 0) == [DOMINION, PARTICIPATION, PARTICIPATION, NONE]


def test_n26_a_relative_majority_is_enough() -> None:
    assert ranks(4, 3, 2, 1) == [PREPONDERANCE, PARTICIPATION, PARTICIPATION, PARTICIPATION]


def test_n27_every_corporation_at_the_highest_count() -> None:
    assert ranks(1, 3, 3, 3) == [PARTICIPATION, PREPONDERANCE, PREPONDERANCE, PREPONDERANCE]


def test_n28_all_level() -> None:
    assert ranks(2, 2, 2, 2, 2) == [PREPONDERANCE] * 5


def test_n29_the_second_best_under_a_dominio_only_participates() -> None:
    assert ranks(6, 4) == [DOMINION, PARTICIPATION]


def test_n30_without_a_country_there_is_no_level() -> None:
    assert ranks(0, 10) == [NONE, DOMINION]


def test_n31_a_sum_of_eleven_does_not_exist_but_its_conclusion_holds() -> None:
    """5, 3 and 2 of ten: the five is preponderant, the others participate."""
    assert ranks(5, 3, 2) == [PREPONDERANCE, PARTICIPATION, PARTICIPATION]


def test_n32_icons_do_not_change_levels() -> None:
    there, moved = position(), position(icons={0: "FJI", 1: "FJI"})
    assert levels.table(there.masks) == levels.table(moved.masks)


def test_n7_levels_are_counted_on_the_whole_map() -> None:
    state = position(owns={0: "GTM ARG DNK ESP GRC UKR"})
    assert levels.table(state.masks)[0][0] == DOMINION


@pytest.mark.parametrize(
    ("own", "other", "dice"),
    [
        (DOMINION, DOMINION, (2, 2)),
        (PREPONDERANCE, PREPONDERANCE, (2, 2)),
        (PARTICIPATION, PARTICIPATION, (2, 2)),
        (DOMINION, PREPONDERANCE, (3, 2)),
        (PREPONDERANCE, PARTICIPATION, (3, 2)),
        (DOMINION, PARTICIPATION, (4, 2)),
        (PREPONDERANCE, DOMINION, (2, 3)),
        (PARTICIPATION, PREPONDERANCE, (2, 3)),
        (PARTICIPATION, DOMINION, (2, 4)),
    ],
)
def test_n36_n140_two_to_four_dice_and_the_lower_level_always_throws_two(
    own: int, other: int, dice: tuple[int, int]
) -> None:
    assert (levels.dice(own, other), levels.dice(other, own)) == dice


def test_n35_each_side_by_the_factor_printed_on_its_own_country() -> None:
    """Argentina (food) attacks Brazil (media): dominio in food against a part in media is four dice to two."""
    state = position(owns={0: "GTM ARG DNK ESP GRC UKR", 1: "BRA", 2: "CUB GBR ITA EGY NGA"})
    assert levels.level(state.masks, 1, 2) == PARTICIPATION
    assert attempt_dice(state, no("ARG"), no("BRA")) == (4, 2)


def test_n35_the_defender_may_be_the_stronger() -> None:
    state = position(owns={0: "ARG", 1: "BRA CUB GBR ITA EGY NGA TUR", 2: "GTM DNK ESP GRC UKR"})
    assert attempt_dice(state, no("ARG"), no("BRA")) == (2, 4)


def test_n141_a_change_of_owner_moves_third_parties_too() -> None:
    before, after = holding(3, 3, 2, 2), holding(3, 3, 2, 2)
    country = next(members(before[0]))
    after[0] ^= 1 << country
    after[3] |= 1 << country
    moved = [change for change in levels.changes(before, after) if change[1] == 0]
    assert moved == [(0, 0, PREPONDERANCE, PARTICIPATION), (3, 0, PARTICIPATION, PREPONDERANCE)]
    after[1] = before[1] | before[0]
    after[0] = 0
    assert (2, 0, PARTICIPATION, PARTICIPATION) not in levels.changes(before, after)


def test_n141_counts_beside_the_levels() -> None:
    assert [row[0] for row in levels.counts(holding(5, 3, 2))] == [5, 3, 2]
