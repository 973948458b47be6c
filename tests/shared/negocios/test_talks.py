"""Negotiations: N120 to N132, N150."""

import pytest
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios.commands import Answer, AnyCommand, Done, EndAttempts, Offer, PlayCard, Withdraw
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.events import DealMade, OfferClosed, OfferMade, TalksClosed, TalksOpened
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.state import Stage, State
from teg_shared.rules.negocios.talks import problem

from tests.shared.negocios.table import Table, cards_of, find, kinds, no, opened, position, talks

ARG, BRA, CUB, FJI = (no(code) for code in ("ARG", "BRA", "CUB", "FJI"))


def after_turn(seats: int, place: int, *, suspended: int = 0, hands: dict[int, list[int]] | None = None) -> Table:
    """Return a table whose control turn number `place` (from 0) is about to end."""
    state = position(seats, hands=hands, market=None)
    state.suspended = suspended
    state.order = [seat for seat in range(seats) if not suspended >> seat & 1]
    state.place, state.attempts, state.starter = place, 1, state.order[0]
    state.turn = state.actor = state.order[place]
    return Table(state)


def ends(table: Table) -> list[TalksOpened]:
    """End the turn and return the negotiation that opens."""
    return find(table.play(table.state.turn, EndAttempts()), TalksOpened)


