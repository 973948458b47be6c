"""Victories: N100 to N109."""

from collections.abc import Iterable

import pytest
from teg_shared.rules.board import mask_of, members
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.negocios.commands import Answer, Attempt, Done, EndAttempts, Name, Offer
from teg_shared.rules.negocios.control import attempt_dice
from teg_shared.rules.negocios.data import BOARD, FACTORS, HIDDEN, OBJECTIVES, REGION_MASKS
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import CountryTaken, GameWon
from teg_shared.rules.negocios.goods import Land
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, State
from teg_shared.rules.negocios.victory import largest_block, public_victory, settle, standing

from tests.shared.negocios.table import Table, find, kinds, no, nos, opened, position, talks

BLOCK = "CAN USA MEX GTM CRI PAN COL VEN ECU PER BOL BRA CHL ARG URY"
"""Fifteen linked countries; Cuba makes sixteen."""
SCATTERED = (
    "CAN ISL GTM PAN VEN ARG GBR SWE DNK CHE HUN BGR UKR DZA EGY ETH TZA AGO ZAF SEN SYR IRN ARE KAZ IND MYS PHL "
    "KOR AUS FJI NAM"
)
"""Thirty-one countries whose blocks are small."""


def number(name: str) -> int:
    """Return the number of an objective by its name."""
    return next(n for n, o in enumerate(OBJECTIVES) if o.id == name)


def last_turn(seats: int = 4) -> State:
    """Return the last control turn of round 2, of the last seat; nobody holds an objective that is met."""
    state = position(seats, turn=seats - 1)
    state.order, state.place, state.starter = list(range(seats)), seats - 1, 0
    state.attempts = 1
    return state


def oceanic(seat: int, state: State) -> State:
    """Let a seat meet O16, of icons and countries in Oceania; the first icons go there."""
    return fulfilled(state, seat, number("O16"), range(len(FACTORS)))


def southern(seat: int, state: State) -> State:
    """Let a seat meet O10, of icons and countries in South America; the last icons go there."""
    return fulfilled(state, seat, number("O10"), reversed(range(len(FACTORS))))


def fulfilled(state: State, seat: int, objective: int, movers: Iterable[int]) -> State:
    """Let a seat hold an objective of icons and countries, and meet it, with no more than it asks for."""
    state.objectives[seat] = objective
    icons, countries = (condition.at(len(state.colours)) for condition in OBJECTIVES[objective].conditions)
    region = list(members(REGION_MASKS[icons.region]))
    for factor, _ in zip(movers, range(icons.count), strict=False):
        state.icons[factor] = region[-1]
    for country in region[: countries.count]:
        move(state, BOARD.countries[country].code, seat)
    return state


def test_n100_the_objective_is_tested_after_the_last_control_turn_only() -> None:
    state = oceanic(0, position(4))
    state.attempts = 1
    table = Table(state)
    assert not find(table.play(0, EndAttempts()), GameWon)
    state = oceanic(0, last_turn())
    events = Table(state).play(3, EndAttempts())
    (won,) = find(events, GameWon)
    assert (won.seat, won.how) == (0, "objective")
    assert kinds(events)[-2:] == ["ended", "won"]


def test_n100_a_suspended_corporation_may_win_by_its_objective() -> None:
    state = oceanic(2, last_turn())
    state.suspended, state.order, state.place = 1 << 2, [0, 1, 3], 2
    (won,) = find(Table(state).play(3, EndAttempts()), GameWon)
    assert won.seat == 2


def test_n132_the_checkpoint_comes_before_the_negotiation_of_the_second_half() -> None:
    assert kinds(Table(last_turn()).play(3, EndAttempts()))[-1] == "talks"
    assert kinds(Table(oceanic(1, last_turn())).play(3, EndAttempts()))[-1] == "won"


