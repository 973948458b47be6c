"""Consolidation cards and the icons: N61 to N73, N150."""

import pytest
from teg_shared.rules.negocios.cards import moving_icon
from teg_shared.rules.negocios.commands import (
    AnyCommand,
    Attempt,
    Done,
    EndAttempts,
    Exchange,
    KeepCards,
    MoveIcon,
    Offer,
    Place,
    PlayCard,
)
from teg_shared.rules.negocios.data import CARDS, FACTORS, HIDDEN, NOBODY, PATHS
from teg_shared.rules.negocios.events import CardFinished, CardPlayed, CardRequested, IconMoved, MarketRolled
from teg_shared.rules.negocios.goods import Land
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.state import Phase, Stage, State

from tests.shared.negocios.table import Table, card, cards_of, check, find, kinds, no, nos, position, talks

ONE, TWO, THREE = (cards_of(n)[0] for n in (1, 2, 3))
C01 = card("C01")
"""One ficha; food 3, natural resources 2, technology 1."""


def window(*hand: int, **more: object) -> Table:
    """Return verde in its card window with these cards; nobody has a market."""
    state = position(hands={0: hand}, **more)  # type: ignore[arg-type] # keywords of position
    state.attempts, state.phase = 1, Phase.CARD
    return Table(state)


def moving(name: str = "C01", **more: object) -> Table:
    """Return verde with a card whose icons are to be moved."""
    table = window(card(name), **more)
    table.play(0, PlayCard(card(name)))
    while table.state.phase is Phase.PLACE:
        table.play(0, next(c for c in table.legal(0) if isinstance(c, Place)))
    return table


def path(codes: str) -> MoveIcon:
    """Return the move along countries given by their letters."""
    return MoveIcon(tuple(nos(codes)))


def test_n61_n64_any_card_of_the_hand_in_the_own_window() -> None:
    table = window(ONE, TWO)
    assert table.legal(0) == [PlayCard(ONE), PlayCard(TWO), KeepCards()]
    assert kinds(table.play(0, PlayCard(ONE))) == ["played", "place"]


def test_n61_not_before_the_attempts_are_over() -> None:
    table = Table(position(hands={0: [ONE]}))
    assert table.refused(0, PlayCard(ONE)) == ("wrong-phase", "N65")
    assert table.refused(1, PlayCard(ONE))[0] == "not-your-turn"


def test_n61_a_negotiation_is_the_other_window() -> None:
    table = Table(talks(position(hands={0: [ONE]})))
    assert PlayCard(ONE) in table.legal(0)
    table.play(0, PlayCard(ONE))
    assert (table.prompted(), table.state.phase) == ((0,), Phase.PLACE)


def test_n61_only_in_a_negotiation_in_which_one_takes_part() -> None:
    table = Table(talks(position(hands={3: [ONE]}), Stage.FIRST, (0, 1)))
    assert table.refused(3, PlayCard(ONE)) == ("not-participant", "N121")


def test_n62_one_card_a_round_over_all_windows() -> None:
    state = talks(position(hands={0: [ONE, TWO]}))
    state.played = 1
    assert Table(state).refused(0, PlayCard(TWO)) == ("card-played", "N62")


def test_n62_the_window_does_not_open_for_who_has_played() -> None:
    table = Table(position(hands={0: [ONE, TWO]}))
    table.state.attempts, table.state.played = 1, 1
    assert "card" not in kinds(table.play(0, EndAttempts()))


def test_n62_a_new_round_allows_a_card_again() -> None:
    state = talks(position(hands={0: [ONE]}))
    state.played = 0b1111
    table = Table(state)
    for seat in range(4):
        table.play(seat, Done())
    while table.state.phase is Phase.BALLOT:
        seat = table.prompted()[0]
        table.play(seat, table.legal(seat)[0])
    assert table.state.played == 0


def test_n63_a_suspended_corporation_plays_a_saved_card_in_a_negotiation() -> None:
    state = position(hands={2: [ONE]})
    state.suspended = 1 << 2
    table = Table(talks(state, Stage.FIRST, (0, 1, 2)))
    table.play(2, PlayCard(ONE))
    assert table.state.actor == 2


def test_n64_a_card_that_one_does_not_hold() -> None:
    assert window(ONE).refused(0, PlayCard(TWO)) == ("not-your-card", "N64")
    assert window(ONE).refused(0, PlayCard(HIDDEN)) == ("not-your-card", "N64")
    assert window(ONE).refused(0, PlayCard(56)) == ("not-your-card", "N64")


def test_n118f_a_card_may_be_saved() -> None:
    table = window(ONE)
    table.play(0, KeepCards())
    assert table.state.hands[0] == [ONE]
    assert table.state.turn == 1


def test_n65_fichas_then_the_market_then_the_icons() -> None:
    state = position(6, hands={0: [ONE]})
    state.attempts, state.phase = 1, Phase.CARD
    table = Table(state, [6, 5, 4, 3, 2, 1])
    table.play(0, PlayCard(ONE))
    own = next(c for c in table.legal(0) if isinstance(c, Place))
    assert kinds(table.play(0, own)) == ["placed", "market", "move"]
    for slot in range(3):
        assert moving_icon(table.state)[0] == CARDS[ONE].icons[slot]
        events = table.play(0, table.legal(0)[0])
    assert find(events, CardFinished) == [CardFinished(0)]
    assert table.state.discard == [ONE]


