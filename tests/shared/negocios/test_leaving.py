"""Seats given up at the worst moment: while somebody else supplies, or in the middle of a ballot (N98, N144, N147)."""

from random import Random

import pytest
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios.audit import AUDIT
from teg_shared.rules.negocios.commands import Attempt, Done, Name, PlayCard, Supply
from teg_shared.rules.negocios.events import (
    AnyEvent,
    BallotOpened,
    CardDrawn,
    RoundStarted,
    SeatSuspended,
    StarterNamed,
    SuspensionLapsed,
    TurnEnded,
    TurnStarted,
)
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, Request, State, plays

from tests.shared.negocios.table import Table, check, find, no, position, talks
from tests.shared.negocios.test_absent import lucky, move_all
from tests.shared.negocios.test_ballots import give


def supplying(dice: list[int], captures: int = 0) -> Table:
    """Return a table where azul has won against verde's attempt and says which stack supplies it (N43)."""
    state = position(
        owns={0: "BRA", 1: "ARG CUB JPN"}, tokens={"CUB": 2, "JPN": 2}, reserve={1: 0}, bank=2, hands={0: [1]}
    )
    state.captures = state.attempts = captures
    table = Table(state, dice)
    table.play(0, Attempt(no("BRA"), no("ARG")))
    assert table.prompted() == (1,)
    return table


def test_n144_the_turn_of_a_seat_that_left_while_another_one_supplied_is_over() -> None:
    table = supplying([1, 1, 6, 6])
    table.leave(0)
    assert table.prompted() == (1,)
    events = table.play(1, Supply(no("CUB")))
    assert find(events, TurnEnded) == [TurnEnded(0)]
    assert find(events, TurnStarted) == [TurnStarted(1)]
    assert table.state.hands[0] == [1]


def test_n57_n144_it_draws_the_card_that_it_had_earned() -> None:
    table = supplying([1, 1, 6, 6], captures=1)
    table.leave(0)
    assert [drawn.seat for drawn in find(table.play(1, Supply(no("CUB"))), CardDrawn)] == [0]


def test_n144_n150_its_card_no_longer_waits_and_that_of_another_still_does() -> None:
    table = Table(talks(position(hands={0: [0], 1: [1], 2: [2]})))
    table.play(0, PlayCard(0))
    table.play(1, PlayCard(1))
    table.play(2, PlayCard(2))
    table.leave(1)
    assert table.state.requests == [Request(2, 2)]
    while table.state.actor == 0:
        table.play(0, table.legal(0)[0])
    assert (table.state.actor, table.state.card, table.state.hands[1]) == (2, 2, [1])


def ballot(state: State, *played: tuple[int, int]) -> Table:
    """Return a table whose common negotiation is over, and where some leaders have named somebody."""
    table = lucky(talks(state))
    table.state.participants &= ~table.state.neutral
    for seat in range(len(state.colours)):
        if table.state.participants >> seat & 1:
            table.play(seat, Done())
    for voter, named in played:
        table.play(voter, Name(named))
    return table


def test_n13_n147_the_lot_drawn_for_a_leader_that_leaves_can_be_checked() -> None:
    """Verde alone leads the map, has been asked, and leaves; three others are level."""
    state = position(5)
    move_all(state, 4, 0)
    table = ballot(state)
    before = table.state.copy()
    events = table.leave(0)
    assert find(events, SeatSuspended)[0].drawn
    for event in events:
        assert AUDIT.luck_fault(before, event, table.chance) is None
        NEGOCIOS.evolve(before, event)


def test_n144_n147_a_leader_that_was_not_asked_inherits_no_earlier_name() -> None:
    """Verde, azul and blanco lead; verde left long ago, naranja and rojo are immune; azul leaves in the second ballot.

    Blanco can name nobody but itself, so that the choice is verde's and the rule of the clock makes it.
    """
    state = position(5)
    for winner in (0, 1, 2):
        give(state, 4, winner, 1)
    state.neutral, state.suspended = 0b00001, 0b11000
    table = ballot(state, (1, 2), (2, 1))
    assert table.state.ballot is not None
    assert table.state.ballot.number == 2
    events = table.leave(1)
    assert find(events, SeatSuspended) == [SeatSuspended("map", 2, drawn=False)]