def test_n102_objectives_in_the_order_of_the_round_suspended_last() -> None:
    (won,) = find(Table(southern(2, oceanic(1, last_turn()))).play(3, EndAttempts()), GameWon)
    assert won.seat == 1
    state = southern(2, oceanic(1, last_turn()))
    state.order, state.place, state.starter = [2, 3, 0, 1], 3, 2
    state.turn = state.actor = 1
    assert find(Table(state).play(1, EndAttempts()), GameWon)[0].seat == 2
    state = southern(2, oceanic(1, last_turn()))
    state.suspended, state.order, state.place = 1 << 1, [2, 3, 0], 2
    state.turn = state.actor = 0
    assert find(Table(state).play(0, EndAttempts()), GameWon)[0].seat == 2


def move(state: State, code: str, seat: int) -> None:
    """Hand a country with one ficha over."""
    country = no(code)
    if state.owners[country] != seat:
        state.reserve[state.owners[country]] += 1
        state.reserve[seat] -= 1
        state.owners[country] = seat
        state.__dict__.pop("masks", None)


def test_n103_nobody_claims_and_everything_is_shown_at_the_end() -> None:
    state = oceanic(0, last_turn())
    state.hands[1] = [state.deck.pop()]
    table = Table(state)
    (won,) = find(table.play(3, EndAttempts()), GameWon)
    assert won.objectives[0] == number("O16")
    assert won.hands[1] == tuple(state.hands[1])
    assert (NEGOCIOS.outcome(table.state), table.prompted(), table.legal(0)) == (0, (), [])
    assert HIDDEN not in NEGOCIOS.view(table.state, 2).objectives
    told = NEGOCIOS.evolve(NEGOCIOS.view(state, 2), won)
    assert (told.objectives, told.hands) == (table.state.objectives, table.state.hands)
    assert table.refused(0, Done()) == ("game-over", "N103")
    assert table.refused(0, EndAttempts()) == ("game-over", "N103")
    assert table.refused(0, Name(1)) == ("game-over", "N103")


def attack(state: State, source: str, target: str, *, win: bool = True) -> list[GameWon]:
    """Attempt once with all the luck in the world, and return the victory."""
    mine, theirs = attempt_dice(state, no(source), no(target))
    faces = [6] * mine + [1] * theirs if win else [1] * mine + [6] * theirs
    events = Table(state, faces).play(state.turn, Attempt(no(source), no(target)))
    assert find(events, CountryTaken)
    return find(events, GameWon)


def test_n106_a_block_of_sixteen_wins_at_once_bridges_counting_as_borders() -> None:
    (won,) = attack(position(only={0: BLOCK}, owns={1: "CUB"}), "MEX", "CUB")
    assert (won.seat, won.how) == (0, "block")


def test_n106_sixteen_that_do_not_hang_together_do_not_win() -> None:
    state = position(only={0: BLOCK + " NOR"}, owns={1: "SWE"})
    assert attack(state, "NOR", "SWE") == []


def test_n106_a_house_rule_may_ask_for_more() -> None:
    state = position(only={0: BLOCK}, owns={1: "CUB"}, settings=Settings(block_size=17))
    assert attack(state, "MEX", "CUB") == []


def test_n106_the_largest_block() -> None:
    assert largest_block(0) == 0
    assert largest_block(mask_of(nos("CAN USA MEX FJI NZL"))) == mask_of(nos("CAN USA MEX"))
    assert largest_block(BOARD.full) == BOARD.full
    state = position(only={0: BLOCK})
    assert standing(state, 0) == (15, 15, 0)
    assert list(members(largest_block(state.masks[0]))) == sorted(nos(BLOCK))


def test_n105_thirty_two_anywhere() -> None:
    state = position(only={0: SCATTERED}, owns={1: "USA"})
    assert state.masks[0].bit_count() == 31
    assert largest_block(state.masks[0]).bit_count() < 14
    (won,) = attack(state, "CAN", "USA")
    assert (won.seat, won.how) == (0, "countries")


def test_n105_thirty_one_do_not_win() -> None:
    state = position(only={0: SCATTERED.replace(" NAM", "")}, owns={1: "USA"})
    assert state.masks[0].bit_count() == 30
    assert attack(state, "CAN", "USA") == []


