"""A small network with every way into one game: a shared box, a broker, a site, and a laptop with three people.

The machines are namespaces of the kernel, joined by one cable. Everything listens at its usual port and has its
usual name, so that what people type there is what the documentation tells them to.
"""

from __future__ import annotations

import contextlib
import re
import select
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.support.broker import MOSQUITTO, needs_mosquitto
from tests.support.namespaces import Machine, machines
from tests.support.panes import Pane, Tmux, needs_tmux
from tests.support.sshd import BIN, ROOT, SOCKET, WAIT, Box, make_key, needs_sshd

PAGE: Final = ROOT / "docs" / "doors.md"
PEOPLE: Final = ("ana", "beto", "caro")
BOX: Final = "10.77.1.1"
"""Address of the shared box; the laptop is 10.77.1.2."""
COMMANDS: Final = ("ssh -t box teg", "teg lan", "teg lobby box")
"""What each of the three types."""
SITE: Final = f"http://{BOX}:7480/"

SSH_SETTINGS: Final = """
Host box
    SendEnv LANG LC_* COLORTERM
"""
BROKER: Final = """
user root
listener 1883
allow_anonymous true
persistence false
"""


@dataclass
class Club:
    """The network.

    Attributes:
        here: folder of the test.
        box: where server, broker, sshd and site run.
        laptop: where people are.
        network: the laptop's network, for a browser on it.
    """

    here: Path
    box: Box
    laptop: Box
    network: Machine
    host: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self, delay: float) -> None:
        """Start everything; ONE process serves the games at all doors."""
        for machine in (self.box, self.laptop):
            machine.start()
        self.box.serve_ssh("0.0.0.0", 22)
        self._let_in("ana")
        assert MOSQUITTO is not None
        (self.here / "mosquitto.conf").write_text(BROKER, encoding="utf-8")
        self.box.start_program("mosquitto", MOSQUITTO, "-c", str(self.here / "mosquitto.conf"))
        settings = self.here / "teg.toml"
        settings.write_text(f"bot_delay = {delay}\n{_settings()}", encoding="utf-8")
        self.host = self.box.start_program(
            "host", str(BIN / "teg"), "host", "--shared", "--lan", "--config", str(settings),
            "--data", str(self.here / "data"), stdout=subprocess.PIPE,
        )  # fmt: skip
        said_by(self.host, "listening on")
        data = f"TEG_DATA_DIR={self.here / 'site'}"
        site = self.box.start_program(
            "site", "env", data, "TEG_LANG=es", str(BIN / "teg"), "web", "--bind", "0.0.0.0",
            stdout=subprocess.PIPE,
        )  # fmt: skip
        line = said_by(site, "navegador")
        assert f"unix:{SOCKET}" in line, line

    def _let_in(self, account: str) -> None:
        key = make_key(self.here / account, f"{account}@laptop")
        self.box.authorize(account, key.with_suffix(".pub").read_text().strip())
        home = f"/home/{account}/.ssh"
        known = " ".join((self.box.here / "host_key.pub").read_text().split()[:2])
        for name, text in (
            ("id_ed25519", key.read_text()), ("config", SSH_SETTINGS), ("known_hosts", f"box,{BOX} {known}\n")
        ):  # fmt: skip
            self.laptop.write(f"{home}/{name}", text, account)
        self.laptop.run("chown", f"{account}:", home)
        self.laptop.run("chmod", "700", home)

    def shell(self, account: str) -> list[str]:
        """Return the command line of somebody's shell on the laptop, as a terminal there starts it."""
        env = {
            "HOME": f"/home/{account}", "USER": account, "LOGNAME": account, "SHELL": "/bin/bash",
            "TERM": "tmux-256color", "COLORTERM": "truecolor", "LANG": "es_AR.UTF-8",
            "PATH": f"{BIN}:/usr/bin:/bin", "PS1": f"{account}@laptop:~$ ",
        }  # fmt: skip
        whose = ["setpriv", f"--reuid={account}", f"--regid={account}", "--clear-groups"]
        pairs = [f"{name}={value}" for name, value in env.items()]
        return self.laptop.inside(*whose, "env", "-i", "--chdir", env["HOME"], *pairs, "bash", "--norc", "-i")


def _settings() -> str:
    """Return the server's settings, which are those of the page for hosts."""
    (found,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def said_by(process: subprocess.Popen[bytes], wanted: str) -> str:
    """Return the first line of a program that holds `wanted`.

    Raises:
        AssertionError: if it does not come.
    """
    assert process.stdout is not None
    end = time.monotonic() + WAIT
    while select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))[0]:
        line = process.stdout.readline().decode()
        if wanted in line or not line:
            assert line, f"the program ended without {wanted!r}"
            return line
    raise AssertionError(f"{wanted!r} was not said")


@contextlib.contextmanager
def club(here: Path, delay: float = 0.0) -> Iterator[Club]:
    """Yield the network with everything at work.

    Args:
        here: folder of the test.
        delay: seconds that a bot takes for a step.
    """
    needs_sshd()
    needs_mosquitto()
    with contextlib.ExitStack() as stack:
        here.mkdir(parents=True, exist_ok=True)
        far, near = stack.enter_context(machines(2))
        far.plug(near, 1)
        accounts = dict.fromkeys(PEOPLE, "/bin/bash")
        names = f"{BOX} box"
        box = Box(here / "box", accounts, network=far.name, names=names)
        laptop = Box(here / "laptop", accounts, network=near.name, names=names)
        for machine in (laptop, box):
            stack.callback(machine.close)
        made = Club(here, box, laptop, near)
        made.start(delay)
        yield made


@contextlib.contextmanager
def window(place: Club, size: tuple[int, int]) -> Iterator[tuple[Tmux, list[Pane]]]:
    """Yield a tmux with a pane for each of the three, one below the other, before their shells.

    Args:
        place: where they are.
        size: columns and rows of each pane.
    """
    needs_tmux()
    cols, rows = size
    with Tmux(place.here, (cols, len(PEOPLE) * (rows + 1)), place.shell(PEOPLE[0])) as tmux:
        for person in reversed(PEOPLE[1:]):
            tmux.split(tmux.panes()[0], place.shell(person), "-v", "-l", str(rows))
        panes = [Pane(tmux, name) for name in tmux.panes()]
        for pane, person, command in zip(panes, PEOPLE, COMMANDS, strict=True):
            tmux.entitle(pane.pane, f"{person}: {command}")
            pane.wait_for(f"{person}@laptop")
        yield tmux, panes
