"""What the model remembers, and what one message of the server changed, as values for the screens.

Nothing here draws, waits or speaks a language: a screen decides what to repaint from the type of a change
and asks `words` or `narration` for the sentence.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from teg_shared.protocol.messages import RoomInfo
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.state import Pact, Phase, Proposal
from teg_shared.rules.negocios import events as negocios
from teg_shared.rules.negocios.state import OpenOffer
from teg_shared.rules.negocios.state import Pact as Treaty
from teg_shared.rules.negocios.state import Proposal as TreatyProposal

from teg_tui.negocios.changes import LevelChange, NegociosChange

Facts: TypeAlias = dict[str, object]
"""Numbers, seats and ids that a sentence needs."""

Condition: TypeAlias = Literal["connecting", "online", "reconnecting", "closed"]


@dataclass(frozen=True)
class Status:
    """How the connection stands.

    Attributes:
        attempt: number of the attempt that is under way or waited for, from 1; 0 when online.
        retry_at: monotonic time of the next attempt, in seconds, while one is waited for.
        code: why it is down; sentence from `words.sentence`.
    """

    condition: Condition
    attempt: int = 0
    retry_at: float | None = None
    code: str = ""
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class ChatLine:
    """One line of chat; `seat` is -1 for a spectator; `to` is -1 for all (T5)."""

    seat: int
    name: str
    text: str
    private: bool
    to: int
    round: int


@dataclass(frozen=True)
class LastRoll:
    """One roll of an attack with everything that its panel shows (C11, C12).

    Attributes:
        number: 1 for the first roll that this viewer saw.
        won: for each compared pair whether the attacker won it.
    """

    number: int
    source: int
    target: int
    attacker: int
    defender: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    won: tuple[bool, ...]
    taken: bool

    @property
    def attack_losses(self) -> int:
        """Armies that the attacker lost."""
        return len(self.won) - sum(self.won)

    @property
    def defence_losses(self) -> int:
        """Armies that the defender lost."""
        return sum(self.won)


@dataclass(frozen=True)
class Entry:
    """One line of the chronicle: an event, and who and what it was about before it happened.

    Attributes:
        round: 0 during placement.
        seat: seat on turn, -1 before the first one.
        actor: seat that did it, -1 for nobody.
        other: seat that it was done to, -1 for nobody.
        bargain: the pact or proposal that a pact event names by its id only.
        deal: the same for offers and pacts of T.E.G. de los Negocios.
        levels: levels that the event changed there.
    """

    round: int
    seat: int
    event: AnyEvent | negocios.AnyEvent
    actor: int = -1
    other: int = -1
    bargain: Pact | Proposal | None = None
    deal: OpenOffer | Treaty | TreatyProposal | None = None
    levels: tuple[LevelChange, ...] = ()


@dataclass(frozen=True)
class RoomChanged:
    """The room is another than before: seats, names, colours, status, house rules or wish for a rematch."""


@dataclass(frozen=True)
class RoomsListed:
    """The answer to a question for the list of rooms."""

    rooms: tuple[RoomInfo, ...]


@dataclass(frozen=True)
class SeatTaken:
    """This viewer is in a room, on `seat` or watching (-1)."""

    seat: int


@dataclass(frozen=True)
class ViewReplaced:
    """A whole view arrived: repaint everything."""

    version: int


@dataclass(frozen=True)
class CountryChanged:
    """One country has another owner or another number of armies."""

    country: int
    owner_before: int
    owner: int
    armies_before: int
    armies: int


@dataclass(frozen=True)
class Rolled:
    """Dice of an attack fell."""

    roll: LastRoll


@dataclass(frozen=True)
class TurnChanged:
    """Another seat is on turn, or the same one in another round."""

    seat: int
    round: int


@dataclass(frozen=True)
class PhaseChanged:
    """The seat on turn does something else now."""

    phase: Phase


@dataclass(frozen=True)
class ReserveChanged:
    """The armies to be placed are others: `left` of them altogether."""

    left: int


@dataclass(frozen=True)
class HandChanged:
    """The number of cards of a seat, or this viewer's own cards, changed."""

    seat: int


@dataclass(frozen=True)
class ObjectiveChanged:
    """This viewer has another secret objective; `neighbour` is the seat it came from, or -1 (C27)."""

    objective: int
    neighbour: int


@dataclass(frozen=True)
class PactChanged:
    """Pacts or proposals changed; `mine` if this viewer is a side of one of them."""

    mine: bool


@dataclass(frozen=True)
class ProposalArrived:
    """A proposal waits for this viewer's answer."""

    proposal: Proposal


@dataclass(frozen=True)
class SeatOut:
    """A colour was destroyed (C23)."""

    seat: int
    by: int


@dataclass(frozen=True)
class GameOver:
    """The game was won; objectives and hands are in the view now (C30)."""

    seat: int
    how: str


@dataclass(frozen=True)
class Chronicled:
    """The chronicle has a new line."""

    entry: Entry


@dataclass(frozen=True)
class ChatArrived:
    """A line of chat arrived."""

    line: ChatLine


@dataclass(frozen=True)
class Noticed:
    """The server says something to the table that is no event of the rules."""

    code: str
    facts: Facts


@dataclass(frozen=True)
class Rejected:
    """A message of this client was refused; `number` is that of the Act, 0 for any other."""

    code: str
    facts: Facts
    number: int


@dataclass(frozen=True)
class ActDone:
    """The Act of this number has been done."""

    number: int
    repeated: bool


@dataclass(frozen=True)
class ClockChanged:
    """The clock of the turn was set, or stopped (`deadline` None)."""

    seat: int
    deadline: float | None


@dataclass(frozen=True)
class StatusChanged:
    """The connection stands otherwise than before."""

    status: Status


@dataclass(frozen=True)
class RevealAsked:
    """The game is about to start: the server wants this seat's contribution to the dice."""

    commitments: tuple[bytes, ...]


@dataclass(frozen=True)
class RecordArrived:
    """The whole record of the game, as a file for `teg verify`."""

    data: bytes


@dataclass(frozen=True)
class EntryRefused:
    """The way into a room is refused; `resumed` if it was the way back to a seat held before."""

    code: str
    facts: Facts
    resumed: bool


@dataclass(frozen=True)
class DiceDoubted:
    """The server's commitments are not those that this client made or sees; the dice can't be trusted."""


@dataclass(frozen=True)
class Ended:
    """The server said good-bye; `code` says why."""

    code: str
    facts: Facts


Change: TypeAlias = (
    RoomChanged | RoomsListed | SeatTaken | ViewReplaced | CountryChanged | Rolled | TurnChanged
    | PhaseChanged | ReserveChanged | HandChanged | ObjectiveChanged | PactChanged | ProposalArrived | SeatOut
    | GameOver | Chronicled | ChatArrived | Noticed | Rejected | ActDone | ClockChanged | StatusChanged
    | RevealAsked | RecordArrived | EntryRefused | DiceDoubted | Ended | NegociosChange
)  # fmt: skip
