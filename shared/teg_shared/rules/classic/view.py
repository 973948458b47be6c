"""What each viewer may know: of a state, and of an event (C6, C17, C27, C30, T2)."""

from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.data import HIDDEN
from teg_shared.rules.classic.state import Phase, State


def view(state: State, viewer: int | None) -> State:
    """Return what `viewer` (None for a spectator) may know of `state`, as a state of its own."""
    seen = state.copy()
    seen.deck = [HIDDEN] * len(seen.deck)
    if state.phase is Phase.OVER:
        return seen
    seats = range(len(state.colours))
    seen.hands = [hand if seat == viewer else [HIDDEN] * len(hand) for seat, hand in enumerate(seen.hands)]
    seen.objectives = [state.objectives[seat] if seat == viewer else HIDDEN for seat in seats]
    seen.dealt = [state.dealt[seat] if seat == viewer else HIDDEN for seat in seats]
    if viewer != state.turn:
        seen.drawn = HIDDEN
    return seen


def redact(event: e.AnyEvent, viewer: int | None) -> e.AnyEvent | None:
    """Return what `viewer` may know of `event`, or None if nothing."""
    match event:
        case e.ObjectivesDealt(objectives):
            return e.ObjectivesDealt(tuple(n if seat == viewer else HIDDEN for seat, n in enumerate(objectives)))
        case e.DeckShuffled(cards):
            return e.DeckShuffled((HIDDEN,) * len(cards))
        case e.SeatDestroyed(seat, by, cards) if by != viewer:
            return e.SeatDestroyed(seat, by, (HIDDEN,) * len(cards))
        case e.ObjectiveInherited(seat) if seat != viewer:
            return None
        case e.CardDrawn(seat, _, claimable) if seat != viewer:
            return e.CardDrawn(seat, HIDDEN, claimable)
        case _:
            return event
