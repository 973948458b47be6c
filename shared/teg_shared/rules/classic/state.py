"""The state of a classic game; only `evolve` may change one.

A viewer's state is of the same type, with `HIDDEN` where the viewer may not look, so that the client runs
the same questions on it as the server on the whole.
"""

from enum import StrEnum

import msgspec

from teg_shared.rules.classic.settings import Settings


class Phase(StrEnum):
    """What the seat on turn is doing."""

    PLACEMENT = "placement"
    """C4, C5: a placement round before the first turn."""
    INCORPORATE = "incorporate"
    """C7 to C9, C19 and C20; it passes into attack or regroup by the first such command."""
    ATTACK = "attack"
    OCCUPY = "occupy"
    """C13: a conquest waits for the armies that move in."""
    REGROUP = "regroup"
    CLAIM = "claim"
    """C19: the card just drawn shows an own country; claim its bonus or end the turn."""
    OVER = "over"


class Occupation(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A conquest whose further armies have not been named (C13); one has moved in already."""

    source: int
    target: int
    most: int
    """Most armies that may move in altogether, the first one counted; at least 2."""


class Pact(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A standing pact of non-aggression between seats `a` and `b` (C31)."""

    id: int
    a: int
    b: int
    border: tuple[int, int] | None
    """(country of a, country of b), or None for the whole map."""
    made: int
    """Round in which it was made."""
    last: int | None
    """Last round in which it holds, or None for no term."""
    notice: int | None = None
    """Seat that announced the end (C33, `notice`), or None."""
    waits: int = 0
    """Ends of the other side's turns for which an announced pact still binds."""

    def other(self, seat: int) -> int:
        """Return the side that is not `seat`."""
        return self.b if seat == self.a else self.a


class Proposal(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A proposal that waits for an answer: a new pact (C31), or the end of a standing one (C35)."""

    id: int
    proposer: int
    partner: int
    border: tuple[int, int] | None
    """(country of the proposer, country of the partner), or None for the whole map."""
    last: int | None
    dissolves: int | None = None
    """Id of the pact that it would end, or None if it proposes one."""


class LedgerEntry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One line of the ledger of pacts (C36)."""

    round: int
    turn: int
    """Seat that was on turn."""
    what: str
    """proposed, dissolve-proposed, accepted, declined, withdrawn, dissolved, lapsed, broken or announced."""
    id: int
    a: int
    """The seat that did it; the proposer's seat where nobody did."""
    b: int
    border: tuple[int, int] | None


class State(msgspec.Struct, forbid_unknown_fields=True):
    """A whole classic game, or what one viewer knows of it; lists by seat or by country number."""

    settings: Settings
    colours: list[str]
    """Colour of each seat."""
    phase: Phase
    round: int
    """1 for the first round of turns; 0 during placement."""
    lap: int
    """Placement round, 1 or 2; 0 afterwards."""
    first: int
    """Seat that won the draw for the first turn (C2)."""
    starter: int
    """Seat with which the present round began."""
    turn: int
    """Seat on turn."""
    pool: int
    """Armies still to be placed anywhere."""
    bound: list[int]
    """Armies still to be placed in each continent (C8)."""
    owners: list[int]
    armies: list[int]
    masks: list[int]
    """Countries of each seat as a mask; 0 for a seat that is out."""
    arrived: list[int]
    """Armies of each country that came by regrouping in this turn (C15)."""
    conquests: int
    """Countries taken in this turn."""
    occupation: Occupation | None
    hands: list[list[int]]
    deck: list[int]
    """The next card is the last."""
    discard: list[int]
    claimed: int
    """Mask of the cards whose bonus has been claimed since they left the deck (C19)."""
    drawn: int
    """Card drawn at the end of this turn, while it may be claimed; else HIDDEN."""
    exchanges: list[int]
    """Exchanges made by each seat (C20)."""
    objectives: list[int]
    """Objective number of each seat now."""
    dealt: list[int]
    """Objective number that each seat was dealt."""
    deal: list[int]
    """Owner of each country after the deal."""
    killers: list[int]
    """Seat that destroyed each seat, or NOBODY."""
    neutral: int
    """Mask of the seats that only defend."""
    pacts: list[Pact]
    proposals: list[Proposal]
    ledger: list[LedgerEntry]
    next_pact: int
    rolls: int
    """Rolls of the game so far; the number of the next one."""
    shuffles: int
    winner: int
    """Seat, or NOBODY."""
    won_by: str
    """objective, common or all; empty while the game goes on."""

    def copy(self) -> "State":
        """Return a state of its own with the same content (about 4 µs)."""
        return State(
            self.settings, self.colours, self.phase, self.round, self.lap, self.first, self.starter, self.turn,
            self.pool, self.bound[:], self.owners[:], self.armies[:], self.masks[:], self.arrived[:],
            self.conquests, self.occupation, [hand[:] for hand in self.hands], self.deck[:], self.discard[:],
            self.claimed, self.drawn, self.exchanges[:], self.objectives[:], self.dealt, self.deal,
            self.killers[:], self.neutral, self.pacts[:], self.proposals[:], self.ledger[:], self.next_pact,
            self.rolls, self.shuffles, self.winner, self.won_by,
        )  # fmt: skip


def plays(state: State, seat: int) -> bool:
    """Whether `seat` still takes turns: not destroyed and not neutral."""
    return bool(state.masks[seat]) and not state.neutral >> seat & 1


def pool_left(state: State) -> int:
    """Return how many armies the seat on turn has still to place, anywhere or in a continent."""
    return state.pool + sum(state.bound)


def following(state: State, seat: int) -> tuple[int, int, int]:
    """Return (seat, round, starter) of the turn after the one of `seat` (C2, C16).

    A round is started by the first seat that still plays, from the place where it is due: with `rotate_first`
    nobody starts two rounds in a row because the seat in between is out.
    """
    count = len(state.colours)
    starter = state.starter
    for step in range((seat - starter) % count + 1, count):
        candidate = (starter + step) % count
        if plays(state, candidate):
            return candidate, state.round, starter
    starter = (starter + 1) % count if state.settings.rotate_first else starter
    for step in range(count):
        candidate = (starter + step) % count
        if plays(state, candidate):
            return candidate, state.round + 1, candidate
    raise AssertionError("no seat is left to play")
