"""Unix sockets: the way in for programs of the same machine, guarded by the rights of a file.

A lock beside the socket is held for as long as the server lives, whatever ends it: where the lock is free, a
socket that lies there is a dead server's and is replaced; where it is not, another server is alive.
"""

import asyncio
import contextlib
import errno
import fcntl
import os
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from teg_server.adapters.peer import caller_of
from teg_server.adapters.stream import FrameProtocol, Reception

MODE: Final = 0o660
"""Owner and group may connect."""
BACKLOG: Final = 1024
LONGEST: Final = 107
"""Bytes of a path that fit into the address of a socket."""


class SocketError(OSError):
    """The socket can't be used.

    Attributes:
        code: `socket-live` (another server listens there), `socket-other` (something else lies there),
            `socket-long`, `socket-group` or `socket-rights`.
    """

    def __init__(self, code: str, number: int, path: Path, detail: str = "") -> None:
        super().__init__(number, detail or os.strerror(number), str(path))
        self.code = code


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may connect.

    Args:
        mode: of the socket file: 0o660 for owner and group, 0o666 for everybody on the machine.
        group: name of the group that the socket belongs to, empty for the server's own.
    """

    mode: int = MODE
    group: str = ""


class Listener:
    """A socket that listens; `close` takes its files away."""

    def __init__(self, server: asyncio.Server, path: Path, lock: int) -> None:
        self.path = path
        self._server = server
        self._lock = lock

    def close(self) -> None:
        """Listen no more, and leave nothing behind."""
        if self._lock < 0:
            return
        self._server.close()
        for leftover in (self.path, _lock_path(self.path)):
            with contextlib.suppress(OSError):
                leftover.unlink()
        os.close(self._lock)
        self._lock = -1


async def listen(reception: Reception, path: Path, rights: Rights | None = None) -> Listener:
    """Listen at `path`; a socket that a killed server left there is replaced.

    Raises:
        SocketError: if another server is listening there, or it is not possible.
        OSError: for what else the system refuses.
    """
    rights = rights or Rights()
    if len(os.fsencode(path)) > LONGEST:
        raise SocketError("socket-long", errno.ENAMETOOLONG, path)
    with _told(path):
        _make_place(path.parent)
        lock = _lock(path)
    try:
        with _told(path):
            sock = _bind(path, rights)
        server = await asyncio.get_running_loop().create_unix_server(
            lambda: FrameProtocol(reception, caller_of), sock=sock, backlog=BACKLOG
        )
    except BaseException:
        os.close(lock)
        raise
    return Listener(server, path, lock)


@contextlib.contextmanager
def _told(path: Path):  # type: ignore[no-untyped-def] # mypy knows it from the decorator
    """Turn a lack of rights into a SocketError, which has a sentence."""
    try:
        yield
    except PermissionError as error:
        raise SocketError("socket-rights", error.errno or errno.EACCES, path) from error


def _make_place(directory: Path) -> None:
    """Make the directory of the socket, open to whoever the socket itself lets in."""
    with contextlib.suppress(FileExistsError):
        directory.mkdir(parents=True)
        directory.chmod(0o755)


def _lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _lock(path: Path) -> int:
    """Take the lock beside `path` and return its descriptor."""
    where = _lock_path(path)
    while True:
        lock = os.open(where, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise SocketError("socket-live", errno.EADDRINUSE, path) from error
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock), where.stat()):
                return lock
        os.close(lock)  # its last holder has just taken it away


def _bind(path: Path, rights: Rights) -> socket.socket:
    """Return a bound socket with its rights; nobody can connect before it listens, which is later."""
    _clear(path)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.bind(str(path))
    except BaseException:
        sock.close()
        raise
    try:
        if rights.group:
            shutil.chown(path, group=rights.group)
        path.chmod(rights.mode)
    except (LookupError, OSError) as error:
        sock.close()
        path.unlink()
        raise SocketError("socket-group", errno.EPERM, path, rights.group) from error
    return sock


def _clear(path: Path) -> None:
    """Remove a socket that nobody listens at; a server without our lock may be there, so it is asked."""
    if path.is_symlink() or (path.exists() and not path.is_socket()):
        raise SocketError("socket-other", errno.EEXIST, path)
    if not path.exists():
        return
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise SocketError("socket-live", errno.EADDRINUSE, path) from error
        else:
            raise SocketError("socket-live", errno.EADDRINUSE, path)
