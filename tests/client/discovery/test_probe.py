"""Asking a server whether it is there: real sockets, and everything that may be at the other end."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from teg_server.adapters import unix
from teg_shared.protocol.codec import encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import Bye, RoomInfo, Rooms, Welcome

from teg_tui.address import Address
from teg_tui.discovery.probe import MOST_BYTES, ProbeError, probe, probe_any
from tests.support.broker import free_port
from tests.support.serving import serving

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@contextlib.asynccontextmanager
async def speaking(talk: Talk) -> AsyncIterator[Address]:
    """Run something that is or is not a server, for one test."""

    guests: set[asyncio.Task[None] | None] = set()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guests.add(asyncio.current_task())
        try:
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await talk(reader, writer)
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()
        tasks = [task for task in guests if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def saying(data: bytes) -> Talk:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(1)

    return talk


async def failure(address: Address, patience: float = 0.5) -> str:
    with pytest.raises(ProbeError) as caught:
        await probe(address, patience)
    return caught.value.code


async def test_a_server_tells_its_rooms() -> None:
    async with serving() as server:
        await server.table(1, "novato", name="Mesa de Ana")
        answer = await probe(Address(server.host, server.port))
        assert [room.name for room in answer.rooms] == ["Mesa de Ana"]
        assert answer.program.startswith("teg-server")
        assert 0 < answer.seconds < 2


async def test_a_unix_socket_is_asked_as_well(tmp_path: Path) -> None:
    async with serving() as server:
        listener = await unix.listen(server.service, tmp_path / "teg.sock")
        assert (await probe(Address(str(listener.path), 0))).rooms == ()
        listener.close()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not-teg"),
        (b"SSH-2.0-OpenSSH_9.2p1\r\n", "not-teg"),
        (frame(b"\xc1"), "not-teg"),
        (frame(encode(Bye("version", {"server": 2, "client": 1}))), "version"),
        (frame(encode(Bye("server-full", {}))), "server-full"),
        (frame(encode(Welcome(1, "x"))), "silent"),
        (b"", "silent"),
        (frame(encode(Welcome(1, "x" * 100_000))) * 3, "not-teg"),
        ((MOST_BYTES + 1).to_bytes(4, "big"), "not-teg"),
    ],
)
async def test_whatever_is_no_server_of_ours_is_said(said: bytes, code: str) -> None:
    async with speaking(saying(said)) as address:
        assert await failure(address) == code


async def test_nobody_there_is_said_at_once() -> None:
    assert await failure(Address("127.0.0.1", free_port())) == "connection-refused"
    assert await failure(Address("/nowhere/teg.sock", 0)) == "unreachable"
    assert await failure(Address("x" * 70 + ".invalid", 1)) == "unreachable"


async def test_who_closes_without_a_word_is_silent() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.transport.abort()

    async with speaking(talk) as address:
        assert await failure(address) in {"silent", "unreachable"}


async def test_names_of_rooms_are_cleaned() -> None:
    room = RoomInfo("aaaaa", "\x1b]52;c;eA==\x07A\u202ena", "cla\x1b[2Jssic", "lobby", 4, 1, False, 0)
    unnamed = RoomInfo("\x1b[2J", "Beto", "classic", "lobby", 4, 1, False, 0)
    said = frame(encode(Welcome(1, "teg\x1b[31m 9"))) + frame(encode(Rooms((unnamed, room))))
    async with speaking(saying(said)) as address:
        answer = await probe(address)
        assert (answer.program, answer.rooms[0].name, answer.rooms[0].variant) == ("teg 9", "Ana", "classic")


async def test_the_first_address_that_answers_counts() -> None:
    async with serving() as server, speaking(saying(b"")) as mute:
        good = Address(server.host, server.port)
        answer = await probe_any([mute, Address("127.0.0.1", free_port()), good], 2.0)
        assert answer.address == good


async def test_when_nobody_answers_the_first_address_says_why() -> None:
    with pytest.raises(ProbeError, match="connection-refused"):
        await probe_any([Address("127.0.0.1", free_port()), Address("/nowhere", 0)], 0.5)
    with pytest.raises(ProbeError, match="unreachable"):
        await probe_any([])
