"""A real Mosquitto for a test: its own settings, on a loopback port, ended with the test."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def needs_mosquitto() -> None:
    """Skip the test where there is no broker; in CI that is a failure."""
    if MOSQUITTO is None:
        pytest.skip("MQTT: no mosquitto on this machine (Debian, Ubuntu: apt install mosquitto)")


def free_port() -> int:
    """Return a port of loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Broker:
    """One Mosquitto process; it can be killed, hung and started again at the same port."""

    def __init__(self, directory: Path, *, port: int = 0, settings: str = "allow_anonymous true") -> None:
        self.port = port or free_port()
        self._file = directory / f"mosquitto-{self.port}.conf"
        # started by root it would become an account that can't read the test's files
        whose = "user root\n" if os.geteuid() == 0 else ""
        self._file.write_text(f"{whose}listener {self.port} 127.0.0.1\npersistence false\n{settings}\n")
        self._log = directory / f"mosquitto-{self.port}.log"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it listens."""
        assert MOSQUITTO is not None
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                MOSQUITTO, "-c", str(self._file), stdout=log, stderr=log
            )
        async with asyncio.timeout(10):
            while True:
                assert self._process.returncode is None, self._log.read_text()
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.02)

    @property
    def pid(self) -> int | None:
        """Its process, None before the start."""
        return None if self._process is None else self._process.pid

    async def kill(self) -> None:
        """End it without a farewell."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            await self._process.wait()

    def hang(self) -> None:
        """Let it stand still with its sockets open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End the standstill."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextlib.asynccontextmanager
async def broker(directory: Path, *, settings: str = "allow_anonymous true") -> AsyncIterator[Broker]:
    """Run a broker for the length of a block."""
    needs_mosquitto()
    running = Broker(directory, settings=settings)
    await running.start()
    try:
        yield running
    finally:
        await running.kill()
