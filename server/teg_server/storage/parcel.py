"""One game as a file that another server takes over: through a folder that both reach, or carried there by hand.

In a folder a game is one of three files, and only renaming leads from one to the next: `NAME.teggame` is free,
`NAME.teggame.SERVER` is being taken over by that server, `NAME.moved` says where it lives now. A name is made of
the room's id and of the last link of its chain, so that the same game in the same position has the same name.
"""

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple

import msgspec
from teg_shared.protocol.directory import is_id
from teg_shared.protocol.messages import PROTOCOL

from teg_server.storage.archive import file_name, sync_folder, write_whole
from teg_server.storage.protocol import Kind, LogError, StoredRecord, check_chain, first_link

FORMAT: Final = "teg-game/1"
SUFFIX: Final = ".teggame"
RECEIPT: Final = ".moved"
LOCK: Final = ".lock"


class ParcelError(LogError):
    """A file that can't be taken over: damaged, of another version, or no game; it is left as it is."""


class _Head(msgspec.Struct, frozen=True):
    """What every version of the file begins with."""

    format: str
    protocol: int
    program: str


class Parcel(_Head, frozen=True):
    """A game with everything that its server knows of it: seats and hashes of their tokens, dice, every step."""

    machine: str
    """On which its accounts mean somebody; empty if that is not known."""
    room: str
    created: float
    """Seconds since 1970."""
    rows: list[tuple[int, Kind, bytes, bytes]]

    @property
    def records(self) -> list[StoredRecord]:
        """Every record that its log had."""
        return [StoredRecord(*row) for row in self.rows]


class Origin(NamedTuple):
    """Who gives games away: program with version, and what tells its machine from others."""

    program: str
    machine: str


class Receipt(msgspec.Struct, frozen=True):
    """Where a game lives now; nothing in it is secret."""

    room: str
    server: str
    """Id of the server."""
    addresses: tuple[str, ...]
    """Where players find it, the best one first."""
    machine: str
    """Tells whether a Unix socket among the addresses is one of this machine."""
    at: float
    """Seconds since 1970."""


def parcel_name(room: str, records: Sequence[StoredRecord]) -> str:
    """Return the name of the files of a game without what comes after the dot."""
    return f"{file_name(room)}-{records[-1].chain[:8].hex()}"


def post(folder: Path, room: str, created: float, records: Sequence[StoredRecord], origin: Origin) -> str:
    """Write a game for others and return its name; nothing is written where there is any trace of it.

    Raises:
        LogError: if it can't be written.
    """
    name = parcel_name(room, records)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        known = any(entry.name.startswith((f"{name}{SUFFIX}", f"{name}{RECEIPT}")) for entry in folder.iterdir())
    except OSError as error:
        raise LogError(f"{folder}: {error}") from error
    if not known:
        rows = [(record.seq, record.kind, record.payload, record.chain) for record in records]
        content = Parcel(FORMAT, PROTOCOL, origin.program, origin.machine, room, created, rows)
        write_whole(folder, f"{name}{SUFFIX}", msgspec.msgpack.encode(content))
    return name


def read_parcel(path: Path) -> Parcel:
    """Return the game in a file.

    Raises:
        ParcelError: if there is none that this version knows.
        ChainError: if its records are not those that were written.
    """
    try:
        data = path.read_bytes()
        head = msgspec.msgpack.decode(data, type=_Head)
        if (head.format, head.protocol) != (FORMAT, PROTOCOL):
            raise ParcelError(
                f"{path}: written by {head.program} as {head.format}, protocol {head.protocol};"
                f" this server reads {FORMAT}, protocol {PROTOCOL}"
            )
        parcel = msgspec.msgpack.decode(data, type=Parcel)
    except (OSError, ValueError, RecursionError) as error:
        raise ParcelError(f"{path}: {error}") from error
    if not parcel.rows or not is_id(parcel.room):
        raise ParcelError(f"{path}: no game")
    check_chain(parcel.room, parcel.records, 0, first_link(parcel.room))
    return parcel


def waiting(folder: Path) -> list[Path]:
    """Return the games that nobody has taken yet; none where the folder can't be read."""
    return _marked(folder, "")


def begun(folder: Path, server: str) -> list[Path]:
    """Return the games that `server` has begun to take over."""
    return _marked(folder, f".{server}")


def to_take(folder: Path, server: str) -> list[Path]:
    """Return everything that `server` may take over, what it has begun first."""
    return [*begun(folder, server), *waiting(folder)]


def claim(path: Path, server: str) -> Path | None:
    """Take a free game for `server` and return its file; None if somebody else was faster.

    Raises:
        OSError: if that is not allowed here.
    """
    mine = path.with_name(f"{path.name}.{server}")
    try:
        path.rename(mine)
    except FileNotFoundError:
        return None
    sync_folder(path.parent)
    return mine


def deliver(mine: Path, receipt: Receipt) -> None:
    """Say where a game lives now, and remove its file.

    Raises:
        LogError: if that can't be done; it may be done again.
    """
    name = mine.name.partition(SUFFIX)[0]
    write_whole(mine.parent, f"{name}{RECEIPT}", msgspec.json.encode(receipt), mode=0o644)
    try:
        mine.unlink(missing_ok=True)
    except OSError as error:
        raise LogError(f"{mine}: {error}") from error


def receipt_of(folder: Path, name: str) -> Receipt | None:
    """Return where a game lives now, None as long as nobody has said so."""
    try:
        return msgspec.json.decode((folder / f"{name}{RECEIPT}").read_bytes(), type=Receipt)
    except (OSError, ValueError):
        return None


class FolderLock:
    """Keeps other servers from taking over in a folder.

    Renaming alone decides who gets a game; this keeps two servers with one id apart, where the folder has locks.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._file: IO[str] | None = None

    def take(self) -> bool:
        """Take it; False if another server has it."""
        try:
            self._file = self._path.open("a")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            return False
        except OSError:
            pass  # a folder without locks
        return True

    def release(self) -> None:
        """Let go of it."""
        if self._file is not None:
            self._file.close()
            self._file = None


def may_write(folder: Path) -> None:
    """Make a folder, and make sure that files can be made in it.

    Raises:
        OSError: if they can't.
    """
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / f".{os.getpid()}.probe"
    probe.touch()
    probe.unlink()


def is_free(path: Path) -> bool:
    """Whether nobody has taken the game in a file yet."""
    return path.name.endswith(SUFFIX) and path.name.count(SUFFIX) == 1


def _marked(folder: Path, mark: str) -> list[Path]:
    """Return the games whose files have this after the usual end of their names, which has no dot before it."""
    try:
        return sorted(entry for entry in folder.iterdir() if entry.name.partition(SUFFIX)[1:] == (SUFFIX, mark))
    except OSError:
        return []