def test_n66_in_any_split_on_own_countries() -> None:
    table = window(THREE)
    first, second = [c for c, owner in enumerate(table.state.owners) if owner == 0][:2]
    table.play(0, PlayCard(THREE))
    before = table.state.reserve[0]
    table.play(0, Place(first, 1))
    table.play(0, Place(second, 2))
    assert (table.state.tokens[first], table.state.tokens[second], table.state.reserve[0]) == (2, 3, before - 3)
    assert table.state.phase is Phase.MOVE


def test_n66_at_most_four_on_a_country() -> None:
    table = window(THREE, tokens={"CUB": 3}, owns={0: "CUB"})
    table.play(0, PlayCard(THREE))
    assert table.refused(0, Place(no("CUB"), 2)) == ("no-room", "N66")
    table.play(0, Place(no("CUB"), 1))


@pytest.mark.parametrize("tokens", [0, 4])
def test_n66_n68_not_none_and_not_more_than_the_card_says(tokens: int) -> None:
    table = window(THREE, owns={0: "CUB"})
    table.play(0, PlayCard(THREE))
    assert table.refused(0, Place(no("CUB"), tokens)) == ("tokens", "N66")


def test_n66_only_on_own_countries() -> None:
    table = window(ONE, owns={1: "CUB"})
    table.play(0, PlayCard(ONE))
    assert table.refused(0, Place(no("CUB"), 1)) == ("not-yours", "N66")


def test_n68_the_card_waits_until_all_are_placed() -> None:
    table = window(TWO)
    table.play(0, PlayCard(TWO))
    assert {type(c) for c in table.legal(0)} == {Place}
    table.play(0, Place(next(c for c, owner in enumerate(table.state.owners) if owner == 0), 1))
    assert {type(c) for c in table.legal(0)} == {Place}


def test_n67_without_reserve_the_first_part_is_lost() -> None:
    table = window(THREE, reserve={0: 0})
    assert kinds(table.play(0, PlayCard(THREE))) == ["played", "move"]


def test_n67_a_short_reserve_places_what_it_has() -> None:
    table = window(THREE, reserve={0: 1})
    table.play(0, PlayCard(THREE))
    assert table.state.value == 1


def test_n67_without_room_the_rest_is_lost() -> None:
    table = window(THREE, only={0: "CUB"}, tokens={"CUB": 3})
    table.play(0, PlayCard(THREE))
    assert table.state.value == 1
    table.play(0, Place(no("CUB"), 1))
    assert table.state.phase is Phase.MOVE


def test_n69_exactly_three_two_and_one_links() -> None:
    table = moving()
    assert [len(table.legal(0)[0].path)] == [3]  # type: ignore[union-attr] # a MoveIcon
    assert table.refused(0, path("CHL PER")) == ("path-length", "N69")
    assert table.refused(0, path("CHL PER ECU CRI")) == ("path-length", "N69")
    table.play(0, path("CHL PER ECU"))
    assert table.refused(0, path("LBY")) == ("path-length", "N69")
    table.play(0, path("LBY EGY"))
    table.play(0, path("FJI"))
    assert [table.state.icons[f] for f in (0, 1, 3)] == nos("ECU EGY FJI")


def test_n69_every_legal_path_is_listed_once() -> None:
    table = moving()
    listed = [c.path for c in table.legal(0) if isinstance(c, MoveIcon)]
    assert sorted(listed) == sorted(PATHS[3][no("ARG")])
    assert len(set(listed)) == len(listed)


def test_n70_a_path_goes_from_link_to_link() -> None:
    assert moving().refused(0, path("CHL ECU CRI")) == ("path-broken", "N70")
    assert moving().refused(0, path("CUB JAM PAN")) == ("path-broken", "N70")


@pytest.mark.parametrize("codes", ["CHL ARG BRA", "CHL BOL CHL", "BRA BOL ARG"])
def test_n70_no_country_twice_and_not_back_to_the_start(codes: str) -> None:
    assert moving().refused(0, path(codes)) == ("path-repeats", "N70")


def test_n70_bridges_count_and_icons_may_meet() -> None:
    table = moving()
    table.play(0, path("CHL NZL FJI"))
    table.play(0, path("LBY EGY"))
    table.play(0, path("FJI"))
    assert table.state.icons[0] == table.state.icons[3] == no("FJI")


def test_n70_an_unknown_country_on_the_way() -> None:
    assert moving().refused(0, MoveIcon((15, 80, 3)))[0] == "unknown-country"


def test_n73_the_owner_of_a_country_does_not_matter() -> None:
    table = moving(owns={1: "CHL PER ECU"})
    table.play(0, path("CHL PER ECU"))
    assert table.state.icons[0] == no("ECU")


