"""What a viewer may know: the board, zones, market and levels are public; cards and objectives are not (N12, N129)."""

from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.goods import Card, Goods
from teg_shared.rules.negocios.state import OpenOffer, Phase, Request, State


def _covered(goods: Goods) -> Goods:
    return Card(HIDDEN) if isinstance(goods, Card) and goods.card is not None else goods


def view(state: State, viewer: int | None) -> State:
    """Return what `viewer` (None for a spectator) may know of `state`, as a state of its own."""
    seen = state.copy()
    seen.deck = [HIDDEN] * len(seen.deck)
    if state.phase is Phase.OVER:
        return seen
    seen.hands = [hand if seat == viewer else [HIDDEN] * len(hand) for seat, hand in enumerate(seen.hands)]
    seen.objectives = [number if seat == viewer else HIDDEN for seat, number in enumerate(state.objectives)]
    seen.offers = [
        offer
        if viewer in (offer.proposer, offer.partner)
        else OpenOffer(offer.id, offer.proposer, offer.partner, _covered(offer.give), _covered(offer.take))
        for offer in state.offers
    ]
    seen.requests = [r if r.seat == viewer else Request(r.seat, HIDDEN) for r in state.requests]
    return seen


def redact(event: e.AnyEvent, viewer: int | None) -> e.AnyEvent | None:
    """Return what `viewer` may know of `event`; every event is known to happen."""
    match event:
        case e.ObjectivesDealt(objectives, shuffles):
            seen = tuple(n if seat == viewer else HIDDEN for seat, n in enumerate(objectives))
            return e.ObjectivesDealt(seen, shuffles)
        case e.DeckShuffled(cards):
            return e.DeckShuffled((HIDDEN,) * len(cards))
        case e.CardDrawn(seat) if seat != viewer:
            return e.CardDrawn(seat, HIDDEN)
        case e.CardRequested(seat) if seat != viewer:
            return e.CardRequested(seat, HIDDEN)
        case e.SeatEliminated(seat, by, cards, refills) if by != viewer:
            return e.SeatEliminated(seat, by, (HIDDEN,) * len(cards), refills)
        case e.OfferMade(number, proposer, partner, give, take) if viewer not in (proposer, partner):
            return e.OfferMade(number, proposer, partner, _covered(give), _covered(take))
        case e.DealMade(number, proposer, partner, give, take, placed) if viewer not in (proposer, partner):
            return e.DealMade(number, proposer, partner, _covered(give), _covered(take), placed)
        case _:
            return event
