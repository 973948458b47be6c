"""Servers for tests: one inside the test's event loop, or a process of its own."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

import msgspec
from teg_server.adapters import tcp
from teg_server.bots import LEVELS
from teg_server.host.service import Conduct, Service
from teg_server.rooms.clock import Time
from teg_server.rooms.items import Manners
from teg_server.rooms.keeper import Patience
from teg_server.rooms.limits import Limits
from teg_server.rooms.room import Room
from teg_server.rooms.table import Table
from teg_server.storage.memory import MemoryLog
from teg_server.storage.protocol import Log
from teg_server.thinking.thinker import Question, ThinkerError
from teg_server.thinking.worker import answer
from teg_shared.protocol.messages import LeaveRoom, Notice
from teg_shared.rules.classic.objectives import victory
from teg_shared.rules.classic.state import State

from tests.support.mortal import MORTAL
from tests.support.net import TestClient


class LocalThinker:
    """Lets quick bots think in the event loop; `broken` makes every bot fail.

    Attributes:
        held: while set, no bot answers.
        asked: every question so far.
    """

    levels = LEVELS

    def __init__(self) -> None:
        self.broken = False
        self.free = asyncio.Event()
        self.free.set()
        self.asked: list[Question] = []

    async def ask(self, question: Question) -> bytes | None:
        self.asked.append(question)
        await self.free.wait()
        if self.broken:
            raise ThinkerError("broken by the test")
        await asyncio.sleep(0)
        said = answer(msgspec.msgpack.decode(msgspec.msgpack.encode(question), type=Question))
        return said.command or None

    async def close(self) -> None:
        self.free.set()


NAMES: Final = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fede")
QUICK: Final = Limits(burst=5000, rate=5000, silent=1e9, idle=1e9)
"""For clients that play faster than any person."""


@dataclass
class Serving:
    """A server at work in this event loop."""

    service: Service
    thinker: LocalThinker
    log: Log
    host: str
    port: int
    clients: list[TestClient] = field(default_factory=list)

    async def client(self, name: str = "Ana", *, record: bool = False) -> TestClient:
        """Return a client that has been welcomed; it is cut at the end."""
        client = TestClient(name, record=record)
        self.clients.append(client)
        return await client.connect(self.host, self.port)

    async def client_at(self, path: Path, name: str = "Ana") -> TestClient:
        """Return a client of a Unix socket that has been welcomed; it is cut at the end."""
        client = TestClient(name)
        self.clients.append(client)
        return await client.connect_unix(path)

    async def table(self, people: int, *bots: str, **options: Any) -> list[TestClient]:
        """Return clients that sit in one room, the owner first; bots take the chairs after them."""
        clients = [await self.client(name) for name in NAMES[:people]]
        room = await clients[0].create(["open"] * people + list(bots), **options)
        for client in clients[1:]:
            await client.join(room, password=options.get("password", ""))
        return clients

    async def game(self, people: int, *bots: str, **options: Any) -> list[TestClient]:
        """Return clients whose game has been dealt; one that is won by the deal itself is left for another (C24)."""
        while True:
            clients = await self.table(people, *bots, **options)
            await asyncio.gather(clients[0].start(), *(client.until_dealt() for client in clients[1:]))
            room = self.room(clients[0])
            if not _won_by_the_deal(room):
                return clients
            for client in clients:
                await client.send(LeaveRoom(for_good=True))
                await client.wait(Notice, lambda notice: notice.code == "you-left")
                await client.cut()
            await until(lambda: all(other is not room for other in self.service.hub.rooms()))  # noqa: B023 -- at once
            self.thinker.asked.clear()

    def room(self, client: TestClient) -> Room:
        """Return the room of a client as the server has it."""
        return self.service.find(client.room).room

    async def tick(self) -> None:
        """Let the server look at its clocks, and wait until every table has done what is due."""
        self.service.tick()
        await until(lambda: all(_rests(table) for table in self.service.hub._tables.values()))


def _won_by_the_deal(room: Room) -> bool:
    """Whether somebody's first placement ends a classic game; with two at the table that is one game of twenty."""
    state = room.match.game.state if room.match is not None else None
    return isinstance(state, State) and any(victory(state, seat, mask) for seat, mask in enumerate(state.masks))


def _rests(table: Table) -> bool:
    """Whether a table waits for something to be put into its inbox."""
    return not table.waiting and bool(table._inbox._getters)  # type: ignore[attr-defined] # who waits at the queue


async def until(holds: Callable[[], bool], within: float = 20.0) -> None:
    """Let the server go on until something holds.

    Raises:
        TimeoutError: if it does not come to that.
    """
    async with asyncio.timeout(within):
        while not holds():  # noqa: ASYNC110 -- whatever is waited for tells nobody
            await asyncio.sleep(0.001)


@contextlib.asynccontextmanager
async def serving(
    *, log: Log | None = None, time: Time | None = None, limits: Limits | None = None,
    patience: Patience | None = None, watchers: int = 100,
) -> AsyncIterator[Serving]:  # fmt: skip
    """Run a server on a free port, with a log in memory unless another is given."""
    book, thinker = log or MemoryLog(), LocalThinker()
    manners = Manners(patience or Patience(reveal=1.0), 0.0, 50, watchers)
    service = Service(book, thinker, Conduct(limits or QUICK, manners), time)
    async with service.running():
        server = await tcp.listen(service, "127.0.0.1", 0)
        host, port = tcp.address_of(server)
        here = Serving(service, thinker, book, host, port)
        try:
            yield here
        finally:
            for client in here.clients:
                await client.cut()
            server.close()


@dataclass
class ServerProcess:
    """A server as a process of its own, as a host would run it."""

    process: asyncio.subprocess.Process
    host: str
    port: int

    @classmethod
    async def start(
        cls, *arguments: str, data: Path | None = None, port: int = 0, stderr: BinaryIO | None = None
    ) -> Self:
        """Start `python -m teg_server host` and wait until it listens."""
        where = ["--data", str(data)] if data is not None else ["--ephemeral"]
        process = await asyncio.create_subprocess_exec(
            *MORTAL, sys.executable, "-m", "teg_server", "host", "--port", str(port), "--bot-delay", "0",
            *where, *arguments,
            stdout=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.PIPE, stderr=stderr,
        )  # fmt: skip
        assert process.stdout is not None
        async with asyncio.timeout(30):
            line = (await process.stdout.readline()).decode()
        head, _, address = line.strip().rpartition(" ")
        assert head == "teg-server listening on", line
        host, _, number = address.rpartition(":")
        return cls(process, host, int(number))

    async def kill(self) -> None:
        """End it without a chance to put anything away."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end and return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        if self.process.returncode is None:
            self.process.send_signal(how)
        async with asyncio.timeout(20):
            return await self.process.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._end(signal.SIGKILL)
