"""The server as a process of its own, on disk: actions a second, and the time from an action to its broadcast.

Six seats a room, each a real client over a socket of loopback that folds and checks every update. The time runs
from the write of an action until the last of the six has read its update. The baseline is an echo server of
asyncio and msgpack alone, with the same connections, groups and rate.
"""

import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

import msgpack
from teg_shared.protocol.codec import encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import Accepted, Update

from bench.report import Figure, percentile
from tests.support.chooser import by_lot
from tests.support.net import Chooser, TestClient
from tests.support.serving import NAMES, ServerProcess

SEATS = 6
SETTINGS = """
bot_delay = 0.0
[limits]
burst = 100000
rate = 100000
rooms_per_connection = 1000
"""


@dataclass
class Table:
    """One room with six clients, and what was measured in it."""

    clients: list[TestClient]
    choose: Chooser
    times: list[float] = field(default_factory=list)
    """Seconds from an action to the last broadcast of it."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of each update on the wire, frame and all."""
    attacks: list[int] = field(default_factory=list)
    """The same of the rolls of an attack alone."""
    over: bool = False

    async def act(self) -> None:
        """Let the seat on turn act, and wait until all six have read the update."""
        actor = next((c for c in self.clients if c.on_turn), None)
        if actor is None or actor.finished:
            self.over = True
            return
        command = self.choose(actor)
        assert command is not None, "who is on turn has something to do"
        act = actor.session.act(command)
        start = perf_counter()
        await actor.send(act)
        await actor.wait(Accepted, lambda m: m.number == act.number)
        version = actor.session.version
        await asyncio.gather(*(c.until(lambda me: me.session.version >= version) for c in self.clients))
        self.times.append(perf_counter() - start)
        for client in self.clients:
            last = next(m for m in reversed(client.seen) if isinstance(m, Update))
            size = len(frame(encode(last)))
            self.sizes.append(size)
            if len(last.events) == 1 and b"\xa4dice" in bytes(last.events[0]):
                self.attacks.append(size)
            client.seen.clear()


async def seat(server: ServerProcess, number: int) -> Table:
    """Return a dealt room of six clients."""
    clients = [TestClient(name) for name in NAMES]
    for client in clients:
        await client.connect(server.host, server.port)
    room = await clients[0].create(["open"] * SEATS, name=f"Mesa {number}")
    for client in clients[1:]:
        await client.join(room)
    await asyncio.gather(clients[0].start(), *(client.until_dealt() for client in clients[1:]))
    return Table(clients, by_lot(number))


async def closed_loop(table: Table, seconds: float) -> float:
    """Return actions a second when each follows the broadcast of the one before."""
    start = perf_counter()
    while perf_counter() - start < seconds and not table.over:
        await table.act()
    return len(table.times) / (perf_counter() - start)


async def paced(tables: list[Table], rate: float, seconds: float) -> None:
    """Let all tables act, together `rate` times a second, evenly spread."""
    gap = len(tables) / rate

    async def one(number: int, table: Table) -> None:
        due = perf_counter() + gap * number / len(tables)
        end = due + seconds
        while due < end and not table.over:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            await table.act()
            due = max(due + gap, perf_counter())

    await asyncio.gather(*(one(number, table) for number, table in enumerate(tables)))


async def bare(groups: int, rate: float, seconds: float) -> list[float]:
    """Return the same times over the echo server, with a payload of an update's size."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.echo", stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    times: list[float] = []

    async def send(writer: asyncio.StreamWriter, message: object) -> None:
        body = msgpack.packb(message)
        writer.write(len(body).to_bytes(4, "big") + body)

    async def read(reader: asyncio.StreamReader) -> None:
        msgpack.unpackb(await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big")))

    async def one(number: int) -> None:
        ends = [await asyncio.open_connection("127.0.0.1", port) for _ in range(SEATS)]
        for _, writer in ends:
            await send(writer, number)
        await asyncio.sleep(0.2)
        gap = groups / rate if rate else 0.0
        due = perf_counter() + gap * number / groups
        end = due + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            start = perf_counter()
            await send(ends[0][1], ["update", 1, [1] * 20, {"armies": [2] * 10}, b"1234"])
            await asyncio.gather(*(read(reader) for reader, _ in ends))
            times.append(perf_counter() - start)
            due = max(due + gap, perf_counter())
        for _, writer in ends:
            writer.close()

    await asyncio.gather(*(one(number) for number in range(groups)))
    process.kill()
    await process.wait()
    return times


async def run(rooms: int, rate: float, seconds: float) -> list[Figure]:
    """Return the figures of the server with one room, and with `rooms` rooms at `rate` actions a second."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "teg.toml")
        config.write_text(SETTINGS)  # noqa: ASYNC240 # before anything is served
        async with await ServerProcess.start(
            "--config", str(config), "--log-level", "warning", data=Path(folder)
        ) as server:
            alone = await seat(server, 0)
            speed = await closed_loop(alone, seconds)
            tables = [await seat(server, number + 1) for number in range(rooms)]
            await paced(tables, rate, seconds)
            for table in [alone, *tables]:
                for client in table.clients:
                    await client.cut()
    floor_one = await bare(1, 0, seconds / 2)
    floor_many = await bare(rooms, rate, seconds)
    many = [t for table in tables for t in table.times]
    sizes = alone.sizes + [s for table in tables for s in table.sizes]
    attacks = alone.attacks + [s for table in tables for s in table.attacks]
    busy = f"{rooms} rooms, {len(many) / seconds:.0f} actions/s"
    return [
        Figure("actions of one room, one after the other", speed, "/s", len(floor_one) / (seconds / 2), "bare echo"),
        *_times("one room", alone.times, floor_one),
        *_times(busy, many, floor_many),
        Figure("an update on the wire, median", median(sizes), "bytes"),
        Figure("an update on the wire, p99", percentile([float(s) for s in sizes], 0.99), "bytes"),
        Figure("the roll of an attack on the wire, median", median(attacks), "bytes"),
    ]


def _times(where: str, times: list[float], floor: list[float]) -> list[Figure]:
    return [
        Figure(f"action to last broadcast, p{share}, {where}"[:46], percentile(times, share / 100) * 1000, "ms",
               percentile(floor, share / 100) * 1000, "bare echo")
        for share in (50, 99)
    ]  # fmt: skip


def measure(*, rooms: int = 100, rate: float = 200, seconds: float = 6) -> list[Figure]:
    """Return the figures of the server."""
    return asyncio.run(run(rooms, rate, seconds))
