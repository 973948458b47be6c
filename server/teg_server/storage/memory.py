"""A log that forgets: for tests, and for `teg play`, whose game ends with the program."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from teg_server.storage.protocol import (
    LogBrokenError,
    LogClosedError,
    NewRecord,
    RoomRow,
    StoredRecord,
    UnknownRoomError,
    first_link,
    next_link,
)


@dataclass
class _Room:
    created: float
    finished: float | None = None
    records: list[StoredRecord] = field(default_factory=list)


class MemoryLog:
    """Keeps records in lists; see `protocol.Log`."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._rooms: dict[str, _Room] = {}
        self._closed = False
        self._broken: asyncio.Future[LogBrokenError] | None = None
        self._cause: LogBrokenError | None = None

    async def append(self, room: str, records: Sequence[NewRecord]) -> int:
        """See Log.append."""
        self._usable()
        kept = self._rooms.setdefault(room, _Room(self._now())).records
        link = kept[-1].chain if kept else first_link(room)
        for kind, payload in records:
            link = next_link(link, len(kept) + 1, kind, payload)
            kept.append(StoredRecord(len(kept) + 1, kind, payload, link))
        return len(kept)

    async def load(self, room: str) -> list[StoredRecord]:
        """See Log.load."""
        self._usable()
        return self._known(room).records[:]

    async def adopt(self, room: str, created: float, records: Sequence[StoredRecord], *more: NewRecord) -> int:
        """See Log.adopt."""
        self._usable()
        self._rooms[room] = _Room(created, records=list(records))
        return await self.append(room, more)

    async def rooms(self) -> list[RoomRow]:
        """See Log.rooms."""
        self._usable()
        return [
            RoomRow(
                name, room.created, room.finished, len(room.records), room.records[-1].payload if room.records else b""
            )
            for name, room in sorted(self._rooms.items(), key=lambda item: item[1].created)
        ]

    async def finish(self, room: str) -> None:
        """See Log.finish."""
        self._usable()
        self._known(room).finished = self._now()

    async def remove(self, room: str) -> None:
        """See Log.remove."""
        self._usable()
        self._rooms.pop(room, None)

    async def failed(self) -> LogBrokenError:
        """See Log.failed."""
        if self._cause is not None:
            return self._cause
        if self._broken is None:
            self._broken = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._broken)

    async def close(self) -> None:
        """See Log.close."""
        self._closed = True

    def break_down(self, why: str) -> None:
        """Fail from now on as a full disk would; for tests of the server."""
        self._cause = LogBrokenError(why)
        if self._broken is not None and not self._broken.done():
            self._broken.set_result(self._cause)

    def _usable(self) -> None:
        if self._cause is not None:
            raise self._cause
        if self._closed:
            raise LogClosedError("the log is closed")

    def _known(self, room: str) -> _Room:
        try:
            return self._rooms[room]
        except KeyError as error:
            raise UnknownRoomError(f"there is no room {room}") from error
