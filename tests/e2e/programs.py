"""The programs as people start them: `teg` in a terminal of its own, and a host's server on disk."""

from __future__ import annotations

import contextlib
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, Self

from tests.support.keyboard import Robot, play
from tests.support.screen_reading import Seen, look
from tests.support.terminal import KEYS, Terminal

TEG: Final = str(Path(sys.executable).with_name("teg"))
WAIT: Final = 20.0
"""Seconds within which a screen must say what it is waited for to say."""
SMALL: Final = (80, 24)


def teg(home: Path, *arguments: str, size: tuple[int, int] = SMALL) -> Terminal:
    """Start `teg` in a terminal; settings and saved seats lie in `home`."""
    home.mkdir(parents=True, exist_ok=True)
    env = {"TEG_CONFIG_DIR": str(home), "TEG_DATA_DIR": str(home), "TEG_LANG": "es"}
    return Terminal([TEG, *arguments], size, env)


class Host:
    """`teg host` on a free port of loopback, which can be killed and started again on the same data.

    Attributes:
        address: HOST:PORT as people type it.
    """

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.log: IO[bytes] = (data.parent / f"{data.name}.log").open("ab")
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [TEG, "host", "--port", str(self.port), "--bot-delay", "0", "--data", str(self.data)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, start_new_session=True)
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], WAIT)[0], "the server says nothing"
        line = process.stdout.readline().decode()
        assert "listening on 127.0.0.1:" in line, line
        self.port = int(line.rpartition(":")[2])
        return process

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would, the processes of its bots with it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def restart(self) -> None:
        """Start it again on the same data and port."""
        self.process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.log.close()


class Person:
    """Somebody at a terminal, who reads and types.

    Attributes:
        home: where settings and saved seats lie.
    """

    def __init__(self, name: str, home: Path, *arguments: str, size: tuple[int, int] = SMALL) -> None:
        self.name, self.home, self.size = name, home, size
        self.arguments = arguments
        self.terminal = teg(home, *arguments, "--name", name, size=size)

    def start_again(self) -> None:
        """Start the program again, as it was started."""
        self.terminal = teg(self.home, *self.arguments, "--name", self.name, size=self.size)

    def kill(self) -> None:
        """End the program as a broken line would."""
        with contextlib.suppress(ProcessLookupError):
            self.terminal._process.send_signal(signal.SIGKILL)
        self.terminal.kill()

    @property
    def seen(self) -> Seen:
        """The screen as it is now."""
        return look(self.terminal)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each after the screen has come to rest."""
        for key in keys:
            self.terminal.send(KEYS.get(key, key).encode())
            self.terminal.pump(0.05)
            self.terminal.settle(0.08, 3.0)

    def expect(self, text: str, timeout: float = WAIT) -> Seen:
        """Read until the screen shows `text`; what it says is all that the test knows.

        Raises:
            TimeoutError: it does not come; the message holds the screen.
        """
        self.terminal.wait_for(text, timeout)
        self.terminal.settle(0.08, 3.0)
        return self.seen

    def hint(self, text: str, timeout: float = WAIT) -> Seen:
        """Read until the hint holds `text`.

        Raises:
            AssertionError: it does not; the message holds the screen.
        """
        end = time.monotonic() + timeout
        while text not in (seen := self.seen).hint:
            assert time.monotonic() < end, f"{text!r} is not said: {seen.hint!r}\n{seen.text}"
            self.terminal.pump(0.05)
        self.terminal.settle(0.15, 3.0)  # the hint may come before the map
        return self.seen

    def choose(self, key: str, wanted: str, most: int = 12) -> None:
        """Press a key until the chosen line of the sheet holds `wanted`."""
        for _ in range(most):
            sheet = self.seen.sheet
            assert sheet is not None, self.seen.text
            if wanted in sheet.chosen:
                return
            self.press(key)
        raise AssertionError(f"{wanted!r} can't be chosen with {key!r}\n{self.seen.text}")

    def open_room(self, *seats: str) -> None:
        """Make a room through the form; a seat is `abierto` or a level of bots."""
        self.expect("No hay ninguna mesa")
        self.press("n")
        for number in range(2, 7):
            wanted = seats[number - 2] if number - 2 < len(seats) else "no se usa"
            self.choose("down", f"Lugar {number}", 20)
            self.choose("right", wanted)
        self.press("enter")
        self.expect("dueño, vos")

    def robot(self, **manners: float) -> Robot:
        """Return a player at this terminal."""
        return Robot(self.terminal, **manners)  # type: ignore[arg-type]


def end_all(people: list[Person]) -> None:
    """End the programs of all."""
    for person in people:
        person.terminal.kill()


def hasten(*people: Person) -> None:
    """Let what others do be shown without pauses."""
    for person in people:
        person.press("v", "v")
        person.hint("sin pausas")
        person.press("tab")


@contextlib.contextmanager
def table(
    folder: Path, *names: str, bots: tuple[str, ...] = (), size: tuple[int, int] = SMALL
) -> Iterator[tuple[Host, list[Person]]]:
    """Yield a server and people whose game has begun; everything was done on screens, by keys."""
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(Host(folder / "server"))
        people = [Person(names[0], folder / names[0], "join", host.address, size=size)]
        stack.callback(end_all, people)
        people[0].open_room(*["abierto"] * (len(names) - 1), *bots)
        for name in names[1:]:
            people.append(Person(name, folder / name, "join", host.address, size=size))
            people[-1].expect("Esperando que")
            people[0].expect(name)
        people[0].press("s")
        for person in people:
            person.expect("Colocación")
        hasten(*people)
        yield host, people


def on_turn(people: list[Person], robots: list[Robot], timeout: float = 60) -> tuple[Person, Person]:
    """Play until one of two people has to attack, and return that one and the other."""

    def attacker() -> Person | None:
        return next((person for person in people if "Te toca: atacá" in person.seen.hint), None)

    play(*robots, timeout=timeout, until=lambda: attacker() is not None)
    found = next((person for person in people if "Te toca" in person.seen.hint), None)
    assert found is not None
    found.hint("Te toca: atacá")  # the terminal may be read in the middle of a paint
    return found, next(person for person in people if person is not found)
