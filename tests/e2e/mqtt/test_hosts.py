"""Servers as hosts run them, killed and hung: what the lobby shows of them, and what the command line writes."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.mqtt.world import lobby, rooms, until
from tests.support.broker import Broker, broker
from tests.support.net import TestClient
from tests.support.serving import ServerProcess


def settings_file(directory: Path, mosquitto: Broker, name: str, **extra: Any) -> Path:
    file = directory / f"{name}.toml"
    more = "".join(f"{key} = {value}\n" for key, value in extra.items())
    file.write_text(f'name = "{name}"\n[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\n{more}')
    return file


@pytest.fixture
async def mosquitto(tmp_path: Path) -> AsyncIterator[Broker]:
    async with broker(tmp_path) as running:
        yield running


async def hosted(directory: Path, mosquitto: Broker, name: str, **extra: Any) -> tuple[ServerProcess, TestClient]:
    """Start a server with a broker in its settings, and a room on it that is called as the server."""
    file = settings_file(directory, mosquitto, name, **extra)
    server = await ServerProcess.start("--config", str(file), data=directory / name)
    client = await TestClient("Ana").connect(server.host, server.port)
    await client.create(["open", "open"], name=f"Mesa {name}")
    return server, client


async def teg(*arguments: str) -> tuple[int, str]:
    """Run `teg`, outside of a terminal."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "teg_tui", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "TEG_LANG": "es"},
    )  # fmt: skip
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_a_killed_server_s_rooms_are_gone_at_once_and_back_with_it(tmp_path: Path, mosquitto: Broker) -> None:
    one, ana = await hosted(tmp_path, mosquitto, "uno")
    two, eva = await hosted(tmp_path, mosquitto, "dos")
    async with one, two, ana, eva, lobby(mosquitto) as source:
        await until(lambda: rooms(source) == {"Mesa uno", "Mesa dos"})
        await one.kill()
        await until(lambda: rooms(source) == {"Mesa dos"}, 5)
        file = tmp_path / "uno.toml"
        async with await ServerProcess.start("--config", str(file), data=tmp_path / "uno"):
            await until(lambda: rooms(source) == {"Mesa uno", "Mesa dos"})


async def test_a_hung_server_s_rooms_are_gone_within_the_keep_alive(tmp_path: Path, mosquitto: Broker) -> None:
    """The broker waits for 1.5 times the keep-alive, and this one looks every few seconds."""
    server, ana = await hosted(tmp_path, mosquitto, "uno", keepalive=2)
    async with server, ana, lobby(mosquitto) as source:
        await until(lambda: rooms(source) == {"Mesa uno"})
        server.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        await until(lambda: rooms(source) == set(), 15)
        assert time.monotonic() - began < 10
        server.process.send_signal(signal.SIGCONT)
        await until(lambda: rooms(source) == {"Mesa uno"}, 20)


async def test_a_drained_server_is_told_of_and_ends_with_its_last_room(tmp_path: Path, mosquitto: Broker) -> None:
    server, ana = await hosted(tmp_path, mosquitto, "uno")
    drain = (sys.executable, "-m", "teg_server", "host", "--data", str(tmp_path / "uno"))
    async with server, lobby(mosquitto) as source:
        await until(lambda: rooms(source) == {"Mesa uno"})
        for option, draining in (("--drain", True), ("--reopen", False), ("--drain", True)):
            process = await asyncio.create_subprocess_exec(*drain, option, stdout=asyncio.subprocess.DEVNULL)
            assert await process.wait() == 0
            await until(lambda: source.listing().offers[0].draining is draining)  # noqa: B023 # awaited at once
        from teg_shared.protocol.messages import LeaveRoom

        await ana.send(LeaveRoom(for_good=True))
        async with asyncio.timeout(15):
            assert await server.process.wait() == 0
        await until(lambda: source.listing().offers == ())
        await ana.cut()


async def test_draining_nobody_is_said(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "teg_server", "host", "--data", str(tmp_path), "--drain", stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert str(tmp_path) in said.decode()


async def test_the_command_line_writes_the_lobby_where_there_is_no_terminal(tmp_path: Path, mosquitto: Broker) -> None:
    code, said = await teg("lobby", f"127.0.0.1:{mosquitto.port}")
    assert code == 1
    assert "no hay ningún servidor" in said
    server, ana = await hosted(tmp_path, mosquitto, "uno")
    async with server, ana, lobby(mosquitto) as source:
        await until(lambda: rooms(source) == {"Mesa uno"})
        code, said = await teg("lobby", f"127.0.0.1:{mosquitto.port}")
        assert code == 0
        assert f"teg join 127.0.0.1:{server.port} --room {ana.room}" in said
        assert "Mesa uno" in said
    code, said = await teg("lobby", "127.0.0.1:1")
    assert code == 1
    assert "no hay ningún broker" in said


async def test_a_server_keeps_its_id_and_two_servers_have_two(tmp_path: Path, mosquitto: Broker) -> None:
    for name in ("uno", "dos", "uno"):
        server, ana = await hosted(tmp_path, mosquitto, name)
        await ana.cut()
        await server.stop()
    ids = [(tmp_path / name / "server-id").read_text() for name in ("uno", "dos")]
    assert len(set(ids)) == 2


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('id = "a/b"', "a/b"),
        ('password_file = "/nowhere/secret"', "/nowhere/secret"),
        ('tls = true\nca_file = "/nowhere/ca.pem"', "[mqtt]"),
        ('prefix = "#"', "prefix"),
        ("ttl = 1", "ttl"),
        ("hots = 1", "hots"),
    ],
)
async def test_settings_that_can_t_be_are_said(tmp_path: Path, settings: str, said: str) -> None:
    file = tmp_path / "teg.toml"
    file.write_text(f'[mqtt]\nhost = "127.0.0.1"\n{settings}\n')
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "teg_server", "host", "--port", "0", "--ephemeral", "--config", str(file),
        stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert said in errors.decode().splitlines()[-1]
