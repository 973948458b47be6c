"""From `ssh` to the first screen beside a bare Textual app over the same line, and the bytes of a turn on it.

A real sshd on loopback with accounts of its own; needs root and openssh-server. Run alone: `python -m bench.ssh`.
"""

import compileall
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import pytest

from bench.report import Figure, in_turns, show
from tests.e2e.programs import Person
from tests.e2e.ssh.people import LINE, Remote
from tests.support.keyboard import play
from tests.support.sshd import BIN, ROOT, Box, box, make_key, needs_sshd
from tests.support.terminal import Terminal

RUNS: Final = 10
TURNS: Final = 5


def seconds_until(start: float, terminal: Terminal, text: str) -> float:
    """Return the seconds since `start` when the screen shows a text."""
    with terminal:
        while text not in terminal.screen_text():
            if not terminal.pump(0.005) and perf_counter() - start > 60:
                raise TimeoutError(f"{text!r} does not come\n{terminal.screen_text()}")
        return perf_counter() - start


def first_screens(machine: Box, key: Path) -> list[Figure]:
    """Start each program several times over the same sshd, in turns, and return the medians."""
    bare = f"cd {ROOT} && exec {sys.executable} -m bench.bare"
    starts: dict[str, tuple[str, tuple[str, ...], str]] = {
        "bare": ("ana", (bare,), "listo"),
        "ssh -t box teg, to the first screen": ("ana", ("teg",), "▀▀█▀▀"),
        "ssh -t box teg, to the rooms": ("ana", ("teg",), "Mesas en"),
        "a public key, to the first screen": ("juegos", (), "▀▀█▀▀"),
        "a public key, to the rooms": ("juegos", (), "Mesas en"),
    }
    times: defaultdict[str, list[float]] = defaultdict(list)
    for name in in_turns(list(starts), RUNS):
        account, command, text = starts[name]
        start = perf_counter()
        times[name].append(seconds_until(start, machine.ssh(account, key, *command, env=LINE), text))
    floor = median(times.pop("bare")) * 1000
    return [Figure(name, median(found) * 1000, "ms", floor, "bare Textual app") for name, found in times.items()]


def bytes_of_turns(machine: Box, key: Path) -> list[Figure]:
    """Play some turns at 80x24 against three bots, and return what came over the line for one."""
    person: Person = Remote(machine, "ana", key, "teg")
    person.open_room("bot novato", "bot novato", "bot novato")
    before = opened = person.terminal.mark
    person.press("s")
    person.expect("Te toca")
    first = person.terminal.mark - opened
    robot = person.robot()
    own: list[int] = []
    rounds: list[int] = []
    for _ in range(TURNS):
        play(robot, timeout=120, until=lambda: "Te toca" in person.seen.hint)
        mine = person.terminal.mark
        play(robot, timeout=120, until=lambda: "Te toca" not in person.seen.hint)
        own.append(person.terminal.mark - mine)
        rounds.append(person.terminal.mark - before)
        before = person.terminal.mark
    person.terminal.kill()
    return [
        Figure("from the start of the game to one's turn, 80x24", float(first), "bytes"),
        Figure("a turn of one's own, 80x24", median(own), "bytes"),
        Figure("a whole round with three bots, 80x24", median(rounds), "bytes"),
    ]


def measure() -> list[Figure]:
    """Return the figures of the line."""
    try:
        needs_sshd()
    except pytest.skip.Exception as reason:
        print(f"  not here: {reason}")
        return []
    for package in ("teg_tui", "server", "shared", "bench"):
        compileall.compile_dir(ROOT / package, quiet=2)  # as pip does at an installation; accounts may not write here
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        key = make_key(here / "key", "ana@laptop")
        public = (here / "key.pub").read_text(encoding="utf-8").strip()
        with box(here / "box", {"ana": "/bin/sh", "juegos": "/bin/sh"}) as machine:
            machine.authorize("ana", public)
            machine.authorize("juegos", machine.run(str(BIN / "teg"), "ssh-key", str(here / "key.pub")).strip())
            machine.serve_teg()
            return first_screens(machine, key) + bytes_of_turns(machine, key)


if __name__ == "__main__":
    show(measure())
