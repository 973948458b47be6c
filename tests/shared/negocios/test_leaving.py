"""Seats given up at the worst moment: while somebody else supplies, or in the middle of a ballot (N98, N144, N147)."""

from teg_shared.rules.negocios.audit import AUDIT
from teg_shared.rules.negocios.commands import Attempt, Done, Name, Supply
from teg_shared.rules.negocios.events import (
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
from teg_shared.rules.negocios.state import State

from tests.shared.negocios.table import Table, find, no, position, talks
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
