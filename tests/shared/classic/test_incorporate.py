"""Armies at the start of a turn and where they go: C7 to C9."""

import pytest
from teg_shared.rules.board import mask_of
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.turn import bonuses, income

from tests.support.tables import Table

FOUR = "america_sur azul 1, america_norte rojo 1, europa negro 1, * amarillo 1"


@pytest.mark.parametrize(
    ("countries", "armies"),
    [(1, 3), (2, 3), (5, 3), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5), (17, 8), (29, 14), (49, 24)],
)
def test_c7_half_of_the_countries_rounded_down_and_three_below_six(countries: int, armies: int) -> None:
    assert income(mask_of(range(countries))) == armies


def test_c7_the_countries_are_counted_at_the_start_of_the_turn() -> None:
    table = Table("azul rojo | turn rojo attack | america_sur azul 1, ALA azul 1, YUK azul 1, * rojo 1 | pool 0")
    assert table.play("rojo end")[-1] == "turn azul 2 azul 4 3,0,0,0,0,0"


@pytest.mark.parametrize(
    ("continent", "bonus"),
    [("asia", 7), ("europa", 5), ("america_norte", 5), ("america_sur", 3), ("africa", 3), ("oceania", 2)],
)
def test_c8_each_whole_continent_adds_its_bonus(continent: str, bonus: int) -> None:
    place = [c.id for c in BOARD.continents].index(continent)
    whole = BOARD.continent_masks[place]
    lowest = whole & -whole
    assert (sum(bonuses(whole)), bonuses(whole)[place], sum(bonuses(whole ^ lowest))) == (bonus, bonus, 0)


def test_c8_two_continents_are_bound_apart() -> None:
    table = Table("azul rojo | turn rojo attack | america_sur azul 1, oceania azul 1, * rojo 1")
    assert table.play("rojo end")[-1] == "turn azul 2 azul 5 3,0,0,0,0,2"


def test_c8_bonus_armies_go_only_to_their_continent() -> None:
    table = Table(
        "azul rojo negro | turn azul incorporate r2 | pool 1 | bound america_sur 3"
        " | america_sur azul 1, ALA azul 1, asia negro 1, * rojo 1"
    )
    assert table.refusal("azul place ALA 2").facts == {"armies": 2, "least": 1, "most": 1}


def test_c8_bonus_armies_are_used_up_before_the_free_ones() -> None:
    table = Table(
        "azul rojo negro | turn azul incorporate r2 | pool 2 | bound america_sur 3"
        " | america_sur azul 1, ALA azul 1, asia negro 1, * rojo 1"
    )
    assert table.play("azul place ARG 2") + table.play("azul place BRA 2") == ["placed ARG 2 2", "placed BRA 2 1"]


def test_c8_free_armies_may_go_into_the_continent_too() -> None:
    table = Table(
        "azul rojo negro | turn azul incorporate r2 | pool 2 | bound america_sur 3"
        " | america_sur azul 1, asia negro 1, * rojo 1"
    )
    assert (table.play("azul place ARG 5"), table.state.pool, sum(table.state.bound)) == (["placed ARG 5 3"], 0, 0)


@pytest.mark.parametrize("order", ["azul attack COL MEX", "azul regroup ARG BRA 1", "azul end"])
@pytest.mark.parametrize("left", ["pool 1", "bound america_sur 1"])
def test_c8_all_armies_are_placed_before_anything_else(order: str, left: str) -> None:
    table = Table(f"azul rojo negro | turn azul incorporate r2 | america_sur azul 2, asia negro 1, * rojo 1 | {left}")
    refusal = table.refusal(order)
    assert (refusal.code, refusal.facts) == ("place-first", {"armies": 1})


@pytest.mark.parametrize(
    ("order", "phase"),
    [("azul attack COL MEX", "attack"), ("azul regroup ARG BRA 1", "regroup")],
)
def test_c8_once_all_is_placed_the_turn_goes_on(order: str, phase: str) -> None:
    table = Table("azul rojo negro | turn azul incorporate r2 | america_sur azul 2, asia negro 1, * rojo 1", [1, 6])
    table.play(order)
    assert table.state.phase == phase


def test_c8_a_turn_may_end_without_attack_or_regrouping() -> None:
    table = Table("azul rojo negro | turn azul incorporate r2 | america_sur azul 2, asia negro 1, * rojo 1")
    assert table.play("azul end")[0] == "ended azul"


def test_c8_after_the_first_attack_nothing_is_placed() -> None:
    table = Table("azul rojo negro | turn azul attack r2 | pool 1 | america_sur azul 2, asia negro 1, * rojo 1")
    assert table.refused("azul place ARG 1") == "wrong-phase"


def test_c8_with_nothing_left_nothing_is_placed() -> None:
    table = Table("azul rojo negro | turn azul incorporate r2 | america_sur azul 2, asia negro 1, * rojo 1")
    assert table.refusal("azul place ARG 1").facts == {"armies": 1, "least": 1, "most": 0}


def first_round(rule: str) -> Table:
    """Return the last placement before the first round, in which azul holds a continent."""
    rules = f"first_round_incorporates:{rule}"
    return Table(f"azul rojo negro amarillo | turn amarillo placement lap 2 | pool 1 | rules {rules} | {FOUR}")


@pytest.mark.parametrize(
    ("rule", "turn"),
    [("yes", "turn azul 1 azul 3 3,0,0,0,0,0"), ("no", "turn azul 1 azul 0 0,0,0,0,0,0")],
)
def test_c9_whether_the_first_round_incorporates_is_a_house_rule(rule: str, turn: str) -> None:
    assert first_round(rule).play("amarillo place EGI 1")[-1] == turn


def test_c9_without_incorporation_the_first_round_attacks_at_once() -> None:
    table = Table(
        "azul rojo negro | turn azul incorporate r1 | rules first_round_incorporates:no"
        " | ARG azul 2, asia negro 1, america_sur rojo 1, europa azul 1, * rojo 1",
        [1, 6],
    )
    assert table.play("azul attack ARG BRA") == ["dice ARG BRA 1 6"]


def test_c9_the_second_round_incorporates_whatever_the_house_rule() -> None:
    table = Table(f"azul rojo negro amarillo | turn amarillo attack | rules first_round_incorporates:no | {FOUR}")
    assert table.play("amarillo end")[-1] == "turn azul 2 azul 3 3,0,0,0,0,0"


@pytest.mark.parametrize("order", ["azul exchange BRA,PER,ALA", "azul claim BRA"])
@pytest.mark.parametrize(("rule", "round_"), [("no", 1), ("no", 2), ("yes", 1)])
def test_c9_without_incorporation_nothing_is_exchanged_or_claimed_in_the_first_round(
    order: str, rule: str, round_: int
) -> None:
    table = Table(
        f"azul rojo negro amarillo | turn azul incorporate r{round_} | rules first_round_incorporates:{rule}"
        f" | {FOUR} | hand azul BRA PER ALA"
    )
    if rule == "no" and round_ == 1:
        assert table.refused(order) == "first-round"
    else:
        assert table.play(order)
