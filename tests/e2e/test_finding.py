"""Real programs in real terminals that find a game without an address: shared machine, network, broker."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.mqtt.world import lobby, rooms, until
from tests.support.broker import broker
from tests.support.mortal import MORTAL
from tests.support.net import TestClient
from tests.support.serving import ServerProcess
from tests.support.terminal import Terminal

TEG = (sys.executable, "-m", "teg_tui")


def terminal(where: Path, *arguments: str, size: tuple[int, int] = (80, 24), **env: str) -> Terminal:
    """Run `teg` in a terminal, with settings and seats of its own."""
    pinned = {"TEG_LANG": "es", "TEG_CONFIG_DIR": str(where / "config"), "TEG_DATA_DIR": str(where / "data")}
    return Terminal([*TEG, *arguments], size, {**pinned, **env})


async def seen(screen: Terminal, text: str) -> str:
    """Wait for a text on the screen, while the servers of this test go on."""
    return await asyncio.to_thread(screen.wait_for, text, 20.0)


async def pressed(screen: Terminal, *keys: str) -> None:
    await asyncio.to_thread(screen.press, *keys)


@pytest.fixture
async def shared(tmp_path: Path) -> AsyncIterator[Path]:
    """A server for all accounts of this machine, at a socket of the test's own."""
    path = tmp_path / "teg.sock"
    async with shared_host(tmp_path, path):
        yield path


