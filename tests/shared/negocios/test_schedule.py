"""The plan of a round whoever has died in it: N100, N120 to N122, N132, N151."""

import itertools
from collections.abc import Iterator

import pytest
from teg_shared.rules.negocios.commands import Done, EndAttempts
from teg_shared.rules.negocios.data import BOARD
from teg_shared.rules.negocios.events import GameWon, PlaceSkipped, RoundEnded, TalksOpened, TurnStarted
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, State

from tests.shared.negocios.table import Table, find, position
from tests.shared.negocios.test_victory import last_turn, move, oceanic

Happening = tuple[str, int]


def planned(order: list[int], place: int, out: set[int], suspended: set[int]) -> Iterator[Happening]:
    """Yield what follows the control turn at `place`, written down place by place."""
    half = len(order) // 2 + len(order) % 2
    alive = {seat for seat in (*order, *suspended) if seat not in out}
    halves = (("first", order[:half]), ("second", order[half:]))
    for number, seat in enumerate(order):
        if number > place:
            yield ("skipped" if seat in out else "turn"), seat
        if number < place:
            continue
        for name, members in halves:
            talkers = (set(members) | suspended) & alive
            if members and seat == members[-1] and len(talkers) > 1:
                yield name, sum(1 << talker for talker in talkers)
    yield "common", sum(1 << seat for seat in alive)
    yield "rounded", 0


def running(seats: int, starter: int, place: int, out: set[int], suspended: set[int]) -> State:
    """Return the control turn at `place` of a round in which some have died since it started."""
    state = position(seats, out=out, settings=Settings(market="off"))
    order = [(starter + step) % seats for step in range(seats)]
    state.order = [seat for seat in order if seat not in suspended]
    state.suspended = sum(1 << seat for seat in suspended if seat not in out)
    state.starter, state.place = starter, place
    state.turn = state.actor = state.order[place]
    return state


def played(state: State) -> list[Happening]:
    """Let everybody end the turn after one attempt and say nothing in negotiations; return what the round brought."""
    table, found = Table(state), list[Happening]()
    while state.phase is not Phase.BALLOT and state.round == 2:
        if state.phase is Phase.ATTEMPTS:
            state.attempts = 1
            events = table.play(state.turn, EndAttempts())
        else:
            events = table.play(table.prompted()[0], Done())
        for event in events:
            match event:
                case TurnStarted(seat) if not find(events, RoundEnded):
                    found.append(("turn", seat))
                case PlaceSkipped(seat):
                    found.append(("skipped", seat))
                case TalksOpened(stage, participants):
                    found.append((stage.value, participants))
                case RoundEnded():
                    found.append(("rounded", 0))
                case _:
                    pass
    return found


@pytest.mark.parametrize("seats", range(4, 9))
def test_n120_n122_n151_whoever_dies_at_whatever_place_the_plan_of_the_round_stands(seats: int) -> None:
    """One that died, or two of them in a row or apart, before or after the half, the starter and the last included."""
    for starter, susp in itertools.product({seats - 1, 0 if seats < 7 else seats - 1}, ((), (1,), (1, 2))):
        suspended = set(susp) if seats - len(susp) > 2 else set()
        order = [s for s in ((starter + k) % seats for k in range(seats)) if s not in suspended]
        for place, by in enumerate(order):
            others = [seat for seat in range(seats) if seat != by]
            for out in (*itertools.combinations(others, 1), *itertools.combinations(others, 2)):
                if seats - len(out) < 3:
                    continue
                died = set(out)
                expected = list(planned(order, place, died, suspended - died))
                assert played(running(seats, starter, place, died, suspended)) == expected, (starter, place, out, susp)


def test_n100_n151_the_checkpoint_comes_at_the_last_place_though_its_seat_has_died() -> None:
    state = oceanic(0, last_turn())
    for country, owner in enumerate(list(state.owners)):
        if owner == 3:
            move(state, BOARD.countries[country].code, 1 + country % 2)
    state.reserve[3] = 0
    state.place, state.turn, state.actor = 2, 2, 2
    events = Table(state).play(2, EndAttempts())
    assert find(events, PlaceSkipped) == [PlaceSkipped(3)]
    assert [(won.seat, won.how) for won in find(events, GameWon)] == [(0, "objective")]
