"""What happened in a classic game, with every die in it. Secret fields hold HIDDEN for who may not know."""

from typing import TypeAlias

import msgspec

from teg_shared.rules.classic.settings import Settings


class Event(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of every event."""


class GameStarted(Event, tag="started", frozen=True):
    """The table is set: colours in turn order, and the house rules (C1)."""

    colours: tuple[str, ...]
    settings: Settings


class StarterRolled(Event, tag="starter", frozen=True):
    """The draw for the first turn: per roll one face a seat, 0 for a seat no longer tied (C2)."""

    rolls: tuple[tuple[int, ...], ...]
    first: int


class CountriesDealt(Event, tag="dealt", frozen=True):
    """Owner of each country; `rolls` are the dice for the left-over cards (C3)."""

    owners: tuple[int, ...]
    rolls: tuple[tuple[int, ...], ...]


class ObjectivesDealt(Event, tag="objectives", frozen=True):
    """Objective number of each seat; secret (C6)."""

    objectives: tuple[int, ...]


class DeckShuffled(Event, tag="shuffled", frozen=True):
    """The draw deck is made anew, of the discard if there was one; the next card is the last; secret (C3, C22)."""

    cards: tuple[int, ...]


class PlacementStarted(Event, tag="placement", frozen=True):
    """A seat's part of a placement round begins (C4, C5)."""

    seat: int
    lap: int
    armies: int


class TurnStarted(Event, tag="turn", frozen=True):
    """A turn begins with `pool` free armies and those bound to each continent (C7 to C9)."""

    seat: int
    round: int
    starter: int
    pool: int
    bound: tuple[int, ...]


class ArmiesPlaced(Event, tag="placed", frozen=True):
    """Armies stand on a country: `bound` of them came from its continent's bonus (C8)."""

    country: int
    armies: int
    bound: int


class CardsExchanged(Event, tag="exchanged", frozen=True):
    """Three cards went to the discard for `armies` (C20)."""

    cards: tuple[int, int, int]
    armies: int


class BonusClaimed(Event, tag="claimed", frozen=True):
    """The card of an own country was shown for two armies there (C19)."""

    card: int
    spent: bool


class DiceRolled(Event, tag="dice", frozen=True):
    """One roll of an attack, both sides sorted high to low (C11, C12)."""

    source: int
    target: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]


class CountryTaken(Event, tag="taken", frozen=True):
    """The defender has none left: the country changes its owner and one army moves in (C13)."""

    source: int
    target: int
    most: int
    """Most armies that may move in altogether; above 1 the conquest waits for Occupy."""


class ArmiesOccupied(Event, tag="occupied", frozen=True):
    """`armies` moved into the conquered country altogether, the first one counted (C13)."""

    source: int
    target: int
    armies: int


class ArmiesRegrouped(Event, tag="regrouped", frozen=True):
    """Armies moved one step between own countries (C15)."""

    source: int
    target: int
    armies: int


class SeatDestroyed(Event, tag="destroyed", frozen=True):
    """A colour is out and `by` inherits its cards; the cards are secret (C23)."""

    seat: int
    by: int
    cards: tuple[int, ...]


class ObjectiveInherited(Event, tag="inherited", frozen=True):
    """A seat has a new objective, taken over from `neighbour` or NOBODY; known to that seat alone (C27)."""

    seat: int
    objective: int
    neighbour: int


class CardDrawn(Event, tag="drawn", frozen=True):
    """The seat on turn drew a card; `claimable` if it shows an own country; the card is secret (C17)."""

    seat: int
    card: int
    claimable: bool


class TurnEnded(Event, tag="ended", frozen=True):
    """The turn of a seat is over (C16)."""

    seat: int


class PactProposed(Event, tag="proposed", frozen=True):
    """A pact, or the end of one, was proposed (C31, C35)."""

    id: int
    proposer: int
    partner: int
    border: tuple[int, int] | None
    last: int | None
    dissolves: int | None


class ProposalClosed(Event, tag="closed", frozen=True):
    """A proposal came to nothing: declined, withdrawn or lapsed (C31)."""

    id: int
    how: str


class PactMade(Event, tag="pact", frozen=True):
    """A proposed pact was accepted; it keeps the proposal's id (C31)."""

    id: int


class PactEnded(Event, tag="unpact", frozen=True):
    """A pact is over: broken by a seat, lapsed, dissolved or announced (C33 to C35)."""

    id: int
    how: str
    by: int


class EndAnnounced(Event, tag="notice", frozen=True):
    """A side announced the end of a pact (C33, `notice`)."""

    id: int
    by: int


class SeatLeft(Event, tag="left", frozen=True):
    """A seat only defends from now on (T4)."""

    seat: int


class GameWon(Event, tag="won", frozen=True):
    """The game is over; every objective and hand is shown (C24, C25, C30)."""

    seat: int
    how: str
    objectives: tuple[int, ...]
    dealt: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


AnyEvent: TypeAlias = (
    GameStarted | StarterRolled | CountriesDealt | ObjectivesDealt | DeckShuffled | PlacementStarted
    | TurnStarted | ArmiesPlaced | CardsExchanged | BonusClaimed | DiceRolled | CountryTaken | ArmiesOccupied
    | ArmiesRegrouped | SeatDestroyed | ObjectiveInherited | CardDrawn | TurnEnded | PactProposed
    | ProposalClosed | PactMade | PactEnded | EndAnnounced | SeatLeft | GameWon
)  # fmt: skip
