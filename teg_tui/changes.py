"""What the model remembers, and what one message of the server changed, as values for the screens.

Nothing here draws, waits or speaks a language: a screen decides what to repaint from the type of a change
and asks `words` or `narration` for the sentence. The rules are not loaded by this module: a screen before the game
needs changes as well. Structs, since the class of a dataclass takes ten times as long to make.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
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

LEFT: Final = frozenset({"you-left", "kicked", "room-closed"})
"""Notices after which this viewer is in no room."""
Condition: TypeAlias = Literal["connecting", "online", "reconnecting", "closed"]


class Status(msgspec.Struct, frozen=True):
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
    facts: Facts = {}


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat; `seat` is -1 for a spectator; `to` is -1 for all (T5)."""

    seat: int
    name: str
    text: str
    private: bool
    to: int
    round: int


class LastRoll(msgspec.Struct, frozen=True):
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


class Entry(msgspec.Struct, frozen=True):
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


class RoomChanged(msgspec.Struct, frozen=True):
    """The room is another than before: seats, names, colours, status, house rules or wish for a rematch."""


class RoomsListed(msgspec.Struct, frozen=True):
    """The answer to a question for the list of rooms."""

    rooms: tuple[RoomInfo, ...]


class SeatTaken(msgspec.Struct, frozen=True):
    """This viewer is in a room, on `seat` or watching (-1)."""

    seat: int


class ViewReplaced(msgspec.Struct, frozen=True):
    """A whole view arrived: repaint everything."""

    version: int


class StoryTold(msgspec.Struct, frozen=True):
    """What happened before this viewer came stands in the chronicle now."""


class CountryChanged(msgspec.Struct, frozen=True):
    """One country has another owner or another number of armies."""

    country: int
    owner_before: int
    owner: int
    armies_before: int
    armies: int


class Rolled(msgspec.Struct, frozen=True):
    """Dice of an attack fell."""

    roll: LastRoll


class TurnChanged(msgspec.Struct, frozen=True):
    """Another seat is on turn, or the same one in another round."""

    seat: int
    round: int


class PhaseChanged(msgspec.Struct, frozen=True):
    """The seat on turn does something else now."""

    phase: Phase


class ReserveChanged(msgspec.Struct, frozen=True):
    """The armies to be placed are others: `left` of them altogether."""

    left: int


class HandChanged(msgspec.Struct, frozen=True):
    """The number of cards of a seat, or this viewer's own cards, changed."""

    seat: int


class ObjectiveChanged(msgspec.Struct, frozen=True):
    """This viewer has another secret objective; `neighbour` is the seat it came from, or -1 (C27)."""

    objective: int
    neighbour: int


class PactChanged(msgspec.Struct, frozen=True):
    """Pacts or proposals changed; `mine` if this viewer is a side of one of them."""

    mine: bool


class ProposalArrived(msgspec.Struct, frozen=True):
    """A proposal waits for this viewer's answer."""

    proposal: Proposal


class SeatOut(msgspec.Struct, frozen=True):
    """A colour was destroyed (C23)."""

    seat: int
    by: int


class GameOver(msgspec.Struct, frozen=True):
    """The game was won; objectives and hands are in the view now (C30)."""

    seat: int
    how: str


class Chronicled(msgspec.Struct, frozen=True):
    """The chronicle has a new line."""

    entry: Entry


class ChatArrived(msgspec.Struct, frozen=True):
    """A line of chat arrived."""

    line: ChatLine


class Noticed(msgspec.Struct, frozen=True):
    """The server says something to the table that is no event of the rules."""

    code: str
    facts: Facts


class Rejected(msgspec.Struct, frozen=True):
    """A message of this client was refused; `number` is that of the Act, 0 for any other."""

    code: str
    facts: Facts
    number: int


class ActDone(msgspec.Struct, frozen=True):
    """The Act of this number has been done."""

    number: int
    repeated: bool


class ClockChanged(msgspec.Struct, frozen=True):
    """The clock of the turn was set, or stopped (`deadline` None)."""

    seat: int
    deadline: float | None


class StatusChanged(msgspec.Struct, frozen=True):
    """The connection stands otherwise than before."""

    status: Status


class RevealAsked(msgspec.Struct, frozen=True):
    """The game is about to start: the server wants this seat's contribution to the dice."""

    commitments: tuple[bytes, ...]


class RecordArrived(msgspec.Struct, frozen=True):
    """The whole record of the game, as a file for `teg verify`."""

    data: bytes


class EntryRefused(msgspec.Struct, frozen=True):
    """The way into a room is refused; `resumed` if it was the way back to a seat held before."""

    code: str
    facts: Facts
    resumed: bool


class DiceDoubted(msgspec.Struct, frozen=True):
    """The server's commitments are not those that this client made or sees; the dice can't be trusted."""


class Ended(msgspec.Struct, frozen=True):
    """The server said good-bye; `code` says why."""

    code: str
    facts: Facts


Change: TypeAlias = (
    "RoomChanged | RoomsListed | SeatTaken | ViewReplaced | StoryTold | CountryChanged | Rolled | TurnChanged"
    " | PhaseChanged | ReserveChanged | HandChanged | ObjectiveChanged | PactChanged | ProposalArrived | SeatOut"
    " | GameOver | Chronicled | ChatArrived | Noticed | Rejected | ActDone | ClockChanged | StatusChanged"
    " | RevealAsked | RecordArrived | EntryRefused | DiceDoubted | Ended | NegociosChange"
)
