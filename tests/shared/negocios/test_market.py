"""The market: N74 to N92, N139, N143, N155."""

import pytest
from teg_shared.rules.negocios.cards import begin
from teg_shared.rules.negocios.commands import Decline, Exchange, MoveIcon, Place, PlayCard
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import CardFinished, GameWon, MarketExchanged, MarketRolled, StepBegan
from teg_shared.rules.negocios.market import exchange_by_dice
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.setup import market_on
from teg_shared.rules.negocios.state import Phase, State, market_total
from teg_shared.rules.negocios.victory import hegemony

from tests.shared.negocios.table import Table, card, cards_of, find, kinds, no, nos, position

ONE, THREE = cards_of(1)[0], cards_of(3)[0]
C01 = card("C01")


def state_of(*market: int, **more: object) -> State:
    """Return verde in its attempts at a table of six with this market."""
    return position(6, market=market or (5,) * 6, **more)  # type: ignore[arg-type] # keywords of position


def rolled(state: State, wanted: int, *dice: int) -> MarketRolled:
    """Let everybody throw for an exchange of `wanted` fichas, using up all the dice."""
    table = Table(state, dice)
    draft = Draft(table.state, table.chance)
    exchange_by_dice(draft, wanted)
    assert table.chance.faces == []
    before = sum(state.market)
    table.evolve(draft.events)
    assert sum(state.market) == before
    (event,) = draft.events
    assert isinstance(event, MarketRolled)
    return event


def test_n79_the_dice_alone_decide_not_who_played_the_card() -> None:
    state = state_of()
    state.actor = 0
    event = rolled(state, 2, 3, 6, 4, 5, 1, 4)
    assert (event.adder, event.added, event.removals) == (1, 2, ((4, 2),))
    assert state.market == [5, 7, 5, 5, 3, 5]


def test_n78_what_the_lowest_takes_back_returns_to_its_reserve() -> None:
    state = state_of()
    before = list(state.reserve)
    rolled(state, 3, 3, 6, 4, 5, 1, 4)
    assert (state.reserve[1], state.reserve[4]) == (before[1] - 3, before[4] + 3)


def test_n80_every_living_corporation_throws_suspended_ones_too() -> None:
    state = state_of(15, 0, 5, 5, 0, 5, out=(1,))
    state.suspended = 1 << 5
    state.market[4] = 0
    event = rolled(state, 1, 2, 3, 4, 5, 6)
    assert event.rolls[0] == (2, 0, 3, 4, 5, 6)


def test_n81_the_tied_throw_again_until_one_is_highest_then_for_the_lowest() -> None:
    event = rolled(state_of(), 1, 6, 6, 6, 2, 2, 3, 4, 4, 1, 5, 3, 6, 2)
    assert event.rolls == (
        (6, 6, 6, 2, 2, 3),
        (4, 4, 1, 0, 0, 0),
        (5, 3, 0, 0, 0, 0),
        (0, 0, 0, 6, 2, 0),
    )
    assert (event.adder, event.removals) == (0, ((4, 1),))


def test_n81_the_highest_is_never_the_remover() -> None:
    """All level: one is highest by throwing again, and the lowest is found among the others."""
    event = rolled(state_of(), 1, *[3] * 6, 6, 1, 1, 1, 1, 1, *[5, 4, 3, 2, 1])
    assert (event.adder, event.removals) == (0, ((5, 1),))


def test_n82_the_next_lowest_gives_the_remainder() -> None:
    state = state_of(5, 12, 5, 5, 1, 2)
    event = rolled(state, 3, 3, 6, 4, 5, 1, 2)
    assert event.removals == ((4, 1), (5, 2))


def test_n82_who_has_nothing_is_passed_over() -> None:
    state = state_of(5, 14, 5, 4, 0, 2)
    assert rolled(state, 2, 3, 6, 4, 5, 1, 2).removals == ((5, 2),)


