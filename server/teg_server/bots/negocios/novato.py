"""The beginner: good odds, no plan, early contentment, even deals."""

from random import Random
from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios.ballots import candidates
from teg_shared.rules.negocios.cards import legal_paths
from teg_shared.rules.negocios.commands import (
    Answer,
    AnswerPact,
    AnyCommand,
    Attempt,
    Decline,
    Done,
    EndAttempts,
    EndTurn,
    MoveIcon,
    Name,
    Offer,
    Place,
    PlayCard,
    Supply,
)
from teg_shared.rules.negocios.control import attempt_dice, is_hostile, stacks
from teg_shared.rules.negocios.course import can_play
from teg_shared.rules.negocios.data import MOST_ON_COUNTRY
from teg_shared.rules.negocios.goods import Card, Land, Tokens
from teg_shared.rules.negocios.state import OpenOffer, Phase, Proposal, State
from teg_shared.rules.negocios.talks import problem
from teg_shared.rules.odds import control_probability

from teg_server.bots.negocios.bot import Corporate, luck, may_offer
from teg_server.bots.negocios.market import simple_exchange
from teg_server.bots.negocios.tables import ADJACENCY
from teg_server.bots.negocios.votes import answer_pact, sworn

FLOOR: Final = 0.5
"""Least odds of an attempt that is no duty: to a beginner all countries are worth the same."""
STOP: Final = 0.2
"""Chance to be content after each attempt."""
CHAT: Final = 0.3
"""Chance to ask for own fichas in a negotiation."""


class Novato(Corporate):
    """A player who knows the rules."""

    level = "novato"

    def act(self, view: State, seat: int) -> AnyCommand:
        """See Corporate.act."""
        lot = luck(self._seed, view, seat)
        match view.phase:
            case Phase.ATTEMPTS:
                return _attempt(view, seat, lot)
            case Phase.SUPPLY:
                return Supply(lot.choice(stacks(view, seat)))
            case Phase.CARD:
                return PlayCard(lot.choice(view.hands[seat]))
            case Phase.PLACE:
                return _place(view, seat, lot)
            case Phase.MOVE:
                return MoveIcon(lot.choice(legal_paths(view)))
            case Phase.EXCHANGE:
                return simple_exchange(view, seat)
            case Phase.BONUS:
                return simple_exchange(view, seat) if lot.random() < 0.5 else Decline()
            case _:
                return EndTurn()

    def answer(self, view: State, seat: int, offer: OpenOffer) -> AnyCommand:
        """Accept fichas for fichas and any card; swap countries only for one that touches more own ones."""
        if problem(view, offer) is not None:
            return Answer(offer.id, accept=False)
        match offer.give, offer.take:
            case Tokens(), Tokens():
                return Answer(offer.id, accept=True)
            case Land(theirs), Land(mine):
                own = view.masks[seat]
                return Answer(offer.id, _friends(theirs, own & ~(1 << mine)) > _friends(mine, own))
            case Card(), Card(int()):
                return Answer(offer.id, luck(self._seed, view, seat).random() < 0.5)
            case _:
                return Answer(offer.id, accept=False)

    def talk(self, view: State, seat: int) -> AnyCommand:
        """Play a card that was kept, now and then ask for the own fichas, and be done."""
        lot = luck(self._seed, view, seat)
        if can_play(view, seat):
            return PlayCard(lot.choice(view.hands[seat]))
        if may_offer(view) and lot.random() < CHAT and all(offer.proposer != seat for offer in view.offers):
            return _ask_home(view, seat, lot) or Done()
        return Done()

    def name(self, view: State, seat: int) -> AnyCommand:
        """Name oneself as the starter, and anybody for a suspension."""
        assert view.ballot is not None
        able = candidates(view, view.ballot.kind, seat)
        if view.ballot.kind == "starter" and seat in able:
            return Name(seat)
        return Name(luck(self._seed, view, seat).choice(able))

    def answer_pact(self, view: State, seat: int, proposal: Proposal) -> AnswerPact:
        """See Corporate.answer_pact."""
        return answer_pact(view, seat, proposal)


def _friends(country: int, mask: int) -> int:
    return (ADJACENCY[country] & mask).bit_count()


def _attempt(view: State, seat: int, lot: Random) -> Attempt | EndAttempts:
    """Take the best odds, the first attempt whatever they are, or be content (N53)."""
    if view.attempts and lot.random() < STOP:
        return EndAttempts()
    mask, spared = view.masks[seat], sworn(view, seat)
    pairs = [(s, t) for s in members(mask) for t in members(ADJACENCY[s] & ~mask)]
    free = [pair for pair in pairs if not spared >> pair[1] & 1]
    breaking = not free and not view.attempts
    options = pairs if breaking else free
    if not options:
        return EndAttempts()
    odds = {pair: _odds(view, *pair) for pair in options}
    most = max(odds.values())
    if view.attempts and most < FLOOR:
        return EndAttempts()
    source, target = lot.choice([pair for pair in options if odds[pair] == most])
    moved = lot.randint(1, 3) if is_hostile(view, source, target) else 1
    return Attempt(source, target, moved, breaking)


def _odds(view: State, source: int, target: int) -> float:
    if is_hostile(view, source, target):
        return 1.0
    return float(control_probability(*attempt_dice(view, source, target)))


def _place(view: State, seat: int, lot: Random) -> Place:
    """Put fichas where a foreign country is near, one after the other."""
    room = [c for c in members(view.masks[seat]) if view.tokens[c] < MOST_ON_COUNTRY]
    front = [c for c in room if ADJACENCY[c] & ~view.masks[seat]]
    return Place(lot.choice(front or room), 1)


def _ask_home(view: State, seat: int, lot: Random) -> Offer | None:
    """Ask somebody for an own ficha in exchange for one of theirs."""
    partners = [
        other
        for other in members(view.participants & ~(1 << seat))
        if view.retained[other][seat] and view.retained[seat][other]
    ]
    if not partners:
        return None
    partner = lot.choice(partners)
    count = min(view.retained[partner][seat], view.retained[seat][partner])
    return Offer(partner, Tokens(partner, count), Tokens(seat, count))
