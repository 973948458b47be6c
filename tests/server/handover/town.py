"""Servers as processes that give games away and take them over, with games that are made once and copied."""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
from teg_server.rooms.hub import rebuild
from teg_server.rooms.journal import decode_entry, encode_entry
from teg_server.rooms.room import Room
from teg_server.storage.memory import MemoryLog
from teg_server.storage.parcel import Receipt, receipt_of
from teg_server.storage.protocol import NewRecord
from teg_server.storage.sqlite import SqliteLog
from teg_shared.protocol.diff import state_hash

from tests.support.chooser import by_lot
from tests.support.mortal import MORTAL
from tests.support.net import TestClient
from tests.support.serving import serving, until


async def game_log(steps: int = 30, variant: str = "classic") -> list[NewRecord]:
    """Return the log of one game of two people and bots, `steps` steps in, that is still going on."""
    book = MemoryLog()

    async def stay_open() -> None:
        pass

    book.close = stay_open  # type: ignore[method-assign]
    async with serving(log=book) as server:
        ana, beto = await server.game(2, "novato", "novato", variant=variant)
        plays = [client.play(by_lot(3), until=lambda: ana.session.version >= steps) for client in (ana, beto)]
        await asyncio.gather(*plays)
        room = ana.room
    return [NewRecord(record.kind, record.payload) for record in await book.load(room)]


async def fill(data: Path, records: list[NewRecord], games: int) -> dict[str, bytes]:
    """Leave a log with copies of a game in a data directory, and return the hash of each one's state by its id."""
    book = await SqliteLog.open(data / "teg.sqlite")
    beginning = decode_entry(records[0].payload)
    for number in range(games):
        made = encode_entry(msgspec.structs.replace(beginning, id=f"copy{number}"))
        await book.append(f"copy{number}", [NewRecord("room", made), *records[1:]])
    await book.close()
    return {name: fate[1] for name, fate in (await rooms_of(data)).items()}


async def rooms_of(data: Path) -> dict[str, tuple[Room, bytes]]:
    """Return every unfinished room of a log that nobody uses, with the hash of its state."""
    book = await SqliteLog.open(data / "teg.sqlite")
    try:
        found = {}
        for row in await book.rooms():
            room = rebuild([decode_entry(record.payload) for record in await book.load(row.id)])
            if row.finished is None and not room.closed:
                found[row.id] = (room, game_hash(room))
        return found
    finally:
        await book.close()


def game_hash(room: Room) -> bytes:
    """Return the hash of a room's game, empty for none."""
    return b"" if room.match is None else state_hash(room.match.game.state)


async def host(*arguments: str | Path) -> tuple[int, str, str]:
    """Run `teg host` to its end and return its code, what it said and what it logged."""
    process = await asyncio.create_subprocess_exec(
        *MORTAL, sys.executable, "-m", "teg_server", "host", *map(str, arguments),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.DEVNULL,
        env={**os.environ, "TEG_LANG": "en"},
    )  # fmt: skip
    async with asyncio.timeout(60):
        said, logged = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode(), logged.decode()


def receipts(folder: Path) -> list[Receipt]:
    """Return every receipt in a folder."""
    found = [receipt_of(folder, path.stem) for path in folder.glob("*.moved")]
    return [receipt for receipt in found if receipt is not None]


async def settled(folder: Path, games: int) -> None:
    """Wait until so many games have been taken over from a folder."""
    await until(lambda: len(receipts(folder)) >= games, 40)


async def back_at(client: TestClient, host_port: str) -> None:
    """Sit down again at the server with this address."""
    name, _, port = host_port.rpartition(":")
    await client.cut()
    await client.come_back(name, int(port))
    await client.drain(0.2)
