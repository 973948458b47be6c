"""What every log does, in memory and on the disk."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from teg_server.storage.memory import MemoryLog
from teg_server.storage.protocol import (
    Log,
    LogBrokenError,
    LogClosedError,
    NewRecord,
    StoredSnapshot,
    UnknownRoomError,
    check_chain,
    first_link,
)
from teg_server.storage.sqlite import SqliteLog


class Time:
    """Seconds since 1970, as the test wants them."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture(params=["memory", "sqlite"])
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Log]:
    kept: Log = MemoryLog(Time()) if request.param == "memory" else await SqliteLog.open(tmp_path / "teg.db", Time())
    yield kept
    await kept.close()


def events(*payloads: bytes) -> list[NewRecord]:
    return [NewRecord("event", payload) for payload in payloads]


async def test_records_come_back_in_order_numbered_from_one_and_chained(log: Log) -> None:
    assert await log.append("r", [NewRecord("room", b"made"), *events(b"a")]) == 2
    assert await log.append("r", events(b"b")) == 3
    loaded = await log.load("r")
    assert loaded.snapshot is None
    assert [(r.seq, r.kind, r.payload) for r in loaded.records] == [
        (1, "room", b"made"),
        (2, "event", b"a"),
        (3, "event", b"b"),
    ]
    check_chain("r", loaded.records, 0, first_link("r"))


async def test_rooms_do_not_share_numbers_or_links(log: Log) -> None:
    await log.append("one", events(b"a"))
    await log.append("two", events(b"a"))
    one, two = (await log.load("one")).records[0], (await log.load("two")).records[0]
    assert one.seq == two.seq == 1
    assert one.chain != two.chain


async def test_no_records_are_no_change(log: Log) -> None:
    await log.append("r", events(b"a"))
    assert await log.append("r", []) == 1


async def test_a_snapshot_shortens_what_is_loaded_and_hides_nothing(log: Log) -> None:
    await log.append("r", events(b"a", b"b", b"c"))
    await log.snapshot("r", 1, b"old")
    await log.snapshot("r", 2, b"state")
    loaded = await log.load("r")
    assert loaded.snapshot == StoredSnapshot(2, b"state")
    assert [r.payload for r in loaded.records] == [b"c"]
    whole = await log.load("r", whole=True)
    assert whole.snapshot is None
    assert [r.payload for r in whole.records] == [b"a", b"b", b"c"]


async def test_a_snapshot_of_what_is_not_written_is_refused(log: Log) -> None:
    await log.append("r", events(b"a"))
    with pytest.raises(UnknownRoomError):
        await log.snapshot("r", 2, b"state")
    with pytest.raises(UnknownRoomError):
        await log.snapshot("other", 1, b"state")


async def test_an_unknown_room_is_said(log: Log) -> None:
    with pytest.raises(UnknownRoomError, match="nowhere"):
        await log.load("nowhere")
    with pytest.raises(UnknownRoomError):
        await log.finish("nowhere")
    await log.remove("nowhere")


async def test_rooms_are_listed_the_oldest_first_with_what_became_of_them(log: Log) -> None:
    await log.append("b", events(b"1", b"2"))
    await log.append("a", events(b"1"))
    await log.finish("b")
    first, second = await log.rooms()
    assert (first.id, first.last_seq, second.id, second.last_seq) == ("b", 2, "a", 1)
    assert first.created < second.created
    assert first.finished is not None
    assert second.finished is None


async def test_a_removed_room_is_gone_and_its_name_begins_anew(log: Log) -> None:
    await log.append("r", events(b"a", b"b"))
    await log.snapshot("r", 2, b"state")
    await log.remove("r")
    assert await log.rooms() == []
    assert await log.append("r", events(b"c")) == 1
    loaded = await log.load("r")
    assert loaded.snapshot is None
    assert [r.payload for r in loaded.records] == [b"c"]


async def test_many_rooms_append_at_once_each_in_its_own_order(log: Log) -> None:
    async def room(name: str) -> None:
        for number in range(20):
            assert await log.append(name, events(str(number).encode())) == number + 1

    await asyncio.gather(*(room(f"r{n}") for n in range(30)))
    for n in range(30):
        records = (await log.load(f"r{n}")).records
        assert [r.payload for r in records] == [str(k).encode() for k in range(20)]


async def test_a_closed_log_refuses_and_closing_twice_is_no_error(log: Log) -> None:
    await log.append("r", events(b"a"))
    await log.close()
    await log.close()
    calls: list[Callable[[], object]] = [
        lambda: log.append("r", events(b"b")),
        lambda: log.load("r"),
        log.rooms,
        lambda: log.finish("r"),
        lambda: log.remove("r"),
        lambda: log.snapshot("r", 1, b""),
    ]
    for call in calls:
        with pytest.raises(LogClosedError):
            await call()  # type: ignore[misc]


async def test_a_memory_log_can_break_for_the_tests_of_the_server() -> None:
    log = MemoryLog()
    waiting = asyncio.create_task(log.failed())
    await asyncio.sleep(0)
    log.break_down("disk full")
    assert str(await waiting) == "disk full"
    assert str(await log.failed()) == "disk full"
    with pytest.raises(LogBrokenError, match="disk full"):
        await log.append("r", events(b"a"))
