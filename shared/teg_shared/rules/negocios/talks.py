"""Negotiations: N119 to N132, N150."""

from teg_shared.rules.chance import Chance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios import guard
from teg_shared.rules.negocios.cards import resolving, talking
from teg_shared.rules.negocios.commands import Answer, Done, Offer, Withdraw
from teg_shared.rules.negocios.course import close_talks_if_done
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import AnyEvent, DealMade, OfferClosed, OfferMade, SeatDone
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import OpenOffer, Phase, State
from teg_shared.rules.negocios.victory import settle

MOST_OFFERS = 10
"""Open offers of one seat."""


def check_open(state: State, seat: int) -> None:
    """Refuse a word in a negotiation that does not run, that waits for a card, or that is others' (N121, N150).

    Raises:
        RuleError: game-over, no-talks, not-participant or card-resolving.
    """
    if state.phase is Phase.OVER:
        raise refuse("game-over")
    if not talking(state):
        raise refuse("no-talks", phase=state.phase.value)
    if not state.participants >> seat & 1:
        raise refuse("not-participant", stage=state.stage.value)
    if resolving(state):
        raise refuse("card-resolving", seat=state.actor, card=state.card)


def check_goods(state: State, proposer: int, partner: int, give: Goods, take: Goods) -> None:
    """Refuse goods that can't change hands now; the same check when an offer is made and when it is accepted.

    A hand that the viewer can't see may hold any card.

    Raises:
        RuleError: goods-differ, unequal, count, unknown-seat, same-colour, not-retained, not-yours, not-theirs,
            card-unnamed, no-cards or not-your-card.
    """
    match give, take:
        case Tokens(), Tokens():
            _check_tokens(state, proposer, partner, give, take)
        case Land(mine), Land(theirs):
            guard.own_country(state, proposer, mine, "N123")
            guard.country(theirs)
            if state.owners[theirs] != partner:
                raise refuse("not-theirs", country=theirs, seat=partner)
        case Card(None), Card():
            raise refuse("card-unnamed")
        case Card(int(mine)), Card(wanted):
            if not holds(state.hands[proposer], mine):
                raise refuse("not-your-card", "N123", card=mine)
            if wanted is None and not state.hands[partner]:
                raise refuse("no-cards", seat=partner)
            if wanted is not None and not holds(state.hands[partner], wanted):
                raise refuse("not-theirs", card=wanted, seat=partner)
        case _:
            raise refuse("goods-differ")


def holds(hand: list[int], card: int) -> bool:
    """Whether `card` is in a hand, or may be in one that the viewer can't see."""
    return card in hand or HIDDEN in hand


def _check_tokens(state: State, proposer: int, partner: int, give: Tokens, take: Tokens) -> None:
    if give.count != take.count:
        raise refuse("unequal", give=give.count, take=take.count)
    if give.count < 1:
        raise refuse("count", count=give.count, least=1)
    if give.colour == take.colour:
        raise refuse("same-colour", colour=give.colour)
    for seat, goods in ((proposer, give), (partner, take)):
        if not 0 <= goods.colour < len(state.colours):
            raise refuse("unknown-seat", seat=goods.colour)
        held = state.retained[seat][goods.colour]
        if held < goods.count:
            raise refuse("not-retained", seat=seat, colour=goods.colour, count=goods.count, held=held)


def check_offer(state: State, seat: int, command: Offer) -> None:
    """Refuse an offer that can't be made now (N121 to N131).

    Raises:
        RuleError: see check_open and check_goods; unknown-seat, seat-out, offer-to-oneself, not-participant,
            card-not-shown, offer-repeated or too-many-offers.
    """
    partner, give, take = command.partner, command.give, command.take
    check_open(state, seat)
    guard.living_seat(state, partner)
    if partner == seat:
        raise refuse("offer-to-oneself")
    if not state.participants >> partner & 1:
        raise refuse("not-participant", seat=partner, stage=state.stage.value)
    _check_shown(state, seat, partner, take)
    if isinstance(give, Card) and give.card is not None and give.card < 0:
        raise refuse("not-your-card", "N123", card=give.card)
    check_goods(state, seat, partner, give, take)
    own = [offer for offer in state.offers if offer.proposer == seat]
    for offer in own:
        if (offer.partner, offer.give, offer.take) == (partner, give, take):
            raise refuse("offer-repeated", offer=offer.id)
    if len(own) >= MOST_OFFERS:
        raise refuse("too-many-offers", most=MOST_OFFERS)


