"""Attempts of control: N33 to N51, N140."""

import pytest
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.negocios.commands import Attempt, EndAttempts, Supply
from teg_shared.rules.negocios.control import attacker_wins, attempt_dice, throw
from teg_shared.rules.negocios.data import NOBODY
from teg_shared.rules.negocios.events import AttemptRolled, CountryTaken, HostileControl
from teg_shared.rules.negocios.state import Phase

from tests.shared.negocios.table import Table, find, kinds, no, position

ARG, BRA, CHL, CUB, URY, BOL = (no(code) for code in ("ARG", "BRA", "CHL", "CUB", "URY", "BOL"))
WIN, LOSS = (6, 5, 1, 1), (1, 1, 6, 5)


def facing(*dice: int, mine: int = 1, theirs: int = 1, **more: object) -> Table:
    """Return verde on turn in Argentina against azul in Brazil, both participants: two dice a side."""
    state = position(
        owns={0: "ARG", 1: "BRA", 2: "GTM DNK ESP GRC", 3: "CUB GBR ITA EGY NGA"},
        tokens={"ARG": mine, "BRA": theirs},
        **more,  # type: ignore[arg-type] # keywords of position
    )
    return Table(state, dice)


def test_n33_the_target_must_be_linked() -> None:
    assert facing().refused(0, Attempt(ARG, CUB)) == ("not-linked", "N33")
    assert facing().refused(0, Attempt(BRA, ARG)) == ("not-yours", "N33")


@pytest.mark.parametrize("country", [80, -1, 5000])
def test_n9_an_unknown_country(country: int) -> None:
    assert facing().refused(0, Attempt(ARG, country))[0] == "unknown-country"
    assert facing().refused(0, Attempt(country, ARG))[0] == "unknown-country"


def test_n33_a_bridge_links() -> None:
    table = Table(position(owns={0: "BRA", 1: "SEN"}), [6, 6, 1, 1])
    assert kinds(table.play(0, Attempt(BRA, no("SEN"))))[:2] == ["dice", "taken"]


def test_n34_one_ficha_is_enough_to_attack_four() -> None:
    table = facing(*WIN, mine=1, theirs=4)
    table.play(0, Attempt(ARG, BRA))
    assert table.state.owners[BRA] == 0


def test_n37_the_two_highest_dice_of_each_side_are_added() -> None:
    """Dominio against participación: 6 4 1 1 is ten, 5 4 is nine."""
    state = position(owns={0: "GTM ARG DNK ESP GRC UKR", 1: "BRA", 2: "CUB GBR ITA EGY NGA"})
    table = Table(state, [1, 4, 6, 1, 5, 4])
    (rolled,) = find(table.play(0, Attempt(ARG, BRA)), AttemptRolled)
    assert rolled.throws == (((6, 4, 1, 1), (5, 4)),)
    assert table.state.owners[BRA] == 0


def test_n38_ties_are_thrown_again_with_two_dice_each() -> None:
    state = position(owns={0: "GTM ARG DNK ESP GRC UKR", 1: "BRA", 2: "CUB GBR ITA EGY NGA"})
    table = Table(state, [6, 4, 1, 1, 5, 5, 3, 3, 2, 4, 1, 2, 6, 6])
    (rolled,) = find(table.play(0, Attempt(ARG, BRA)), AttemptRolled)
    assert rolled.throws == (((6, 4, 1, 1), (5, 5)), ((3, 3), (4, 2)), ((2, 1), (6, 6)))
    assert table.state.owners[ARG] == 1
    assert table.state.rolls == 3


def test_n39_a_tie_uses_up_no_attempt() -> None:
    table = facing(3, 3, 2, 4, *WIN)
    table.play(0, Attempt(ARG, BRA))
    assert table.state.attempts == 1


def test_n40_levels_are_looked_at_for_each_attempt() -> None:
    """The sixth food country is taken by the first attempt: the second one throws four dice."""
    state = position(owns={0: "GTM DNK ESP GRC UKR BRA", 1: "ARG URY BOL", 2: "CRI FIN DEU MAR KEN", 3: "FJI SYR NER"})
    mine, theirs = attempt_dice(state, BRA, ARG)
    table = Table(state, [6] * mine + [1] * theirs + [6, 6, 1, 1, 1, 1])
    table.play(0, Attempt(BRA, ARG))
    (rolled,) = find(table.play(0, Attempt(ARG, URY)), AttemptRolled)
    assert [len(side) for side in rolled.throws[0]] == [4, 2]


