"""Pacts, where the table allows them: N119."""

import pytest
from teg_shared.rules.chatter import A_ROUND
from teg_shared.rules.negocios.commands import AnswerPact, AnyCommand, Attempt, ProposePact, WithdrawPact
from teg_shared.rules.negocios.events import PactEnded, ProposalClosed
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Pact, Phase, Proposal

from tests.shared.negocios.table import Table, find, no, position

ARG, BRA = no("ARG"), no("BRA")
ALLOWED = Settings(pacts="breakable")


def table(*pacts: tuple[int, int], rest: dict[int, str] | None = None) -> Table:
    """Return verde on turn in Argentina beside azul's Brazil, with these pacts; with `rest` it has nothing else."""
    if rest:
        state = position(only={0: "ARG"}, owns=rest, settings=ALLOWED)
    else:
        state = position(owns={0: "ARG", 1: "BRA"}, settings=ALLOWED)
    state.pacts = [Pact(n, a, b, 1) for n, (a, b) in enumerate(pacts, start=1)]
    state.next_pact = len(pacts) + 1
    return Table(state, [6, 6, 1, 1] * 10)


@pytest.mark.parametrize("command", [ProposePact(1), AnswerPact(1, accept=True), WithdrawPact(1)])
def test_n119_no_pacts_unless_the_lobby_allows_them(command: AnyCommand) -> None:
    assert Table(position()).refused(0, command) == ("pacts-off", "N119")


def test_n119_a_proposed_pact_stands_when_it_is_accepted() -> None:
    at = table()
    at.play(2, ProposePact(3))
    assert at.prompted() == (0, 3)
    at.play(3, AnswerPact(1, accept=True))
    assert at.state.pacts == [Pact(1, 2, 3, 2)]
    assert [line.what for line in at.state.ledger] == ["proposed", "made"]


def test_n119_or_it_comes_to_nothing() -> None:
    at = table()
    at.play(2, ProposePact(3))
    at.play(3, AnswerPact(1, accept=False))
    at.play(2, ProposePact(3))
    at.play(2, WithdrawPact(2))
    assert (at.state.pacts, at.state.proposals) == ([], [])
    assert [line.what for line in at.state.ledger][1::2] == ["declined", "withdrawn"]


def test_n119_a_ledger_that_is_for_ever_takes_only_so_many_proposals_of_a_seat_in_a_round() -> None:
    at = table((2, 3))
    for number in range(2, 2 + A_ROUND):
        at.play(2, ProposePact(3 if number % 2 else 1, dissolve=bool(number % 2)))
        at.play(2, WithdrawPact(number))
    for command in (ProposePact(1), ProposePact(3, dissolve=True)):
        assert at.refused(2, command) == ("enough-proposals", "N119")
    assert at.refusal(2, ProposePact(1)).facts["most"] == A_ROUND
    at.play(3, ProposePact(2, dissolve=True))
    at.state.round += 1
    at.play(2, ProposePact(1))


def test_n119_both_sides_may_end_it() -> None:
    at = table((0, 1))
    at.play(0, ProposePact(1, dissolve=True))
    assert find(at.play(1, AnswerPact(2, accept=True)), PactEnded) == [PactEnded(1, "dissolved", 1)]


def test_n119_a_pact_never_blocks_an_attempt_but_breaking_is_said_and_shown() -> None:
    at = table((0, 1), (0, 2))
    assert at.refused(0, Attempt(ARG, BRA)) == ("pact-in-the-way", "N119")
    events = at.play(0, Attempt(ARG, BRA, breaking=True))
    assert find(events, PactEnded) == [PactEnded(1, "broken", 0)]
    assert at.state.ledger[-1].what == "broken"
    assert [p.id for p in at.state.pacts] == [2]


def test_n119_the_compulsory_attempt_breaks_without_fault_when_every_linked_enemy_is_protected() -> None:
    at = table((0, 1), rest={1: "BRA BOL CHL URY"})
    (ended,) = find(at.play(0, Attempt(ARG, BRA, breaking=True)), PactEnded)
    assert ended.how == "forced"


def test_n119_not_when_another_enemy_could_have_been_attacked() -> None:
    at = table((0, 1), rest={1: "BRA BOL CHL", 2: "URY"})
    (ended,) = find(at.play(0, Attempt(ARG, BRA, breaking=True)), PactEnded)
    assert ended.how == "broken"


def test_n119_and_not_by_a_further_attempt() -> None:
    at = table((0, 1), rest={1: "BRA BOL CHL URY"})
    at.state.attempts = 1
    (ended,) = find(at.play(0, Attempt(ARG, BRA, breaking=True)), PactEnded)
    assert ended.how == "broken"


def test_n119_breaking_where_there_is_no_pact() -> None:
    assert table().refused(0, Attempt(ARG, BRA, breaking=True)) == ("no-pact-to-break", "N119")
    assert table((0, 2)).refused(0, Attempt(ARG, BRA, breaking=True)) == ("no-pact-to-break", "N119")


def test_n119_a_broken_pact_takes_its_proposal_with_it() -> None:
    at = table((0, 1))
    at.play(1, ProposePact(0, dissolve=True))
    events = at.play(0, Attempt(ARG, BRA, breaking=True))
    assert find(events, ProposalClosed) == [ProposalClosed(2, "lapsed")]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ProposePact(0), "pact-with-oneself"),
        (ProposePact(1), "pact-stands"),
        (ProposePact(2, dissolve=True), "no-pact"),
        (ProposePact(3), "proposal-open"),
        (ProposePact(9), "unknown-seat"),
        (AnswerPact(9, accept=True), "no-such-proposal"),
        (AnswerPact(5, accept=True), "not-addressed"),
        (WithdrawPact(6), "not-your-proposal"),
    ],
)
def test_n119_what_can_not_be_said_about_pacts(command: AnyCommand, code: str) -> None:
    at = table((0, 1))
    at.state.proposals = [Proposal(5, 0, 3, None), Proposal(6, 2, 1, None)]
    assert at.refused(0, command)[0] == code


def test_n119_a_seat_that_only_defends_makes_no_pacts() -> None:
    at = table()
    at.state.neutral = 1 << 2
    assert at.refused(0, ProposePact(2)) == ("seat-neutral", "N119")
    assert at.refused(2, ProposePact(0)) == ("seat-neutral", "N119")


def test_n119_the_clock_breaks_a_pact_only_when_it_must() -> None:
    at = table((0, 1), rest={1: "BRA BOL CHL", 2: "URY"})
    assert not find(at.expire(0), PactEnded)
    at = table((0, 1), rest={1: "BRA BOL CHL URY"})
    assert [e.how for e in find(at.expire(0), PactEnded)] == ["forced"]


def test_n119_the_clock_declines_a_proposal() -> None:
    at = table()
    at.play(0, ProposePact(3))
    assert at.expire(3) == [ProposalClosed(1, "declined")]


def test_n103_n119_no_word_about_pacts_after_the_end() -> None:
    at = table()
    at.state.phase = Phase.OVER
    assert at.refused(0, ProposePact(1)) == ("game-over", "N103")


def test_n119_a_proposal_to_dissolve_falls_with_a_corporation() -> None:
    at = table((0, 1))
    at.play(1, ProposePact(0, dissolve=True))
    assert at.refused(0, ProposePact(1, dissolve=True)) == ("proposal-open", "N119")
