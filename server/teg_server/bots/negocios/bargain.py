"""Negotiations: which deals are good, for whom they are dangerous, and which to offer (N119 to N132)."""

from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios.commands import Answer, AnyCommand, Done, Offer, PlayCard, Withdraw
from teg_shared.rules.negocios.course import can_play
from teg_shared.rules.negocios.data import CARDS, FACTOR_OF
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.state import OpenOffer
from teg_shared.rules.negocios.talks import problem

from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.bot import may_offer
from teg_server.bots.negocios.icons import Icons
from teg_server.bots.negocios.tables import ADJACENCY

AT_ONCE: Final = 2
"""Own offers that are open at a time."""
SHORT: Final = 5
"""Countries of each side that are thought about in detail."""
SAFE: Final = 4
"""A partner must lack so many countries to victory by block, or gain nothing towards it."""
GREED: Final = 1.5
"""A partner may gain so much more than oneself."""
LEAST: Final = 0.25
"""Gain below which a swap of countries is not worth its words."""


class Bargain:
    """The deals of one seat in a negotiation."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        self.view, self.seat = appraisal.view, appraisal.seat

    # --- judging

    def gain(self, partner: int, give: Goods, take: Goods) -> float:
        """Return what the seat gains by a deal; minus infinity where it would help the partner too much."""
        match give, take:
            case Tokens(), Tokens():
                return self._tokens(partner, give, take)
            case Land(mine), Land(theirs):
                return self._lands(partner, mine, theirs)
            case Card(int(mine)), Card(int(theirs)) if theirs >= 0:
                return self.card(theirs) - self.card(mine)
            case _:
                return float("-inf")

    def _tokens(self, partner: int, give: Tokens, take: Tokens) -> float:
        """One's own fichas come home; the partner's own ones are worth as much to it, shared harm taken off."""
        ficha = self.appraisal.weights.ficha
        home = ficha * take.count * (1.0 if take.colour == self.seat else 0.2)
        away = ficha * give.count * 0.2
        if give.colour == partner:
            away += self.appraisal.harm * ficha * give.count
        return home - away

    def _lands(self, partner: int, mine: int, theirs: int) -> float:
        appraisal, view = self.appraisal, self.view
        a, b = 1 << mine, 1 << theirs
        masks = appraisal.masks
        own, other = masks[self.seat] ^ a ^ b, masks[partner] ^ a ^ b
        gain = appraisal.exchange(partner, own, other)
        profit = appraisal.having(other) - appraisal.having(masks[partner])
        if appraisal.wins(own):
            return gain
        if profit > 0 and self._lack(other) < SAFE:
            return float("-inf")
        stack = appraisal.weights.stack
        gain += stack[view.tokens[theirs]] - stack[view.tokens[mine]]
        return gain if profit <= GREED * max(gain, 0.0) else float("-inf")

    def _lack(self, mask: int) -> int:
        return self.view.settings.block_size - self.appraisal.block(mask)

    def card(self, card: int) -> float:
        """Return what a card in the own hand is worth."""
        return 0.5 * CARDS[card].tokens + 0.5 * Icons(self.appraisal).card(card)

    # --- speaking

    def answer(self, offer: OpenOffer) -> AnyCommand:
        """Accept what one gains by; name a card for one that is shown if a worse one is at hand; decline the rest."""
        give, take = offer.take, offer.give
        if give == Card(None):
            return self._name_card(offer) or Answer(offer.id, accept=False)
        good = problem(self.view, offer) is None and self.gain(offer.proposer, give, take) > 0.01
        return Answer(offer.id, good)

    def _name_card(self, offer: OpenOffer) -> Offer | None:
        shown = offer.give
        hand = self.view.hands[self.seat]
        if not hand or not isinstance(shown, Card) or shown.card is None or not may_offer(self.view):
            return None
        worst = min(hand, key=self.card)
        made = Offer(offer.proposer, Card(worst), shown)
        if self.card(shown.card) <= self.card(worst) or self._open(made) or self._full():
            return None
        return made

    def _open(self, made: Offer) -> bool:
        return any((o.partner, o.give, o.take) == (made.partner, made.give, made.take) for o in self._own())

    def _own(self) -> list[OpenOffer]:
        return [offer for offer in self.view.offers if offer.proposer == self.seat]

    def _full(self) -> bool:
        return len(self._own()) > AT_ONCE

    def speak(self) -> AnyCommand:
        """Withdraw what has become bad, play a card that was kept, offer, or be done."""
        view, seat = self.view, self.seat
        for offer in self._own():
            if offer.take != Card(None) and self.gain(offer.partner, offer.give, offer.take) <= 0:
                return Withdraw(offer.id)
        if can_play(view, seat):
            return PlayCard(best_card(self.appraisal))
        if len(self._own()) < AT_ONCE and may_offer(view):
            made = self._offer()
            if made is not None:
                return made
        return Done()

    def _offer(self) -> Offer | None:
        """Return the best offer that its partner may like too."""
        best: Offer | None = None
        most = 0.0
        asked = {offer.partner for offer in self._own()}
        for partner in members(self.view.participants & ~(1 << self.seat)):
            if partner in asked:
                continue
            for made, gain in (self._best_lands(partner), self._best_tokens(partner)):
                if made is not None and gain > most:
                    best, most = made, gain
        return best

    def ask_home(self) -> Offer | None:
        """Return the best offer to get own fichas back (N124)."""
        offers = [self._best_tokens(partner) for partner in members(self.view.participants & ~(1 << self.seat))]
        best, gain = max(offers, key=lambda offer: offer[1], default=(None, 0.0))
        return best if gain > 0 else None

    def _best_tokens(self, partner: int) -> tuple[Offer | None, float]:
        """Own fichas that the partner retains for its own, or for whatever else is at hand."""
        view, seat = self.view, self.seat
        count = view.retained[partner][seat]
        colours = [c for c, held in enumerate(view.retained[seat]) if held]
        if not count or not colours:
            return None, 0.0
        colour = partner if partner in colours else max(colours, key=lambda c: view.retained[seat][c])
        amount = min(count, view.retained[seat][colour])
        made = Offer(partner, Tokens(colour, amount), Tokens(seat, amount))
        return made, self.gain(partner, made.give, made.take)

    def _best_lands(self, partner: int) -> tuple[Offer | None, float]:
        """The swap of countries that is best for oneself among those by which the partner gains too."""
        appraisal, seat = self.appraisal, self.seat
        masks = appraisal.masks
        cheap = self._leaving(seat, partner)
        dear = self._coming(seat, partner)
        best: Offer | None = None
        most = LEAST
        for theirs in dear:
            for mine in cheap:
                bits = 1 << mine | 1 << theirs
                other = masks[partner] ^ bits
                profit = appraisal.having(other) - appraisal.having(masks[partner])
                if profit <= 0:
                    continue
                gain = self._lands(partner, mine, theirs)
                if gain > most:
                    best, most = Offer(partner, Land(mine), Land(theirs)), gain
        return best, most

    def _leaving(self, seat: int, partner: int) -> list[int]:
        """Return the countries of `seat` that it can best spare: outside of its largest block, near the partner's."""
        masks = self.appraisal.masks
        own, other = self.appraisal.block_mask(masks[seat]), self.appraisal.block_mask(masks[partner])
        loose = list(members(masks[seat] & ~own)) or list(members(masks[seat]))
        return sorted(loose, key=lambda c: (not ADJACENCY[c] & other, c))[:SHORT]

    def _coming(self, seat: int, partner: int) -> list[int]:
        """Return the countries of the partner that suit `seat` best: beside its largest block, or wanted by its aim."""
        appraisal = self.appraisal
        masks = appraisal.masks
        own = appraisal.block_mask(masks[seat])
        among = [c for c in members(masks[partner]) if ADJACENCY[c] & own]
        gains = {c: appraisal.swing(c, partner, seat) for c in among}
        return sorted(among, key=lambda c: (-gains[c], FACTOR_OF[c], c))[:SHORT]


def best_card(appraisal: Appraisal) -> int:
    """Return the card in hand that is best to play now."""
    icons = Icons(appraisal)
    return max(appraisal.view.hands[appraisal.seat], key=lambda card: 0.5 * CARDS[card].tokens + icons.card(card))
