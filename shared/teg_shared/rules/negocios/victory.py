"""Victories: N100 to N109."""

from functools import lru_cache

from teg_shared.rules.board import members
from teg_shared.rules.negocios.data import BOARD, WINNING_COUNTRIES
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import GameWon
from teg_shared.rules.negocios.objectives import met
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import State, from_seat, plays

_ADJACENCY = BOARD.adjacency


def hegemony(settings: Settings, seats: int) -> int:
    """Return the market fichas that win at a table that started with `seats` corporations (N104)."""
    total = 5 * seats
    return total * 3 // 4 if settings.hegemony == "three_quarters" else total // 2 + 1


@lru_cache(maxsize=8192)
def largest_block(mask: int) -> int:
    """Return the mask of the largest connected set among the countries of `mask` (N106)."""
    best = 0
    while mask:
        block = frontier = mask & -mask
        while frontier:
            reached = 0
            for country in members(frontier):
                reached |= _ADJACENCY[country]
            frontier = reached & mask & ~block
            block |= frontier
        mask &= ~block
        if block.bit_count() > best.bit_count():
            best = block
    return best


def public_victory(state: State, seat: int) -> str:
    """Return which public condition `seat` meets: last, hegemony, countries or block; empty for none (N101)."""
    mask = state.masks[seat]
    if not any(other for place, other in enumerate(state.masks) if place != seat):
        return "last"
    if state.market_on and state.market[seat] >= hegemony(state.settings, len(state.colours)):
        return "hegemony"
    held = mask.bit_count()
    if held >= WINNING_COUNTRIES:
        return "countries"
    size = state.settings.block_size
    return "block" if held >= size and largest_block(mask).bit_count() >= size else ""


def win(draft: Draft, seat: int, how: str) -> None:
    """End the game with everything shown."""
    state = draft.state
    hands = tuple(tuple(hand) for hand in state.hands)
    draft.emit(GameWon(seat, how, tuple(state.objectives), hands))


def settle(draft: Draft, acting: int) -> bool:
    """Test the public victories after an action of `acting`, and say whether the game is over (N101, N102)."""
    state = draft.state
    for seat in from_seat(state, acting):
        if state.masks[seat]:
            how = public_victory(state, seat)
            if how:
                win(draft, seat, how)
                return True
    if not any(plays(state, seat) for seat in range(len(state.colours))):
        win(draft, _strongest(state), "abandoned")
        return True
    return False


def turn_order(state: State) -> list[int]:
    """Return the living seats in the order of this round, those without a control turn last (N102)."""
    rest = [seat for seat in from_seat(state, state.starter) if seat not in state.order]
    return [seat for seat in (*state.order, *rest) if state.masks[seat]]


def checkpoint(draft: Draft) -> bool:
    """Test every objective after the last control turn of a round, and say whether the game is over (N100)."""
    state = draft.state
    for seat in turn_order(state):
        if met(state, seat, state.objectives[seat]):
            win(draft, seat, "objective")
            return True
    return False


def _strongest(state: State) -> int:
    """Return the seat with most countries, then most market fichas, then earliest in turn order (N108)."""
    order = turn_order(state)
    return max(order, key=lambda seat: (state.masks[seat].bit_count(), state.market[seat], -order.index(seat)))


def at_the_limit(draft: Draft) -> bool:
    """End the game after the last round that the table wanted, and say whether it is over (N108)."""
    state = draft.state
    if not state.settings.round_limit or state.round < state.settings.round_limit:
        return False
    win(draft, _strongest(state), "limit")
    return True


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return countries, size of the largest block, and market fichas of `seat`, as the public victories count them."""
    mask = state.masks[seat]
    return mask.bit_count(), largest_block(mask).bit_count(), state.market[seat]
