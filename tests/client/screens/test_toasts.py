"""What is worth a word in the corner, and what is not."""

import pytest
from teg_shared.rules.classic.events import PactEnded, PactMade
from teg_shared.rules.classic.state import Pact, Proposal

from teg_tui import changes as ch
from teg_tui.screens.toasts import toast
from tests.client.screens.board import C, Position

MINE = {"brasil": 5, "argentina": 3, "uruguay": 1}
PACT = Pact(1, 0, 1, None, 2, None)


def said(change: ch.Change, table: Position | None = None) -> str:
    shown = toast(change, (table or Position(MINE)).model)
    return "" if shown is None else f"{shown.title} {shown.text}"


def test_a_lost_country_names_who_took_it() -> None:
    assert "Beto te tomó Perú" in said(ch.CountryChanged(C["peru"], 0, 1, 1, 1))


def test_a_country_taken_from_others_or_by_oneself_is_no_news() -> None:
    assert not said(ch.CountryChanged(C["peru"], 2, 1, 1, 1))
    assert not said(ch.CountryChanged(C["peru"], 1, 0, 1, 1))


def test_a_proposal_is_told_with_the_key_that_answers_it() -> None:
    text = said(ch.ProposalArrived(Proposal(3, 1, 0, (C["peru"], C["brasil"]), None)))
    assert "Beto te propone un pacto (Perú–Brasil)" in text
    assert "p responde" in text


def test_a_proposal_to_dissolve_says_so() -> None:
    assert "disolver" in said(ch.ProposalArrived(Proposal(3, 1, 0, None, None, 1)))


def test_a_pact_broken_by_another_is_told_even_between_others() -> None:
    entry = ch.Entry(3, 1, PactEnded(1, "broken", 1), 1, 2, Pact(1, 1, 2, None, 2, None))
    assert "rompi" in said(ch.Chronicled(entry)).lower()


@pytest.mark.parametrize("event", [PactEnded(1, "broken", 0), PactMade(1)])
def test_what_one_did_oneself_is_no_news(event: PactEnded | PactMade) -> None:
    assert not said(ch.Chronicled(ch.Entry(3, 0, event, 0, 1, PACT)))


def test_an_accepted_proposal_is_told_to_the_proposer() -> None:
    assert "Beto" in said(ch.Chronicled(ch.Entry(3, 1, PactMade(1), 1, 0, PACT)))


def test_an_inherited_objective_is_told_in_words() -> None:
    assert "Tenés otro objetivo" in said(ch.ObjectiveChanged(3, 1))


def test_a_refusal_is_a_sentence_and_not_a_code() -> None:
    text = said(ch.Rejected("wrong-phase", {"phase": "attack"}, 4))
    assert "ataque" in text
    assert "wrong-phase" not in text


def test_hostile_facts_are_cleaned() -> None:
    assert "\x1b" not in said(ch.Noticed("joined", {"name": "\x1b[2JX"}))
    line = ch.ChatLine(1, "\u202eBeto", "\x1b]0;x\x07hola" + "a" * 300, private=False, to=-1, round=1)
    text = said(ch.ChatArrived(line))
    assert "hola" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert len(text) < 200


def test_ones_own_chat_is_no_news() -> None:
    assert not said(ch.ChatArrived(ch.ChatLine(0, "Ana", "hola", private=False, to=-1, round=1)))


def test_leaving_notices_are_left_to_the_window() -> None:
    assert not said(ch.Noticed("kicked", {}))
