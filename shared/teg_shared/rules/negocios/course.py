"""The course of a turn and of a round: N52, N57, N60, N100, N120 to N122, N132, N149, N151.

Every function carries a draft on until the game waits for somebody or is over.
"""

from teg_shared.rules.board import members
from teg_shared.rules.negocios import ballots
from teg_shared.rules.negocios.data import BOARD, FACTOR_MASKS, FACTOR_OF, MOST_ON_COUNTRY, NOBODY
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import (
    AttemptsEnded,
    CardDrawn,
    DeckShuffled,
    PlaceSkipped,
    RoundEnded,
    RoundStarted,
    StepBegan,
    TalksClosed,
    TalksOpened,
    TurnEnded,
    TurnStarted,
)
from teg_shared.rules.negocios.state import Phase, Stage, State, from_seat, plays
from teg_shared.rules.negocios.victory import at_the_limit, checkpoint

ATTEMPTS = 5
"""N52."""
_ADJACENCY = BOARD.adjacency


# --- the turn


def attempts_over(state: State) -> bool:
    """Whether the turn allows no further attempt: five were made and not all of them were won (N52)."""
    return state.attempts >= ATTEMPTS and state.lost > 0


def can_attempt(state: State, seat: int) -> bool:
    """Whether an own country is linked to one of another corporation (N54)."""
    mask = state.masks[seat]
    return any(_ADJACENCY[country] & ~mask for country in members(mask))


def after_attempt(draft: Draft) -> None:
    """Go on after a resolved attempt, when nobody has won by it (N52, N54, N56).

    A seat may have left while another one supplied: its turn ends as by the clock (N144).
    """
    state = draft.state
    seat = state.turn
    if not state.masks[seat]:
        end_turn(draft)
    elif attempts_over(state) or not can_attempt(state, seat) or not plays(state, seat):
        end_attempts(draft)
    elif state.phase is not Phase.ATTEMPTS:
        draft.emit(StepBegan(Phase.ATTEMPTS, seat, 0))


def end_attempts(draft: Draft) -> None:
    """End the attempts: a card if a country was taken, then the window in which one may be played (N57, N61)."""
    state = draft.state
    seat = state.turn
    draft.emit(AttemptsEnded(seat))
    if state.captures:
        draw(draft, seat)
    if not plays(state, seat):
        end_turn(draft)
    elif can_play(state, seat):
        draft.emit(StepBegan(Phase.CARD, seat, 0))
    else:
        open_transfers(draft)


def draw(draft: Draft, seat: int) -> None:
    """Draw one card; an empty deck is made anew of the discards (N57, N60)."""
    state = draft.state
    if not state.deck:
        if not state.discard:
            return
        order = draft.chance.shuffle(state.shuffles, len(state.discard))
        draft.emit(DeckShuffled(tuple(state.discard[place] for place in order)))
    draft.emit(CardDrawn(seat, state.deck[-1]))


def can_play(state: State, seat: int) -> bool:
    """Whether `seat` has a card and has played none in this round (N62)."""
    return bool(state.hands[seat]) and not state.played >> seat & 1


def open_transfers(draft: Draft) -> None:
    """Go on to inversion and reassignment, or past them when none is possible (N118, N149)."""
    seat = draft.state.turn
    if can_transfer(draft.state, seat):
        draft.emit(StepBegan(Phase.TRANSFER, seat, 0))
    else:
        end_turn(draft)


def movable(state: State, country: int) -> int:
    """Return how many fichas may leave `country`: one stays, and those that came by a transfer stay (N118b, N118d)."""
    return state.tokens[country] - max(1, state.arrived[country])


def destinations(state: State, seat: int, source: int, *, invest: bool) -> int:
    """Return the mask of the own countries that fichas of `source` may reach, room left aside (N118a)."""
    near = FACTOR_MASKS[FACTOR_OF[source]] if invest else _ADJACENCY[source]
    return near & state.masks[seat] & ~(1 << source)


def may_transfer(state: State, *, invest: bool) -> bool:
    """Whether another inversion, or reassignment, may be made in this turn (N118)."""
    return state.settings.transfers == "phase" or not (state.invested if invest else state.reassigned)


