"""Announcing and finding on loopback alone: what comes, changes, dies, and what strangers announce."""

import asyncio
import contextlib
import fcntl
import os
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from teg_server.adapters.lan import Announced, announcing
from teg_shared.protocol.lan import SERVICE
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from teg_tui.discovery.lan import Lan
from tests.support.broker import free_port
from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import ServerProcess, Serving, serving

HERE = ("127.0.0.1",)


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """Let one test at a time announce on loopback: those of another process would be found here."""
    with (Path(tempfile.gettempdir()) / f"teg-lan-tests-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


async def until(condition: Callable[[], object], within: float = 20.0) -> None:
    """Wait until `condition` holds."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 # what is waited for happens on the network
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def looking() -> AsyncIterator[Lan]:
    """Look around as `teg lan` does."""
    source = Lan(lambda: None, HERE)
    task = asyncio.create_task(source.run())
    try:
        yield source
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def announced(server: Serving, name: str, identity: str) -> AsyncIterator[None]:
    async with announcing(server.service, Announced(identity, name, server.host, server.port, HERE)) as announcer:
        await until(lambda: announcer.condition == "announced")
        yield


def lines(source: Lan) -> set[tuple[str, str, str]]:
    """Return (server, room, life) of every line."""
    return {
        (offer.server, offer.room.name if offer.room is not None else "", offer.life)
        for offer in source.listing().offers
    }


async def test_a_server_comes_its_rooms_change_and_it_goes() -> None:
    async with serving() as server, looking() as source:
        await until(lambda: source.listing().status == "lan-empty")
        async with announced(server, "Caja", "one"):
            await until(lambda: lines(source) == {("Caja", "", "live")})
            await server.table(1, "open", name="Mesa uno")
            await until(lambda: lines(source) == {("Caja", "Mesa uno", "live")})
            offer = source.listing().offers[0]
            assert offer.addresses[0].port == server.port
            assert offer.free
            assert source.listing().status == "lan-online"
        await until(lambda: lines(source) == set())


async def test_two_hosts_on_one_machine_are_two_servers_though_they_have_one_name() -> None:
    async with serving() as one, serving() as two, looking() as source:
        await one.table(1, "open", name="Mesa uno")
        await two.table(1, "open", name="Mesa dos")
        async with announced(one, "Caja", "one"), announced(two, "Caja", "two"):
            await until(lambda: lines(source) == {("Caja", "Mesa uno", "live"), ("Caja", "Mesa dos", "live")})
            assert {offer.addresses[0].port for offer in source.listing().offers} == {one.port, two.port}


async def test_a_killed_host_is_not_shown_as_live_though_its_announcement_lingers(tmp_path: Path) -> None:
    settings = tmp_path / "teg.toml"
    settings.write_text('name = "Caja"\n[lan]\nannounce = true\ninterfaces = ["127.0.0.1"]\n')
    async with looking() as source:
        async with await ServerProcess.start("--config", str(settings)) as server:
            ana = await TestClient("Ana").connect(server.host, server.port)
            await ana.create(["open", "open"], name="Mesa uno")
            await until(lambda: lines(source) == {("Caja", "Mesa uno", "live")})
            await server.kill()
            await ana.cut()
        began = time.monotonic()
        await until(lambda: not any(life == "live" for _, _, life in lines(source)))
        assert time.monotonic() - began < 10
        await until(lambda: lines(source) == set(), 30)


async def test_an_announcement_without_a_server_is_never_live() -> None:
    said = {"v": "1", "id": "evil", "name": "Trampa", "rooms": "0"}
    async with stranger("Trampa", free_port(), said), looking() as source:
        await until(lambda: lines(source) == {("Trampa", "", "silent")})
        assert not source.listing().offers[0].enterable


async def test_an_announcement_of_something_else_at_our_name_is_left_out() -> None:
    async with stranger("Otra cosa", 9, {"v": "99"}), looking() as source:
        await until(lambda: source.listing().status == "lan-empty")
        assert lines(source) == set()


async def test_what_strangers_write_is_cleaned() -> None:
    hostile = "\x1b]0;x\x07\u202eCa\x1b[2Jja\u200b"
    said = {"v": "1", "id": "evil", "name": hostile, "rooms": "1", "r0": f"aaaaa|classic|1/4|-|lobby|0|{hostile}"}
    async with stranger("Trampa", free_port(), said), looking() as source:
        await until(lambda: source.listing().offers)
        seen = source.listing().offers[0]
        assert seen.server == "Caja"
        assert seen.room is None or seen.room.name == "Caja"


@contextlib.asynccontextmanager
async def stranger(name: str, port: int, said: dict[str, str]) -> AsyncIterator[None]:
    """Announce anything at all."""
    zeroconf = AsyncZeroconf(interfaces=list(HERE))
    info = AsyncServiceInfo(
        SERVICE, f"{name}.{SERVICE}", port=port, parsed_addresses=["127.0.0.1"], server="evil.local.",
        properties={key: value.encode() for key, value in said.items()},
    )  # fmt: skip
    await (await zeroconf.async_register_service(info))
    try:
        yield
    finally:
        await (await zeroconf.async_unregister_service(info))
        await zeroconf.async_close()


async def test_a_game_that_is_played_tells_nothing_secret_on_the_network() -> None:
    """Every packet of a whole game: no token, no secret of the dice, no password, and no card at all."""
    packets = Packets()
    zeroconf = AsyncZeroconf(interfaces=list(HERE))
    async with serving() as server:
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_datagram_endpoint(lambda: packets, sock=multicast_socket())
        async with announced(server, "Caja", "one"):
            (ana,) = await server.game(1, "random", "random", password="clave-secreta")
            await ana.play(by_lot(5))
            room = server.room(ana)
            await until(lambda: any(b"over" in data for data in packets.seen))
        transport.close()
    await zeroconf.async_close()
    everything = b"\n".join(packets.seen)
    assert b"Caja" in everything
    for secret in (room.secret, ana.contribution, ana.session.token.encode(), b"clave-secreta", room.chairs[0].token):
        assert secret not in everything
        assert secret.hex().encode() not in everything


class Packets(asyncio.DatagramProtocol):
    """Keeps every packet."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.seen.append(data)


def multicast_socket() -> socket.socket:
    """Return a socket that hears what is announced on loopback."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sock.bind(("", 5353))
    group = socket.inet_aton("224.0.0.251") + socket.inet_aton("127.0.0.1")
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    sock.setblocking(False)
    return sock
