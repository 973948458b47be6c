"""What waits to be read by the other end of one connection: bounded in bytes and in time.

Kernel buffers are kept small, so that a slow reader is noticed here and not megabytes later. Steps of the game
are left out while a reader is behind, everything else may wait up to a limit, and who does not read for too
long is dropped with a reason.
"""

import asyncio
import contextlib
import socket
from typing import Final

SEND_BUFFER: Final = 48 * 1024
"""Bytes of the socket's send buffer."""
HIGH_WATER: Final = 48 * 1024
"""Bytes waiting here from which on a reader is behind."""
LOW_WATER: Final = 8 * 1024
MOST: Final = 512 * 1024
"""Bytes waiting here from which on a reader is lost, besides one big answer that it asked for."""
PATIENCE: Final = 10.0
"""Seconds without reading anything."""
WHOLE_PATIENCE: Final = 60.0
"""Seconds of being behind, however slowly it reads."""


class Outbox:
    """The writing half of a connection; no call ever waits."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._behind_since: float | None = None
        self._moved = 0.0
        self._size = 0
        self._most = MOST
        self.behind = False
        self.lost = False
        """It holds too much; the connection is to be dropped."""
        transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
        sock = transport.get_extra_info("socket")
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def push(self, data: bytes, *, big: bool = False) -> None:
        """Write what can't be left out; `big` for an answer larger than all limits."""
        if self._transport.is_closing() or self.lost:
            return
        if big:
            self._most = MOST + len(data)
        if self._transport.get_write_buffer_size() + len(data) > self._most:
            self.lost = True
            return
        self._transport.write(data)

    def offer(self, data: bytes) -> bool:
        """Write what a later snapshot makes up for; False if the reader is behind."""
        if self.behind:
            return False
        self.push(data)
        return True

    def paused(self) -> None:
        """The transport holds more than the high water mark."""
        self.behind = True

    def resumed(self) -> None:
        """The transport holds less than the low water mark again."""
        self.behind = False
        self._most = MOST
        self._behind_since = None

    def stuck(self, now: float) -> bool:
        """Whether the reader has had all the patience there is; to be asked about once a second."""
        if self.lost:
            return True
        if not self.behind:
            return False
        size = self._transport.get_write_buffer_size()
        if self._behind_since is None:
            self._behind_since = self._moved = now
        elif size < self._size:
            self._moved = now
        self._size = size
        return now - self._moved >= PATIENCE or now - self._behind_since >= WHOLE_PATIENCE