def can_transfer(state: State, seat: int) -> bool:
    """Whether any transfer is possible now (N118)."""
    kinds = [invest for invest in (True, False) if may_transfer(state, invest=invest)]
    tokens = state.tokens
    for source in members(state.masks[seat]):
        if tokens[source] > 1 and movable(state, source) > 0:
            for invest in kinds:
                for target in members(destinations(state, seat, source, invest=invest)):
                    if tokens[target] < MOST_ON_COUNTRY:
                        return True
    return False


def end_turn(draft: Draft) -> None:
    """End the control turn and go on with what follows its place in the order (N149)."""
    draft.emit(TurnEnded(draft.state.turn))
    after_place(draft)


# --- the round


def half(state: State) -> int:
    """Return how many scheduled control turns make the first half (N120)."""
    return (len(state.order) + 1) // 2


def after_place(draft: Draft) -> None:
    """Go on after a scheduled control turn, played or not (N100, N120, N132, N151)."""
    state = draft.state
    if state.place + 1 == len(state.order) and checkpoint(draft):
        return
    if state.place + 1 == half(state) and open_talks(draft, Stage.FIRST):
        return
    _after_first(draft)


def _after_first(draft: Draft) -> None:
    state = draft.state
    if state.place + 1 < len(state.order):
        next_place(draft)
    elif not open_talks(draft, Stage.SECOND):
        _after_second(draft)


def _after_second(draft: Draft) -> None:
    if not open_talks(draft, Stage.COMMON):
        end_round(draft)


def next_place(draft: Draft) -> None:
    """Begin the next scheduled control turn, or pass over it (N151)."""
    state = draft.state
    seat = state.order[state.place + 1]
    if not plays(state, seat):
        draft.emit(PlaceSkipped(seat))
        after_place(draft)
        return
    draft.emit(TurnStarted(seat))
    if not can_attempt(state, seat):
        end_attempts(draft)


def invited(state: State, stage: Stage) -> int:
    """Return the mask of the seats that take part in a negotiation (N121)."""
    count = half(state)
    if stage is Stage.COMMON:
        seats = list(range(len(state.colours)))
    else:
        seats = state.order[:count] if stage is Stage.FIRST else state.order[count:]
    mask = state.suspended
    for seat in seats:
        mask |= 1 << seat
    return sum(1 << seat for seat in members(mask) if plays(state, seat))


def open_talks(draft: Draft, stage: Stage) -> bool:
    """Open a negotiation, and say whether it takes place: alone one can only play a card (N121, N122)."""
    state = draft.state
    mask = invited(state, stage)
    if mask.bit_count() < 2 and not any(can_play(state, seat) for seat in members(mask)):
        return False
    draft.emit(TalksOpened(stage, mask))
    return True


def back_to_talks(draft: Draft) -> None:
    """Go on with the negotiation after a card; who is alone and has played has nothing left to do (N122)."""
    draft.emit(StepBegan(Phase.NEGOTIATE, NOBODY, 0))
    if draft.state.participants.bit_count() < 2:
        close_talks(draft)


def close_talks_if_done(draft: Draft) -> None:
    """End the negotiation once every participant is done (N130)."""
    state = draft.state
    if not state.participants & ~state.done:
        close_talks(draft)


def close_talks(draft: Draft) -> None:
    """End the negotiation and go on with the round (N130)."""
    stage = draft.state.stage
    draft.emit(TalksClosed(stage))
    if stage is Stage.FIRST:
        _after_first(draft)
    elif stage is Stage.SECOND:
        _after_second(draft)
    else:
        end_round(draft)


def end_round(draft: Draft) -> None:
    """End the round: the limit, then suspensions and the next starter (N93, N108)."""
    if at_the_limit(draft):
        return
    draft.emit(RoundEnded(draft.state.round))
    start_round(draft, ballots.run(draft, "map"))


def start_round(draft: Draft, starter: int | None) -> None:
    """Start the next round, unless leaders have still to name somebody (`starter` None) (N117, N120)."""
    if starter is None:
        return
    state = draft.state
    ready = ballots.ready(state)
    order = tuple(seat for seat in from_seat(state, starter) if seat in ready)
    draft.emit(RoundStarted(state.round + 1, starter, order, drawn=False))
    next_place(draft)
