"""Every command that the rules accept now.

What is free is listed in part: offers of fichas one for one (any equal number is allowed), of countries, and of
cards as invitations or as answers to a card that was shown; see `offers`.
"""

from collections.abc import Iterator
from itertools import combinations

from teg_shared.rules.board import members
from teg_shared.rules.chatter import said_enough
from teg_shared.rules.negocios import pacts
from teg_shared.rules.negocios.ballots import candidates, waiting
from teg_shared.rules.negocios.cards import legal_paths, resolving, talking
from teg_shared.rules.negocios.commands import (
    Answer,
    AnswerPact,
    AnyCommand,
    Attempt,
    Decline,
    Done,
    EndAttempts,
    EndTurn,
    Exchange,
    Invest,
    KeepCards,
    MoveIcon,
    Name,
    Offer,
    Place,
    PlayCard,
    ProposePact,
    Reassign,
    Supply,
    Withdraw,
    WithdrawPact,
)
from teg_shared.rules.negocios.control import MOST_HOSTILE, is_hostile, stacks
from teg_shared.rules.negocios.course import can_attempt, can_play, destinations, may_transfer, movable
from teg_shared.rules.negocios.data import BOARD, MOST_ON_COUNTRY
from teg_shared.rules.negocios.goods import Card, Land, Tokens
from teg_shared.rules.negocios.market import sources
from teg_shared.rules.negocios.state import Phase, State, plays
from teg_shared.rules.negocios.talks import MOST_OFFERS, holds, problem

_ADJACENCY = BOARD.adjacency


