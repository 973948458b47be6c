"""The whole server put together: log, rooms, bots, sockets and the tick that moves time (composition root)."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from teg_shared.protocol.codec import encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import Bye, CreateRoom
from teg_shared.rules.errors import RuleError
from teg_shared.version import VERSION

from teg_server.host.running import this_machine
from teg_server.rooms.adopting import Adopter
from teg_server.rooms.caller import NOBODY, Caller
from teg_server.rooms.clock import SystemTime, Time
from teg_server.rooms.hub import Hub
from teg_server.rooms.items import Manners
from teg_server.rooms.keeper import Patience
from teg_server.rooms.leaving import Leaving
from teg_server.rooms.limits import Limits
from teg_server.rooms.room import Room
from teg_server.rooms.table import Table
from teg_server.storage.parcel import Origin, may_write
from teg_server.storage.protocol import Log
from teg_server.thinking.thinker import Thinker
from teg_server.wire.connection import LINGER, Connection, far_host, linger
from teg_server.wire.outbox import Outbox

log = logging.getLogger(__name__)

TICK: Final = 0.2
"""Seconds between two looks at the clocks."""
SWEEP: Final = 5
"""Ticks in which all connections are looked at once."""
MOST_LEAVING: Final = 200
"""Callers who are turned away and may take their time to read it."""
FAREWELL: Final = 2.0
"""Seconds for the last words at the end."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a server behaves; see the settings file for what each means."""

    limits: Limits = field(default_factory=Limits)
    manners: Manners = field(default_factory=lambda: Manners(Patience()))
    keep_days: float = 30.0
    archive: Path | None = None
    home: Path | None = None
    """Directory of the log; None for a log in memory."""


