"""One server a data directory, and how the command line finds it: a file with its process, locked while it lives."""

import contextlib
import fcntl
import os
import signal
import socket
from pathlib import Path
from typing import Final

PID_FILE: Final = "server.pid"
DRAIN: Final = signal.SIGUSR1
"""Make no new rooms, and end with the last one."""
REOPEN: Final = signal.SIGUSR2
"""Make new rooms again."""


def this_machine() -> str:
    """Return what tells this machine from others, until its next start: here sockets and accounts mean the same."""
    try:
        booted = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{booted}/{Path('/proc/self/ns/user').readlink()}"
    except OSError:
        return socket.gethostname()


def last_machine(directory: Path) -> str:
    """Return the machine on which a server used `directory` last; empty if that is not known."""
    try:
        return (directory / PID_FILE).read_text().splitlines()[1]
    except (OSError, ValueError, IndexError):
        return ""


class PidFile:
    """Held for as long as the server runs; the system lets go of it however the server ends."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._file = (directory / PID_FILE).open("a+")
        with contextlib.suppress(OSError):  # the log has refused a second server already
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()}\n{this_machine()}\n")
        self._file.flush()

    def close(self) -> None:
        """Let go of it."""
        self._file.close()


def running_server(directory: Path) -> int | None:
    """Return the process of the server that runs on `directory`, None if none does."""
    try:
        with (directory / PID_FILE).open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(file.readline())
    except (OSError, ValueError):
        pass
    return None


def tell_server(directory: Path, what: signal.Signals) -> bool:
    """Send a signal to the server that runs on `directory`; False if none does.

    Raises:
        PermissionError: if it is somebody else's.
    """
    process = running_server(directory)
    if process is None:
        return False
    os.kill(process, what)
    return True
