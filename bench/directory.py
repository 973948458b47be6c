"""The directory of many servers on one Mosquitto: how soon a lobby knows it all, and how soon a dead host is out.

`python -m bench.directory` runs a real broker on loopback and HOSTS real publishers with ROOMS real rooms each,
half of them with a game that is told, in processes of their own. The baseline is a bare MQTT client that takes
the same retained messages and does nothing with them.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter

import aiomqtt
from teg_server.adapters.directory import Directory
from teg_server.adapters.mqtt import publishing
from teg_server.adapters.settings import MqttSettings
from teg_server.rooms.clock import SystemTime
from teg_server.rooms.lobby import make
from teg_server.rooms.room import Room
from teg_server.rooms.start import Ceremony, begin
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.directory import Topics
from teg_shared.protocol.messages import CreateRoom, SeatPlan
from teg_shared.rules.classic.settings import Settings

from bench.report import Figure, show
from teg_tui.discovery.lobby import BrokerAddress, Lobby
from tests.support.broker import MOSQUITTO, Broker

KEEPALIVE = 10
PROCESSES = 5


@dataclass
class House:
    """A server as far as a directory sees it."""

    program: str = "teg-server bench"
    draining: bool = False
    made: list[Room] = field(default_factory=list)

    def rooms(self) -> Iterable[Room]:
        """Return all of them."""
        return self.made


def room(name: str, *, playing: bool) -> Room:
    """Return a room with a person and three bots, or a running game of them."""
    seats = (SeatPlan("open"), *[SeatPlan("bot", "novato")] * 3)
    wanted = CreateRoom(f"Mesa {name}", "Ana", "classic", seats, pack_raw(Settings()))
    made, seated = make(wanted, name, ("novato",), 1_790_000_000.0)
    stands = Room(made)
    for entry in seated.entries:
        stands.apply(entry)
    if playing:
        stands.apply(begin(stands, Ceremony((b"",) * 4, 0.0), 0.0))
    return stands


async def host(port: int, first: int, count: int, rooms: int) -> None:
    """Publish `count` servers until killed, and say when they all are there."""
    async with contextlib.AsyncExitStack() as stack:
        publishers = []
        for number in range(first, first + count):
            house = House(made=[room(f"r{number:02}x{n:03}", playing=n % 2 == 0) for n in range(rooms)])
            directory = Directory(house, Topics(), f"host{number:02}", f"Casa {number}", (f"10.0.0.{number}:7464",), 90)
            settings = MqttSettings(host="127.0.0.1", port=port, keepalive=KEEPALIVE)
            publishers.append(await stack.enter_async_context(publishing(directory, settings, SystemTime())))
        await until(lambda: all(publisher.condition == "online" for publisher in publishers))
        print(f"online {sum(publisher.sent for publisher in publishers)}", flush=True)
        await asyncio.Event().wait()


async def start_hosts(port: int, first: int, count: int, rooms: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.directory", "--port", str(port), "--first", str(first), "--hosts", str(count),
        "--rooms", str(rooms), stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def until(condition: Callable[[], bool], within: float = 60.0) -> None:
    """Wait until `condition` holds."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 # what is waited for happens in other programs
            await asyncio.sleep(0.01)


async def lobby_time(port: int, servers: int, rooms: int) -> float:
    """Return the seconds from nothing to a lobby that knows every room."""
    began = perf_counter()
    source = Lobby(BrokerAddress("127.0.0.1", port), lambda: None)
    task = asyncio.create_task(source.run())

    def whole() -> bool:
        return source.model.complete(monotonic()) and len(source.listing().offers) >= servers * rooms

    await until(whole, 30)
    took = perf_counter() - began
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return took


async def bare_time(port: int, messages: int) -> float:
    """Return the seconds in which a client that does nothing gets as many messages."""
    began = perf_counter()
    async with aiomqtt.Client("127.0.0.1", port) as client:
        await client.subscribe(Topics().directory)
        got = 0
        async for _ in client.messages:
            got += 1
            if got == messages:
                return perf_counter() - began
    raise AssertionError("the broker hung up")


async def gone_time(port: int, process: asyncio.subprocess.Process, how: signal.Signals, servers: int) -> float:
    """Return the seconds from the end of a host to a lobby without its rooms."""
    source = Lobby(BrokerAddress("127.0.0.1", port), lambda: None)
    task = asyncio.create_task(source.run())

    def there() -> int:
        return len({offer.server for offer in source.listing().offers})

    await until(lambda: there() == servers)
    process.send_signal(how)
    began = perf_counter()
    await until(lambda: there() == servers - 1)
    took = perf_counter() - began
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return took


def broker_cost(pid: int) -> tuple[float, float]:
    """Return CPU seconds and megabytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / ticks, int(fields[21]) * resource.getpagesize() / 1e6


def measure(hosts: int = 50, rooms: int = 20) -> list[Figure]:
    """Measure a directory of so many hosts; nothing where there is no Mosquitto."""
    if MOSQUITTO is None:
        print("  not measured: no mosquitto on this machine")
        return []
    return asyncio.run(_measure(hosts, rooms))


async def _measure(hosts: int, rooms: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as directory:
        broker = Broker(Path(directory))
        await broker.start()
        children: list[asyncio.subprocess.Process] = []
        try:
            return await _measured(broker, children, hosts, rooms)
        finally:
            for child in children:
                with contextlib.suppress(ProcessLookupError):
                    child.send_signal(signal.SIGCONT)
                    child.kill()
                await child.wait()
            await broker.kill()


async def _measured(broker: Broker, children: list[asyncio.subprocess.Process], hosts: int, rooms: int) -> list[Figure]:
    began = perf_counter()
    shares = [(hosts - 2) // PROCESSES + (n < (hosts - 2) % PROCESSES) for n in range(PROCESSES)] + [1, 1]
    first = 0
    for share in shares:
        children.append(await start_hosts(broker.port, first, share, rooms))
        first += share
    published = 0
    for child in children:
        assert child.stdout is not None
        published += int((await child.stdout.readline()).split()[1])
    up = perf_counter() - began
    times = [await lobby_time(broker.port, hosts, rooms) for _ in range(10)]
    bare = [await bare_time(broker.port, hosts * (rooms + 1)) for _ in range(5)]
    killed = await gone_time(broker.port, children[-1], signal.SIGKILL, hosts)
    hung = await gone_time(broker.port, children[-2], signal.SIGSTOP, hosts - 1)
    assert broker.pid is not None
    cpu, memory = broker_cost(broker.pid)
    return [
        Figure(f"all {hosts} hosts published, programs started", up, "s"),
        Figure("retained messages", published, ""),
        Figure(
            "a lobby knows every room, median of 10", 1000 * median(times), "ms", 1000 * median(bare), "bare client"
        ),
        Figure("  the slowest of them", 1000 * max(times), "ms"),
        Figure("a killed host's rooms are gone after", 1000 * killed, "ms"),
        Figure(f"a hung host's rooms are gone after (keep-alive {KEEPALIVE} s)", hung, "s"),
        Figure("CPU of the broker", cpu, "s"),
        Figure("memory of the broker", memory, "MB"),
    ]


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.port:
        asyncio.run(host(wanted.port, wanted.first, wanted.hosts, wanted.rooms))
    else:
        print(f"{wanted.hosts} hosts with {wanted.rooms} rooms each on one Mosquitto, everything on this machine")
        show(measure(wanted.hosts, wanted.rooms))


if __name__ == "__main__":
    main()
