"""How computer players deal with pacts: asked, answered, kept, ended in time."""

import pytest
from teg_server.bots import make
from teg_server.bots.diplomacy import leads, room_for_peace, tidy, trust
from teg_server.bots.treaties import NONE, treaties
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.classic.commands import (
    Announce,
    Answer,
    Attack,
    EndTurn,
    Place,
    ProposeDissolve,
    ProposePact,
    Withdraw,
)
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.position import read_position
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import Phase, State

QUIET = (
    "azul rojo negro verde | turn {turn} r4 | america_sur azul 3, africa azul 3, america_norte rojo 3, europa negro 3"
    ", oceania rojo 3, * verde 3"
)
"""12, 14, 9 and 15 countries: nobody leads by far."""
LEVELS = ("novato", "sargento", "capitan")


def quiet(*more: str, turn: str = "rojo attack") -> State:
    """Return a quiet position with more sections."""
    return read_position(" | ".join((QUIET.format(turn=turn), *more)))


def country(code: str) -> int:
    """Return a country by its letters."""
    return BOARD.index[code]


def answer(level: str, state: State, seat: int = 0) -> bool | None:
    """Return what a bot answers, None for nothing."""
    said = make(level, 1).react(CLASSIC.view(state, seat), seat)
    assert said is None or isinstance(said, Answer)
    return None if said is None else said.accept


@pytest.mark.parametrize("level", LEVELS)
def test_who_is_not_asked_says_nothing(level: str) -> None:
    assert answer(level, quiet("offer rojo negro map last 8"), seat=0) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_beginner_accepts_anything_and_the_others_only_what_ends(level: str) -> None:
    assert answer(level, quiet("offer rojo azul map")) is (level == "novato")


@pytest.mark.parametrize(
    ("case", "sections", "accepts"),
    [
        ("fair", ("offer rojo azul map last 8",), True),
        ("on one border", ("offer rojo azul MEX-COL last 8",), True),
        ("too long", ("offer rojo azul map last 20",), False),
        ("open, but it can be announced away", ("offer rojo azul map", "rules pacts:notice"), True),
        ("from a breaker of pacts", ("offer rojo azul map last 8", "ledger r2 rojo broken 1 rojo azul map"), False),
        ("one partner already", ("offer rojo azul map id 4 last 8", "pact azul verde map id 2 last 9"), False),
        ("its partner has one", ("offer rojo azul map id 4 last 8", "pact rojo verde map id 2 last 9"), False),
        ("the end of a pact", ("pact rojo azul map id 2 last 9", "offer rojo azul map id 4 ends 2"), True),
    ],
)
def test_a_sergeant_answers_by_term_trust_and_number_of_partners(
    case: str, sections: tuple[str, ...], accepts: bool
) -> None:
    del case
    assert answer("sargento", quiet(*sections)) is accepts


def test_nobody_gives_peace_to_the_leader() -> None:
    state = read_position(
        "azul rojo negro verde | turn rojo attack r4 | asia rojo 3, europa rojo 3, america_sur azul 3, africa verde 3"
        ", * negro 3 | offer rojo azul map last 8"
    )
    assert leads(state, 1)
    assert answer("sargento", state) is False
    assert answer("capitan", state) is False


def test_a_captain_accepts_peace_that_guards_it_and_declines_peace_with_prey() -> None:
    position = (
        "azul rojo negro verde | turn rojo attack r4 | COL azul 1, america_sur azul 2, africa azul 3, MEX rojo {mex}"
        ", america_norte rojo 3, europa negro 3, oceania rojo 3, * verde 3 | offer rojo azul map last 8"
    )
    assert answer("capitan", read_position(position.format(mex=15))) is True
    prey = position.format(mex=1).replace("COL azul 1", "COL azul 9").replace("oceania rojo 3", "oceania rojo 1")
    assert answer("capitan", read_position(prey)) is False


def test_a_captain_gives_no_peace_to_the_one_it_has_to_destroy() -> None:
    position = (
        "azul rojo negro verde | turn rojo attack r4 | COL azul 1, america_sur azul 2, africa azul 3, MEX rojo 15"
        ", america_norte rojo 3, europa negro 3, oceania rojo 3, * verde 3 | offer rojo azul map last 8"
    )
    assert answer("capitan", read_position(position + " | objective azul 11")) is False


THREATENED = (
    "azul rojo negro verde | turn azul incorporate r{round} | COL azul 1, america_sur azul 2, africa azul 3"
    ", MEX rojo 20, america_norte rojo 3, europa negro 3, oceania rojo 9, * verde 3 | pool 6{more}"
)


def proposed(round_: int = 4, more: str = "") -> ProposePact | None:
    """Return the captain's proposal at the start of its turn."""
    state = read_position(THREATENED.format(round=round_, more=more))
    said = make("capitan", 1).choose(CLASSIC.view(state, 0), 0)
    return said if isinstance(said, ProposePact) else None


def test_a_captain_asks_the_one_who_threatens_it_for_peace_with_a_term() -> None:
    said = proposed()
    assert said is not None
    assert said.partner == 1
    assert said.last == 9
    assert said.border is None or said.border == (country("COL"), country("MEX"))


