"""Who may do what on a broker: passwords, the documented access list, certificates, and brokers of older MQTT."""

import asyncio
import contextlib
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import aiomqtt
import pytest
from teg_server.adapters.directory import Directory
from teg_server.adapters.mqtt import publishing
from teg_server.adapters.settings import MqttSettings, SecretError
from teg_server.rooms.clock import SystemTime

from teg_tui.discovery.lobby import BrokerAddress, Lobby
from tests.e2e.mqtt.world import TOPICS, ear, lobby, published, rooms, until
from tests.support.broker import Broker, broker, needs_mosquitto
from tests.support.serving import serving

DOC = Path(__file__).resolve().parents[3] / "docs" / "mqtt.md"


def accounts(directory: Path, *names: str) -> str:
    """Return settings of a broker with accounts (password: the name and `1`) and the access list of the page."""
    needs_mosquitto()
    passwords, rights = directory / "passwd", directory / "teg.acl"
    tool = shutil.which("mosquitto_passwd", path="/usr/bin:/usr/local/bin:/usr/sbin")
    assert tool is not None
    passwords.touch(mode=0o600)
    for name in names:
        subprocess.run([tool, "-b", str(passwords), name, f"{name}1"], check=True, capture_output=True)
    found = re.search(r"```acl\n(.*?)```", DOC.read_text(), re.DOTALL)
    assert found is not None
    rights.write_text(found[1])
    return f"allow_anonymous true\npassword_file {passwords}\nacl_file {rights}"


def secret(directory: Path, text: str) -> str:
    file = directory / "secret"
    file.write_text(f"{text}\n")
    return str(file)


async def test_a_server_writes_below_its_own_name_and_everybody_reads(tmp_path: Path) -> None:
    async with broker(tmp_path, settings=accounts(tmp_path, "caja")) as mosquitto, serving() as server:
        await server.game(1, "novato", name="Mesa uno")
        file = secret(tmp_path, "caja1")
        async with (
            published(server, mosquitto, "caja", username="caja", password_file=file),
            lobby(mosquitto) as source, ear(mosquitto) as heard,
        ):  # fmt: skip
            await until(lambda: rooms(source) == {"Mesa uno"})
            await until(lambda: any(topic.endswith("/state") for topic in heard.topics()))
            # its last will was accepted, too: the broker would have refused the connection otherwise
        await until(lambda: rooms(source) == {"Mesa uno"} or not rooms(source))


async def test_nobody_writes_below_another_name(tmp_path: Path) -> None:
    settings = accounts(tmp_path, "caja", "mala")
    async with broker(tmp_path, settings=settings) as mosquitto, ear(mosquitto) as heard:
        async with aiomqtt.Client(
            "127.0.0.1", mosquitto.port, username="mala", password="mala1", protocol=aiomqtt.ProtocolVersion.V5
        ) as client:
            for topic in (
                TOPICS.server("caja"),
                TOPICS.room("caja", "aaaaa"),
                TOPICS.game("caja", "aaaaa", "state"),
                "teg/x",
            ):
                await client.publish(topic, b"lie", 1, retain=True)
            await client.publish(TOPICS.server("mala"), b"own", 1, retain=True)
        async with aiomqtt.Client("127.0.0.1", mosquitto.port) as nobody:
            await nobody.publish(TOPICS.server("caja"), b"lie", 1, retain=True)
            await nobody.publish(TOPICS.server(""), b"lie", 1, retain=True)
        await until(heard.topics)
        await asyncio.sleep(0.2)
        assert heard.topics() == {TOPICS.server("mala"): b"own"}


@pytest.mark.parametrize("password", ["wrong", ""])
async def test_a_wrong_password_is_said_and_games_go_on(tmp_path: Path, password: str) -> None:
    settings, file = accounts(tmp_path, "caja"), secret(tmp_path, password)
    async with (
        broker(tmp_path, settings=settings) as mosquitto,
        serving() as server,
        published(server, mosquitto, "caja", wait=False, username="caja", password_file=file) as publisher,
        lobby(mosquitto, username="caja", password=password) as source,
    ):
        await until(lambda: publisher.condition == "broker-auth" and source.condition == "broker-auth")
        await server.game(1, "novato")


async def test_a_password_file_that_is_not_there_is_said_before_anything_starts(tmp_path: Path) -> None:
    async with serving() as server:
        settings = MqttSettings(host="127.0.0.1", password_file=str(tmp_path / "none"))
        directory = Directory(server.service, TOPICS, "box", "box", ("x:1",), 30)
        with pytest.raises(SecretError, match="none"):
            async with publishing(directory, settings, SystemTime()):
                pass


