"""Tells what a new view changed, and keeps a model's memory beside it; the session has applied it already."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from teg_shared.protocol.codec import MalformedError, decode_typed, typed_decoder
from teg_shared.protocol.messages import RoomState
from teg_shared.protocol.session import Step
from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State, pool_left

from teg_tui import changes as ch
from teg_tui import questions as ask
from teg_tui.changes import Change

if TYPE_CHECKING:
    from teg_tui.model import Model

_SETTINGS = typed_decoder(Settings)


def room_settings(room: RoomState) -> Settings:
    """Return the house rules of a room; the defaults where its variant has others."""
    try:
        settings: Settings = decode_typed(_SETTINGS, room.settings)
    except MalformedError:
        return Settings()
    return settings


def replaced(model: "Model", before: State | None) -> list[Change]:
    """Take note of a whole view that the session has taken over."""
    view = model.view
    if view is None:
        return []
    if before is not None and (before.colours != view.colours or before.deal != view.deal):
        model.forget_game()
    model.chronicler.look(view)
    model.staging.reached(model.version)
    _trim_staged(model)
    changes: list[Change] = [ch.ViewReplaced(model.version)]
    return changes + [ch.ProposalArrived(proposal) for proposal in ask.open_proposals_to(view, model.seat)]


def moved(model: "Model", before: State | None, step: Step) -> list[Change]:
    """Take note of one update that the session has applied."""
    after = model.view
    if before is None or after is None:
        return []
    events: tuple[ev.AnyEvent, ...] = step.events
    rolls = model.chronicler.rolls
    entries = model.chronicler.write(events)
    model.chronicler.look(after)
    model.chronicle.extend(entries)
    _settle_placements(model, events)
    _trim_staged(model)
    changes: list[Change] = []
    if model.chronicler.rolls != rolls and model.dice is not None:
        changes.append(ch.Rolled(model.dice))
    changes += compare(before, after, model.seat)
    changes += _told(events)
    return changes + [ch.Chronicled(entry) for entry in entries]


def _settle_placements(model: "Model", events: Iterable[ev.AnyEvent]) -> None:
    """Forget what was sent and has now been placed."""
    for event in events:
        if isinstance(event, ev.ArmiesPlaced):
            model.staging.placed(event.country, event.armies)
        elif isinstance(event, ev.TurnEnded | ev.PlacementStarted):
            model.staging.forget_sent()
    model.staging.reached(model.version)


def _trim_staged(model: "Model") -> None:
    """Drop what is staged where it can no longer be placed: the turn or the country may be lost."""
    staged, model.staging.staged = model.staging.staged, {}
    for country, armies in staged.items():
        model.stage(country, armies)


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


def _told(events: Iterable[ev.AnyEvent]) -> list[Change]:
    """Return the changes that only the events name."""
    changes: list[Change] = []
    for event in events:
        if isinstance(event, ev.SeatDestroyed):
            changes.append(ch.SeatOut(event.seat, event.by))
        elif isinstance(event, ev.ObjectiveInherited):
            changes.append(ch.ObjectiveChanged(event.objective, event.neighbour))
    return changes
