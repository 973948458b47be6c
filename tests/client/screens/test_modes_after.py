"""Keys in, commands out, after the dice: conquest, regrouping, the end of the turn and waiting for others."""

import pytest
from teg_shared.rules.classic.commands import (
    Claim,
    EndTurn,
    Occupy,
    Regroup,
)
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase

from teg_tui.screens.modes.amount import typed
from teg_tui.screens.modes.attacking import Attacking
from teg_tui.screens.modes.base import jump
from teg_tui.screens.modes.claiming import Claiming
from teg_tui.screens.modes.occupying import Occupying
from teg_tui.screens.modes.regrouping import Regrouping
from teg_tui.screens.modes.waiting import Finished, Watching
from tests.client.screens.board import SOUTH, C, Position, attacking

# --- conquest


def conquest(**more: object) -> Position:
    table = attacking(dice=(6, 6, 6, 1), **more).at("brasil")
    table.press("enter")
    table.at("peru").press("enter")
    return table


def test_a_conquest_asks_how_many_move_in() -> None:
    table = conquest()
    assert isinstance(table.desk.mode, Occupying)
    assert table.desk.mode.amount == 3
    assert "1 a 3" in table.desk.hint()


def test_a_number_key_moves_at_once() -> None:
    table = conquest()
    table.press("2")
    assert table.commands[-1] == Occupy(2)
    assert table.armies("peru") == 2


def test_enter_moves_the_most() -> None:
    table = conquest()
    table.press("enter")
    assert table.commands[-1] == Occupy(3)


def test_minus_and_enter_move_fewer() -> None:
    table = conquest()
    table.press("-", "enter")
    assert table.commands[-1] == Occupy(2)


@pytest.mark.parametrize("key", ["f", "r", "escape", "x"])
def test_nothing_else_can_be_done_before_the_move(key: str) -> None:
    table = conquest()
    assert "cuántos" in table.press(key)
    assert len(table.commands) == 1


def test_a_number_too_large_is_refused_here() -> None:
    table = conquest()
    assert "de 1 a 3" in table.press("7")
    assert len(table.commands) == 1


def test_a_large_conquest_is_typed_with_digits() -> None:
    table = Position(
        {"brasil": 16, "argentina": 1}, dice=(6, 6, 6, 1), settings=Settings(conquest_move="all_but_one")
    ).at("brasil")
    table.press("enter")
    table.at("peru").press("enter")
    table.press("1", "2", "enter")
    assert table.commands[-1] == Occupy(12)


def test_after_the_move_the_new_country_can_attack_on() -> None:
    table = conquest()
    table.press("3")
    assert isinstance(table.desk.mode, Attacking)
    assert table.desk.marks().selected == C["peru"]


# --- regrouping


def test_r_regroups_and_escape_goes_back_to_the_attack() -> None:
    table = attacking().at("brasil")
    table.press("r")
    assert isinstance(table.desk.mode, Regrouping)
    table.press("escape")
    assert isinstance(table.desk.mode, Attacking)


def test_regroup_is_from_where_to_where_and_how_many() -> None:
    table = attacking().at("brasil")
    table.press("r", "enter")
    assert table.desk.marks().kind == "move"
    assert table.desk.marks().options == {C["argentina"], C["uruguay"]}
    table.at("uruguay").press("enter", "2", "enter")
    assert table.commands == [Regroup(C["brasil"], C["uruguay"], 2)]
    assert table.armies("uruguay") == 3


def test_a_moves_all_that_can_go() -> None:
    table = attacking().at("brasil")
    table.press("r", "enter")
    table.at("uruguay").press("enter", "-", "-", "a", "enter")
    assert table.commands == [Regroup(C["brasil"], C["uruguay"], 4)]


def test_escape_goes_one_step_back_each_time() -> None:
    table = attacking().at("brasil")
    table.press("r", "enter")
    table.at("uruguay").press("enter", "escape")
    assert table.desk.mode == Regrouping(C["brasil"])
    table.press("escape")
    assert table.desk.mode == Regrouping()


