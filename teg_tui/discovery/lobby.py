"""The lobby: listens to the directory of a broker, and comes back by itself when the broker was away."""

import asyncio
import contextlib
import random
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from teg_shared.protocol.broker import VERSION_CODES, delay, fault, reason
from teg_shared.protocol.directory import DEFAULT_PREFIX, Topics

from teg_tui.address import AddressError, parse_address
from teg_tui.changes import Facts
from teg_tui.discovery.lobby_model import LobbyModel
from teg_tui.discovery.offers import Listing

if TYPE_CHECKING:
    import aiomqtt

KEEPALIVE: Final = 10
PASSWORD_VARIABLE: Final = "TEG_MQTT_PASSWORD"  # noqa: S105 # the name of a variable
TIMEOUT: Final = 5.0
LOOK: Final = 0.1
"""Seconds between two looks at the clock and at what changed."""
PORT: Final = 1883
TLS_PORT: Final = 8883


@dataclass(frozen=True)
class BrokerAddress:
    """A broker, and where on it the directory lies."""

    host: str
    port: int = PORT
    username: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ca_file: str = ""
    prefix: str = DEFAULT_PREFIX

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_broker(text: str, *, ca_file: str = "", password: str = "") -> BrokerAddress:
    """Return the broker in `[mqtt[s]://][USER[:PASSWORD]@]HOST[:PORT][/PREFIX]`.

    Args:
        text: as typed.
        ca_file: certificates to trust; it asks for TLS.
        password: where the text names none.

    Raises:
        AddressError: if it is none.
    """
    scheme, found, rest = text.strip().rpartition("://")
    if found and scheme not in {"mqtt", "mqtts"}:
        raise AddressError("address-broker", address=text)
    parts = urlsplit(f"mqtt://{rest}")
    tls = scheme == "mqtts" or bool(ca_file)
    place = parts.netloc.rpartition("@")[2]
    address = parse_address(place, TLS_PORT if tls else PORT)
    prefix = parts.path.strip("/") or DEFAULT_PREFIX
    try:
        Topics(prefix)
    except ValueError as error:
        raise AddressError("address-broker", address=text) from error
    if address.unix or any(sign in rest for sign in "?#"):
        raise AddressError("address-broker", address=text)
    return BrokerAddress(
        address.host, address.port, unquote(parts.username or ""), unquote(parts.password or "") or password, tls,
        ca_file, prefix,
    )  # fmt: skip


def client_of(broker: BrokerAddress, *, old_protocol: bool = False) -> "aiomqtt.Client":
    """Return a client of a broker that is not connected yet; MQTT 3.1.1 for the old protocol."""
    import aiomqtt  # noqa: PLC0415 # an extra

    return aiomqtt.Client(
        broker.host,
        broker.port,
        username=broker.username or None,
        password=broker.password or None,
        protocol=aiomqtt.ProtocolVersion.V311 if old_protocol else aiomqtt.ProtocolVersion.V5,
        timeout=TIMEOUT,
        keepalive=KEEPALIVE,
        tls_context=ssl.create_default_context(cafile=broker.ca_file or None) if broker.tls else None,
    )


class Lobby:
    """A `Source`: the rooms of every server that is in a broker's directory.

    Attributes:
        broker: where the directory lies.
        condition: `connecting`, `online`, or the code of what is wrong (`broker-...`).
    """

    def __init__(self, broker: BrokerAddress, on_change: Callable[[], None]) -> None:
        self.condition = "connecting"
        self.model = LobbyModel(Topics(broker.prefix))
        self.broker = broker
        self._on_change = on_change
        self._since = time.monotonic()
        self._next = 0.0
        self._old_protocol = False
        self._wake = asyncio.Event()
        self._told = (-1, "", False, 0)
        self._luck = random.Random()  # noqa: S311 # spreads the return of many clients, no secret

    async def run(self) -> None:
        """Listen until cancelled."""
        watching = asyncio.create_task(self._watch(), name="lobby watch")
        try:
            await self._listen()
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    def refresh(self) -> None:
        """Try the broker again at once."""
        self._wake.set()

    def listing(self) -> Listing:
        """Return the list as it is now."""
        now = time.monotonic()
        facts: Facts = {
            "broker": str(self.broker), "since": int(now - self._since), "wait": max(0, round(self._next - now)),
        }  # fmt: skip
        return self.model.listing(self._status(now), facts, now)

    def _status(self, now: float) -> str:
        if self.condition != "online":
            return self.condition
        if not self.model.complete(now):
            return "searching"
        return "lobby-online" if self.model.listing("", {}, now).offers else "lobby-empty"

    async def _listen(self) -> None:
        attempt = 0
        while True:
            why, worked = await self._session()
            if why == "broker-version" and not self._old_protocol:
                self._old_protocol = True
                continue
            attempt = 1 if worked else attempt + 1
            wait = delay(attempt, why, self._luck.random())
            self._next = time.monotonic() + wait
            self._turn(why)
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)

    async def _session(self) -> tuple[str, bool]:
        """Listen over one connection; return what ended it, and whether it had worked."""
        import aiomqtt  # noqa: PLC0415 # an extra

        worked = False
        try:
            async with client_of(self.broker, old_protocol=self._old_protocol) as client:
                self.model.begin(time.monotonic())
                await client.subscribe(Topics(self.broker.prefix).directory, qos=0)
                worked = True
                self._turn("online")
                async for message in client.messages:
                    if isinstance(message.payload, bytes):
                        self.model.take(
                            str(message.topic), message.payload, retained=message.retain, now=time.monotonic(),
                            wall=time.time(),
                        )  # fmt: skip
        except aiomqtt.MqttError as error:
            number = reason(error)
            if number in VERSION_CODES and not self._old_protocol:
                return "broker-version", worked
            return fault(number, str(error)), worked
        except (OSError, ValueError) as error:  # certificates, names that are none
            return fault(None, str(error)), worked
        return "broker-lost", worked

    def _turn(self, condition: str) -> None:
        if condition != self.condition:
            self.condition, self._since = condition, time.monotonic()

    async def _watch(self) -> None:
        """Tell the owner when there is something new to show, some times a second at most."""
        while True:
            now = time.monotonic()
            self.model.prune(now)
            wait = max(0, round(self._next - now)) if self.condition != "online" else 0
            seen = (self.model.version, self.condition, self.model.complete(now), wait)
            if seen != self._told:
                self._told = seen
                self._on_change()
            await asyncio.sleep(LOOK)
