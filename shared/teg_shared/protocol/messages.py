"""Every message of the protocol, one union per direction; docs/protocol.md tells the story around them.

A message is a msgpack array whose first item is its tag. Commands, events, states and settings belong to a
variant, so they travel as `msgspec.Raw` and are decoded by the variant's own types.
"""

from typing import Any, Final, Literal, TypeAlias

import msgspec

PROTOCOL: Final = 1
"""Spoken by this version; a server refuses any other in the hello."""
CLIENT_FRAME: Final = 4096
"""Most bytes of a frame from a client."""
SERVER_FRAME: Final = 8 * 1024 * 1024
"""Most bytes of a frame from a server (a whole game record)."""
NAME_LENGTH: Final = 16
"""Most characters of a player's name."""
ROOM_LENGTH: Final = 24
"""Most characters of a room's name."""
CHAT_LENGTH: Final = 240
"""Most characters of a line of chat."""


STORY: Final = "story"
"""Capability of both sides: what happened lately can be asked for."""


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Base of every message."""


class SeatPlan(msgspec.Struct, frozen=True, array_like=True):
    """What a seat is meant to be: `open` for people, or `bot` with the name of its level."""

    kind: Literal["open", "bot"]
    level: str = ""


class SeatInfo(msgspec.Struct, frozen=True, array_like=True):
    """One chair as everybody sees it."""

    kind: Literal["open", "human", "bot"]
    name: str
    """Player's name; for a bot its own name; empty for an open chair."""
    level: str
    """Level of the bot; empty for people."""
    colour: str
    """Colour slug; empty while none is chosen."""
    connected: bool
    substitute: bool
    """A bot plays for this person until they are back (T4)."""
    left: bool
    """The person left for good (T4)."""


class RoomInfo(msgspec.Struct, frozen=True, array_like=True):
    """One room in the list of rooms."""

    id: str
    name: str
    variant: str
    status: Literal["lobby", "playing", "over"]
    seats: int
    taken: int
    """Chairs with a person or a bot."""
    password: bool
    round: int


# --- from the client


class Hello(Message, tag="hello", frozen=True):
    """First message of a connection."""

    protocol: int
    client: str
    """Name and version of the program."""
    capabilities: tuple[str, ...] = ()


class SpeakFor(Message, tag="for", frozen=True):
    """The account at the other end of a Unix socket speaks for one of its guests; before entering a room."""

    guest: str
    """Who it is, always the same for the same person: 1 to 100 signs of ASCII that can be seen."""


class ListRooms(Message, tag="rooms?", frozen=True):
    """Ask for the list of rooms."""


class CreateRoom(Message, tag="create", frozen=True):
    """Make a room and sit in its first seat as its owner (T1)."""

    name: str
    player: str
    variant: str
    seats: tuple[SeatPlan, ...]
    settings: msgspec.Raw
    """The variant's Settings."""
    clock: int = 0
    """Seconds a turn, 0 for no clock (T3)."""
    password: str = ""
    commitment: bytes = b""
    """To the seat's contribution to the dice, 32 bytes or empty; see `fair.commit_seat`."""


class JoinRoom(Message, tag="join", frozen=True):
    """Take a free seat, come back to one's own by its token, or watch (T1, T2, T4)."""

    room: str
    player: str
    password: str = ""
    token: str = ""
    """Given by Joined; brings the seat back whatever the name says."""
    since: int = -1
    """Version of the state that the client still holds, -1 for none."""
    watch: bool = False
    commitment: bytes = b""


class LeaveRoom(Message, tag="leave", frozen=True):
    """Leave the room; in a running game `for_good` gives the seat up (T4)."""

    for_good: bool = False


class ChooseColour(Message, tag="colour", frozen=True):
    """Choose a free colour, before the start."""

    colour: str


class PlanSeat(Message, tag="seat", frozen=True):
    """Owner, before the start: make a seat open or a bot's; a person in it is asked to leave (T1)."""

    seat: int
    plan: SeatPlan


class ChangeRoom(Message, tag="change", frozen=True):
    """Owner, before the start: change house rules and clock (T1)."""

    settings: msgspec.Raw
    clock: int


class StartGame(Message, tag="start", frozen=True):
    """Owner: start with the seats as they are; open chairs are filled by bots of the level named (T1)."""

    fill: str = "capitan"


class Reveal(Message, tag="reveal", frozen=True):
    """The seat's contribution to the dice, 32 bytes, which its commitment hid."""

    value: bytes


class Act(Message, tag="act", frozen=True):
    """A command of the game.

    `number` counts the client's commands from 1; a number seen before changes nothing.
    """

    number: int
    command: msgspec.Raw


class Say(Message, tag="say", frozen=True):
    """A line of chat to all, or to one seat (T5)."""

    text: str
    to: int = -1


class Rematch(Message, tag="rematch", frozen=True):
    """After the end: play again with the same seats, rotated by one (T6); it starts when all people agree."""

    commitment: bytes = b""
    """To a new contribution to the dice of the next game."""


