"""A server that is killed and started again has its rooms back, and nothing that was acknowledged is lost."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
from teg_server.rooms.hub import rebuild
from teg_server.rooms.journal import decode_entry, encode_entry
from teg_server.rooms.room import Room
from teg_server.storage.memory import MemoryLog
from teg_server.storage.protocol import NewRecord
from teg_server.storage.sqlite import SqliteLog
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.messages import Accepted, JoinRoom, LeaveRoom, Notice, Refused, Say, Snapshot
from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.settings import OFFICIAL

from tests.support.chooser import by_lot
from tests.support.net import ClosedError, TestClient
from tests.support.serving import ServerProcess, serving, until

KILLS = 20


async def stored(data: Path, room: str) -> Room:
    """Return a room as its log tells it."""
    log = await SqliteLog.open(data / "teg.sqlite")
    try:
        loaded = await log.load(room)
        return rebuild([decode_entry(record.payload) for record in loaded])
    finally:
        await log.close()


async def play_until_killed(client: TestClient, seed: int) -> int:
    """Play until the server is gone and return the number of the last act that was acknowledged."""
    acknowledged = 0
    choose = by_lot(seed)
    try:
        while not client.finished:
            command = choose(client) if client.asked else None
            if command is None:
                await client.receive()
                continue
            answer = await client.act(command)
            if isinstance(answer, Accepted):
                acknowledged = max(acknowledged, answer.number)
    except (ClosedError, OSError):
        pass
    return acknowledged


async def test_nothing_acknowledged_is_lost_at_twenty_random_moments(tmp_path: Path) -> None:
    """A real server and kill -9, again and again in one game, the clients returning by their tokens."""
    moments = random.Random(20)
    server = await ServerProcess.start(data=tmp_path)
    clients = [TestClient(name) for name in ("Ana", "Beto")]
    for client in clients:
        await client.connect(server.host, server.port)
    room = await clients[0].create(["open", "open", "random"], settings=OFFICIAL)
    await clients[1].join(room)
    await asyncio.gather(clients[0].start(), clients[1].until_dealt())
    acknowledged: dict[str, int] = {}
    for kill in range(KILLS):
        playing = [asyncio.create_task(play_until_killed(client, kill)) for client in clients]
        await asyncio.wait(playing, timeout=moments.uniform(0.05, 0.6), return_when=asyncio.FIRST_EXCEPTION)
        seen = [client.session.version for client in clients]
        await server.kill()
        for client, task in zip(clients, playing, strict=True):
            number = await asyncio.wait_for(task, 10)
            acknowledged[client.name] = max(acknowledged.get(client.name, 0), number)
            await client.cut()
        seen = [max(pair) for pair in zip(seen, (c.session.version for c in clients), strict=True)]
        before = await stored(tmp_path, room)
        assert before.version >= max(seen), "somebody saw what the log does not have"
        for chair in before.chairs[:2]:
            assert chair.number >= acknowledged[chair.name]
        server = await ServerProcess.start(data=tmp_path)
        for client in clients:
            joined = await client.come_back(server.host, server.port)
            assert joined.seat == client.seat
            chair = before.chairs[joined.seat]
            assert joined.number == chair.number
        await asyncio.gather(*(client.drain(0.2) for client in clients))
        assert all(client.session.view is not None for client in clients)
        if all(client.finished for client in clients):
            break
    for client in clients:
        await client.cut()
    assert await server.stop() == 0
    assert max(acknowledged.values()) > 20
    after = await stored(tmp_path, room)
    assert after.match is not None
    assert after.settings == OFFICIAL


async def test_a_room_comes_back_as_it_was(tmp_path: Path) -> None:
    log_path = tmp_path / "teg.sqlite"
    async with serving(log=await SqliteLog.open(log_path)) as server:
        clients = await server.game(2, "novato", clock=45, password="mate")
        on = await on_turn(clients)
        answer = await on.act(Place(on.session.view.owners.index(on.seat), 1))
        assert isinstance(answer, Accepted)
        for client in clients:
            await client.drain()
        before = server.room(on)
        views = [state_hash(client.session.view) for client in clients]
        hash_before = state_hash(before.match.game.state)  # type: ignore[union-attr]
    async with serving(log=await SqliteLog.open(log_path)) as server:
        after = server.room(on)
        assert state_hash(after.match.game.state) == hash_before  # type: ignore[union-attr]
        assert (after.version, after.clock, after.owner, after.game_id) == (
            before.version, before.clock, before.owner, before.game_id,
        )  # fmt: skip
        assert (after.commitment, after.password) == (before.commitment, before.password)
        assert [chair.name for chair in after.chairs] == [chair.name for chair in before.chairs]
        for client, known in zip(clients, views, strict=True):
            server.clients.append(client)
            seen = len(client.seen)
            await client.come_back(server.host, server.port)
            await client.drain()
            assert state_hash(client.session.view) == known
            assert not any(isinstance(m, Snapshot) for m in client.seen[seen:])  # it had everything
        repeated = msgspec.structs.replace(on.session.act(Place(0, 1)), number=answer.number)
        await on.send(repeated)
        assert (await on.wait(Accepted)).repeated
        await asyncio.gather(*(client.play(by_lot(n)) for n, client in enumerate(clients)))
        assert on.finished


async def on_turn(clients: list[TestClient]) -> TestClient:
    """Return who is on turn, everybody being up to date."""
    while True:
        for client in clients:
            await client.drain()
        for client in clients:
            if client.on_turn:
                return client


async def test_a_lobby_comes_back_with_its_people() -> None:
    log = MemoryLog()
    log_close, log.close = log.close, _stay_open  # type: ignore[method-assign]
    async with serving(log=log) as server:
        ana, beto = await server.table(2, "random")
    async with serving(log=log) as server:
        for client in (ana, beto):
            server.clients.append(client)
            await client.come_back(server.host, server.port)
        await asyncio.gather(ana.start(), beto.until_dealt())
    await log_close()


async def _stay_open() -> None:
    """A log in memory that outlives its server."""


async def test_a_finished_room_is_forgotten_and_a_closed_one_does_not_come_back() -> None:
    log = MemoryLog(now=lambda: 1000.0)
    log.close = _stay_open  # type: ignore[method-assign]
    async with serving(log=log) as server:
        ana, beto = await server.table(2)
        for client in (beto, ana):
            await client.send(LeaveRoom())
            await client.wait(Notice, lambda n: n.code == "you-left")
        await until(lambda: len(server.service.hub) == 0)
        room = ana.room
    async with serving(log=log) as server:
        client = await server.client()
        await client.send(JoinRoom(room, "Ana"))
        assert (await client.wait(Refused)).code == "room-unknown"


async def test_when_the_log_fails_nobody_sees_what_it_does_not_have() -> None:
    log = MemoryLog()
    async with serving(log=log) as server:
        clients = await server.game(2)
        on = await on_turn(clients)
        version = on.session.version
        log.break_down("no space left on device")
        await on.send(on.session.act(Place(on.session.view.owners.index(on.seat), 1)))
        for client in clients:
            async for _ in client.messages():
                pass
            assert client.bye is not None
            assert client.bye.code == "storage"
            assert client.session.version == version


async def test_a_bug_in_one_room_ends_that_room_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        other = await server.client("Caro")
        await other.create(["open", "random"])
        table = server.service.find(ana.room)
        monkeypatch.setattr(table.talk, "say", lambda *_: 1 / 0)
        await ana.send(Say("hola"))
        for client in (ana, beto):
            async for _ in client.messages():
                pass
            assert client.bye is not None
            assert client.bye.code == "room-broken"
        await other.start()


async def test_a_room_that_can_not_be_read_is_left_alone_and_the_others_come_back(tmp_path: Path) -> None:
    log = MemoryLog()
    log.close = _stay_open  # type: ignore[method-assign]
    async with serving(log=log) as server:
        (ana,) = await server.table(1, "random")
    await log.append("wrong", [NewRecord("room", b"\x91\xa7unknown")])
    async with serving(log=log) as server:
        assert len(server.service.hub) == 1
        server.clients.append(ana)
        await ana.come_back(server.host, server.port)
    assert {row.id: row.finished for row in await log.rooms()}["wrong"] is None


async def test_many_rooms_come_back() -> None:
    """How long that takes is measured by `python -m bench restart`."""
    log = MemoryLog()
    log.close = _stay_open  # type: ignore[method-assign]
    async with serving(log=log) as server:
        (ana,) = await server.game(1, "novato", "novato")
        await ana.play(by_lot(1), until=lambda: ana.session.version > 300)
        room = ana.room
    made, *records = await log.load(room)
    beginning = decode_entry(made.payload)
    for n in range(30):
        own = encode_entry(msgspec.structs.replace(beginning, id=f"copy{n}"))
        rest = (NewRecord(record.kind, record.payload) for record in records)
        await log.append(f"copy{n}", [NewRecord(made.kind, own), *rest])
    async with serving(log=log) as server:
        assert {there.id for there in server.service.rooms()} == {room, *(f"copy{n}" for n in range(30))}
        (version,) = {there.version for there in server.service.rooms()}
        assert version >= ana.session.version
