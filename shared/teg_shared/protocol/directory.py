"""The public directory: what servers say about themselves and their rooms where others look for games.

Entries are JSON, small, versioned and without anything secret; they lie in retained topics of a broker
(docs/mqtt.md). Whoever reads them can't trust them: everything is bounded, typed and cleaned here.
"""

import re
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec

from teg_shared.protocol.messages import ROOM_LENGTH, RoomInfo
from teg_shared.protocol.text import visible

VERSION: Final = 1
"""Of the payloads and of the topics."""
ENTRY_BYTES: Final = 4096
"""Longest entry that is read."""
SERVER_NAME_LENGTH: Final = 32
"""Most characters of a server's name."""
MOST_ADDRESSES: Final = 8
"""Addresses of one server that are read."""
DEFAULT_PREFIX: Final = "teg"
"""Where the topics begin."""
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_PREFIX: Final = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+){0,7}")

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Moment: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**40)]
Lifetime: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
_E = TypeVar("_E", "ServerEntry", "RoomEntry")


class EntryError(ValueError):
    """Bytes that are no entry of this version, or one that says something impossible."""


class ServerEntry(msgspec.Struct, frozen=True):
    """A server that is there; while it lies in the directory the server's rooms count, and without it none does."""

    v: int
    server: str
    """Id, as in the topic."""
    name: str
    program: str
    """Name and version."""
    protocol: Count
    state: Literal["open", "draining"]
    """`draining`: running games go on, no new rooms are made."""
    addresses: tuple[str, ...]
    """Where clients connect, HOST:PORT, the best one first."""
    rooms: Count
    """How many rooms it lists; a reader that knows so many knows all."""
    at: Moment
    """Seconds since 1970, of the server's own clock."""
    ttl: Lifetime
    """Seconds after which the entry is worth nothing unless it is renewed."""


class RoomEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One room of a server."""

    v: int
    server: str
    room: str
    """Id, as in the topic and in JoinRoom."""
    name: str
    variant: str
    status: Literal["lobby", "playing", "over"]
    seats: Count
    taken: Count
    password: bool
    round: Count
    at: Moment
    ttl: Lifetime
    seals: tuple[str, ...] = ()
    """Of a room that was another server's: by these its people know that it is theirs; see `whereabouts`."""

    @classmethod
    def of(cls, server: str, info: RoomInfo, at: float, ttl: int, seals: tuple[str, ...] = ()) -> "RoomEntry":
        """Return the entry of a room as its server lists it."""
        return cls(
            VERSION, server, info.id, info.name, info.variant, info.status, info.seats, info.taken, info.password,
            info.round, int(at), ttl, seals,
        )  # fmt: skip

    def info(self) -> RoomInfo:
        """Return the room as a server would list it."""
        return RoomInfo(
            self.room, self.name, self.variant, self.status, self.seats, self.taken, self.password, self.round
        )


class Topics:
    """The names of all topics below one prefix.

    Raises:
        ValueError: if the prefix is no plain topic name of 1 to 8 levels.
    """

    def __init__(self, prefix: str = DEFAULT_PREFIX) -> None:
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"prefix {prefix!r}: letters, digits, '_', '.', '-', up to 8 levels")
        self._directory = f"{prefix}/v{VERSION}/dir"
        self._games = f"{prefix}/v{VERSION}/game"

    @property
    def directory(self) -> str:
        """Filter of the whole directory."""
        return f"{self._directory}/#"

    def server(self, server: str) -> str:
        """Topic of a server's entry."""
        return f"{self._directory}/{server}"

    def anywhere(self, room: str) -> tuple[str, str]:
        """Filters of every server's own entry, and of the entries of a room wherever it is."""
        return f"{self._directory}/+", f"{self._directory}/+/{room}"

    def room(self, server: str, room: str) -> str:
        """Topic of a room's entry."""
        return f"{self._directory}/{server}/{room}"

    def game(self, server: str, room: str, part: Literal["table", "state", "events"]) -> str:
        """Topic of one part of a room's public feed."""
        return f"{self._games}/{server}/{room}/{part}"

    def place(self, topic: str) -> tuple[str, str] | None:
        """Return (server, room) of a topic of the directory, room empty for a server's own; None for any other."""
        head, slash, rest = topic.partition(f"{self._directory}/")
        server, _, room = rest.partition("/")
        if head or not slash or not is_id(server) or ("/" in rest and not is_id(room)):
            return None
        return server, room


def is_id(text: str) -> bool:
    """Whether `text` can be the id of a server or of a room: one plain level of a topic."""
    return _ID.fullmatch(text) is not None


def encode_entry(entry: ServerEntry | RoomEntry) -> bytes:
    """Return the payload of an entry."""
    return _ENCODER.encode(entry)


def read_server(payload: bytes) -> ServerEntry:
    """Return the entry of a server, cleaned.

    Raises:
        EntryError: if there is none.
    """
    entry = _read(payload, _SERVER)
    addresses = tuple(visible(address, 80) for address in entry.addresses[:MOST_ADDRESSES])
    return msgspec.structs.replace(
        entry,
        name=visible(entry.name, SERVER_NAME_LENGTH) or entry.server,
        program=visible(entry.program, 40),
        addresses=tuple(address for address in addresses if address and " " not in address),
    )


def read_room(payload: bytes) -> RoomEntry:
    """Return the entry of a room, cleaned.

    Raises:
        EntryError: if there is none.
    """
    entry = _read(payload, _ROOM)
    if not is_id(entry.room) or entry.taken > entry.seats or entry.seats > 99:
        raise EntryError("no such room")
    return msgspec.structs.replace(
        entry, name=visible(entry.name, ROOM_LENGTH) or entry.room, variant=visible(entry.variant, 16)
    )


def _read(payload: bytes, decoder: "msgspec.json.Decoder[_E]") -> _E:
    if len(payload) > ENTRY_BYTES:
        raise EntryError("too long")
    try:
        entry = decoder.decode(payload)
    except (ValueError, RecursionError) as error:  # every msgspec error of decoding is a ValueError
        raise EntryError(str(error)) from error
    if entry.v != VERSION or not is_id(entry.server):
        raise EntryError("another version" if entry.v != VERSION else "no such server")
    return entry


_ENCODER: Final = msgspec.json.Encoder()
_SERVER: Final = msgspec.json.Decoder(ServerEntry)
_ROOM: Final = msgspec.json.Decoder(RoomEntry)
