"""What the writing thread does with its connection; plain functions of one thread, no waiting for anybody."""

import sqlite3
from collections.abc import Callable, Sequence

from teg_server.storage.protocol import (
    NewRecord,
    RoomRow,
    StoredRecord,
    UnknownRoomError,
    check_chain,
    first_link,
    next_link,
)


class Books:
    """The tables, and the last link of each room that was written to since the start."""

    def __init__(self, connection: sqlite3.Connection, now: Callable[[], float]) -> None:
        self._db = connection
        self._now = now
        self._heads: dict[str, tuple[int, bytes]] = {}

    def begin(self) -> None:
        """Begin a transaction."""
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Commit, and return when it is on the disk."""
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Close; SQLite brings the write-ahead log home and undoes what is not committed."""
        self._db.close()

    def append(self, room: str, records: Sequence[NewRecord]) -> int:
        """See Log.append."""
        seq, link = self._head(room)
        if not seq:
            self._db.execute("INSERT OR IGNORE INTO room (id, created) VALUES (?, ?)", (room, self._now()))
        rows: list[tuple[str, int, str, bytes, bytes]] = []
        for kind, payload in records:
            seq += 1
            link = next_link(link, seq, kind, payload)
            rows.append((room, seq, kind, payload, link))
        self._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?)", rows)
        self._heads[room] = seq, link
        return seq

    def load(self, room: str) -> list[StoredRecord]:
        """See Log.load."""
        self._require(room)
        rows = self._db.execute("SELECT seq, kind, payload, chain FROM record WHERE room = ? ORDER BY seq", (room,))
        records = [StoredRecord(*row) for row in rows]
        check_chain(room, records, 0, first_link(room))
        return records

    def adopt(self, room: str, created: float, records: Sequence[StoredRecord], more: Sequence[NewRecord]) -> int:
        """See Log.adopt."""
        self.remove(room)
        self._db.execute("INSERT INTO room (id, created) VALUES (?, ?)", (room, created))
        rows = [(room, *record) for record in records]
        self._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?)", rows)
        return self.append(room, more)

    def rooms(self) -> list[RoomRow]:
        """See Log.rooms."""
        rows = self._db.execute(
            "SELECT room.id, created, finished, coalesce(seq, 0), coalesce(payload, x'')"
            " FROM room LEFT JOIN record ON record.room = room.id"
            " AND seq = (SELECT max(seq) FROM record WHERE room = room.id) ORDER BY created, room.id"
        )
        return [RoomRow(*row) for row in rows]

    def finish(self, room: str) -> None:
        """See Log.finish."""
        self._require(room)
        self._db.execute("UPDATE room SET finished = ? WHERE id = ?", (self._now(), room))

    def remove(self, room: str) -> None:
        """See Log.remove."""
        self._heads.pop(room, None)
        self._db.execute("DELETE FROM room WHERE id = ?", (room,))

    def _require(self, room: str) -> None:
        if self._db.execute("SELECT 1 FROM room WHERE id = ?", (room,)).fetchone() is None:
            raise UnknownRoomError(f"there is no room {room}")

    def _head(self, room: str) -> tuple[int, bytes]:
        if room not in self._heads:
            row = self._db.execute(
                "SELECT seq, chain FROM record WHERE room = ? ORDER BY seq DESC LIMIT 1", (room,)
            ).fetchone()
            self._heads[room] = row or (0, first_link(room))
        return self._heads[room]
