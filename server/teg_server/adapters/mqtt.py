"""The server's side of a broker: keeps what lies there as it should be, and tells public games step by step.

No room ever waits for it: it looks at the rooms from outside. When the broker is gone, games go on; this comes
back by itself and puts everything there again. A dead server's entry is taken away by its last will.
"""

import asyncio
import contextlib
import logging
import random
import ssl
from collections.abc import AsyncIterator, Awaitable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from teg_shared.protocol.broker import VERSION_CODES, delay, fault, reason

from teg_server.adapters.aside import aside
from teg_server.adapters.directory import Directory, Retained
from teg_server.adapters.feed import Reader, is_public
from teg_server.adapters.settings import MqttSettings
from teg_server.rooms.clock import Time

if TYPE_CHECKING:
    import aiomqtt
    from paho.mqtt.properties import Properties

log = logging.getLogger(__name__)

TICK: Final = 0.1
"""Seconds between two looks at the games."""
LOOK: Final = 5
"""Ticks between two looks at the rooms."""
TIMEOUT: Final = 5.0
"""Seconds that the broker has for an answer."""
FAREWELL: Final = 2.0
"""Seconds for taking the entries away at the end."""
ABREAST: Final = 16
"""Messages that wait for the broker's word at once."""
STEADY: Final = 10.0
"""Seconds for which a connection has to last before its end counts as the first fault again."""
SLOW: Final = 3.0
"""Seconds for one round of messages, from which on the broker is called slow."""


class Publisher:
    """Publishes one server's directory and feed until it is closed.

    Attributes:
        condition: `connecting`, `online` or the code of what is wrong (`broker-...`).
        sent: messages so far, for measurements.
    """

    def __init__(self, directory: Directory, settings: MqttSettings, time: Time) -> None:
        self.condition = "connecting"
        self.sent = 0
        self._directory = directory
        self._settings = settings
        self._time = time
        self._lying: dict[str, bytes] = {}
        """Keys of what was published over this connection, by topic."""
        self._wanted: dict[str, Retained] = {}
        self._readers: dict[str, Reader] = {}
        self._looked = False
        self._renewed = 0.0
        self._old_protocol = False
        self._stopping = asyncio.Event()
        self._luck = random.Random()  # noqa: S311 # spreads the return of many servers, no secret

    async def run(self) -> None:
        """Publish until `stop`; whatever the broker does, this comes back."""
        attempt = 0
        while not self._stopping.is_set():
            why, worked = await self._session()
            if self._stopping.is_set():
                return
            if why == "broker-version" and not self._old_protocol:
                self._old_protocol = True
                continue
            attempt = 1 if worked else attempt + 1
            wait = delay(attempt, why, self._luck.random())
            self._tell(why, f"games go on; next try in {wait:.1f} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), wait)

    def stop(self) -> None:
        """Take the entries away and end `run`."""
        self._stopping.set()

    # --- one connection

    async def _session(self) -> tuple[str, bool]:
        """Live through one connection; return what ended it, and whether it had worked for a while."""
        import aiomqtt  # noqa: PLC0415 # an extra

        self._lying.clear()
        self._readers.clear()
        self._looked = False
        self._renewed = self._time.now()
        why, began = "broker-lost", None
        try:
            async with self._client() as client, asyncio.TaskGroup() as group:
                listening = group.create_task(self._sweep(client))
                await self._round(client)
                began = self._time.now()
                self._tell("online", f"host={self._settings.host} id={self._directory.server}")
                await self._rounds(client)
                listening.cancel()
                await self._farewell(client)
        except* aiomqtt.MqttError as errors:
            why = self._why(_leaves(errors))
        except* (OSError, ValueError) as errors:  # certificates, names that are none
            why = fault(None, str(_leaves(errors)[0]))
        return why, began is not None and self._time.now() - began >= STEADY

    def _client(self) -> "aiomqtt.Client":
        import aiomqtt  # noqa: PLC0415

        settings = self._settings
        client = aiomqtt.Client(
            settings.host,
            settings.broker_port,
            username=settings.username or None,
            password=settings.password(),
            identifier=f"teg-{self._directory.server}",
            protocol=aiomqtt.ProtocolVersion.V311 if self._old_protocol else aiomqtt.ProtocolVersion.V5,
            will=aiomqtt.Will(self._directory.own, b"", qos=1, retain=True),
            timeout=TIMEOUT,
            keepalive=settings.keepalive,
            tls_context=tls_context(settings),
            logger=_library_log(),
        )
        client.pending_calls_threshold = 10 * ABREAST
        return client

    async def _rounds(self, client: "aiomqtt.Client") -> None:
        """Say what is new, again and again."""
        beat = 0
        while not self._stopping.is_set():
            began = self._time.now()
            beat += 1
            if beat % LOOK == 0:
                await self._round(client)
            if self._settings.feed:
                await self._events(client)
            took = self._time.now() - began
            if took > SLOW:
                log.warning("mqtt slow seconds=%.1f", took)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), TICK)

    async def _round(self, client: "aiomqtt.Client") -> None:
        """Publish every retained payload that is not there yet, and take away what should not be there."""
        now = self._time.now()
        if now - self._renewed >= self._settings.ttl / 3:
            self._lying = dict.fromkeys(self._lying, b"")
            self._renewed = now
        self._wanted = self._directory.wanted(self._time.wall(), now)
        fresh = [(topic, item) for topic, item in self._wanted.items() if self._lying.get(topic) != item.key]
        gone = [topic for topic in self._lying if topic not in self._wanted]
        await self._retain(client, [(topic, item.payload) for topic, item in fresh] + [(topic, b"") for topic in gone])
        self._lying |= {topic: item.key for topic, item in fresh}
        for topic in gone:
            del self._lying[topic]

    async def _retain(self, client: "aiomqtt.Client", payloads: list[tuple[str, bytes]]) -> None:
        """Publish retained payloads, some at a time; an empty one takes away what lies there."""
        for start in range(0, len(payloads), ABREAST):
            part = payloads[start : start + ABREAST]
            await _all(client.publish(topic, payload, 1, True, self._expiry(payload)) for topic, payload in part)
            self.sent += len(part)

    async def _events(self, client: "aiomqtt.Client") -> None:
        """Tell what has happened in public games."""
        rooms = {room.id: room for room in self._directory.house.rooms() if is_public(room)}
        # what happened while nobody could be told is in the retained states
        self._readers = {room: self._readers.get(room) or Reader(whole=self._looked) for room in rooms}
        self._looked = True
        server = self._directory.server
        for room, reader in self._readers.items():
            topic = self._directory.topics.game(server, room, "events")
            for payload in reader.news(server, rooms[room]):
                await client.publish(topic, payload, 0, False)
                self.sent += 1

    async def _sweep(self, client: "aiomqtt.Client") -> None:
        """Take away what an earlier life of this server left; waiting here also notices the end of the connection."""
        topics, server = self._directory.topics, self._directory.server
        filters = [f"{topics.server(server)}/+", *(topics.game(server, "+", part) for part in ("table", "state"))]
        await client.subscribe([(name, 0) for name in filters])
        async for message in client.messages:
            topic = str(message.topic)
            if message.retain and message.payload and topic not in self._wanted and topic not in self._lying:
                await client.publish(topic, b"", 1, True)

    async def _farewell(self, client: "aiomqtt.Client") -> None:
        """Leave nothing behind."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._retain(client, [(topic, b"") for topic in self._lying])

    # --- details

    def _expiry(self, payload: bytes) -> "Properties | None":
        """Return the properties that let an entry go by itself, where the protocol has such."""
        if self._old_protocol or not payload:
            return None
        from paho.mqtt.packettypes import PacketTypes  # noqa: PLC0415
        from paho.mqtt.properties import Properties  # noqa: PLC0415

        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call] # paho is typed in part
        properties.MessageExpiryInterval = self._settings.ttl
        properties.ContentType = "application/json"
        return properties

    def _why(self, errors: list[BaseException]) -> str:
        """Return what ended the connection: of several errors at once, the one with the broker's own word."""
        numbers = [number for error in errors if (number := reason(error)) is not None]
        if numbers and numbers[0] in VERSION_CODES and not self._old_protocol:
            return "broker-version"
        return fault(next(iter(numbers), None), str(errors[0]))

    def _tell(self, condition: str, detail: str) -> None:
        """Log it when it is news."""
        if condition != self.condition:
            self.condition = condition
            level = logging.INFO if condition == "online" else logging.WARNING
            log.log(level, "mqtt %s %s", condition, detail)