class Resync(Message, tag="resync", frozen=True):
    """Ask for what came after version `since`, or for the whole view (-1)."""

    since: int = -1


class GetStory(Message, tag="story?", frozen=True):
    """Ask for what led to version `version` of the running game; only where both sides name the capability."""

    version: int


class GetRecord(Message, tag="record?", frozen=True):
    """After the end: ask for the whole record of the game (C36)."""


class Ping(Message, tag="ping", frozen=True):
    """Sign of life; the other side answers with the same number."""

    number: int


FromClient: TypeAlias = (
    Hello | SpeakFor | ListRooms | CreateRoom | JoinRoom | LeaveRoom | ChooseColour | PlanSeat | ChangeRoom | StartGame
    | Reveal | Act | Say | Rematch | Resync | GetStory
    | GetRecord | Ping
)  # fmt: skip


# --- from the server


class Welcome(Message, tag="welcome", frozen=True):
    """Answer to a hello that is understood."""

    protocol: int
    server: str
    capabilities: tuple[str, ...] = ()


class Refused(Message, tag="refused", frozen=True):
    """A message was refused and changed nothing.

    `code` is a RuleError's code or one of docs/protocol.md; `number` is that of the Act, 0 for any other.
    """

    code: str
    facts: dict[str, Any]
    number: int = 0


class Rooms(Message, tag="rooms", frozen=True):
    """The list of rooms."""

    rooms: tuple[RoomInfo, ...]


class Joined(Message, tag="joined", frozen=True):
    """You are in: seat number (-1 for a spectator) and the token that brings it back.

    Sent again when a rematch gives the seat another number (T6).
    """

    room: str
    seat: int
    token: str
    number: int = 0
    """Number of the seat's last Act that was done; a client that starts anew counts on from it."""


class RoomState(Message, tag="room", frozen=True):
    """The room as all see it; sent whole whenever it changes."""

    id: str
    name: str
    variant: str
    status: Literal["lobby", "playing", "over"]
    owner: int
    """Seat of the owner, -1 if there is none."""
    seats: tuple[SeatInfo, ...]
    watchers: int
    settings: msgspec.Raw
    clock: int
    rematch: tuple[int, ...]
    """Seats that want to play again."""
    commitment: bytes
    """To the server's secret for the dice of this game; see docs/fair-dice.md."""
    fingerprint: str
    """`fair.fingerprint` of all commitments, empty before the start; a client can compute its own."""
    game: str = ""
    """Id of the game, to which the server's commitment is bound; a rematch has another."""


class RevealNow(Message, tag="reveal!", frozen=True):
    """The game is about to start: send Reveal."""

    commitments: tuple[bytes, ...]
    """Of every seat; empty bytes for bots."""


class Snapshot(Message, tag="snapshot", frozen=True):
    """The viewer's whole view at `version`."""

    version: int
    state: msgspec.Raw
    hash: bytes


class Update(Message, tag="update", frozen=True):
    """What one accepted command changed for the viewer: redacted events, and the patch from view to view.

    A viewer who may not see anything of it gets it all the same, empty, so that versions have no holes.
    """

    version: int
    events: tuple[msgspec.Raw, ...]
    patch: msgspec.Raw
    hash: bytes
    """First 4 bytes of the SHA-256 of the view after the patch."""


class Story(Message, tag="story", frozen=True):
    """What led to `version`, for a chronicle: the viewer's view of some time ago and the redacted events since."""

    version: int
    state: msgspec.Raw
    events: tuple[msgspec.Raw, ...]


class Accepted(Message, tag="accepted", frozen=True):
    """The Act of this number has been done, in `version`; `repeated` if that was before."""

    number: int
    version: int
    repeated: bool = False


class Clock(Message, tag="clock", frozen=True):
    """The clock of the turn: `seconds` left for `seat`, -1 when no clock runs (T3)."""

    seat: int
    """The first of those whom it is for; -1 for nobody."""
    seconds: float
    seats: tuple[int, ...] = ()
    """All of them: several in a negotiation or a ballot."""


class Said(Message, tag="said", frozen=True):
    """A line of chat; `seat` is -1 for a spectator; `private` if only you two read it (T5)."""

    seat: int
    name: str
    text: str
    private: bool
    to: int = -1


class Notice(Message, tag="notice!", frozen=True):
    """Something that the table should know and that is no event of the rules (codes: docs/protocol.md)."""

    code: str
    facts: dict[str, Any]


class Record(Message, tag="record", frozen=True):
    """The whole record of the game as a file for `teg verify`."""

    data: bytes


class Pong(Message, tag="pong", frozen=True):
    """Answer to a ping."""

    number: int


class Bye(Message, tag="bye", frozen=True):
    """The last message before the server closes; `code` says why."""

    code: str
    facts: dict[str, Any]


FromServer: TypeAlias = (
    Welcome | Refused | Rooms | Joined | RoomState | RevealNow | Snapshot | Update | Story | Accepted | Clock | Said
    | Notice | Record | Pong | Bye
)  # fmt: skip
