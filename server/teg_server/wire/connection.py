"""One caller: hello, limits, and to whom each message goes. Nothing that a caller sends can hurt from here on."""

import asyncio
import logging
from typing import Final, Protocol

from teg_shared.protocol.codec import MalformedError, decode_from_client, encode
from teg_shared.protocol.framing import FrameError, farewell, frame
from teg_shared.protocol.messages import (
    STORY,
    Act,
    Bye,
    CreateRoom,
    FromClient,
    Hello,
    JoinRoom,
    ListRooms,
    Message,
    Ping,
    Pong,
    Refused,
    SpeakFor,
    Welcome,
)
from teg_shared.protocol.session import ServerHandshake
from teg_shared.rules.errors import RuleError

from teg_server.rooms.caller import NOBODY, Caller, guest_of
from teg_server.rooms.clock import Time
from teg_server.rooms.items import Drained, Enter, Gone, Request
from teg_server.rooms.leaving import MovedError
from teg_server.rooms.limits import Bucket, Limits
from teg_server.rooms.table import Table
from teg_server.wire.outbox import Outbox

log = logging.getLogger(__name__)

LINGER: Final = 3.0
"""Seconds that the last words may take to be read."""
BUSY: Final = 1000
"""Requests that wait at one table from which on more are refused."""
LOGGED: Final = 20
"""Refusals of one connection that are worth a line each."""


def linger(transport: asyncio.Transport) -> None:
    """Say no more, but go on reading into the void until the other side closes.

    Closing at once with something unread would reset the connection, and the last words might be lost.
    """
    if transport.is_closing():
        return
    if transport.can_write_eof():
        transport.write_eof()
    else:
        transport.close()


def far_host(transport: asyncio.Transport) -> str:
    """Return the address of a caller of the network; empty for one of this machine."""
    peer = transport.get_extra_info("peername")
    host = str(peer[0]) if isinstance(peer, tuple) else ""
    return "" if host.startswith(("127.", "::1", "::ffff:127.")) else host


class Desk(Protocol):
    """What a connection needs of the server."""

    time: Time
    limits: Limits

    def find(self, room: str) -> Table:
        """Return a table.

        Raises:
            RuleError: `room-unknown`.
            MovedError: if another server has it.
        """
        ...

    def create(self, peer: "Connection", wanted: CreateRoom) -> Table:
        """Make a room.

        Raises:
            RuleError: if that is not possible.
        """
        ...

    def rooms_frame(self) -> bytes:
        """Return the frame with the list of rooms."""
        ...

    def closed(self, connection: "Connection") -> None:
        """Forget a connection."""
        ...


