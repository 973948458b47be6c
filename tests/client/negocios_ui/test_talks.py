"""Keys of negotiations, pacts and ballots and what they send."""

import pytest
from teg_shared.rules.negocios.commands import (
    Answer,
    AnswerPact,
    Done,
    Name,
    Offer,
    ProposePact,
    Withdraw,
    WithdrawPact,
)
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Ballot, BallotKind, Pact, Phase, Proposal, Stage

from teg_tui.negocios_ui.modes.talking import Naming, Talking
from teg_tui.negocios_ui.modes.waiting import Watching
from teg_tui.negocios_ui.sheets.deals import DealsSheet
from teg_tui.negocios_ui.sheets.offer import OfferSheet
from tests.client.negocios_ui.chair import C, Chair, chair

MINE = {"argentina": 1, "brasil": 1, "chile": 1}
ALL = 0b1111


def talking(hand: tuple[int, ...] = (), settings: Settings | None = None) -> Chair:
    """Return a seat in the common negotiation of four; Ana and Beto retain three fichas of each other."""
    seat = chair(
        MINE, phase=Phase.NEGOTIATE, stage=Stage.COMMON, hand=hand, settings=settings, turn=-1, actor=-1,
        participants=ALL,
    )  # fmt: skip
    state = seat.table.state
    state.reserve[0] -= 3
    state.reserve[1] -= 3
    state.retained[0][1] = state.retained[1][0] = 3
    seat.model.apply(seat.table.snapshot(0))
    seat.kit.desk.settle()
    return seat


def chosen(seat: Chair) -> str:
    """Return the line that the arrow points at."""
    return next(line for line in seat.paper().splitlines() if line.startswith("│▸ "))


def offered(seat: Chair, give: Goods, take: Goods, proposer: int = 1) -> None:
    """Let another seat offer something to Ana."""
    seat.other(proposer, Offer(0, give, take))


def test_fichas_are_offered_in_four_answers_with_what_would_change() -> None:
    seat = talking()
    assert isinstance(seat.kit.desk.mode, Talking)
    seat.press("n", "enter")
    assert "¿qué le das?" in seat.paper()
    assert "de Beto" in seat.paper()
    seat.press("enter")
    assert "tuyas" in seat.paper()
    seat.press("enter")
    assert "Cuántas: 3 de 3" in seat.paper()
    assert "Das 3 fichas de Beto y recibís 3 fichas tuyas: a tu reserva." in seat.paper()
    assert "Beto da 3 fichas tuyas y recibe 3 fichas suyas: a su reserva." in seat.paper()
    seat.press("-", "enter")
    assert seat.last == Offer(1, Tokens(1, 2), Tokens(0, 2))
    assert not seat.sheets


def test_escape_goes_one_question_back() -> None:
    seat = talking()
    seat.press("n", "enter", "enter", "escape")
    assert "¿qué le das?" in seat.paper()
    seat.press("escape", "escape")
    assert not seat.sheets
    assert not seat.commands


def test_a_country_goes_for_a_country_and_levels_are_foretold() -> None:
    seat = talking()
    seat.press("n", "enter")
    while "Argentina" not in chosen(seat):
        seat.press("down")
    seat.press("enter", "enter")
    assert "Das Argentina por" in seat.paper()
    seat.press("enter")
    assert isinstance(seat.last, Offer)
    assert seat.last.give == Land(C["argentina"])
    assert isinstance(seat.last.take, Land)
    assert not seat.refused


def test_a_card_is_shown_and_any_asked_for() -> None:
    seat = talking(hand=(5,))
    seat.table.state.hands[1] = [7]
    seat.model.apply(seat.table.snapshot(0))
    seat.press("n", "enter", "down")
    assert "ficha" in seat.paper()
    seat.press("enter")
    assert "cualquiera" in seat.paper()
    seat.press("enter", "enter")
    assert seat.last == Offer(1, Card(5), Card(None))


@pytest.mark.parametrize(("key", "accept"), [("s", True), ("x", False)])
def test_an_offer_is_answered_with_one_key_after_its_effect_is_shown(key: str, accept: bool) -> None:
    seat = talking()
    offered(seat, Tokens(0, 2), Tokens(1, 2))
    assert "1 oferta espera tu respuesta" in seat.hint
    assert any(hint.press == "p" and hint.hot for hint in seat.offered)
    seat.press("enter")
    assert isinstance(seat.sheets[-1], DealsSheet)
    assert "Das 2 fichas de Beto y recibís 2 fichas tuyas: a tu reserva." in seat.paper()
    seat.press(key)
    assert isinstance(seat.last, Answer)
    assert seat.last.accept is accept
    assert not seat.refused


