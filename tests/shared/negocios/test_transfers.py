"""Inversions and reassignments: N118, N118a to N118f, N149."""

import pytest
from teg_shared.rules.negocios.commands import (
    AnyCommand,
    Attempt,
    EndAttempts,
    EndTurn,
    Invest,
    KeepCards,
    Place,
    PlayCard,
    Reassign,
)
from teg_shared.rules.negocios.events import StepBegan, TurnStarted
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase

from tests.shared.negocios.table import Table, cards_of, find, kinds, no, position, talks

ARG, BRA, CHL, URY, GTM, GRC = (no(code) for code in ("ARG", "BRA", "CHL", "URY", "GTM", "GRC"))


def ready(settings: Settings | None = None, **tokens: int) -> Table:
    """Return verde in its transfers with Argentina, Chile, Uruguay, Guatemala and Greece; azul has Brazil."""
    stacks = {"ARG": 3, "GTM": 3} | tokens
    state = position(owns={0: "ARG CHL URY GTM GRC", 1: "BRA"}, tokens=stacks, settings=settings)
    state.attempts, state.phase = 1, Phase.TRANSFER
    return Table(state)


def test_n118_one_inversion_and_one_reassignment_in_either_order() -> None:
    table = ready()
    table.play(0, Invest(ARG, GTM, 1))
    assert table.refused(0, Invest(GTM, GRC, 1)) == ("invested-already", "N118")
    table.play(0, Reassign(ARG, CHL, 1))
    table = ready()
    table.play(0, Reassign(ARG, CHL, 1))
    assert table.refused(0, Reassign(ARG, URY, 1)) == ("reassigned-already", "N118")
    table.play(0, Invest(GTM, GRC, 2))


def test_n118_both_are_optional() -> None:
    table = ready()
    assert find(table.play(0, EndTurn()), TurnStarted) == [TurnStarted(1)]


def test_n118_the_option_phase_allows_any_number_each_ficha_once() -> None:
    table = ready(Settings(transfers="phase"), ARG=4)
    table.play(0, Reassign(ARG, CHL, 1))
    table.play(0, Reassign(ARG, URY, 1))
    table.play(0, Invest(ARG, GRC, 1))
    assert table.refused(0, Reassign(CHL, ARG, 2)) == ("tokens-stay", "N118b")
    table.play(0, Reassign(CHL, ARG, 1))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Invest(ARG, CHL, 1), "other-factor"),
        (Invest(ARG, ARG, 1), "same-country"),
        (Invest(BRA, ARG, 1), "not-yours"),
        (Invest(ARG, no("DNK"), 1), "not-yours"),
        (Reassign(ARG, GTM, 1), "not-linked"),
        (Reassign(ARG, BRA, 1), "not-yours"),
        (Reassign(ARG, ARG, 1), "same-country"),
    ],
)
def test_n118a_between_own_countries_of_one_factor_or_linked_ones(command: AnyCommand, code: str) -> None:
    table = Table(position(owns={0: "ARG CHL URY GTM GRC", 1: "BRA DNK"}, tokens={"ARG": 3}))
    table.state.attempts, table.state.phase = 1, Phase.TRANSFER
    assert table.refused(0, command) == (code, "N118a")


def test_n118a_an_inversion_reaches_anywhere() -> None:
    table = ready()
    table.play(0, Invest(ARG, GRC, 2))
    assert (table.state.tokens[ARG], table.state.tokens[GRC]) == (1, 3)


def test_n118b_what_was_moved_stays_but_what_was_there_before_may_go() -> None:
    """Two stand in Chile and one comes: two may leave, the one that came stays as the last."""
    state = position(owns={0: "ARG CHL URY PNG", 1: "BRA"}, tokens={"ARG": 3, "CHL": 2})
    state.attempts, state.phase = 1, Phase.TRANSFER
    table = Table(state)
    table.play(0, Reassign(ARG, CHL, 1))
    leaving = [c for c in table.legal(0) if isinstance(c, Invest) and (c.source, c.target) == (CHL, no("PNG"))]
    assert [c.tokens for c in leaving] == [1, 2]


