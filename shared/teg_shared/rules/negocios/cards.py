"""Playing a consolidation card, part by part: N61 to N73, N76, N85 to N87, N150."""

from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import guard, market
from teg_shared.rules.negocios.commands import Decline, Exchange, KeepCards, MoveIcon, Place, PlayCard
from teg_shared.rules.negocios.course import back_to_talks, open_transfers
from teg_shared.rules.negocios.data import BOARD, CARDS, MOST_ON_COUNTRY, PATHS, STEPS
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import (
    AnyEvent,
    CardFinished,
    CardPlayed,
    CardRequested,
    CardsKept,
    IconMoved,
    StepBegan,
    TokensPlaced,
)
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Phase, Stage, State
from teg_shared.rules.negocios.victory import settle

_RESOLVING: Final = (Phase.PLACE, Phase.MOVE, Phase.EXCHANGE, Phase.BONUS)
_EFFECT: Final = {2: 2, 3: 3}
"""Fichas exchanged for so many coincidences (N71, N74)."""


def talking(state: State) -> bool:
    """Whether a negotiation runs, a card being resolved in it included."""
    return state.stage in (Stage.FIRST, Stage.SECOND, Stage.COMMON) and state.phase is not Phase.OVER


def resolving(state: State) -> bool:
    """Whether a card is being resolved."""
    return state.phase in _RESOLVING


def check_play(state: State, seat: int, card: int) -> None:
    """Refuse a card that `seat` can't play now (N61 to N64, N121, N150).

    Raises:
        RuleError: game-over, not-participant, not-your-turn, wrong-phase, not-your-card, card-played or
            card-requested.
    """
    if talking(state):
        if not state.participants >> seat & 1:
            raise refuse("not-participant", stage=state.stage.value)
    else:
        guard.acting(state, seat, Phase.CARD)
    if card < 0 or card not in state.hands[seat]:
        raise refuse("not-your-card", card=card)
    if state.played >> seat & 1:
        raise refuse("card-played")
    if any(request.seat == seat for request in state.requests):
        raise refuse("card-requested")


def play(state: State, seat: int, command: PlayCard, chance: Chance) -> list[AnyEvent]:
    """Play a card, or ask for one's turn to do it while another one is being resolved (N61, N150)."""
    check_play(state, seat, command.card)
    if resolving(state):
        return [CardRequested(seat, command.card)]
    draft = Draft(state, chance)
    begin(draft, seat, command.card)
    return draft.events


def keep(state: State, seat: int, command: KeepCards, chance: Chance) -> list[AnyEvent]:
    """Play no card after the own attempts (N118f)."""
    del command
    guard.acting(state, seat, Phase.CARD)
    draft = Draft(state, chance)
    draft.emit(CardsKept(seat))
    open_transfers(draft)
    return draft.events


def room(state: State, seat: int) -> int:
    """Return how many fichas the own countries of `seat` can still take (N66)."""
    tokens = state.tokens
    return sum(MOST_ON_COUNTRY - tokens[country] for country in members(state.masks[seat]))


def begin(draft: Draft, seat: int, card: int) -> None:
    """Show a card and go to its first part, as much of it as can be done (N65, N67)."""
    draft.emit(CardPlayed(seat, card))
    state = draft.state
    due = min(CARDS[card].tokens, state.reserve[seat], room(state, seat))
    if due:
        draft.emit(StepBegan(Phase.PLACE, seat, due))
    else:
        _second_part(draft)


def place(state: State, seat: int, command: Place, chance: Chance) -> list[AnyEvent]:
    """Put fichas of the first part on an own country (N66, N68)."""
    guard.acting(state, seat, Phase.PLACE)
    guard.own_country(state, seat, command.country, "N66")
    if not 1 <= command.tokens <= state.value:
        raise refuse("tokens", tokens=command.tokens, least=1, most=state.value)
    if state.tokens[command.country] + command.tokens > MOST_ON_COUNTRY:
        raise refuse("no-room", country=command.country, room=MOST_ON_COUNTRY - state.tokens[command.country])
    placed = TokensPlaced(command.country, command.tokens)
    if command.tokens < state.value:
        return [placed]
    draft = Draft(state, chance)
    draft.emit(placed)
    _second_part(draft)
    return draft.events


