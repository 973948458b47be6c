"""Finished rooms leave the log as files: the log stays small, and their records can still be read and checked."""

import asyncio
import os
from collections.abc import Container
from pathlib import Path
from typing import Final

import msgspec

from teg_server.storage.protocol import (
    Kind,
    Log,
    LogError,
    StoredRecord,
    check_chain,
    first_link,
)

FORMAT: Final = "teg-archive/1"
SUFFIX: Final = ".tegroom"
_SAFE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


class _File(msgspec.Struct, frozen=True):
    format: str
    room: str
    created: float
    finished: float
    records: list[tuple[int, Kind, bytes, bytes]]


async def archive_finished(
    log: Log, before: float, folder: Path | None, elsewhere: Container[str] = frozenset()
) -> list[str]:
    """Remove the rooms that were finished before `before` (seconds since 1970) and return their ids.

    With a folder each is written there first, but those that live `elsewhere` now; without one it is gone.

    Raises:
        LogError: if a file can't be written, or a room is damaged; rooms after it stay as they are.
    """
    done: list[str] = []
    for row in await log.rooms():
        if row.finished is None or row.finished >= before:
            continue
        if folder is not None and row.id not in elsewhere:
            records = await log.load(row.id)
            content = _File(
                FORMAT, row.id, row.created, row.finished, [(r.seq, r.kind, r.payload, r.chain) for r in records]
            )
            name = f"{file_name(row.id)}-{int(row.finished)}{SUFFIX}"
            await asyncio.to_thread(write_whole, folder, name, msgspec.msgpack.encode(content))
        await log.remove(row.id)
        done.append(row.id)
    return done


def read_archive(path: Path) -> tuple[str, list[StoredRecord]]:
    """Return the room's id and its records.

    Raises:
        LogError: if there is no such file, or it is no archive.
        ChainError: if the records are not those that were written.
    """
    try:
        content = msgspec.msgpack.decode(path.read_bytes(), type=_File)
    except (OSError, ValueError, RecursionError) as error:
        raise LogError(f"{path}: {error}") from error
    if content.format != FORMAT:
        raise LogError(f"{path}: not of the format {FORMAT}")
    records = [StoredRecord(*record) for record in content.records]
    check_chain(content.room, records, 0, first_link(content.room))
    return content.room, records


def file_name(room: str) -> str:
    """Return the room's id with whatever a file system might not like as hex."""
    return "".join(sign if sign in _SAFE else f"%{ord(sign):x}" for sign in room)


def write_whole(folder: Path, name: str, data: bytes, mode: int = 0o600) -> None:
    """Write a file that is there whole or not at all, and after a power cut as well.

    Raises:
        LogError: if that can't be done.
    """
    part = folder / f".{name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / name)
        sync_folder(folder)
    except OSError as error:
        raise LogError(f"{folder / name}: {error}") from error


def sync_folder(folder: Path) -> None:
    """Make sure that the names of files in a folder are on the disk.

    Raises:
        OSError: if that can't be done.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
