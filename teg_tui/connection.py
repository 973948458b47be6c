"""One lasting connection to a server: it comes back by itself, and so does the seat.

It owns the socket and the clock; what is said over it is decided by the session, and whoever made it is told by
two callbacks, always from the loop it runs in.
"""

import asyncio
import contextlib
import errno
import random
import socket
import time
from collections.abc import Callable, Sequence
from typing import Final

from teg_shared.protocol.codec import MalformedError, decode_from_server, encode
from teg_shared.protocol.framing import FrameError, FrameReader, frame
from teg_shared.protocol.messages import (
    SERVER_FRAME,
    Act,
    Bye,
    FromClient,
    FromServer,
    Joined,
    Ping,
    Refused,
    SpeakFor,
    Welcome,
)
from teg_shared.protocol.session import ClientSession, Step

from teg_tui.address import Address, AddressError, parse_address
from teg_tui.changes import Facts, Status
from teg_tui.faults import noted

FIRST_DELAY: Final = 0.2
"""Seconds before the first attempt to come back; doubled for each further one."""
SHORT_DELAY: Final = 1.2
"""Longest delay during the first minute: a server that was only restarted is found within two seconds."""
LONG_DELAY: Final = 5.0
FRESH: Final = 60.0
"""Seconds after a cut during which the delays stay short."""
CONNECT_TIMEOUT: Final = 5.0
HELLO_TIMEOUT: Final = 5.0
PING_EVERY: Final = 10.0
"""Seconds of silence, of either side, after which a sign of life is given and asked for."""
SILENCE: Final = 25.0
"""Seconds of silence after which the server counts as gone."""
COME_BACK: Final = frozenset({"shutdown", "slow", "idle", "silent", "restart", "timeout", "moving"})
"""Farewells after which the seat is worth going back to."""
MOST_MOVES: Final = 8
"""Servers that may send on to the next one before one has the seat."""
UNREADABLE_LIMIT: Final = 3
"""Unintelligible connections in a row after which it is given up."""

OnMessage = Callable[[FromServer, Step], None]
OnStatus = Callable[[Status], None]