def test_n71_icons_that_end_on_their_own_factor_coincide() -> None:
    """Food ends in Guatemala and resources in Tunisia, which print them; technology ends elsewhere."""
    table = moving(icons={0: "USA", 1: "NER", 3: "FJI"})
    table.play(0, path("CUB MEX GTM"))
    assert table.state.coincided == 1
    table.play(0, path("DZA TUN"))
    assert table.state.coincided == 2
    table.play(0, path("NZL"))
    assert table.state.coincided == 0
    assert table.state.discard == [C01]


def test_n71_an_icon_that_does_not_move_never_counts() -> None:
    """All eight stand on their factors; this card moves three away from them."""
    table = moving()
    table.play(0, path("CHL PER ECU"))
    table.play(0, path("LBY EGY"))
    assert table.state.coincided == 0


def test_n72_coincidences_are_counted_for_each_card() -> None:
    table = moving(icons={0: "USA", 1: "NER"})
    table.play(0, path("CUB MEX GTM"))
    table.play(0, path("DZA TUN"))
    table.play(0, path("FJI"))
    state = talks(position(hands={1: [TWO]}))
    fresh = Table(state)
    fresh.state.coincided = 2
    fresh.play(1, PlayCard(TWO))
    assert fresh.state.coincided == 0


def test_n32_n141_moving_an_icon_changes_no_owner() -> None:
    table = moving()
    before = list(table.state.owners)
    (moved,) = find(table.play(0, path("CHL PER ECU")), IconMoved)
    assert (moved.factor, FACTORS[moved.factor].id) == (0, "alimento")
    assert table.state.owners == before


def test_n90_without_a_market_nobody_throws_a_die() -> None:
    table = window(ONE)
    table.play(0, PlayCard(ONE))
    events = table.play(0, next(c for c in table.legal(0)))
    assert not find(events, MarketRolled)


def in_talks(*dice: int) -> Table:
    """Return a common negotiation of four in which everybody has a card."""
    hands = {seat: [cards_of(1)[seat], cards_of(2)[seat]] for seat in range(4)}
    return Table(talks(position(hands=hands)), dice)


def finish(table: Table) -> list[str]:
    """Use the card that is being resolved whole, and return what its last move brings."""
    seat, events = table.state.actor, []
    while table.state.actor == seat:
        events = table.play(seat, table.legal(seat)[0])
    return kinds(events)


def test_n150_a_second_card_waits_its_turn() -> None:
    table = in_talks()
    first, second = cards_of(1)[0], cards_of(1)[1]
    table.play(0, PlayCard(first))
    assert table.play(1, PlayCard(second)) == [CardRequested(1, second)]
    assert table.refused(1, PlayCard(cards_of(2)[1])) == ("card-requested", "N150")
    assert finish(table)[-3:] == ["finished", "played", "place"]
    assert (table.state.actor, table.state.card) == (1, second)
    assert finish(table)[-1] == "negotiate"


def test_n150_in_the_order_of_the_requests() -> None:
    table = in_talks()
    table.play(0, PlayCard(cards_of(1)[0]))
    table.play(3, PlayCard(cards_of(1)[3]))
    table.play(2, PlayCard(cards_of(1)[2]))
    finish(table)
    assert table.state.actor == 3
    finish(table)
    assert table.state.actor == 2


def test_n150_a_card_that_waits_is_secret() -> None:
    table = in_talks()
    second = cards_of(1)[1]
    table.play(0, PlayCard(cards_of(1)[0]))
    (event,) = table.play(1, PlayCard(second))
    assert NEGOCIOS.redact(event, 0) == CardRequested(1, HIDDEN)
    assert NEGOCIOS.view(table.state, 0).requests[0].card == HIDDEN
    assert NEGOCIOS.view(table.state, 1).requests[0].card == second


def test_n150_deals_wait_while_a_card_is_resolved() -> None:
    table = in_talks()
    table.play(0, PlayCard(cards_of(1)[0]))
    mine, theirs = (next(c for c, o in enumerate(table.state.owners) if o == seat) for seat in (1, 2))
    deal = Offer(2, Land(mine), Land(theirs))
    assert table.refused(1, deal) == ("card-resolving", "N150")
    assert table.refused(1, Done()) == ("card-resolving", "N150")
    assert table.prompted() == (0,)


@pytest.mark.parametrize("command", [MoveIcon((1,)), Exchange((1,)), Place(0, 1), Attempt(0, 1), KeepCards()])
def test_n65_nothing_but_the_part_whose_turn_it_is(command: AnyCommand) -> None:
    state: State = window(ONE).state
    state.phase, state.actor = Phase.TRANSFER, 0
    assert Table(state).refused(0, command)[0] == "wrong-phase"


def test_n64_a_played_card_is_known_to_all() -> None:
    table = window(ONE)
    (played,) = find(table.play(0, PlayCard(ONE)), CardPlayed)
    assert NEGOCIOS.redact(played, 3) == played
    assert table.state.card == ONE
    assert table.state.hands[0] == []
    check(table.state)
    assert table.state.killers == [NOBODY] * 4
