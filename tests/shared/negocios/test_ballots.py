"""Suspensions and the starter: N91, N93 to N99, N117, N146 to N148, N151, N152."""

import pytest
from teg_shared.rules.negocios.ballots import candidates, leaders, suspensions
from teg_shared.rules.negocios.commands import Attempt, Done, Name
from teg_shared.rules.negocios.events import (
    AnyEvent,
    BallotOpened,
    RoundEnded,
    RoundStarted,
    SeatSuspended,
    StarterNamed,
    SuspensionLapsed,
)
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, State

from tests.shared.negocios.table import Table, find, kinds, position, talks


def ending(state: State, *shuffles: tuple[int, ...]) -> tuple[Table, list[AnyEvent]]:
    """Let the common negotiation of a state end; return the table and what the last word brings."""
    table = Table(talks(state), shuffles=shuffles)
    events: list[AnyEvent] = []
    for seat, mask in enumerate(state.masks):
        if mask:
            events = table.play(seat, Done())
    return table, events


def sized(*leads: tuple[int, int], seats: int = 6, **more: object) -> State:
    """Return a table on which some seats have taken so many countries of the last seat."""
    state = position(seats, **more)  # type: ignore[arg-type] # keywords of position
    for seat, count in leads:
        give(state, seats - 1, seat, count)
    return state


def give(state: State, loser: int, winner: int, count: int) -> None:
    """Hand over countries, each with a ficha of the winner's reserve."""
    for country in [c for c, owner in enumerate(state.owners) if owner == loser][:count]:
        state.owners[country] = winner
        state.reserve[loser] += 1
        state.reserve[winner] -= 1
    state.__dict__.pop("masks", None)


def market(state: State, *held: int) -> State:
    """Set the market and let the reserves pay for it."""
    for seat, count in enumerate(held):
        state.reserve[seat] += state.market[seat] - count
        state.market[seat] = count
    return state


def usual() -> State:
    """Return six corporations; seat 1 leads the map alone, seat 2 the market."""
    return market(sized((1, 3)), 5, 4, 8, 5, 4, 4)


def test_n146_the_map_leader_has_most_countries_the_market_leader_most_market_fichas() -> None:
    state = usual()
    state.tokens[next(c for c, o in enumerate(state.owners) if o == 0)] = 4
    assert leaders(state, "map") == [1]
    assert leaders(state, "market") == leaders(state, "starter") == [2]


def test_n93_map_leader_then_market_leader_then_the_starter() -> None:
    table, events = ending(usual())
    assert find(events, RoundEnded) == [RoundEnded(2)]
    assert find(events, BallotOpened) == [BallotOpened("map", (1,), 1)]
    events = table.play(1, Name(4))
    assert events[1:] == [SeatSuspended("map", 4, drawn=False), BallotOpened("market", (2,), 1)]
    events = table.play(2, Name(5))
    assert events[1:] == [SeatSuspended("market", 5, drawn=False), BallotOpened("starter", (2,), 1)]
    events = table.play(2, Name(3))
    assert find(events, StarterNamed) == [StarterNamed(3, drawn=False)]
    assert find(events, RoundStarted) == [RoundStarted(3, 3, (3, 0, 1, 2), drawn=False)]


def test_n93_two_different_corporations_and_never_oneself() -> None:
    table, _ = ending(usual())
    assert table.refused(1, Name(1)) == ("oneself", "N93")
    table.play(1, Name(4))
    assert table.refused(2, Name(4)) == ("suspended-already", "N93")
    assert table.refused(2, Name(2)) == ("oneself", "N93")


def test_n93_the_starter_may_be_the_leader_itself_or_the_last_one_but_no_suspended() -> None:
    table, _ = ending(usual())
    table.play(1, Name(4))
    table.play(2, Name(5))
    assert table.refused(2, Name(5)) == ("suspended-already", "N93")
    assert set(table.legal(2)) == {Name(seat) for seat in (0, 1, 2, 3)}
    table.play(2, Name(2))
    assert table.state.starter == 2


def test_n93_nobody_else_names() -> None:
    table, _ = ending(usual())
    assert table.refused(0, Name(4)) == ("not-a-leader", "N93")
    assert table.refused(1, Name(6))[0] == "unknown-seat"
    assert Table(usual()).refused(1, Name(4)) == ("no-ballot", "N93")


def test_n94_whoever_was_suspended_is_immune_in_the_next_round_only() -> None:
    state = usual()
    state.suspended, state.immune = 1 << 4, 1 << 5
    table, _ = ending(state)
    assert table.refused(1, Name(4)) == ("immune", "N94")
    table.play(1, Name(5))
    assert table.state.immune == 1 << 4


