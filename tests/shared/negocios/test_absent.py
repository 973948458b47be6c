"""The clock and leaving: N55, N66, N77, N86, N130, N138, N144, N145, N153, N154."""

from collections import Counter

import msgspec
import pytest
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios.absent import best_attempt
from teg_shared.rules.negocios.audit import AUDIT
from teg_shared.rules.negocios.commands import Attempt, Done, EndAttempts, Name, Offer, PlayCard
from teg_shared.rules.negocios.events import (
    AttemptRolled,
    BallotOpened,
    CardFinished,
    GameWon,
    HostileControl,
    IconMoved,
    MarketExchanged,
    Named,
    OfferClosed,
    PlaceSkipped,
    SeatDone,
    SeatEliminated,
    SeatLeft,
    SeatSuspended,
    StarterNamed,
    SuspensionLapsed,
    TalksClosed,
    TokensPlaced,
    TurnEnded,
    TurnStarted,
)
from teg_shared.rules.negocios.goods import Land
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.state import Phase, State
from teg_shared.rules.negocios.timing import TURN_SECONDS, period, seconds

from tests.shared.negocios.table import Table, cards_of, find, kinds, no, opened, position, talks
from tests.shared.negocios.test_market import coinciding, emptied
from tests.shared.negocios.test_victory import BLOCK

ONE = cards_of(1)[0]


def lucky(state: State) -> Table:
    """Return a table with fair dice."""
    table = Table(state)
    table.chance = VerifiableChance(b"absent")  # type: ignore[assignment] # any chance will do
    return table


def test_n55_n153_one_attempt_with_the_best_odds_and_the_turn_closes() -> None:
    table = lucky(position(hands={0: [ONE]}, tokens={"CUB": 3, "FJI": 3}))
    best = best_attempt(table.state, 0)
    events = table.expire(0)
    (rolled,) = find(events, AttemptRolled)
    assert (rolled.source, rolled.target) == (best.source, best.target)
    assert find(events, TurnEnded) == [TurnEnded(0)]
    assert ONE in table.state.hands[0]
    assert not {"played", "moved"} & set(kinds(events))


def test_n55_the_lowest_numbers_among_equals() -> None:
    """Verde holds all of food but Argentina: its six others throw four dice to two in several places."""
    state = position(owns={0: "GTM DNK ESP GRC UKR SDN"})
    best = best_attempt(state, 0)
    assert best == Attempt(no("GTM"), min(c for c in (no("MEX"), no("CRI")) if state.owners[c] != 0))


def test_n55_hostile_control_is_the_best_there_is() -> None:
    state = position(owns={0: "ARG", 1: "BRA"}, tokens={"ARG": 4})
    table = lucky(state)
    (hostile,) = find(table.expire(0), HostileControl)
    assert hostile.source == no("ARG")
    assert state.tokens[no("ARG")] == 3


def test_n55_the_duty_is_not_repeated() -> None:
    table = lucky(position())
    table.state.attempts = 1
    events = table.expire(0)
    assert not find(events, AttemptRolled)
    assert find(events, TurnStarted) == [TurnStarted(1)]


@pytest.mark.parametrize("phase", [Phase.CARD, Phase.TRANSFER])
def test_n153_the_rest_of_the_turn_is_skipped(phase: Phase) -> None:
    table = lucky(position(hands={0: [ONE]}, tokens={"CUB": 3}))
    table.state.attempts, table.state.phase = 1, phase
    assert kinds(table.expire(0))[-2:] == ["ended", "turn"]


def test_n66_n154_a_card_that_was_begun_is_used_whole() -> None:
    state = position(hands={0: [cards_of(3)[0]]}, tokens={"CUB": 1})
    state.attempts, state.phase = 1, Phase.CARD
    table = lucky(state)
    table.play(0, PlayCard(cards_of(3)[0]))
    own = [c for c, owner in enumerate(table.state.owners) if owner == 0]
    events = table.expire(0)
    assert [e.country for e in find(events, TokensPlaced)] == own[:3]
    moved = find(events, IconMoved)
    assert [len(e.path) for e in moved] == [3, 2, 1]
    assert find(events, CardFinished) == [CardFinished(0)]


def test_n154_the_first_path_in_the_order_of_numbers() -> None:
    table = coinciding(2)
    first = table.legal(0)[0]
    (moved,) = find(table.expire(0), IconMoved)[:1]
    assert moved.path == first.path  # type: ignore[union-attr] # a MoveIcon


def test_n77_exchanges_come_from_those_with_most_fichas() -> None:
    table = emptied(4, 7, 3, 7, 6, 3)
    (made,) = find(table.expire(0), MarketExchanged)
    assert made.seats == (1, 3)


def test_n86_bonuses_are_left() -> None:
    table = emptied(5, 1, 9, 5, 5, 5)
    table.state.phase, table.state.value, table.state.bonuses = Phase.BONUS, 3, 1
    events = table.expire(0)
    assert not find(events, MarketExchanged)
    assert find(events, CardFinished) == [CardFinished(0)]


