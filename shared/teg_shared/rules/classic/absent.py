"""What happens for a player who does not act: the clock that runs out (T3) and the seat that is given up (T4)."""

from teg_shared.rules.board import members
from teg_shared.rules.chance import Chance
from teg_shared.rules.classic.cards import exchange, sets
from teg_shared.rules.classic.combat import occupy
from teg_shared.rules.classic.commands import EndTurn, Exchange, Occupy, Place
from teg_shared.rules.classic.data import BOARD, HAND_LIMIT
from teg_shared.rules.classic.events import AnyEvent, SeatLeft, TurnEnded
from teg_shared.rules.classic.evolve import evolve
from teg_shared.rules.classic.pacts import lapses_at_leaving
from teg_shared.rules.classic.state import Phase, State, plays, pool_left
from teg_shared.rules.classic.turn import end_turn, place
from teg_shared.rules.errors import RuleError

_CONTINENT = tuple(c.continent for c in BOARD.countries)


def expire(state: State, seat: int, chance: Chance) -> list[AnyEvent]:
    """Return the events that end the turn or placement of `seat` in the stated way (T3).

    A conquest moves the minimum in. An exchange that is due takes the first set of the hand in card order.
    Armies to be placed go together on the border country with the fewest armies, the first in board order among
    equals; those bound to a continent likewise inside it, on any country there if none is on a border. The turn
    ends, and a card drawn is not claimed.

    Raises:
        RuleError: game-over or not-your-turn.
    """
    if state.phase is Phase.OVER:
        raise RuleError("game-over")
    if seat != state.turn:
        raise RuleError("not-your-turn", turn=state.turn)
    ahead = state.copy()
    events: list[AnyEvent] = []
    while not _through(state, ahead, seat):
        step = _default(ahead, seat, chance)
        for event in step:
            ahead = evolve(ahead, event)
        events += step
        if any(isinstance(event, TurnEnded) for event in step):
            break
    return events


def _through(before: State, now: State, seat: int) -> bool:
    """Whether the turn or placement that `seat` had in `before` is over in `now`."""
    return (
        now.phase is Phase.OVER
        or now.turn != seat
        or (before.phase is Phase.PLACEMENT and (now.phase is not Phase.PLACEMENT or now.lap != before.lap))
    )


def _default(state: State, seat: int, chance: Chance) -> list[AnyEvent]:
    """Return the events of the next thing that must be done for `seat`."""
    if state.phase is Phase.OCCUPY:
        return occupy(state, seat, Occupy(1), chance)
    if state.phase is Phase.INCORPORATE and len(state.hands[seat]) >= HAND_LIMIT:
        return exchange(state, seat, Exchange(next(sets(state.hands[seat]))), chance)
    if state.phase in (Phase.PLACEMENT, Phase.INCORPORATE) and pool_left(state):
        return place(state, seat, _placement(state, seat), chance)
    return end_turn(state, seat, EndTurn(), chance)


def _placement(state: State, seat: int) -> Place:
    """Return where the next armies go: those of a continent first."""
    mask = state.masks[seat]
    for continent, armies in enumerate(state.bound):
        if armies:
            return Place(_weakest(state, mask & BOARD.continent_masks[continent], mask), armies)
    return Place(_weakest(state, mask, mask), state.pool)


def _weakest(state: State, among: int, mask: int) -> int:
    """Return the border country with the fewest armies among `among`, or the weakest of all without a border."""
    border = [c for c in members(among) if BOARD.adjacency[c] & ~mask]
    return min(border or members(among), key=lambda c: (state.armies[c], c))


def leave(state: State, seat: int, chance: Chance) -> list[AnyEvent]:
    """Return the events after which `seat` only defends; its present turn ends as if the clock had run out (T4).

    Raises:
        RuleError: game-over, seat-out, or last-player if nobody else would be left to play.
    """
    if state.phase is Phase.OVER:
        raise RuleError("game-over")
    if not plays(state, seat):
        raise RuleError("seat-out", seat=seat)
    if not any(plays(state, other) for other in range(len(state.colours)) if other != seat):
        raise RuleError("last-player")
    left: list[AnyEvent] = [SeatLeft(seat), *lapses_at_leaving(state, seat)]
    if seat != state.turn:
        return left
    ahead = state.copy()
    for event in left:
        ahead = evolve(ahead, event)
    return left + expire(ahead, seat, chance)
