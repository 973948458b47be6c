"""A player without a plan: legal and various, for tests that must come by every rule now and then."""

from random import Random
from typing import Final

from teg_shared.rules.negocios.ballots import candidates
from teg_shared.rules.negocios.cards import legal_paths
from teg_shared.rules.negocios.commands import (
    Answer,
    AnswerPact,
    AnyCommand,
    Attempt,
    Done,
    EndAttempts,
    MoveIcon,
    Name,
    Offer,
    PlayCard,
    ProposePact,
    Withdraw,
)
from teg_shared.rules.negocios.course import can_play
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.legal import attempts, step_commands
from teg_shared.rules.negocios.pacts import between
from teg_shared.rules.negocios.state import OpenOffer, Phase, Proposal, State, plays
from teg_shared.rules.negocios.talks import MOST_OFFERS, problem

from teg_server.bots.negocios.bot import Corporate, luck, may_offer

STOP: Final = 0.25
"""Chance of attempting no more, before each attempt."""
TALK: Final = 0.5
"""Chance of an offer, before each one."""
AGREE: Final = 0.3
"""Chance of accepting whatever is offered."""
PACT: Final = 0.02
"""Chance of a proposal about a pact, before each attempt."""


class SemiRandom(Corporate):
    """Legal moves by lot."""

    level = "random"

    def act(self, view: State, seat: int) -> AnyCommand:
        """See Corporate.act."""
        lot = luck(self._seed, view, seat)
        if view.phase is Phase.MOVE:
            return MoveIcon(lot.choice(legal_paths(view)))
        if view.phase is not Phase.ATTEMPTS:
            return lot.choice(list(step_commands(view, seat)))
        if view.settings.pacts != "none" and lot.random() < PACT:
            said = _pact(view, seat, lot)
            if said is not None:
                return said
        options: list[Attempt] = list(attempts(view, seat))
        if not options or (view.attempts and lot.random() < STOP):
            return EndAttempts()
        return lot.choice(options)

    def answer(self, view: State, seat: int, offer: OpenOffer) -> AnyCommand:
        """Accept or decline by lot."""
        accept = problem(view, offer) is None and luck(self._seed, view, seat).random() < AGREE
        return Answer(offer.id, accept)

    def talk(self, view: State, seat: int) -> AnyCommand:
        """Play a card, withdraw, offer or be done, by lot."""
        lot = luck(self._seed, view, seat)
        if can_play(view, seat) and lot.random() < TALK:
            return PlayCard(lot.choice(view.hands[seat]))
        own = [offer for offer in view.offers if offer.proposer == seat]
        if own and lot.random() < TALK / 2:
            return Withdraw(lot.choice(own).id)
        if may_offer(view) and len(own) < MOST_OFFERS and lot.random() < TALK:
            made = _offer(view, seat, lot)
            if made is not None and all(
                (o.partner, o.give, o.take) != (made.partner, made.give, made.take) for o in own
            ):
                return made
        return Done()

    def name(self, view: State, seat: int) -> AnyCommand:
        """Name somebody by lot."""
        assert view.ballot is not None
        return Name(luck(self._seed, view, seat).choice(candidates(view, view.ballot.kind, seat)))

    def answer_pact(self, view: State, seat: int, proposal: Proposal) -> AnyCommand:
        """Accept or decline by lot."""
        return AnswerPact(proposal.id, luck(self._seed, view, seat).random() < AGREE)


def _pact(view: State, seat: int, lot: Random) -> AnyCommand | None:
    busy = {p.partner for p in view.proposals} | {p.proposer for p in view.proposals}
    free = [s for s in range(len(view.colours)) if s != seat and plays(view, s) and s not in busy]
    if seat in busy or not free:
        return None
    partner = lot.choice(free)
    return ProposePact(partner, dissolve=between(view, seat, partner) is not None)


def _offer(view: State, seat: int, lot: Random) -> Offer | None:
    partner = lot.choice([s for s in range(len(view.colours)) if s != seat])
    if not view.participants >> partner & 1:
        return None
    goods = lot.choice((_tokens, _lands, _cards))(view, seat, partner, lot)
    return Offer(partner, *goods) if goods is not None else None


def _tokens(view: State, seat: int, partner: int, lot: Random) -> tuple[Goods, Goods] | None:
    mine = [colour for colour, held in enumerate(view.retained[seat]) if held]
    theirs = [colour for colour, held in enumerate(view.retained[partner]) if held]
    if not mine or not theirs:
        return None
    give, take = lot.choice(mine), lot.choice(theirs)
    if give == take:
        return None
    count = lot.randint(1, min(view.retained[seat][give], view.retained[partner][take]))
    return Tokens(give, count), Tokens(take, count)


def _lands(view: State, seat: int, partner: int, lot: Random) -> tuple[Goods, Goods] | None:
    mine = [country for country, owner in enumerate(view.owners) if owner == seat]
    theirs = [country for country, owner in enumerate(view.owners) if owner == partner]
    return (Land(lot.choice(mine)), Land(lot.choice(theirs))) if mine and theirs else None


def _cards(view: State, seat: int, partner: int, lot: Random) -> tuple[Goods, Goods] | None:
    if not view.hands[seat] or not view.hands[partner]:
        return None
    shown = [o.give for o in view.offers if o.proposer == partner and o.partner == seat and isinstance(o.give, Card)]
    return Card(lot.choice(view.hands[seat])), lot.choice([*shown, Card(None)])
