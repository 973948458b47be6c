"""The server as a host runs it: options, settings, errors that help, signals, and a log without secrets."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import pytest
from teg_server.host.config import Config, ConfigError, load_config
from teg_shared.protocol.messages import Say

from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import ServerProcess


async def run(*arguments: str, language: str = "es_AR.UTF-8", within: float = 30) -> tuple[int, str, str]:
    """Run `teg_server host` to its end and return exit code, standard output and standard error."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "teg_server", "host", *arguments,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "LC_ALL": language, "TEG_LANG": ""},
    )  # fmt: skip
    try:
        async with asyncio.timeout(within):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize(("language", "sentence"), [("es_AR.UTF-8", "está en uso"), ("en_US.UTF-8", "is in use")])
async def test_a_port_in_use_is_said_in_the_hosts_language(language: str, sentence: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = await run("--port", str(port), "--ephemeral", language=language)
    assert code == 1
    assert out == ""
    assert sentence in err
    assert f"127.0.0.1:{port}" in err
    assert "Traceback" not in err


async def test_an_address_that_is_not_here_is_said() -> None:
    code, _, err = await run("--bind", "203.0.113.7", "--port", "0", "--ephemeral")
    assert code == 1
    assert "203.0.113.7" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "hint"),
    [("port = ", "Invalid value"), ("port = 70000", "port"), ("prot = 1", "prot"), ('[limits]\nrate = "x"', "rate")],
)
async def test_wrong_settings_name_the_file_and_the_key(tmp_path: Path, text: str, hint: str) -> None:
    path = tmp_path / "teg.toml"
    path.write_text(text)
    code, _, err = await run("--config", str(path), "--ephemeral")
    assert code == 1
    assert str(path) in err
    assert hint in err
    assert "Traceback" not in err


async def test_settings_that_are_not_there_are_said(tmp_path: Path) -> None:
    code, _, err = await run("--config", str(tmp_path / "none.toml"), "--ephemeral")
    assert code == 1
    assert "none.toml" in err


async def test_a_data_directory_that_can_not_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    code, _, err = await run("--data", str(tmp_path / "file"), "--port", "0")
    assert code == 1
    assert str(tmp_path / "file") in err
    assert "Traceback" not in err


async def test_two_servers_do_not_share_a_log(tmp_path: Path) -> None:
    async with await ServerProcess.start(data=tmp_path):
        code, _, err = await run("--data", str(tmp_path), "--port", "0")
    assert code == 1
    assert "Traceback" not in err
    assert str(tmp_path) in err


async def test_help_is_in_the_hosts_language() -> None:
    assert "escucha solo en esta" in " ".join((await run("--help"))[1].split())
    assert "listens on this machine only" in " ".join((await run("--help", language="en_GB"))[1].split())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_with_a_word_to_everybody(tmp_path: Path, number: signal.Signals) -> None:
    async with await ServerProcess.start(data=tmp_path) as server:
        client = await TestClient().connect(server.host, server.port)
        await client.create(["open", "random"])
        await client.start()
        server.process.send_signal(number)
        async for _ in client.messages():
            pass
        assert client.bye is not None
        assert client.bye.code == "shutdown"
        await client.cut()
        async with asyncio.timeout(10):
            assert await server.process.wait() == 0


async def test_a_server_ends_with_the_program_that_started_it() -> None:
    async with await ServerProcess.start("--parent") as server:
        client = await TestClient().connect(server.host, server.port)
        assert server.process.stdin is not None
        server.process.stdin.close()
        async for _ in client.messages():
            pass
        async with asyncio.timeout(10):
            assert await server.process.wait() == 0
        await client.cut()


async def test_the_log_tells_what_happens_and_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as sink:
        server = await ServerProcess.start(data=tmp_path / "data", stderr=sink)
    async with server:
        ana = await TestClient("Ana").connect(server.host, server.port)
        await ana.create(["open", "random"], password="contraseña", name="Mesa \U0001f600")
        await ana.start()
        await ana.send(Say("un secreto entre nosotros"))
        await ana.drain()
        await ana.send_bytes(b"\x00\x00\x00\x01\xc1")
        await ana.drain()
        await ana.cut()
        assert await server.stop() == 0
    told = log.read_text()
    for word in ("room made", "joined", "started", "malformed", "lost", "stopped"):
        assert word in told
    for secret in (ana.session.token, "contraseña", "un secreto", ana.contribution.hex()):
        assert secret not in told
    assert all(line[:2] == "20" for line in told.splitlines())


async def test_bots_of_a_real_server_think_in_their_processes(tmp_path: Path) -> None:
    async with await ServerProcess.start(data=tmp_path) as server, TestClient("Ana") as ana:
        await ana.connect(server.host, server.port)
        await ana.create(["open", "random", "novato"])
        await ana.start()
        await ana.play(by_lot(2), until=lambda: ana.session.view.round >= 2)
        assert ana.finished or ana.session.view.round >= 2
        assert not [m for m in ana.seen if getattr(m, "code", "") == "bot-failed"]
        await ana.cut()
        assert await server.stop() == 0


def test_settings_have_defaults_and_a_file_changes_them(tmp_path: Path) -> None:
    assert load_config(None) == Config()
    path = tmp_path / "teg.toml"
    path.write_text("port = 0\nbot_delay = 1\n[waiting]\ngrace = 30\n[limits]\nrooms = 3\n")
    settings = load_config(path)
    conduct = settings.conduct(connections=100)
    assert (settings.port, conduct.manners.bot_delay, conduct.manners.patience.grace) == (0, 1.0, 30.0)
    assert (conduct.limits.rooms, conduct.limits.connections) == (3, 100)


def test_a_grace_of_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "teg.toml"
    path.write_text("[waiting]\ngrace = 0\n")
    with pytest.raises(ConfigError, match="grace"):
        load_config(path)
