"""The state of a game of T.E.G. de los Negocios; only `evolve` may change one.

A viewer's state is of the same type, with `HIDDEN` where the viewer may not look (N12). Levels, leaders and
counters are never stored: `levels`, `ballots` and `victory` derive them from the board (N18).
"""

from enum import StrEnum
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from teg_shared.rules.negocios.goods import Goods
from teg_shared.rules.negocios.settings import Settings

BallotKind: TypeAlias = Literal["map", "market", "starter"]
"""What leaders name: the suspensions of the map's and the market's leader, and the starter (N93)."""


class Phase(StrEnum):
    """What the game waits for."""

    ATTEMPTS = "attempts"
    """N52: the seat on turn attempts control or stops."""
    SUPPLY = "supply"
    """N43: the winner of a throw has no reserve and says which of its stacks gives a ficha."""
    CARD = "card"
    """N61: the seat on turn may play a card."""
    PLACE = "place"
    """N66: part 1 of a card."""
    MOVE = "move"
    """N69: part 3 of a card."""
    EXCHANGE = "exchange"
    """N74: the effect of two or three coincidences."""
    BONUS = "bonus"
    """N86: a bonus exchange may be made."""
    TRANSFER = "transfer"
    """N118: inversion and reassignment."""
    NEGOTIATE = "negotiate"
    """N130: whoever takes part and is not done."""
    BALLOT = "ballot"
    """N93, N95: the leaders who have not named anybody."""
    OVER = "over"


class Stage(StrEnum):
    """Part of a round (N100, N120, N121, N132)."""

    TURNS = "turns"
    FIRST = "first"
    """Negotiation of the first half."""
    SECOND = "second"
    COMMON = "common"
    BALLOTS = "ballots"