def tied() -> State:
    """Return six corporations; seats 0 and 1 lead the map together, seat 2 the market."""
    return market(position(6), 5, 4, 8, 5, 4, 4)


def test_n95_tied_leaders_that_agree_have_chosen() -> None:
    table, events = ending(tied())
    assert find(events, BallotOpened) == [BallotOpened("map", (0, 1), 1)]
    table.play(1, Name(4))
    assert table.prompted() == (0,)
    assert find(table.play(0, Name(4)), SeatSuspended) == [SeatSuspended("map", 4, drawn=False)]


def test_n95_if_they_do_not_they_may_change_and_then_agree() -> None:
    table, _ = ending(tied())
    table.play(0, Name(3))
    assert find(table.play(1, Name(4)), BallotOpened) == [BallotOpened("map", (0, 1), 2)]
    assert table.state.ballot is not None
    assert table.state.ballot.earlier == (3, 4)
    table.play(0, Name(4))
    assert find(table.play(1, Name(4)), SeatSuspended) == [SeatSuspended("map", 4, drawn=False)]


@pytest.mark.parametrize(("lot", "hit"), [((0, 1), 3), ((1, 0), 4)])
def test_n95_otherwise_one_of_those_named_is_drawn(lot: tuple[int, ...], hit: int) -> None:
    table, _ = ending(tied(), lot)
    for names in ((3, 4), (3, 4)):
        table.play(0, Name(names[0]))
        events = table.play(1, Name(names[1]))
    before = table.state.shuffles
    assert find(events, SeatSuspended) == [SeatSuspended("map", hit, drawn=True)]
    assert before == 1


def test_n95_n144_a_lot_drawn_for_one_right_says_nothing_about_the_next() -> None:
    """Blanco, who only defends, leads the market: the clock's rule chooses for it after the second ballot of others."""
    state = tied()
    state.neutral = 1 << 2
    table = Table(talks(state), shuffles=[(1, 0)])
    state.participants &= ~state.neutral
    for seat in (0, 1, 3, 4, 5):
        table.play(seat, Done())
    for _ in range(2):
        table.play(0, Name(4))
        events = table.play(1, Name(5))
    assert find(events, SeatSuspended) == [
        SeatSuspended("map", 5, drawn=True),
        SeatSuspended("market", 0, drawn=True),
    ]
    assert table.state.ballot is None


def test_n95_each_names_once_in_a_ballot() -> None:
    table, _ = ending(tied())
    table.play(0, Name(3))
    assert table.refused(0, Name(4)) == ("named-already", "N95")


def test_n95_a_tied_leader_may_be_named_by_the_other() -> None:
    table, _ = ending(tied())
    assert Name(1) in table.legal(0)
    assert Name(0) not in table.legal(0)


def test_n95_the_starter_is_agreed_upon_in_the_same_way() -> None:
    table, _ = ending(market(sized((1, 3)), 5, 5, 5, 5, 5, 5), (1, 0))
    table.play(1, Name(4))
    names = {0: 1, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0}
    for _ in range(2):
        for seat in list(table.prompted()):
            table.play(seat, Name(5 if seat != 5 else 0))
    assert table.state.ballot is not None
    assert table.state.ballot.kind == "starter"
    for seat, name in names.items():
        if seat in table.prompted():
            table.play(seat, Name(name))
    assert (table.state.ballot.kind, table.state.ballot.number) == ("starter", 2)


def test_n96_one_corporation_that_leads_both_chooses_both() -> None:
    table, _ = ending(market(sized((1, 3)), 5, 8, 5, 4, 4, 4))
    for name in (4, 5, 0):
        table.play(1, Name(name))
    assert table.state.order == [0, 1, 2, 3]


def test_n97_when_nobody_can_be_named_the_suspension_lapses() -> None:
    """Four play; two were suspended, the leader of map and market names the only other one: nobody is left."""
    state = market(sized((0, 2), seats=4, settings=Settings(market="on")), 8, 4, 4, 4)
    state.suspended = 1 << 1 | 1 << 2
    table, _ = ending(state)
    assert table.legal(0) == [Name(3)]
    events = table.play(0, Name(3))
    assert find(events, SuspensionLapsed) == [SuspensionLapsed("market")]
    assert find(events, BallotOpened)[0].kind == "starter"


def test_n97_the_map_leaders_suspension_may_lapse_too() -> None:
    state = sized((0, 2), seats=4)
    state.suspended = 1 << 1 | 1 << 2 | 1 << 3
    table, events = ending(state)
    assert find(events, SuspensionLapsed) == [SuspensionLapsed("map")]
    assert set(table.legal(1)) == {Name(0)}


