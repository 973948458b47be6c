"""A byte stream as frames: the same for TCP and for Unix sockets."""

import asyncio
import socket
from collections.abc import Callable
from typing import Protocol

from teg_shared.protocol.framing import FrameError, FrameReader
from teg_shared.protocol.messages import CLIENT_FRAME

from teg_server.rooms.caller import NOBODY, Caller
from teg_server.wire.outbox import Outbox


class Speaker(Protocol):
    """Who handles the frames of one connection."""

    closing: bool

    def receive(self, payload: bytes) -> None:
        """Handle one frame."""
        ...

    def nonsense(self, error: FrameError) -> None:
        """Handle bytes that are no frame; nothing more will come."""
        ...

    def drained(self) -> None:
        """The reader has caught up."""
        ...

    def lost(self) -> None:
        """The connection is no more."""
        ...


class Reception(Protocol):
    """Who takes connections in."""

    def opened(self, transport: asyncio.Transport, outbox: Outbox, label: str, caller: Caller) -> Speaker | None:
        """Take a connection, or turn it away with a word and return None."""
        ...


class FrameProtocol(asyncio.Protocol):
    """One connection: cuts what comes into frames, and passes on how the writing goes."""

    def __init__(self, reception: Reception, who: Callable[[socket.socket], Caller] | None = None) -> None:
        self._reception = reception
        self._who = who
        self._reader = FrameReader(CLIENT_FRAME)
        self._outbox: Outbox | None = None
        self._speaker: Speaker | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self._outbox = Outbox(transport)
        sock = transport.get_extra_info("socket")
        caller = self._who(sock) if self._who is not None and sock is not None else NOBODY
        self._speaker = self._reception.opened(transport, self._outbox, _label(transport, caller), caller)

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        if self._speaker is None:
            return
        wrong: FrameError | None = None
        try:
            frames = self._reader.feed(data)
        except FrameError as error:
            wrong, frames = error, error.frames
        for payload in frames:
            if self._speaker.closing:
                return
            self._speaker.receive(payload)
        if wrong is not None and not self._speaker.closing:
            self._speaker.nonsense(wrong)

    def pause_writing(self) -> None:
        """See asyncio.Protocol."""
        if self._outbox is not None:
            self._outbox.paused()

    def resume_writing(self) -> None:
        """See asyncio.Protocol."""
        if self._outbox is not None:
            self._outbox.resumed()
        if self._speaker is not None:
            self._speaker.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        del exc  # a cut is a cut, whatever its reason
        if self._speaker is not None:
            self._speaker.lost()


def _label(transport: asyncio.Transport, caller: Caller) -> str:
    """Return where a connection comes from, for the log."""
    address = transport.get_extra_info("peername")
    if isinstance(address, tuple):
        return f"{address[0]}:{address[1]}"
    return f"{caller.identity}({caller.account})" if caller.identity else "unix"