def legal(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield the commands that `seat` may give now."""
    if state.phase is Phase.OVER or not plays(state, seat):
        return
    if seat == state.actor:
        yield from step_commands(state, seat)
    elif state.phase is Phase.BALLOT:
        yield from ballot_commands(state, seat)
    if talking(state) and state.participants >> seat & 1:
        yield from talk_commands(state, seat)
    if state.settings.pacts != "none":
        yield from pact_commands(state, seat)


def step_commands(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield what the seat that has to act may do in the step that runs."""
    match state.phase:
        case Phase.ATTEMPTS:
            yield from attempts(state, seat)
            if state.attempts or not can_attempt(state, seat):
                yield EndAttempts()
        case Phase.SUPPLY:
            yield from (Supply(country) for country in stacks(state, seat))
        case Phase.CARD:
            yield from (PlayCard(card) for card in state.hands[seat])
            yield KeepCards()
        case Phase.PLACE:
            yield from placements(state, seat)
        case Phase.MOVE:
            yield from (MoveIcon(path) for path in legal_paths(state))
        case Phase.EXCHANGE | Phase.BONUS:
            yield from (Exchange(seats) for seats in combinations(sources(state, seat), state.value))
            if state.phase is Phase.BONUS:
                yield Decline()
        case Phase.TRANSFER:
            yield from transfers(state, seat)
            yield EndTurn()
        case _:
            return


def attempts(state: State, seat: int) -> Iterator[Attempt]:
    """Yield every attempt of the seat on turn; one that breaks a pact says so (N33, N47, N119)."""
    mask = state.masks[seat]
    sworn = 0
    for pact in state.pacts:
        if seat in (pact.a, pact.b):
            sworn |= state.masks[pact.a] | state.masks[pact.b]
    for source in members(mask):
        for target in members(_ADJACENCY[source] & ~mask):
            breaking = bool(sworn >> target & 1)
            most = MOST_HOSTILE if is_hostile(state, source, target) else 1
            for tokens in range(1, most + 1):
                yield Attempt(source, target, tokens, breaking)


def placements(state: State, seat: int) -> Iterator[Place]:
    """Yield every placement on one own country (N66)."""
    for country in members(state.masks[seat]):
        for tokens in range(1, min(state.value, MOST_ON_COUNTRY - state.tokens[country]) + 1):
            yield Place(country, tokens)


def transfers(state: State, seat: int) -> Iterator[Invest | Reassign]:
    """Yield every inversion and reassignment (N118)."""
    for source in members(state.masks[seat]):
        most = movable(state, source)
        if most < 1:
            continue
        for invest in (True, False):
            if not may_transfer(state, invest=invest):
                continue
            for target in members(destinations(state, seat, source, invest=invest)):
                for tokens in range(1, min(most, MOST_ON_COUNTRY - state.tokens[target]) + 1):
                    yield Invest(source, target, tokens) if invest else Reassign(source, target, tokens)


def ballot_commands(state: State, seat: int) -> Iterator[Name]:
    """Yield whom a leader may name (N93, N94)."""
    if state.ballot is not None and seat in waiting(state.ballot):
        yield from (Name(other) for other in candidates(state, state.ballot.kind, seat))


def talk_commands(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield what a participant may do in a negotiation (N121 to N131, N150)."""
    if can_play(state, seat) and not any(request.seat == seat for request in state.requests):
        yield from (PlayCard(card) for card in state.hands[seat])
    if resolving(state):
        return
    yield from talk_answers(state, seat)
    if not state.done >> seat & 1:
        yield Done()
    yield from offers(state, seat)


def talk_answers(state: State, seat: int) -> Iterator[Answer | Withdraw]:
    """Yield answers to the offers made to `seat`, and withdrawals of its own (N126, N131)."""
    for offer in state.offers:
        if offer.partner == seat:
            if problem(state, offer) is None:
                yield Answer(offer.id, accept=True)
            yield Answer(offer.id, accept=False)
        elif offer.proposer == seat:
            yield Withdraw(offer.id)


def offers(state: State, seat: int) -> Iterator[Offer]:
    """Yield the offers of one for one that `seat` may make (N123 to N129)."""
    own = [(o.partner, o.give, o.take) for o in state.offers if o.proposer == seat]
    if len(own) >= MOST_OFFERS:
        return
    for partner in members(state.participants & ~(1 << seat)):
        for made in _offers_to(state, seat, partner):
            if not own or (partner, made.give, made.take) not in own:
                yield made


def _offers_to(state: State, seat: int, partner: int) -> Iterator[Offer]:
    mine = [colour for colour, held in enumerate(state.retained[seat]) if held]
    theirs = [colour for colour, held in enumerate(state.retained[partner]) if held]
    for colour in mine:
        yield from (Offer(partner, Tokens(colour, 1), Tokens(other, 1)) for other in theirs if other != colour)
    if state.hands[partner]:
        shown = sorted(_shown(state, seat, partner))
        for card in state.hands[seat]:
            yield Offer(partner, Card(card), Card(None))
            yield from (Offer(partner, Card(card), Card(other)) for other in shown)
    wanted = [Land(country) for country in members(state.masks[partner])]
    for country in members(state.masks[seat]):
        give = Land(country)
        yield from (Offer(partner, give, take) for take in wanted)


def _shown(state: State, seat: int, partner: int) -> set[int]:
    """Return the cards of `partner` that it shows to `seat` by an open offer (N129)."""
    return {
        o.give.card
        for o in state.offers
        if o.proposer == partner and o.partner == seat and isinstance(o.give, Card) and o.give.card is not None
        if holds(state.hands[partner], o.give.card)
    }


def pact_commands(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield what `seat` may do about pacts (N119)."""
    asked: set[int] = set()
    for proposal in state.proposals:
        if proposal.partner == seat:
            yield AnswerPact(proposal.id, accept=True)
            yield AnswerPact(proposal.id, accept=False)
            asked.add(proposal.proposer)
        elif proposal.proposer == seat:
            yield WithdrawPact(proposal.id)
            asked.add(proposal.partner)
    if said_enough(state, seat):
        return
    for partner in range(len(state.colours)):
        if partner != seat and plays(state, partner) and partner not in asked:
            yield ProposePact(partner, dissolve=pacts.between(state, seat, partner) is not None)
