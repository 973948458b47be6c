"""The log on the disk: what survives, what is noticed, and who is told when writing fails."""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from teg_server.storage import sqlite as module
from teg_server.storage.migrate import migrate, scripts
from teg_server.storage.protocol import (
    ChainError,
    LogBrokenError,
    LogError,
    LogOpenError,
    NewRecord,
    check_chain,
    first_link,
)
from teg_server.storage.sqlite import SqliteLog


def events(*payloads: bytes) -> list[NewRecord]:
    return [NewRecord("event", payload) for payload in payloads]


async def filled(path: Path, records: int = 10) -> None:
    """Leave a closed log at `path` with one room and records 1 to `records`."""
    log = await SqliteLog.open(path)
    for number in range(1, records + 1):
        await log.append("r", events(f"payload {number}".encode()))
    await log.close()


def tamper(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement, values).rowcount > 0


async def test_what_was_acknowledged_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "teg.db"
    await filled(path)
    log = await SqliteLog.open(path)
    assert len(await log.load("r")) == 10
    assert await log.append("r", events(b"11")) == 11
    await log.close()


async def test_commits_are_synced_and_written_ahead(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    db = log._books._db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    await log.close()


async def test_many_waiting_calls_share_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    commits: list[int] = []
    commit = log._books.commit

    def counted() -> None:
        commits.append(1)
        commit()

    monkeypatch.setattr(log._books, "commit", counted)
    await asyncio.gather(*(log.append(f"r{n}", events(b"x")) for n in range(500)))
    assert len(commits) < 100
    await log.close()


async def test_a_full_group_is_cut_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GROUP", 3)
    log = await SqliteLog.open(tmp_path / "teg.db")
    assert sorted(await asyncio.gather(*(log.append("r", events(b"x")) for _ in range(20)))) == list(range(1, 21))
    await log.close()


async def test_what_waits_at_closing_is_written(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    calls = [asyncio.create_task(log.append("r", events(b"x"))) for _ in range(50)]
    await asyncio.sleep(0)
    await log.close()
    assert len(await asyncio.gather(*calls)) == 50
    log = await SqliteLog.open(tmp_path / "teg.db")
    assert len(await log.load("r")) == 50
    await log.close()


async def test_a_caller_who_gave_up_disturbs_nobody(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    call = asyncio.create_task(log.append("r", events(b"x")))
    await asyncio.sleep(0)
    call.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await call
    assert await log.append("r", events(b"y")) == 2
    await log.close()


# --- opening


async def test_a_second_server_is_kept_out(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    with pytest.raises(LogOpenError, match="another server"):
        await SqliteLog.open(tmp_path / "teg.db", busy=0.01)
    await log.append("r", events(b"x"))
    await log.close()
    await (await SqliteLog.open(tmp_path / "teg.db")).close()


async def test_a_log_of_a_newer_server_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "teg.db"
    await filled(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(LogOpenError, match="newer"):
        await SqliteLog.open(path)


async def test_a_file_that_is_no_log_is_not_touched(tmp_path: Path) -> None:
    noise, other = tmp_path / "noise.db", tmp_path / "other.db"
    noise.write_bytes(b"not a database at all, " * 100)
    with pytest.raises(LogOpenError, match="not a database"):
        await SqliteLog.open(noise)
    with contextlib.closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE recipes (id)")
    with pytest.raises(LogOpenError, match="another program"):
        await SqliteLog.open(other)
    with pytest.raises(LogOpenError):
        await SqliteLog.open(noise / "below a file" / "teg.db")
    with pytest.raises(LogOpenError):
        await SqliteLog.open(tmp_path)


def test_migrations_run_once_each_and_in_order() -> None:
    known = {1: "CREATE TABLE a (x);", 2: "ALTER TABLE a ADD COLUMN y;"}
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, {1: known[1]})
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        migrate(db, known)
        migrate(db, known)
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        db.execute("INSERT INTO a (x, y) VALUES (1, 2)")


def test_scripts_are_numbered_without_holes() -> None:
    assert sorted(scripts()) == list(range(1, len(scripts()) + 1))


# --- tampering


@pytest.mark.parametrize(
    ("statement", "values", "seq"),
    [
        ("UPDATE record SET payload = ? WHERE seq = 6", (b"payload X",), 6),
        ("UPDATE record SET kind = ? WHERE seq = 7", ("room",), 7),
        ("UPDATE record SET chain = ? WHERE seq = 8", (b"\x00" * 32,), 8),
        ("DELETE FROM record WHERE seq = ?", (6,), 6),
        ("UPDATE record SET seq = 99 WHERE seq = ?", (10,), 10),
    ],
)
async def test_a_changed_record_is_noticed(
    tmp_path: Path, statement: str, values: tuple[object, ...], seq: int
) -> None:
    path = tmp_path / "teg.db"
    await filled(path)
    tamper(path, statement, *values)
    log = await SqliteLog.open(path)
    with pytest.raises(ChainError) as caught:
        await log.load("r")
    assert (caught.value.room, caught.value.seq) == ("r", seq)
    assert await log.append("fine", events(b"others go on")) == 1
    await log.close()


async def test_records_of_another_room_do_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "teg.db"
    await filled(path)
    tamper(path, "INSERT INTO room VALUES ('stolen', 1, NULL)")
    tamper(path, "UPDATE record SET room = 'stolen'")
    log = await SqliteLog.open(path)
    with pytest.raises(ChainError):
        await log.load("stolen")
    await log.close()


# --- failing disks


class FullDisk:
    """The books of a log whose disk is full from the third commit on."""

    def __init__(self, log: SqliteLog, fail: Callable[[], None]) -> None:
        self._commit = log._books.commit
        self._fail = fail
        self.left = 2

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            self._fail()
        self._commit()


def raise_full() -> None:
    raise sqlite3.OperationalError("database or disk is full")


def raise_bug() -> None:
    raise ZeroDivisionError("a bug")


@pytest.mark.parametrize(("fail", "why"), [(raise_full, "disk is full"), (raise_bug, "a bug")])
async def test_a_write_that_fails_is_said_to_all_and_breaks_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fail: Callable[[], None], why: str
) -> None:
    path = tmp_path / "teg.db"
    log = await SqliteLog.open(path)
    monkeypatch.setattr(log._books, "commit", FullDisk(log, fail))
    supervisor = asyncio.create_task(log.failed())
    await log.append("r", events(b"kept"))
    await log.append("r", events(b"kept too"))
    calls = [log.append("r", events(b"lost")) for _ in range(20)]
    for answer in await asyncio.gather(*calls, return_exceptions=True):
        assert isinstance(answer, LogBrokenError)
        assert why in str(answer)
    assert why in str(await supervisor)
    assert why in str(await log.failed())
    with pytest.raises(LogBrokenError):
        await log.append("r", events(b"never"))
    await log.close()
    log = await SqliteLog.open(path)
    assert [r.payload for r in await log.load("r")] == [b"kept", b"kept too"]
    await log.close()


async def test_a_supervisor_may_stop_waiting(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    supervisor = asyncio.create_task(log.failed())
    await asyncio.sleep(0)
    supervisor.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await supervisor
    assert log._watchers == []
    await log.close()


# --- torn and rotten write-ahead logs


async def wal_of(tmp_path: Path) -> tuple[bytes, bytes]:
    """Return the bytes of database and write-ahead log as a crash after 40 appends would leave them."""
    log = await SqliteLog.open(tmp_path / "live.db")
    for number in range(1, 41):
        await log.append("r", events(f"payload {number}".encode() * 20))
    images = (tmp_path / "live.db").read_bytes(), (tmp_path / "live.db-wal").read_bytes()
    await log.close()
    return images


async def test_a_torn_or_rotten_write_ahead_log_gives_a_prefix_or_an_error(tmp_path: Path) -> None:
    base, wal = await wal_of(tmp_path)
    luck = random.Random(5)
    lengths: set[int] = set()
    for number in range(60):
        rotten = bytearray(wal)
        if number % 2:
            del rotten[luck.randrange(len(wal)) :]
        else:
            rotten[luck.randrange(len(wal))] ^= 1 << luck.randrange(8)
        path = tmp_path / f"torn{number}.db"
        path.write_bytes(base)
        path.with_name(f"{path.name}-wal").write_bytes(rotten)
        try:
            log = await SqliteLog.open(path)
        except LogOpenError:
            continue
        try:
            records = await log.load("r")
        except LogError:
            continue
        finally:
            await log.close()
        check_chain("r", records, 0, first_link("r"))
        assert [r.payload for r in records] == [f"payload {n + 1}".encode() * 20 for n in range(len(records))]
        lengths.add(len(records))
    assert len(lengths) > 5
