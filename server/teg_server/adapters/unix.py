"""Unix sockets: the way in for programs of the same machine, guarded by the rights of a file."""

import asyncio
import contextlib
import os
import socket
from pathlib import Path
from typing import Final

from teg_server.adapters.stream import FrameProtocol, Reception

MODE: Final = 0o660
"""Owner and group may connect."""


async def listen(reception: Reception, path: Path) -> asyncio.Server:
    """Listen at `path`; a socket that a killed server left there is replaced.

    Raises:
        OSError: if that is not possible, or another server is listening there.
    """
    _clear(path)
    loop = asyncio.get_running_loop()
    before = os.umask(0o777 & ~MODE)
    try:
        return await loop.create_unix_server(lambda: FrameProtocol(reception), str(path), backlog=1024)
    finally:
        os.umask(before)


def _clear(path: Path) -> None:
    """Remove a socket that nobody listens at."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
            return
    raise OSError(98, f"another server listens at {path}")
