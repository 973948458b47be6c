"""The deal: N1 to N3, N11 to N24."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from teg_shared.rules.board import members
from teg_shared.rules.chance import LoadedChance, VerifiableChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.game import replay
from teg_shared.rules.negocios.data import (
    BOARD,
    CARDS,
    COLOURS,
    COUNTRIES,
    DISTRIBUTION,
    FACTOR_MASKS,
    FACTORS,
    HIDDEN,
    OBJECTIVES,
)
from teg_shared.rules.negocios.events import CountriesDealt, DeckShuffled, ObjectivesDealt, RoundStarted
from teg_shared.rules.negocios.objectives import met
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.setup import deal_objectives
from teg_shared.rules.negocios.state import Phase, State

from tests.shared.negocios.table import check, find, position


def deal(seats: int, seed: int = 1, settings: Settings | None = None) -> State:
    """Return a fresh deal."""
    chance = VerifiableChance(bytes([seed]))
    return replay(NEGOCIOS, NEGOCIOS.setup(COLOURS[:seats], settings or Settings(), chance))


@pytest.mark.parametrize("seats", [0, 1, 2, 3, 9])
def test_n1_four_to_eight_seats(seats: int) -> None:
    colours = [*COLOURS, "gris"][:seats]
    with pytest.raises(RuleError) as refused:
        NEGOCIOS.setup(colours, Settings(), LoadedChance())
    assert (refused.value.code, refused.value.facts["rule"]) == ("seat-count", "N1")
    assert list(NEGOCIOS.seats) == [4, 5, 6, 7, 8]


@pytest.mark.parametrize("colours", [("verde", "verde", "azul", "rojo"), ("verde", "azul", "rojo", "gris")])
def test_n3_colours_are_unique_and_known(colours: Sequence[str]) -> None:
    with pytest.raises(RuleError, match="colours"):
        NEGOCIOS.setup(colours, Settings(), LoadedChance())


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (4, [20] * 4),
        (5, [16] * 5),
        (6, [14, 14, 13, 13, 13, 13]),
        (7, [12, 12, 12, 11, 11, 11, 11]),
        (8, [10] * 8),
    ],
)
def test_n14_n15_sizes_of_the_deal(seats: int, sizes: list[int]) -> None:
    """The lowest seats get the extra countries."""
    for seed in range(20):
        state = deal(seats, seed)
        assert [mask.bit_count() for mask in state.masks] == sizes == state.dealt
        check(state)


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_n14_everybody_gets_whole_cards_first(seats: int) -> None:
    events = NEGOCIOS.setup(COLOURS[:seats], Settings(), VerifiableChance(b"n14"))
    (dealt,) = find(events, CountriesDealt)
    assert all(len(cards) == (2 if seats == 4 else 1) for cards in dealt.cards)
    assert len({card for cards in dealt.cards for card in cards}) == seats * (2 if seats == 4 else 1)
    for seat, cards in enumerate(dealt.cards):
        assert all(dealt.owners[country] == seat for card in cards for country in DISTRIBUTION[card])


@pytest.mark.parametrize("seats", range(4, 9))
def test_n16_nobody_starts_with_dominio(seats: int) -> None:
    for seed in range(40):
        state = deal(seats, seed)
        assert max((mask & among).bit_count() for mask in state.masks for among in FACTOR_MASKS) < 6


class Rigged(LoadedChance):
    """Deals the left-over countries of the first shuffle so that seat 0 gets all it can of one factor."""

    def shuffle(self, index: int, size: int) -> tuple[int, ...]:
        """Return a permutation; the first one of the left-over countries is bad."""
        if size != 30:
            return super().shuffle(index, size)
        left = [country for card in (5, 6, 7) for country in DISTRIBUTION[card]]
        food = [n for n, country in enumerate(left) if FACTOR_MASKS[self.factor] >> country & 1]
        rest = [n for n in range(30) if n not in food]
        if index > 1:
            return tuple(rest + food)
        order = [0] * 30
        for place in range(0, 30, 5):
            order[place] = food.pop() if food else rest.pop()
        for place in range(30):
            if place % 5:
                order[place] = (food or rest).pop()
        return tuple(order)

    factor = 0


def test_n16_only_the_left_over_countries_are_dealt_again() -> None:
    own = DISTRIBUTION[0]
    Rigged.factor = max(
        range(8),
        key=lambda f: sum(FACTOR_MASKS[f] >> c & 1 for c in [*own, *(c for n in (5, 6, 7) for c in DISTRIBUTION[n])]),
    )
    chance = Rigged(shuffles=[range(8), range(19, -1, -1)])
    events = NEGOCIOS.setup(COLOURS[:5], Settings(), chance)
    (dealt,) = find(events, CountriesDealt)
    assert dealt.cards == ((0,), (1,), (2,), (3,), (4,))
    assert dealt.shuffles == 3


@pytest.mark.parametrize(("seats", "donated"), [(4, 0), (5, 0), (6, 5), (8, 5)])
def test_n17_fichas_at_the_start(seats: int, donated: int) -> None:
    state = deal(seats)
    assert state.market == [donated] * seats
    assert state.reserve == [65 - donated - mask.bit_count() for mask in state.masks]
    assert state.tokens == [1] * COUNTRIES


def test_n18_no_counter_is_stored() -> None:
    """Levels are no field of the state: they follow from the countries."""
    assert not {"levels", "counts"} & set(State.__struct_fields__)


def test_n19_one_objective_each_of_twenty_without_replacement() -> None:
    for seed in range(20):
        state = deal(8, seed)
        assert len(set(state.objectives)) == 8
        assert set(state.objectives) <= set(range(20))


def draw(state: State, *orders: Iterable[int]) -> ObjectivesDealt:
    """Deal objectives with loaded shuffles; the last of an order is drawn first."""
    return deal_objectives(state, LoadedChance(shuffles=orders))


def strong() -> str:
    """Return countries that meet O20 (19): six of each of as many factors as it asks for."""
    (condition,) = OBJECTIVES[19].conditions
    among = FACTOR_MASKS[: condition.at(4).count]
    return " ".join(BOARD.countries[c].code for mask in among for c in list(members(mask))[:6])


def test_n20_an_objective_that_is_met_is_put_back() -> None:
    """Seat 0 is strong in enough factors: O20 (19) is met, goes back, and another one comes."""
    state = position(only={0: strong()})
    assert met(state, 0, 19)
    dealt = draw(state, range(20), [*range(16), 17, 18, 19, 16])
    assert dealt.objectives[0] == 16
    assert dealt.shuffles == 2


def test_n20_an_objective_that_is_not_met_stays() -> None:
    assert draw(position(), range(20)).objectives == (19, 18, 17, 16)


def test_n21_objectives_stay_secret_while_the_game_goes_on() -> None:
    state = deal(6)
    assert [NEGOCIOS.view(state, 2).objectives[s] != HIDDEN for s in range(6)] == [s == 2 for s in range(6)]


def test_n22_a_random_seat_starts_round_1() -> None:
    starters = Counter(deal(4, seed).starter for seed in range(60))
    assert set(starters) == {0, 1, 2, 3}


def test_n11_n22_turns_go_to_the_left_from_the_starter() -> None:
    state = deal(5, 3)
    first = state.starter
    assert state.order == [(first + step) % 5 for step in range(5)]
    assert (state.turn, state.round, state.phase) == (first, 1, Phase.ATTEMPTS)


def test_n23_nobody_is_suspended_in_round_1() -> None:
    state = deal(8)
    assert state.suspended == state.immune == 0
    assert len(state.order) == 8


def test_n24_icons_stand_on_their_starts_and_belong_to_nobody() -> None:
    assert deal(4).icons == [f.start for f in FACTORS]


def test_n12_deck_hands_and_objectives_are_secret_the_rest_is_public() -> None:
    state = position(hands={0: [1, 2], 1: [3]})
    seen = NEGOCIOS.view(state, 1)
    secret = {"hands", "deck", "objectives"}
    for name in State.__struct_fields__:
        if name not in secret:
            assert getattr(seen, name) == getattr(state, name), name
    assert seen.hands == [[HIDDEN, HIDDEN], [3], [], []]
    assert seen.deck == [HIDDEN] * len(state.deck)
    assert seen.objectives == [HIDDEN, 16, HIDDEN, HIDDEN]


def test_n12_a_spectator_sees_no_hand() -> None:
    seen = NEGOCIOS.view(position(hands={0: [1, 2], 1: [3]}), None)
    assert {card for hand in seen.hands for card in hand} == {HIDDEN}
    assert set(seen.objectives) == {HIDDEN}


def test_n12_the_deal_of_the_deck_is_hidden() -> None:
    events = NEGOCIOS.setup(COLOURS[:4], Settings(), VerifiableChance(b"x"))
    (deck,) = find(events, DeckShuffled)
    assert sorted(deck.cards) == list(range(len(CARDS)))
    assert NEGOCIOS.redact(deck, 0) == DeckShuffled((HIDDEN,) * len(CARDS))


@pytest.mark.parametrize(
    "settings",
    [
        Settings(negotiation_seconds=3601),
        Settings(negotiation_seconds=-1),
        Settings(agreement_seconds=3601),
        Settings(agreement_seconds=-1),
        Settings(round_limit=100),
        Settings(round_limit=-1),
        Settings(block_size=11),
        Settings(block_size=41),
    ],
)
def test_n95_n106_n108_n130_numbers_of_the_lobby_have_bounds(settings: Settings) -> None:
    with pytest.raises(RuleError, match="setting"):
        NEGOCIOS.setup(COLOURS[:4], settings, LoadedChance())


@pytest.mark.parametrize(
    "settings",
    [
        Settings(negotiation_seconds=0, agreement_seconds=0, round_limit=0, block_size=12),
        Settings(negotiation_seconds=3600, agreement_seconds=3600, round_limit=99, block_size=40),
    ],
)
def test_n95_n106_n108_n130_and_the_bounds_themselves_are_allowed(settings: Settings) -> None:
    assert deal(4, settings=settings).settings == settings


def test_n20_for_the_second_seat_the_first_ones_objective_is_not_in_the_pile() -> None:
    """Seat 1 would meet O20 (19) and draws again; what seat 0 has is out of the game for it."""
    state = position(only={1: strong()})
    dealt = draw(state, [*range(18), 19, 18], [18, *range(18)])
    assert (dealt.objectives[:2], dealt.shuffles) == ((18, 17), 2)


def test_n13_every_throw_and_shuffle_is_counted() -> None:
    events = NEGOCIOS.setup(COLOURS[:5], Settings(), VerifiableChance(b"n13"))
    state = replay(NEGOCIOS, events)
    (dealt,), (goals,) = find(events, CountriesDealt), find(events, ObjectivesDealt)
    assert state.rolls == 0
    assert state.shuffles == dealt.shuffles + goals.shuffles + 1 + 1
    assert find(events, RoundStarted)[0].drawn
