"""Keys of a control turn and what they send: attempts, hostile control, supply, cards, icons, market, transfers."""

import re

import pytest
from teg_shared.rules.negocios.commands import (
    Attempt,
    Decline,
    EndAttempts,
    EndTurn,
    Exchange,
    Invest,
    KeepCards,
    MoveIcon,
    Place,
    PlayCard,
    Reassign,
    Supply,
)
from teg_shared.rules.negocios.data import CARDS, FACTOR_OF
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Pact, Phase

from teg_tui.negocios_ui.modes.attempting import Attempting, Storming
from teg_tui.negocios_ui.modes.base import Asking
from teg_tui.negocios_ui.modes.carding import Carding
from teg_tui.negocios_ui.modes.transferring import Transferring
from teg_tui.negocios_ui.modes.waiting import Watching
from tests.client.negocios_ui.chair import C, Chair, chair

SOUTH = {"argentina": 1, "brasil": 1, "chile": 1}
WIN, LOSE = (6, 6, 1, 1), (1, 1, 6, 6)


# --- attempts


def test_enter_chooses_the_source_and_enter_on_the_target_attempts() -> None:
    seat = chair(SOUTH, dice=WIN)
    seat.at("argentina").press("enter")
    assert isinstance(seat.kit.desk.mode, Attempting)
    assert seat.model.owner(seat.kit.desk.cursor) != 0  # the cursor has gone to the likeliest target
    seat.at("uruguay").press("enter")
    assert seat.last == Attempt(C["argentina"], C["uruguay"])
    assert seat.model.owner(C["uruguay"]) == 0


def test_enter_on_a_foreign_country_attempts_from_the_best_of_ones_own() -> None:
    seat = chair(SOUTH, dice=WIN)
    seat.at("uruguay").press("enter")
    assert isinstance(seat.last, Attempt)
    assert seat.last.target == C["uruguay"]


def test_the_hint_names_levels_dice_and_chance() -> None:
    seat = chair(SOUTH)
    seat.at("argentina").press("enter")
    attempt = seat.model.attempt(C["argentina"], C["uruguay"])
    assert attempt is not None
    hint = seat.at("uruguay").hint
    assert "Argentina" in hint
    assert f"{attempt.dice} dados a {attempt.against}" in hint
    assert f"{round(100 * attempt.chance)} %" in hint


def test_losing_an_attempt_loses_the_source_and_lets_it_go() -> None:
    seat = chair(SOUTH, dice=LOSE)
    seat.at("argentina").press("enter")
    seat.at("uruguay").press("enter")
    assert seat.model.owner(C["argentina"]) != 0
    assert seat.kit.desk.mode == Attempting()


def test_escape_goes_back_to_the_choice_of_the_source() -> None:
    seat = chair(SOUTH)
    seat.at("argentina").press("enter", "escape")
    assert seat.kit.desk.mode == Attempting()
    assert seat.kit.desk.cursor == C["argentina"]


def test_the_first_attempt_is_a_duty_and_the_next_are_not() -> None:
    seat = chair(SOUTH, dice=WIN)
    assert "obligatorio" in seat.hint
    assert "obligatorio" in seat.press("f")
    assert not seat.commands
    assert not any(key.press == "f" for key in seat.offered)
    seat.at("uruguay").press("enter")
    seat.press("escape")
    assert "te quedan 4 intentos" in seat.at("argentina").hint
    seat.press("f")
    assert seat.last == EndAttempts()


def test_a_country_without_links_to_others_says_why() -> None:
    seat = chair(SOUTH)
    assert "no está enlazado" in seat.at("japon").press("enter")
    assert not seat.commands


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_hostile_control_asks_how_many_fichas_pass(number: str) -> None:
    seat = chair({**SOUTH, "argentina": 4})
    seat.at("argentina").press("enter")
    assert "control hostil" in seat.at("uruguay").hint
    seat.press("enter")
    assert isinstance(seat.kit.desk.mode, Storming)
    assert "1, 2 o 3" in seat.press("enter")
    seat.press(number)
    assert seat.last == Attempt(C["argentina"], C["uruguay"], int(number))
    assert seat.model.fichas(C["uruguay"]) == int(number)