def test_after_the_first_regroup_there_is_no_way_back_to_the_attack() -> None:
    table = attacking().at("brasil")
    table.press("r", "enter")
    table.at("uruguay").press("enter", "enter", "escape")
    assert isinstance(table.desk.mode, Regrouping)


def test_armies_that_arrived_stay_and_the_screen_says_so() -> None:
    table = attacking().at("brasil")
    table.press("r", "enter")
    table.at("uruguay").press("enter", "a", "enter", "enter")
    table.at("argentina").press("enter", "enter")
    assert "recién llegaron" in table.at("uruguay").press("enter")


def test_without_a_target_the_turn_goes_straight_to_regrouping() -> None:
    table = Position({"argentina": 1, "brasil": 1, "uruguay": 3, "chile": 1, "peru": 1})
    assert isinstance(table.desk.mode, Regrouping)


# --- the end of the turn


def claimable() -> Position:
    table = Position(SOUTH, phase=Phase.CLAIM, hand=("brasil",))
    table.table.state.drawn = C["brasil"]
    table.table.state.conquests = 1
    table.model.apply(table.snapshot())
    table.desk.settle()
    return table


def test_a_card_of_an_own_country_is_claimed_with_enter() -> None:
    table = claimable()
    assert isinstance(table.desk.mode, Claiming)
    assert "Brasil" in table.desk.hint()
    table.press("enter")
    assert table.commands == [Claim(C["brasil"])]
    assert table.table.state.armies[C["brasil"]] == 7


def test_ending_without_the_claim_asks_first() -> None:
    table = claimable()
    table.press("f")
    assert "sin cobrar" in table.desk.hint()
    assert not table.commands
    table.press("s")
    assert table.commands == [EndTurn()]


# --- others


def test_on_another_turn_no_key_of_the_board_sends_anything() -> None:
    table = Position(SOUTH, turn=1).at("brasil")
    table.press("enter", "a", "x", "r", "f", "1", "s")
    assert not table.commands
    assert "Beto" in table.desk.hint()


def test_a_spectator_sees_whose_turn_it_is() -> None:
    table = Position(SOUTH, seat=-1)
    assert isinstance(table.desk.mode, Watching)
    assert "Ana" in table.desk.hint()
    assert "mirando" in table.desk.hint()


def test_when_it_is_over_enter_opens_the_results() -> None:
    table = Position(SOUTH)
    state = table.table.state
    state.phase, state.winner, state.won_by = Phase.OVER, 1, "objective"
    table.model.apply(table.snapshot())
    table.desk.settle()
    assert isinstance(table.desk.mode, Finished)
    assert "Beto" in table.desk.hint()
    step = table.desk.press("enter")
    assert step is not None
    assert step.opens == "results"


# --- small things


@pytest.mark.parametrize(
    ("keys", "number"),
    [("5", 5), ("12", 12), ("125", 5), ("-", 3), ("++", 6), ("0", 1), ("9+", 10)],
)
def test_a_number_is_typed_or_stepped(keys: str, number: int) -> None:
    amount, fresh = 4, True
    for key in keys:
        after = typed(key, amount, 12, fresh=fresh)
        assert after is not None
        amount, fresh = after, not key.isdigit()
    assert amount == number


def test_tab_is_a_ring() -> None:
    assert jump((3, 1, 2), 2, 1) == 3
    assert jump((3, 1, 2), 3, -1) == 2
    assert jump((3, 1, 2), 9, 1) == 3
    assert jump((), 9, 1) == -1


@pytest.mark.parametrize(("armies", "digits"), [(2, ""), (3, "1-2"), (9, "1-8"), (10, "1-9"), (11, "0-9"), (25, "0-9")])
def test_the_line_of_keys_names_the_digits_that_change_the_number(armies: int, digits: str) -> None:
    table = Position({"brasil": armies, "argentina": 1}, phase=Phase.REGROUP).at("brasil")
    table.press("enter", "enter")
    hints = table.desk.keys()
    signs = [hint.sign for hint in hints]
    assert ([sign for sign in signs if "-" in sign and sign != "-"] or [""]) == [digits]
    assert ("+" in signs) is bool(digits)