@contextlib.asynccontextmanager
async def publishing(directory: Directory, settings: MqttSettings, time: Time) -> AsyncIterator[Publisher]:
    """Publish from here to the end of the block.

    Raises:
        ImportError: if the extra `mqtt` is not installed.
        SecretError: if there is a password and it can't be read.
        OSError: if a certificate can't be read.
    """
    import aiomqtt  # noqa: F401, PLC0415 # its absence is to be known now, not in a task

    settings.password()
    tls_context(settings)
    publisher = Publisher(directory, settings, time)
    async with aside("mqtt", publisher.run(), publisher.stop, FAREWELL):
        yield publisher


def tls_context(settings: MqttSettings) -> ssl.SSLContext | None:
    """Return how to speak TLS with the broker, None for not at all.

    Raises:
        OSError: if a certificate can't be read.
    """
    if not settings.tls:
        return None
    context = ssl.create_default_context(cafile=_path(settings.ca_file))
    if settings.cert_file:
        context.load_cert_chain(_path(settings.cert_file) or "", _path(settings.key_file))
    return context


def _path(text: str) -> str | None:
    return str(Path(text).expanduser()) if text else None


async def _all(calls: Iterable[Awaitable[None]]) -> None:
    """Wait for all of `calls`, and end with the first fault."""
    await asyncio.gather(*calls)


def _leaves(errors: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    """Return every error of a group, and of the groups in it."""
    return [
        leaf
        for error in errors.exceptions
        for leaf in (_leaves(error) if isinstance(error, BaseExceptionGroup) else [error])
    ]


def _library_log() -> logging.Logger:
    """Return the logger for the library: what it says of each attempt is said here in one line already."""
    quiet = logging.getLogger(f"{__name__}.library")
    quiet.setLevel(logging.CRITICAL)
    return quiet
