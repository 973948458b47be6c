"""Rooms that this server has given away: their files, what became of them, and what their players are told.

A room goes in four steps, each of them an entry of its log before the next begins: it stands still (`RoomSent`), its
file is there (`RoomPosted`), somebody has it (`RoomSettled`), it is finished. So whatever kills a server in between,
it goes on where it was, and never plays a room whose file may have been taken.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from teg_server.rooms import journal
from teg_server.storage.parcel import Origin, post, receipt_of
from teg_server.storage.protocol import ChainError, Log, LogError, NewRecord, RoomRow

log = logging.getLogger(__name__)

LOOK: Final = 0.3
"""Seconds between two looks for receipts."""
FOLDER: Final = "handover"
"""Folder beside the log for games that are given away where no other is named."""


class MovedError(Exception):
    """The room is not here any more.

    Attributes:
        addresses: where it is; empty while nobody knows.
    """

    def __init__(self, addresses: tuple[str, ...] = ()) -> None:
        super().__init__("moved")
        self.addresses = addresses


@dataclass(frozen=True, slots=True)
class Gone:
    """A room that was given away."""

    folder: Path
    name: str = ""
    """Of its file; empty while there is none."""
    settled: bool = False
    """Another server has it."""
    addresses: tuple[str, ...] = ()


class Leaving:
    """All rooms of a log that were given away.

    Args:
        book: the log.
        home: folder beside the log; None for a log without files.
        origin: who gives the games away.
    """

    def __init__(self, book: Log, home: Path | None, origin: Origin) -> None:
        self._log = book
        self._home = home
        self._origin = origin
        self._gone: dict[str, Gone] = {}
        self._complained: set[str] = set()
        self.lock = asyncio.Lock()
        """Held while a room goes or comes, so that nobody writes of its going into the log of a room that is back."""

    def __contains__(self, room: object) -> bool:
        return room in self._gone

    @property
    def open(self) -> int:
        """How many of them nobody has taken over yet."""
        return sum(not gone.settled for gone in self._gone.values())

    def check(self, room: str) -> None:
        """Do nothing for a room that was not given away.

        Raises:
            MovedError: for one that was.
        """
        if room in self._gone:
            raise MovedError(self._gone[room].addresses)

    def add(self, room: str, sent: journal.RoomSent) -> None:
        """A room stands still from now on; its file comes with the next look."""
        self._gone[room] = Gone(self._place(sent.folder))

    def back(self, room: str) -> None:
        """This server has the room again."""
        self._gone.pop(room, None)

    async def remember(self, row: RoomRow) -> bool:
        """Take in a room of the log; False if it was not given away."""
        last = _entry(row.last)
        match last:
            case journal.RoomSent():
                self._gone[row.id] = Gone(self._place(last.folder))
            case journal.RoomPosted():
                sent = _entry((await self._log.load(row.id))[-2].payload)
                folder = sent.folder if isinstance(sent, journal.RoomSent) else ""
                self._gone[row.id] = Gone(self._place(folder), last.name)
            case journal.RoomSettled():
                self._gone[row.id] = Gone(self._place(""), settled=True, addresses=last.addresses)
            case _:
                return False
        return True

    async def look(self) -> None:
        """Write the files that are missing, and see which rooms have been taken over."""
        for room in list(self._gone):
            async with self.lock:
                gone = self._gone.get(room)
                if gone is None or gone.settled:
                    continue
                try:
                    await (self._see(room, gone) if gone.name else self._write(room, gone))
                except LogError as error:
                    if room not in self._complained:
                        self._complained.add(room)
                        log.error("not sent room=%s error=%s", room, error)  # noqa: TRY400 -- a full disk is no bug

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def _write(self, room: str, gone: Gone) -> None:
        name = await _post(self._log, room, gone.folder, self._origin)
        self._gone[room] = replace(gone, name=name)
        log.info("sent room=%s file=%s", room, gone.folder / name)

    async def _see(self, room: str, gone: Gone) -> None:
        receipt = await asyncio.to_thread(receipt_of, gone.folder, gone.name)
        if receipt is None:
            return
        here = receipt.machine == self._origin.machine
        addresses = tuple(address for address in receipt.addresses if here or not address.startswith("unix:"))
        await self._log.append(room, [_record(journal.RoomSettled(addresses or receipt.addresses))])
        await self._log.finish(room)
        self._gone[room] = replace(gone, settled=True, addresses=addresses or receipt.addresses)
        log.info("settled room=%s server=%s", room, receipt.server)

    def _place(self, folder: str) -> Path:
        return Path(folder) if folder else (self._home or Path()) / FOLDER


async def send_all(book: Log, home: Path, folder: Path, origin: Origin) -> tuple[int, list[str]]:
    """Give away every unfinished room of a log on which no server runs.

    Returns how many rooms lie in `folder` for others now, and what is wrong with those that do not.

    Raises:
        LogError: if a file can't be written; calling it again goes on.
    """
    named = "" if folder == home / FOLDER else str(folder)
    sent, wrong = 0, []
    for row in await book.rooms():
        last = _entry(row.last)
        if row.finished is not None or isinstance(last, journal.RoomClosed | journal.RoomPosted | journal.RoomSettled):
            continue
        if last is None:
            wrong.append(f"{row.id}: unreadable")
            continue
        if not isinstance(last, journal.RoomSent):
            await book.append(row.id, [_record(journal.RoomSent(named))])
        place = Path(last.folder or home / FOLDER) if isinstance(last, journal.RoomSent) else folder
        try:
            await _post(book, row.id, place, origin)
        except ChainError as error:
            wrong.append(str(error))
        else:
            sent += 1
    return sent, wrong


def _entry(payload: bytes) -> journal.AnyEntry | None:
    """Return an entry; None if this version can't read it."""
    try:
        return journal.decode_entry(payload)
    except (ValueError, msgspec.MsgspecError):
        return None


async def _post(book: Log, room: str, folder: Path, origin: Origin) -> str:
    """Write the file of a room that stands still, and note that it is there."""
    *records, _sent = await book.load(room)
    made = _entry(records[0].payload)
    created = made.at if isinstance(made, journal.RoomMade) else 0.0
    name = await asyncio.to_thread(post, folder, room, created, records, origin)
    await book.append(room, [_record(journal.RoomPosted(name))])
    return name


def _record(entry: journal.AnyEntry) -> NewRecord:
    return NewRecord("room", journal.encode_entry(entry))