def test_n82_never_the_adder_and_never_more_than_there_is() -> None:
    state = state_of(28, 0, 1, 0, 1, 0)
    event = rolled(state, 3, 6, 1, 2, 3, 4, 5)
    assert (event.added, event.removals) == (2, ((2, 1), (4, 1)))


def test_n83_the_highest_adds_what_it_has_and_only_that_many_leave() -> None:
    event = rolled(state_of(reserve={1: 1}), 3, 3, 6, 4, 5, 1, 4)
    assert (event.added, event.removals) == (1, ((4, 1),))


def test_n83_with_an_empty_reserve_nothing_moves() -> None:
    event = rolled(state_of(reserve={1: 0}), 3, 3, 6, 4, 5, 1, 4)
    assert (event.added, event.removals) == (0, ())


def test_n84_middle_dice_are_thrown_again_only_if_the_remainder_reaches_them() -> None:
    state = state_of(1, 10, 8, 8, 1, 2)
    event = rolled(state, 2, 3, 6, 5, 5, 1, 3, 2, 4)
    assert event.rolls[1:] == ((2, 0, 0, 0, 0, 4),)
    assert event.removals == ((4, 1), (0, 1))
    assert len(rolled(state_of(), 3, 3, 6, 4, 4, 1, 3).rolls) == 1


# --- exchanges of one's own choice


def coinciding(count: int) -> Table:
    """Return verde at the last icon of C01, of which `count` will coincide in the end (its last step decides)."""
    icons = {0: "USA", 1: "NER", 3: "COL"} if count > 1 else {0: "USA", 1: "EGY", 3: "COL"}
    state = state_of(icons=icons)
    state.hands[0] = [C01]
    state.deck.remove(C01)
    table = Table(state, [6, 5, 4, 3, 2, 1])
    draft = Draft(state, table.chance)
    begin(draft, 0, C01)
    table.evolve(draft.events)
    if table.state.phase is Phase.PLACE:
        table.play(0, next(c for c in table.legal(0) if isinstance(c, Place)))
    table.play(0, MoveIcon(tuple(nos("CUB MEX GTM"))))
    table.play(0, MoveIcon(tuple(nos("DZA TUN" if count > 1 else "SDN ETH"))))
    return table


def test_n72_n74_one_coincidence_does_nothing() -> None:
    table = coinciding(1)
    assert "finished" in kinds(table.play(0, MoveIcon((no("PER"),))))


def test_n74_two_coincidences_exchange_two() -> None:
    table = coinciding(2)
    assert kinds(table.play(0, MoveIcon((no("PER"),)))) == ["icon", "exchange"]
    before = list(table.state.market), list(table.state.reserve)
    table.play(0, Exchange((2, 3)))
    assert table.state.market[0] == before[0][0] + 2
    assert [table.state.market[s] for s in (2, 3)] == [before[0][2] - 1, before[0][3] - 1]
    assert table.state.reserve[0] == before[1][0] - 2


def test_n74_three_coincidences_exchange_three() -> None:
    table = coinciding(2)
    table.state.icons[3] = no("PAN")
    table.play(0, MoveIcon((no("CRI"),)))
    assert (table.state.phase, table.state.value) == (Phase.EXCHANGE, 3)


def test_n78_what_a_choice_takes_out_is_retained() -> None:
    table = coinciding(2)
    table.play(0, MoveIcon((no("PER"),)))
    table.play(0, Exchange((2, 3)))
    assert table.state.retained[0][2] == table.state.retained[0][3] == 1


def test_n75_at_most_one_ficha_of_each_corporation() -> None:
    table = coinciding(2)
    table.play(0, MoveIcon((no("PER"),)))
    assert table.refused(0, Exchange((2, 2))) == ("exchange-repeated", "N75")
    assert table.refused(0, Exchange((0, 2))) == ("exchange-own", "N75")


@pytest.mark.parametrize("seats", [(), (1,), (1, 2, 3)])
def test_n77_the_effect_is_forced_in_full(seats: tuple[int, ...]) -> None:
    table = coinciding(2)
    table.play(0, MoveIcon((no("PER"),)))
    assert table.refused(0, Exchange(seats)) == ("exchange-count", "N77")
    assert table.refused(0, Decline())[0] == "wrong-phase"