def test_n130_out_of_time_is_done() -> None:
    table = lucky(talks(position()))
    assert table.expire(2) == [SeatDone(2)]
    assert table.prompted() == (0, 1, 3)
    table.expire(0)
    table.expire(1)
    assert find(table.expire(3), TalksClosed)


def test_n131_who_is_done_is_still_asked_about_an_offer() -> None:
    table = lucky(talks(position(owns={0: "ARG", 1: "BRA"})))
    table.play(1, Done())
    opened(table.state, (0, Offer(1, Land(no("ARG")), Land(no("BRA")))))
    assert table.prompted() == (0, 2, 3, 1)
    assert table.expire(1) == [OfferClosed(1, "declined")]
    assert table.prompted() == (0, 2, 3)


def test_n130_n131_out_of_time_declines_offers_before_it_is_done() -> None:
    table = lucky(talks(position(owns={0: "ARG", 1: "BRA"})))
    opened(table.state, (0, Offer(1, Land(no("ARG")), Land(no("BRA")))))
    assert table.expire(1) == [OfferClosed(1, "declined"), SeatDone(1)]


def test_n130_n154_a_card_played_in_a_negotiation_ends_with_its_player_done() -> None:
    table = lucky(talks(position(hands={2: [ONE]})))
    table.play(2, PlayCard(ONE))
    events = table.expire(2)
    assert kinds(events)[-3:] == ["finished", "negotiate", "done"]
    assert table.prompted() == (0, 1, 3)


def test_n6_the_clock_of_who_is_not_asked_does_nothing() -> None:
    with pytest.raises(RuleError, match="not-your-turn"):
        NEGOCIOS.expire(position(), 1, VerifiableChance(b"x"))


def test_n103_no_clock_after_the_end() -> None:
    state = position()
    state.phase = Phase.OVER
    for question in (NEGOCIOS.expire, NEGOCIOS.leave):
        with pytest.raises(RuleError, match="game-over"):
            question(state, 0, VerifiableChance(b"x"))


def test_n95_n130_n147_n153_how_long_each_step_lasts() -> None:
    state = position()
    assert (seconds(state, TURN_SECONDS), seconds(state, 0)) == (180, 0)
    table = lucky(talks(state))
    assert seconds(table.state, 180) == 90
    before = period(table.state)
    table.play(0, Done())
    assert period(table.state) == before
    for seat in (1, 2, 3):
        table.play(seat, Done())
    assert (period(table.state) == before, seconds(table.state, 180)) == (False, 180)
    for seat, name in ((0, 1), (1, 2), (2, 1), (3, 1)):
        table.play(seat, Name(name))
    assert seconds(table.state, 180) == 30


# --- leaving


def test_n144_who_leaves_on_turn_meets_its_duty_and_only_defends_from_then_on() -> None:
    table = lucky(position())
    events = table.leave(0)
    assert find(events, AttemptRolled)
    assert find(events, SeatLeft) == [SeatLeft(0)]
    assert table.state.masks[0]
    assert (table.state.turn, table.legal(0)) == (1, [])


def test_n144_no_elimination_effects() -> None:
    state = position(market=(0, 0, 0, 0), retained={(1, 2): 4})
    table = lucky(state)
    table.leave(1)
    assert table.state.retained[1][2] == 4
    assert table.state.reserve[1] > 0


def test_n144_its_place_is_passed_over_and_rounds_go_on_without_it() -> None:
    table = lucky(position())
    table.leave(1)
    table.state.attempts = 1
    assert find(table.play(0, EndAttempts()), PlaceSkipped) == [PlaceSkipped(1)]


def test_n144_in_a_negotiation_its_offers_lapse_and_it_is_done() -> None:
    table = lucky(talks(position(owns={0: "ARG", 1: "BRA"})))
    opened(table.state, (0, Offer(1, Land(no("ARG")), Land(no("BRA")))))
    for seat in (0, 2, 3):
        table.play(seat, Done())
    events = table.leave(1)
    assert find(events, TalksClosed)
    table = lucky(talks(position(owns={0: "ARG", 1: "BRA"})))
    opened(table.state, (0, Offer(1, Land(no("ARG")), Land(no("BRA")))))
    assert find(table.leave(1), OfferClosed) == [OfferClosed(1, "lapsed")]
    assert table.prompted() == (0, 2, 3)


def test_n121_n144_nobody_deals_with_a_seat_that_has_left() -> None:
    table = lucky(talks(position(owns={0: "ARG", 1: "BRA"})))
    table.leave(1)
    assert table.refused(0, Offer(1, Land(no("ARG")), Land(no("BRA")))) == ("not-participant", "N121")


def test_n144_a_leader_that_left_has_its_choice_made_by_the_rule_of_the_clock() -> None:
    state = talks(position(settings=None))
    for country in [c for c, o in enumerate(state.owners) if o == 3][:4]:
        state.owners[country] = 0
        state.reserve[3] += 1
        state.reserve[0] -= 1
    state.__dict__.pop("masks")
    state.neutral = 1
    state.participants = 0b1110
    table = lucky(state)
    for seat in (1, 2, 3):
        events = table.play(seat, Done())
    assert [e.kind for e in find(events, SeatSuspended)] == ["map"]
    assert table.state.suspended & 0b1110


