"""Taking over games that another server has left in a folder, each by one server only, whatever is killed in between.

A game is read and replayed first, then its file is renamed (that decides whose it is), then it is in this server's
log, then the file is replaced by a receipt. A server that died in between finds the file under its own name and
goes on; one that has the game in its log already only writes the receipt.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from teg_shared.protocol.codec import MalformedError

from teg_server.rooms import journal
from teg_server.rooms.hub import Hub, rebuild
from teg_server.rooms.room import Room
from teg_server.storage.parcel import (
    FolderLock,
    Parcel,
    ParcelError,
    Receipt,
    claim,
    deliver,
    is_free,
    read_parcel,
    to_take,
)
from teg_server.storage.protocol import Log, LogBrokenError, LogError, NewRecord, UnknownRoomError

log = logging.getLogger(__name__)

LOOK: Final = 0.5
"""Seconds between two looks into the folders."""


@dataclass(frozen=True, slots=True)
class Heir:
    """Who takes over.

    Args:
        server: id of this server.
        addresses: where players find it, the best one first.
        machine: tells this machine from others.
    """

    server: str
    addresses: tuple[str, ...]
    machine: str


@dataclass
class Adopter:
    """Takes over whatever lies in some folders, as it comes.

    Attributes:
        folders: where to look.
        taken: rooms that were taken over by this process.
    """

    hub: Hub
    book: Log
    me: Heir
    paused: Callable[[], bool]
    folders: set[Path] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)
    _complained: set[str] = field(default_factory=set)

    async def run(self) -> None:
        """Look again and again; a broken log ends it, and the server with it."""
        try:
            while True:
                await self.look()
                await asyncio.sleep(LOOK)
        except LogError:
            return
        except Exception:
            log.exception("adopting broken")
            raise

    async def look(self) -> None:
        """Take over everything that lies in the folders now; a server that is draining takes nothing."""
        for folder in sorted(self.folders) if not self.paused() else ():
            # in a thread: a folder of the network may be slow, or hang
            if await asyncio.to_thread(to_take, folder, self.me.server):
                await self._empty(folder)

    async def _empty(self, folder: Path) -> None:
        lock = FolderLock(folder)
        if not await asyncio.to_thread(lock.take):
            return
        try:
            for path in await asyncio.to_thread(to_take, folder, self.me.server):
                await self._try(path)
        finally:
            lock.release()

    async def _try(self, path: Path) -> None:
        async with self.hub.leaving.lock:
            try:
                await self._take(path)
            except LogBrokenError:
                raise
            except (LogError, OSError) as error:
                self._complain(path, str(error))

    async def _take(self, path: Path) -> None:
        """Take one game over.

        Raises:
            LogError: if it can't be; its file is left as it is.
        """
        parcel = await asyncio.to_thread(read_parcel, path)
        room = _checked(path, parcel)
        known = await self._known(path, parcel)
        if not known and self.hub.full:
            raise ParcelError(f"{path}: no place for another room here")
        mine = await asyncio.to_thread(claim, path, self.me.server) if is_free(path) else path
        if mine is None:
            return
        if not known:
            entry = journal.RoomAdopted(self.me.server, self.hub.wall(), parcel.machine == self.me.machine)
            adopted = NewRecord("room", journal.encode_entry(entry))
            await self.book.adopt(parcel.room, parcel.created, parcel.records, adopted)
            room.apply(entry)
            self.hub.admit(room)
            self.taken.append(room.id)
            log.info("taken over room=%s name=%r status=%s version=%d", room.id, room.name, room.status, room.version)
        receipt = Receipt(parcel.room, self.me.server, self.me.addresses, self.me.machine, self.hub.wall())
        await asyncio.to_thread(deliver, mine, receipt)

    async def _known(self, path: Path, parcel: Parcel) -> bool:
        """Whether this server has the game already; a room that it gave away does not count.

        Raises:
            ParcelError: if another room has its id.
        """
        try:
            mine = await self.book.load(parcel.room)
        except UnknownRoomError:
            return False
        count = len(parcel.rows)
        same = len(mine) > count and mine[count - 1] == parcel.records[-1]
        if same and isinstance(journal.decode_entry(mine[count].payload), journal.RoomAdopted):
            return True
        if isinstance(journal.decode_entry(mine[-1].payload), _GIVEN_AWAY):
            return False
        raise ParcelError(f"{path}: this server has a room {parcel.room} already")

    def _complain(self, path: Path, why: str) -> None:
        if (said := f"{path.name} {why}") not in self._complained:
            self._complained.add(said)
            log.error("not taken file=%s error=%s", path.name, why)


_GIVEN_AWAY: Final = (journal.RoomSent, journal.RoomPosted, journal.RoomSettled)


def _checked(path: Path, parcel: Parcel) -> Room:
    """Return the room of a game, replayed to the end.

    Raises:
        ParcelError: if this program can't do that.
    """
    try:
        room = rebuild([journal.decode_entry(record.payload) for record in parcel.records])
    except (ValueError, KeyError, IndexError, MalformedError, msgspec.MsgspecError) as error:
        raise ParcelError(f"{path}: written by {parcel.program}; {type(error).__name__}: {error}") from error
    if room.id != parcel.room or room.closed:
        raise ParcelError(f"{path}: no running game")
    return room
