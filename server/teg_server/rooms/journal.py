"""What a room writes in its log: everything that must come back after a crash, and nothing else.

A room is the fold of its entries, as a game is the fold of its events. Entries hold hashes of tokens and
passwords, never the things themselves; they hold secrets of the dice, so a log is for the host's eyes only.
"""

from typing import Final, TypeAlias

import msgspec
from teg_shared.protocol.messages import SeatPlan


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Base of every entry."""


class RoomMade(Entry, tag="made", frozen=True):
    """A room stands, all its chairs as planned and nobody in them (T1)."""

    id: str
    name: str
    variant: str
    settings: msgspec.Raw
    clock: int
    password: bytes
    """Salted hash; empty for an open room."""
    plans: tuple[SeatPlan, ...]
    names: tuple[str, ...]
    """Name of the bot of each chair; empty where none sits."""
    at: float
    """Seconds since 1970."""


class DiceChosen(Entry, tag="secret", frozen=True):
    """The server's secret for the dice of the next game."""

    game: str
    secret: bytes


class SeatTaken(Entry, tag="taken", frozen=True):
    """A person sat down."""

    seat: int
    name: str
    token: bytes
    """Hash of the token."""
    commitment: bytes
    identity: str = ""
    """Who they are, if the system knows it; see `Caller`."""


class SeatToken(Entry, tag="token", frozen=True):
    """Somebody came back because of who they are, and was given another token."""

    seat: int
    token: bytes
    """Hash of it."""


class SeatPlanned(Entry, tag="planned", frozen=True):
    """A chair was made a bot's, or free if `level` is empty."""

    seat: int
    level: str
    name: str


class ColourChosen(Entry, tag="colour", frozen=True):
    """A chair has a colour."""

    seat: int
    colour: str


class RoomChanged(Entry, tag="changed", frozen=True):
    """House rules and clock are others."""

    settings: msgspec.Raw
    clock: int


class OwnerChanged(Entry, tag="owner", frozen=True):
    """The room belongs to another seat; -1 to none."""

    seat: int


class GameBegun(Entry, tag="begun", frozen=True):
    """The cards are dealt: what each seat put into the dice, and the first events."""

    colours: tuple[str, ...]
    contributions: tuple[bytes, ...]
    """Of each seat; empty where none was promised or none was shown."""
    withheld: tuple[int, ...]
    """Seats that promised a contribution and did not show it."""
    events: tuple[msgspec.Raw, ...]
    at: float
    """Seconds since 1970."""


class Played(Entry, tag="played", frozen=True):
    """One accepted command, or what the server did in a seat's place."""

    seat: int
    number: int
    """Number of the Act; 0 if it was none."""
    cause: str
    """act, bot, clock, fault (a bot's place was taken by the clock's rules) or leave."""
    events: tuple[msgspec.Raw, ...]


class SeatLeft(Entry, tag="left", frozen=True):
    """A person gave the seat up for good (T4)."""

    seat: int


class TableTurned(Entry, tag="turned", frozen=True):
    """A rematch: every chair moved down by one, and new promises for the dice (T6)."""

    names: tuple[str, ...]
    """By new seat: name of the bot that takes the chair of who left; empty elsewhere."""
    commitments: tuple[bytes, ...]
    """By new seat."""


class RoomClosed(Entry, tag="closed", frozen=True):
    """The room is gone."""

    why: str


class RoomSent(Entry, tag="sent", frozen=True):
    """The room is given to another server: nothing more happens here, and what is above goes into a file."""

    folder: str
    """Where the file is left; empty for the folder beside this log."""


class RoomPosted(Entry, tag="posted", frozen=True):
    """The file is there: from here on the room is whoever's who takes it."""

    name: str
    """Of the file."""


class RoomSettled(Entry, tag="settled", frozen=True):
    """Another server has the room."""

    addresses: tuple[str, ...]
    """Where its players find it."""


class RoomAdopted(Entry, tag="adopted", frozen=True):
    """This server has the room now; what is above comes from another one."""

    server: str
    """Id of this server."""
    at: float
    """Seconds since 1970."""
    same_accounts: bool
    """Whether accounts mean the same people as before; on another machine they do not."""


AnyEntry: TypeAlias = (
    RoomMade | DiceChosen | SeatTaken | SeatToken | SeatPlanned | ColourChosen | RoomChanged | OwnerChanged
    | GameBegun | Played | SeatLeft | TableTurned | RoomClosed | RoomSent | RoomPosted | RoomSettled | RoomAdopted
)  # fmt: skip

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(AnyEntry)


def encode_entry(entry: AnyEntry) -> bytes:
    """Return the bytes of `entry`."""
    return _ENCODER.encode(entry)


def decode_entry(payload: bytes) -> AnyEntry:
    """Return the entry in `payload`.

    Raises:
        msgspec.ValidationError: if it is none that this version knows.
    """
    entry: AnyEntry = _DECODER.decode(payload)
    return entry
