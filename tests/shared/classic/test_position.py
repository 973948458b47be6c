"""Positions in one line and records of one event a line, both ways."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.commands import Attack, Exchange, ProposePact
from teg_shared.rules.classic.position import read_position, show_position
from teg_shared.rules.classic.record import (
    read_command,
    read_event,
    read_game,
    show_game,
    show_line,
)
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import LedgerEntry, Occupation, Pact, Phase, Proposal
from teg_shared.rules.notation import NotationError

from tests.support.notation_tables import commands as any_command
from tests.support.notation_tables import events as any_event
from tests.support.strategies import Walk, walks

SEATS = ["azul", "rojo", "negro"]
BASE = "azul rojo negro | turn rojo regroup r4 | ARG azul 3, asia negro 2, * rojo 1"


@given(walk=walks())
def test_every_state_of_a_game_survives_notation(walk: Walk) -> None:
    for viewer in (*range(len(walk.state.colours)), None):
        seen = CLASSIC.view(walk.state, viewer)
        assert read_position(show_position(seen)) == seen
    assert read_position(show_position(walk.state)) == walk.state


@given(walk=walks())
def test_every_record_of_a_game_survives_notation(walk: Walk) -> None:
    assert read_game(show_game(walk.history)) == walk.history


@given(any_event())
def test_every_event_survives_notation(event: e.AnyEvent) -> None:
    assert read_event(show_line(event, SEATS), SEATS) == event


@given(any_command())
def test_every_command_survives_notation(command: Attack) -> None:
    assert read_command(show_line(command, SEATS), SEATS) == command


def test_a_position_is_filled_with_defaults() -> None:
    state = read_position("azul rojo | * azul 1")
    assert (state.phase, state.round, state.turn, len(state.deck), state.settings, state.objectives) == (
        Phase.ATTACK,
        1,
        0,
        50,
        Settings(),
        [0, 0],
    )


def test_a_whole_position_is_read() -> None:
    state = read_position(
        BASE + " | rules official pacts:binding | pool 2 | bound asia 7, oceania 2 | arrived ARG 2, BRA 1"
        " | conquests 3 | hand azul ARG TAY | hand rojo ?*2 | deck BRA ?*3 | discard CHI | claimed ARG | drawn TAY"
        " | exchanges azul 1, negro 2 | objective azul 3, rojo ? | dealt azul 4 | killed negro azul | neutral rojo"
        " | pact azul rojo ARG-BRA last 9 notice rojo 2 | offer azul rojo map ends 1 | offer rojo negro map id 7 last 5"
        " | ledger r1 azul proposed 1 azul rojo ARG-BRA, r2 rojo accepted 1 rojo azul map | next 12 | rolls 5"
        " | shuffles 4 | won negro common"
    )
    assert (
        state.phase, state.turn, state.round, state.pool, state.bound, state.arrived[:3], state.conquests, state.hands,
        state.deck, state.discard, state.claimed, state.drawn, state.exchanges, state.objectives, state.dealt,
    ) == (
        Phase.REGROUP, 1, 4, 2, [0, 0, 0, 0, 7, 2], [2, 1, 0], 3, [[0, 44], [-1, -1], []],
        [-1, -1, -1, 1], [2], 1, 44, [1, 0, 2], [3, -1, 0], [4, -1, 0],
    )  # fmt: skip
    assert (
        state.killers, state.neutral, state.pacts, state.proposals, state.ledger, state.next_pact, state.rolls,
        state.shuffles, state.winner, state.won_by, state.settings,
    ) == (
        [-1, -1, 0], 2, [Pact(1, 0, 1, (0, 1), 4, 9, 1, 2)],
        [Proposal(2, 0, 1, None, None, 1), Proposal(7, 1, 2, None, 5)],
        [LedgerEntry(1, 0, "proposed", 1, 0, 1, (0, 1)), LedgerEntry(2, 1, "accepted", 1, 1, 0, None)],
        12, 5, 4, 2, "common",
        msgspec.structs.replace(OFFICIAL, pacts="binding"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("deck", "next_cards"),
    [("", [0, 1]), ("| deck TAY *", [44, 0]), ("| deck TAY BRA", [44, 1]), ("| hand azul ARG", [1, 2])],
)
def test_the_first_card_of_the_deck_is_the_next_one(deck: str, next_cards: list[int]) -> None:
    assert read_position(f"azul rojo | * azul 1 {deck}").deck[:-3:-1] == next_cards


def test_an_empty_deck_is_said_so() -> None:
    assert read_position("azul rojo | * azul 1 | deck none").deck == []


def test_a_continent_and_the_rest_give_way_to_single_countries() -> None:
    state = read_position("azul rojo | * azul 1, america_sur rojo 2, ARG azul 9")
    assert (state.armies[:7], state.owners[:7]) == ([9, 2, 2, 2, 2, 2, 1], [0, 1, 1, 1, 1, 1, 0])


@pytest.mark.parametrize(
    "more",
    [
        "| deck ?*2 ARG ?*3",
        "| turn rojo attack r3 first rojo starter azul",
        "| turn rojo placement lap 2",
        "| next 9",
        "| pact azul rojo map notice azul 1",
        "| turn rojo occupy | occupy ARG BRA 2",
        "| bound asia 7",
        "| deal none",
        "| hand azul ?*3 ARG",
    ],
)
def test_what_no_played_game_may_show_survives_notation_too(more: str) -> None:
    state = read_position(f"azul rojo | ARG rojo 2, * azul 1 {more}")
    assert read_position(show_position(state)) == state
    assert show_position(state) != show_position(read_position("azul rojo | ARG rojo 2, * azul 1"))


def test_a_waiting_conquest_is_read() -> None:
    assert read_position("azul rojo | turn azul occupy | * azul 1 | occupy ARG BRA 3").occupation == Occupation(0, 1, 3)


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected at least two colours"),
        ("azul", 1, "expected at least two colours"),
        ("azul lila", 6, "unknown colour 'lila'"),
        ("azul azul", 6, "azul stands twice"),
        ("azul rojo", 1, "no owner for ARG BRA"),
        ("azul rojo | * azul 1 | magic 3", 24, "unknown section or country 'magic'"),
        ("azul rojo | * azul 1 | pool 3 | pool 4", 33, "pool stands twice"),
        ("azul rojo | * azul 1 | pool 3 4", 31, "unexpected '4'"),
        ("azul rojo | * azul 1 | pool", 28, "expected armies"),
        ("azul rojo | * azul 1 | pool drei", 29, "expected armies, not 'drei'"),
        ("azul rojo | * azul 1 | pool -1", 29, "armies must be 0 to 2147483647, not -1"),
        ("azul rojo | * azul 1 |", 23, "expected a section or a country"),
        ("azul rojo | * verde 1", 15, "unknown seat 'verde'"),
        ("azul rojo | * azul 1, ARG rojo 1, ARG azul 2", 35, "ARG stands twice"),
        ("azul rojo | * azul 1,", 22, "expected a section or a country"),
        ("azul rojo | * azul 1 | turn azul sleep", 34, "unknown phase 'sleep'"),
        ("azul rojo | * azul 1 | turn nobody attack", 29, "expected a colour"),
        ("azul rojo | * azul 1 | turn azul attack rx", 42, "expected round, not 'x'"),
        ("azul rojo | * azul 1 | hand azul ARG | hand rojo ARG", 50, "card ARG stands twice"),
        ("azul rojo | * azul 1 | hand azul XYZ", 34, "unknown card 'XYZ'"),
        ("azul rojo | * azul 1 | hand azul ?*0", 36, "number of cards must be 1 to 50, not 0"),
        ("azul rojo | * azul 1 | bound atlantis 3", 30, "unknown continent 'atlantis'"),
        ("azul rojo | * azul 1 | objective azul 16", 39, "objective must be 0 to 15, not 16"),
        ("azul rojo | * azul 1 | deal 01", 29, "the deal has 50 digits"),
        (f"azul rojo | * azul 1 | deal {'0' * 49}2", 78, "unknown seat '2'"),
        ("azul rojo | * azul 1 | pact azul rojo ARG", 39, "expected a border or map, not 'ARG'"),
        ("azul rojo | * azul 1 | pact azul rojo ARG-XYZ", 43, "unknown country 'XYZ'"),
        ("azul rojo | * azul 1 | ledger x", 31, "expected a round, not 'x'"),
        ("azul rojo | * azul 1 | rules pacts:maybe", 36, "'maybe' will not do"),
        ("azul rojo | * azul 1 | rules luck:yes", 30, "unknown house rule 'luck'"),
        ("azul rojo | * azul 1 | rules pacts", 30, "'' will not do"),
        ("azul rojo | * azul 1 | next 0", 29, "id must be 1 to 2147483647, not 0"),
    ],
)
def test_a_wrong_position_says_what_and_where(text: str, column: int, problem: str) -> None:
    with pytest.raises(NotationError) as error:
        read_position(text)
    assert (error.value.problem[: len(problem)], error.value.column, error.value.line) == (problem, column, 1)


@given(st.text(alphabet="azulrojo |*ARG-?:,1 9turnpactdeckhand", max_size=60))
def test_a_wrong_position_raises_nothing_else(text: str) -> None:
    with suppress(NotationError):
        assert read_position(f"azul rojo | * azul 1 | {text}").colours == ["azul", "rojo"]


def test_a_line_names_its_fields() -> None:
    assert show_line(e.DiceRolled(0, 1, (6, 5), (3,)), SEATS) == "dice source=ARG target=BRA attack=6,5 defence=3"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("attack source=ARG target=BRA breaking=no", Attack(0, 1)),
        ("attack target=BRA source=ARG", Attack(0, 1)),
        ("attack ARG BRA yes", Attack(0, 1, breaking=True)),
        ("attack ARG target=BRA", Attack(0, 1)),
        ("exchange ARG,BRA,TAY", Exchange((0, 1, 44))),
        ("propose rojo", ProposePact(1)),
        ("propose rojo map 3", ProposePact(1, None, 3)),
        ("propose azul BRA-ARG -", ProposePact(0, (1, 0), None)),
    ],
)
def test_a_command_is_read_by_names_or_in_order(text: str, command: Attack) -> None:
    assert read_command(text, SEATS) == command


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected a command or an event"),
        ("dance ARG", 1, "unknown command or event 'dance'"),
        ("attack ARG", 11, "attack lacks target"),
        ("attack ARG XYZ", 12, "unknown country 'XYZ'"),
        ("attack ARG BRA maybe", 16, "'maybe' will not do"),
        ("attack ARG BRA yes no", 20, "unexpected 'no'"),
        ("attack ARG source=BRA", 12, "source stands twice"),
        ("attack way=ARG", 8, "unknown field of attack 'way'"),
        ("exchange ARG,BRA", 10, "'ARG,BRA' will not do"),
        ("place ARG many", 11, "expected a number, not 'many'"),
        ("ended azul", 1, "expected a command, not an event"),
    ],
)
def test_a_wrong_command_says_what_and_where(text: str, column: int, problem: str) -> None:
    with pytest.raises(NotationError) as error:
        read_command(text, SEATS)
    assert (error.value.problem[: len(problem)], error.value.column) == (problem, column)


def test_an_event_is_no_command() -> None:
    with pytest.raises(NotationError, match="expected an event, not a command"):
        read_event("end", SEATS)


def test_a_record_skips_remarks_and_empty_lines() -> None:
    text = "# a game\n\nstarted azul,rojo pacts:none\n  \nended rojo\n"
    assert read_game(text) == [e.GameStarted(("azul", "rojo"), Settings(pacts="none")), e.TurnEnded(1)]


def test_a_wrong_line_of_a_record_is_numbered() -> None:
    with pytest.raises(NotationError, match="line 3, column 7: unknown seat 'verde'"):
        read_game("started azul,rojo default\n\nended verde\n")
