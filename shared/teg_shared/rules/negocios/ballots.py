"""Suspensions and the choice of the starter: N91, N93 to N98, N117, N146 to N148, N152."""

from typing import Final

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios.data import NOBODY
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import (
    BallotOpened,
    Named,
    SeatSuspended,
    StarterNamed,
    SuspensionLapsed,
)
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Ballot, BallotKind, Phase, State, from_seat, living, plays

KINDS: Final[tuple[BallotKind, ...]] = ("map", "market", "starter")
"""In the order in which they are settled (N93)."""


def leaders(state: State, kind: BallotKind) -> list[int]:
    """Return the living seats that hold a right, more than one if they are tied (N91, N95, N146).

    Without a market its leader's rights belong to who has the second most countries; where all are level, to all.
    """
    seats = living(state)
    held = {seat: state.masks[seat].bit_count() for seat in seats}
    if kind == "map":
        score = held
    elif state.market_on:
        score = {seat: state.market[seat] for seat in seats}
    else:
        most = max(held.values())
        score = {seat: count for seat, count in held.items() if count < most} or held
    best = max(score.values())
    return [seat for seat, count in score.items() if count == best]


def ready(state: State) -> list[int]:
    """Return the seats that may have a control turn in the next round.

    A suspension falls if, because somebody has left since, fewer than two others would play (N98).
    """
    playing = [seat for seat in range(len(state.colours)) if plays(state, seat)]
    free = [seat for seat in playing if not state.suspended >> seat & 1]
    return free if len(free) >= min(2, len(playing)) else playing


def candidates(state: State, kind: BallotKind, voter: int) -> list[int]:
    """Return the seats that `voter` may name (N93, N94)."""
    free = ready(state)
    if kind == "starter":
        return free
    barred = state.suspended | state.immune | 1 << voter
    return [seat for seat in free if not barred >> seat & 1]


def suspensions(state: State) -> int:
    """Return how many corporations may be suspended for the next round: at least two must play (N98)."""
    playing = sum(plays(state, seat) for seat in range(len(state.colours)))
    return max(0, min(2, playing - 2))


def run(draft: Draft, first: BallotKind) -> int | None:
    """Settle the rights from `first` on; return the starter, or None when leaders have to name somebody."""
    for kind in KINDS[KINDS.index(first) :]:
        state = draft.state
        named = leaders(state, kind)
        able = [seat for seat in named if candidates(state, kind, seat)]
        voters = [seat for seat in able if plays(state, seat)]
        if kind != "starter" and (suspensions(state) <= KINDS.index(kind) or not able):
            draft.emit(SuspensionLapsed(kind))
        elif voters:
            draft.emit(BallotOpened(kind, tuple(voters), 1))
            return None
        else:
            seat, by_lot = default(state, kind, able[0], draft.chance)
            _decide(draft, kind, seat, drawn=by_lot)
            if kind == "starter":
                return seat
    raise AssertionError("the starter is always settled")


def _decide(draft: Draft, kind: BallotKind, seat: int, *, drawn: bool) -> None:
    draft.emit(StarterNamed(seat, drawn) if kind == "starter" else SeatSuspended(kind, seat, drawn))


def count(draft: Draft) -> int | None:
    """Settle the ballot if every leader has named somebody, and go on; return the starter when it is known (N95)."""
    ballot = draft.state.ballot
    assert ballot is not None
    if NOBODY in ballot.names:
        return None
    differ = len(set(ballot.names)) > 1
    if differ and ballot.number == 1:
        draft.emit(BallotOpened(ballot.kind, ballot.voters, 2))
        return None
    seat = drawn(draft.state, ballot, draft.chance) if differ else ballot.names[0]
    _decide(draft, ballot.kind, seat, drawn=differ)
    if ballot.kind == "starter":
        return seat
    return run(draft, KINDS[KINDS.index(ballot.kind) + 1])


def drawn(state: State, ballot: Ballot, chance: Chance) -> int:
    """Return the one of the corporations named that the lot falls on (N95)."""
    named = sorted(set(ballot.names))
    return named[chance.shuffle(state.shuffles, len(named))[0]]


def waiting(ballot: Ballot) -> list[int]:
    """Return the leaders that have not named anybody in this ballot."""
    return [voter for voter, name in zip(ballot.voters, ballot.names, strict=True) if name == NOBODY]


def default(state: State, kind: BallotKind, voter: int, chance: Chance) -> tuple[int, bool]:
    """Return whom the clock names for `voter`, and whether a lot was drawn for it (N147, N148).

    In a second ballot it is who was named in the first. A suspension hits the corporation with most countries among
    those that can be named; the starter is the leader itself if it may, else the next one to its left.
    """
    ballot = state.ballot
    if ballot is not None and ballot.number == 2:
        return ballot.earlier[ballot.voters.index(voter)], False
    able = candidates(state, kind, voter)
    if kind == "starter":
        return next(seat for seat in from_seat(state, voter) if seat in able), False
    most = max(state.masks[seat].bit_count() for seat in able)
    tied = [seat for seat in able if state.masks[seat].bit_count() == most]
    if len(tied) == 1:
        return tied[0], False
    return tied[chance.shuffle(state.shuffles, len(tied))[0]], True


def check_name(state: State, seat: int, named: int) -> None:
    """Refuse a name that `seat` can't give now (N93 to N95).

    Raises:
        RuleError: game-over, no-ballot, not-a-leader, named-already, unknown-seat, seat-out, seat-neutral, oneself,
            immune or suspended-already.
    """
    if state.phase is Phase.OVER:
        raise refuse("game-over")
    ballot = state.ballot
    if state.phase is not Phase.BALLOT or ballot is None:
        raise refuse("no-ballot", phase=state.phase.value)
    if seat not in ballot.voters:
        raise refuse("not-a-leader", kind=ballot.kind, leaders=list(ballot.voters))
    if seat not in waiting(ballot):
        raise refuse("named-already", seat=ballot.names[ballot.voters.index(seat)])
    if not 0 <= named < len(state.colours):
        raise refuse("unknown-seat", seat=named)
    if not state.masks[named]:
        raise refuse("seat-out", seat=named)
    if not plays(state, named):
        raise refuse("seat-neutral", seat=named)
    if named not in ready(state) or (ballot.kind != "starter" and state.suspended >> named & 1):
        raise refuse("suspended-already", seat=named)
    if ballot.kind != "starter":
        if named == seat:
            raise refuse("oneself")
        if state.immune >> named & 1:
            raise refuse("immune", seat=named)


def put(draft: Draft, voter: int, seat: int, *, drawn: bool = False) -> int | None:
    """Let `voter` name `seat` and go on; return the starter of the next round when it is known."""
    draft.emit(Named(voter, seat, drawn))
    return count(draft)
