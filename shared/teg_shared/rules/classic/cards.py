"""Cards: C17 to C22."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from teg_shared.rules.chance import Chance
from teg_shared.rules.classic import guard
from teg_shared.rules.classic.commands import Claim, Exchange
from teg_shared.rules.classic.data import HAND_LIMIT, JOKER, SYMBOLS
from teg_shared.rules.classic.events import AnyEvent, BonusClaimed, CardDrawn, CardsExchanged, DeckShuffled
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.errors import RuleError

BONUS_ARMIES = 2
"""C19."""


def exchange_value(made: int) -> int:
    """Return the armies of an exchange when `made` were made before it: 4, 7, 10, 15, 20, 25 … (C20)."""
    return (4, 7, 10)[made] if made < 3 else 5 * made


def exchange_worth(state: State, seat: int) -> int:
    """Return the armies that the next exchange of `seat` gives (C20, `exchange_counter`)."""
    by_player = state.settings.exchange_counter == "player"
    return exchange_value(state.exchanges[seat] if by_player else sum(state.exchanges))


def matches(cards: Sequence[int]) -> bool:
    """Whether three cards have equal or three different symbols, a joker standing for any (C18, C20)."""
    kinds = [SYMBOLS[card] for card in cards if SYMBOLS[card] != JOKER]
    return len(set(kinds)) in (0, 1, len(kinds))


def sets(hand: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the sets of three cards of `hand` that can be exchanged, each once, cards in rising order."""
    for cards in combinations(sorted(hand), 3):
        if matches(cards):
            yield cards


def exchange(state: State, seat: int, command: Exchange, chance: Chance) -> list[AnyEvent]:
    """Exchange three cards for armies in the incorporate step (C20)."""
    del chance
    guard.on_turn(state, seat, Phase.INCORPORATE)
    if state.round == 1 and not state.settings.first_round_incorporates:
        raise RuleError("first-round")
    cards = command.cards
    for card in cards:
        if card not in state.hands[seat]:
            raise RuleError("not-your-card", card=card)
    if len(set(cards)) != 3:
        raise RuleError("cards-repeated")
    if not matches(cards):
        raise RuleError("cards-do-not-match", cards=list(cards))
    first, second, third = sorted(cards)
    return [CardsExchanged((first, second, third), exchange_worth(state, seat))]


def claimable(state: State, seat: int, card: int) -> bool:
    """Whether `seat` may claim the bonus of `card` now, as far as card and country go (C19)."""
    return card in state.hands[seat] and state.owners[card] == seat and not state.claimed >> card & 1


def claim(state: State, seat: int, command: Claim, chance: Chance) -> list[AnyEvent]:
    """Claim two armies on the own country of a card (C19)."""
    del chance
    guard.on_turn(state, seat, Phase.INCORPORATE, Phase.CLAIM)
    card = command.card
    if state.round == 1 and state.phase is Phase.INCORPORATE and not state.settings.first_round_incorporates:
        raise RuleError("first-round")
    if card < 0 or card not in state.hands[seat]:
        raise RuleError("not-your-card", card=card)
    if state.owners[card] != seat:
        raise RuleError("not-yours", country=card)
    if state.claimed >> card & 1:
        raise RuleError("card-claimed", card=card)
    if state.phase is Phase.CLAIM and card != state.drawn:
        raise RuleError("only-drawn-card", card=card)
    return [BonusClaimed(card, state.settings.bonus_spends_card)]


def earns_card(state: State, seat: int) -> bool:
    """Whether the conquests of this turn earn a card that the hand can still take (C17, C21)."""
    late = state.settings.second_conquest_after
    needed = 2 if late and state.exchanges[seat] >= late else 1
    return state.conquests >= needed and len(state.hands[seat]) < HAND_LIMIT


def draw(state: State, seat: int, chance: Chance) -> tuple[list[AnyEvent], bool]:
    """Return the events of the card at the end of a turn, and whether it may be claimed at once (C17, C19, C22)."""
    if not earns_card(state, seat):
        return [], False
    events: list[AnyEvent] = []
    deck: Sequence[int] = state.deck
    if not deck:
        if not state.discard:
            return [], False
        order = chance.shuffle(state.shuffles, len(state.discard))
        deck = tuple(state.discard[place] for place in order)
        events.append(DeckShuffled(tuple(deck)))
    card = deck[-1]
    claimable_now = state.owners[card] == seat
    events.append(CardDrawn(seat, card, claimable_now))
    return events, claimable_now
