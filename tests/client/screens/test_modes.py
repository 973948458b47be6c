"""Keys in, commands out: each step of a turn, played on the real rules without any screen."""

import pytest
from teg_shared.rules.classic.commands import (
    Attack,
    EndTurn,
    Place,
)
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Pact, Phase

from teg_tui.screens.modes.attacking import Attacking, percent
from teg_tui.screens.modes.base import Asking
from teg_tui.screens.modes.placing import Exchanging
from teg_tui.screens.modes.waiting import Watching
from tests.client.screens.board import SOUTH, C, Position, attacking

FARAWAY = {"brasil": 5, "argentina": 3, "uruguay": 1, "japon": 2}


# --- placing


def placing(pool: int = 3, **more: object) -> Position:
    return Position(SOUTH, phase=Phase.INCORPORATE, pool=pool, **more)  # type: ignore[arg-type]


def test_enter_stages_one_army_and_sends_nothing() -> None:
    table = placing().at("brasil")
    table.press("enter")
    assert table.model.staged == {C["brasil"]: 1}
    assert table.armies("brasil") == 6
    assert not table.commands


def test_minus_takes_a_staged_army_back() -> None:
    table = placing().at("brasil")
    table.press("enter", "+", "-")
    assert table.armies("brasil") == 6


def test_minus_where_nothing_is_staged_says_so() -> None:
    assert "no hay ejércitos" in placing().at("brasil").press("-")


def test_a_number_key_puts_that_many() -> None:
    table = placing(5).at("argentina")
    table.press("4")
    assert table.model.staged == {C["argentina"]: 4}


def test_a_puts_all_that_remain_here() -> None:
    table = placing(7).at("argentina")
    table.press("enter", "a")
    assert table.model.staged == {C["argentina"]: 7}


def test_armies_go_out_together_once_all_are_staged() -> None:
    table = placing(3).at("brasil")
    table.press("2")
    table.at("uruguay").press("enter")
    assert "Enter confirma" in table.desk.hint()
    table.press("enter")
    assert table.commands == [Place(C["brasil"], 2), Place(C["uruguay"], 1)]
    assert isinstance(table.desk.mode, Attacking)
    assert table.table.state.armies[C["brasil"]] == 7


@pytest.mark.parametrize("key", ["enter", "f"])
def test_confirming_while_an_answer_is_due_keeps_every_army(key: str) -> None:
    """The answer to an exchange may bring more armies: what is staged stays staged, and goes out once."""
    table = placing(3).at("brasil")
    table.press("a")
    table.desk.unanswered.add(99)
    table.press(key)
    assert (table.model.staged, table.model.sent, table.commands) == ({C["brasil"]: 3}, {}, [])
    assert table.armies("brasil") == 8
    table.desk.unanswered.clear()
    table.press(key)
    assert table.commands == [Place(C["brasil"], 3)]
    assert table.table.state.armies[C["brasil"]] == table.armies("brasil") == 8


def test_the_last_call_of_the_clock_sends_what_is_staged_once() -> None:
    table = placing(3).at("brasil")
    table.press("2")
    for _ in range(3):
        table.desk.act(table.model.confirm_staged())
    assert table.commands == [Place(C["brasil"], 2)]


def test_ending_with_armies_in_hand_says_how_many_and_sends_nothing() -> None:
    table = placing(3).at("brasil")
    table.press("enter")
    assert "2" in table.press("f")
    assert not table.commands


def test_a_foreign_country_takes_no_army() -> None:
    assert table_says(placing().at("chile"), "enter") == "Chile no es tuyo."


def table_says(table: Position, key: str) -> str:
    return table.press(key)


def test_armies_bound_to_a_continent_go_nowhere_else() -> None:
    table = Position(FARAWAY, phase=Phase.INCORPORATE)
    table.table.state.bound[C_CONTINENT["asia"]] = 2
    table.model.apply(table.snapshot())
    table.desk.settle()
    assert "Asia" in table.at("brasil").press("enter")
    table.at("japon").press("a", "enter")
    assert table.commands == [Place(C["japon"], 2)]


C_CONTINENT = {"america_sur": 0, "america_norte": 1, "europa": 2, "africa": 3, "asia": 4, "oceania": 5}


