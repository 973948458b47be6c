"""People who come over ssh: the same who read and type in the other tests, at the far end of a real line."""

from __future__ import annotations

import termios
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.e2e.programs import SMALL, WAIT, Person, hasten
from tests.support.sshd import Box
from tests.support.terminal import Terminal

LINE: Final[Mapping[str, str | None]] = {"LANG": "es_AR.UTF-8"}
"""Of the machine where ssh is typed."""


class Remote(Person):
    """Somebody who types `ssh -t ACCOUNT@box COMMAND`."""

    def __init__(
        self, box: Box, account: str, key: Path, *command: str, name: str = "", size: tuple[int, int] = SMALL
    ) -> None:
        self.box, self.account, self.key, self.command, self.size = box, account, key, command, size
        self.name = name or account.capitalize()
        self.start_again()

    def start_again(self) -> None:
        """Come again over a new line."""
        self.terminal = self.box.ssh(self.account, self.key, *self.command, size=self.size, env=LINE)


def resize(person: Person, cols: int, rows: int) -> None:
    """Change the size of somebody's terminal, and read until everything is drawn for it."""
    mark = person.terminal.mark
    person.terminal.resize(cols, rows)
    end = time.monotonic() + WAIT
    while len(person.terminal.bytes_since(mark)) < cols * rows:
        assert time.monotonic() < end, person.seen.text
        person.terminal.pump(0.05)
    person.terminal.settle(0.5)


def raw(screen: Terminal) -> None:
    """Wait until ssh has handed the keyboard to the far side: before, the keys are for ssh itself."""
    end = time.monotonic() + WAIT
    while termios.tcgetattr(screen._fd)[3] & termios.ICANON:
        assert time.monotonic() < end, screen.screen_text()
        screen.pump(0.005)


def begin(owner: Remote, guest: Remote) -> None:
    """Begin a game of two and two bots, which nobody wins in one turn; everything is done on screens, by keys."""
    owner.open_room("abierto", "bot novato", "bot novato")
    guest.expect("Mesas en")
    guest.press("a")
    guest.expect(f"Mesa de {owner.name}")
    guest.press("enter")
    owner.expect(guest.name)
    owner.press("s")
    for person in (owner, guest):
        person.expect("Colocación")
    hasten(owner, guest)


def board_of(text: str) -> list[str]:
    """Return the map of a screen at 80x24, as far as neither bars nor notes in the corner lie on it."""
    return [line[:56].rstrip() for line in text.splitlines()[3:16]]