def _check_shown(state: State, seat: int, partner: int, take: Goods) -> None:
    """Refuse to name a card that the partner has not shown to `seat`: asking must not tell who holds what (N129)."""
    if not isinstance(take, Card) or take.card is None:
        return
    shown = Card(take.card)
    if not any(o.proposer == partner and o.partner == seat and o.give == shown for o in state.offers):
        raise refuse("card-not-shown", card=take.card, seat=partner)


def offer(state: State, seat: int, command: Offer, chance: Chance) -> list[AnyEvent]:
    """Open an offer to another participant (N123 to N131)."""
    del chance
    check_offer(state, seat, command)
    return [OfferMade(state.next_offer, seat, command.partner, command.give, command.take)]


def find_offer(state: State, number: int) -> OpenOffer:
    """Return the open offer `number`.

    Raises:
        RuleError: no-such-offer.
    """
    for open_offer in state.offers:
        if open_offer.id == number:
            return open_offer
    raise refuse("no-such-offer", offer=number)


def problem(state: State, open_offer: OpenOffer) -> RuleError | None:
    """Return why an open offer can't be accepted now, None if it can (N126, N129)."""
    if open_offer.take == Card(None):
        return refuse("name-a-card", offer=open_offer.id)
    try:
        check_goods(state, open_offer.proposer, open_offer.partner, open_offer.give, open_offer.take)
    except RuleError as error:
        return refuse("offer-void", offer=open_offer.id, reason=error.code, why=error.facts)
    return None


def answer(state: State, seat: int, command: Answer, chance: Chance) -> list[AnyEvent]:
    """Accept or decline an offer; its goods are looked at again (N126, N131)."""
    check_open(state, seat)
    open_offer = find_offer(state, command.offer)
    if open_offer.partner != seat:
        raise refuse("not-addressed", offer=open_offer.id)
    if not command.accept:
        return [OfferClosed(open_offer.id, "declined")]
    trouble = problem(state, open_offer)
    if trouble is not None:
        raise trouble
    draft = Draft(state, chance)
    proposer, give, take = open_offer.proposer, open_offer.give, open_offer.take
    draft.emit(DealMade(open_offer.id, proposer, seat, give, take, placed(state, open_offer)))
    settle(draft, seat)
    return draft.events


def placed(state: State, open_offer: OpenOffer) -> tuple[int, int]:
    """Return the fichas that proposer and partner put on the countries they get (N127)."""
    give, take = open_offer.give, open_offer.take
    if not isinstance(give, Land) or not isinstance(take, Land):
        return (0, 0)
    mine, theirs = state.tokens[give.country], state.tokens[take.country]
    return (
        min(theirs, state.reserve[open_offer.proposer] + mine),
        min(mine, state.reserve[open_offer.partner] + theirs),
    )


def withdraw(state: State, seat: int, command: Withdraw, chance: Chance) -> list[AnyEvent]:
    """Take back an own offer (N131)."""
    del chance
    check_open(state, seat)
    open_offer = find_offer(state, command.offer)
    if open_offer.proposer != seat:
        raise refuse("not-your-offer", offer=open_offer.id)
    return [OfferClosed(open_offer.id, "withdrawn")]


def done(state: State, seat: int, command: Done, chance: Chance) -> list[AnyEvent]:
    """Declare that one wants nothing more; the negotiation ends when all have (N130)."""
    del command
    check_open(state, seat)
    if state.done >> seat & 1:
        raise refuse("done-already")
    draft = Draft(state, chance)
    draft.emit(SeatDone(seat))
    close_talks_if_done(draft)
    return draft.events
