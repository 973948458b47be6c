"""Turns the events of one update into lines of the chronicle and into the last roll.

An event names countries and pacts by their numbers; whom it was about can only be told from the view before
it, so that is looked up here, once, and kept with the line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace
from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.data import NOBODY
from teg_shared.rules.classic.state import Pact, Proposal, State

from teg_tui.changes import Entry, LastRoll


@dataclass
class Chronicler:
    """Follows a game event by event, as far as who is who goes."""

    owners: list[int] = field(default_factory=list)
    turn: int = NOBODY
    round: int = 0
    bargains: dict[int, Pact | Proposal] = field(default_factory=dict)
    rolls: int = 0
    last_roll: LastRoll | None = None

    def look(self, view: State | None) -> None:
        """Take over what a whole view says: who owns what, who is on turn, which pacts there are."""
        if view is None:
            self.owners, self.turn, self.round, self.bargains = [], NOBODY, 0, {}
            return
        self.owners, self.turn, self.round = view.owners[:], view.turn, view.round
        self.bargains |= {proposal.id: proposal for proposal in view.proposals}
        self.bargains |= {pact.id: pact for pact in view.pacts}

    def write(self, events: Iterable[ev.AnyEvent]) -> list[Entry]:
        """Return the line of each event, in order."""
        return [self._line(event) for event in events]

    def recall(self, earlier: "Chronicler") -> None:
        """Take over what another one has seen before."""
        self.bargains = earlier.bargains | self.bargains
        if self.last_roll is None:
            self.rolls, self.last_roll = earlier.rolls, earlier.last_roll

    def _line(self, event: ev.AnyEvent) -> Entry:
        match event:
            case ev.TurnStarted() | ev.PlacementStarted():
                self.turn = event.seat
                self.round = event.round if isinstance(event, ev.TurnStarted) else 0
                return self._entry(event, event.seat)
            case ev.CountriesDealt():
                self.owners = list(event.owners)
                return self._entry(event)
            case ev.DiceRolled():
                return self._rolled(event)
            case ev.CountryTaken():
                return self._taken(event)
            case ev.SeatDestroyed():
                return self._entry(event, event.by, event.seat)
            case ev.ObjectiveInherited():
                return self._entry(event, event.seat, event.neighbour)
            case ev.TurnEnded() | ev.SeatLeft() | ev.GameWon():
                return self._entry(event, event.seat)
            case ev.StarterRolled():
                return self._entry(event, event.first)
            case ev.PactProposed() | ev.ProposalClosed() | ev.PactMade() | ev.PactEnded() | ev.EndAnnounced():
                return self._bargained(event)
            case ev.GameStarted() | ev.ObjectivesDealt() | ev.DeckShuffled():
                return self._entry(event)
            case _:
                return self._entry(event, self.turn)

    def _entry(self, event: ev.AnyEvent, actor: int = NOBODY, other: int = NOBODY) -> Entry:
        return Entry(self.round, self.turn, event, actor, other)

    def _owner(self, country: int) -> int:
        return self.owners[country] if self.owners else NOBODY

    def _rolled(self, event: ev.DiceRolled) -> Entry:
        attacker, defender = self._owner(event.source), self._owner(event.target)
        won = tuple(a > d for a, d in zip(event.attack, event.defence, strict=False))
        self.rolls += 1
        self.last_roll = LastRoll(
            self.rolls,
            event.source,
            event.target,
            attacker,
            defender,
            event.attack,
            event.defence,
            won,
            taken=False,
        )
        return self._entry(event, attacker, defender)

    def _taken(self, event: ev.CountryTaken) -> Entry:
        attacker, defender = self._owner(event.source), self._owner(event.target)
        roll = self.last_roll
        if roll is not None and (roll.source, roll.target) == (event.source, event.target):
            self.last_roll = replace(roll, taken=True)
        if self.owners:
            self.owners[event.target] = attacker
        return self._entry(event, attacker, defender)

    def _bargained(
        self, event: ev.PactProposed | ev.ProposalClosed | ev.PactMade | ev.PactEnded | ev.EndAnnounced
    ) -> Entry:
        if isinstance(event, ev.PactProposed):
            proposal = Proposal(event.id, event.proposer, event.partner, event.border, event.last, event.dissolves)
            self.bargains[event.id] = proposal
            return Entry(self.round, self.turn, event, event.proposer, event.partner, proposal)
        bargain = self.bargains.get(event.id)
        actor, other = sides(bargain)
        if isinstance(event, ev.PactMade) or (isinstance(event, ev.ProposalClosed) and event.how == "declined"):
            actor, other = other, actor
        if isinstance(event, ev.PactEnded | ev.EndAnnounced) and event.by == other:
            actor, other = other, actor
        if isinstance(event, ev.PactMade) and isinstance(bargain, Proposal):
            bargain = Pact(bargain.id, bargain.proposer, bargain.partner, bargain.border, self.round, bargain.last)
            self.bargains[event.id] = bargain
        return Entry(self.round, self.turn, event, actor, other, bargain)


def sides(bargain: Pact | Proposal | None) -> tuple[int, int]:
    """Return the two seats of a pact or a proposal, the proposer first; NOBODY for an unknown one."""
    if isinstance(bargain, Pact):
        return bargain.a, bargain.b
    if isinstance(bargain, Proposal):
        return bargain.proposer, bargain.partner
    return NOBODY, NOBODY
