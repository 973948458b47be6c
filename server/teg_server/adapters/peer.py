"""Who is at the other end of a Unix socket: the kernel says it, so nobody has to prove it.

Over TCP nobody has an identity.
"""

import contextlib
import pwd
import socket
import struct
from pathlib import Path
from typing import Final

from teg_server.rooms.caller import NOBODY, Caller

_CREDENTIALS: Final = struct.Struct("3i")
"""pid, uid and gid, as SO_PEERCRED gives them."""
_OVERFLOW: Final = Path("/proc/sys/kernel/overflowuid")


def caller_of(sock: socket.socket) -> Caller:
    """Return who is at the other end of `sock`, a connected socket of any family."""
    option = getattr(socket, "SO_PEERCRED", None)  # Linux alone has it
    if option is None or sock.family != socket.AF_UNIX:
        return NOBODY
    try:
        _, uid, _ = _CREDENTIALS.unpack(sock.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size))
    except OSError:
        return NOBODY
    if uid < 0 or uid == overflow_uid():
        return NOBODY
    return Caller(f"unix:{uid}", _account(uid))


def overflow_uid() -> int:
    """Return the uid as which the kernel shows everybody from another user namespace: many people, so nobody."""
    with contextlib.suppress(OSError, ValueError):
        return int(_OVERFLOW.read_text())
    return 65534


def _account(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except (KeyError, OverflowError, OSError):
        return ""
