"""How a state changes by what corporations do with each other: negotiations, ballots and pacts."""

from collections.abc import Callable
from typing import Any

from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios.data import HIDDEN, NOBODY
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.state import (
    Ballot,
    LedgerEntry,
    OpenOffer,
    Pact,
    Phase,
    Proposal,
    Request,
    Stage,
    State,
)


def forget(hand: list[int], card: int) -> None:
    """Take `card` out of a hand, or one that the viewer doesn't know."""
    hand.remove(card if card in hand else HIDDEN)


def _talks(state: State, event: e.TalksOpened) -> None:
    state.stage, state.phase = event.stage, Phase.NEGOTIATE
    state.participants, state.done = event.participants, 0
    state.actor = NOBODY


def _requested(state: State, event: e.CardRequested) -> None:
    state.requests.append(Request(event.seat, event.card))
    state.done &= ~(1 << event.seat)


def _offered(state: State, event: e.OfferMade) -> None:
    state.offers.append(OpenOffer(event.id, event.proposer, event.partner, event.give, event.take))
    state.next_offer = event.id + 1
    state.done &= ~(1 << event.proposer)


def _close(state: State, number: int) -> None:
    state.offers = [offer for offer in state.offers if offer.id != number]


def _closed(state: State, event: e.OfferClosed) -> None:
    _close(state, event.id)


def _hand_over(state: State, giver: int, taker: int, goods: Goods, placed: int) -> None:
    match goods:
        case Tokens(colour, count):
            state.retained[giver][colour] -= count
            if colour == taker:
                state.reserve[taker] += count
            else:
                state.retained[taker][colour] += count
        case Land(country):
            state.owners[country] = taker
            state.masks[giver] ^= 1 << country
            state.masks[taker] ^= 1 << country
            state.tokens[country] = placed
            state.reserve[taker] -= placed
        case Card(card):
            forget(state.hands[giver], HIDDEN if card is None else card)
            state.hands[taker].append(HIDDEN if card is None else card)


def _deal(state: State, event: e.DealMade) -> None:
    _close(state, event.id)
    proposer, partner = event.proposer, event.partner
    for giver, goods in ((proposer, event.give), (partner, event.take)):
        if isinstance(goods, Land):
            state.reserve[giver] += state.tokens[goods.country]
    _hand_over(state, proposer, partner, event.give, event.placed[1])
    _hand_over(state, partner, proposer, event.take, event.placed[0])
    state.done &= ~(1 << proposer | 1 << partner)


def _done(state: State, event: e.SeatDone) -> None:
    state.done |= 1 << event.seat


def _silence(state: State, event: e.TalksClosed) -> None:
    del event
    state.offers = []
    state.requests = []
    state.participants = state.done = 0


def _rounded(state: State, event: e.RoundEnded) -> None:
    del event
    state.stage = Stage.BALLOTS
    state.immune, state.suspended = state.suspended, 0


def _ballot(state: State, event: e.BallotOpened) -> None:
    earlier = state.ballot.names if event.number > 1 and state.ballot is not None else ()
    state.phase, state.actor = Phase.BALLOT, NOBODY
    state.ballot = Ballot(event.kind, event.voters, (NOBODY,) * len(event.voters), event.number, earlier)


def _named(state: State, event: e.Named) -> None:
    ballot = state.ballot
    assert ballot is not None
    names = tuple(
        event.seat if voter == event.voter else name for voter, name in zip(ballot.voters, ballot.names, strict=True)
    )
    state.ballot = Ballot(ballot.kind, ballot.voters, names, ballot.number, ballot.earlier)
    state.shuffles += event.drawn


def _suspended(state: State, event: e.SeatSuspended) -> None:
    state.suspended |= 1 << event.seat
    state.ballot = None
    state.shuffles += event.drawn


def _unsuspended(state: State, event: e.SuspensionLapsed) -> None:
    """Nothing but a mark in the record."""
    del state, event


def _starter(state: State, event: e.StarterNamed) -> None:
    state.ballot = None
    state.shuffles += event.drawn


def _log(state: State, what: str, number: int, a: int, b: int) -> None:
    state.ledger.append(LedgerEntry(state.round, what, number, a, b))


def _proposed(state: State, event: e.PactProposed) -> None:
    state.proposals.append(Proposal(event.id, event.proposer, event.partner, event.dissolves))
    state.next_pact = event.id + 1
    what = "proposed" if event.dissolves is None else "dissolve-proposed"
    _log(state, what, event.id, event.proposer, event.partner)


def _take_proposal(state: State, number: int) -> Proposal:
    proposal = next(p for p in state.proposals if p.id == number)
    state.proposals.remove(proposal)
    return proposal


def _unproposed(state: State, event: e.ProposalClosed) -> None:
    p = _take_proposal(state, event.id)
    doer, other = (p.partner, p.proposer) if event.how == "declined" else (p.proposer, p.partner)
    if event.how != "accepted":
        _log(state, event.how, p.id, doer, other)


def _pact(state: State, event: e.PactMade) -> None:
    p = _take_proposal(state, event.id)
    state.pacts.append(Pact(p.id, p.proposer, p.partner, state.round))
    _log(state, "made", p.id, p.partner, p.proposer)


def _unpact(state: State, event: e.PactEnded) -> None:
    pact = next(p for p in state.pacts if p.id == event.id)
    state.pacts.remove(pact)
    doer = event.by if event.by != NOBODY else pact.a
    _log(state, event.how, pact.id, doer, pact.b if doer == pact.a else pact.a)


TABLE: dict[type, Callable[[State, Any], None]] = {
    e.TalksOpened: _talks,
    e.CardRequested: _requested,
    e.OfferMade: _offered,
    e.OfferClosed: _closed,
    e.DealMade: _deal,
    e.SeatDone: _done,
    e.TalksClosed: _silence,
    e.RoundEnded: _rounded,
    e.BallotOpened: _ballot,
    e.Named: _named,
    e.SeatSuspended: _suspended,
    e.SuspensionLapsed: _unsuspended,
    e.StarterNamed: _starter,
    e.PactProposed: _proposed,
    e.ProposalClosed: _unproposed,
    e.PactMade: _pact,
    e.PactEnded: _unpact,
}
"""One function for each of these events."""
