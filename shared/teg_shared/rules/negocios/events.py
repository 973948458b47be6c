"""What happened in T.E.G. de los Negocios, with every die in it. Secret fields hold HIDDEN for who may not know."""

from typing import TypeAlias

import msgspec

from teg_shared.rules.negocios.goods import Goods
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import BallotKind, Phase, Stage

Faces = tuple[int, ...]


class Event(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of every event."""


class GameStarted(Event, tag="started", frozen=True):
    """The table is set: colours in turn order, the options, and whether the market is part of it (N1 to N3, N89)."""

    colours: tuple[str, ...]
    settings: Settings
    market_on: bool


class CountriesDealt(Event, tag="dealt", frozen=True):
    """Owner of each country, and the distribution cards that each seat was given whole (N14 to N17)."""

    owners: tuple[int, ...]
    cards: tuple[tuple[int, ...], ...]
    shuffles: int
    """Shuffles that it took (N16)."""


class ObjectivesDealt(Event, tag="objectives", frozen=True):
    """Objective of each seat; secret (N19, N20)."""

    objectives: tuple[int, ...]
    shuffles: int


class DeckShuffled(Event, tag="shuffled", frozen=True):
    """The deck is made anew, of the discards if there were any; the next card is the last; secret (N60)."""

    cards: tuple[int, ...]


class RoundStarted(Event, tag="round", frozen=True):
    """A round begins with the seats that have a control turn in it; `drawn`: the starter by lot (N22, N120)."""

    round: int
    starter: int
    order: tuple[int, ...]
    drawn: bool


class TurnStarted(Event, tag="turn", frozen=True):
    """The control turn of a seat begins."""

    seat: int


class PlaceSkipped(Event, tag="skipped", frozen=True):
    """A scheduled control turn is not played: the seat is out or only defends (N151)."""

    seat: int


class StepBegan(Event, tag="step", frozen=True):
    """The game waits for something else now; see State.actor and State.value."""

    phase: Phase
    actor: int
    value: int


class AttemptRolled(Event, tag="dice", frozen=True):
    """The throws of an attempt, attacker's and defender's dice sorted high to low; all but the last are ties (N38)."""

    source: int
    target: int
    throws: tuple[tuple[Faces, Faces], ...]


class HostileControl(Event, tag="hostile", frozen=True):
    """An attempt by four fichas against one, which needs no dice (N46)."""

    source: int
    target: int


class CountryTaken(Event, tag="taken", frozen=True):
    """A country changes its owner by control; the fichas on it are retained by `by` (N41 to N48)."""

    country: int
    by: int
    placed: int
    """Fichas that `by` puts there: from `origin`, else from what `lender` retains, else from its reserve."""
    origin: int
    """Own country that they leave, or NOBODY."""
    lender: int
    """Seat that gives back a retained one, or NOBODY."""


class SeatEliminated(Event, tag="eliminated", frozen=True):
    """A corporation is out; its cards are secret (N111 to N116)."""

    seat: int
    by: int
    cards: tuple[int, ...]
    refills: tuple[tuple[int, int], ...]
    """(seat, fichas of its reserve) that replace the market fichas of the corporation that is out."""


class AttemptsEnded(Event, tag="stopped", frozen=True):
    """The attempts of the seat on turn are over (N52)."""

    seat: int


class CardDrawn(Event, tag="drawn", frozen=True):
    """The seat on turn drew a card; secret (N57)."""

    seat: int
    card: int


class CardRequested(Event, tag="requested", frozen=True):
    """A card waits until the one being resolved is through; secret till then (N150)."""

    seat: int
    card: int


class CardPlayed(Event, tag="played", frozen=True):
    """A card is shown and will be used whole (N65)."""

    seat: int
    card: int


class CardsKept(Event, tag="kept", frozen=True):
    """The seat on turn plays no card in its own window (N118f)."""

    seat: int


class TokensPlaced(Event, tag="placed", frozen=True):
    """Fichas of the card's first part stand on a country (N66)."""

    country: int
    tokens: int


class MarketRolled(Event, tag="market", frozen=True):
    """Everybody's die and the exchange it made (N79 to N84)."""

    rolls: tuple[Faces, ...]
    """Per roll one face a seat, 0 for who did not throw."""
    adder: int
    added: int
    removals: tuple[tuple[int, int], ...]
    """(seat, fichas it took back)."""


class IconMoved(Event, tag="icon", frozen=True):
    """The icon of a factor went along a path (N69, N70)."""

    factor: int
    path: tuple[int, ...]


class MarketExchanged(Event, tag="exchanged", frozen=True):
    """A chosen exchange: one ficha of each of `seats` out, as many of `by` in (N74 to N78, N85, N86)."""

    by: int
    seats: tuple[int, ...]
    bonus: bool


class CardFinished(Event, tag="finished", frozen=True):
    """The card being resolved is through and goes to the discards."""

    seat: int


class TokensMoved(Event, tag="moved", frozen=True):
    """An inversion or a reassignment (N118)."""

    source: int
    target: int
    tokens: int
    invested: bool


class TurnEnded(Event, tag="ended", frozen=True):
    """The control turn of a seat is over."""

    seat: int


class TalksOpened(Event, tag="talks", frozen=True):
    """A negotiation begins (N120, N121)."""

    stage: Stage
    participants: int
    """Mask."""


class OfferMade(Event, tag="offered", frozen=True):
    """An offer is open; cards in it are known to its two sides only (N129, N131)."""

    id: int
    proposer: int
    partner: int
    give: Goods
    take: Goods


class OfferClosed(Event, tag="closed", frozen=True):
    """An offer came to nothing: declined, withdrawn or lapsed (N131)."""

    id: int
    how: str


class DealMade(Event, tag="deal", frozen=True):
    """An offer was accepted; cards in it are known to its two sides only (N124, N127, N129)."""

    id: int
    proposer: int
    partner: int
    give: Goods
    take: Goods
    placed: tuple[int, int]
    """Fichas that proposer and partner put on the country they got; 0, 0 for other deals."""


class SeatDone(Event, tag="done", frozen=True):
    """A participant wants nothing more (N130)."""

    seat: int


class TalksClosed(Event, tag="silence", frozen=True):
    """The negotiation is over, and with it every open offer (N130)."""

    stage: Stage


class RoundEnded(Event, tag="rounded", frozen=True):
    """All negotiations of the round are over: suspensions become immunities (N99)."""

    round: int


class BallotOpened(Event, tag="ballot", frozen=True):
    """Leaders name a corporation; number 2: they named different ones and may change (N93, N95)."""

    kind: BallotKind
    voters: tuple[int, ...]
    number: int


class Named(Event, tag="named", frozen=True):
    """A leader named a corporation; `drawn`: the clock chose among equals by lot (N147)."""

    voter: int
    seat: int
    drawn: bool


class SeatSuspended(Event, tag="suspended", frozen=True):
    """A corporation has no control turn in the next round; `drawn`: by lot among those named (N95)."""

    kind: BallotKind
    seat: int
    drawn: bool


class SuspensionLapsed(Event, tag="unsuspended", frozen=True):
    """Nobody can be suspended by this right (N97, N98)."""

    kind: BallotKind


class StarterNamed(Event, tag="starter", frozen=True):
    """Who starts the next round; `drawn`: by lot among those named (N95)."""

    seat: int
    drawn: bool


class PactProposed(Event, tag="proposed", frozen=True):
    """A pact, or the end of one, was proposed (N119)."""

    id: int
    proposer: int
    partner: int
    dissolves: int | None


class ProposalClosed(Event, tag="unproposed", frozen=True):
    """A proposal about a pact came to nothing or was used up (N119)."""

    id: int
    how: str


class PactMade(Event, tag="pact", frozen=True):
    """A proposed pact was accepted; it keeps the proposal's id (N119)."""

    id: int


class PactEnded(Event, tag="unpact", frozen=True):
    """A pact is over: dissolved, lapsed, broken, or broken without fault by the compulsory attempt (N119)."""

    id: int
    how: str
    by: int


class SeatLeft(Event, tag="left", frozen=True):
    """A seat only defends from now on (N144, `neutral`)."""

    seat: int


class GameWon(Event, tag="won", frozen=True):
    """The game is over; every objective and hand is shown (N101 to N107)."""

    seat: int
    how: str
    objectives: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


AnyEvent: TypeAlias = (
    GameStarted | CountriesDealt | ObjectivesDealt | DeckShuffled | RoundStarted | TurnStarted | PlaceSkipped
    | StepBegan | AttemptRolled | HostileControl | CountryTaken | SeatEliminated | AttemptsEnded | CardDrawn
    | CardRequested | CardPlayed | CardsKept | TokensPlaced | MarketRolled | IconMoved | MarketExchanged
    | CardFinished
    | TokensMoved | TurnEnded | TalksOpened | OfferMade | OfferClosed | DealMade | SeatDone | TalksClosed
    | RoundEnded | BallotOpened | Named | SeatSuspended | SuspensionLapsed | StarterNamed | PactProposed
    | ProposalClosed | PactMade | PactEnded | SeatLeft | GameWon
)  # fmt: skip