def test_n144_a_seat_that_only_defends_can_not_be_named() -> None:
    state = talks(position())
    state.neutral, state.participants = 1 << 3, 0b0111
    table = lucky(state)
    for seat in (0, 1, 2):
        table.play(seat, Done())
    assert table.refused(table.prompted()[0], Name(3)) == ("seat-neutral", "N144")


def test_n144_the_last_player_can_not_leave() -> None:
    state = position()
    state.neutral = 0b1110
    with pytest.raises(RuleError, match="last-player"):
        NEGOCIOS.leave(state, 0, VerifiableChance(b"x"))


def test_n144_nobody_leaves_twice_or_after_its_end() -> None:
    state = position(out=(2,))
    state.neutral = 0b0010
    for seat, code in ((1, "seat-neutral"), (2, "seat-out")):
        with pytest.raises(RuleError, match=code):
            NEGOCIOS.leave(state, seat, VerifiableChance(b"x"))


def test_n144_when_nobody_is_left_to_play_the_strongest_has_won() -> None:
    """Verde's only country falls to a seat that only defends: no other one plays."""
    state = position(only={0: "BRA"}, owns={1: "ARG"})
    state.neutral = 0b1110
    table = Table(state, [1, 1, 6, 6, 6, 6])
    events = table.play(0, Attempt(no("BRA"), no("ARG")))
    (won,) = find(events, GameWon)
    assert won.how == "abandoned"
    assert table.state.masks[won.seat].bit_count() == max(mask.bit_count() for mask in table.state.masks)


def test_n144_leaving_may_end_the_game_by_the_compulsory_attempt() -> None:
    state = position(only={0: BLOCK}, owns={1: "CUB"}, tokens={"MEX": 4})
    table = Table(state)
    (won,) = find(table.leave(0), GameWon)
    assert (won.seat, won.how) == (0, "block")
    assert not table.state.neutral


def test_n144_a_last_attempt_that_leaves_nobody_to_play_ends_the_game() -> None:
    """Verde leaves, and by its compulsory attempt azul is out: only seats that defend are left."""
    state = position(only={1: "CUB"}, owns={0: "MEX USA GTM"}, tokens={"MEX": 4})
    state.neutral = 0b1100
    table = lucky(state)
    events = table.leave(0)
    assert find(events, SeatEliminated)
    assert find(events, GameWon)[0].how == "abandoned"


def test_n144_a_ballot_is_held_anew_when_somebody_leaves() -> None:
    """Three of four lead together; the one that leaves can't be asked or named any more."""
    state = talks(position())
    table = lucky(state)
    for seat in range(4):
        table.play(seat, Done())
    table.play(0, Name(2))
    events = table.leave(2)
    assert find(events, BallotOpened) == [BallotOpened("map", (0, 1, 3), 1)]
    assert table.prompted() == (0, 1, 3)
    assert Name(2) not in table.legal(0)


def test_n97_n144_a_ballot_lapses_when_the_last_candidate_leaves() -> None:
    state = talks(position(5))
    move_all(state, 4, 0)
    state.suspended = 0b01100
    table = lucky(state)
    for seat in range(5):
        table.play(seat, Done())
    assert (table.prompted(), table.legal(0)) == ((0,), [Name(1), Name(4)])
    table.leave(1)
    assert find(table.leave(4), SuspensionLapsed)[0] == SuspensionLapsed("map")


def move_all(state: State, loser: int, winner: int) -> None:
    """Hand over all countries of a seat but one."""
    for country in [c for c, owner in enumerate(state.owners) if owner == loser][1:5]:
        state.owners[country] = winner
        state.reserve[loser] += 1
        state.reserve[winner] -= 1
    state.__dict__.pop("masks")


def test_n13_n147_lots_of_the_clock_and_of_leaders_that_left_can_be_checked() -> None:
    """All level: the clock draws among equals for a leader, and for one that only defends."""
    found: Counter[type] = Counter()
    for neutral in (0, 0b0001, 0b1111_0000):
        table = lucky(talks(position(8)))
        table.state.neutral = neutral
        for country in [c for c, owner in enumerate(table.state.owners) if owner == 7][:2]:
            table.state.owners[country] = 0
            table.state.reserve[7] += 1
            table.state.reserve[0] -= 1
        table.state.__dict__.pop("masks")
        while table.state.round == 2:
            before = table.state.copy()
            for event in table.expire(table.prompted()[0]):
                assert AUDIT.luck_fault(before, event, table.chance) is None
                if getattr(event, "drawn", False):
                    found[type(event)] += 1
                    assert isinstance(event, Named | SeatSuspended | StarterNamed)
                    other = msgspec.structs.replace(event, seat=event.seat + 1)
                    assert AUDIT.luck_fault(before, other, table.chance) is not None
                NEGOCIOS.evolve(before, event)
    assert set(found) >= {Named, SeatSuspended}


def test_n145_who_is_out_sees_public_information_only() -> None:
    state = position(out=(2,), hands={0: [1]})
    assert NEGOCIOS.view(state, 2).hands == NEGOCIOS.view(state, None).hands
