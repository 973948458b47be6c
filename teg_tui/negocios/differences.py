"""What differs between two views of a game of T.E.G. de los Negocios, as changes that screens are told of."""

from collections.abc import Iterable

from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios import levels, talks
from teg_shared.rules.negocios.state import OpenOffer, Phase, State

from teg_tui import changes as ch
from teg_tui.changes import Change
from teg_tui.negocios import changes as nch
from teg_tui.negocios import questions as ask


def compare(before: State, after: State, seat: int) -> list[Change]:
    """Return what differs between two views of `seat`, the board first."""
    changes = _board(before, after)
    if (before.turn, before.round) != (after.turn, after.round):
        changes.append(ch.TurnChanged(after.turn, after.round))
    if (before.phase, before.stage, before.actor) != (after.phase, after.stage, after.actor):
        changes.append(nch.StepChanged(after.phase, after.stage, after.actor))
    changes += [
        ch.HandChanged(owner)
        for owner, (old, new) in enumerate(zip(before.hands, after.hands, strict=True))
        if old != new
    ]
    changes += _zones(before, after)
    changes += _talks(before, after, seat)
    if before.ballot != after.ballot:
        changes.append(nch.BallotChanged(after.ballot))
    if (before.suspended, before.immune) != (after.suspended, after.immune):
        changes.append(nch.SuspensionChanged(after.suspended, after.immune))
    changes += _treaties(before, after, seat)
    if ask.awaited(after, seat) and not (ask.awaited(before, seat) and before.phase is after.phase):
        changes.append(nch.Asked())
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        changes.append(ch.GameOver(after.winner, after.won_by))
    return changes


def _board(before: State, after: State) -> list[Change]:
    changes: list[Change] = [
        ch.CountryChanged(country, *owners, *tokens)
        for country, (owners, tokens) in enumerate(
            zip(
                zip(before.owners, after.owners, strict=True),
                zip(before.tokens, after.tokens, strict=True),
                strict=True,
            )
        )
        if owners[0] != owners[1] or tokens[0] != tokens[1]
    ]
    if before.owners != after.owners:
        found = levels.changes(before.masks, after.masks)
        if found:
            changes.append(nch.LevelsChanged(tuple(nch.LevelChange(*change) for change in found)))
    return changes


def _zones(before: State, after: State) -> list[Change]:
    changes: list[Change] = []
    if before.market != after.market:
        changes.append(nch.MarketChanged(tuple(after.market)))
    changes += [
        nch.ZoneChanged(owner)
        for owner in range(len(after.colours))
        if before.reserve[owner] != after.reserve[owner] or before.retained[owner] != after.retained[owner]
    ]
    return changes


def _talks(before: State, after: State, seat: int) -> list[Change]:
    seen = (before.participants, before.done, before.offers, before.requests)
    now = (after.participants, after.done, after.offers, after.requests)
    changes: list[Change] = []
    if seen != now:
        moved_offers = [o for o in (*before.offers, *after.offers) if not (o in before.offers and o in after.offers)]
        changes.append(nch.TalksChanged(any(seat in (o.proposer, o.partner) for o in moved_offers)))
    known = {offer.id for offer in before.offers}
    changes += [nch.OfferArrived(o) for o in after.offers if o.partner == seat and o.id not in known]
    return changes + [
        nch.OfferVoided(offer)
        for offer in after.offers
        if seat in (offer.proposer, offer.partner) and offer.id in known and _void(after, offer)
        if not _void(before, offer)
    ]


def _void(view: State, offer: OpenOffer) -> bool:
    trouble = talks.problem(view, offer)
    return trouble is not None and trouble.code == "offer-void"


def _treaties(before: State, after: State, seat: int) -> list[Change]:
    if (before.pacts, before.proposals) == (after.pacts, after.proposals):
        return []
    sides = [{p.a, p.b} for p in {*before.pacts} ^ {*after.pacts}]
    sides += [{p.proposer, p.partner} for p in {*before.proposals} ^ {*after.proposals}]
    known = {proposal.id for proposal in before.proposals}
    changes: list[Change] = [ch.PactChanged(any(seat in pair for pair in sides))]
    return changes + [nch.PactAsked(p) for p in after.proposals if p.partner == seat and p.id not in known]


def told(before: State, events: Iterable[ev.AnyEvent]) -> list[Change]:
    """Return the changes that only the events name."""
    changes: list[Change] = []
    stands = before.icons[:]
    for event in events:
        if isinstance(event, ev.SeatEliminated):
            changes.append(ch.SeatOut(event.seat, event.by))
        elif isinstance(event, ev.IconMoved):
            changes.append(nch.IconStands(event.factor, stands[event.factor], event.path[-1], event.path))
            stands[event.factor] = event.path[-1]
    return changes
