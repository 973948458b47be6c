"""How long a server that was killed takes to have its rooms back: many games in mid-play, on disk, of both variants.

The baseline is what the log itself costs: reading all records and checking their chain, without a rule looked at.
"""

import asyncio
import itertools
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec
from teg_server.bots import make
from teg_server.host.service import Conduct, Service
from teg_server.rooms import journal, play
from teg_server.rooms.hub import rebuild
from teg_server.rooms.room import Room
from teg_server.rooms.start import Ceremony, begin
from teg_server.storage.protocol import NewRecord
from teg_server.storage.sqlite import SqliteLog
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import SeatPlan
from teg_shared.rules.registry import VARIANTS

from bench.report import Figure
from tests.support.serving import LocalThinker

ROOMS: Final = 1000
GAMES: Final = {"classic": (6, 6, 900), "negocios": (6, 6, 400)}
"""Games by variant: how many different ones, seats, and steps of the longest; a game of four ends after 500 or 350."""


def game(variant: str, seats: int, steps: int, seed: int) -> list[journal.AnyEntry]:
    """Return what a room has in its log after so many steps of a game between computer players."""
    rules = VARIANTS[variant]
    plans = (SeatPlan("open"), *(SeatPlan("bot", "novato") for _ in range(seats - 1)))
    settings = pack_raw(rules.settings_type())
    made = journal.RoomMade("?", "Mesa", variant, settings, 0, b"", plans, ("", *"BCDEFGH"[: seats - 1]), 0.0)
    room = Room(made)
    entries: list[journal.AnyEntry] = [made]

    def add(entry: journal.AnyEntry, events: list[msgspec.Struct] | None = None) -> None:
        entries.append(entry)
        room.apply(entry, events)

    secret = random.Random(seed).randbytes(32)
    add(journal.DiceChosen("?-1", secret))
    add(journal.SeatTaken(0, "Ana", secret, b""))
    add(begin(room, Ceremony(room.commitments, 0.0), 0.0))
    players: list[Any] = [make("novato", seed + seat, variant) for seat in range(seats)]
    while room.prompted and len(entries) < steps:
        assert room.match is not None
        for seat in reversed(room.prompted):
            view = rules.view(room.match.game.state, seat)
            command = players[seat].react(view, seat)
            if command is None and seat in room.pace.seats:
                command = players[seat].choose(view, seat)
            if command is not None:
                move = play.act(room, seat, 0, pack_raw(command), "bot")
                break
        else:
            raise AssertionError("nobody acts")
        add(move.entry, move.events)
    return entries


async def fill(path: Path, rooms: int) -> int:
    """Write a log with so many rooms and return how many records it has."""
    kinds = [
        game(variant, seats, steps * (nth + 1) // count, nth)
        for variant, (count, seats, steps) in GAMES.items()
        for nth in range(count)
    ]
    log = await SqliteLog.open(path)
    written = 0
    for number, entries in zip(range(rooms), itertools.cycle(kinds), strict=False):
        made = entries[0]
        assert isinstance(made, journal.RoomMade)
        own = [msgspec.structs.replace(made, id=f"r{number}"), *entries[1:]]
        await log.append(f"r{number}", [NewRecord("event", journal.encode_entry(entry)) for entry in own])
        written += len(own)
    await log.close()
    return written


async def read(path: Path) -> float:
    """Return the seconds in which the log alone gives out all its records."""
    log = await SqliteLog.open(path)
    start = perf_counter()
    for row in await log.rooms():
        await log.load(row.id)
    spent = perf_counter() - start
    await log.close()
    return spent


async def restart(path: Path, rooms: int) -> float:
    """Return the seconds from the opening of the log until every room is back."""
    start = perf_counter()
    log = await SqliteLog.open(path)
    service = Service(log, LocalThinker(), Conduct())
    async with service.running():
        spent = perf_counter() - start
        assert len(service.hub) == rooms
    return spent


async def _measure(rooms: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "teg.sqlite"
        records = await fill(path, rooms)
        size = path.stat().st_size
        reading = await read(path)
        spent = await restart(path, rooms)
        log = await SqliteLog.open(path)
        payloads = [record.payload for record in await log.load("r11")]
        await log.close()
    start = perf_counter()
    entries = [journal.decode_entry(payload) for payload in payloads]
    decoding = perf_counter() - start
    rebuild(entries)
    folding = perf_counter() - start - decoding
    return [
        Figure(f"restart with {rooms} games", spent, "s", reading, "reading the log alone"),
        Figure("a game", 1000 * spent / rooms, "ms"),
        Figure("records a game", records / rooms, ""),
        Figure("a step", 1e6 * spent / records, "µs"),
        Figure("bytes of the log a game", size / rooms, "B"),
        Figure("one long game of negocios, entries decoded", 1000 * decoding, "ms"),
        Figure("one long game of negocios, events folded", 1000 * folding, "ms"),
    ]


def measure(rooms: int = ROOMS) -> list[Figure]:
    """Return the figures of a restart."""
    return asyncio.run(_measure(rooms))


if __name__ == "__main__":
    from bench.report import show

    show(measure(int(sys.argv[1]) if len(sys.argv) > 1 else ROOMS))
