"""Elimination: N56, N110 to N117."""

from teg_shared.rules.negocios.commands import Attempt, EndAttempts, KeepCards, Supply
from teg_shared.rules.negocios.control import attempt_dice
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.events import (
    AnyEvent,
    CountryTaken,
    GameWon,
    PactEnded,
    ProposalClosed,
    SeatEliminated,
    TurnStarted,
)
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Pact, Phase, Proposal, State, market_total

from tests.shared.negocios.table import Table, find, kinds, no, position


def last_stand(seats: int = 6, **more: object) -> State:
    """Return verde on turn in Brazil against azul, which has nothing but Argentina."""
    more = {"only": {1: "ARG"}, "owns": {0: "BRA"}} | more
    return position(seats, **more)  # type: ignore[arg-type] # keywords of position


def fight(state: State, source: str = "BRA", target: str = "ARG", *, win: bool = True) -> tuple[Table, list[AnyEvent]]:
    """Make one attempt with all the luck, and return the table and what happens."""
    mine, theirs = attempt_dice(state, no(source), no(target))
    table = Table(state, [6] * mine + [1] * theirs if win else [1] * mine + [6] * theirs)
    return table, table.play(state.turn, Attempt(no(source), no(target)))


def test_n110_a_corporation_without_a_country_is_out() -> None:
    table, events = fight(last_stand())
    assert find(events, SeatEliminated)[0].seat == 1
    assert table.state.masks[1] == 0
    assert table.legal(1) == []
    assert NEGOCIOS.view(table.state, 1).hands[0] == []


def test_n110_losing_one_country_of_two_is_not_the_end() -> None:
    _, events = fight(last_stand(only={1: "ARG CUB"}))
    assert not find(events, SeatEliminated)


def test_n111_the_eliminator_is_who_took_the_last_country() -> None:
    table, _ = fight(last_stand())
    assert table.state.killers == [-1, 0, -1, -1, -1, -1]


def test_n56_n111_an_attacker_may_lose_its_last_country_and_its_turn_ends() -> None:
    state = last_stand(only={0: "BRA"}, owns={1: "ARG"})
    state.captures = 1
    _, events = fight(state, win=False)
    assert find(events, SeatEliminated)[0].by == 1
    assert not {"stopped", "drawn", "card", "transfer"} & set(kinds(events))
    assert find(events, TurnStarted) == [TurnStarted(1)]


def test_n43_n56_a_defender_may_have_to_say_what_supplies_the_elimination() -> None:
    """Verde's only country falls to azul, whose reserve is empty and whose highest stacks are two."""
    state = last_stand(
        only={0: "BRA"}, owns={1: "ARG CUB JPN"}, tokens={"CUB": 3, "JPN": 3}, reserve={1: 0}, bank=2, turn=0
    )
    table, events = fight(state, win=False)
    assert (kinds(events), table.prompted()) == (["dice", "supply"], (1,))
    assert table.state.masks[0]
    events = table.play(1, Supply(no("JPN")))
    assert kinds(events)[:3] == ["taken", "eliminated", "ended"]
    assert (find(events, SeatEliminated)[0].by, table.state.tokens[no("JPN")], table.state.turn) == (1, 2, 1)


def test_n43_n112_a_ficha_that_the_victim_retained_comes_back_before_the_rest() -> None:
    """Verde has neither reserve nor stack: azul, the loser, gives one back and the others when it is out."""
    state = last_stand(reserve={0: 0}, bank=1)
    held = state.retained[1][0]
    table, events = fight(state)
    assert [taken.lender for taken in find(events, CountryTaken)] == [1]
    assert table.state.reserve[0] == held - 1 - sum(
        n for seat, n in find(events, SeatEliminated)[0].refills if not seat
    )


def test_n112_its_fichas_leave_the_game_and_what_it_retained_goes_home() -> None:
    state = last_stand(retained={(1, 0): 3, (1, 2): 2, (3, 1): 4, (0, 1): 5})
    before = list(state.reserve)
    table, _ = fight(state)
    now = table.state
    assert [row[1] for row in now.retained] == [0] * 6
    assert now.retained[1] == [0] * 6
    assert (now.reserve[1], now.market[1]) == (0, 0)
    assert now.reserve[2] == before[2] + 2


def test_n113_the_eliminator_replaces_its_market_fichas() -> None:
    state = last_stand(market=(5, 7, 3, 5, 5, 5))
    table, events = fight(state)
    assert find(events, SeatEliminated)[0].refills == ((0, 7),)
    assert table.state.market == [12, 0, 3, 5, 5, 5]


def test_n113_then_its_left_neighbour_and_so_on_round_the_table() -> None:
    state = last_stand(market=(5, 7, 3, 5, 5, 5), reserve={0: 3, 2: 1}, bank=5)
    table, events = fight(state)
    assert find(events, SeatEliminated)[0].refills == ((0, 2), (2, 1), (3, 4))
    assert sum(table.state.market) == 30