class OpenOffer(msgspec.Struct, frozen=True, array_like=True):
    """An offer that waits for an answer (N131)."""

    id: int
    proposer: int
    partner: int
    give: Goods
    """What the proposer gives."""
    take: Goods


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A card that waits until the one being resolved is through (N150)."""

    seat: int
    card: int


class Ballot(msgspec.Struct, frozen=True, array_like=True):
    """The choice of one leader or of several tied ones (N93, N95)."""

    kind: BallotKind
    voters: tuple[int, ...]
    names: tuple[int, ...]
    """Named in this ballot by each voter, or NOBODY."""
    number: int
    """2 once they have named different corporations and may change."""
    earlier: tuple[int, ...]
    """Named in the first ballot."""


class Pact(msgspec.Struct, frozen=True, array_like=True):
    """A pact of non-aggression that stands between two seats (N119)."""

    id: int
    a: int
    b: int
    made: int
    """Round."""


class Proposal(msgspec.Struct, frozen=True, array_like=True):
    """A proposed pact, or the proposed end of one (N119)."""

    id: int
    proposer: int
    partner: int
    dissolves: int | None


class LedgerEntry(msgspec.Struct, frozen=True, array_like=True):
    """One line of the ledger of pacts (N119)."""

    round: int
    what: str
    """proposed, dissolve-proposed, made, declined, withdrawn, dissolved, lapsed, broken or forced."""
    id: int
    a: int
    """The seat that did it."""
    b: int


class State(msgspec.Struct, dict=True, forbid_unknown_fields=True):
    """A whole game, or what one viewer knows of it; lists by seat, country or factor number."""

    settings: Settings
    colours: list[str]
    market_on: bool
    phase: Phase
    stage: Stage
    round: int
    starter: int
    order: list[int]
    """Seats with a control turn in this round, in order, as fixed at its start (N151)."""
    place: int
    """Index in `order` of the control turn that runs or was the last to run; -1 before the first."""
    turn: int
    """Seat whose control turn runs, or NOBODY."""
    actor: int
    """Seat that has to act, or NOBODY in negotiations and ballots."""
    value: int
    """Fichas to be placed (PLACE) or exchanged (EXCHANGE, BONUS); the country that was won (SUPPLY)."""
    attempts: int
    """Attempts resolved in this turn."""
    lost: int
    """Attempts lost in this turn."""
    captures: int
    """Countries taken in this turn by the seat on turn (N57)."""
    played: int
    """Mask of the seats that played a card in this round (N62)."""
    card: int
    """Card being resolved, or NOBODY."""
    slot: int
    """Icons that it has moved."""
    coincided: int
    """Those of them that ended on their own factor (N71)."""
    bonuses: int
    """Bonus exchanges open (N87)."""
    invested: int
    """Inversions made in this turn."""
    reassigned: int
    arrived: list[int]
    """Fichas of each country that came by a transfer in this turn (N118b)."""
    owners: list[int]
    tokens: list[int]
    dealt: list[int]
    """Countries that each seat was dealt (N136)."""
    reserve: list[int]
    retained: list[list[int]]
    """retained[s][c]: fichas of seat c's colour in the zone of seat s."""
    market: list[int]
    icons: list[int]
    """Country of each factor's icon."""
    hands: list[list[int]]
    deck: list[int]
    """The next card is the last."""
    discard: list[int]
    objectives: list[int]
    taken: list[list[int]]
    """taken[s][v]: countries that s took control of from v (N136)."""
    hits: list[int]
    """What each seat has eliminated: bit 0 its left target, bit 1 its right one, bit 2 anybody (N136)."""
    killers: list[int]
    """Seat that eliminated each seat, or NOBODY."""
    neutral: int
    """Mask of the seats that only defend."""
    suspended: int
    """Mask for this round."""
    immune: int
    """Mask of those suspended in the round before (N94)."""
    participants: int
    """Mask of those who take part in the negotiation that runs."""
    done: int
    offers: list[OpenOffer]
    next_offer: int
    requests: list[Request]
    ballot: Ballot | None
    pacts: list[Pact]
    proposals: list[Proposal]
    ledger: list[LedgerEntry]
    next_pact: int
    rolls: int
    """Rolls of the game so far; the number of the next one."""
    shuffles: int
    winner: int
    won_by: str
    """objective, hegemony, countries, block, last, limit or abandoned; empty while the game goes on."""

    @cached_property
    def masks(self) -> list[int]:
        """Countries of each seat as a mask; 0 for an eliminated corporation.

        Eighty bits are more than msgpack's whole numbers have, so that masks are no field: they are made of the owners
        when first asked for, and kept in step by `evolve`.
        """
        masks = [0] * len(self.colours)
        for country, owner in enumerate(self.owners):
            if owner >= 0:
                masks[owner] |= 1 << country
        return masks

    def copy(self) -> "State":
        """Return a state of its own with the same content (a few µs)."""
        other = State(
            self.settings, self.colours, self.market_on, self.phase, self.stage, self.round, self.starter,
            self.order, self.place, self.turn, self.actor, self.value, self.attempts, self.lost, self.captures,
            self.played, self.card, self.slot, self.coincided, self.bonuses, self.invested, self.reassigned,
            self.arrived[:], self.owners[:], self.tokens[:], self.dealt, self.reserve[:],
            [row[:] for row in self.retained], self.market[:], self.icons[:], [hand[:] for hand in self.hands],
            self.deck[:], self.discard[:], self.objectives, [row[:] for row in self.taken], self.hits[:],
            self.killers[:], self.neutral, self.suspended, self.immune, self.participants, self.done,
            self.offers[:], self.next_offer, self.requests[:], self.ballot, self.pacts[:], self.proposals[:],
            self.ledger[:], self.next_pact, self.rolls, self.shuffles, self.winner, self.won_by,
        )  # fmt: skip
        other.__dict__["masks"] = self.masks[:]
        return other


def plays(state: State, seat: int) -> bool:
    """Whether `seat` still decides: alive and not neutral."""
    return bool(state.masks[seat]) and not state.neutral >> seat & 1


def living(state: State) -> list[int]:
    """Return the seats that are alive, in seat order."""
    return [seat for seat, mask in enumerate(state.masks) if mask]


def from_seat(state: State, first: int) -> list[int]:
    """Return all seats from `first` to the left, round the table (N11)."""
    count = len(state.colours)
    return [(first + step) % count for step in range(count)]


def market_total(state: State) -> int:
    """Return what the market held at the start; thresholds go by it for ever (N92, N115)."""
    return 5 * len(state.colours)