def test_an_offer_that_has_become_impossible_says_why_and_cannot_be_accepted() -> None:
    seat = talking()
    offered(seat, Tokens(0, 2), Tokens(1, 2))
    seat.table.state.retained[1][0] = 0
    seat.table.state.reserve[0] += 3
    seat.model.apply(seat.table.snapshot(0))
    seat.press("p")
    assert not any(hint.press == "s" for hint in seat.offered)
    assert "N126" in seat.paper()
    assert seat.press("s")
    assert not seat.commands


def test_a_shown_card_is_answered_with_an_offer_that_names_one() -> None:
    seat = talking(hand=(5,))
    seat.table.state.hands[1] = [7]
    seat.model.apply(seat.table.snapshot(0))
    offered(seat, Card(7), Card(None))
    seat.press("p", "s")
    assert isinstance(seat.sheets[-1], OfferSheet)
    assert "Beto" in seat.paper()


def test_an_own_offer_is_withdrawn() -> None:
    seat = talking()
    seat.press("n", "enter", "enter", "enter", "enter", "p", "r")
    assert isinstance(seat.last, Withdraw)
    assert not seat.refused


def test_done_is_said_with_f_and_asked_about_while_an_offer_waits() -> None:
    seat = talking()
    offered(seat, Tokens(0, 2), Tokens(1, 2))
    seat.press("f")
    assert not seat.commands
    assert "no contestaste" in seat.hint
    seat.press("s")
    assert seat.last == Done()
    assert not any(hint.press == "f" for hint in seat.offered)


def test_who_takes_no_part_only_looks_on() -> None:
    seat = talking()
    seat.table.state.participants = 0b1110
    seat.model.apply(seat.table.snapshot(0))
    seat.kit.desk.settle()
    assert isinstance(seat.kit.desk.mode, Watching)
    seat.press("n")
    assert not isinstance(seat.sheets[-1], OfferSheet)


# --- pacts


def test_a_pact_is_proposed_answered_withdrawn_and_dissolved() -> None:
    seat = talking(settings=Settings(pacts="breakable"))
    seat.press("p", "a", "enter")
    assert seat.last == ProposePact(1)
    seat.press("r")
    assert isinstance(seat.last, WithdrawPact)
    seat.table.state.proposals.append(Proposal(9, 2, 0, None))
    seat.table.state.pacts.append(Pact(4, 0, 3, 1))
    seat.model.apply(seat.table.snapshot(0))
    seat.press("s")
    assert AnswerPact(9, accept=True) in seat.commands
    seat.press("end", "home")
    while "d" not in [hint.press for hint in seat.offered]:
        seat.press("down")
    seat.press("d")
    assert isinstance(seat.last, ProposePact)
    assert seat.last.dissolve


# --- ballots


@pytest.mark.parametrize(("kind", "said"), [("map", "¿A quién suspendés?"), ("starter", "¿Quién empieza?")])
def test_a_leader_names_somebody(kind: BallotKind, said: str) -> None:
    seat = chair(
        MINE, phase=Phase.BALLOT, stage=Stage.BALLOTS, turn=-1, actor=-1,
        ballot=Ballot(kind, (0,), (-1,), 1, ()),
    )  # fmt: skip
    assert isinstance(seat.kit.desk.mode, Naming)
    seat.press("enter")
    assert said in seat.paper()
    ballot = seat.model.ballot()
    assert ballot is not None
    wanted = ballot.choices[1]
    seat.press("down", "enter")
    assert seat.commands == [Name(wanted)]
    assert not seat.refused


def test_who_leads_nothing_waits_for_the_leaders() -> None:
    seat = chair(
        MINE, phase=Phase.BALLOT, stage=Stage.BALLOTS, turn=-1, actor=-1, ballot=Ballot("map", (2,), (-1,), 1, ())
    )
    assert isinstance(seat.kit.desk.mode, Watching)
    assert "Caro" in seat.hint
