"""What a captain must see: a win within reach, somebody else's win, and what its objective asks for."""

from collections.abc import Iterable

import pytest
from teg_server.bots import make
from teg_server.bots.appraisal import Appraisal
from teg_server.bots.finish import best_chain
from teg_server.bots.goals import goals, wanted
from teg_server.bots.weights import TUNED
from teg_server.measure.arena import Match, table
from teg_shared.rules.board import members
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.classic.commands import AnyCommand, Attack
from teg_shared.rules.classic.data import BOARD, COMMON_ONLY
from teg_shared.rules.classic.events import AnyEvent, CountryTaken
from teg_shared.rules.classic.position import read_position
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import State

SEEDS = range(40)
OCCUPATIONS = (1, 2, 7, 8)
"""Numbers of some objectives that ask for countries."""


def turn(position: str, seed: int, level: str = "capitan") -> tuple[State, list[AnyCommand]]:
    """Let the seat on turn play its turn, and return where it led and what it did."""
    state = read_position(position)
    seat, bot, chance = state.turn, make(level, seed), VerifiableChance(seed.to_bytes(4, "big"))
    commands: list[AnyCommand] = []
    while CLASSIC.outcome(state) is None and state.turn == seat:
        commands.append(bot.choose(CLASSIC.view(state, seat), seat))
        for event in CLASSIC.decide(state, seat, commands[-1], chance):
            state = CLASSIC.evolve(state, event)
        assert len(commands) < 300
    return state, commands


def share(results: Iterable[bool]) -> float:
    """Return the share of True."""
    listed = list(results)
    return sum(listed) / len(listed)


NORTH_AND_EUROPE = "america_norte azul 1, europa azul 1, africa azul 1, ARG azul 1, PER azul 1, URU azul 1"
"""28 countries."""

WINS = {
    "two countries to the common objective": (
        f"azul rojo negro | turn azul incorporate r5 | BRA rojo 1, COL rojo 1, CHI rojo 1, {NORTH_AND_EUROPE}"
        ", * negro 4 | pool 14"
    ),
    "the last country of a continent": (
        "azul rojo negro | turn azul incorporate r5 | CHI rojo 2, PER azul 5, america_sur azul 1, africa azul 1"
        ", TUR azul 2, IRN azul 1, ARA azul 1, ISR azul 1, * negro 3 | pool 9 | objective azul 8, rojo 1, negro 2"
    ),
    "the last country of the colour to destroy": (
        "azul rojo negro | turn azul incorporate r5 | MAD rojo 2, africa azul 1, america_sur azul 1, * negro 4"
        " | pool 7 | objective azul 11, rojo 1, negro 2"
    ),
    "two steps away, over a country that does not count": (
        "azul rojo negro | turn azul incorporate r5 | MAD rojo 1, ZAI negro 1, america_sur azul 1, ETI negro 9"
        ", SUD azul 1, * negro 9 | pool 12 | objective azul 11, rojo 1, negro 2 | rules conquest_move:all_but_one"
    ),
}


@pytest.mark.parametrize("what", WINS)
def test_a_win_within_reach_is_taken(what: str) -> None:
    """T-10, with armies that make each link nearly sure."""
    assert share(turn(WINS[what], seed)[0].winner == 0 for seed in SEEDS) >= 0.95


def test_a_likely_win_is_tried_before_anything_else() -> None:
    """T-10: four times in five is enough to stake the position on it; here 4 against 1, then 4 against 1."""
    position = WINS["two countries to the common objective"].replace("pool 14", "pool 6")
    state = read_position(position)
    chain = best_chain(Appraisal(CLASSIC.view(state, 0), 0, TUNED))
    assert chain is not None
    assert 0.8 <= chain.odds < 0.9
    missing = {"BRA", "COL", "CHI"}
    for seed in SEEDS:
        _, commands = turn(position, seed)
        attacks = [c for c in commands if isinstance(c, Attack)]
        assert BOARD.countries[attacks[0].target].code in missing


def test_whoever_is_about_to_win_is_stopped() -> None:
    """T-9: rojo needs two more countries and has them before it, unless it loses one of its own that is weak."""
    position = (
        "azul rojo negro | turn azul incorporate r6 | ARG azul 4, URU azul 1, PER rojo 1, asia rojo 4, europa rojo 4"
        ", SAH rojo 9, BRA rojo 9, CHI rojo 9, EGI rojo 9, COL negro 1, MEX negro 1, CAL negro 1"
        ", oceania azul 3, * negro 4 | pool 5"
    )
    state = read_position(position)
    assert state.masks[1].bit_count() == 29
    results = [turn(position, seed)[0] for seed in SEEDS]
    assert share(after.masks[1].bit_count() < 29 for after in results) >= 0.95