@pytest.mark.parametrize(("seats", "half"), [(4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_n120_the_first_half_is_the_greater_one(seats: int, half: int) -> None:
    for place in range(seats - 1):
        opened_now = ends(after_turn(seats, place))
        if place == half - 1:
            assert opened_now == [TalksOpened(Stage.FIRST, (1 << half) - 1)]
        else:
            assert opened_now == []


def test_n120_n121_halves_count_those_with_a_turn_and_the_suspended_join_both() -> None:
    table = after_turn(6, 1, suspended=0b000110)
    assert ends(table) == [TalksOpened(Stage.FIRST, 0b001111)]
    table = after_turn(6, 3, suspended=0b000110)
    assert ends(table) == [TalksOpened(Stage.SECOND, 0b110110)]


def test_n121_n132_the_second_half_then_all() -> None:
    table = after_turn(5, 4)
    assert ends(table) == [TalksOpened(Stage.SECOND, 0b11000)]
    table.play(3, Done())
    events = table.play(4, Done())
    assert find(events, TalksOpened) == [TalksOpened(Stage.COMMON, 0b11111)]


def test_n121_after_the_first_negotiation_the_next_control_turn() -> None:
    table = after_turn(4, 1)
    ends(table)
    table.play(0, Done())
    assert kinds(table.play(1, Done())) == ["done", "silence", "turn"]
    assert (table.state.turn, table.state.stage) == (2, Stage.TURNS)


def test_n122_a_half_of_one_is_skipped() -> None:
    table = after_turn(3 + 1, 2, suspended=0b1000)
    events = table.play(2, EndAttempts())
    assert find(events, TalksOpened) == [TalksOpened(Stage.SECOND, 0b1100)]
    table = after_turn(4, 2, suspended=0)
    table.state.order = [0, 1, 2]
    assert find(table.play(2, EndAttempts()), TalksOpened) == [TalksOpened(Stage.COMMON, 0b1111)]


def test_n122_but_its_member_may_play_a_saved_card() -> None:
    table = after_turn(4, 2, hands={2: [cards_of(1)[0]]})
    table.state.order, table.state.captures = [0, 1, 2], 0
    table.play(2, EndAttempts())
    events = table.play(2, table.legal(2)[-1])
    assert find(events, TalksOpened) == [TalksOpened(Stage.SECOND, 0b0100)]
    assert set(table.legal(2)) == {PlayCard(cards_of(1)[0]), Done()}
    table.play(2, PlayCard(cards_of(1)[0]))
    while table.state.actor == 2:
        events = table.play(2, table.legal(2)[0])
    assert kinds(events)[-3:] == ["negotiate", "silence", "talks"]


def talking(**more: object) -> State:
    """Return a common negotiation of four; each retains three fichas of every other."""
    held = {(a, b): 3 for a in range(4) for b in range(4) if a != b}
    return talks(position(owns={0: "ARG", 1: "BRA", 2: "CUB", 3: "FJI"}, **({"retained": held} | more)))  # type: ignore[arg-type]


def deal(state: State, partner: int, give: Goods, take: Goods) -> tuple[Table, DealMade]:
    """Let verde offer something and the partner accept."""
    table = Table(state)
    table.play(0, Offer(partner, give, take))
    (made,) = find(table.play(partner, Answer(1, accept=True)), DealMade)
    return table, made


def test_n124_fichas_k_for_k_ones_own_come_home() -> None:
    state = talking()
    before = list(state.reserve)
    table, _ = deal(state, 1, Tokens(1, 2), Tokens(0, 2))
    now = table.state
    assert (now.reserve[0], now.reserve[1]) == (before[0] + 2, before[1] + 2)
    assert (now.retained[0][1], now.retained[1][0]) == (1, 1)


def test_n124_fichas_of_a_third_are_retained_on() -> None:
    table, _ = deal(talking(), 1, Tokens(2, 3), Tokens(3, 3))
    assert table.state.retained[0] == [0, 3, 0, 6]
    assert table.state.retained[1] == [3, 0, 6, 0]


def test_n124_the_own_reserve_is_not_for_sale() -> None:
    table = Table(talking())
    assert table.refused(0, Offer(1, Tokens(0, 1), Tokens(2, 1))) == ("not-retained", "N124")
    assert table.refused(0, Offer(1, Tokens(2, 4), Tokens(3, 4))) == ("not-retained", "N124")
    assert table.refused(0, Offer(1, Tokens(2, 1), Tokens(1, 1))) == ("not-retained", "N124")


def test_n123_like_for_like_in_equal_numbers() -> None:
    table = Table(talking())
    assert table.refused(0, Offer(1, Tokens(2, 1), Tokens(3, 2))) == ("unequal", "N123")
    assert table.refused(0, Offer(1, Tokens(2, 0), Tokens(3, 0))) == ("count", "N123")
    assert table.refused(0, Offer(1, Tokens(2, 1), Land(BRA))) == ("goods-differ", "N123")
    assert table.refused(0, Offer(1, Land(ARG), Tokens(3, 1))) == ("goods-differ", "N123")
    assert table.refused(0, Offer(1, Land(ARG), Card(None))) == ("goods-differ", "N123")
    assert table.refused(0, Offer(1, Tokens(2, -1), Tokens(3, -1))) == ("count", "N123")
    assert table.refused(0, Offer(0, Land(ARG), Land(ARG))) == ("offer-to-oneself", "N123")
    assert table.refused(0, Offer(1, Tokens(9, 1), Tokens(3, 1)))[0] == "unknown-seat"


def test_n125_one_colour_a_side_and_two_different_ones() -> None:
    assert Table(talking()).refused(0, Offer(1, Tokens(2, 1), Tokens(2, 1))) == ("same-colour", "N125")


def test_n126_what_was_received_may_be_dealt_again_at_once() -> None:
    table, _ = deal(talking(), 1, Land(ARG), Land(BRA))
    table.play(0, Offer(2, Land(BRA), Land(CUB)))
    table.play(2, Answer(2, accept=True))
    assert [table.state.owners[c] for c in (ARG, BRA, CUB)] == [1, 2, 0]


def test_n126_of_two_offers_for_the_same_goods_exactly_one_succeeds() -> None:
    for first, second in ((1, 2), (2, 1)):
        state = opened(talking(), (0, Offer(1, Land(ARG), Land(BRA))), (0, Offer(2, Land(ARG), Land(CUB))))
        table = Table(state)
        number = {1: 1, 2: 2}
        table.play(first, Answer(number[first], accept=True))
        error = table.refusal(second, Answer(number[second], accept=True))
        assert (error.code, error.facts["rule"], error.facts["reason"]) == ("offer-void", "N126", "not-yours")
        assert error.facts["why"] == {"rule": "N123", "country": ARG}
        assert Answer(number[second], accept=False) in table.legal(second)


def test_n126_fichas_that_are_gone_make_an_offer_void() -> None:
    state = opened(talking(), (0, Offer(1, Tokens(2, 2), Tokens(3, 2))), (0, Offer(2, Tokens(2, 2), Tokens(3, 2))))
    table = Table(state)
    table.play(1, Answer(1, accept=True))
    error = table.refusal(2, Answer(2, accept=True))
    assert (error.facts["reason"], error.facts["why"]) == (
        "not-retained",
        {"rule": "N124", "seat": 0, "colour": 2, "count": 2, "held": 1},
    )
    assert problem(table.state, table.state.offers[0]) is not None


def test_n127_countries_change_hands_with_as_many_fichas_as_stood_there() -> None:
    state = talking(tokens={"ARG": 3, "BRA": 1})
    before, kept = list(state.reserve), [row[:] for row in state.retained]
    table, made = deal(state, 1, Land(ARG), Land(BRA))
    now = table.state
    assert made.placed == (1, 3)
    assert (now.owners[ARG], now.owners[BRA], now.tokens[ARG], now.tokens[BRA]) == (1, 0, 3, 1)
    assert (now.reserve[0], now.reserve[1]) == (before[0] + 3 - 1, before[1] + 1 - 3)
    assert now.retained == kept


def test_n127_no_adjacency_is_needed() -> None:
    table, _ = deal(talking(), 3, Land(ARG), Land(FJI))
    assert table.state.owners[FJI] == 0


def test_n43_n127_a_short_reserve_places_what_it_has() -> None:
    state = talking(tokens={"ARG": 1, "BRA": 4}, reserve={0: 0}, retained={})
    _, made = deal(state, 1, Land(ARG), Land(BRA))
    assert made.placed == (1, 1)


def test_n128_a_dealt_country_is_not_taken() -> None:
    table, _ = deal(talking(), 1, Land(ARG), Land(BRA))
    state = table.state
    assert (state.captures, state.taken[0][1], len(state.hands[0])) == (0, 0, 0)


def test_n123_only_ones_own_country_for_one_of_the_partner() -> None:
    table = Table(talking())
    assert table.refused(0, Offer(1, Land(BRA), Land(CUB))) == ("not-yours", "N123")
    assert table.refused(0, Offer(1, Land(ARG), Land(CUB))) == ("not-theirs", "N123")
    assert table.refused(0, Offer(1, Land(ARG), Land(80)))[0] == "unknown-country"


def with_cards() -> Table:
    """Return a negotiation in which verde holds cards 3 and 4, azul 7 and 8."""
    return Table(talking(hands={0: [3, 4], 1: [7, 8]}))


def test_n129_a_card_is_shown_first_then_answered_by_a_full_offer() -> None:
    table = with_cards()
    table.play(0, Offer(1, Card(3), Card(None)))
    assert table.refused(1, Answer(1, accept=True)) == ("name-a-card", "N129")
    table.play(1, Offer(0, Card(7), Card(3)))
    table.play(0, Answer(2, accept=True))
    assert table.state.hands[:2] == [[4, 7], [8, 3]]


def test_n129_nobody_may_name_a_card_that_was_not_shown_to_it() -> None:
    """Whether azul holds it or not, the answer is the same: asking tells nothing."""
    table = with_cards()
    assert table.refused(0, Offer(1, Card(3), Card(7))) == ("card-not-shown", "N129")
    assert table.refused(0, Offer(1, Card(3), Card(9))) == ("card-not-shown", "N129")
    assert table.refused(0, Offer(1, Card(3), Card(HIDDEN))) == ("card-not-shown", "N129")


def test_n129_a_card_that_was_shown_to_another_is_not_shown_to_oneself() -> None:
    table = Table(talking(hands={0: [3, 4], 1: [7, 8], 2: [9]}))
    table.play(1, Offer(2, Card(7), Card(None)))
    assert table.refused(0, Offer(1, Card(3), Card(7))) == ("card-not-shown", "N129")
    assert table.refused(0, Offer(2, Card(3), Card(7))) == ("card-not-shown", "N129")
    table.play(2, Offer(1, Card(9), Card(7)))


def test_n129_the_two_see_the_cards_the_rest_that_one_was_swapped() -> None:
    table = with_cards()
    (shown,) = table.play(0, Offer(1, Card(3), Card(None)))
    covered = OfferMade(1, 0, 1, Card(HIDDEN), Card(None))
    assert [NEGOCIOS.redact(shown, viewer) for viewer in (0, 1, 2, None)] == [shown, shown, covered, covered]
    assert NEGOCIOS.view(table.state, 1).offers[0].give == Card(3)
    assert NEGOCIOS.view(table.state, 2).offers[0].give == Card(HIDDEN)
    table.play(1, Offer(0, Card(7), Card(3)))
    (made,) = table.play(0, Answer(2, accept=True))
    hidden = DealMade(2, 1, 0, Card(HIDDEN), Card(HIDDEN), (0, 0))
    assert [NEGOCIOS.redact(made, viewer) for viewer in (0, 1, 3)] == [made, made, hidden]


def test_n129_a_shown_card_that_was_played_can_not_be_asked_for() -> None:
    table = with_cards()
    table.play(1, Offer(0, Card(7), Card(None)))
    table.play(1, PlayCard(7))
    while table.state.actor == 1:
        table.play(1, table.legal(1)[0])
    assert table.refused(0, Offer(1, Card(3), Card(7))) == ("not-theirs", "N123")


def test_n129_only_cards_of_ones_own_hand() -> None:
    table = with_cards()
    assert table.refused(0, Offer(1, Card(7), Card(None))) == ("not-your-card", "N123")
    assert table.refused(0, Offer(1, Card(HIDDEN), Card(None))) == ("not-your-card", "N123")
    assert table.refused(0, Offer(1, Card(None), Card(None))) == ("card-unnamed", "N129")
    assert table.refused(0, Offer(2, Card(3), Card(None))) == ("no-cards", "N123")


def test_n126_n129_a_card_that_was_played_makes_its_offer_void() -> None:
    table = with_cards()
    table.play(0, Offer(1, Card(3), Card(None)))
    table.play(1, Offer(0, Card(7), Card(3)))
    table.play(1, PlayCard(7))
    while table.state.actor == 1:
        table.play(1, table.legal(1)[0])
    assert table.refusal(0, Answer(2, accept=True)).facts["reason"] == "not-your-card"


def test_n62_n129_a_swapped_card_does_not_lift_the_limit_of_one_a_round() -> None:
    table = with_cards()
    table.state.played = 0b11
    table.play(0, Offer(1, Card(3), Card(None)))
    table.play(1, Offer(0, Card(7), Card(3)))
    table.play(0, Answer(2, accept=True))
    assert table.refused(0, PlayCard(7)) == ("card-played", "N62")


def test_n130_it_ends_when_everybody_is_done() -> None:
    table = Table(talking())
    for seat in (2, 0, 3):
        assert kinds(table.play(seat, Done())) == ["done"]
    assert table.prompted() == (1,)
    assert find(table.play(1, Done()), TalksClosed) == [TalksClosed(Stage.COMMON)]


def test_n130_a_deal_clears_the_declarations_of_its_two_sides() -> None:
    table = Table(talking())
    table.play(0, Offer(1, Land(ARG), Land(BRA)))
    for seat in (0, 1, 2):
        table.play(seat, Done())
    table.play(1, Answer(1, accept=True))
    assert table.prompted() == (0, 1, 3)


def test_n130_who_is_done_may_still_answer_and_an_offer_of_ones_own_takes_it_back() -> None:
    table = Table(talking())
    table.play(0, Done())
    assert table.refused(0, Done()) == ("done-already", "N130")
    table.play(0, Offer(1, Land(ARG), Land(BRA)))
    assert table.prompted() == (0, 1, 2, 3)


def test_n130_open_offers_end_with_the_negotiation() -> None:
    table = Table(opened(talking(), (0, Offer(1, Land(ARG), Land(BRA)))))
    for seat in range(4):
        table.play(seat, Done())
    assert table.state.offers == []
    assert table.refused(1, Answer(1, accept=True)) == ("no-talks", "N121")


def test_n131_either_side_may_withdraw_before() -> None:
    table = Table(talking())
    table.play(0, Offer(1, Land(ARG), Land(BRA)))
    assert table.play(0, Withdraw(1)) == [OfferClosed(1, "withdrawn")]
    table.play(0, Offer(1, Land(ARG), Land(BRA)))
    assert table.play(1, Answer(2, accept=False)) == [OfferClosed(2, "declined")]


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (1, Answer(7, accept=True), "no-such-offer"),
        (2, Answer(1, accept=True), "not-addressed"),
        (0, Answer(1, accept=True), "not-addressed"),
        (1, Withdraw(1), "not-your-offer"),
        (0, Offer(1, Land(ARG), Land(BRA)), "offer-repeated"),
    ],
)
def test_n131_answers_and_withdrawals_that_do_not_fit(seat: int, command: AnyCommand, code: str) -> None:
    table = Table(opened(talking(), (0, Offer(1, Land(ARG), Land(BRA)))))
    assert table.refused(seat, command) == (code, "N131")


def test_n131_a_seat_has_at_most_ten_open_offers() -> None:
    table = Table(talking())
    lands = [c for c, owner in enumerate(table.state.owners) if owner == 1]
    for country in lands[:10]:
        table.play(0, Offer(1, Land(ARG), Land(country)))
    assert table.refused(0, Offer(1, Land(ARG), Land(lands[10]))) == ("too-many-offers", "N131")


@pytest.mark.parametrize(
    ("seat", "command"), [(1, Answer(1, accept=True)), (1, Answer(1, accept=False)), (0, Withdraw(1))]
)
def test_n150_answers_and_withdrawals_wait_for_a_card(seat: int, command: AnyCommand) -> None:
    table = Table(opened(talking(hands={2: [3]}), (0, Offer(1, Land(ARG), Land(BRA)))))
    table.play(2, PlayCard(3))
    assert table.refused(seat, command) == ("card-resolving", "N150")


def test_n121_only_participants_negotiate() -> None:
    table = Table(talks(talking(), Stage.FIRST, (0, 1)))
    assert table.refused(2, Done()) == ("not-participant", "N121")
    assert table.refused(0, Offer(2, Land(ARG), Land(CUB))) == ("not-participant", "N121")


def test_n121_no_deal_outside_of_a_negotiation() -> None:
    assert Table(position()).refused(0, Offer(1, Land(0), Land(1))) == ("no-talks", "N121")


def test_n99_a_suspended_corporation_deals() -> None:
    state = talking()
    state.suspended = 1 << 1
    table, _ = deal(state, 1, Land(ARG), Land(BRA))
    assert table.state.owners[BRA] == 0


def test_n131_a_deal_is_whole_or_nothing() -> None:
    """A refused acceptance leaves the offer open and everything where it was."""
    state = opened(talking(), (0, Offer(1, Tokens(2, 3), Tokens(3, 3))))
    state.retained[0][2] = 2
    state.reserve[2] += 1
    table = Table(state)
    assert isinstance(table.refusal(1, Answer(1, accept=True)), RuleError)
    assert len(table.state.offers) == 1
