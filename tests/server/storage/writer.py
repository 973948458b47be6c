"""A program that appends to a log until it is killed, and prints what has been acknowledged: room and number."""

import asyncio
import os
import sys
from pathlib import Path

from teg_server.storage.protocol import NewRecord
from teg_server.storage.sqlite import SqliteLog


async def room(log: SqliteLog, name: str) -> None:
    seq = 0
    while True:
        seq = await log.append(name, [NewRecord("event", f"{name} {seq + n}".encode()) for n in (1, 2)])
        os.write(1, f"{name} {seq}\n".encode())


async def main() -> None:
    log = await SqliteLog.open(Path(sys.argv[1]))
    await asyncio.gather(*(room(log, f"r{n}") for n in range(int(sys.argv[2]))))


asyncio.run(main())
