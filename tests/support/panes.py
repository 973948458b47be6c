"""A real tmux in terminals of a test's: each session or pane is one by itself for whoever reads and types in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.support.terminal import Screen, Terminal

TMUX: Final = shutil.which("tmux")
SETTINGS: Final = """
set -g default-terminal tmux-256color
set -ga terminal-features ",xterm-256color:RGB"
set -g status off
set -g escape-time 0
set -g focus-events off
set -g exit-empty on
set -g destroy-unattached on
set -g allow-rename off
"""
"""Nothing of tmux's own on the screen, no waiting after Esc, and no life beyond that of its terminals."""
KEPT: Final = """
set -g remain-on-exit on
"""
"""What a program said at its end stays on the screen."""
BORDERS: Final = """
set -g pane-border-status top
set -g pane-border-format "#[fg=#ffffff,bold] #{pane_title} #[default]"
set -g pane-border-style "fg=#707070"
set -g pane-active-border-style "fg=#707070"
"""
_DEAD: Final = re.compile(r"^Pane is dead \((status|signal) (\d+)", re.MULTILINE)


def needs_tmux() -> None:
    """Skip the test where there is no tmux; in CI that is a failure."""
    if TMUX is None:
        pytest.skip("panes: no tmux on this machine (Debian, Ubuntu: apt install tmux)")


class Pane(Terminal):
    """What one pane of the window shows and takes, as if it were a terminal by itself.

    Args:
        window: the terminal in which tmux runs.
        pane: tmux's name for the pane.
    """

    def __init__(self, window: Tmux, pane: str) -> None:
        self.window, self.pane = window, pane
        self.left, self.top, self.cols, self.rows = window.place(pane)
        self.screen = Screen(self.cols, self.rows)

    @property
    def exit_code(self) -> int | None:
        """None: the shell in a pane is there as long as the window."""
        return None

    def send(self, data: bytes) -> None:
        """Write raw bytes to whatever runs in the pane."""
        self.window.ask("send-keys", "-t", self.pane, "-H", *[f"{byte:02x}" for byte in data])

    def pump(self, seconds: float) -> bool:
        """Read what tmux writes for some seconds; True if this pane looks otherwise than at the last look."""
        self.window.pump(seconds)
        changed = False
        for y in range(self.rows):
            theirs, mine = self.window.screen.buffer[self.top + y], self.screen.buffer[y]
            row = {x: theirs[self.left + x] for x in range(self.cols)}
            if row != mine:
                mine.clear()
                mine.update(row)
                changed = True
        return changed

    def kill(self) -> None:
        """End what runs in the pane, and the pane with it."""
        self.window.ask("kill-pane", "-t", self.pane)


class Session(Terminal):
    """A session of a tmux, attached to a terminal of its size: keys go through tmux, and the screen is what tmux draws.

    Sessions whose folder is the same are of one server, which ends with the last of them.

    Args:
        folder: where the server's settings and its socket lie.
        size: columns and rows.
        command: what runs in it.
        name: of the session.
        env: variables of the command.
        more: settings beyond `SETTINGS`; those of the first session count.
    """

    def __init__(
        self, folder: Path, size: tuple[int, int], command: list[str], name: str,
        env: Mapping[str, str] | None = None, more: str = KEPT,
    ) -> None:  # fmt: skip
        assert TMUX is not None
        settings = folder / "tmux.conf"
        settings.write_text(SETTINGS + more, encoding="utf-8")
        self._tmux = [TMUX, "-S", str(folder / "tmux.sock"), "-f", str(settings)]
        given = [word for pair in (env or {}).items() for word in ("-e", "=".join(pair))]
        super().__init__([*self._tmux, "new-session", "-s", name, *given, *command], size, {"LANG": "C.UTF-8"})
        while not self.mark:
            self.pump(0.05)
        self.settle()
        self.name = name

    @property
    def exit_code(self) -> int | None:
        """The exit code of the command, or None while it runs; negative for a signal."""
        found = _DEAD.search(self.screen_text())
        if found is None:
            return super().exit_code
        return int(found[2]) if found[1] == "status" else -int(found[2])

    def capture(self) -> str:
        """Return what tmux itself says is on the screen of the session, without spaces at the ends of rows."""
        rows = self.ask("capture-pane", "-p", "-t", f"={self.name}:").splitlines()
        return "\n".join(row.rstrip() for row in rows)

    def ask(self, *command: str) -> str:
        """Run a command of tmux and return what it wrote."""
        env = {name: value for name, value in os.environ.items() if name != "TMUX"}
        return subprocess.run([*self._tmux, *command], check=True, capture_output=True, text=True, env=env).stdout

    def kill(self) -> None:
        """End what runs in the session, and the session with it."""
        self._end("kill-session", "-t", f"={self.name}")
        super().kill()

    def _end(self, *command: str) -> None:
        subprocess.run([*self._tmux, *command], check=False, capture_output=True)


class Tmux(Session):
    """A tmux with one window that panes divide; its server ends with it.

    Args:
        folder: where its settings and its socket lie.
        size: columns and rows of the window.
        command: what runs in the first pane.
    """

    def __init__(self, folder: Path, size: tuple[int, int], command: list[str]) -> None:
        super().__init__(folder, size, command, "window", more=BORDERS)

    def split(self, pane: str, command: list[str], *options: str) -> str:
        """Split a pane and return the name of the new one, in which `command` runs."""
        return self.ask("split-window", "-t", pane, "-P", "-F", "#{pane_id}", *options, *command).strip()

    def entitle(self, pane: str, title: str) -> None:
        """Write something above a pane."""
        self.ask("select-pane", "-t", pane, "-T", title)

    def panes(self) -> list[str]:
        """Return the names of the panes."""
        return self.ask("list-panes", "-F", "#{pane_id}").split()

    def place(self, pane: str) -> tuple[int, int, int, int]:
        """Return left column, top row, columns and rows of a pane."""
        said = self.ask("display", "-p", "-t", pane, "#{pane_left} #{pane_top} #{pane_width} #{pane_height}").split()
        left, top, cols, rows = (int(number) for number in said)
        return left, top, cols, rows

    def kill(self) -> None:
        """End tmux with everything in it."""
        self._end("kill-server")
        super().kill()