@pytest.mark.parametrize(("out", "allowed"), [((), 2), ((3,), 1), ((2, 3), 0)])
def test_n98_at_least_two_must_play(out: tuple[int, ...], allowed: int) -> None:
    state = position(4, out=out)
    assert suspensions(state) == allowed
    kinds_open = [e.kind for e in find(ending(state)[1], BallotOpened)]
    assert kinds_open == (["starter"] if not allowed else ["map"])


def test_n98_with_three_alive_the_one_suspension_is_the_map_leaders() -> None:
    state = position(4, out=(3,))
    give(state, 2, 0, 3)
    table, _ = ending(state)
    events = table.play(0, Name(1))
    assert find(events, SuspensionLapsed) == [SuspensionLapsed("market")]


def test_n99_a_suspended_corporation_has_no_control_turn_but_may_win_and_negotiate() -> None:
    table, _ = ending(usual())
    for seat, name in ((1, 4), (2, 5), (2, 0)):
        table.play(seat, Name(name))
    assert 4 not in table.state.order
    assert table.state.suspended == 1 << 4 | 1 << 5


def test_n99_the_flag_is_kept_one_round_more_as_immunity() -> None:
    state = usual()
    state.suspended = 1 << 4
    table, _ = ending(state)
    assert (table.state.suspended, table.state.immune) == (0, 1 << 4)


def test_n91_without_a_market_the_second_most_countries_choose() -> None:
    state = position(4)
    give(state, 3, 0, 4)
    give(state, 2, 1, 2)
    assert leaders(state, "map") == [0]
    assert leaders(state, "market") == leaders(state, "starter") == [1]


def test_n91_those_tied_behind_the_leader_choose_together() -> None:
    state = position(4)
    give(state, 3, 0, 4)
    assert leaders(state, "market") == [1, 2]


def test_n91_all_level_means_all() -> None:
    assert leaders(position(4), "market") == [0, 1, 2, 3]


def test_n117_a_dead_starter_passes_to_its_left() -> None:
    """The order begins with the next living seat."""
    state = position(6, out=(3,), market=(5, 5, 10, 0, 5, 5))
    table, _ = ending(state)
    while table.state.phase is Phase.BALLOT:
        seat = table.prompted()[0]
        table.play(seat, table.legal(seat)[0])
    assert 3 not in table.state.order
    assert table.refused(table.state.turn, Name(3))[0] == "no-ballot"


def test_n117_an_eliminated_seat_can_not_be_named() -> None:
    state = position(6, out=(3,), market=(5, 5, 10, 0, 5, 5))
    give(state, 0, 2, 9)
    table, _ = ending(state)
    assert table.refused(2, Name(3)) == ("seat-out", "N110")
    assert 3 not in candidates(table.state, "map", 2)


def test_n147_a_leader_out_of_time_suspends_who_has_most_countries() -> None:
    state = usual()
    give(state, 5, 3, 2)
    table, _ = ending(state)
    assert find(table.expire(1), SeatSuspended) == [SeatSuspended("map", 3, drawn=False)]


@pytest.mark.parametrize(("lot", "hit"), [((0, 1), 0), ((1, 0), 3)])
def test_n147_ties_at_random(lot: tuple[int, ...], hit: int) -> None:
    state = usual()
    give(state, 5, 3, 1)
    sizes = [mask.bit_count() for mask in state.masks]
    assert sizes[0] == sizes[3] == 14
    table, _ = ending(state, lot)
    assert find(table.expire(1), SeatSuspended) == [SeatSuspended("map", hit, drawn=False)]
    assert table.state.shuffles == 1


def test_n95_n147_in_the_second_ballot_the_clock_keeps_the_first_name() -> None:
    table, _ = ending(tied(), (1, 0))
    table.play(0, Name(3))
    table.play(1, Name(4))
    table.expire(0)
    assert find(table.expire(1), SeatSuspended) == [SeatSuspended("map", 4, drawn=True)]


def test_n148_the_starter_is_the_market_leader_itself_or_its_left() -> None:
    table, _ = ending(usual())
    table.play(1, Name(4))
    table.play(2, Name(5))
    table.expire(2)
    assert table.state.starter == 2
    table, _ = ending(usual())
    table.play(1, Name(2))
    table.play(2, Name(3))
    table.expire(2)
    assert table.state.starter == 4


def test_n152_a_suspended_leader_still_chooses() -> None:
    state = usual()
    state.suspended = 1 << 1
    table, _ = ending(state)
    assert table.prompted() == (1,)
    table.play(1, Name(4))
    assert table.state.suspended == 1 << 4


def test_n53_n120_a_new_round_begins_with_its_first_control_turn() -> None:
    table, _ = ending(usual())
    for seat, name in ((1, 4), (2, 5), (2, 0)):
        events = table.play(seat, Name(name))
    assert kinds(events) == ["named", "starter", "round", "turn"]
    assert any(isinstance(c, Attempt) for c in table.legal(0))