def _second_part(draft: Draft) -> None:
    """The exchange by everybody's die where there is a market, then the icons (N65, N79, N90)."""
    state = draft.state
    if state.market_on:
        market.exchange_by_dice(draft, CARDS[state.card].tokens)
        if settle(draft, state.actor):
            return
    draft.emit(StepBegan(Phase.MOVE, state.actor, 0))


def moving_icon(state: State) -> tuple[int, int]:
    """Return the factor whose icon is to be moved now, and its number of links (N69)."""
    return CARDS[state.card].icons[state.slot], STEPS[state.slot]


def legal_paths(state: State) -> tuple[tuple[int, ...], ...]:
    """Return every path of the icon to be moved now, its present country left out (N69, N70)."""
    factor, steps = moving_icon(state)
    return PATHS[steps][state.icons[factor]]


def move_icon(state: State, seat: int, command: MoveIcon, chance: Chance) -> list[AnyEvent]:
    """Move the next icon of the card along a simple path of exactly 3, 2 or 1 links (N69, N70)."""
    guard.acting(state, seat, Phase.MOVE)
    factor, steps = moving_icon(state)
    path = command.path
    if len(path) != steps:
        raise refuse("path-length", length=len(path), steps=steps, factor=factor)
    here = state.icons[factor]
    for country in path:
        guard.country(country)
        if not BOARD.adjacency[here] >> country & 1:
            raise refuse("path-broken", source=here, target=country)
        here = country
    if len({state.icons[factor], *path}) != steps + 1:
        raise refuse("path-repeats", path=[state.icons[factor], *path])
    moved = IconMoved(factor, path)
    if state.slot < len(STEPS) - 1:
        return [moved]
    draft = Draft(state, chance)
    draft.emit(moved)
    _effect(draft)
    return draft.events


def _effect(draft: Draft) -> None:
    """The effect of the coincidences of this card (N71, N74, N76, N77)."""
    state = draft.state
    wanted = _EFFECT.get(state.coincided, 0) if state.market_on else 0
    count = market.amount(state, state.actor, wanted)
    others = market.sources(state, state.actor)
    if not count:
        _finish(draft)
    elif count == len(others):
        market.exchange(draft, tuple(others), bonus=False)
        _after_exchange(draft)
    else:
        draft.emit(StepBegan(Phase.EXCHANGE, state.actor, count))


def exchange(state: State, seat: int, command: Exchange, chance: Chance) -> list[AnyEvent]:
    """Make the exchange of a coincidence or of a bonus (N74 to N77, N86)."""
    guard.acting(state, seat, Phase.EXCHANGE, Phase.BONUS)
    market.check_exchange(state, seat, command.seats)
    draft = Draft(state, chance)
    market.exchange(draft, command.seats, bonus=state.phase is Phase.BONUS)
    _after_exchange(draft)
    return draft.events


def _after_exchange(draft: Draft) -> None:
    """Go on with the next bonus, or with the end of the card (N86, N87, N101)."""
    state = draft.state
    if settle(draft, state.actor):
        return
    count = market.amount(state, state.actor, market.BONUS) if state.bonuses else 0
    if count:
        draft.emit(StepBegan(Phase.BONUS, state.actor, count))
    else:
        _finish(draft)


def decline(state: State, seat: int, command: Decline, chance: Chance) -> list[AnyEvent]:
    """Leave the open bonus exchanges (N86)."""
    del command
    guard.acting(state, seat, Phase.BONUS)
    draft = Draft(state, chance)
    _finish(draft)
    return draft.events


def _finish(draft: Draft) -> None:
    """Put the card away and go on: to the next one asked for, to the negotiation or to the transfers (N150)."""
    state = draft.state
    draft.emit(CardFinished(state.actor))
    if not talking(state):
        open_transfers(draft)
    elif state.requests:
        request = state.requests[0]
        begin(draft, request.seat, request.card)
    else:
        back_to_talks(draft)