class Service:
    """Everything that runs in one server; `House` to the tables, `Desk` and `Reception` to the connections."""

    def __init__(self, log_book: Log, thinker: Thinker, conduct: Conduct, time: Time | None = None) -> None:
        self.time: Time = time or SystemTime()
        self.log = log_book
        self.thinker = thinker
        self.manners = conduct.manners
        self.limits = conduct.limits
        self.program = f"teg-server {VERSION}"
        self.machine = this_machine()
        """Tells this machine from others."""
        leaving = Leaving(log_book, conduct.home, Origin(self.program, self.machine))
        self.hub = Hub(self, conduct.limits.rooms, leaving)
        self.adopter: Adopter | None = None
        """Set once it is known where this server is reached."""
        self._handed_over: float | None = None
        """When the last game that was given away had not been taken over yet."""
        self._conduct = conduct
        self._connections: set[Connection] = set()
        self._by_host: Counter[str] = Counter()
        self._leaving: set[asyncio.Transport] = set()
        self.draining = False
        """No new rooms are made; the others go on."""
        self.drained = asyncio.Event()
        """Set when the last room of a draining server is gone."""
        self._stopping = False
        self._empty = asyncio.Event()
        self._empty.set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["Service"]:
        """Bring the rooms back, let time pass, and put everything away at the end."""
        _quiet_loop()
        rooms = await self.hub.restore(self._conduct.keep_days, self._conduct.archive)
        log.info("ready rooms=%d", rooms)
        tasks = [
            asyncio.create_task(self._pulse(), name="pulse"),
            asyncio.create_task(self.hub.leaving.run(), name="leaving"),
        ]
        try:
            yield self
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._stop()

    async def _stop(self) -> None:
        self._stopping = True
        for connection in list(self._connections):
            connection.bye("shutdown")
        await self.hub.close()
        await self.thinker.close()
        await self.log.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._empty.wait()
        for connection in list(self._connections):
            connection.abort()
        for transport in self._leaving:
            transport.abort()
        log.info("stopped")

    async def _pulse(self) -> None:
        beat = 0
        while True:
            await asyncio.sleep(TICK)
            beat += 1
            self.tick(beat % SWEEP)

    def tick(self, part: int | None = None) -> None:
        """Let everybody look at the clock; connections in parts, so that a crowd leaves room for others."""
        now = self.time.now()
        self.hub.tick(now)
        if self._handed_over is not None and self.hub.leaving.open:
            self._handed_over = now
        if self.draining and not len(self.hub) and self._told_everybody(now):
            self.drained.set()
        for connection in list(self._connections)[part::SWEEP] if part is not None else list(self._connections):
            connection.tick(now)

    def drain(self, draining: bool = True) -> None:
        """Make no new rooms from now on, or make them again."""
        self.draining = draining
        log.info("draining" if draining else "reopened")

    async def hand_over(self, folder: Path) -> None:
        """Give every room away through a folder, tell its people where it went, and end after that."""
        try:
            await asyncio.to_thread(may_write, folder)
        except OSError as error:
            log.error("not handed over folder=%s error=%s", folder, error)  # noqa: TRY400 -- for the host to mend
            return
        self.drain()
        if rooms := await self.hub.send_all(folder):
            self._handed_over = self.time.now()
        log.info("handed over rooms=%d folder=%s", rooms, folder)

    def _told_everybody(self, now: float) -> bool:
        """Whether nobody has to be told any more where their game is."""
        return self._handed_over is None or now - self._handed_over >= self.manners.patience.moved

    # --- for the sockets

    def opened(
        self, transport: asyncio.Transport, outbox: Outbox, label: str, caller: Caller = NOBODY
    ) -> Connection | None:
        """Take a connection in, or say that the house is full."""
        if why := self._no_place(transport):
            self._turn_away(transport, outbox, why)
            return None
        connection = Connection(self, transport, outbox, label, self.program, caller)
        self._connections.add(connection)
        self._by_host[connection.host] += 1
        self._empty.clear()
        return connection

    def _no_place(self, transport: asyncio.Transport) -> str:
        """Return why a connection can't be taken in, or nothing."""
        if self._stopping:
            return "shutdown"
        if len(self._connections) >= self.limits.connections:
            return "server-full"
        host = far_host(transport)
        if host and self._by_host[host] >= self.limits.per_address:
            log.warning("crowded address=%s", host)
            return "server-full"
        return ""

    def _turn_away(self, transport: asyncio.Transport, outbox: Outbox, why: str) -> None:
        """Say why, and leave a moment to read it if there are not too many of them."""
        outbox.push(frame(encode(Bye(why, {}))))
        if len(self._leaving) >= MOST_LEAVING:
            transport.close()
            return
        linger(transport)
        self._leaving.add(transport)

        def end() -> None:
            self._leaving.discard(transport)
            transport.abort()

        asyncio.get_running_loop().call_later(LINGER, end)

    # --- for the connections

    def find(self, room: str) -> Table:
        """See Desk.find."""
        return self.hub.find(room)

    def create(self, peer: Connection, wanted: CreateRoom) -> Table:
        """See Desk.create."""
        if self.draining:
            raise RuleError("draining")
        return self.hub.create(peer, wanted)

    def rooms(self) -> Iterable[Room]:
        """Return the rooms that may be listed."""
        return self.hub.rooms()

    def rooms_frame(self) -> bytes:
        """See Desk.rooms_frame."""
        return self.hub.rooms_frame()

    def closed(self, connection: Connection) -> None:
        """See Desk.closed."""
        if connection in self._connections:
            self._connections.discard(connection)
            self._by_host[connection.host] -= 1
            if not self._by_host[connection.host]:
                del self._by_host[connection.host]
        if not self._connections:
            self._empty.set()


def _quiet_loop() -> None:
    """Log what the loop itself can't handle in one line, such as a lack of file descriptors."""

    def handler(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        del loop
        error = context.get("exception")
        if isinstance(error, OSError):
            log.warning("loop message=%s error=%s", context.get("message"), error)
        else:
            log.error("loop message=%s", context.get("message"), exc_info=error)

    asyncio.get_running_loop().set_exception_handler(handler)