class Connection:
    """A caller from the first byte to the last; a `Peer` to the tables, a `Speaker` to the socket."""

    def __init__(
        self, server: Desk, transport: asyncio.Transport, outbox: Outbox, label: str, program: str,
        caller: Caller = NOBODY,
    ) -> None:  # fmt: skip
        self.label = label
        self.caller = caller
        self.host = far_host(transport)
        self.closing = False
        self._server = server
        self._transport = transport
        self._outbox = outbox
        self._handshake = ServerHandshake(program, (STORY,))
        self._bucket = Bucket(server.limits.burst, server.limits.rate)
        self._opened = self._heard = self._homeless = server.time.now()
        self._closing_since = 0.0
        self._table: Table | None = None
        self._excess = self._malformed = self._passwords = self._made = self._refusals = 0

    # --- from the socket

    def receive(self, payload: bytes) -> None:
        """Handle one frame."""
        now = self._server.time.now()
        self._heard = now
        if self._handshake.hello is None:
            self._greet(payload)
            return
        fast = not self._bucket.take(now)
        try:
            message = decode_from_client(payload)
        except MalformedError as error:
            self._malformed += 1
            log.info("malformed peer=%s code=%s detail=%s", self.label, error.code, error.detail[:120])
            if self._malformed > self._server.limits.malformed:
                self.bye(error.code)
            else:
                self.refuse(Refused(error.code, {}))
            return
        number = message.number if isinstance(message, Act) else 0
        if fast:
            self._too_fast(number)
            return
        try:
            self._route(message)
        except RuleError as error:
            self.refuse(Refused(error.code, dict(error.facts), number))
        except MovedError as error:
            if error.addresses:
                self.bye("moved", addresses=list(error.addresses))
            else:
                self.bye("moving")

    def nonsense(self, error: FrameError) -> None:
        """Bytes that are no frame: answer in the caller's language if it has one, and close."""
        log.info("nonsense peer=%s code=%s facts=%s", self.label, error.code, error.facts)
        if error.code != "not-teg":
            self.bye(error.code, **error.facts)
            return
        self._outbox.push(farewell(error))
        self._close()

    def drained(self) -> None:
        """The reader has caught up."""
        if self._table is not None:
            self._table.post(Drained(self))

    def lost(self) -> None:
        """The connection is no more."""
        self.closing = True
        if self._table is not None:
            self._table.post(Gone(self))
            self._table = None
        self._server.closed(self)

    # --- from the server

    def tick(self, now: float) -> None:
        """Look whether the caller is still worth a socket; about once a second."""
        limits = self._server.limits
        if self.closing:
            if now - self._closing_since >= LINGER:
                self._transport.abort()
        elif self._outbox.stuck(now):
            log.warning("slow reader peer=%s", self.label)
            self.bye("slow")
        elif self._handshake.hello is None:
            if now - self._opened >= limits.hello:
                self.bye("hello-timeout")
        elif now - self._heard >= limits.silent:
            self.bye("silent")
        elif self._table is None and now - self._homeless >= limits.idle:
            self.bye("idle")

    def push(self, data: bytes) -> None:
        """See Peer.push."""
        self._outbox.push(data)

    def push_big(self, data: bytes) -> None:
        """See Peer.push_big."""
        self._outbox.push(data, big=True)

    def offer(self, data: bytes) -> bool:
        """See Peer.offer."""
        return self._outbox.offer(data)

    def refuse(self, refused: Refused) -> None:
        """See Peer.refuse."""
        self._refusals += 1
        if self._refusals <= LOGGED:
            log.info("refused peer=%s code=%s", self.label, refused.code)
        self._send(refused)

    def settled(self, room: str) -> None:
        """See Peer.settled."""
        log.debug("settled peer=%s room=%s", self.label, room)

    def released(self, why: str) -> None:
        """See Peer.released."""
        self._table = None
        self._homeless = self._server.time.now()
        if why == "password-wrong":
            self._passwords += 1
            if self._passwords >= self._server.limits.password_tries:
                self.bye("password-tries")

    def bye(self, code: str, **facts: object) -> None:
        """See Peer.bye."""
        if self.closing:
            return
        log.debug("bye peer=%s code=%s", self.label, code)
        self._send(Bye(code, facts))
        self._close()

    def abort(self) -> None:
        """Close without a word."""
        self._transport.abort()

    # --- inside

    def _greet(self, payload: bytes) -> None:
        said = self._handshake.receive(payload)
        if isinstance(said, Welcome):
            self._send(said)
        else:
            log.info("hello refused peer=%s code=%s", self.label, said.code)
            self.bye(said.code, **said.facts)

    def _too_fast(self, number: int) -> None:
        self._excess += 1
        if self._excess > self._server.limits.excess:
            log.warning("flood peer=%s", self.label)
            self.bye("flood")
        else:
            self.refuse(Refused("too-fast", {}, number))

    def _route(self, message: FromClient) -> None:
        match message:
            case Hello():
                raise RuleError("hello-again")
            case SpeakFor():
                self._require_homeless()
                self.caller = guest_of(self.caller, message.guest)
                self.label = self.caller.identity
            case Ping():
                self._send(Pong(message.number))
            case ListRooms():
                self._outbox.push(self._server.rooms_frame())
            case CreateRoom():
                self._require_homeless()
                if self._made >= self._server.limits.rooms_per_connection:
                    raise RuleError("rooms-made", most=self._server.limits.rooms_per_connection)
                self._table = self._server.create(self, message)
                self._made += 1
            case JoinRoom():
                self._require_homeless()
                table = self._server.find(message.room)
                if table.post(Enter(self, message)):
                    self._table = table
            case _:
                self._pass_on(message)

    def _pass_on(self, message: FromClient) -> None:
        if self._table is None:
            raise RuleError("not-in-room")
        if self._table.waiting >= BUSY:
            raise RuleError("busy")
        self._table.post(Request(self, message))

    def _require_homeless(self) -> None:
        if self._table is not None:
            raise RuleError("in-room")

    def _send(self, message: Message) -> None:
        self._outbox.push(frame(encode(message)))

    def _close(self) -> None:
        """Close as soon as the last words are read, and do not wait for long."""
        self.closing = True
        self._closing_since = self._server.time.now()
        if self._table is not None:
            self._table.post(Gone(self))
            self._table = None
        linger(self._transport)