class _CutError(Exception):
    """The connection is over; `final` if going back makes no sense."""

    def __init__(self, code: str, facts: Facts | None = None, *, final: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Facts = facts or {}
        self.final = final


class Connection:
    """A connection that lasts until it is closed, by either side for good.

    Attributes:
        status: how it stands.
    """

    def __init__(
        self, address: Address, session: ClientSession, on_message: OnMessage, on_status: OnStatus, guest: str = ""
    ) -> None:
        self.address = address
        self._guest = guest
        self.status = Status("connecting")
        self._session = session
        self._on_message = on_message
        self._on_status = on_status
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._welcome = False
        self._seated = self._sat = False
        self._closing = False
        self._places: tuple[Address, ...] = (address,)
        """Where the server is said to be; `address` is the one that is tried now."""
        self._moves = 0
        self._heard = self._spoke = 0.0
        self._pings = 0
        self._hurry = asyncio.Event()
        self._jitter = random.Random()  # noqa: S311 # spreads the return of many clients, no secret

    # --- for the owner

    def start(self) -> None:
        """Begin to connect; must be called from a running loop."""
        if self._task is None:
            self._task = asyncio.create_task(self._guarded(), name="connection")

    async def close(self) -> None:
        """Close for good and wait until the socket is gone."""
        task, self._task = self._task, None
        self._closing = True
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self.status.condition != "closed":
            self._tell(Status("closed", code="left"))

    async def wait_closed(self) -> None:
        """Wait until it is closed for good."""
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(self._task)

    def send(self, message: FromClient) -> bool:
        """Send now, and return whether that was possible.

        An act that can't be sent now is no loss: the session repeats it once the seat is taken again.
        """
        if isinstance(message, Act) and not self._seated:
            return False
        return self._welcome and self._write(message)

    def retry(self) -> None:
        """Make the next attempt to connect at once, if one is waited for."""
        self._hurry.set()

    def go_to(self, places: Sequence[Address]) -> None:
        """Go on at another server, which has the room now; the first of its places that lets in counts."""
        self._places = tuple(places)
        self.address = self._places[0]
        self.retry()

    # --- the life of the connection

    async def _guarded(self) -> None:
        """Live, and say so when a fault of this program ends it: nobody waits for this task."""
        try:
            await self._live()
        except Exception as error:
            path = noted(error)
            if path is None:
                self._tell(Status("closed", code="fault"))
            else:
                self._tell(Status("closed", code="fault-noted", facts={"path": str(path)}))
            raise

    async def _live(self) -> None:
        attempt, down_since, unreadable = 1, time.monotonic(), 0
        first = True
        while True:
            self._tell(Status("connecting" if first else "reconnecting", attempt))
            cut = await self._one_connection()
            if self._closing:
                return  # a group that fails while it is cancelled tells of the failure only
            first = first and not self._welcome
            if self._welcome and (self._sat or cut.code != "moving"):
                attempt, down_since = 0, time.monotonic()
            unreadable = unreadable + 1 if cut.code == "unreadable" else 0
            if cut.final or first or unreadable >= UNREADABLE_LIMIT:
                self._tell(Status("closed", code=cut.code, facts=cut.facts))
                return
            if not self._welcome and self.address in self._places:
                self.address = self._places[(self._places.index(self.address) + 1) % len(self._places)]
            delay = self._delay(attempt, time.monotonic() - down_since)
            attempt += 1
            self._tell(Status("reconnecting", attempt, time.monotonic() + delay, cut.code, cut.facts))
            self._hurry.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), delay)

    def _delay(self, attempt: int, down: float) -> float:
        """Return the seconds before the attempt after `attempt` failed ones, `down` seconds after the cut."""
        longest = SHORT_DELAY if down < FRESH else LONG_DELAY
        base = min(longest, FIRST_DELAY * 2.0 ** min(attempt, 10))
        return base * self._jitter.uniform(0.75, 1.25)

    async def _one_connection(self) -> _CutError:
        """Connect once, live until the connection ends, and return why it did."""
        self._welcome = self._seated = self._sat = False
        cut = _CutError("lost")
        try:
            reader, self._writer = await self._open()
            self._heard = time.monotonic()
            self._write(self._session.hello())
            if self._guest and self.address.unix:
                self._write(SpeakFor(self._guest))
            async with asyncio.TaskGroup() as group:
                pulse = group.create_task(self._pulse())
                await self._read(reader)
                pulse.cancel()
        except* _CutError as cuts:
            cut = _first(cuts)
        finally:
            await self._hang_up()
        return cut

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = self.address.host, self.address.port
        where: Facts = {"host": host, "port": port}
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                if self.address.unix:
                    return await asyncio.open_unix_connection(host)
                return await asyncio.open_connection(host, port, happy_eyeballs_delay=0.25)
        except TimeoutError as error:
            raise _CutError("timeout", where) from error
        except socket.gaierror as error:
            raise _CutError("host-unknown", where) from error
        except PermissionError as error:
            raise _CutError("socket-rights" if self.address.unix else "unreachable", where) from error
        except FileNotFoundError as error:
            raise _CutError("socket-none", where) from error
        except (OSError, UnicodeError) as error:
            # several addresses that all refuse come as one OSError that only quotes theirs
            refused = isinstance(error, ConnectionRefusedError) or f"[Errno {errno.ECONNREFUSED}]" in str(error)
            code = "connection-refused" if refused else "unreachable"
            raise _CutError("socket-none" if self.address.unix else code, where) from error

    async def _read(self, reader: asyncio.StreamReader) -> None:
        frames = FrameReader(SERVER_FRAME)
        while True:
            try:
                data = await reader.read(65536)
            except OSError as error:
                raise _CutError("lost") from error
            if not data:
                raise _CutError("lost")
            self._heard = time.monotonic()
            try:
                payloads = frames.feed(data)
            except FrameError as error:
                for payload in error.frames:
                    self._take(payload)
                raise _CutError(
                    "not-teg" if error.code == "not-teg" else "unreadable", final=not self._welcome
                ) from error
            for payload in payloads:
                self._take(payload)

    def _take(self, payload: bytes) -> None:
        try:
            message = decode_from_server(payload)
            step = self._session.receive(message)
        except MalformedError as error:
            raise _CutError("unreadable") from error
        if isinstance(message, Welcome):
            self._welcome = True
            self._tell(Status("online"))
        elif isinstance(message, Joined):
            self._seated = self._sat = True
            self._moves = 0
        for answer in step.send:
            self._write(answer)
        self._on_message(message, step)
        if isinstance(message, Bye):
            facts: Facts = dict(message.facts)
            raise _CutError(message.code, facts, final=message.code not in COME_BACK and not self._moved(message))
        if isinstance(message, Refused) and not self._welcome:
            raise _CutError(message.code, dict(message.facts), final=True)

    def _moved(self, message: Bye) -> bool:
        """Follow the room to another server; False if it has not moved, or to nowhere that can be reached from here."""
        places = moved_to(message, self.address) if message.code == "moved" and self._moves < MOST_MOVES else ()
        if not places:
            return False
        self._moves += 1
        self.go_to(places)
        return True

    async def _pulse(self) -> None:
        """Ask for a sign of life when nothing is heard, and cut when none comes; give one when nothing was said.

        Whoever only listens, as a spectator of a lively game, would be taken for gone by the server otherwise.
        """
        while True:
            limit = SILENCE if self._welcome else HELLO_TIMEOUT
            now = time.monotonic()
            silent = now - self._heard
            if silent >= limit:
                facts: Facts = {"host": self.address.host, "port": self.address.port}
                raise _CutError("silent" if self._welcome else "timeout", facts)
            if self._welcome and max(silent, now - self._spoke) >= PING_EVERY:
                self._pings += 1
                self._write(Ping(self._pings))
            await asyncio.sleep(min(PING_EVERY / 2, limit - silent + 0.01))

    # --- the socket

    def _write(self, message: FromClient) -> bool:
        writer = self._writer
        if writer is None or writer.is_closing():
            return False
        writer.write(frame(encode(message)))
        self._spoke = time.monotonic()
        return True

    async def _hang_up(self) -> None:
        writer, self._writer = self._writer, None
        self._seated = False
        if writer is not None:
            writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(1.0):
                    await writer.wait_closed()

    def _tell(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            self._on_status(status)


def moved_to(message: Bye, here: Address) -> tuple[Address, ...]:
    """Return where a server says that a room is now.

    Nobody is sent to a socket of their own machine but by a server that they reached through one.
    """
    said = message.facts.get("addresses")
    found = []
    for text in said[:MOST_MOVES] if isinstance(said, list | tuple) else ():
        with contextlib.suppress(AddressError):
            found.append(parse_address(text if isinstance(text, str) else ""))
    sockets = [place for place in found if place.unix] if here.unix else []
    return (*sockets, *(place for place in found if not place.unix))


def _first(cuts: BaseExceptionGroup[_CutError]) -> _CutError:
    """Return the reason that ended it: of two at once any will do."""
    for cut in cuts.exceptions:
        if isinstance(cut, _CutError):
            return cut
        return _first(cut)
    raise AssertionError("an empty group")