@pytest.mark.parametrize(("held", "how"), [(21, ""), (22, "hegemony"), (23, "hegemony")])
def test_n104_three_quarters_of_thirty_are_twenty_two(held: int, how: str) -> None:
    state = position(6, market=(held, 30 - held, 0, 0, 0, 0))
    assert public_victory(state, 0) == how


@pytest.mark.parametrize(("held", "how"), [(14, ""), (15, "hegemony")])
def test_n92_n104_n115_a_market_that_is_short_keeps_its_threshold(held: int, how: str) -> None:
    """Twenty fichas at the start, one corporation out and not replaced: still fifteen win."""
    state = position(4, settings=Settings(market="on"), market=(held, 0, 0, 5), out=(3,))
    assert sum(state.market) < 20
    assert public_victory(state, 0) == how


def test_n101_a_defender_may_win_in_another_turn() -> None:
    state = position(only={1: BLOCK}, owns={0: "CUB"})
    (won,) = attack(state, "CUB", "MEX", win=False)
    assert (won.seat, won.how) == (1, "block")


def test_n102_the_acting_corporation_comes_first() -> None:
    """Both meet a public condition at once, by a deal: whoever accepts is looked at first."""
    other = "DEU FRA CHE ITA NLD POL SWE DNK NOR FIN RUS GBR ESP PRT GRC"
    for proposer, partner in ((0, 1), (1, 0)):
        state = talks(position(only={0: BLOCK + " TUR", 1: other + " CUB"}))
        give, take = (no("TUR"), no("CUB")) if proposer == 0 else (no("CUB"), no("TUR"))
        opened(state, (proposer, Offer(partner, Land(give), Land(take))))
        (won,) = find(Table(state).play(partner, Answer(1, accept=True)), GameWon)
        assert (won.seat, won.how) == (partner, "block")


def test_n107_the_last_one_alive_wins() -> None:
    """A guard: 65 fichas can't hold 80 countries, and of two alive one has 40 and has won."""
    state = position()
    state.owners = [2] * 80
    state.__dict__.pop("masks")
    assert public_victory(state, 2) == "last"
    draft = Draft(state, LoadedChance())
    assert settle(draft, 0)
    assert (draft.state.winner, draft.state.won_by) == (2, "last")


@pytest.mark.parametrize(("limit", "over"), [(2, True), (3, False), (0, False)])
def test_n108_an_optional_limit_of_rounds(limit: int, over: bool) -> None:
    state = talks(position(settings=Settings(round_limit=limit)))
    move(state, next(BOARD.countries[c].code for c, o in enumerate(state.owners) if o == 0), 3)
    table = Table(state)
    for seat in range(4):
        events = table.play(seat, Done())
    assert bool(find(events, GameWon)) is over
    if over:
        assert (table.state.winner, table.state.won_by) == (3, "limit")


def test_n108_then_market_fichas_then_the_order_of_play() -> None:
    state = position(8, settings=Settings(round_limit=2), market=(5, 5, 6, 6, 4, 4, 5, 5))
    state.order, state.starter = [3, 4, 5, 6, 7, 0, 1, 2], 3
    table = Table(talks(state))
    for seat in range(8):
        table.play(seat, Done())
    assert table.state.winner == 3


def test_n109_a_deal_can_complete_a_block() -> None:
    state = talks(position(only={0: BLOCK + " FJI"}, owns={1: "CUB"}))
    opened(state, (0, Offer(1, Land(no("FJI")), Land(no("CUB")))))
    table = Table(state)
    (won,) = find(table.play(1, Answer(1, accept=True)), GameWon)
    assert (won.seat, won.how) == (0, "block")
    assert table.state.phase is Phase.OVER


def test_n109_a_deal_completes_no_objective_before_the_next_checkpoint() -> None:
    state = talks(oceanic(0, position()))
    mine = next(c for c, o in enumerate(state.owners) if o == 0)
    theirs = next(c for c, o in enumerate(state.owners) if o == 1)
    opened(state, (0, Offer(1, Land(mine), Land(theirs))))
    assert not find(Table(state).play(1, Answer(1, accept=True)), GameWon)
