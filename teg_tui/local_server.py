"""A server for this game alone, run as a child process that never outlives its parent."""

import contextlib
import subprocess
import sys
import tempfile
import threading
from queue import Empty, Queue
from types import TracebackType
from typing import IO, Final, Self

from teg_tui.address import Address, AddressError, parse_address

START_TIMEOUT: Final = 20.0
"""Seconds until the server must say where it listens; a cold, busy machine needs a few."""
STOP_TIMEOUT: Final = 5.0


class LocalServerError(Exception):
    """The server did not start; `log` are the last lines that it wrote."""

    def __init__(self, log: str) -> None:
        super().__init__("the local server did not start")
        self.log = log


class LocalServer:
    """The child process, from the `with` statement's beginning to its end."""

    def __init__(self, *, fast: bool = False) -> None:
        self._arguments = ["host", "--port", "0", "--ephemeral", "--parent"]
        if fast:
            self._arguments += ["--bot-delay", "0"]
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self._log = tempfile.TemporaryFile()  # lives as long as the child
        # its standard input is our end of a pipe: the child sees it close however we end
        self._process = subprocess.Popen(  # noqa: S603 # our own interpreter, no shell
            server_command(*self._arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,  # a Ctrl-C at the terminal is for the screen alone
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def address(self) -> Address:
        """Return where the server listens, once it says so.

        Raises:
            LocalServerError: if it ends or says nothing in time.
        """
        process = self._process
        assert process is not None
        assert process.stdout is not None
        lines: Queue[bytes] = Queue()
        threading.Thread(target=_forward, args=(process.stdout, lines), daemon=True).start()
        for _ in range(20):
            try:
                line = lines.get(timeout=START_TIMEOUT)
            except Empty:
                break
            if not line:
                break
            found = address_in(line.decode(errors="replace"))
            if found is not None:
                return found
        raise LocalServerError(self.log_tail())

    def log_tail(self, lines: int = 5) -> str:
        """Return the last lines that the server wrote about itself."""
        if self._log is None:
            return ""
        self._log.seek(0)
        return "\n".join(self._log.read().decode(errors="replace").splitlines()[-lines:])

    def stop(self) -> None:
        """End the server; it is asked first and made to after a few seconds."""
        process, self._process = self._process, None
        if process is not None:
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()
            process.terminate()
            try:
                process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if self._log is not None:
            self._log.close()
            self._log = None


def _forward(stream: IO[bytes], lines: "Queue[bytes]") -> None:
    """Read to the end, so that the child never waits for a reader; an empty line says that it is over."""
    with contextlib.suppress(OSError, ValueError):
        for line in stream:
            lines.put(line)
    lines.put(b"")


def address_in(line: str) -> Address | None:
    """Return the address in the line that says where the server listens, None for another line."""
    _, found, rest = line.strip().partition("listening on ")
    try:
        return parse_address(rest) if found else None
    except AddressError:
        return None


def server_command(*arguments: str) -> list[str]:
    """Return the command line of a server program, for `os.execv`; it starts with the interpreter."""
    return [sys.executable, "-P", "-m", "teg_server", *arguments]