def test_n41_the_attacker_retains_the_fichas_and_places_as_many_of_its_reserve() -> None:
    table = facing(*WIN, mine=3, theirs=4)
    before = table.state.reserve[0]
    table.play(0, Attempt(ARG, BRA))
    state = table.state
    assert state.owners[BRA] == 0
    assert (state.tokens[ARG], state.tokens[BRA]) == (3, 4)
    assert (state.reserve[0], state.retained[0][1]) == (before - 4, 4)


def test_n42_a_defender_that_wins_owns_the_attacking_country() -> None:
    table = facing(*LOSS, mine=3, theirs=2)
    before = table.state.reserve[1]
    table.play(0, Attempt(ARG, BRA))
    state = table.state
    assert state.owners[ARG] == 1
    assert (state.tokens[ARG], state.tokens[BRA]) == (3, 2)
    assert (state.reserve[1], state.retained[1][0]) == (before - 3, 3)


def test_n43_a_short_reserve_places_what_it_has() -> None:
    table = facing(*WIN, theirs=4, reserve={0: 2})
    (taken,) = find(table.play(0, Attempt(ARG, BRA)), CountryTaken)
    assert taken.placed == 2
    assert (table.state.tokens[BRA], table.state.reserve[0], table.state.retained[0][1]) == (2, 0, 4)


def test_n43_an_empty_reserve_takes_one_from_the_only_highest_stack() -> None:
    table = facing(*WIN, mine=3, theirs=2, reserve={0: 0})
    (taken,) = find(table.play(0, Attempt(ARG, BRA)), CountryTaken)
    assert (taken.placed, taken.origin) == (1, ARG)
    assert (table.state.tokens[ARG], table.state.tokens[BRA]) == (2, 1)


def tied_stacks(*dice: int) -> Table:
    """Return the facing table with an empty reserve of verde and two stacks of three."""
    table = facing(*dice, mine=3, theirs=2, reserve={0: 3})
    table.state.tokens[own_other(table)] = 3
    table.state.reserve[0] -= 2
    table.state.retained[1][0] += 1
    table.state.reserve[0] -= 1
    return table


def own_other(table: Table) -> int:
    """Return an own country of verde besides Argentina."""
    return next(c for c, owner in enumerate(table.state.owners) if owner == 0 and c != ARG)


def test_n43_between_equal_stacks_the_winner_chooses() -> None:
    table = tied_stacks(*WIN)
    other = own_other(table)
    assert kinds(table.play(0, Attempt(ARG, BRA))) == ["dice", "supply"]
    assert (table.prompted(), table.state.phase, table.state.owners[BRA]) == ((0,), Phase.SUPPLY, 1)
    assert table.refused(0, Supply(CHL))[0] == "supply"
    assert table.refused(1, Supply(ARG)) == ("not-your-turn", "N6")
    assert table.refused(0, EndAttempts())[0] == "wrong-phase"
    events = table.play(0, Supply(other))
    assert kinds(events) == ["taken", "attempts"]
    assert (table.state.owners[BRA], table.state.tokens[other], table.state.tokens[ARG]) == (0, 2, 3)


def test_n43_the_clock_takes_the_lowest_number() -> None:
    table = tied_stacks(*WIN)
    lowest = min(ARG, own_other(table))
    table.play(0, Attempt(ARG, BRA))
    (taken,) = find(table.expire(0), CountryTaken)
    assert taken.origin == lowest


def test_n43_a_defender_may_have_to_choose_and_the_turn_goes_on() -> None:
    table = facing(*LOSS, mine=2, theirs=3, reserve={1: 2})
    azul = next(c for c, owner in enumerate(table.state.owners) if owner == 1 and c != BRA)
    table.state.tokens[azul] = 3
    table.state.reserve[1] -= 2
    table.play(0, Attempt(ARG, BRA))
    assert table.prompted() == (1,)
    assert table.legal(0) == []
    table.play(1, Supply(BRA))
    assert (table.state.owners[ARG], table.state.tokens[BRA], table.prompted()) == (1, 2, (0,))


def test_n43_without_a_stack_the_loser_gives_one_back() -> None:
    table = facing(*WIN, theirs=2, reserve={0: 0})
    before = table.state.retained[1][0]
    (taken,) = find(table.play(0, Attempt(ARG, BRA)), CountryTaken)
    assert (taken.placed, taken.origin, taken.lender) == (1, NOBODY, 1)
    assert table.state.retained[1][0] == before - 1