def test_a_pact_is_kept_even_then() -> None:
    """The same with peace between the two: a loyal player looks on."""
    position = (
        "azul rojo negro | turn azul incorporate r6 | ARG azul 9, URU azul 1, PER rojo 1, asia rojo 4, europa rojo 4"
        ", SAH rojo 9, BRA rojo 9, CHI rojo 9, EGI rojo 9, COL negro 1, MEX negro 1, CAL negro 1"
        ", oceania azul 3, * negro 4 | pool 5 | pact azul rojo map last 9"
    )
    for level in ("novato", "sargento", "capitan"):
        after, _ = turn(position, 1, level)
        assert after.masks[1].bit_count() == 29
        assert len(after.pacts) == 1


def aimed(objective: int, asked: int, seeds: range) -> list[bool]:
    """Return which conquests of a captain with `objective` objective number `asked` still lacked at that moment."""
    aims: list[bool] = []
    lacked = 0

    def watch(state: State, seat: int, _command: AnyCommand, events: list[AnyEvent]) -> None:
        nonlocal lacked
        aims.extend(lacked >> e.target & 1 == 1 for e in events if seat == 0 and isinstance(e, CountryTaken))
        state.objectives[0] = asked
        lacked = wanted(state, 0)
        state.objectives[0] = objective

    for seed in seeds:
        match = Match(table(["capitan", "sargento", "sargento", "sargento"], seed), watch=watch)
        match.state.objectives[0] = objective
        match.run()
    return aims


def test_conquests_are_those_that_the_objective_asks_for() -> None:
    """T-11: more of them, by ten points at least, than of a captain without an objective in the same deals."""
    driven: list[bool] = []
    free: list[bool] = []
    for number in OCCUPATIONS:
        driven += aimed(number, number, range(900, 915))
        free += aimed(COMMON_ONLY, number, range(900, 915))
    assert share(driven) >= share(free) + 0.10


def needs(position: str) -> list[list[tuple[set[str], int]]]:
    """Return the parts that each goal of azul lacks, in letters."""
    return [
        [({BOARD.countries[c].code for c in members(part.among)}, part.lacking) for part in goal.parts]
        for goal in goals(read_position(position), 0)
    ]


def test_what_a_goal_lacks() -> None:
    position = (
        "azul rojo | turn azul attack r2 | CHI rojo 1, america_sur azul 1, africa azul 1, TUR azul 1, * rojo 1"
        " | objective azul 8, rojo 1"
    )
    secret, common = needs(position)
    assert secret[0] == ({"CHI"}, 1)
    assert (len(secret[1][0]), secret[1][1]) == (14, 3)
    assert common[0][1] == 30 - 12
    assert wanted(read_position(position), 0).bit_count() == 15


def test_a_group_of_bordering_countries_lies_outside_what_counts_elsewhere() -> None:
    """C29: the group of objective 2 needs countries of neither South America nor Europe."""
    position = (
        "azul rojo | turn azul attack r2 | america_sur azul 1, europa azul 1, EGI azul 1, SAH azul 1, * rojo 1"
        " | objective azul 2, rojo 1"
    )
    ((group, lacking),) = needs(position)[0]
    assert lacking == 1
    assert group == {"ETI"}


def test_conquering_all_is_the_only_goal_where_the_house_says_so() -> None:
    state = read_position("azul rojo | turn azul attack r2 | asia azul 1, * rojo 1 | objective azul 0, rojo 0")
    state.settings = Settings(small_table_objective="conquer_all")
    (goal,) = goals(state, 0)
    assert (goal.lacking, goal.among) == (35, BOARD.full & ~state.masks[0])
    assert wanted(state, 0) == 0


def test_a_seat_to_destroy_is_its_countries() -> None:
    state = read_position(
        "azul rojo negro | turn azul attack r2 | asia rojo 1, oceania azul 1, * negro 1 | objective azul 11"
    )
    secret = goals(state, 0)[0]
    assert (secret.victim, secret.lacking, secret.among) == (1, 15, state.masks[1])