def suspended_first() -> Table:
    """Return four corporations where verde has suspended naranja and the market's leaders are to name another."""
    state = position()
    move_all(state, 3, 0)
    return ballot(state, (0, 3))


def test_n98_a_suspension_falls_when_fewer_than_two_others_are_left_to_play() -> None:
    table = suspended_first()
    assert table.state.suspended == 0b1000
    assert SuspensionLapsed("market") in table.leave(0)
    table.leave(1)
    assert set(table.legal(2)) >= {Name(2), Name(3)}
    (started,) = find(table.play(2, Name(3)), RoundStarted)
    assert started.order == (3, 2)
    assert table.state.suspended == 0


def test_n98_the_last_one_that_plays_is_not_suspended() -> None:
    table = suspended_first()
    table.leave(0)
    table.leave(1)
    events = table.leave(2)
    assert find(events, StarterNamed) == [StarterNamed(3, drawn=False)]
    assert find(events, RoundStarted)[0].order == (3,)
    assert table.prompted() == (3,)


def test_n98_a_suspension_stands_as_long_as_two_others_play() -> None:
    table = suspended_first()
    events = table.leave(0)
    assert find(events, BallotOpened) == [BallotOpened("starter", (1, 2), 1)]
    assert Name(3) not in table.legal(1)
    assert table.refused(1, Name(3)) == ("suspended-already", "N93")


def crowd(random: Random) -> State:
    """Return a common negotiation that somebody has still to end, where few or many only defend."""
    seats = random.randint(4, 8)
    state = position(seats, settings=Settings(market=random.choice(["on", "off"])))
    poorer, richer = random.sample(range(seats), 2)
    give(state, poorer, richer, random.randint(0, 3))
    state.suspended = sum(1 << seat for seat in random.sample(range(seats), random.randint(0, 2)))
    state.neutral = sum(1 << seat for seat in random.sample(range(seats), random.randint(0, seats - 2)))
    talks(state)
    state.participants &= ~state.neutral
    return state


def happened(state: State, random: Random, chance: VerifiableChance) -> list[AnyEvent]:
    """Return what one of those who are asked does, its clock, or somebody's leaving brings."""
    seat = random.choice(NEGOCIOS.prompted(state))
    if state.phase is Phase.NEGOTIATE:
        return NEGOCIOS.decide(state, seat, Done(), chance)
    lot = random.random()
    if lot < 0.35:
        try:
            return NEGOCIOS.leave(state, random.randrange(len(state.colours)), chance)
        except RuleError:
            return []
    if lot < 0.45:
        return NEGOCIOS.expire(state, seat, chance)
    return NEGOCIOS.decide(state, seat, random.choice(list(NEGOCIOS.legal(state, seat))), chance)


@pytest.mark.parametrize("batch", range(10))
def test_n93_n98_n144_whoever_leaves_ballots_lead_to_a_round_of_two_or_of_all_that_play(batch: int) -> None:
    for seed in range(batch * 100, batch * 100 + 100):
        random, chance = Random(seed), VerifiableChance(seed.to_bytes(8, "big"))
        state = crowd(random)
        for _ in range(100):
            for event in happened(state, random, chance):
                assert AUDIT.luck_fault(state, event, chance) is None
                NEGOCIOS.evolve(state, event)
            check(state)
            if state.round > 2:
                break
            for seat in NEGOCIOS.prompted(state):
                assert any(True for _ in NEGOCIOS.legal(state, seat)), (seed, seat)
        playing = sum(plays(state, seat) for seat in range(len(state.colours)))
        assert (state.round, len(state.order) >= min(2, playing)) == (3, True), seed
