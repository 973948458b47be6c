"""A program under a real pty: keys in, bytes out, and the screen a terminal would show.

Tests use it where the bytes on the line are the subject (end to end runs, byte budgets); everything that can
be asked of the widgets themselves belongs in Textual's Pilot instead.  Nothing in here knows the game.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import pyte

from tests.support.terminal_picture import save_png

KEYS: Mapping[str, str] = {
    "enter": "\r",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "escape": "\x1b",
    "esc": "\x1b",
    "space": " ",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    **{f"ctrl+{chr(code + 96)}": chr(code) for code in range(1, 27)},
    **{f"f{n}": f"\x1bO{'PQRS'[n - 1]}" for n in range(1, 5)},
    **{f"f{n}": f"\x1b[{code}~" for n, code in zip(range(5, 13), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)},
}
"""Names of keys and what a terminal sends for them; any other text is typed as it stands."""

# The child takes the pty as its controlling terminal, so that resizes and ctrl+c reach it as in real life.
_TRAMPOLINE = (
    "import fcntl, os, sys, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\nos.execvp(sys.argv[1], sys.argv[1:])\n"
)
# Queries and modes that pyte misreads: it prints their tails, or takes `CSI > 1 u` for "restore the cursor".
_UNKNOWN = re.compile(rb"\x1b\[[<=>][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b\[\?u|\x1b[P_^][^\x1b]*\x1b\\")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[P_^\]][^\x07\x1b]*\x1b?)?\Z")


class Screen(pyte.Screen):
    """A pyte screen that survives the sequences Textual sends."""

    def set_margins(self, top: int | None = None, bottom: int | None = None, **_: object) -> None:
        """Set the scroll margins, whether or not the sequence was marked private."""
        super().set_margins(top, bottom)

    def report_device_status(self, mode: int, **_: object) -> None:
        """Stay silent: there is nobody to read the answer."""


class Terminal:
    """A command running in a terminal of a given size.

    Args:
        cmd: the program and its arguments.
        size: columns and rows.
        env: variables added to the pinned environment (truecolor, no NO_COLOR); None removes one.
        cwd: the folder to run in.
    """

    def __init__(
        self,
        cmd: Sequence[str],
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str | None] | None = None,
        cwd: Path | str | None = None,
    ) -> None:
        self.cmd = list(cmd)
        self.cols, self.rows = size
        self.screen = Screen(self.cols, self.rows)
        self.output = bytearray()
        self._stream = pyte.ByteStream(self.screen)
        self._held = b""
        self._fd, child = pty.openpty()
        self._set_size()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _TRAMPOLINE, *self.cmd],
            stdin=child,
            stdout=child,
            stderr=child,
            env=_environment(env or {}),
            cwd=cwd,
            start_new_session=True,
        )
        os.close(child)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    # --- the process

    @property
    def pid(self) -> int:
        """The process id of the command."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code, or None while it runs; negative for a signal."""
        return self._process.poll()

    @property
    def cpu_seconds(self) -> float:
        """Processor time the command has used so far, in seconds (Linux; in steps of 10 ms)."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_exit(self, timeout: float = 10.0) -> int:
        """Read on until the command ends, and return its exit code.

        Raises:
            TimeoutError: it still runs after `timeout` seconds.
        """
        end = time.monotonic() + timeout
        while self.exit_code is None:
            if time.monotonic() > end:
                raise TimeoutError(f"still running after {timeout} s\n{self.screen_text()}")
            self.pump(0.05)
        self.pump(0.05)
        return self._process.wait()

    def hang_up(self) -> None:
        """Close the terminal's window; the command may live on."""
        os.close(self._fd)
        self._fd = -1

    def kill(self) -> None:
        """Stop the command, politely first, and give the pty back."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.exit_code is None:
                self._process.send_signal(number)
                end = time.monotonic() + 1.0
                while self.exit_code is None and time.monotonic() < end:
                    self.pump(0.05)
        self._process.wait()
        if self._fd >= 0:
            self.hang_up()

    # --- keys and size

    def press(self, *keys: str, pause: float = 0.05) -> None:
        """Press keys by name (see `KEYS`) or type text, reading for `pause` seconds after each."""
        for key in keys:
            self.send(KEYS.get(key, key).encode())
            self.pump(pause)

    def send(self, data: bytes) -> None:
        """Write raw bytes, as a mouse report or a paste would."""
        while data:
            data = data[os.write(self._fd, data) :]

    def click(self, x: int, y: int, pause: float = 0.05) -> None:
        """Press and release the left button on a cell counted from 0, in SGR mouse encoding."""
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())
        self.pump(pause)

    def resize(self, cols: int, rows: int) -> None:
        """Change the size of the terminal; the system tells the program."""
        self.cols, self.rows = cols, rows
        self.screen.resize(rows, cols)
        self._set_size()

    def _set_size(self) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.cols, 0, 0))

    # --- output

    def pump(self, seconds: float) -> bool:
        """Read what the command writes for some seconds; True if anything came."""
        end = time.monotonic() + seconds
        before = len(self.output)
        while (left := end - time.monotonic()) > 0 and self._read(left):
            pass
        return len(self.output) > before

    def settle(self, quiet: float = 0.3, timeout: float = 10.0) -> None:
        """Read until nothing has come for `quiet` seconds, at most `timeout` seconds."""
        end = time.monotonic() + timeout
        while self.pump(quiet) and time.monotonic() < end:
            pass

    def wait_for(self, text: str | re.Pattern[str], timeout: float = 10.0) -> str:
        """Read until the screen shows a text or matches a pattern, and return the screen's text.

        Raises:
            TimeoutError: it is not there after `timeout` seconds; the message holds the screen.
        """
        pattern = re.compile(re.escape(text)) if isinstance(text, str) else text
        end = time.monotonic() + timeout
        while not pattern.search(shown := self.screen_text()):
            if time.monotonic() > end or (self.exit_code is not None and not self.pump(0.05)):
                raise TimeoutError(f"{pattern.pattern!r} is not on the screen after {timeout} s\n{shown}")
            self.pump(0.05)
        return shown

    def screen_text(self) -> str:
        """What the screen shows, one line a row, without spaces at the ends."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def png(self, path: Path | str, scale: int = 1) -> None:
        """Draw the screen as a picture of 10x20 pixels a cell, times `scale`."""
        save_png(self.screen, Path(path), scale)

    @property
    def mark(self) -> int:
        """A point in the output, to be given to `bytes_since`."""
        return len(self.output)

    def bytes_since(self, mark: int) -> bytes:
        """The bytes the command wrote since a mark; their `len` is the cost on the line."""
        return bytes(self.output[mark:])

    def _read(self, seconds: float) -> bool:
        """Read one chunk; False when the time is over or the command has closed its side."""
        if self._fd < 0:
            time.sleep(min(seconds, 0.05))  # hung up: only the end of the command is waited for
            return False
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self._fd, 1 << 16)
        except OSError:  # Linux says EIO when the other side is closed
            chunk = b""
        self.output += chunk
        self._feed(chunk)
        return bool(chunk)

    def _feed(self, chunk: bytes) -> None:
        """Show a chunk, keeping back a sequence that is cut in two by its end."""
        whole, self._held = feedable(self._held + chunk)
        self._stream.feed(whole)


def feedable(data: bytes) -> tuple[bytes, bytes]:
    """Return what of some output pyte may be fed, and the unfinished sequence at its end."""
    cut = _UNFINISHED.search(data)
    whole, held = (data[: cut.start()], data[cut.start() :]) if cut else (data, b"")
    return _UNKNOWN.sub(b"", whole), held


def _environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    """The process environment with the colours pinned and the caller's changes applied."""
    pinned: dict[str, str | None] = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    unwanted = dict.fromkeys(("NO_COLOR", "COLUMNS", "LINES", "STY", "TMUX", "TEXTUAL", "TEXTUAL_COLOR_SYSTEM"))
    merged: dict[str, str | None] = {**os.environ, **unwanted, **pinned, **changes}
    return {name: value for name, value in merged.items() if value is not None}