def test_n43_else_whoever_retains_most() -> None:
    table = facing(*WIN, theirs=2, reserve={0: 0})
    state = table.state
    state.retained[2][0], state.retained[3][0] = 2, state.retained[1][0] - 2
    state.retained[1][0] = 0
    (taken,) = find(table.play(0, Attempt(ARG, BRA)), CountryTaken)
    assert taken.lender == 3


def test_n44_n47_where_dice_decide_nobody_names_a_number() -> None:
    assert facing(*WIN, mine=3).refused(0, Attempt(ARG, BRA, tokens=2)) == ("dice-tokens", "N44")
    assert facing(*WIN, mine=3).refused(0, Attempt(ARG, BRA, tokens=0)) == ("dice-tokens", "N44")


def test_n45_only_its_own_colour_stands_on_a_country() -> None:
    """What is retained is never placed: the own reserve pays."""
    table = facing(*WIN, theirs=3, retained={(0, 2): 5})
    table.play(0, Attempt(ARG, BRA))
    assert table.state.retained[0] == [0, 3, 5, 0]


@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_n46_n47_four_against_one_need_no_dice_and_one_to_three_move(tokens: int) -> None:
    table = facing(mine=4)
    before = table.state.reserve[0]
    events = table.play(0, Attempt(ARG, BRA, tokens))
    assert kinds(events) == ["hostile", "taken"]
    assert (table.state.tokens[ARG], table.state.tokens[BRA]) == (4 - tokens, tokens)
    assert table.state.reserve[0] == before


@pytest.mark.parametrize("tokens", [0, 4])
def test_n47_not_none_and_not_all(tokens: int) -> None:
    assert facing(mine=4).refused(0, Attempt(ARG, BRA, tokens)) == ("hostile-tokens", "N47")


def test_n46_four_against_two_throw_dice() -> None:
    assert kinds(facing(*WIN, mine=4, theirs=2).play(0, Attempt(ARG, BRA)))[0] == "dice"
    assert kinds(facing(*WIN, mine=3, theirs=1).play(0, Attempt(ARG, BRA)))[0] == "dice"


def test_n48_the_single_ficha_is_retained() -> None:
    table = facing(mine=4)
    table.play(0, Attempt(ARG, BRA))
    assert table.state.retained[0][1] == 1


def test_n49_hostile_control_is_an_attempt_a_win_and_earns_a_card() -> None:
    table = facing(mine=4)
    events = table.play(0, Attempt(ARG, BRA))
    assert find(events, HostileControl)
    assert (table.state.attempts, table.state.lost, table.state.captures) == (1, 0, 1)
    assert "drawn" in kinds(table.play(0, EndAttempts()))


def test_n50_a_country_taken_attacks_at_once() -> None:
    table = facing(*WIN, *WIN)
    target = next(c for c in (no("SEN"), no("VEN"), no("COL"), no("PER"), URY, BOL) if table.state.owners[c] != 0)
    table.play(0, Attempt(ARG, BRA))
    table.play(0, Attempt(BRA, target))
    assert table.state.owners[target] == 0


def test_n50_the_same_country_attacks_again() -> None:
    table = Table(position(owns={0: "BRA", 1: "ARG BOL URY"}), [6, 6, 1, 1, 6, 6, 1, 1])
    table.play(0, Attempt(BRA, ARG))
    table.play(0, Attempt(BRA, BOL))
    assert table.state.captures == 2


def test_n51_an_own_country_is_no_target() -> None:
    table = Table(position(owns={0: "ARG CHL", 1: "BRA"}))
    assert table.refused(0, Attempt(ARG, CHL)) == ("own-target", "N51")


def test_n51_a_suspended_corporation_may_be_attacked() -> None:
    table = facing(*WIN)
    table.state.suspended = 1 << 1
    table.play(0, Attempt(ARG, BRA))
    assert table.state.owners[BRA] == 0


def test_n6_only_the_seat_on_turn_attempts() -> None:
    assert facing().refused(1, Attempt(BRA, ARG)) == ("not-your-turn", "N6")


@pytest.mark.parametrize("seat", [-1, 4])
def test_n11_a_seat_that_is_not_at_the_table(seat: int) -> None:
    assert facing().refused(seat, EndAttempts()) == ("unknown-seat", "N11")


def test_n140_the_defender_is_told_his_dice_sorted() -> None:
    state = position(owns={0: "ARG", 1: "BRA", 2: "GTM DNK ESP GRC", 3: "CUB GBR ITA EGY NGA"})
    throws = throw(state, 0, ARG, BRA, LoadedChance([2, 6, 3, 4]))
    assert throws == (((6, 2), (4, 3)),)
    assert attacker_wins(throws)
