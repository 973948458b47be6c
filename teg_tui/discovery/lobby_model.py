"""The directory of a broker, folded into a list of games; no broker in here, and no clock.

Anybody who may write to the broker may write anything: what is not well formed, not in its own place or too
much is left out. A room counts only while its server's entry lies there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from teg_shared.protocol.directory import EntryError, RoomEntry, ServerEntry, Topics, read_room, read_server

from teg_tui.address import Address, AddressError, parse_address
from teg_tui.changes import Facts
from teg_tui.discovery.offers import Listing, Offer, ordered

MOST_SERVERS: Final = 1000
MOST_ROOMS: Final = 1000
"""Rooms of one server."""
SKEW: Final = 120
"""Seconds by which the clock of a server may be wrong: what lay there longer than its time and this is stale."""
LINGER: Final = 3.0
"""Seconds for which the list of an earlier connection is shown while the new one is being told."""
SETTLE: Final = 1.0
"""Seconds without a word after which an empty directory is called empty."""


@dataclass
class _Server:
    """What is known of one server; its rooms may come before its own entry."""

    entry: ServerEntry | None = None
    until: float = 0.0
    rooms: dict[str, tuple[RoomEntry, float]] = field(default_factory=dict)
    """Entry and the moment after which it is worth nothing, by id."""


class LobbyModel:
    """What lies in the directory.

    Attributes:
        version: counts changes.
    """

    def __init__(self, topics: Topics) -> None:
        self.version = 0
        self._topics = topics
        self._servers: dict[str, _Server] = {}
        self._heard = float("inf")
        self._before: dict[str, _Server] = {}
        """What was known over an earlier connection."""
        self._before_until = 0.0

    def take(self, topic: str, payload: bytes, *, retained: bool, now: float, wall: float) -> None:
        """Take in one message of the broker.

        Args:
            topic: where it lies.
            payload: what it says; empty where something was taken away.
            retained: it lay there before we came, perhaps for long.
            now: seconds of a clock that never goes back.
            wall: seconds since 1970.
        """
        place = self._topics.place(topic)
        if place is None:
            return
        self._heard = now
        server, room = place
        if not payload:
            self._remove(server, room)
            return
        try:
            if room:
                entry = read_room(payload)
                if (entry.server, entry.room) == (server, room) and not _stale(entry, retained, wall):
                    self._put_room(entry, now)
            else:
                own = read_server(payload)
                if own.server == server and not _stale(own, retained, wall):
                    self._put_server(own, now)
        except EntryError:
            return  # somebody else's, or another version's

    def begin(self, now: float) -> None:
        """The broker tells everything anew; what was known is shown until it has."""
        self._heard = now
        if self._servers:
            self._before, self._before_until = self._servers, now + LINGER
            self._servers = {}
            self.version += 1

    def prune(self, now: float) -> None:
        """Forget what has not been renewed in its time."""
        if self._before and (now >= self._before_until or (self._servers and self.complete(now))):
            self._before = {}
            self.version += 1
        for name, server in list(self._servers.items()):
            if server.entry is not None and server.until <= now:
                server.entry = None
                self.version += 1
            for room in [room for room, (_, until) in server.rooms.items() if until <= now]:
                del server.rooms[room]
                self.version += 1
            if server.entry is None and not server.rooms:
                del self._servers[name]

    def complete(self, now: float) -> bool:
        """Whether everything that lies there is known: each server says how many rooms it has."""
        known = [server for server in self._servers.values() if server.entry is not None]
        if not known or len(known) < len(self._servers):
            return now - self._heard >= SETTLE
        return all(server.entry is not None and len(server.rooms) >= server.entry.rooms for server in known)

    def listing(self, status: str, facts: Mapping[str, object], now: float) -> Listing:
        """Return the list under a status."""
        offers: list[Offer] = []
        servers = self._before or self._servers
        for name, server in servers.items():
            entry = server.entry
            if entry is None:
                continue
            addresses = _addresses(entry)
            draining = entry.state == "draining"
            for room, (line, _) in server.rooms.items():
                offers.append(Offer(f"{name}/{room}", entry.name, addresses, line.info(), "listed", draining))
            if not server.rooms and not entry.rooms:
                offers.append(Offer(name, entry.name, addresses, None, "listed", draining))
        known = sum(server.entry is not None for server in servers.values())
        seen: Facts = {**facts, "servers": known, "rooms": sum(offer.room is not None for offer in offers)}
        return Listing(ordered(offers), status, seen, self.complete(now))

    def _put_server(self, entry: ServerEntry, now: float) -> None:
        if entry.server not in self._servers and len(self._servers) >= MOST_SERVERS:
            return
        server = self._servers.setdefault(entry.server, _Server())
        server.entry, server.until = entry, now + entry.ttl
        self.version += 1

    def _put_room(self, entry: RoomEntry, now: float) -> None:
        if entry.server not in self._servers and len(self._servers) >= MOST_SERVERS:
            return
        rooms = self._servers.setdefault(entry.server, _Server()).rooms
        if entry.room in rooms or len(rooms) < MOST_ROOMS:
            rooms[entry.room] = (entry, now + entry.ttl)
            self.version += 1

    def _remove(self, server: str, room: str) -> None:
        """Something was taken away: a room, or a server with all its rooms."""
        known = self._servers.get(server)
        if known is None:
            return
        if room:
            known.rooms.pop(room, None)
        else:
            del self._servers[server]
        self.version += 1


def _stale(entry: ServerEntry | RoomEntry, retained: bool, wall: float) -> bool:
    """Whether an entry that lay there is older than it may be; brokers of MQTT 3.1.1 keep them for ever."""
    return retained and wall - entry.at > entry.ttl + SKEW


def _addresses(entry: ServerEntry) -> tuple[Address, ...]:
    """Return the addresses that are any; nobody is sent to a file of their own machine."""
    found = []
    for text in entry.addresses:
        try:
            address = parse_address(text)
        except AddressError:
            continue
        if not address.unix:
            found.append(address)
    return tuple(found)
