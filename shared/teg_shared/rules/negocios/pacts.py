"""Pacts, where the table allows them: they are written down and forbid nothing (N119)."""

from teg_shared.rules.board import members
from teg_shared.rules.chance import Chance
from teg_shared.rules.chatter import A_ROUND, said_enough
from teg_shared.rules.negocios import guard
from teg_shared.rules.negocios.commands import AnswerPact, ProposePact, WithdrawPact
from teg_shared.rules.negocios.data import BOARD, NOBODY
from teg_shared.rules.negocios.events import AnyEvent, PactEnded, PactMade, PactProposed, ProposalClosed
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Pact, Phase, Proposal, State, plays


def between(state: State, a: int, b: int) -> Pact | None:
    """Return the pact that stands between two seats."""
    return next((pact for pact in state.pacts if {pact.a, pact.b} == {a, b}), None)


def all_protected(state: State, seat: int) -> bool:
    """Whether every linked country of others is under a pact with `seat`, so that its duty must break one (N119)."""
    mask = state.masks[seat]
    near = 0
    for country in members(mask):
        near |= BOARD.adjacency[country]
    owners = {state.owners[country] for country in members(near & ~mask)}
    return all(between(state, seat, owner) is not None for owner in owners)


def broken_by_attempt(state: State, seat: int, target: int, *, breaking: bool) -> list[AnyEvent]:
    """Return the end of the pact that an attempt breaks (N119).

    The compulsory attempt breaks one without fault (`forced`) when every linked enemy is protected.

    Raises:
        RuleError: pact-in-the-way if `breaking` was not said; no-pact-to-break if there is none.
    """
    pact = between(state, seat, state.owners[target]) if state.pacts else None
    if pact is None:
        if breaking:
            raise refuse("no-pact-to-break", country=target)
        return []
    if not breaking:
        raise refuse("pact-in-the-way", pact=pact.id, seat=state.owners[target])
    forced = not state.attempts and all_protected(state, seat)
    return _end(state, pact, "forced" if forced else "broken", seat)


def _end(state: State, pact: Pact, how: str, by: int) -> list[AnyEvent]:
    closed: list[AnyEvent] = [ProposalClosed(p.id, "lapsed") for p in state.proposals if p.dissolves == pact.id]
    return [*closed, PactEnded(pact.id, how, by)]


def lapse(state: State, seat: int) -> list[AnyEvent]:
    """Return the ends of the pacts and proposals of a seat that is out (N117)."""
    events: list[AnyEvent] = []
    gone = [pact for pact in state.pacts if seat in (pact.a, pact.b)]
    for pact in gone:
        events += _end(state, pact, "lapsed", NOBODY)
    ended = {pact.id for pact in gone}
    events += [
        ProposalClosed(p.id, "lapsed")
        for p in state.proposals
        if seat in (p.proposer, p.partner) and p.dissolves not in ended
    ]
    return events


def _open_table(state: State, seat: int) -> None:
    if state.phase is Phase.OVER:
        raise refuse("game-over")
    if state.settings.pacts == "none":
        raise refuse("pacts-off")
    guard.living_seat(state, seat)
    if not plays(state, seat):
        raise refuse("seat-neutral", "N119", seat=seat)


def propose(state: State, seat: int, command: ProposePact, chance: Chance) -> list[AnyEvent]:
    """Propose a pact with another corporation, or its end (N119)."""
    del chance
    _open_table(state, seat)
    guard.living_seat(state, command.partner)
    if command.partner == seat:
        raise refuse("pact-with-oneself")
    if not plays(state, command.partner):
        raise refuse("seat-neutral", "N119", seat=command.partner)
    pact = between(state, seat, command.partner)
    for p in state.proposals:
        if {p.proposer, p.partner} == {seat, command.partner}:
            raise refuse("proposal-open", proposal=p.id)
    if command.dissolve and pact is None:
        raise refuse("no-pact", seat=command.partner)
    if not command.dissolve and pact is not None:
        raise refuse("pact-stands", pact=pact.id)
    if said_enough(state, seat):
        raise refuse("enough-proposals", most=A_ROUND)
    return [PactProposed(state.next_pact, seat, command.partner, None if pact is None else pact.id)]


def _find(state: State, number: int) -> Proposal:
    for proposal in state.proposals:
        if proposal.id == number:
            return proposal
    raise refuse("no-such-proposal", proposal=number)


def answer(state: State, seat: int, command: AnswerPact, chance: Chance) -> list[AnyEvent]:
    """Accept or decline a proposal about a pact (N119)."""
    del chance
    _open_table(state, seat)
    proposal = _find(state, command.proposal)
    if proposal.partner != seat:
        raise refuse("not-addressed", "N119", proposal=proposal.id)
    if not command.accept:
        return [ProposalClosed(proposal.id, "declined")]
    if proposal.dissolves is None:
        return [PactMade(proposal.id)]
    return [ProposalClosed(proposal.id, "accepted"), PactEnded(proposal.dissolves, "dissolved", seat)]


def withdraw(state: State, seat: int, command: WithdrawPact, chance: Chance) -> list[AnyEvent]:
    """Take back an own proposal about a pact (N119)."""
    del chance
    _open_table(state, seat)
    proposal = _find(state, command.proposal)
    if proposal.proposer != seat:
        raise refuse("not-your-proposal", proposal=proposal.id)
    return [ProposalClosed(proposal.id, "withdrawn")]