def test_tab_goes_through_own_countries_at_a_frontier_first() -> None:
    table = Position(
        {"argentina": 1, "brasil": 1, "uruguay": 1, "chile": 1, "peru": 1}, phase=Phase.INCORPORATE, pool=3
    )
    table.desk.cursor = -1
    seen: list[int] = []
    for _ in range(5):
        table.press("tab")
        seen.append(table.desk.cursor)
    inside = {C["argentina"], C["uruguay"]}
    assert not inside & set(seen[:3])
    assert set(seen) == {C[s] for s in ("argentina", "brasil", "uruguay", "chile", "peru")}


def test_placement_round_is_placed_the_same_way() -> None:
    table = Position(SOUTH, phase=Phase.PLACEMENT, pool=5).at("brasil")
    table.press("a", "enter")
    assert table.commands == [Place(C["brasil"], 5)]
    assert isinstance(table.desk.mode, Watching)


def test_five_cards_ask_for_an_exchange_before_the_attack() -> None:
    hand = ("japon", "china", "iran", "chile", "peru")
    table = Position(SOUTH, phase=Phase.INCORPORATE, hand=hand)
    assert isinstance(table.desk.mode, Exchanging)
    step = table.desk.press("enter")
    assert step is not None
    assert step.opens == "cards"
    assert "canjear" in table.press("f")


def test_at_the_beginning_of_ones_turn_the_cursor_is_where_armies_can_go() -> None:
    """Whoever looked at somebody else's country meanwhile is back at a frontier of one's own; later it stays."""
    table = Position(SOUTH, turn=1, pool=0).at("japon")
    table.table.state.turn, table.table.state.phase, table.table.state.pool = 0, Phase.INCORPORATE, 3
    table.model.apply(table.snapshot())
    table.desk.settle()
    assert table.desk.cursor in {C["brasil"], C["argentina"]}
    table.at("japon").press("tab", "tab")
    table.at("japon")
    table.desk.settle()
    assert table.desk.cursor == C["japon"]


# --- attacking


def test_enter_on_an_own_country_lights_up_what_it_may_attack() -> None:
    table = attacking().at("brasil")
    table.press("enter")
    marks = table.desk.marks()
    assert marks.selected == C["brasil"]
    assert marks.options == {C["colombia"], C["peru"], C["sahara"]}
    assert marks.kind == "attack"


def test_the_cursor_jumps_to_the_weakest_target() -> None:
    table = attacking(armies={"colombia": 4, "peru": 3, "sahara": 2}).at("brasil")
    table.press("enter")
    assert table.desk.cursor == C["sahara"]


def test_tab_jumps_between_the_targets_and_back() -> None:
    table = attacking().at("brasil")
    table.press("enter")
    first = table.desk.cursor
    table.press("tab")
    assert table.desk.cursor != first
    table.press("shift+tab")
    assert table.desk.cursor == first


def test_enter_on_the_target_rolls() -> None:
    table = attacking(dice=(6, 5, 4, 1), armies={"peru": 2}).at("brasil")
    table.press("enter")
    table.at("peru")
    table.table.chance = loaded(6, 5, 4, 2, 1)
    table.press("enter")
    assert table.commands == [Attack(C["brasil"], C["peru"])]


def loaded(*faces: int):  # type: ignore[no-untyped-def]
    from teg_shared.rules.chance import LoadedChance

    return LoadedChance(faces)


def test_enter_again_rolls_the_same_pair_again() -> None:
    table = attacking(dice=(1, 1, 1, 6, 6, 1, 1, 1, 6, 6), armies={"peru": 2}).at("brasil")
    table.press("enter")
    table.at("peru").press("enter", "enter")
    assert table.commands == [Attack(C["brasil"], C["peru"])] * 2
    assert table.armies("brasil") == 1


def test_x_rolls_the_last_pair_from_anywhere() -> None:
    table = attacking(dice=(1, 1, 1, 6, 1, 1, 1, 6)).at("brasil")
    table.press("enter")
    table.at("peru").press("enter")
    table.at("argentina").press("x")
    assert table.commands == [Attack(C["brasil"], C["peru"])] * 2
    assert table.desk.cursor == C["peru"]


