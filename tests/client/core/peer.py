"""A server for tests that says only what the test tells it to, over a real socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from teg_shared.protocol.codec import decode_from_client, encode
from teg_shared.protocol.framing import FrameReader, frame
from teg_shared.protocol.messages import (
    CLIENT_FRAME,
    PROTOCOL,
    FromClient,
    FromServer,
    Hello,
    Joined,
    JoinRoom,
    Ping,
    Welcome,
)

from tests.client.core.table import Table

M = TypeVar("M", bound=FromClient)
PATIENCE = 5.0
"""Seconds until a test gives up waiting; only a failing one waits so long."""


class Peer:
    """One connection of a client, seen from the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._frames = FrameReader(CLIENT_FRAME)
        self._waiting: list[FromClient] = []

    async def receive(self) -> FromClient:
        """Return the next message but pings; fails when the client hangs up."""
        while isinstance(message := await self._next(), Ping):
            pass
        return message

    async def ping(self) -> None:
        """Wait for the next message, which must be a ping."""
        message = await self._next()
        assert isinstance(message, Ping), message

    async def _next(self) -> FromClient:
        while not self._waiting:
            async with asyncio.timeout(PATIENCE):
                data = await self._reader.read(65536)
            if not data:
                raise ConnectionError("the client hung up")
            self._waiting += [decode_from_client(payload) for payload in self._frames.feed(data)]
        return self._waiting.pop(0)

    async def expect(self, kind: type[M]) -> M:
        """Return the next message, which must be of this kind."""
        message = await self.receive()
        assert isinstance(message, kind), message
        return message

    async def ended(self) -> bool:
        """Whether the client hangs up without another word."""
        async with asyncio.timeout(PATIENCE):
            return not await self._reader.read(65536)

    def send(self, *messages: FromServer) -> None:
        """Say these things at once."""
        self._writer.write(b"".join(frame(encode(message)) for message in messages))

    def send_raw(self, data: bytes) -> None:
        """Write these bytes, whatever they are."""
        self._writer.write(data)

    def cut(self) -> None:
        """End the connection without a word."""
        self._writer.close()

    async def welcome(self) -> None:
        """Do the greeting of a server."""
        assert (await self.expect(Hello)).protocol == PROTOCOL
        self.send(Welcome(PROTOCOL, "test"))

    async def seat(self, table: Table, seat: int, *, number: int = 0, token: str = "t" * 22) -> JoinRoom:
        """Wait for somebody who wants in and give them a seat at a running table."""
        wanted = await self.expect(JoinRoom)
        self.send(Joined("r1", seat, token, number), table.room(), table.snapshot(seat))
        return wanted


class Server:
    """Listens on a free port of the loopback and hands out its connections in order."""

    def __init__(self) -> None:
        self.port = 0
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        self._peers.put_nowait(Peer(reader, writer))

    async def open(self) -> None:
        """Listen, on the same port as before if there was one."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def shut(self) -> None:
        """Stop listening and drop everybody, as a killed process would."""
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.close()
        self._writers.clear()
        self._server = None

    async def accept(self) -> Peer:
        """Return the next connection."""
        async with asyncio.timeout(PATIENCE):
            return await self._peers.get()


@asynccontextmanager
async def listening() -> AsyncIterator[Server]:
    """Give a server that listens, and shut it at the end."""
    server = Server()
    await server.open()
    try:
        yield server
    finally:
        if server._server is not None:
            await server.shut()
