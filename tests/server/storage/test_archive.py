"""Finished rooms become files, and running ones stay."""

from pathlib import Path

import msgspec
import pytest
from teg_server.storage.archive import archive_finished, read_archive
from teg_server.storage.memory import MemoryLog
from teg_server.storage.protocol import ChainError, LogError, NewRecord
from teg_server.storage.sqlite import SqliteLog


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def three_rooms(time: Time) -> MemoryLog:
    """Return a log with `old` finished at 100, `new` finished at 200 and `open` still going on."""
    log = MemoryLog(time)
    for name, finished in (("old", 100.0), ("new", 200.0), ("open", None)):
        await log.append(name, [NewRecord("room", b"made"), NewRecord("event", name.encode())])
        if finished is not None:
            time.now = finished
            await log.finish(name)
    return log


async def test_only_what_was_finished_long_enough_ago_goes(tmp_path: Path) -> None:
    log = await three_rooms(Time())
    assert await archive_finished(log, 150, tmp_path / "archive") == ["old"]
    assert [row.id for row in await log.rooms()] == ["new", "open"]
    (path,) = (tmp_path / "archive").iterdir()
    room, records = read_archive(path)
    assert path.name == "old-100.tegroom"
    assert (room, [r.payload for r in records]) == ("old", [b"made", b"old"])


async def test_without_a_folder_old_rooms_are_deleted() -> None:
    log = await three_rooms(Time())
    assert await archive_finished(log, 1000, None) == ["old", "new"]
    assert [row.id for row in await log.rooms()] == ["open"]


async def test_the_log_on_the_disk_gives_the_same_files(tmp_path: Path) -> None:
    time = Time()
    log = await SqliteLog.open(tmp_path / "teg.db", time)
    await log.append("../up", [NewRecord("event", b"x")])
    await log.finish("../up")
    assert await archive_finished(log, 1, tmp_path) == ["../up"]
    assert read_archive(tmp_path / "%2e%2e%2fup-0.tegroom")[0] == "../up"
    await log.close()


async def test_a_folder_that_can_not_be_written_loses_no_room(tmp_path: Path) -> None:
    log = await three_rooms(Time())
    (tmp_path / "file").touch()
    with pytest.raises(LogError):
        await archive_finished(log, 1000, tmp_path / "file")
    assert len(await log.rooms()) == 3


async def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    log = await three_rooms(Time())
    await archive_finished(log, 150, tmp_path)
    path = tmp_path / "old-100.tegroom"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"made", b"fake"))
    with pytest.raises(ChainError):
        read_archive(path)
    path.write_bytes(content.replace(b"teg-archive/1", b"teg-archive/9"))
    with pytest.raises(LogError, match="format"):
        read_archive(path)


@pytest.mark.parametrize("content", [b"", b"noise", b"\x91" * 5000, msgspec.msgpack.encode({"format": 1})])
def test_a_file_that_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.tegroom"
    path.write_bytes(content)
    with pytest.raises(LogError):
        read_archive(path)
    with pytest.raises(LogError):
        read_archive(tmp_path / "nowhere")
