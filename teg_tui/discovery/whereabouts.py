"""Finding a room that has moved to another server, in the directory of a broker.

Anybody may write there; only an entry that is sealed with this seat's own token is believed, and only for the addresses
that were sealed with it. See `teg_shared.protocol.whereabouts`.
"""

import asyncio
import random
from contextlib import suppress
from typing import Final

from teg_shared.protocol.broker import delay
from teg_shared.protocol.directory import EntryError, RoomEntry, ServerEntry, Topics, is_id, read_room, read_server
from teg_shared.protocol.whereabouts import is_sealed

from teg_tui.address import Address, AddressError, parse_address
from teg_tui.discovery.lobby import BrokerAddress, client_of

MOST: Final = 1000
"""Servers that are remembered."""


class Tracker:
    """What the directory says of one room, until one server proves that it has it."""

    def __init__(self, topics: Topics, room: str, token: str) -> None:
        self._topics = topics
        self._room = room
        self._token = token
        self._servers: dict[str, ServerEntry] = {}
        self._rooms: dict[str, RoomEntry] = {}

    def take(self, topic: str, payload: bytes) -> tuple[Address, ...]:
        """Take in one message of the broker, and return where the room is if that is known now."""
        place = self._topics.place(topic)
        if place is None or len(self._servers) + len(self._rooms) > MOST:
            return ()
        server, room = place
        known: dict[str, ServerEntry] | dict[str, RoomEntry] = self._rooms if room else self._servers
        known.pop(server, None)
        with suppress(EntryError):
            if room == self._room:
                self._rooms[server] = read_room(payload)
            elif not room:
                self._servers[server] = read_server(payload)
        return self._proven(server)

    def _proven(self, server: str) -> tuple[Address, ...]:
        entry, room = self._servers.get(server), self._rooms.get(server)
        if entry is None or room is None or (entry.server, room.server, room.room) != (server, server, self._room):
            return ()
        if not is_sealed(room.seals, self._token, server, self._room, entry.addresses):
            return ()
        found = []
        for text in entry.addresses:
            with suppress(AddressError):
                found.append(parse_address(text))
        return tuple(address for address in found if not address.unix)


async def whereabouts(broker: BrokerAddress, room: str, token: str) -> tuple[Address, ...]:
    """Wait until a server proves on a broker that it has this seat, and return where it is."""
    luck = random.Random()  # noqa: S311 # spreads the return of many clients, no secret
    attempt = 0
    while is_id(room):
        attempt += 1
        if found := await _once(broker, room, token):
            return found
        await asyncio.sleep(delay(attempt, "", luck.random()))
    return ()


async def _once(broker: BrokerAddress, room: str, token: str) -> tuple[Address, ...]:
    """Listen over one connection; nothing if it ends."""
    import aiomqtt  # noqa: PLC0415 # an extra

    topics = Topics(broker.prefix)
    tracker = Tracker(topics, room, token)
    for old_protocol in (False, True):
        try:
            async with client_of(broker, old_protocol=old_protocol) as client:
                await client.subscribe([(name, 0) for name in topics.anywhere(room)])
                async for message in client.messages:
                    payload = message.payload if isinstance(message.payload, bytes) else b""
                    if found := tracker.take(str(message.topic), payload):
                        return found
        except (aiomqtt.MqttError, OSError, ValueError):
            continue
    return ()