def test_n112_n113_what_comes_home_may_be_used_at_once() -> None:
    state = last_stand(market=(5, 7, 3, 5, 5, 5), reserve={0: 1})
    owed = state.retained[1][0]
    assert owed > 7
    _, events = fight(state)
    assert find(events, SeatEliminated)[0].refills == ((0, 7),)


def test_n113_public_victories_are_tested_afterwards() -> None:
    state = last_stand(market=(16, 7, 2, 2, 2, 1))
    (won,) = find(fight(state)[1], GameWon)
    assert (won.seat, won.how) == (0, "hegemony")


def test_n101_n113_a_neighbour_that_helps_out_may_win_by_it() -> None:
    state = last_stand(market=(1, 7, 18, 2, 1, 1), reserve={0: 1})
    state.retained[3][0] += state.retained[1][0]
    state.retained[1][0] = 0
    state.retained[3][0] += state.reserve[0] - 1
    state.reserve[0] = 1
    (won,) = find(fight(state)[1], GameWon)
    assert (won.seat, won.how) == (2, "hegemony")


def test_n114_retained_fichas_do_not_go_to_the_market() -> None:
    state = last_stand(market=(5, 7, 3, 5, 5, 5), reserve={0: 1}, retained={(0, 2): 9, (0, 3): 9})
    state.retained[2][0] += state.retained[1][0]
    state.retained[1][0] = 0
    table, events = fight(state)
    assert find(events, SeatEliminated)[0].refills == ((2, 7),)
    assert table.state.retained[0][2:4] == [9, 9]


def test_n115_the_market_may_stay_short_and_thresholds_stay() -> None:
    state = last_stand(
        4, settings=Settings(market="on"), market=(5, 7, 3, 5), only={1: "ARG", 0: "BRA"}, reserve={2: 0, 3: 0}
    )
    state.retained[2][0] += state.reserve[0]
    state.reserve[0] = 0
    state.tokens[no("BRA")] += 3
    state.retained[2][0] -= 3
    table, events = fight(state)
    assert find(events, SeatEliminated)[0].refills == ()
    assert (sum(table.state.market), market_total(table.state)) == (13, 20)


def test_n116_its_cards_pass_to_the_eliminator_unseen_by_others() -> None:
    table, events = fight(last_stand(hands={1: [3, 4], 0: [7]}))
    (event,) = find(events, SeatEliminated)
    assert table.state.hands[:2] == [[7, 3, 4], []]
    hidden = SeatEliminated(1, 0, (HIDDEN, HIDDEN), event.refills)
    assert [NEGOCIOS.redact(event, viewer) for viewer in (0, 1, 2, None)] == [event, hidden, hidden, hidden]


def test_n116_its_objective_is_not_shown_before_the_end() -> None:
    table, _ = fight(last_stand())
    assert NEGOCIOS.view(table.state, 0).objectives[1] == HIDDEN


def test_n62_n116_an_inherited_card_does_not_lift_the_limit() -> None:
    state = last_stand(hands={1: [3, 4]})
    state.played = 1
    table, _ = fight(state)
    assert table.state.played & 1


def test_n117_its_suspension_and_immunity_vanish() -> None:
    state = last_stand()
    state.suspended = state.immune = 1 << 1
    table, _ = fight(state)
    assert table.state.suspended == table.state.immune == 0


def test_n117_n119_its_pacts_and_proposals_lapse() -> None:
    state = last_stand(settings=Settings(pacts="breakable"))
    state.pacts = [Pact(1, 1, 2, 1), Pact(2, 2, 3, 1)]
    state.proposals = [Proposal(3, 2, 1, 1), Proposal(4, 1, 3, None), Proposal(5, 0, 3, None)]
    table, events = fight(state)
    assert find(events, PactEnded) == [PactEnded(1, "lapsed", -1)]
    assert [e.id for e in find(events, ProposalClosed)] == [3, 4]
    assert [p.id for p in table.state.pacts] == [2]


def test_n151_a_place_of_who_died_is_passed_over_and_the_halves_stay() -> None:
    state = last_stand()
    table, _ = fight(state)
    state = table.state
    assert state.order == [0, 1, 2, 3, 4, 5]
    table.play(0, EndAttempts())
    events = table.play(0, KeepCards())
    assert kinds(events) == ["kept", "ended", "skipped", "turn"]
    assert state.turn == 2
    assert state.phase is Phase.ATTEMPTS


def test_n142_fichas_of_who_is_out_are_in_nobodys_zone() -> None:
    table, _ = fight(last_stand())
    assert all(row[1] == 0 for row in table.state.retained)