@pytest.mark.parametrize(
    ("why", "more"),
    [
        ("house rule", " | rules pacts:none"),
        ("asked two rounds ago", " | ledger r2 azul proposed 1 azul rojo map, r2 azul declined 1 rojo azul map"),
        ("waits for an answer", " | offer azul rojo COL-MEX id 1 last 9 | ledger r4 azul proposed 1 azul rojo COL-MEX"),
        ("stands", " | pact azul rojo COL-MEX last 9"),
        ("has broken its word", " | ledger r2 rojo broken 1 rojo azul map"),
        ("is to be destroyed", " | objective azul 11"),
    ],
)
def test_a_captain_does_not_ask(why: str, more: str) -> None:
    del why
    said = proposed(more=more)
    assert said is None or said.partner != 1


def test_a_captain_asks_again_after_a_while_but_not_in_the_first_round() -> None:
    assert proposed(5, " | ledger r2 azul proposed 1 azul rojo map, r2 azul declined 1 rojo azul map") is not None
    assert proposed(1) is None


def test_two_players_make_no_peace() -> None:
    state = read_position("azul rojo | turn azul incorporate r4 | asia azul 3, * rojo 9 | pool 6")
    assert not isinstance(make("capitan", 1).choose(CLASSIC.view(state, 0), 0), ProposePact)
    assert not room_for_peace(state, 0)


def test_an_offer_without_an_answer_is_taken_back_in_the_next_turn() -> None:
    waits = " | offer azul rojo map id 3 last 9 | ledger r{} azul proposed 3 azul rojo map"
    state = read_position(THREATENED.format(round=5, more=waits.format(4)))
    for level in ("sargento", "capitan"):
        assert make(level, 1).choose(CLASSIC.view(state, 0), 0) == Withdraw(3)
    assert tidy(read_position(THREATENED.format(round=5, more=waits.format(5))), 0) is None


LEADER = (
    "azul rojo negro | turn azul incorporate r5 | america_sur azul 3, asia rojo 3, europa rojo 3, * negro 3 | pool 3"
)


def test_peace_with_a_leader_is_announced_away_where_the_booklet_says_so() -> None:
    state = read_position(f"{LEADER} | pact azul rojo map id 2 | rules pacts:notice")
    assert tidy(state, 0) == Announce(2)
    announced = read_position(f"{LEADER} | pact azul rojo map id 2 notice azul 1 | rules pacts:notice")
    assert tidy(announced, 0) is None


def test_the_end_of_open_peace_with_a_leader_is_proposed_once_in_a_while() -> None:
    state = read_position(f"{LEADER} | pact azul rojo map id 2")
    assert tidy(state, 0) == ProposeDissolve(2)
    lately = read_position(f"{LEADER} | pact azul rojo map id 2 | ledger r4 azul dissolve-proposed 3 azul rojo map")
    assert tidy(lately, 0) is None
    assert tidy(read_position(f"{LEADER} | pact azul rojo map id 2 last 7"), 0) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("pact", ["map", "BRA-SAH"])
def test_a_pact_is_kept_by_whoever_takes_over_the_seat(level: str, pact: str) -> None:
    """T4: a bot that is seated in the middle of a turn reads the human's pacts from the view."""
    position = (
        "azul rojo | turn azul attack r5 | BRA azul 30, SAH rojo 1, america_sur azul 1, * rojo 9"
        " | pact azul rojo {} id 1"
    )
    state = read_position(position.format(pact))
    for seed in range(20):
        command = make(level, seed).choose(CLASSIC.view(state, 0), 0)
        assert not (isinstance(command, Attack) and command.target == country("SAH"))
    free = read_position(position.format(pact).replace("BRA-SAH", "COL-MEX").replace("rojo map", "rojo COL-MEX"))
    targets = {
        command.target
        for seed in range(20)
        if isinstance(command := make(level, seed).choose(CLASSIC.view(free, 0), 0), Attack)
    }
    assert country("SAH") in targets


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_is_at_peace_with_all_neighbours_still_ends_its_turn(level: str) -> None:
    state = read_position(
        "azul rojo negro | turn azul incorporate r5 | asia azul 3, europa negro 9, * rojo 9 | pool 9 | bound asia 7"
        " | pact azul rojo map | pact azul negro map"
    )
    bot, commands = make(level, 3), 0
    while state.turn == 0:
        command = bot.choose(CLASSIC.view(state, 0), 0)
        assert not isinstance(command, Attack)
        for event in CLASSIC.decide(state, 0, command, LoadedChance()):
            state = CLASSIC.evolve(state, event)
        commands += 1
        assert commands < 60
    assert state.phase is Phase.INCORPORATE
    assert isinstance(command, EndTurn | Place)


def test_a_betrayed_player_is_free_at_once_and_does_not_trust_again() -> None:
    betrayed = quiet("ledger r3 rojo broken 1 rojo azul map")
    assert treaties(betrayed, 0) == NONE
    assert trust(betrayed, 0, 1) == 0
    assert 0 < trust(betrayed, 2, 1) < trust(betrayed, 2, 0)


def test_a_pact_kept_to_its_end_makes_for_trust() -> None:
    kept = quiet("ledger r3 rojo lapsed 1 rojo azul map")
    assert trust(kept, 0, 1) > trust(kept, 0, 2)


def test_what_pacts_forbid_is_read_from_either_side() -> None:
    state = quiet("pact rojo azul MEX-COL id 1", "pact verde azul map id 2")
    azul = treaties(state, 0)
    assert azul.forbid(country("COL"), country("MEX"), 1)
    assert not azul.forbid(country("SAH"), country("ESP"), 2)
    assert azul.forbid(country("EGI"), country("TUR"), 3)
    assert treaties(state, 1).forbid(country("MEX"), country("COL"), 0)
    assert treaties(state, 2) == NONE
