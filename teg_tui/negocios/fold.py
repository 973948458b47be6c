"""Tells what a new view of T.E.G. de los Negocios changed, and keeps the model's memory beside it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from teg_shared.protocol.codec import MalformedError, decode_typed, typed_decoder
from teg_shared.protocol.messages import RoomState
from teg_shared.protocol.session import Step
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios import levels, talks
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import OpenOffer, Phase, State

from teg_tui import changes as ch
from teg_tui.changes import Change
from teg_tui.negocios import card_questions as cards
from teg_tui.negocios import changes as nch
from teg_tui.negocios import deals
from teg_tui.negocios import questions as ask

if TYPE_CHECKING:
    from teg_tui.negocios.model import NegociosModel

_SETTINGS = typed_decoder(Settings)


def room_settings(room: RoomState) -> Settings:
    """Return the options of a room; the defaults where its variant has others."""
    try:
        settings: Settings = decode_typed(_SETTINGS, room.settings)
    except MalformedError:
        return Settings()
    return settings


def replaced(model: "NegociosModel", before: State | None) -> list[Change]:
    """Take note of a whole view that the session has taken over."""
    view = model.view
    if view is None:
        return []
    if before is not None and (before.colours != view.colours or before.dealt != view.dealt):
        model.forget_game()
    model.chronicler.look(view)
    model.staged.sent.clear()
    _trim(model, view)
    changes: list[Change] = [ch.ViewReplaced(model.version)]
    changes += [nch.OfferArrived(offer) for offer in deals.offers_to(view, model.seat)]
    changes += [nch.PactAsked(p) for p in view.proposals if p.partner == model.seat]
    return changes + ([nch.Asked()] if ask.awaited(view, model.seat) else [])


def moved(model: "NegociosModel", before: State | None, step: Step) -> list[Change]:
    """Take note of one update that the session has applied."""
    after = model.view
    if before is None or after is None:
        return []
    events: tuple[ev.AnyEvent, ...] = step.events
    chronicler = model.chronicler
    rolls, market_rolls = chronicler.rolls, chronicler.market_rolls
    entries = chronicler.write(events)
    chronicler.look(after)
    model.chronicle.extend(entries)
    _settle(model, events)
    _trim(model, after)
    changes: list[Change] = []
    if chronicler.rolls != rolls and chronicler.last_roll is not None:
        changes.append(nch.ControlRolled(chronicler.last_roll))
    if chronicler.market_rolls != market_rolls and chronicler.last_market is not None:
        changes.append(nch.MarketThrown(chronicler.last_market))
    changes += compare(before, after, model.seat)
    changes += _told(before, events)
    return changes + [ch.Chronicled(entry) for entry in entries]


def _settle(model: "NegociosModel", events: Iterable[ev.AnyEvent]) -> None:
    """Forget what was sent and has now been placed, and the path of an icon that has moved."""
    sent = model.staged.sent
    for event in events:
        if isinstance(event, ev.TokensPlaced) and event.country in sent:
            sent[event.country] -= event.tokens
            if sent[event.country] <= 0:
                del sent[event.country]
        elif isinstance(event, ev.IconMoved):
            model.staged.path = ()  # the next icon stands elsewhere
        elif isinstance(event, ev.TurnEnded | ev.CardFinished):
            sent.clear()


def _trim(model: "NegociosModel", view: State) -> None:
    """Drop what is staged and can't be confirmed any more."""
    staged = model.staged
    fichas = staged.fichas
    staged.fichas = {}
    for country, tokens in fichas.items():
        model.stage(country, tokens)
    if not ask.acts(view, model.seat, Phase.PLACE):
        staged.sent.clear()
    mine = ask.acts(view, model.seat, Phase.MOVE)
    if staged.path and not (mine and staged.path[-1] in cards.icon_next(view, staged.path[:-1])):
        staged.path = ()
    exchange = cards.exchange_view(view)
    open_seats = {seat for seat, _ in exchange.choices} if exchange is not None and view.actor == model.seat else set()
    if exchange is None or len(staged.seats) > exchange.count or not set(staged.seats) <= open_seats:
        staged.seats = ()


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


def _told(before: State, events: Iterable[ev.AnyEvent]) -> list[Change]:
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