def test_n118b_what_came_to_a_lonely_ficha_holds_the_country_for_it() -> None:
    """One stood in Chile and two come: the one may go."""
    state = position(owns={0: "ARG CHL URY PNG", 1: "BRA"}, tokens={"ARG": 3})
    state.attempts, state.phase = 1, Phase.TRANSFER
    table = Table(state)
    table.play(0, Reassign(ARG, CHL, 2))
    assert table.refusal(0, Invest(CHL, no("PNG"), 2)).facts["most"] == 1
    table.play(0, Invest(CHL, no("PNG"), 1))
    assert (table.state.tokens[CHL], table.state.tokens[no("PNG")]) == (2, 2)


def test_n118b_only_the_old_ones_of_the_first_destination() -> None:
    state = position(owns={0: "ARG CHL PNG", 1: "BRA"}, tokens={"ARG": 3, "CHL": 2})
    state.attempts, state.phase = 1, Phase.TRANSFER
    table = Table(state)
    table.play(0, Reassign(ARG, CHL, 2))
    assert table.refusal(0, Invest(CHL, no("PNG"), 3)).facts["most"] == 2
    table.play(0, Invest(CHL, no("PNG"), 2))
    assert table.state.tokens[CHL] == 2


def test_n118c_fichas_moved_by_hostile_control_may_be_moved_on() -> None:
    table = Table(position(owns={0: "ARG CHL", 1: "BRA"}, tokens={"ARG": 4}))
    table.play(0, Attempt(ARG, BRA, 3))
    table.play(0, EndAttempts())
    assert table.play(0, KeepCards())[-1] == StepBegan(Phase.TRANSFER, 0, 0)
    table.play(0, Reassign(BRA, ARG, 2))
    assert (table.state.tokens[ARG], table.state.tokens[BRA]) == (3, 1)


def test_n118c_fichas_of_a_card_may_be_moved_on() -> None:
    """A card puts three on Argentina, and all three go on."""
    (three,) = cards_of(3)[:1]
    state = position(owns={0: "ARG CHL", 1: "BRA"}, hands={0: [three]})
    state.attempts, state.phase = 1, Phase.CARD
    table = Table(state)
    table.play(0, PlayCard(three))
    table.play(0, Place(ARG, 3))
    for _ in range(3):
        table.play(0, table.legal(0)[0])
    table.play(0, Reassign(ARG, CHL, 3))
    assert (table.state.tokens[ARG], table.state.tokens[CHL]) == (1, 4)


@pytest.mark.parametrize("tokens", [0, 3, 4])
def test_n118d_the_origin_keeps_one(tokens: int) -> None:
    assert ready().refused(0, Reassign(ARG, CHL, tokens)) == ("tokens-stay", "N118b")


def test_n118d_the_destination_has_at_most_four() -> None:
    assert ready(CHL=3).refused(0, Reassign(ARG, CHL, 2)) == ("no-room", "N118d")


def test_n118e_not_in_a_negotiation_and_not_by_others() -> None:
    assert Table(talks(position())).refused(0, Invest(ARG, GTM, 1)) == ("not-your-turn", "N6")
    assert ready().refused(1, EndTurn()) == ("not-your-turn", "N6")


def test_n118f_saving_the_card_still_allows_them() -> None:
    state = position(owns={0: "ARG CHL"}, tokens={"ARG": 3}, hands={0: [5]})
    state.attempts, state.phase = 1, Phase.CARD
    table = Table(state)
    assert kinds(table.play(0, KeepCards())) == ["kept", "transfer"]
    assert Reassign(ARG, CHL, 1) in table.legal(0)


def test_n149_the_turn_ends_by_itself_when_nothing_can_be_moved() -> None:
    table = ready(ARG=2, GTM=1)
    table.state.invested = 1
    assert find(table.play(0, Reassign(ARG, CHL, 1)), TurnStarted) == [TurnStarted(1)]


def test_n149_what_arrived_is_forgotten_in_the_next_turn() -> None:
    table = ready()
    table.play(0, Reassign(ARG, CHL, 1))
    table.play(0, EndTurn())
    assert table.state.arrived == [0] * 80
    assert (table.state.invested, table.state.reassigned) == (0, 0)
