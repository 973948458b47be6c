"""The durable log: SQLite with write-ahead logging, synced at every commit, one thread that writes.

A commit waits for the disk (some milliseconds), so whatever is asked meanwhile goes into the next commit
together: many rooms share one wait. Exactly one connection reads and writes; two at once may damage a
write-ahead log in SQLite before 3.51.3, so the file is locked against any other process.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from teg_server.storage import sqlite_work as work
from teg_server.storage.migrate import migrate, scripts
from teg_server.storage.protocol import (
    LogBrokenError,
    LogClosedError,
    LogError,
    LogOpenError,
    NewRecord,
    RoomRow,
    StoredRecord,
)

GROUP: Final = 1000
"""Most calls that share one commit."""
BUSY_SECONDS: Final = 2.0
"""How long to wait at the start for a server that is just going down."""

_T = TypeVar("_T")


class _Job:
    """One call on its way through the thread; its answer goes back to the loop that asked."""

    def __init__(self, do: Callable[[work.Books], Any]) -> None:
        self.do = do
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()

    def answer(self, result: object, error: BaseException | None) -> None:
        """Hand the answer over; called in the writing thread."""
        # a loop that has gone, or a caller who was cancelled, wants no answer
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._settle, result, error)

    def _settle(self, result: object, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class SqliteLog:
    """Keeps records in one SQLite file; see `protocol.Log`. `open` makes one."""

    def __init__(self, connection: sqlite3.Connection, now: Callable[[], float]) -> None:
        self._books = work.Books(connection, now)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._cause: LogBrokenError | None = None
        self._watchers: list[_Job] = []
        self._thread = threading.Thread(target=self._run, name="teg-log", daemon=True)

    @classmethod
    async def open(cls, path: Path, now: Callable[[], float] = time.time, *, busy: float = BUSY_SECONDS) -> "SqliteLog":
        """Open or make the log at `path`; `busy` is how many seconds to wait for another server to let go.

        Raises:
            LogOpenError: if that can't be done; the message says why.
        """
        log = cls(await asyncio.to_thread(_connect, path, busy), now)
        log._thread.start()
        return log

    async def append(self, room: str, records: Sequence[NewRecord]) -> int:
        """See Log.append."""
        kept = tuple(records)
        return await self._ask(lambda books: books.append(room, kept))

    async def load(self, room: str) -> list[StoredRecord]:
        """See Log.load."""
        return await self._ask(lambda books: books.load(room))

    async def adopt(self, room: str, created: float, records: Sequence[StoredRecord], *more: NewRecord) -> int:
        """See Log.adopt."""
        kept = tuple(records)
        return await self._ask(lambda books: books.adopt(room, created, kept, more))

    async def rooms(self) -> list[RoomRow]:
        """See Log.rooms."""
        return await self._ask(lambda books: books.rooms())

    async def finish(self, room: str) -> None:
        """See Log.finish."""
        await self._ask(lambda books: books.finish(room))

    async def remove(self, room: str) -> None:
        """See Log.remove."""
        await self._ask(lambda books: books.remove(room))

    async def failed(self) -> LogBrokenError:
        """See Log.failed."""
        watcher = _Job(lambda _: None)
        with self._lock:
            if self._cause is not None:
                return self._cause
            self._watchers.append(watcher)
        try:
            cause: LogBrokenError = await watcher.future
        finally:
            with self._lock:
                self._watchers = [other for other in self._watchers if other is not watcher]
        return cause

    async def close(self) -> None:
        """See Log.close."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, do: Callable[[work.Books], _T]) -> _T:
        job = _Job(do)
        with self._lock:  # so that nothing is queued behind the end
            if self._cause is not None:
                raise LogBrokenError(str(self._cause))
            if self._closed:
                raise LogClosedError("the log is closed")
            self._jobs.put(job)
        result: _T = await job.future
        return result

    # --- in the writing thread

    def _run(self) -> None:
        last = False
        while not last and self._cause is None:
            group, last = self._next_group()
            self._commit(group)
        try:
            self._books.close()
        except sqlite3.Error as error:
            self._break(error)

    def _next_group(self) -> tuple[list[_Job], bool]:
        """Wait for a job and take what has come with it; True after the last."""
        group: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == GROUP:
                return group, False
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _commit(self, group: list[_Job]) -> None:
        try:
            self._books.begin()
            answers = [_answered(job, self._books) for job in group]
            self._books.commit()
        except Exception as error:  # noqa: BLE001 - even a bug must leave nobody waiting
            self._break(error, group)
            return
        for job, result, refusal in answers:
            job.answer(result, refusal)

    def _break(self, error: Exception, group: Sequence[_Job] = ()) -> None:
        cause = LogBrokenError(f"the log could not be written: {type(error).__name__}: {error}")
        cause.__cause__ = error
        with self._lock:
            self._cause = cause
            watchers, self._watchers = self._watchers, []
            waiting = list(group)
            while True:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is not None:
                    waiting.append(job)
        for job in waiting:
            job.answer(None, LogBrokenError(str(cause)))
        for watcher in watchers:
            watcher.answer(cause, None)


def _answered(job: _Job, books: work.Books) -> tuple[_Job, object, LogError | None]:
    """Do one job; a refusal is its own, anything else breaks the log."""
    try:
        return job, job.do(books), None
    except LogError as refusal:
        return job, None, refusal


def _connect(path: Path, busy: float) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=busy, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise LogOpenError(f"{path}: {error}") from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN IMMEDIATE")  # takes the lock, for as long as the connection lives
        connection.execute("COMMIT")
        migrate(connection, scripts())
    except sqlite3.Error as error:
        connection.close()
        busy_now = "locked" in str(error)
        why = "another server is using it" if busy_now else str(error)
        raise LogOpenError(f"{path}: {why}") from error
    except LogOpenError as error:
        connection.close()
        raise LogOpenError(f"{path}: {error}") from error
    return connection
