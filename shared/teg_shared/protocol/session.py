"""The two ends of a connection without the connection: hello, versions of the view, resync, numbered acts.

What goes in are payloads or messages, what comes out are messages to be sent. Time does not pass in here: that a
hello must come within seconds, and that a silent link is dead, is for whoever owns the socket.
"""

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec

from teg_shared.protocol.codec import MalformedError, VariantCodec, decode_from_client, pack_raw
from teg_shared.protocol.diff import apply_patch, state_hash
from teg_shared.protocol.messages import (
    PROTOCOL,
    STORY,
    Accepted,
    Act,
    Bye,
    FromClient,
    FromServer,
    GetStory,
    Hello,
    Joined,
    JoinRoom,
    Refused,
    Resync,
    RoomState,
    Snapshot,
    Update,
    Welcome,
)
from teg_shared.rules.registry import VARIANTS

PATIENCE: Final = 32
"""Updates that may come out of turn before a resync is asked for again."""

_AnyCodec: TypeAlias = VariantCodec[Any, Any, Any, Any]


class ServerHandshake:
    """The server's side until a client is welcome; its first payload decides.

    Attributes:
        hello: what a welcome client said, None before.
    """

    def __init__(self, server: str, capabilities: tuple[str, ...] = ()) -> None:
        self._welcome = Welcome(PROTOCOL, server, capabilities)
        self.hello: Hello | None = None

    def receive(self, payload: bytes) -> Welcome | Bye:
        """Return the answer to the first payload of a connection; after a Bye the server closes."""
        version = _hello_version(payload)
        if version is not None and version != PROTOCOL:
            # the rest of another version's hello may look otherwise: its number is all that may be read
            return Bye("version", {"server": PROTOCOL, "client": version})
        try:
            message = decode_from_client(payload)
        except MalformedError as error:
            return Bye(error.code, {})
        if not isinstance(message, Hello):
            return Bye("hello-first", {})
        self.hello = message
        return self._welcome


def _hello_version(payload: bytes) -> int | None:
    """Return the protocol number of a hello of any version, None if it is none."""
    try:
        parts = msgspec.msgpack.decode(payload, type=list[msgspec.Raw])
        if msgspec.msgpack.decode(parts[0]) == "hello":
            return msgspec.msgpack.decode(parts[1], type=int)
    except (ValueError, IndexError, RecursionError):
        pass  # decoded again, and refused, by the codec
    return None


@dataclass(frozen=True)
class Step:
    """What one message of the server led to."""

    send: tuple[FromClient, ...] = ()
    """To be sent now, in this order."""
    events: tuple[Any, ...] = ()
    """Of the variant, as far as the viewer may know them."""
    moved: bool = False
    """The view is at another version than before."""
    replaced: bool = False
    """The whole view came anew; what events led to it is not known."""


