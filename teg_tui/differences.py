"""What differs between two views of one game, as changes that screens are told of."""

from collections.abc import Iterable

from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State, pool_left

from teg_tui import changes as ch
from teg_tui import questions as ask
from teg_tui.changes import Change


def compare(before: State, after: State, seat: int) -> list[Change]:
    """Return what differs between two views of `seat`, the board first."""
    changes: list[Change] = [
        ch.CountryChanged(country, *owners, *armies)
        for country, (owners, armies) in enumerate(
            zip(
                zip(before.owners, after.owners, strict=True),
                zip(before.armies, after.armies, strict=True),
                strict=True,
            )
        )
        if owners[0] != owners[1] or armies[0] != armies[1]
    ]
    if (before.turn, before.round, before.lap) != (after.turn, after.round, after.lap):
        changes.append(ch.TurnChanged(after.turn, after.round))
    if before.phase is not after.phase:
        changes.append(ch.PhaseChanged(after.phase))
    if (before.pool, before.bound) != (after.pool, after.bound):
        changes.append(ch.ReserveChanged(pool_left(after)))
    changes += [
        ch.HandChanged(owner)
        for owner, (old, new) in enumerate(zip(before.hands, after.hands, strict=True))
        if old != new or (owner == seat and before.claimed != after.claimed)
    ]
    changes += _compare_pacts(before, after, seat)
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        changes.append(ch.GameOver(after.winner, after.won_by))
    return changes


def _compare_pacts(before: State, after: State, seat: int) -> list[Change]:
    if (before.pacts, before.proposals, len(before.ledger)) == (
        after.pacts,
        after.proposals,
        len(after.ledger),
    ):
        return []
    moved: list[Pact | Proposal] = [*before.pacts, *after.pacts, *before.proposals, *after.proposals]
    kept = [b for b in moved if moved.count(b) == 2]
    changes: list[Change] = [ch.PactChanged(any(ask.between(b, seat) for b in moved if b not in kept))]
    known = {proposal.id for proposal in before.proposals}
    return changes + [
        ch.ProposalArrived(proposal) for proposal in ask.open_proposals_to(after, seat) if proposal.id not in known
    ]


def told(events: Iterable[ev.AnyEvent]) -> list[Change]:
    """Return the changes that only the events name."""
    changes: list[Change] = []
    for event in events:
        if isinstance(event, ev.SeatDestroyed):
            changes.append(ch.SeatOut(event.seat, event.by))
        elif isinstance(event, ev.ObjectiveInherited):
            changes.append(ch.ObjectiveChanged(event.objective, event.neighbour))
    return changes
