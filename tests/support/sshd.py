"""A shared machine with a real sshd: accounts, homes, /run and /etc/passwd of the test's own, on loopback.

Everything lies in a mount namespace, so the machine on which the test runs keeps its accounts and its /run.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from tests.support.terminal import Terminal

_PATH: Final = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
SSHD: Final = shutil.which("sshd", path=_PATH)
SFTP_SERVER: Final = "/usr/lib/openssh/sftp-server"
ROOT: Final = Path(__file__).parents[2]
BIN: Final = Path(sys.executable).parent
FIRST_UID: Final = 60200 + os.getpid() % 600 * 8
"""Of the accounts; nobody has such a number, and tests that run beside these have others."""
SOCKET: Final = Path("/run/teg/teg.sock")
"""Where a system's server listens, inside the namespace."""
WAIT: Final = 30.0

SETTINGS: Final = """
Port {port}
ListenAddress {address}
HostKey {here}/host_key
PidFile none
UsePAM no
StrictModes yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PrintMotd no
PrintLastLog no
AcceptEnv LANG LC_* COLORTERM
SetEnv PATH={path}
Subsystem sftp {sftp}
{more}
"""


def needs_sshd() -> None:
    """Skip the test where there can be no sshd with accounts of its own; in CI that is a failure."""
    if SSHD is None or shutil.which("ssh") is None:
        pytest.skip(
            "SSH: no sshd or no ssh on this machine (Debian, Ubuntu: apt install openssh-server openssh-client)"
        )
    if os.geteuid() != 0:
        pytest.skip("SSH: only root may make accounts in a namespace")
    probe = ["unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    if subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("SSH: this machine does not allow mount namespaces")


def make_key(where: Path, comment: str) -> Path:
    """Make a key pair and return the path of the private one."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", str(where)], check=True)
    return where


@dataclass
class Box:
    """The shared machine.

    Attributes:
        here: a folder of the test, readable for nobody else.
        accounts: names of its accounts with their shells; a home each, in /home.
        more: lines at the end of sshd's settings (a Match block).
        network: name of the network namespace that it is in, empty for that of the test.
        names: lines of its /etc/hosts beside those of the test's machine.
        port: of its sshd.
    """

    here: Path
    accounts: Mapping[str, str]
    more: str = ""
    network: str = ""
    names: str = ""
    port: int = 0
    holder: subprocess.Popen[bytes] | None = None
    children: list[subprocess.Popen[bytes]] = field(default_factory=list)

    # --- its life

    def start(self) -> None:
        """Make the namespace with the accounts; nothing runs in it yet."""
        self.here.mkdir(parents=True, exist_ok=True)
        self._write_accounts()
        script = "\n".join(self._mounts()) + "\necho ready\nexec cat\n"
        where = ["nsenter", f"--net=/run/netns/{self.network}", "--"] if self.network else []
        self.holder = subprocess.Popen(
            [*where, "unshare", "--mount", "--propagation", "private", "sh", "-e", "-c", script],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self.holder.stdout is not None
        assert self.holder.stdout.readline() == b"ready\n", "no namespace"

    def serve_ssh(self, address: str = "127.0.0.1", port: int = 0) -> None:
        """Start sshd and wait until it answers; port 0 takes a free one."""
        make_key(self.here / "host_key", "box")
        self.port = port or _free_port()
        settings = SETTINGS.format(
            address=address,
            port=self.port,
            here=self.here,
            sftp=SFTP_SERVER,
            more=self.more,
            path=f"{BIN}:/usr/bin:/bin",
        )
        (self.here / "sshd_config").write_text(settings, encoding="utf-8")
        assert SSHD is not None
        log = self.here / "sshd.log"
        self.start_program("sshd", SSHD, "-D", "-e", "-f", str(self.here / "sshd_config"))
        end = time.monotonic() + WAIT
        while "Server listening" not in log.read_text():
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        known = (self.here / "host_key.pub").read_text().split()
        (self.here / "known_hosts").write_text(f"[127.0.0.1]:{self.port} {known[0]} {known[1]}\n")

    def serve_teg(self, *arguments: str) -> None:
        """Start the system's T.E.G. server as its service does, and wait until it listens."""
        settings = self.here / "teg.toml"
        settings.write_text('bot_delay = 0.0\n[shared]\nmode = "666"\n', encoding="utf-8")
        line = self.start_teg("host", "--shared", "--ephemeral", "--config", str(settings), *arguments)
        assert line == f"teg-server listening on unix:{SOCKET}", line

    def start_teg(self, *arguments: str) -> str:
        """Start the program as a service of this machine, and return the first line that it writes."""
        process = self.start_program("teg", str(BIN / "teg"), *arguments, stdout=subprocess.PIPE)
        assert process.stdout is not None
        return process.stdout.readline().decode().rstrip("\n")

    def start_program(self, name: str, *command: str, stdout: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """Start a program as root that runs until the machine is closed; its complaints are in NAME.log."""
        with (self.here / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(_bound(self.inside(*command)), stdout=stdout, stderr=log)
        self.children.append(process)
        return process

    def close(self) -> None:
        """End everything that was started here."""
        for child in self.children:
            child.terminate()
        for child in self.children:
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdout is not None:
                child.stdout.close()
        if self.holder is not None:
            self.holder.kill()
            self.holder.communicate()

    # --- being there

    def inside(self, *command: str) -> list[str]:
        """Return the command line that runs `command` on this machine as root."""
        assert self.holder is not None
        return ["nsenter", "-t", str(self.holder.pid), "-m", "-n", "--", *command]

    def run(self, *command: str, text: str = "") -> str:
        """Run a command on this machine as root and return what it wrote."""
        done = subprocess.run(
            self.inside(*command), input=text.encode(), capture_output=True, check=False, timeout=WAIT
        )
        return (done.stdout + done.stderr).decode(errors="replace")

    def write(self, path: str, text: str, owner: str = "root", mode: str = "600") -> None:
        """Write a file on this machine."""
        folder = str(Path(path).parent)
        self.run("sh", "-c", f"mkdir -p {folder}; cat > {path}; chown {owner}: {path}; chmod {mode} {path}", text=text)

    def authorize(self, account: str, line: str) -> None:
        """Let a key into an account whose home is the account's own."""
        self.write(f"/home/{account}/.ssh/authorized_keys", line + "\n", account)
        self.run("chown", f"{account}:", f"/home/{account}/.ssh")
        self.run("chmod", "700", f"/home/{account}/.ssh")

    def ssh_command(self, account: str, key: Path, *command: str, options: tuple[str, ...] = ()) -> list[str]:
        """Return the command line of an ssh client on another machine."""
        fixed = ("IdentitiesOnly=yes", "StrictHostKeyChecking=yes", "LogLevel=ERROR", "SendEnv=LANG LC_* COLORTERM")
        known = f"UserKnownHostsFile={self.here / 'known_hosts'}"
        settings = [part for one in (*fixed, known) for part in ("-o", one)]
        where = ["-i", str(key), "-p", str(self.port), f"{account}@127.0.0.1"]
        return ["ssh", "-F", "none", *settings, *options, *where, *command]

    def ssh(
        self, account: str, key: Path, *command: str, size: tuple[int, int] = (80, 24),
        options: tuple[str, ...] = ("-t",), env: Mapping[str, str | None] | None = None,
    ) -> Terminal:  # fmt: skip
        """Start ssh in a terminal of its own."""
        return Terminal(self.ssh_command(account, key, *command, options=options), size, env)

    # --- inside

    def _write_accounts(self) -> None:
        for name in ("passwd", "group", "shadow"):
            lines = Path("/etc", name).read_text(encoding="utf-8").rstrip("\n").split("\n")
            for number, (account, shell) in enumerate(self.accounts.items(), FIRST_UID):
                home = f"/home/{account}"
                lines.append(
                    {
                        "passwd": f"{account}:x:{number}:{number}:{account}:{home}:{shell}",
                        "group": f"{account}:x:{number}:",
                        "shadow": f"{account}:*:19000:0:99999:7:::",
                    }[name]
                )
            target = self.here / f"etc-{name}"
            target.write_text("\n".join(lines) + "\n", encoding="utf-8")
            target.chmod(0o640 if name == "shadow" else 0o644)
        hosts = Path("/etc/hosts").read_text(encoding="utf-8")
        (self.here / "etc-hosts").write_text(f"{hosts}{self.names}\n", encoding="utf-8")

    def _mounts(self) -> Iterator[str]:
        """Yield the commands that make the machine out of this one."""
        for name in ("passwd", "group", "shadow", "hosts"):
            yield f"mount --bind {self.here}/etc-{name} /etc/{name}"
        yield from _opened((ROOT, Path(sys.prefix), Path(sys.base_prefix)))
        yield "mount -t tmpfs -o mode=755 tmpfs /run"
        yield "mkdir -p /run/sshd /run/teg"
        yield "mount -t tmpfs -o mode=755 tmpfs /home"
        for account in self.accounts:
            yield f"mkdir -m 700 /home/{account} && chown {account}: /home/{account}"


def _bound(command: list[str]) -> list[str]:
    """Return a command line whose program ends with this process, also if this one is killed."""
    return ["setpriv", "--pdeathsig", "KILL", "--", *command]


def _opened(paths: tuple[Path, ...]) -> Iterator[str]:
    """Yield commands that let every account reach `paths`, without changing anybody's rights."""
    closed: dict[Path, list[Path]] = {}
    for path in paths:
        shut = [parent for parent in reversed(path.resolve().parents) if not parent.stat().st_mode & 0o001]
        if shut:
            closed.setdefault(shut[0], []).append(path.resolve())
    for number, (parent, needed) in enumerate(closed.items()):
        hold = f"/mnt/hold{number}"
        yield "mountpoint -q /mnt || mount -t tmpfs tmpfs /mnt"
        for place, path in enumerate(needed):
            yield f"mkdir -p {hold}/{place} && mount --bind {path} {hold}/{place}"
        yield f"mount -t tmpfs -o mode=755 tmpfs {parent}"
        for place, path in enumerate(needed):
            yield f"mkdir -p {path} && mount --bind {hold}/{place} {path}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def box(here: Path, accounts: Mapping[str, str], more: str = "") -> Iterator[Box]:
    """Yield a shared machine with its sshd at work."""
    needs_sshd()
    made = Box(here, accounts, more)
    try:
        made.start()
        made.serve_ssh()
        yield made
    finally:
        made.close()
