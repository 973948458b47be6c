"""A client for tests and measurements: real sockets and frames, the shared session, every byte kept if wanted."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

import msgspec
from teg_shared.protocol import fair
from teg_shared.protocol.codec import decode_from_server, encode, pack_raw
from teg_shared.protocol.framing import HEADER, frame
from teg_shared.protocol.messages import (
    Accepted,
    Bye,
    CreateRoom,
    FromServer,
    Joined,
    JoinRoom,
    Message,
    Refused,
    Reveal,
    RevealNow,
    RoomState,
    SeatPlan,
    StartGame,
    Welcome,
)
from teg_shared.protocol.session import ClientSession
from teg_shared.rules.registry import VARIANTS
from teg_shared.rules.variant import Variant

M = TypeVar("M", bound=Message)
WAIT = 20.0
"""Seconds after which a message that is waited for will not come."""


class ClosedError(Exception):
    """The server has closed the connection; `bye` is what it said last, if anything."""

    def __init__(self, bye: Bye | None) -> None:
        super().__init__(bye.code if bye else "closed")
        self.bye = bye


class TestClient:
    """One connection and what it learnt; answers RevealNow and asks for what is missing by itself.

    Attributes:
        session: the shared client session: view, version, seat, token.
        seen: every message of the server, decoded, in order.
        payloads: their bytes, if `record` was set.
        events: (version, event) of every update that moved the view.
        room_state: the last RoomState.
    """

    __test__ = False  # not a test class, whatever pytest thinks of the name

    def __init__(self, name: str = "Ana", *, record: bool = False) -> None:
        self.name = name
        self.session = ClientSession("test/1", player=name)
        self.seen: list[FromServer] = []
        self.payloads: list[bytes] = []
        self.events: list[tuple[int, Any]] = []
        self.room_state: RoomState | None = None
        self.bye: Bye | None = None
        self.withhold = False
        """Do not show the promised contribution to the dice."""
        self.contribution = secrets.token_bytes(fair.SECRET_SIZE)
        self._record = record
        self._head = b""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    # --- the connection

    async def connect(self, host: str, port: int, *, hello: bool = True) -> Self:
        """Connect over TCP and, unless told otherwise, say hello and wait for the welcome."""
        self._reader, self._writer = await asyncio.open_connection(host, port)
        return await self._greet(hello=hello)

    async def connect_unix(self, path: Path) -> Self:
        """Connect over a Unix socket."""
        self._reader, self._writer = await asyncio.open_unix_connection(path)
        return await self._greet(hello=True)

    async def _greet(self, *, hello: bool) -> Self:
        self.bye, self._head = None, b""
        if hello:
            await self.send(self.session.hello())
            await self.wait(Welcome)
        return self

    async def cut(self) -> None:
        """Break the connection without a word."""
        if self._writer is not None:
            self._writer.transport.abort()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
            self._writer = self._reader = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    # --- bytes and messages

    async def send(self, *messages: Message) -> None:
        """Send messages in one write."""
        await self.send_bytes(b"".join(frame(encode(message)) for message in messages))

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self._writer is not None, "not connected"
        self._writer.write(data)
        await self._writer.drain()

    async def receive(self, within: float = WAIT) -> FromServer:
        """Return the server's next message after the session took it in.

        Raises:
            ClosedError: if the server closes.
        """
        assert self._reader is not None, "not connected"
        try:
            async with asyncio.timeout(within):
                # kept, so that giving up between the two parts of a frame loses neither
                self._head = self._head or await self._reader.readexactly(HEADER)
                payload = await self._reader.readexactly(int.from_bytes(self._head, "big"))
                self._head = b""
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise ClosedError(self.bye) from error
        message = decode_from_server(payload)
        self.seen.append(message)
        if self._record:
            self.payloads.append(payload)
        await self._take_in(message)
        return message

    async def _take_in(self, message: FromServer) -> None:
        if isinstance(message, RoomState):
            self.room_state = message
        elif isinstance(message, Bye):
            self.bye = message
        elif isinstance(message, RevealNow) and not self.withhold:
            await self.send(Reveal(self.contribution))
        step = self.session.receive(message)
        self.events += [(self.session.version, event) for event in step.events]
        if step.send:
            await self.send(*step.send)

    async def wait(self, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> M:
        """Return the next message of a kind for which `where` holds, taking in all that come before."""
        while True:
            message = await self.receive()
            if isinstance(message, kind) and where(message):
                return message

    async def until(self, condition: Callable[[Self], bool]) -> None:
        """Take messages in until `condition` holds for this client."""
        while not condition(self):
            await self.receive()

    async def drain(self, quiet: float = 0.05) -> None:
        """Take in whatever comes until it is quiet for so many seconds."""
        with contextlib.suppress(TimeoutError):
            while True:
                await self.receive(quiet)

    async def messages(self) -> AsyncIterator[FromServer]:
        """Yield messages until the server closes."""
        with contextlib.suppress(ClosedError):
            while True:
                yield await self.receive()

    # --- the room

    @property
    def commitment(self) -> bytes:
        """The promise for the dice."""
        return fair.commit_seat(self.contribution)

    @property
    def room(self) -> str:
        """Id of the room."""
        return self.session.room

    @property
    def seat(self) -> int:
        """Number of the seat, -1 for a spectator."""
        return self.session.seat

    async def create(
        self, seats: Sequence[SeatPlan | str], *, settings: msgspec.Struct | None = None, clock: int = 0,
        password: str = "", name: str = "Mesa", variant: str = "classic",
    ) -> str:  # fmt: skip
        """Make a room and return its id; a seat is `open` or the level of a bot."""
        plans = tuple(plan_of(seat) for seat in seats)
        rules = pack_raw(settings or VARIANTS[variant].settings_type())
        await self.send(CreateRoom(name, self.name, variant, plans, rules, clock, password, self.commitment))
        joined = await self.wait_or_refusal(Joined)
        await self.wait(RoomState)
        return joined.room

    async def join(self, room: str, *, watch: bool = False, password: str = "") -> Joined:
        """Take a free seat, or watch."""
        await self.send(JoinRoom(room, self.name, password, "", -1, watch, b"" if watch else self.commitment))
        joined = await self.wait_or_refusal(Joined)
        await self.wait(RoomState)
        return joined

    async def come_back(self, host: str, port: int) -> Joined:
        """Connect anew and sit down again with the token, saying what is still known."""
        await self.connect(host, port)  # the session sends JoinRoom after the welcome
        return await self.wait_or_refusal(Joined)

    async def room_where(self, holds: Callable[[RoomState], bool]) -> RoomState:
        """Return the room as soon as it looks as wanted, the latest news first."""
        await self.drain()
        await self.until(lambda me: me.room_state is not None and holds(me.room_state))
        assert self.room_state is not None
        return self.room_state

    async def start(self, fill: str = "random") -> None:
        """Start the game and wait for the first view."""
        await self.send(StartGame(fill))
        await self.until_dealt()

    async def until_dealt(self) -> None:
        """Wait for the first view."""
        await self.until(lambda me: me.session.view is not None)

    async def wait_or_refusal(self, kind: type[M]) -> M:
        """Return the next message of a kind.

        Raises:
            RefusedError: if a refusal comes first.
        """
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message
            if isinstance(message, Refused):
                raise RefusedError(message)

    # --- the game

    async def act(self, command: msgspec.Struct) -> Accepted | Refused:
        """Send a command and return the answer to it."""
        act = self.session.act(command)
        await self.send(act)
        while True:
            message = await self.receive()
            if isinstance(message, Accepted | Refused) and message.number == act.number:
                return message

    @property
    def rules(self) -> Variant[Any, Any, Any, Any]:
        """The variant of the room."""
        assert self.room_state is not None, "not in a room"
        return VARIANTS[self.room_state.variant]

    @property
    def on_turn(self) -> bool:
        """Whether the game waits for this seat's move."""
        view = self.session.view
        return view is not None and self.seat in self.rules.pace(view, 0).seats

    @property
    def asked(self) -> bool:
        """Whether this seat is on turn, or is asked something beside it."""
        view = self.session.view
        return view is not None and self.seat in self.rules.prompted(view)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        view = self.session.view
        return view is not None and not self.rules.prompted(view)

    async def play(self, choose: "Chooser", until: Callable[[], bool] | None = None) -> None:
        """Play until the end of the game, or until `until` holds, choosing each command by `choose`."""
        while not self.finished and not (until is not None and until()):
            command = choose(self) if self.asked else None
            if command is None:
                assert not self.on_turn, "nothing chosen"
                await self.receive()
                continue
            version = self.session.version
            answer = await self.act(command)
            # somebody else's word may have come between the choice and the act
            assert isinstance(answer, Accepted) or self.session.version > version, answer


Chooser: TypeAlias = Callable[[TestClient], msgspec.Struct | None]
"""Chooses the next command of a client that is asked for one; None only when it is not on turn."""


class RefusedError(Exception):
    """The server refused."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.code} {refused.facts}")
        self.code = refused.code
        self.facts = refused.facts


def plan_of(seat: SeatPlan | str) -> SeatPlan:
    """Return the plan of a seat that is `open` or the level of a bot."""
    if isinstance(seat, SeatPlan):
        return seat
    return SeatPlan("open") if seat == "open" else SeatPlan("bot", seat)