# --- TLS

unclosed = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""The library leaves the socket of a failed handshake to the garbage collector."""


def certificates(directory: Path, host: str) -> str:
    """Make an authority and a broker's certificate for `host`, and return the broker's settings."""
    needs_mosquitto()
    tool = shutil.which("openssl")
    if tool is None:
        pytest.skip("MQTT over TLS: no openssl on this machine")
    ca, key, request, signed = (directory / name for name in ("ca.pem", "broker.key", "broker.csr", "broker.pem"))
    names = directory / "names"
    names.write_text(f"subjectAltName={host}\n")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for command in (
        ["req", "-x509", *curve, "-keyout", str(directory / "ca.key"), "-out", str(ca), "-subj", "/CN=club"],
        ["req", *curve, "-keyout", str(key), "-out", str(request), "-subj", "/CN=broker"],
        ["x509", "-req", "-in", str(request), "-CA", str(ca), "-CAkey", str(directory / "ca.key"), "-CAcreateserial",
         "-out", str(signed), "-days", "2", "-extfile", str(names)],
    ):  # fmt: skip
        subprocess.run([tool, *command], check=True, capture_output=True)
    return f"allow_anonymous true\ncafile {ca}\ncertfile {signed}\nkeyfile {key}"


async def test_server_and_lobby_speak_tls_with_an_authority_of_one_s_own(tmp_path: Path) -> None:
    settings = certificates(tmp_path, "IP:127.0.0.1")
    ca = str(tmp_path / "ca.pem")
    async with broker(tmp_path, settings=settings) as mosquitto, serving() as server:
        await server.table(1, "open", name="Mesa uno")
        async with published(server, mosquitto, tls=True, ca_file=ca), lobby(mosquitto, tls=True, ca_file=ca) as source:
            await until(lambda: rooms(source) == {"Mesa uno"})


@unclosed
@pytest.mark.parametrize("host", ["IP:127.0.0.1", "DNS:other.example"])
async def test_a_certificate_that_is_not_trusted_is_said(tmp_path: Path, host: str) -> None:
    """Unknown authority, or a certificate that is somebody else's."""
    settings = certificates(tmp_path, host)
    ca = str(tmp_path / "ca.pem") if host.startswith("DNS") else ""
    async with (
        broker(tmp_path, settings=settings) as mosquitto,
        serving() as server,
        published(server, mosquitto, wait=False, tls=True, ca_file=ca) as publisher,
        lobby(mosquitto, tls=True, ca_file=ca) as source,
    ):
        await until(lambda: {publisher.condition, source.condition} == {"broker-certificate"})


@unclosed
async def test_a_broker_without_tls_is_said(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, lobby(mosquitto, tls=True) as source:
        await until(lambda: source.condition in {"broker-tls", "broker-lost"})


# --- older brokers


@contextlib.asynccontextmanager
async def old_broker(mosquitto: Broker) -> AsyncIterator[int]:
    """Stand before a broker and refuse MQTT 5 as one does that knows only 3.1.1; yields the port."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks: list[asyncio.Task[None]] = []
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            hello = await reader.readexactly(9)  # type, length, "MQTT" with its length, level
            if hello[8] == 5:
                writer.write(b"\x20\x03\x00\x84\x00")
                await writer.drain()
            else:
                onward, outward = await asyncio.open_connection("127.0.0.1", mosquitto.port)
                outward.write(hello)
                tasks = [asyncio.create_task(_copy(reader, outward)), asyncio.create_task(_copy(onward, writer))]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                outward.close()
        for task in tasks:
            task.cancel()
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.sleep(0.1)


async def _copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(4096):
            sink.write(data)


async def test_a_broker_of_mqtt_3_1_1_will_do(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server, old_broker(mosquitto) as port:
        await server.table(1, "open", name="Mesa uno")
        source = Lobby(BrokerAddress("127.0.0.1", port), lambda: None)
        task = asyncio.create_task(source.run())
        settings = MqttSettings(host="127.0.0.1", port=port)
        directory = Directory(server.service, TOPICS, "box", "Caja", (f"127.0.0.1:{server.port}",), 30)
        async with publishing(directory, settings, SystemTime()):
            await until(lambda: rooms(source) == {"Mesa uno"})
        await until(lambda: rooms(source) == set())
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
