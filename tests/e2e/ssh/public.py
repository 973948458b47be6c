"""A machine with public accounts, set up with the very blocks of docs/ssh.md."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.e2e.ssh.people import Remote
from tests.support.sshd import BIN, ROOT, Box, box, make_key

PAGE: Final = ROOT / "docs" / "ssh.md"
KEYS: Final = ("ana", "beto", "eva")
SECRET: Final = "TOP-SECRET-OF-THE-BOX"


def block_of(account: str) -> str:
    """Return the Match block of an account from the page for hosts, with this machine's teg in it."""
    (found,) = re.findall(rf"```\n(Match User {account}\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(found).replace("/opt/teg/bin/", f"{BIN}/")


@contextlib.contextmanager
def public_box(tmp_path: Path, *, careless: bool = False) -> Iterator[Box]:
    """Yield a machine with `juegos` (a command for each key) and `publica` (one command for all keys).

    Args:
        tmp_path: folder of the test.
        careless: whether its sshd takes every variable that a client sends.
    """
    for name in KEYS:
        make_key(tmp_path / name, f"{name}@laptop")
    more = ("AcceptEnv *\n" if careless else "") + block_of("juegos") + block_of("publica")
    with box(tmp_path / "box", {"juegos": "/bin/sh", "publica": "/bin/sh"}, more) as machine:
        lines = [machine.run(str(BIN / "teg"), "ssh-key", str(tmp_path / f"{name}.pub")).strip() for name in KEYS]
        keys = [(tmp_path / f"{name}.pub").read_text().strip() for name in KEYS]
        machine.write("/home/juegos/.ssh/authorized_keys", "\n".join(lines) + "\n", mode="644")
        machine.write("/home/publica/.ssh/authorized_keys", "\n".join(keys) + "\n", mode="644")
        for account in ("juegos", "publica"):
            machine.run("chmod", "755", f"/home/{account}/.ssh")
            machine.write(f"/home/{account}/secret", SECRET, account, "600")
        machine.serve_teg()
        yield machine


def come(machine: Box, tmp_path: Path, name: str, account: str = "juegos") -> Remote:
    """Let the owner of a key come; the command that they ask for is somebody else's business."""
    return Remote(machine, account, tmp_path / name, name=name)
