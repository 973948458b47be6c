"""Turns the events of one update of T.E.G. de los Negocios into lines of the chronicle, and keeps the last rolls.

An event names countries and offers by their numbers; whom it was about can only be told from the view before it,
so that is looked up here, once, and kept with the line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace
from teg_shared.rules.board import mask_of
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios import levels
from teg_shared.rules.negocios.data import NOBODY
from teg_shared.rules.negocios.goods import Land
from teg_shared.rules.negocios.state import OpenOffer, Pact, Proposal, State

from teg_tui.changes import Entry
from teg_tui.negocios.changes import ControlRoll, LevelChange, MarketRoll

_ELSEWHERE: Final = (ev.CardPlayed, ev.TurnStarted, ev.AttemptRolled, ev.HostileControl, ev.TalksOpened, ev.TokensMoved)
"""Events with which the eye leaves the icons."""


@dataclass
class Chronicler:
    """Follows a game event by event, as far as who is who goes.

    Attributes:
        offers, treaties: every offer, and every pact or proposal, that this viewer has seen, by number.
        latest: the last throw of dice, whichever kind it was.
        walk: countries of the last path that an icon walked, its start first; empty once other things go on.
    """

    owners: list[int] = field(default_factory=list)
    seats: int = 0
    turn: int = NOBODY
    actor: int = NOBODY
    round: int = 0
    offers: dict[int, OpenOffer] = field(default_factory=dict)
    treaties: dict[int, Pact | Proposal] = field(default_factory=dict)
    rolls: int = 0
    last_roll: ControlRoll | None = None
    market_rolls: int = 0
    last_market: MarketRoll | None = None
    latest: ControlRoll | MarketRoll | None = None
    icons: list[int] = field(default_factory=list)
    walk: tuple[int, ...] = ()

    def look(self, view: State | None) -> None:
        """Take over what a whole view says: who owns what, who is on turn, which offers and pacts there are."""
        if view is None:
            self.owners, self.turn, self.actor, self.round = [], NOBODY, NOBODY, 0
            return
        self.owners, self.seats, self.icons = view.owners[:], len(view.colours), view.icons[:]
        self.turn, self.actor, self.round = view.turn, view.actor, view.round
        self.offers |= {offer.id: offer for offer in view.offers}
        self.treaties |= {proposal.id: proposal for proposal in view.proposals}
        self.treaties |= {pact.id: pact for pact in view.pacts}

    def recall(self, earlier: Chronicler) -> None:
        """Take over what another one has seen before."""
        self.offers, self.treaties = earlier.offers | self.offers, earlier.treaties | self.treaties
        if self.latest is None:
            self.rolls, self.market_rolls, self.latest = earlier.rolls, earlier.market_rolls, earlier.latest
            self.last_roll, self.last_market = earlier.last_roll, earlier.last_market

    def write(self, events: Iterable[ev.AnyEvent]) -> list[Entry]:
        """Return the line of each event, in order."""
        return [self._follow(event) for event in events]

    def _follow(self, event: ev.AnyEvent) -> Entry:
        if isinstance(event, ev.IconMoved):
            start = self.icons[event.factor] if self.icons else event.path[0]
            self.walk = (start, *event.path)
        elif isinstance(event, _ELSEWHERE):
            self.walk = ()
        return self._line(event)

    def _line(self, event: ev.AnyEvent) -> Entry:
        match event:
            case ev.AttemptRolled() | ev.HostileControl():
                return self._attempted(event)
            case ev.CountryTaken():
                return self._taken(event)
            case ev.MarketRolled():
                return self._thrown(event)
            case ev.OfferMade() | ev.DealMade():
                return self._offered(event)
            case ev.OfferClosed():
                return self._closed(event)
            case ev.PactProposed() | ev.ProposalClosed() | ev.PactMade() | ev.PactEnded():
                return self._treated(event)
            case _:
                return self._plain(event)

    def _plain(self, event: ev.AnyEvent) -> Entry:
        match event:
            case ev.RoundStarted():
                self.round, self.turn = event.round, NOBODY
                return self._entry(event, event.starter)
            case ev.TurnStarted():
                self.turn = self.actor = event.seat
                return self._entry(event, event.seat)
            case ev.CountriesDealt():
                self.owners, self.seats = list(event.owners), max(event.owners) + 1
                return self._entry(event)
            case ev.StepBegan():
                self.actor = event.actor
                return self._entry(event, event.actor)
            case ev.CardPlayed():
                self.actor = event.seat
                return self._entry(event, event.seat)
            case ev.SeatEliminated():
                return self._entry(event, event.by, event.seat)
            case ev.Named():
                return self._entry(event, event.voter, event.seat)
            case ev.MarketExchanged():
                return self._entry(event, event.by)
            case ev.TokensPlaced() | ev.IconMoved():
                return self._entry(event, self.actor)
            case ev.TokensMoved():
                return self._entry(event, self.turn)
            case _:
                seat = getattr(event, "seat", NOBODY)
                return self._entry(event, seat if isinstance(seat, int) else NOBODY)

    def _entry(self, event: ev.AnyEvent, actor: int = NOBODY, other: int = NOBODY) -> Entry:
        return Entry(self.round, self.turn, event, actor, other)

    def _owner(self, country: int) -> int:
        return self.owners[country] if self.owners else NOBODY

    def _attempted(self, event: ev.AttemptRolled | ev.HostileControl) -> Entry:
        attacker, defender = self._owner(event.source), self._owner(event.target)
        throws = event.throws if isinstance(event, ev.AttemptRolled) else ()
        won = not throws or sum(throws[-1][0][:2]) > sum(throws[-1][1][:2])
        self.rolls += 1
        roll = ControlRoll(self.rolls, event.source, event.target, attacker, defender, throws, won)
        self.last_roll = self.latest = roll
        return self._entry(event, attacker, defender)

    def _taken(self, event: ev.CountryTaken) -> Entry:
        loser = self._owner(event.country)
        changes = self._change_owner({event.country: event.by})
        return replace(self._entry(event, event.by, loser), levels=changes)

    def _change_owner(self, taken: dict[int, int]) -> tuple[LevelChange, ...]:
        if not self.owners:
            return ()
        before = self._masks()
        for country, seat in taken.items():
            self.owners[country] = seat
        return tuple(LevelChange(*change) for change in levels.changes(before, self._masks()))

    def _masks(self) -> list[int]:
        return [mask_of(c for c, owner in enumerate(self.owners) if owner == seat) for seat in range(self.seats)]

    def _thrown(self, event: ev.MarketRolled) -> Entry:
        self.market_rolls += 1
        roll = MarketRoll(self.market_rolls, self.actor, event.rolls, event.adder, event.added, event.removals)
        self.last_market = self.latest = roll
        return self._entry(event, self.actor)

    def _offered(self, event: ev.OfferMade | ev.DealMade) -> Entry:
        offer = OpenOffer(event.id, event.proposer, event.partner, event.give, event.take)
        self.offers[event.id] = offer
        changes: tuple[LevelChange, ...] = ()
        if isinstance(event, ev.DealMade) and isinstance(event.give, Land) and isinstance(event.take, Land):
            changes = self._change_owner({event.give.country: event.partner, event.take.country: event.proposer})
        actor, other = event.proposer, event.partner
        return replace(self._entry(event, actor, other), deal=offer, levels=changes)

    def _closed(self, event: ev.OfferClosed) -> Entry:
        offer = self.offers.get(event.id)
        if offer is None:
            return self._entry(event)
        actor, other = offer.proposer, offer.partner
        if event.how == "declined":
            actor, other = other, actor
        return replace(self._entry(event, actor, other), deal=offer)

    def _treated(self, event: ev.PactProposed | ev.ProposalClosed | ev.PactMade | ev.PactEnded) -> Entry:
        if isinstance(event, ev.PactProposed):
            proposal = Proposal(event.id, event.proposer, event.partner, event.dissolves)
            self.treaties[event.id] = proposal
            return replace(self._entry(event, event.proposer, event.partner), deal=proposal)
        known = self.treaties.get(event.id)
        actor, other = treaty_sides(known)
        if isinstance(event, ev.PactMade) and isinstance(known, Proposal):
            known = Pact(known.id, known.proposer, known.partner, self.round)
            self.treaties[event.id] = known
        answered = isinstance(event, ev.PactMade) or (isinstance(event, ev.ProposalClosed) and event.how == "declined")
        if answered or (isinstance(event, ev.PactEnded) and event.by == other):
            actor, other = other, actor
        return replace(self._entry(event, actor, other), deal=known)


def treaty_sides(treaty: Pact | Proposal | None) -> tuple[int, int]:
    """Return the two seats of a pact or a proposal, the proposer first; NOBODY for an unknown one."""
    if isinstance(treaty, Pact):
        return treaty.a, treaty.b
    if isinstance(treaty, Proposal):
        return treaty.proposer, treaty.partner
    return NOBODY, NOBODY
