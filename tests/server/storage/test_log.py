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
    assert [(r.seq, r.kind, r.payload) for r in loaded] == [
        (1, "room", b"made"),
        (2, "event", b"a"),
        (3, "event", b"b"),
    ]
    check_chain("r", loaded, 0, first_link("r"))


async def test_rooms_do_not_share_numbers_or_links(log: Log) -> None:
    await log.append("one", events(b"a"))
    await log.append("two", events(b"a"))
    one, two = (await log.load("one"))[0], (await log.load("two"))[0]
    assert one.seq == two.seq == 1
    assert one.chain != two.chain


async def test_no_records_are_no_change(log: Log) -> None:
    await log.append("r", events(b"a"))
    assert await log.append("r", []) == 1


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
    assert (first.id, first.last_seq, first.last) == ("b", 2, b"2")
    assert (second.id, second.last_seq, second.last) == ("a", 1, b"1")
    assert first.created < second.created
    assert first.finished is not None
    assert second.finished is None


async def test_a_removed_room_is_gone_and_its_name_begins_anew(log: Log) -> None:
    await log.append("r", events(b"a", b"b"))
    await log.remove("r")
    assert await log.rooms() == []
    assert await log.append("r", events(b"c")) == 1
    loaded = await log.load("r")
    assert [r.payload for r in loaded] == [b"c"]


async def test_a_room_of_another_log_is_adopted_link_by_link_in_place_of_its_own_past(log: Log) -> None:
    other = MemoryLog()
    await other.append("r", events(b"a", b"b", b"c"))
    theirs = await other.load("r")
    await log.append("r", events(b"a"))
    await log.finish("r")
    assert await log.adopt("r", 7.0, theirs, NewRecord("room", b"adopted")) == 4
    assert (await log.load("r"))[:3] == theirs
    (row,) = await log.rooms()
    assert (row.created, row.finished, row.last) == (7.0, None, b"adopted")
    assert await log.append("r", events(b"d")) == 5
    check_chain("r", await log.load("r"), 0, first_link("r"))


async def test_many_rooms_append_at_once_each_in_its_own_order(log: Log) -> None:
    async def room(name: str) -> None:
        for number in range(20):
            assert await log.append(name, events(str(number).encode())) == number + 1

    await asyncio.gather(*(room(f"r{n}") for n in range(30)))
    for n in range(30):
        records = await log.load(f"r{n}")
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
        lambda: log.adopt("r", 1.0, []),
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