def test_a_pact_is_broken_only_after_a_yes() -> None:
    seat = chair(SOUTH, dice=WIN, settings=Settings(pacts="breakable"), attempts=1)
    owner = seat.model.owner(C["uruguay"])
    seat.table.state.pacts.append(Pact(1, 0, owner, 1))
    seat.model.apply(seat.table.snapshot(0))
    seat.at("argentina").press("enter")
    assert "hay pacto" in seat.at("uruguay").hint
    seat.press("enter")
    assert isinstance(seat.kit.desk.mode, Asking)
    seat.press("n")
    assert not seat.commands
    seat.press("enter", "s")
    assert seat.last == Attempt(C["argentina"], C["uruguay"], 1, breaking=True)


def test_without_reserve_one_says_which_stack_gives() -> None:
    seat = chair({"argentina": 3, "brasil": 3, "chile": 1}, dice=WIN)
    seat.table.state.reserve[0] = 0
    seat.table.state.reserve[1] += 58 if not seat.table.state.market_on else 0
    seat.model.apply(seat.table.snapshot(0))
    seat.kit.desk.settle()
    seat.at("uruguay").press("enter")
    assert seat.model.view is not None
    assert seat.model.view.phase is Phase.SUPPLY
    assert seat.kit.desk.cursor in {C["argentina"], C["brasil"]}
    assert "más fichas" in seat.at("chile").press("enter")
    seat.at("brasil").press("enter")
    assert seat.last == Supply(C["brasil"])


# --- cards


def test_the_window_lets_keep_or_play() -> None:
    seat = chair(SOUTH, phase=Phase.CARD, hand=(3,))
    assert isinstance(seat.kit.desk.mode, Carding)
    seat.press("f")
    assert seat.last == KeepCards()


def test_a_card_is_played_whole_by_keys() -> None:
    """Fichas are put down and confirmed, each icon walks its links, and the turn goes on."""
    card = next(n for n, printed in enumerate(CARDS) if printed.tokens == 2)
    seat = chair(SOUTH, phase=Phase.CARD, hand=(card,), dice=(6, 5, 4, 1))
    seat.press("enter")
    assert "2 fichas" in seat.paper()
    seat.press("enter")
    assert seat.last == PlayCard(card)
    assert "poné 2 fichas" in seat.hint
    seat.at("argentina").press("enter")
    assert seat.model.fichas(C["argentina"]) == 2
    assert isinstance(seat.last, PlayCard)
    seat.at("brasil").press("enter", "-")
    assert "Todavía" in seat.press("f")
    seat.press("enter", "enter")
    assert Place(C["argentina"], 1) in seat.commands
    assert Place(C["brasil"], 1) in seat.commands
    for steps in (3, 2, 1):
        task = seat.model.icon_task()
        assert task is not None
        assert task.steps == steps
        for _ in range(steps):
            seat.press("tab", "enter")
            if len(seat.model.staged.path) == steps:
                break
        assert "Enter lo mueve" in seat.hint
        path = seat.model.staged.path
        seat.press("enter")
        assert MoveIcon(path) in seat.commands
    assert not seat.refused


def walking() -> Chair:
    """Return a seat that has to move the first icon of a card."""
    return chair(SOUTH, phase=Phase.MOVE, card=0, slot=0, coincided=0, value=0)


def test_a_step_too_many_is_taken_back_and_the_path_is_marked() -> None:
    seat = walking()
    seat.press("tab", "enter")
    assert len(seat.model.staged.path) == 1
    marks = seat.kit.desk.marks()
    assert marks.way[1:] == seat.model.staged.path
    seat.press("escape")
    assert not seat.model.staged.path
    assert "entera" in seat.press("escape")


def test_x_walks_to_a_coincidence_and_says_so() -> None:
    seat = walking()
    task = seat.model.icon_task()
    assert task is not None
    offered = any(key.press == "x" for key in seat.offered)
    assert offered == bool(task.coincide)
    seat.press("x")
    if offered:
        assert FACTOR_OF[seat.model.staged.path[-1]] == task.factor
        assert "coincide" in seat.hint


# --- market


def exchanging(phase: Phase, value: int) -> Chair:
    """Return a seat that chooses an exchange."""
    return chair(
        SOUTH, phase=phase, settings=Settings(market="on"), value=value, card=0, slot=3, coincided=2, bonuses=1
    )


