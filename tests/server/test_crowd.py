"""Slow readers and silent crowds: everybody else plays on, and memory stays bounded."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

from teg_server.rooms.clock import ManualTime
from teg_server.rooms.limits import Limits
from teg_server.wire.outbox import MOST
from teg_shared.protocol.codec import encode
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import PROTOCOL, Accepted, Bye, Hello, JoinRoom, Ping, Pong, Snapshot, Update
from teg_shared.rules.classic.commands import ProposePact

from tests.support.chooser import by_lot
from tests.support.net import ClosedError, TestClient
from tests.support.serving import QUICK, Serving, serving

CROWD = 1000


@contextlib.asynccontextmanager
async def deaf(server: Serving, room: str, token: str) -> AsyncIterator[TestClient]:
    """Return a client that sat down in a seat and then reads nothing; its own buffer is tiny."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, (server.host, server.port))
    client = TestClient("Sorda")
    client._reader, client._writer = await asyncio.open_connection(sock=sock, limit=1024)
    client._writer.transport.pause_reading()  # type: ignore[attr-defined]
    await client.send(Hello(PROTOCOL, "deaf"), JoinRoom(room, "Sorda", token=token))
    try:
        yield client
    finally:
        await client.cut()


async def test_a_reader_that_is_stuck_delays_nobody_and_is_dropped() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        ana, beto, caro = await server.game(3)
        token = caro.session.token
        await caro.cut()
        async with deaf(server, ana.room, token):
            await ana.room_where(lambda r: r.seats[2].connected)
            table = server.service.find(ana.room)
            await stuff(server, 2)
            guest = table.gallery.at(2)
            assert guest is not None
            assert guest.behind
            async with asyncio.timeout(2):
                assert isinstance(await ana.act(ProposePact(1)), Accepted)
                await beto.until(lambda me: me.session.version == ana.session.version)
            server.service.tick()
            time.advance(9)
            server.service.tick()
            assert table.gallery.at(2) is guest
            time.advance(2)
            server.service.tick()
            state = await ana.room_where(lambda r: not r.seats[2].connected)
            assert state.seats[2].kind == "human"  # the seat is kept all the same


async def stuff(server: Serving, seat: int) -> None:
    """Send a seat frames of news until its reader is behind; each could be left out."""
    table = next(iter(server.service.hub._tables.values()))
    guest = table.gallery.at(seat)
    assert guest is not None
    news = frame(encode(table.room.as_seen(0, ())))
    for _ in range(20_000):
        if not guest.peer.offer(news):
            guest.behind = True
            return
        await asyncio.sleep(0)
    raise AssertionError("never behind")


async def test_a_reader_that_wakes_up_gets_one_snapshot_instead_of_every_step() -> None:
    async with serving() as server:
        ana, _, caro = await server.game(3)
        token = caro.session.token
        await caro.cut()
        async with deaf(server, ana.room, token) as sleeper:
            await ana.room_where(lambda r: r.seats[2].connected)
            await stuff(server, 2)
            for partner in (1, 2):
                assert isinstance(await ana.act(ProposePact(partner)), Accepted)
            sleeper._writer.transport.resume_reading()  # type: ignore[union-attr]
            await sleeper.until(lambda me: me.session.version == server.room(ana).version)
            await sleeper.drain()
            assert [type(m) for m in sleeper.seen if isinstance(m, Snapshot | Update)][-2:] == [Snapshot, Snapshot]
            room = server.room(ana)
            assert room.match is not None
            assert state_hash(sleeper.session.view) == state_hash(room.variant.view(room.match.game.state, 2))


async def test_what_can_not_be_left_out_waits_only_up_to_a_limit() -> None:
    async with serving() as server:
        ana, beto = await server.table(2)
        token = beto.session.token
        await beto.cut()
        async with deaf(server, ana.room, token):
            await ana.room_where(lambda r: r.seats[1].connected)
            table = server.service.find(ana.room)
            guest = table.gallery.at(1)
            assert guest is not None
            for _ in range(2 * MOST // 10_000 + 100):
                guest.peer.push(b"\x00" * 10_000)
            assert guest.peer._transport.get_write_buffer_size() <= MOST  # type: ignore[attr-defined]
            server.service.tick()
            await ana.room_where(lambda r: not r.seats[1].connected)


async def test_a_silent_crowd_is_let_go_and_the_game_goes_on() -> None:
    """A thousand connections that say nothing: two people play on, and after five seconds the crowd is gone."""
    time = ManualTime()
    async with serving(time=time, limits=QUICK) as server:
        clients = await server.game(2)
        crowd: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        for _ in range(CROWD // 50):
            crowd += await asyncio.gather(*(asyncio.open_connection(server.host, server.port) for _ in range(50)))
        async with asyncio.timeout(60):
            await asyncio.gather(*(client.play(by_lot(n)) for n, client in enumerate(clients)))
        assert all(client.finished for client in clients)
        time.advance(5.1)
        server.service.tick()
        answers = await asyncio.gather(*(reader.read() for reader, _ in crowd))
        assert all(b"hello-timeout" in answer for answer in answers)
        for _, writer in crowd:
            writer.close()
        await clients[0].send(Ping(1))
        assert await clients[0].wait(Pong) == Pong(1)


async def test_beyond_the_limit_a_crowd_is_turned_away_with_a_word() -> None:
    limits = Limits(connections=5, burst=5000, rate=5000)
    async with serving(limits=limits) as server:
        clients = await server.game(2)
        crowd = await asyncio.gather(*(TestClient().connect(server.host, server.port, hello=False) for _ in range(300)))
        said = []
        for client in crowd:
            try:
                async with asyncio.timeout(0.5):
                    await client.receive()
            except (ClosedError, TimeoutError):
                pass
            said.append(client.bye.code if isinstance(client.bye, Bye) else "")
        assert said.count("server-full") == 297
        for client in crowd:
            await client.cut()
        await asyncio.gather(*(client.play(by_lot(n)) for n, client in enumerate(clients)))
        assert all(client.finished for client in clients)
