"""What should lie in the retained topics of a broker right now, made anew from the rooms each time it is asked.

Comparing it with what lies there is all that publishing needs; no room has to tell anybody that it changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec
from teg_shared.protocol.directory import MOST_ADDRESSES, VERSION, RoomEntry, ServerEntry, Topics, encode_entry
from teg_shared.protocol.messages import PROTOCOL
from teg_shared.protocol.whereabouts import seal

from teg_server.adapters import feed
from teg_server.rooms.room import Match, Room

STATE_EVERY: Final = 3.0
"""Seconds between two positions of one game; its steps come one by one meanwhile."""


class House(Protocol):
    """What is told of a server."""

    program: str
    """Name and version."""

    @property
    def draining(self) -> bool:
        """Whether no new rooms are made."""
        ...

    def rooms(self) -> Iterable[Room]:
        """Return the rooms that may be listed."""
        ...


@dataclass(frozen=True, slots=True)
class Retained:
    """One retained payload.

    Args:
        key: differs when there is something new to say.
        payload: what is published.
    """

    key: bytes
    payload: bytes


@dataclass
class Directory:
    """Builds the retained payloads of one server.

    Args:
        house: whose rooms.
        topics: where they lie.
        server: id of the server in the topics.
        name: what the server is called.
        addresses: where clients connect.
        ttl: seconds for which an entry is worth something.
        games: whether public games are told, too.
    """

    house: House
    topics: Topics
    server: str
    name: str
    addresses: tuple[str, ...]
    ttl: int
    games: bool = True
    _states: dict[str, tuple[Match, int, float, Retained]] = field(default_factory=dict)
    """By room: the game, its version, and when it was looked at."""

    @property
    def own(self) -> str:
        """Topic of the server's entry, with which all others count or do not."""
        return self.topics.server(self.server)

    def wanted(self, at: float, now: float) -> dict[str, Retained]:
        """Return what should lie in each topic, the server's own entry first.

        Args:
            at: seconds since 1970, for the payloads.
            now: seconds of a clock that never goes back.
        """
        rooms = list(self.house.rooms())
        entry = ServerEntry(
            VERSION, self.server, self.name, self.house.program, PROTOCOL,
            "draining" if self.house.draining else "open", self.addresses, len(rooms), int(at), self.ttl,
        )  # fmt: skip
        found = {self.own: _retained(entry)}
        for room in rooms:
            line = RoomEntry.of(self.server, room.info(), at, self.ttl, self._seals(room))
            found[self.topics.room(self.server, room.id)] = _retained(line)
        if self.games:
            public = [room for room in rooms if feed.is_public(room)]
            for room in public:
                found |= self._game(room, now)
            self._states = {room.id: self._states[room.id] for room in public if room.id in self._states}
        return found

    def _seals(self, room: Room) -> tuple[str, ...]:
        """Return by what the people of a room that came from elsewhere know that it is here now."""
        if not room.adopted:
            return ()
        kept = (chair.token for chair in room.chairs if chair.token)
        return tuple(sorted(seal(token, self.server, room.id, self.addresses[:MOST_ADDRESSES]) for token in kept))

    def _game(self, room: Room, now: float) -> dict[str, Retained]:
        payload = feed.table(self.server, room)
        found = {self.topics.game(self.server, room.id, "table"): Retained(payload, payload)}
        if room.match is not None:
            found[self.topics.game(self.server, room.id, "state")] = self._state(room, room.match, now)
        else:
            self._states.pop(room.id, None)
        return found

    def _state(self, room: Room, match: Match, now: float) -> Retained:
        """Return the position; not anew for every step of a quick game, but always the last one."""
        known = self._states.get(room.id)
        if known is not None and known[0] is match:
            _, version, since, retained = known
            if version == room.version or (now - since < STATE_EVERY and room.status != "over"):
                return retained
        payload = feed.state(self.server, room, match)
        retained = Retained(payload, payload)
        self._states[room.id] = (match, room.version, now, retained)
        return retained


def _retained(entry: ServerEntry | RoomEntry) -> Retained:
    """Return an entry's payload; that time passes is nothing new."""
    return Retained(encode_entry(msgspec.structs.replace(entry, at=0)), encode_entry(entry))
