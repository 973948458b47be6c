"""A server that publishes on a real broker, a lobby that listens to it, and an ear that hears every byte."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, Self

import aiomqtt
import msgspec
from teg_server.adapters.directory import Directory
from teg_server.adapters.mqtt import Publisher, publishing
from teg_server.adapters.settings import MqttSettings
from teg_server.rooms.clock import SystemTime
from teg_shared.protocol.directory import Topics

from teg_tui.discovery.lobby import BrokerAddress, Lobby
from tests.support.broker import Broker
from tests.support.serving import Serving

TOPICS = Topics()
WAIT = 15.0
"""Seconds after which what is waited for will not come; more than any delay of the programs under test."""


async def until(condition: Callable[[], object], within: float = WAIT) -> None:
    """Wait until `condition` holds."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 # what is waited for happens in other programs, too
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def published(
    server: Serving, broker: Broker, name: str = "box", *, wait: bool = True, **settings: Any
) -> AsyncIterator[Publisher]:
    """Publish a server's rooms on a broker."""
    chosen = MqttSettings(host="127.0.0.1", port=broker.port, **settings)
    topics = Topics(chosen.prefix)
    directory = Directory(
        server.service, topics, name, f"Casa {name}", (f"{server.host}:{server.port}",), chosen.ttl, chosen.feed
    )
    async with publishing(directory, chosen, SystemTime()) as publisher:
        if wait:
            await until(lambda: publisher.condition == "online")
        yield publisher


@contextlib.asynccontextmanager
async def lobby(broker: Broker, **fields: Any) -> AsyncIterator[Lobby]:
    """Listen to the directory as `teg lobby` does."""
    source = Lobby(BrokerAddress("127.0.0.1", broker.port, **fields), lambda: None)
    task = asyncio.create_task(source.run())
    try:
        yield source
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def rooms(source: Lobby) -> set[str]:
    """Return the names of the rooms on the list."""
    return {offer.room.name for offer in source.listing().offers if offer.room is not None}


@dataclass
class Ear:
    """Hears everything on a broker, as anybody who may subscribe to it could."""

    messages: list[aiomqtt.Message] = field(default_factory=list)
    _task: asyncio.Task[None] | None = None

    async def start(self, broker: Broker, pattern: str = "#", **options: Any) -> Self:
        ready = asyncio.Event()

        async def listen() -> None:
            quiet = logging.getLogger("tests.ear")
            async with aiomqtt.Client(
                "127.0.0.1", broker.port, protocol=aiomqtt.ProtocolVersion.V5, logger=quiet, **options
            ) as client:
                await client.subscribe(pattern)
                ready.set()
                async for message in client.messages:
                    self.messages.append(message)

        self._task = asyncio.create_task(listen())
        await asyncio.wait({self._task, asyncio.create_task(ready.wait())}, return_when=asyncio.FIRST_COMPLETED)
        return self

    async def stop(self) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def topics(self) -> dict[str, bytes]:
        """Return the last payload of each topic that was not emptied."""
        last = {str(message.topic): bytes(message.payload or b"") for message in self.messages}
        return {topic: payload for topic, payload in last.items() if payload}

    def payloads(self, ending: str) -> list[dict[str, Any]]:
        """Return the JSON of all messages whose topic ends so, in order."""
        return [
            msgspec.json.decode(message.payload)
            for message in self.messages
            if str(message.topic).endswith(ending) and message.payload
        ]


@contextlib.asynccontextmanager
async def ear(broker: Broker, pattern: str = "#", **options: Any) -> AsyncIterator[Ear]:
    """Hear everything for the length of a block."""
    listening = await Ear().start(broker, pattern, **options)
    try:
        yield listening
    finally:
        await listening.stop()