def test_n75_n86_only_from_who_has_something() -> None:
    table = coinciding(2)
    table.play(0, MoveIcon((no("PER"),)))
    table.state.reserve[1] += table.state.market[1]
    table.state.market[1] = 0
    assert table.refused(0, Exchange((1, 2))) == ("exchange-empty", "N86")
    assert table.refused(0, Exchange((6, 2)))[0] == "unknown-seat"


def test_n76_too_little_reserve() -> None:
    table = coinciding(2)
    table.state.retained[1][0] += table.state.reserve[0] - 1
    table.state.reserve[0] = 1
    table.play(0, MoveIcon((no("PER"),)))
    assert table.state.value == 1


def test_n76_with_no_reserve_the_effect_is_lost() -> None:
    table = coinciding(2)
    table.state.retained[1][0] += table.state.reserve[0]
    table.state.reserve[0] = 0
    assert "finished" in kinds(table.play(0, MoveIcon((no("PER"),))))


def emptied(*market: int, bonuses: int = 0) -> Table:
    """Return verde in the middle of an exchange of a card, with this market."""
    state = state_of(*market)
    state.hands[1], state.deck = [], [c for c in state.deck if c != C01]
    state.card, state.slot, state.coincided = C01, 3, 2
    state.phase, state.actor, state.bonuses = Phase.EXCHANGE, 0, bonuses
    state.value = min(2, sum(1 for n in market[1:] if n))
    return Table(state)


def test_n76_n77_without_a_choice_nobody_is_asked() -> None:
    """Two others have fichas and two are exchanged: it happens by itself."""
    table = coinciding(2)
    state = table.state
    for seat in (1, 2, 3):
        state.reserve[seat] += state.market[seat]
        state.reserve[0] -= state.market[seat]
        state.market[0] += state.market[seat]
        state.market[seat] = 0
    moved = state.market[0] - 15
    state.market[0] -= moved
    state.reserve[0] += moved
    state.market[4] += moved
    state.reserve[4] -= moved
    events = table.play(0, MoveIcon((no("PER"),)))
    assert find(events, MarketExchanged) == [MarketExchanged(0, (4, 5), bonus=False)]


def test_n85_who_is_left_without_fichas_by_a_choice_brings_a_bonus() -> None:
    table = emptied(5, 1, 9, 5, 5, 5)
    events = table.play(0, Exchange((1, 2)))
    assert find(events, StepBegan) == [StepBegan(Phase.BONUS, 0, 3)]
    assert table.state.bonuses == 1


def test_n85_not_when_the_die_empties_one() -> None:
    state = state_of(5, 10, 5, 4, 1, 5)
    rolled(state, 1, 3, 6, 4, 5, 1, 4)
    assert (state.market[4], state.bonuses) == (0, 0)


def test_n86_a_bonus_is_three_for_three_and_optional() -> None:
    table = emptied(5, 1, 9, 5, 5, 5)
    table.play(0, Exchange((1, 2)))
    assert table.refused(0, Exchange((2, 3)))[0] == "exchange-count"
    before = table.state.market[0]
    table.play(0, Exchange((2, 3, 4)))
    assert table.state.market[0] == before + 3
    table = emptied(5, 1, 9, 5, 5, 5)
    table.play(0, Exchange((1, 2)))
    assert find(table.play(0, Decline()), CardFinished)


def test_n86_a_bonus_that_empties_another_brings_one_more() -> None:
    table = emptied(3, 1, 1, 9, 8, 8)
    table.play(0, Exchange((1, 3)))
    events = table.play(0, Exchange((2, 3, 4)))
    assert find(events, StepBegan) == [StepBegan(Phase.BONUS, 0, 3)]


def test_n86_who_is_at_nothing_triggers_nothing() -> None:
    table = emptied(5, 0, 9, 6, 5, 5)
    assert find(table.play(0, Exchange((2, 3))), CardFinished)


