"""A game goes to another server while its players play: their own program finds it, with a broker or without one."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import aiomqtt
import pytest
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.directory import RoomEntry, ServerEntry, Topics, encode_entry

from teg_tui.client import Client
from teg_tui.config import Store
from teg_tui.discovery.lobby import BrokerAddress
from teg_tui.discovery.whereabouts import whereabouts
from teg_tui.elsewhere import through
from teg_tui.plan import SessionPlan
from tests.e2e.mqtt.test_hosts import settings_file
from tests.e2e.mqtt.world import ear, lobby, rooms, until
from tests.server.handover.town import host
from tests.support.broker import Broker, broker
from tests.support.net import TestClient
from tests.support.serving import ServerProcess


@pytest.fixture
async def mosquitto(tmp_path: Path) -> AsyncIterator[Broker]:
    async with broker(tmp_path) as running:
        yield running


@contextlib.asynccontextmanager
async def playing(
    server: ServerProcess, room: str, name: str, store: Store, mosquitto: Broker | None = None
) -> AsyncIterator[Client]:
    """Sit in a room with the client that people use, until the block ends."""
    plan = SessionPlan("join", server.host, server.port, room=room, name=name)
    seek = through(BrokerAddress("127.0.0.1", mosquitto.port)) if mosquitto is not None else None
    client = Client(plan, lambda _: None, lambda _: None, store, seek)
    client.start()
    try:
        await until(lambda: client.session.seat >= 0)
        yield client
    finally:
        await client.close()


def kept(tmp_path: Path, name: str) -> Store:
    return Store(tmp_path / f"{name}.toml", tmp_path / f"{name}-seats.json")


async def test_with_the_old_server_still_there_the_program_is_sent_on_and_nobody_needs_a_broker(tmp_path: Path) -> None:
    store, folder = kept(tmp_path, "beto"), tmp_path / "between"
    async with (
        await ServerProcess.start(data=tmp_path / "old") as old,
        await TestClient("Ana").connect(old.host, old.port) as ana,
    ):
        room = await ana.create(["open", "open"])
        async with playing(old, room, "Beto", store) as beto:
            await asyncio.gather(ana.start(), until(lambda: beto.session.view is not None))
            seen, seat = state_hash(beto.session.view), beto.session.seat
            async with await ServerProcess.start(data=tmp_path / "new") as new:
                # one that runs already is told where to look
                (folder).mkdir()
                assert (await host("--data", tmp_path / "new", "--adopt", folder))[0] == 0
                assert (await host("--data", tmp_path / "old", "--hand-over", folder))[0] == 0
                await until(lambda: beto.connection.address.port == new.port)
                await until(lambda: beto.connection.status.condition == "online" and beto.connection._seated)
                assert (beto.session.room, beto.session.seat) == (room, seat)
                assert state_hash(beto.session.view) == seen
                # the next start of the program goes there at once
                await until(lambda: [seat.server for seat in store.seats()] == [f"{new.host}:{new.port}"])


async def test_whoever_was_not_there_finds_the_game_where_they_left_it(tmp_path: Path) -> None:
    """The program was closed all the while; the old server, started again on its data, sends it on."""
    store = kept(tmp_path, "beto")
    old = await ServerProcess.start(data=tmp_path / "old")
    async with await TestClient("Ana").connect(old.host, old.port) as ana:
        room = await ana.create(["open", "open"])
        async with playing(old, room, "Beto", store) as beto:
            await asyncio.gather(ana.start(), until(lambda: beto.session.view is not None))
            seen, seat = state_hash(beto.session.view), beto.session.seat
    await old.kill()
    async with await ServerProcess.start("--adopt", str(tmp_path / "old"), data=tmp_path / "new") as new:
        again = await ServerProcess.start(data=tmp_path / "old", port=old.port)
        async with again, playing(again, "", "Beto", store) as beto:
            assert (beto.session.room, beto.session.seat) == (room, seat)
            await until(lambda: beto.session.view is not None)
            assert state_hash(beto.session.view) == seen
            assert beto.connection.address.port == new.port


async def test_on_one_machine_the_game_goes_from_socket_to_socket_and_the_account_keeps_its_seat(
    tmp_path: Path,
) -> None:
    sockets, folder, store = (
        [tmp_path / "old.sock", tmp_path / "new.sock"],
        tmp_path / "between",
        kept(tmp_path, "beto"),
    )
    folder.mkdir()
    old, new = [
        await ServerProcess.start("--socket", str(path), *more, data=tmp_path / path.stem)
        for path, more in zip(sockets, ((), ("--adopt", str(folder))), strict=True)
    ]
    async with old, new, await TestClient("Ana").connect(old.host, old.port) as ana:
        room = await ana.create(["open", "open"])
        plan = SessionPlan("join", str(sockets[0]), 0, room=room, name="Beto")
        beto = Client(plan, lambda _: None, lambda _: None, store)
        beto.start()
        await until(lambda: beto.session.seat >= 0)
        assert (await host("--data", tmp_path / "old", "--hand-over", folder))[0] == 0
        await until(lambda: beto.connection.address.host == str(sockets[1]) and beto.connection._seated)
        await beto.close()
        # and who comes back without a token is known by the account
        again = Client(SessionPlan("join", str(sockets[1]), 0, room=room, name="Beto"), lambda _: None, lambda _: None)
        again.start()
        await until(lambda: again.connection._seated)
        assert (again.session.room, again.session.seat) == (room, 1)
        await again.close()


async def test_with_the_old_server_gone_the_program_finds_its_room_in_the_directory(
    tmp_path: Path, mosquitto: Broker
) -> None:
    store = kept(tmp_path, "beto")
    files = [settings_file(tmp_path, mosquitto, name) for name in ("old", "new")]
    old = await ServerProcess.start("--config", str(files[0]), data=tmp_path / "old")
    async with await TestClient("Ana").connect(old.host, old.port) as ana:
        room = await ana.create(["open", "open"])
        async with playing(old, room, "Beto", store, mosquitto) as beto, ear(mosquitto) as heard:
            await asyncio.gather(ana.start(), until(lambda: beto.session.view is not None))
            seen = state_hash(beto.session.view)
            await old.kill()
            new = await ServerProcess.start(
                "--config", str(files[1]), "--adopt", str(tmp_path / "old"), data=tmp_path / "new"
            )
            async with new:
                await until(lambda: beto.connection.address.port == new.port, 30)
                await until(lambda: beto.connection._seated)
                assert state_hash(beto.session.view) == seen
                token = beto.session.token
                said = b"".join(message.payload for message in heard.messages if isinstance(message.payload, bytes))
                assert token.encode() not in said, "nothing secret on the broker"


async def test_without_a_broker_games_are_taken_over_and_the_lobby_says_so_later(
    tmp_path: Path, mosquitto: Broker
) -> None:
    await mosquitto.kill()
    files = [settings_file(tmp_path, mosquitto, name) for name in ("old", "new")]
    old = await ServerProcess.start("--config", str(files[0]), data=tmp_path / "old")
    async with await TestClient("Ana").connect(old.host, old.port) as ana:
        await ana.create(["open", "open"], name="Mesa de Ana")
        await old.kill()
        new = await ServerProcess.start(
            "--config", str(files[1]), "--adopt", str(tmp_path / "old"), data=tmp_path / "new"
        )
        async with new:
            await ana.cut()
            await ana.come_back(new.host, new.port)
            await mosquitto.start()
            async with lobby(mosquitto) as source:
                await until(lambda: rooms(source) == {"Mesa de Ana"}, 40)


def entries(server: str, room: str, addresses: tuple[str, ...], seals: tuple[str, ...]) -> dict[str, bytes]:
    """Return what a server could write about a room."""
    topics, at = Topics(), 2**33
    own = ServerEntry(1, server, "Casa", "x", 1, "open", addresses, 1, at, 90)
    line = RoomEntry(1, server, room, "Mesa", "classic", "playing", 3, 3, False, 1, at, 90, seals)
    return {topics.server(server): encode_entry(own), topics.room(server, room): encode_entry(line)}


async def test_a_liar_on_the_broker_is_not_shown_a_token(tmp_path: Path, mosquitto: Broker) -> None:
    """It can copy what it reads, seals too, but not make one for its own address or its own name."""
    from teg_shared.protocol.whereabouts import seal, token_hash

    token, room = "t0ken", "k3f9x"
    honest = ("127.0.0.1:4000",)
    good = seal(token_hash(token), "caja", room, honest)
    broker_address = BrokerAddress("127.0.0.1", mosquitto.port)
    lies = [
        entries("caja", room, ("127.0.0.1:6666",), (good,)),  # another address under the same name
        entries("ladron", room, honest, (good,)),
        entries("ladron", room, ("127.0.0.1:6666",), (good, "", "ñ", "00" * 16)),
        entries("ladron", room, ("127.0.0.1:6666",), ()),
        entries("caja", "other", honest, (good,)),
    ]
    async with aiomqtt.Client("127.0.0.1", mosquitto.port) as client:
        for lie in lies:
            for topic, payload in lie.items():
                await client.publish(topic, payload, 1, True)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(whereabouts(broker_address, room, token), 0.5)
            for topic in lie:
                await client.publish(topic, b"", 1, True)
        for topic, payload in entries("caja", room, honest, ("00" * 16, good)).items():
            await client.publish(topic, payload, 1, True)
        (found,) = await asyncio.wait_for(whereabouts(broker_address, room, token), 10)
        assert str(found) == honest[0]
