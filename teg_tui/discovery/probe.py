"""Asking a server whether it is there: a hello, a list of rooms, and goodbye.

What an announcement or a directory says may be minutes old; a list shows as live only what answers here.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Final

from teg_shared.protocol.codec import MalformedError, decode_from_server, encode
from teg_shared.protocol.directory import is_id
from teg_shared.protocol.framing import FrameError, FrameReader, frame
from teg_shared.protocol.messages import (
    PROTOCOL,
    Bye,
    FromServer,
    Hello,
    ListRooms,
    Refused,
    RoomInfo,
    Rooms,
    Welcome,
)
from teg_shared.protocol.text import visible
from teg_shared.version import VERSION

from teg_tui.address import Address
from teg_tui.discovery.offers import cleaned

PATIENCE: Final = 2.0
"""Seconds that one address has for everything."""
HEAD_START: Final = 0.3
"""Seconds that one address has before the next one is tried as well."""
MOST_BYTES: Final = 256 * 1024
"""Longest answer that is read."""


@dataclass(frozen=True)
class Answer:
    """A server that is there.

    Args:
        address: the one at which it answered.
        program: name and version.
        rooms: cleaned.
        seconds: how long the answer took.
    """

    address: Address
    program: str
    rooms: tuple[RoomInfo, ...]
    seconds: float


class ProbeError(Exception):
    """A server that is not there, or no server of ours.

    Attributes:
        code: `silent`, `connection-refused`, `unreachable`, `not-teg`, `version`, or the code of its farewell.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def probe(address: Address, patience: float = PATIENCE) -> Answer:
    """Ask the server at one address.

    Raises:
        ProbeError: if there is none that can be talked to.
    """
    began = time.monotonic()
    try:
        async with asyncio.timeout(patience):
            reader, writer = await _open(address)
            try:
                return await _ask(address, reader, writer, began)
            finally:
                writer.transport.abort()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
    except TimeoutError as error:
        raise ProbeError("silent") from error
    except ConnectionRefusedError as error:
        raise ProbeError("connection-refused") from error
    except (OSError, UnicodeError) as error:
        raise ProbeError("unreachable") from error


async def probe_any(addresses: Iterable[Address], patience: float = PATIENCE) -> Answer:
    """Ask at several addresses of one server, each a little after the one before; the first answer counts.

    Raises:
        ProbeError: if none answers; that of the first address.
    """
    waiting: set[asyncio.Task[Answer]] = set()
    first: ProbeError | None = None
    left = list(addresses)
    try:
        while left or waiting:
            if left:
                waiting.add(asyncio.create_task(probe(left.pop(0), patience)))
            done, waiting = await asyncio.wait(
                waiting, timeout=HEAD_START if left else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                error = task.exception()
                if error is None:
                    return task.result()
                if not isinstance(error, ProbeError):
                    raise error
                first = first or error
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    raise first or ProbeError("unreachable")


async def _open(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if address.unix:
        return await asyncio.open_unix_connection(address.host)
    return await asyncio.open_connection(address.host, address.port)


async def _ask(address: Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, began: float) -> Answer:
    writer.write(frame(encode(Hello(PROTOCOL, f"teg {VERSION}"))))
    program = ""
    async for message in _messages(reader):
        match message:
            case Welcome():
                program = visible(message.server, 40)
                writer.write(frame(encode(ListRooms())))
            case Rooms():
                rooms = tuple(cleaned(room) for room in message.rooms if is_id(room.id))
                return Answer(address, program, rooms, time.monotonic() - began)
            case Bye() | Refused():
                raise ProbeError(message.code)
            case _:
                pass
    raise ProbeError("silent")


async def _messages(reader: asyncio.StreamReader) -> AsyncIterator[FromServer]:
    """Yield what the server says until it has said too much.

    Raises:
        ProbeError: `not-teg` for bytes that make no sense.
    """
    frames, total = FrameReader(MOST_BYTES), 0
    while data := await reader.read(16384):
        total += len(data)
        try:
            payloads = frames.feed(data)
            messages = [decode_from_server(payload) for payload in payloads]
        except (FrameError, MalformedError) as error:
            raise ProbeError("not-teg") from error
        for message in messages:
            yield message
        if total > MOST_BYTES:
            raise ProbeError("not-teg")