@contextlib.asynccontextmanager
async def shared_host(where: Path, path: Path, *more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a server for all accounts; it is killed at the end at the latest."""
    process = await asyncio.create_subprocess_exec(
        *MORTAL, sys.executable, "-m", "teg_server", "host", "--shared", "--data", str(where / "log"),
        "--bot-delay", "0", *more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,  # a pipe that nobody reads fills up
        env={**os.environ, "TEG_SOCKET": str(path), "TEG_LANG": "es"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == f"teg-server listening on unix:{path}\n".encode()
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_teg_alone_on_a_shared_machine_offers_its_rooms_and_the_menu(tmp_path: Path, shared: Path) -> None:
    ana = await TestClient("Ana").connect_unix(shared)
    await ana.create(["open", "novato"], name="Mesa de Ana")
    with terminal(tmp_path, TEG_SOCKET=str(shared), LOGNAME="eva") as screen:
        await seen(screen, "Mesa de Ana")
        await seen(screen, "Nueva")  # the terminal may be read in the middle of a paint
        await pressed(screen, "w")
        await seen(screen, "Mirando: 1")
        await pressed(screen, "q")
    await ana.cut()


async def test_a_room_is_made_by_the_account_s_name_and_the_seat_is_theirs_after_a_kill(
    tmp_path: Path, shared: Path
) -> None:
    """Neither token nor password: the files with the saved seats are thrown away in between."""
    with terminal(tmp_path, TEG_SOCKET=str(shared), LOGNAME="eva") as screen:
        await seen(screen, "No hay ninguna mesa")
        await pressed(screen, "n")
        await seen(screen, "Mesa nueva")
        await pressed(screen, "ctrl+s")
        await pressed(screen, "end", "enter")
        await seen(screen, "Eva")
    for file in (tmp_path / "data").rglob("seats.json"):
        file.unlink()
    with terminal(tmp_path, TEG_SOCKET=str(shared), LOGNAME="eva") as screen:
        await seen(screen, "Mesa de Eva")
        await pressed(screen, "enter")
        shown = await seen(screen, "Eva")
        assert "ya hay alguien" not in shown


async def test_a_second_server_at_the_socket_is_refused_and_a_killed_one_replaced(tmp_path: Path, shared: Path) -> None:
    second = await asyncio.create_subprocess_exec(
        *MORTAL, sys.executable, "-m", "teg_server", "host", "--shared", "--ephemeral", stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "TEG_SOCKET": str(shared), "TEG_LANG": "es"},
    )  # fmt: skip
    async with asyncio.timeout(20):
        _, said = await second.communicate()
    assert second.returncode == 1
    assert f"En {shared} ya escucha otro servidor." in said.decode()
    ana = await TestClient("Ana").connect_unix(shared)
    await ana.cut()


async def test_a_killed_server_s_socket_and_rooms_are_taken_over_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "teg.sock"
    async with shared_host(tmp_path, path):
        ana = await TestClient("Ana").connect_unix(path)
        room = await ana.create(["open", "open"])
        await ana.cut()
    assert path.is_socket()
    async with shared_host(tmp_path, path), TestClient("Otra") as back:
        await back.connect_unix(path)
        await back.join(room)
        assert back.seat == 0


PEOPLE = """
import asyncio, os, pathlib, sys, teg_shared.rules.classic.rules
from tests.support.net import TestClient
path, uid, name, room = sys.argv[1:]
os.setgroups([]); os.setgid(int(uid)); os.setuid(int(uid))
async def main():
    client = await TestClient(name).connect_unix(pathlib.Path(path))
    await client.join(room)
    print(client.seat)
    await client.cut()
asyncio.run(main())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other people")
async def test_real_accounts_have_real_seats(public_path: Path) -> None:
    """Three accounts at one room, each twice and under another name the second time: the kernel tells them apart."""
    settings = public_path / "host.toml"
    await asyncio.to_thread(settings.write_text, '[shared]\nmode = "666"\n')
    path = public_path / "teg.sock"
    seats = []
    async with shared_host(public_path, path, "--config", str(settings)), TestClient("Ana") as ana:
        await ana.connect_unix(path)
        room = await ana.create(["open", "open", "open", "open"])
        for uid, name in ((1, "Uno"), (2, "Dos"), (3, "Tres"), (1, "Nadie"), (3, "Alguien"), (2, "Yo")):
            person = await asyncio.create_subprocess_exec(
                sys.executable, "-c", PEOPLE, str(path), str(20000 + uid), name, room, stdout=asyncio.subprocess.PIPE
            )
            said, _ = await person.communicate()
            seats.append(int(said))
    assert seats == [1, 2, 3, 1, 3, 2]


async def test_teg_lobby_lists_what_comes_and_goes_and_enters(tmp_path: Path) -> None:
    settings = tmp_path / "host.toml"
    async with broker(tmp_path) as mosquitto:
        settings.write_text(f'name = "La caja"\n[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\n')
        with terminal(tmp_path, "lobby", f"127.0.0.1:{mosquitto.port}", "--name", "Eva") as screen:
            await seen(screen, "no hay ningún servidor anotado")
            async with await ServerProcess.start("--config", str(settings)) as server:
                ana = await TestClient("Ana").connect(server.host, server.port)
                await ana.create(["open", "open"], name="Mesa de Ana")
                shown = await seen(screen, "Mesa de Ana")
                assert "La caja" in shown
                await pressed(screen, "enter")
                await seen(screen, "Eva")
                await ana.until(lambda me: me.room_state is not None and me.room_state.seats[1].name == "Eva")
                await ana.cut()


async def test_teg_lobby_says_when_the_broker_is_gone_and_keeps_its_list(tmp_path: Path) -> None:
    settings = tmp_path / "host.toml"
    async with broker(tmp_path) as mosquitto:
        settings.write_text(f'name = "La caja"\n[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\n')
        async with await ServerProcess.start("--config", str(settings)) as server:
            ana = await TestClient("Ana").connect(server.host, server.port)
            await ana.create(["open", "open"], name="Mesa de Ana")
            with terminal(tmp_path, "lobby", f"127.0.0.1:{mosquitto.port}", "--name", "Eva") as screen:
                await seen(screen, "Mesa de Ana")
                await mosquitto.kill()
                shown = await seen(screen, "las partidas siguen")
                assert "Mesa de Ana" in shown
                await mosquitto.start()
                await seen(screen, "Mesas: 1. Servidores: 1.")
                async with lobby(mosquitto) as source:
                    await until(lambda: rooms(source) == {"Mesa de Ana"})
            await ana.cut()


async def test_a_room_with_a_password_is_entered_from_the_list(tmp_path: Path) -> None:
    settings = tmp_path / "host.toml"
    async with broker(tmp_path) as mosquitto:
        settings.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\n')
        async with await ServerProcess.start("--config", str(settings)) as server:
            ana = await TestClient("Ana").connect(server.host, server.port)
            await ana.create(["open", "open"], name="Privada", password="clave")
            with terminal(tmp_path, "lobby", f"127.0.0.1:{mosquitto.port}", "--name", "Eva") as screen:
                await seen(screen, "Privada")
                await pressed(screen, "enter")
                await seen(screen, "Contraseña")
                await pressed(screen, "clave", "enter", "enter")
                await ana.until(lambda me: me.room_state is not None and me.room_state.seats[1].name == "Eva")
            await ana.cut()


async def test_a_server_that_is_dead_behind_its_entry_is_said(tmp_path: Path) -> None:
    """The entry is there and the address does not answer: the list says so and stays."""
    settings = tmp_path / "host.toml"
    async with broker(tmp_path) as mosquitto:
        settings.write_text(
            f'name = "La caja"\n[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\naddresses = ["127.0.0.1:9"]\n'
        )
        async with await ServerProcess.start("--config", str(settings)) as server:
            ana = await TestClient("Ana").connect(server.host, server.port)
            await ana.create(["open", "open"], name="Mesa de Ana")
            with terminal(tmp_path, "lobby", f"127.0.0.1:{mosquitto.port}", "--name", "Eva") as screen:
                await seen(screen, "Mesa de Ana")
                await pressed(screen, "enter")
                shown = await seen(screen, "127.0.0.1:9")
                assert "Mesa de Ana" in shown
            await ana.cut()