def test_n87_two_emptied_are_two_bonuses_one_after_the_other() -> None:
    table = emptied(3, 1, 1, 9, 8, 8)
    table.play(0, Exchange((1, 2)))
    assert table.state.bonuses == 2
    table.play(0, Exchange((3, 4, 5)))
    assert (table.state.phase, table.state.bonuses) == (Phase.BONUS, 1)
    assert find(table.play(0, Exchange((3, 4, 5))), CardFinished)


def test_n76_n87_a_bonus_without_reserve_is_lost() -> None:
    table = emptied(5, 1, 9, 5, 5, 5)
    table.state.retained[1][0] += table.state.reserve[0] - 2
    table.state.reserve[0] = 2
    assert find(table.play(0, Exchange((1, 2))), CardFinished)


def test_n88_without_market_fichas_a_corporation_plays_on_and_may_return() -> None:
    state = state_of(5, 0, 10, 5, 5, 5)
    assert rolled(state, 2, 1, 6, 3, 3, 3, 3).adder == 1
    assert state.market[1] == 2


def test_n101_hegemony_ends_the_game_in_the_middle_of_a_card() -> None:
    table = emptied(21, 1, 2, 2, 2, 2)
    (won,) = find(table.play(0, Exchange((1, 2))), GameWon)
    assert (won.seat, won.how) == (0, "hegemony")


@pytest.mark.parametrize(("option", "over"), [("three_quarters", False), ("majority", True)])
def test_n101_n104_whoever_the_die_carries_over_the_threshold_wins_whoever_played(option: str, over: bool) -> None:
    """Azul's die is the highest: sixteen of thirty are the majority of the market, and not three quarters."""
    state = position(6, market=(3, 15, 3, 3, 3, 3), hands={0: [ONE]}, settings=Settings(hegemony=option))  # type: ignore[arg-type]
    state.attempts, state.phase = 1, Phase.CARD
    table = Table(state, [2, 6, 3, 4, 5, 1])
    table.play(0, PlayCard(ONE))
    events = table.play(0, next(c for c in table.legal(0) if isinstance(c, Place)))
    assert [(won.seat, won.how) for won in find(events, GameWon)] == [(1, "hegemony")] * over


# --- on and off


@pytest.mark.parametrize(
    ("market", "seats", "there"),
    [
        ("auto", 4, False),
        ("auto", 5, False),
        ("auto", 6, True),
        ("auto", 8, True),
        ("on", 4, True),
        ("off", 8, False),
    ],
)
def test_n89_auto_on_and_off(market: str, seats: int, there: bool) -> None:
    assert market_on(Settings(market=market), seats) is there  # type: ignore[arg-type]


def test_n90_without_a_market_coincidences_have_no_effect() -> None:
    state = position(icons={0: "USA", 1: "NER", 3: "COL"}, hands={0: [C01]})
    table = Table(state)
    draft = Draft(state, table.chance)
    begin(draft, 0, C01)
    table.evolve(draft.events)
    table.play(0, next(c for c in table.legal(0) if isinstance(c, Place)))
    table.play(0, MoveIcon(tuple(nos("CUB MEX GTM"))))
    table.play(0, MoveIcon(tuple(nos("DZA TUN"))))
    assert "finished" in kinds(table.play(0, MoveIcon((no("PER"),))))


def test_n90_n155_without_a_market_there_is_no_hegemony() -> None:
    state = position(4)
    assert state.market == [0] * 4
    assert not state.market_on


def test_n92_n143_the_total_is_five_for_each_seat_at_the_start() -> None:
    state = state_of()
    assert sum(state.market) == market_total(state) == 30


@pytest.mark.parametrize(("seats", "most", "half"), [(4, 15, 11), (5, 18, 13), (6, 22, 16), (7, 26, 18), (8, 30, 21)])
def test_n104_n139_thresholds_of_hegemony(seats: int, most: int, half: int) -> None:
    assert hegemony(Settings(), seats) == most
    assert hegemony(Settings(hegemony="majority"), seats) == half
