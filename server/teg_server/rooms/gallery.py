"""Who looks at a room, and what each of them is shown: one channel a seat, one for all spectators.

Views are redacted before they are compared, so a patch can't tell what its viewer may not know. Bytes are
made once a channel; a guest who reads too slowly gets the whole view later instead of every step.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec
from teg_shared.protocol.codec import encode, pack_raw
from teg_shared.protocol.diff import diff, state_hash
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import Message, Refused, Snapshot, Update

from teg_server.rooms.caller import Caller
from teg_server.rooms.room import Match, Room

RING: Final = 256
"""Updates of a channel that are kept for who comes back."""


class Peer(Protocol):
    """The other end of a connection, as a room sees it; no call ever waits."""

    label: str
    """Who it is, for the log of the host."""
    caller: Caller
    """Who it is, if the system knows."""

    def push(self, data: bytes) -> None:
        """Send a frame that can't be left out."""
        ...

    def push_big(self, data: bytes) -> None:
        """Send a frame that may be larger than what is allowed to wait, because it was asked for."""
        ...

    def offer(self, data: bytes) -> bool:
        """Send a frame that a later snapshot makes up for; False if the reader is behind."""
        ...

    def refuse(self, refused: Refused) -> None:
        """Send a refusal."""
        ...

    def settled(self, room: str) -> None:
        """The peer is in a room now."""
        ...

    def released(self, why: str) -> None:
        """The room has no place for this peer any more; the connection lives on."""
        ...

    def bye(self, code: str, **facts: object) -> None:
        """Say why and close."""
        ...


@dataclass(slots=True, eq=False)
class Guest:
    """A live connection in a room: somebody's seat, or a spectator at -1."""

    peer: Peer
    seat: int
    name: str
    token: str = ""
    behind: bool = False
    """It missed updates; a snapshot is due as soon as it reads again."""
    told: str = ""
    """The game of which it has asked for the story."""

    def send(self, message: Message) -> None:
        """Send a message that can't be left out."""
        self.peer.push(frame(encode(message)))


@dataclass(slots=True)
class Channel:
    """What one viewer sees; `viewer` is a seat, or None for spectators."""

    viewer: int | None
    view: msgspec.Struct
    version: int
    ring: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=RING))

    def advance(self, match: Match, version: int, events: list[msgspec.Struct]) -> bytes:
        """Follow the game to `version` and return the frame that takes the viewer along."""
        rules = match.game.rules
        after = rules.view(match.game.state, self.viewer)
        shown = (rules.redact(event, self.viewer) for event in events)
        raws = tuple(pack_raw(event) for event in shown if event is not None)
        data = frame(encode(Update(version, raws, diff(self.view, after), state_hash(after))))
        self.view, self.version = after, version
        self.ring.append((version, data))
        return data

    def snapshot(self) -> bytes:
        """Return the frame with the whole view."""
        return frame(encode(Snapshot(self.version, pack_raw(self.view), state_hash(self.view))))

    def since(self, version: int) -> list[bytes]:
        """Return the frames that lead from `version` to the present; a snapshot if it is too long ago."""
        if version == self.version:
            return []
        known = [data for number, data in self.ring if number > version]
        if 0 <= version < self.version and len(known) == self.version - version:
            return known
        return [self.snapshot()]


class Gallery:
    """All guests of a room."""

    def __init__(self) -> None:
        self.guests: dict[Peer, Guest] = {}
        self._channels: dict[int | None, Channel] = {}
        self._room_frame = b""

    def at(self, seat: int) -> Guest | None:
        """Return the guest in a seat, if somebody is connected there."""
        return next((guest for guest in self.guests.values() if guest.seat == seat), None)

    def watchers(self) -> list[Guest]:
        """Return the spectators."""
        return [guest for guest in self.guests.values() if guest.seat < 0]

    def watching(self) -> list[str]:
        """Return the names of the spectators."""
        return [guest.name for guest in self.watchers()]

    def tell(self, message: Message) -> None:
        """Send all guests a message that can't be left out."""
        data = frame(encode(message))
        for guest in self.guests.values():
            guest.peer.push(data)

    def show(self, message: Message) -> None:
        """Send all guests a message that the next one of its kind makes up for."""
        data = frame(encode(message))
        for guest in self.guests.values():
            if not guest.peer.offer(data):
                guest.behind = True

    def announce(self, room: Room, rematch: tuple[int, ...]) -> None:
        """Show the room to everybody if it looks other than before."""
        data = self._room(room, rematch)
        if data == self._room_frame:
            return
        self._room_frame = data
        for guest in self.guests.values():
            if not guest.peer.offer(data):
                guest.behind = True

    def welcome(self, guest: Guest, room: Room, rematch: tuple[int, ...], since: int) -> None:
        """Show a newcomer the room and what they lack of the game."""
        guest.behind = False
        guest.peer.push(self._room(room, rematch))
        self.catch_up(guest, room, since)

    def catch_up(self, guest: Guest, room: Room, since: int) -> None:
        """Send what lies between `since` and the present."""
        channel = self._channel(guest.seat, room)
        if channel is not None:
            for data in channel.since(since):
                guest.peer.push(data)

    def deal(self, room: Room) -> None:
        """A game has begun: open the channels anew and send everybody the whole view."""
        self._channels.clear()
        for guest in self.guests.values():
            channel = self._channel(guest.seat, room)
            if channel is not None and not guest.peer.offer(channel.snapshot()):
                guest.behind = True

    def advance(self, room: Room, events: list[msgspec.Struct]) -> None:
        """Take every viewer along to the room's present version."""
        if room.match is None:
            return
        self._forget_idle(room)
        for viewer, channel in self._channels.items():
            data = channel.advance(room.match, room.version, events)
            for guest in self.guests.values():
                if (guest.seat if guest.seat >= 0 else None) != viewer:
                    continue
                if guest.behind or not guest.peer.offer(data):
                    guest.behind = True

    def _room(self, room: Room, rematch: tuple[int, ...]) -> bytes:
        return frame(encode(room.as_seen(len(self.watchers()), rematch)))

    def _channel(self, seat: int, room: Room) -> Channel | None:
        """Return the channel of a seat; it is opened when first looked at."""
        if room.match is None:
            return None
        viewer = seat if seat >= 0 else None
        if viewer not in self._channels:
            view = room.variant.view(room.match.game.state, viewer)
            self._channels[viewer] = Channel(viewer, view, room.version)
        return self._channels[viewer]

    def _forget_idle(self, room: Room) -> None:
        """Close channels that nobody will ask for: no spectator is here, or the person has left for good."""
        for viewer in list(self._channels):
            if (viewer is None and not self.watchers()) or (viewer is not None and not room.chairs[viewer].present):
                del self._channels[viewer]