def test_an_exchange_marks_corporations_and_sends_them_together() -> None:
    seat = exchanging(Phase.EXCHANGE, 2)
    assert "obligatorio" in seat.press("f")
    seat.press("enter", "enter", "down", "enter")
    assert len(seat.model.staged.seats) == 2
    chosen = seat.model.staged.seats
    seat.press("enter")
    assert seat.last == Exchange(chosen)
    assert not seat.refused
    assert not seat.sheets


def test_a_mark_is_taken_back() -> None:
    seat = exchanging(Phase.EXCHANGE, 2)
    seat.press("enter", "enter", "x")
    assert seat.model.staged.seats == ()


def test_a_bonus_may_be_left() -> None:
    seat = exchanging(Phase.BONUS, 3)
    assert "Bonificación" in seat.hint
    seat.press("f")
    assert seat.last == Decline()


# --- transfers


def test_an_inversion_goes_between_countries_of_a_factor() -> None:
    mates = [n for n in range(80) if FACTOR_OF[n] == FACTOR_OF[C["argentina"]]][:2]
    slugs = [slug for slug, n in C.items() if n in mates]
    seat = chair({slugs[0]: 3, slugs[1]: 1}, phase=Phase.TRANSFER)
    assert isinstance(seat.kit.desk.mode, Transferring)
    seat.press("i")
    seat.at(slugs[0]).press("enter")
    seat.at(slugs[1]).press("enter", "+", "enter")
    assert seat.last == Invest(C[slugs[0]], C[slugs[1]], 2)
    assert not seat.refused


def test_a_reassignment_goes_to_a_linked_country_and_the_turn_ends() -> None:
    seat = chair({"argentina": 2, "chile": 1}, phase=Phase.TRANSFER)
    seat.press("r")
    seat.at("argentina").press("enter")
    seat.at("chile").press("enter")
    assert seat.last == Reassign(C["argentina"], C["chile"], 1)
    assert not seat.refused


def test_a_turn_ends_without_moving_anything() -> None:
    seat = chair({"argentina": 2, "chile": 1}, phase=Phase.TRANSFER)
    assert "Ya no se puede invertir" in seat.press("i")
    seat.press("f")
    assert seat.last == EndTurn()


def test_others_turns_are_only_watched() -> None:
    seat = chair(SOUTH, actor=1, turn=1)
    assert isinstance(seat.kit.desk.mode, Watching)
    assert "Juega Beto" in seat.hint
    assert not seat.kit.desk.keys()


# --- finding


@pytest.mark.parametrize("wanted", ["beto", "bet"])
def test_the_name_of_a_corporation_lists_its_countries_with_the_best_chances_first(wanted: str) -> None:
    seat = chair(SOUTH, dice=(6, 6, 6, 1, 1))
    seat.press("/", *wanted)
    lines = [line for line in seat.paper().splitlines()[2:] if " Beto " in line]
    chances = [int(found[1]) if (found := re.search(r"(\d+) %", line)) else 0 for line in lines]
    assert len(lines) >= 5
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0
    seat.press("enter")
    assert f"ganás {chances[0]} %" in seat.hint
    seat.press("enter")
    assert isinstance(seat.last, Attempt)


def test_the_name_of_a_factor_lists_its_countries() -> None:
    seat = chair(SOUTH)
    seat.press("/", *"petr")
    assert sum("Petróleo" in line for line in seat.paper().splitlines()) == 10


def test_outside_of_one_s_own_attempts_no_chance_is_named() -> None:
    seat = chair(SOUTH, phase=Phase.TRANSFER)
    seat.press("/", *"beto")
    assert "Beto" in seat.paper()
    assert "%" not in seat.paper()


def test_at_the_beginning_of_a_turn_the_cursor_goes_where_an_attempt_can_be_made() -> None:
    seat = chair(SOUTH, actor=1, turn=1).at("mexico")
    state = seat.table.state
    state.actor = state.turn = 0
    seat.kit.desk.applied(seat.model.apply(seat.table.snapshot(0)))
    assert seat.kit.desk.cursor in seat.model.attack_sources()
    seat.at("mexico")
    seat.kit.desk.applied(seat.model.apply(seat.table.snapshot(0)))
    assert seat.kit.desk.cursor == C["mexico"], "it goes there once, and then stays where it is put"