@dataclass
class ClientSession:
    """The client's side of one room: the view and its version, the seat's token, the acts without an answer.

    It outlives connections: `hello` begins each of them, and after a cut the session sits down again, says what
    it still knows and repeats what was never answered.

    Attributes:
        client: name and version of the program.
        player: name at the table, for sitting down again.
        room: id of the room, empty before Joined.
        seat: -1 for a spectator.
        token: brings the seat back.
        view: what this viewer knows of the game, None before the first snapshot.
        version: version of `view`, -1 before.
        pending: acts without an answer, by number.
    """

    client: str
    player: str = ""
    capabilities: tuple[str, ...] = ()
    room: str = ""
    seat: int = -1
    token: str = ""
    password: str = ""
    view: Any = None
    version: int = -1
    pending: dict[int, Act] = field(default_factory=dict)
    codec: _AnyCodec | None = None
    _next: int = 1
    _ready: bool = False
    _offered: tuple[str, ...] = ()
    """What the server can do beyond the protocol."""
    _late: bool = False
    """The game was running when this connection entered its room, and what happened before has not been asked for."""
    _strays: int = -1
    """Updates out of turn since the last Resync; -1 while none is due."""

    def hello(self) -> Hello:
        """Return the first message of a new connection."""
        self._ready = self._late = False
        self._strays = -1
        return Hello(PROTOCOL, self.client, self.capabilities)

    def act(self, command: msgspec.Struct) -> Act:
        """Return a command as the next numbered act; it is kept until the server answers it."""
        act = Act(self._next, pack_raw(command))
        self._next += 1
        self.pending[act.number] = act
        return act

    def leave(self) -> None:
        """Forget the room: the next connection does not go back to it."""
        self.room, self.seat, self.token, self.codec = "", -1, "", None
        self._next = 1
        self.forget_game()

    def forget_game(self) -> None:
        """Forget the game, not the seat."""
        self.view, self.version = None, -1
        self.pending.clear()
        self._strays = -1

    def receive(self, message: FromServer) -> Step:
        """Take in one message of the server.

        Raises:
            MalformedError: if the server says what can't be understood; the connection is of no use then.
        """
        match message:
            case Welcome():
                self._offered = message.capabilities
                return self._welcomed()
            case Joined():
                return self._joined(message)
            case RoomState():
                return self._in_room(message)
            case Snapshot():
                return self._snapshot(message)
            case Update():
                return self._update(message)
            case Accepted(number=number):
                self.pending.pop(number, None)
            case Refused(number=number):
                self.pending.pop(number, None)
            case _:
                pass
        return Step()

    def _welcomed(self) -> Step:
        if not self.room:
            return Step()
        watch = self.seat < 0
        return Step((JoinRoom(self.room, self.player, self.password, self.token, self.version, watch),))

    def _joined(self, message: Joined) -> Step:
        self._late = not self._ready or message.room != self.room
        if message.room != self.room or message.token != self.token:
            self.forget_game()
        self.room, self.seat, self.token = message.room, message.seat, message.token
        self._next = max(self._next, message.number + 1)
        # once for each connection: a rematch says Joined again, and nothing is to be repeated then
        again = () if self._ready else tuple(self.pending.values())
        self._ready = True
        return Step(again)

    def _in_room(self, message: RoomState) -> Step:
        if self.codec is None or self.codec.variant.name != message.variant:
            if message.variant not in VARIANTS:
                raise MalformedError("invalid", f"unknown variant {message.variant!r}")
            self.codec = VariantCodec(VARIANTS[message.variant])
        if message.status == "lobby":
            self._late = False
            self.forget_game()
        return Step()

    def _snapshot(self, message: Snapshot) -> Step:
        view = self._codec().state(message.state)
        if state_hash(view) != message.hash:
            raise MalformedError("hash", f"snapshot {message.version} does not have its own hash")
        self.view, self.version = view, message.version
        self._strays = -1
        asks = self._late and STORY in self.capabilities and STORY in self._offered
        self._late = False
        return Step((GetStory(message.version),) if asks else (), moved=True, replaced=True)

    def _update(self, message: Update) -> Step:
        if self.view is None or message.version > self.version + 1:
            return self._out_of_turn()
        if message.version <= self.version:
            return Step()  # a resync brought it before
        codec = self._codec()
        try:
            view = apply_patch(self.view, message.patch)
            events = tuple(codec.event(raw) for raw in message.events)
        except MalformedError:
            view, events = None, ()
        if view is None or state_hash(view) != message.hash:
            self.view, self.version = None, -1
            return self._out_of_turn()
        self.view, self.version = view, message.version
        self._strays = -1
        return Step(events=events, moved=True)

    def _out_of_turn(self) -> Step:
        """Ask for what is missing, once, and again if many more have come without it."""
        self._strays = (self._strays + 1) % PATIENCE
        return Step() if self._strays else Step((Resync(self.version),))

    def _codec(self) -> _AnyCodec:
        if self.codec is None:
            raise MalformedError("invalid", "a game before its room")
        return self.codec
