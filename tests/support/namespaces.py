"""Networks of a test's own: namespaces of the kernel, joined by cables that lead nowhere else."""

import asyncio
import contextlib
import ctypes
import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

_IP = shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
_COUNT = itertools.count()
_NETWORK = 0x40000000
"""CLONE_NEWNET, for which Python has no name before 3.12."""


def needs_namespaces() -> None:
    """Skip the test where namespaces can't be made; in CI that is a failure."""
    if _IP is None:
        pytest.skip("LAN: no `ip` on this machine (Debian, Ubuntu: apt install iproute2)")
    if os.geteuid() != 0:
        pytest.skip("LAN: only root may make network namespaces")
    name = f"teg{os.getpid()}probe"
    if subprocess.run([_IP, "netns", "add", name], capture_output=True, check=False).returncode:
        pytest.skip("LAN: this machine does not allow network namespaces")
    ip("netns", "del", name)


def ip(*arguments: str) -> None:
    """Run `ip`."""
    assert _IP is not None
    subprocess.run([_IP, *arguments], check=True, capture_output=True)


@dataclass
class Machine:
    """A namespace: a machine of its own as far as networks are concerned."""

    name: str
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)

    def plug(self, other: "Machine", net: int) -> None:
        """Lay a cable to another machine; its ends are 10.77.NET.1 here and 10.77.NET.2 there."""
        here, there = f"t{os.getpid() % 9999}a{net}", f"t{os.getpid() % 9999}b{net}"
        ip("link", "add", here, "netns", self.name, "type", "veth", "peer", "name", there, "netns", other.name)
        for machine, link, number in ((self, here, 1), (other, there, 2)):
            ip("-n", machine.name, "addr", "add", f"10.77.{net}.{number}/24", "dev", link)
            ip("-n", machine.name, "link", "set", link, "up")

    def interfaces(self, *setting: str) -> None:
        """Change all interfaces but loopback, as `ip link set` does."""
        assert _IP is not None
        listed = subprocess.run([_IP, "-n", self.name, "-o", "link"], check=True, capture_output=True, text=True).stdout
        for line in listed.splitlines():
            link = line.split(":")[1].strip().partition("@")[0]
            if link != "lo":
                ip("-n", self.name, "link", "set", link, *setting)

    def command(self, *command: str) -> list[str]:
        """Return the command line that runs `command` on this machine."""
        assert _IP is not None
        return [_IP, "netns", "exec", self.name, *command]

    async def start(self, *command: str) -> asyncio.subprocess.Process:
        """Start a program on this machine; it ends with the test at the latest."""
        process = await asyncio.create_subprocess_exec(
            *self.command(*command),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env={**os.environ, "TEG_LANG": "es"},
        )  # fmt: skip
        self.processes.append(process)
        return process

    async def run(self, *command: str) -> str:
        """Run a program on this machine to its end, and return what it wrote."""
        process = await self.start(*command)
        said, _ = await asyncio.wait_for(process.communicate(), 60)
        return said.decode()

    async def close(self) -> None:
        """End what was started here."""
        for process in self.processes:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.communicate()


@contextlib.contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    """Make some machines without any cable."""
    needs_namespaces()
    made = [Machine(f"teg{os.getpid()}n{next(_COUNT)}") for _ in range(count)]
    try:
        for machine in made:
            ip("netns", "add", machine.name)
            ip("-n", machine.name, "link", "set", "lo", "up")
        yield made
    finally:
        for machine in made:
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "del", machine.name)


@contextlib.contextmanager
def inside(machine: Machine) -> Iterator[None]:
    """Be on a machine as far as networks are concerned: this thread, and the programs that it starts meanwhile."""
    libc = ctypes.CDLL(None, use_errno=True)
    with Path("/proc/thread-self/ns/net").open("rb") as home, Path("/run/netns", machine.name).open("rb") as there:
        assert libc.setns(there.fileno(), _NETWORK) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert libc.setns(home.fileno(), _NETWORK) == 0, os.strerror(ctypes.get_errno())