def test_x_without_a_roll_says_so() -> None:
    assert "repetir" in attacking().press("x")


def test_a_source_with_one_army_left_is_let_go() -> None:
    table = Position({"brasil": 2, "argentina": 3}, dice=(1, 6)).at("brasil")
    table.press("enter")
    table.at("peru").press("enter")
    assert table.desk.mode == Attacking(last=(C["brasil"], C["peru"]))


def test_escape_goes_back_to_the_choice_of_the_source() -> None:
    table = attacking().at("brasil")
    table.press("enter", "escape")
    assert table.desk.mode == Attacking()
    assert table.desk.cursor == C["brasil"]


def test_enter_on_a_foreign_country_takes_the_strongest_neighbour() -> None:
    table = Position({"brasil": 3, "argentina": 6}).at("peru")
    table.press("enter")
    assert table.desk.marks().selected == C["argentina"]
    assert table.desk.cursor == C["peru"]


@pytest.mark.parametrize(
    ("slug", "reason"),
    [("uruguay", "un solo ejército"), ("japon", "no limita con ningún país tuyo")],
)
def test_a_country_that_cannot_attack_says_why(slug: str, reason: str) -> None:
    assert reason in attacking().at(slug).press("enter")


def test_the_hint_names_the_exact_odds() -> None:
    table = attacking(armies={"peru": 2}).at("brasil")
    table.press("enter")
    assert f"ganás {percent(5, 2)} %" in table.at("peru").desk.hint()


def test_odds_are_never_certain_unless_they_are() -> None:
    assert percent(40, 1) == ">99"
    assert percent(2, 30) == "<1"


def test_no_second_command_leaves_before_the_first_is_answered() -> None:
    table = attacking().at("brasil")
    table.press("enter")
    table.at("peru")
    table.held = True
    table.press("enter", "enter", "enter")
    assert len(table.commands) == 1


def test_f_ends_the_turn() -> None:
    table = attacking()
    table.press("f")
    assert table.commands == [EndTurn()]
    assert isinstance(table.desk.mode, Watching)


# --- pacts in the way


def with_pact(rule: str, border: tuple[str, str] | None = ("brasil", "peru"), last: int | None = 5) -> Position:
    table = attacking(settings=Settings(pacts=rule), dice=(6, 6, 6, 1))  # type: ignore[arg-type]
    place = (C[border[0]], C[border[1]]) if border else None
    table.table.state.pacts.append(Pact(1, 0, 1, place, 2, last))
    table.table.state.next_pact = 2
    table.model.apply(table.snapshot())
    table.at("brasil").press("enter")
    return table.at("peru")


def test_an_attack_through_a_pact_asks_and_names_it() -> None:
    table = with_pact("breakable")
    table.press("enter")
    assert isinstance(table.desk.mode, Asking)
    question = table.desk.hint()
    for word in ("Romper", "Beto", "Brasil–Perú", "ronda 5", "atacar Perú"):
        assert word in question
    assert not table.commands


def test_yes_breaks_the_pact_and_attacks() -> None:
    table = with_pact("breakable")
    table.press("enter", "s")
    assert table.commands == [Attack(C["brasil"], C["peru"], breaking=True)]
    assert not table.table.state.pacts


@pytest.mark.parametrize("key", ["n", "escape"])
def test_no_leaves_the_pact_alone(key: str) -> None:
    table = with_pact("breakable")
    table.press("enter", key)
    assert not table.commands
    assert isinstance(table.desk.mode, Attacking)


def test_enter_never_says_yes_to_breaking_a_pact() -> None:
    table = with_pact("breakable")
    table.press("enter", "enter", "enter")
    assert not table.commands


@pytest.mark.parametrize(("rule", "word"), [("binding", "impide"), ("notice", "anunciar")])
def test_a_pact_that_binds_refuses_the_attack_with_a_sentence(rule: str, word: str) -> None:
    table = with_pact(rule)
    said = table.press("enter")
    assert word in said
    assert "Beto" in said
    assert not table.commands


def test_a_pact_on_the_whole_map_is_named_as_such() -> None:
    table = with_pact("breakable", None, None)
    table.press("enter")
    assert "todo el mapa" in table.desk.hint()
