"""TCP: the way in for everybody on the network."""

import asyncio
from typing import Final

from teg_server.adapters.stream import FrameProtocol, Reception

BACKLOG: Final = 4096
"""Connections that may wait to be taken; the system may allow fewer."""


async def listen(reception: Reception, host: str, port: int) -> asyncio.Server:
    """Listen at `host` and `port` (0 for any free one).

    Raises:
        OSError: if that is not possible.
    """
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: FrameProtocol(reception), host, port, backlog=BACKLOG)


def address_of(server: asyncio.Server) -> tuple[str, int]:
    """Return host and port at which `server` listens."""
    host, port = server.sockets[0].getsockname()[:2]
    return str(host), int(port)
