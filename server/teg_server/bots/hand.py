"""What to do with cards: claiming bonuses, choosing three to exchange, and when (C17 to C21)."""

from teg_shared.rules.classic import cards
from teg_shared.rules.classic.commands import Claim, EndTurn, Exchange
from teg_shared.rules.classic.data import HAND_LIMIT, JOKER, SYMBOLS
from teg_shared.rules.classic.state import State

CARD_IN_ARMIES = 3
"""About what a card is worth in armies: a third of an early exchange."""


def closed(view: State) -> bool:
    """Whether nobody exchanges or claims in this round (C9)."""
    return view.round == 1 and not view.settings.first_round_incorporates


def must_exchange(view: State, seat: int) -> bool:
    """Whether `seat` has to exchange before it goes on (C21)."""
    return len(view.hands[seat]) >= HAND_LIMIT


def _costs_too_much(view: State) -> bool:
    """Whether a claim spends the card, which is worth more than the armies (C19, `bonus_spends_card`)."""
    return view.settings.bonus_spends_card and cards.BONUS_ARMIES < CARD_IN_ARMIES


def drawn(view: State) -> Claim | EndTurn:
    """Return what to do about the card just drawn, which shows an own country (C19)."""
    return EndTurn() if _costs_too_much(view) else Claim(view.drawn)


def bonus(view: State, seat: int) -> Claim | None:
    """Return a claim for the incorporate step that is worth making (C19)."""
    if _costs_too_much(view):
        return None
    for card in view.hands[seat]:
        if cards.claimable(view, seat, card):
            return Claim(card)
    return None


def exchange(view: State, seat: int) -> Exchange | None:
    """Return the exchange that keeps the most useful cards: jokers, and bonuses still to come (C20)."""
    best: tuple[int, int, int] | None = None
    least = 100
    for three in cards.sets(view.hands[seat]):
        cost = sum(_keep(view, seat, card) for card in three)
        if cost < least:
            best, least = three, cost
    return Exchange(best) if best is not None else None


def _keep(view: State, seat: int, card: int) -> int:
    """Return how much a card is worth keeping."""
    if SYMBOLS[card] == JOKER:
        return 10
    if view.claimed >> card & 1:
        return 1
    return 3 if view.owners[card] == seat else 2
