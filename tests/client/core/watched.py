"""A connection under test, and what it told its owner."""

import asyncio

from teg_shared.protocol.messages import FromServer, Joined
from teg_shared.protocol.session import ClientSession, Step

from teg_tui.address import Address
from teg_tui.changes import Status
from teg_tui.connection import Connection
from tests.client.core.peer import Peer, Server
from tests.client.core.table import Table


class Watched:
    """A connection, and everything that it told its owner."""

    def __init__(self, port: int, host: str = "127.0.0.1", room: str = "") -> None:
        self.session = ClientSession("test/1", "Ana")
        self.session.room = room
        self.messages: list[FromServer] = []
        self.statuses: list[Status] = []
        self._news = asyncio.Event()
        self.connection = Connection(Address(host, port), self.session, self._message, self._status)

    def _message(self, message: FromServer, step: Step) -> None:
        del step
        self.messages.append(message)
        self._news.set()

    def _status(self, status: Status) -> None:
        self.statuses.append(status)
        self._news.set()

    async def until(self, condition: str, count: int = 1) -> Status:
        """Wait until a status of this condition has come so many times."""
        async with asyncio.timeout(5):
            while sum(s.condition == condition for s in self.statuses) < count:
                self._news.clear()
                await self._news.wait()
        return [s for s in self.statuses if s.condition == condition][-1]

    async def heard(self, kind: type, count: int = 1) -> None:
        """Wait until so many messages of this kind have come."""
        async with asyncio.timeout(5):
            while sum(isinstance(m, kind) for m in self.messages) < count:
                self._news.clear()
                await self._news.wait()


async def greeted(server: Server, room: str = "") -> tuple[Watched, Peer]:
    """Return a connection that the server has greeted, and its peer there; it wants to sit in `room`, if any."""
    watched = Watched(server.port, room=room)
    watched.connection.start()
    peer = await server.accept()
    await peer.welcome()
    return watched, peer


async def seated(server: Server, table: Table) -> tuple[Watched, Peer]:
    """Return a connection that has taken the first seat of a table, and its peer at the server."""
    watched, peer = await greeted(server, "r1")
    await peer.seat(table, 0)
    await watched.heard(Joined)
    return watched, peer
