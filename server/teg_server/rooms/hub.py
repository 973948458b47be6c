"""All rooms of a server: made, found, listed, brought back from the log, and let go."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from teg_shared.protocol.codec import MalformedError, encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import CreateRoom, Rooms
from teg_shared.rules.errors import RuleError

from teg_server.rooms import journal, lobby
from teg_server.rooms.gallery import Peer
from teg_server.rooms.items import House, Opening, Sending, Tick
from teg_server.rooms.leaving import Leaving, MovedError
from teg_server.rooms.room import Room
from teg_server.rooms.secret import new_room_id
from teg_server.rooms.table import Table
from teg_server.storage.archive import archive_finished
from teg_server.storage.protocol import ChainError, LogError, RoomRow

log = logging.getLogger(__name__)

FRESH: Final = 0.25
"""Seconds for which a list of rooms is good enough."""
DAY: Final = 86400.0


class Hub:
    """The tables by room id; each has a task of its own."""

    def __init__(self, house: House, most: int, leaving: Leaving) -> None:
        self.leaving = leaving
        self._house = house
        self._most = most
        self._tables: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._listing = b""
        self._listed = float("-inf")

    def __len__(self) -> int:
        return len(self._tables)

    def find(self, room: str) -> Table:
        """Return a table.

        Raises:
            RuleError: `room-unknown`.
            MovedError: if another server has it, or will have it soon.
        """
        key = room.strip().lower()
        self.leaving.check(key)
        table = self._tables.get(key)
        if table is not None and table.room.sent:
            raise MovedError
        if table is None or table.over:
            raise RuleError("room-unknown", room=room[:20])
        return table

    def create(self, peer: Peer, wanted: CreateRoom) -> Table:
        """Make a room whose owner is `peer`.

        Raises:
            RuleError: if there are too many, or it can't be made so.
        """
        if self.full:
            raise RuleError("rooms-full", most=self._most)
        room = new_room_id(self._tables)
        levels, at = self._house.thinker.levels, self._house.time.wall()
        made, seated = lobby.make(wanted, room, levels, at, peer.caller)
        table = self._open(Room(made))
        table.post(Opening(peer, seated))
        return table

    def rooms(self) -> Iterator[Room]:
        """Yield the rooms that may be listed."""
        return (table.room for table in self._tables.values() if table.public)

    def rooms_frame(self) -> bytes:
        """Return the frame with the list of rooms, made anew a few times a second at most."""
        now = self._house.time.now()
        if now - self._listed >= FRESH:
            infos = tuple(room.info() for room in self.rooms())
            self._listing, self._listed = frame(encode(Rooms(infos))), now
        return self._listing

    def tick(self, now: float) -> None:
        """Wake the tables for which something may be due."""
        for table in self._tables.values():
            if table.deadline <= now:
                table.deadline = float("inf")
                table.post(Tick())

    async def restore(self, keep_days: float, archive: Path | None) -> int:
        """Bring back every unfinished room and return how many.

        Finished ones leave the log after `keep_days`, for files in `archive` if there is such a directory.
        """
        log_book = self._house.log
        for row in await log_book.rooms():
            if not await self._given_away(row) and row.finished is None:
                await self._bring_back(row)
        await self.leaving.look()
        try:
            gone = await archive_finished(log_book, self._house.time.wall() - keep_days * DAY, archive, self.leaving)
        except (LogError, OSError) as error:
            log.warning("archive failed error=%s", error)
        else:
            if gone:
                log.info("archived rooms=%d", len(gone))
        return len(self._tables)

    async def _given_away(self, row: RoomRow) -> bool:
        try:
            return await self.leaving.remember(row)
        except ChainError as error:
            log.error("room unreadable room=%s error=%s", row.id, error)  # noqa: TRY400
            return True

    async def _bring_back(self, row: RoomRow) -> None:
        try:
            records = await self._house.log.load(row.id)
            room = rebuild([journal.decode_entry(record.payload) for record in records])
        except (ChainError, ValueError, KeyError, IndexError, MalformedError, msgspec.MsgspecError) as error:
            # the log is not touched: the host may mend it, or come with another version of the program
            log.error("room unreadable room=%s error=%s: %s", row.id, type(error).__name__, error)  # noqa: TRY400
            return
        if room.closed:
            await self._house.log.finish(row.id)
            return
        log.info("room back room=%s name=%r status=%s version=%d", room.id, room.name, room.status, room.version)
        self.admit(room)

    @property
    def full(self) -> bool:
        """Whether there is no place for another room."""
        return len(self._tables) >= self._most

    def wall(self) -> float:
        """Return seconds since 1970."""
        return self._house.time.wall()

    def admit(self, room: Room) -> None:
        """Go on with a room that is in the log."""
        self.leaving.back(room.id)
        table = self._open(room)
        table.public = True
        table.post(Tick())

    async def send_all(self, folder: Path) -> int:
        """Stop every room and leave it in a folder for another server; return how many will lie there."""
        running = list(self._tables.values())
        for table in running:
            table.post(Sending(str(folder)))
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return sum(table.room.sent is not None for table in running)

    async def close(self) -> None:
        """Stop all tables where they are."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _open(self, room: Room) -> Table:
        table = Table(self._house, room)
        self._tables[room.id] = table
        task = asyncio.create_task(self._run(table), name=f"room {room.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return table

    async def _run(self, table: Table) -> None:
        try:
            await table.run()
        finally:
            if self._tables.get(table.room.id) is table:
                del self._tables[table.room.id]
            if table.room.sent is not None:
                self.leaving.add(table.room.id, table.room.sent)


def rebuild(entries: list[journal.AnyEntry]) -> Room:
    """Return the room that `entries` lead to.

    Raises:
        ValueError: if they do not begin with the making of a room.
    """
    if not entries or not isinstance(entries[0], journal.RoomMade):
        raise ValueError("no beginning")
    room = Room(entries[0])
    for entry in entries[1:]:
        room.apply(entry)
    return room
