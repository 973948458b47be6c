"""Regrouping and the end of a turn: C15 and C16."""

import pytest
from teg_shared.rules.classic.commands import Regroup

from tests.support.tables import Order, Table

REST = "ALA azul 1, america_sur azul 1, asia negro 1, europa negro 1, * rojo 1"


def table(*dice: int, more: str = "", phase: str = "attack") -> Table:
    """Return a turn of azul, who holds South America with four armies in ARG and two in BRA."""
    return Table(f"azul rojo negro | turn azul {phase} r2 | ARG azul 4, BRA azul 2, {REST} {more}", dice)


def test_c15_any_number_of_moves_between_own_bordering_countries() -> None:
    here = table()
    here.play("azul regroup ARG BRA 1", "azul regroup ARG CHI 1", "azul regroup BRA COL 1", "azul regroup ARG URU 1")
    assert here.armies("ARG", "BRA", "CHI", "COL", "URU") == [1, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul regroup ARG COL 1", "not-bordering"),
        ("azul regroup ARG ARG 1", "not-bordering"),
        ("azul regroup BRA SAH 1", "not-yours"),
        ("azul regroup SAH BRA 1", "not-yours"),
        ("azul regroup ARG BRA 4", "armies"),
        ("azul regroup ARG BRA 0", "armies"),
        ("azul regroup ARG BRA -1", "armies"),
        ("azul regroup COL BRA 1", "armies"),
        ("rojo regroup CAL NYK 1", "not-your-turn"),
        (("azul", Regroup(0, 50, 1)), "unknown-country"),
        (("azul", Regroup(-1, 0, 1)), "unknown-country"),
    ],
)
def test_c15_one_army_always_stays(order: Order, code: str) -> None:
    assert table().refused(order) == code


def test_c15_an_army_that_arrived_does_not_go_on() -> None:
    here = table()
    here.play("azul regroup ARG BRA 3")
    assert (here.refused("azul regroup BRA COL 3"), here.play("azul regroup BRA COL 2")) == (
        "armies",
        ["regrouped BRA COL 2"],
    )


def test_c15_the_armies_that_were_there_before_may_still_leave_behind_those_that_came() -> None:
    here = table()
    here.play("azul regroup ARG CHI 2")
    assert (here.play("azul regroup CHI PER 1"), here.refused("azul regroup CHI PER 1")) == (
        ["regrouped CHI PER 1"],
        "armies",
    )


def test_c15_armies_that_came_back_have_moved_too() -> None:
    here = table()
    here.play("azul regroup ARG BRA 1", "azul regroup BRA ARG 1")
    assert here.offers("azul", "regroup")[:2] == ["regroup ARG BRA 1", "regroup ARG CHI 1"]


def test_c15_what_arrived_may_move_again_in_the_next_turn() -> None:
    here = table(more="| arrived ARG 3", phase="regroup")
    before = here.offers("azul", "regroup")[0]
    for colour in ("azul", "rojo", "negro"):
        here.expire(colour)
    here.play("azul place ALA 3", "azul place ARG 3")
    assert (before, here.play("azul regroup ARG BRA 6")) == ("regroup ARG BRA 1", ["regrouped ARG BRA 6"])


def test_c15_after_the_first_regrouping_there_is_no_attack() -> None:
    here = table()
    assert [*here.play("azul regroup ARG BRA 1"), here.refused("azul attack BRA SAH")] == [
        "regrouped ARG BRA 1",
        "regrouped",
    ]


def test_c15_a_refused_regrouping_leaves_the_attack_open() -> None:
    here = table(1, 6)
    here.refused("azul regroup ARG BRA 9")
    assert here.play("azul attack BRA SAH") == ["dice BRA SAH 1 6"]


def test_c15_armies_that_entered_by_conquest_may_regroup() -> None:
    here = Table(f"azul rojo negro | turn azul attack r2 | ARG azul 4, BRA rojo 1, COL azul 1, {REST}", [6, 6, 6, 1])
    here.play("azul attack ARG BRA", "azul occupy 3")
    assert here.play("azul regroup BRA COL 2") == ["regrouped BRA COL 2"]


@pytest.mark.parametrize("phase", ["incorporate", "attack", "regroup"])
def test_c16_the_turn_ends_when_the_player_says_so(phase: str) -> None:
    assert table(phase=phase).play("azul end") == ["ended azul", "turn rojo 2 azul 9 0,0,0,3,0,2"]


@pytest.mark.parametrize("order", ["rojo end", "negro end"])
def test_c16_only_the_player_on_turn_ends_it(order: str) -> None:
    refusal = table().refusal(order)
    assert (refusal.code, refusal.facts) == ("not-your-turn", {"turn": 0})


def test_c16_a_turn_begins_with_nothing_of_the_one_before() -> None:
    here = table(more="| conquests 0 | arrived BRA 1", phase="regroup")
    here.play("azul end")
    state = here.state
    assert (state.phase, state.conquests, sum(state.arrived), state.occupation) == ("incorporate", 0, 0, None)


@pytest.mark.parametrize(
    "order",
    ["azul end", "azul place ARG 1", "azul attack ARG BRA", "azul regroup ARG BRA 1", "azul propose rojo",
     "azul answer 1 yes", "azul withdraw 1", "azul dissolve 1", "azul announce 1", "rojo end"],
)  # fmt: skip
def test_c16_nobody_acts_after_the_end(order: str) -> None:
    here = table(more="| pact azul rojo map", phase="over")
    here.state.winner = 0
    assert (here.refused(order), here.legal("azul"), here.legal("rojo")) == ("game-over", [], [])
