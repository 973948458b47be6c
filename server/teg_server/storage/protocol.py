"""What the server asks of a log, whoever keeps it.

A record is acknowledged when it can't be lost any more, and only then may anybody see its effect. What the
bytes of a record mean is the room's business, not the log's.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from teg_shared.rules.chance import pack

Kind: TypeAlias = Literal["room", "event"]
"""`room` for what happens around the table, `event` for the game itself."""


class NewRecord(NamedTuple):
    """What is to be appended."""

    kind: Kind
    payload: bytes


class StoredRecord(NamedTuple):
    """What has been appended: its number in the room, from 1 without holes, and its link of the chain."""

    seq: int
    kind: Kind
    payload: bytes
    chain: bytes


@dataclass(frozen=True)
class RoomRow:
    """One room of the log; times are seconds since 1970."""

    id: str
    created: float
    finished: float | None
    """When it was marked as finished."""
    last_seq: int
    last: bytes
    """Payload of the last record; empty for none."""


class LogError(Exception):
    """The log can't do what was asked; the message says why, in English, for the host."""


class LogBrokenError(LogError):
    """Writing failed: nothing more will be written, and what was waiting is lost."""


class LogClosedError(LogError):
    """The log has been closed."""


class LogOpenError(LogError):
    """The log can't be opened: in use by another server, made by a newer one, or no log at all."""


class UnknownRoomError(LogError):
    """There is no such room."""


class ChainError(LogError):
    """Records of a room are missing or are not those that were written.

    Attributes:
        room: id of the room.
        seq: number of the first record that is wrong.
    """

    def __init__(self, room: str, seq: int) -> None:
        super().__init__(f"room {room}: record {seq} is missing or is not the one that was written")
        self.room = room
        self.seq = seq


class Log(Protocol):
    """An append-only log of records by room; all calls are safe from one event loop at once."""

    async def append(self, room: str, records: Sequence[NewRecord]) -> int:
        """Append `records` together or not at all and return the last number; the first makes the room.

        Raises:
            LogBrokenError: if they could not be kept; the log is of no use from then on.
            LogClosedError: after `close`.
        """
        ...

    async def load(self, room: str) -> list[StoredRecord]:
        """Return all records of a room.

        Raises:
            UnknownRoomError: if there is no such room.
            ChainError: if what is there is not what was written.
        """
        ...

    async def adopt(self, room: str, created: float, records: Sequence[StoredRecord], *more: NewRecord) -> int:
        """Keep a room as another log has it, with `more` behind, all of it or nothing, and return the last number.

        A room that has the id already is replaced.
        """
        ...

    async def rooms(self) -> list[RoomRow]:
        """Return every room, the oldest first."""
        ...

    async def finish(self, room: str) -> None:
        """Mark a room as finished now; it stays until it is removed."""
        ...

    async def remove(self, room: str) -> None:
        """Delete a room and all of its records; an unknown one is no error."""
        ...

    async def failed(self) -> LogBrokenError:
        """Wait until the log breaks, and return why; the server then closes its rooms and stops."""
        ...

    async def close(self) -> None:
        """Write what is waiting, and close; closing twice is no error."""
        ...


_GENESIS: Final = "teg-log/1"


def first_link(room: str) -> bytes:
    """Return the link before record 1; it binds a chain to its room."""
    return hashlib.sha256(pack(_GENESIS, room)).digest()


def next_link(previous: bytes, seq: int, kind: str, payload: bytes) -> bytes:
    """Return the link of a record: SHA-256 over the link before it, its number, kind and bytes."""
    return hashlib.sha256(pack(previous, seq, kind, payload)).digest()


def check_chain(room: str, records: Sequence[StoredRecord], seq: int, link: bytes) -> None:
    """Check `records`, which must follow record `seq` that has `link`.

    Raises:
        ChainError: at the first that does not.
    """
    for record in records:
        seq += 1
        link = next_link(link, seq, record.kind, record.payload)
        if record.seq != seq or record.chain != link:
            raise ChainError(room, seq)
