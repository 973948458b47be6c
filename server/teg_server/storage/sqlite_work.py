"""What the writing thread does with its connection; plain functions of one thread, no waiting for anybody."""

import sqlite3
from collections.abc import Callable, Sequence

from teg_server.storage.protocol import (
    ChainError,
    Loaded,
    NewRecord,
    RoomRow,
    StoredRecord,
    StoredSnapshot,
    UnknownRoomError,
    check_chain,
    first_link,
    next_link,
    snapshot_link,
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

    def load(self, room: str, *, whole: bool) -> Loaded:
        """See Log.load."""
        self._require(room)
        snapshot, link = (None, first_link(room)) if whole else self._last_snapshot(room)
        seq = snapshot.seq if snapshot is not None else 0
        rows = self._db.execute(
            "SELECT seq, kind, payload, chain FROM record WHERE room = ? AND seq > ? ORDER BY seq", (room, seq)
        )
        records = [StoredRecord(*row) for row in rows]
        check_chain(room, records, seq, link)
        return Loaded(snapshot, records)

    def snapshot(self, room: str, seq: int, payload: bytes) -> None:
        """See Log.snapshot."""
        link = self._link(room, seq)
        if link is None:
            raise UnknownRoomError(f"room {room} has no record {seq}")
        row = room, seq, payload, snapshot_link(link, payload)
        self._db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", row)

    def rooms(self) -> list[RoomRow]:
        """See Log.rooms."""
        rows = self._db.execute(
            "SELECT id, created, finished, (SELECT coalesce(max(seq), 0) FROM record WHERE room = id)"
            " FROM room ORDER BY created, id"
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

    def _link(self, room: str, seq: int) -> bytes | None:
        row = self._db.execute("SELECT chain FROM record WHERE room = ? AND seq = ?", (room, seq)).fetchone()
        link: bytes | None = row[0] if row else None
        return link

    def _last_snapshot(self, room: str) -> tuple[StoredSnapshot | None, bytes]:
        """Return the snapshot with the link of its record; a damaged one counts as none."""
        row = self._db.execute("SELECT seq, payload, seal FROM snapshot WHERE room = ?", (room,)).fetchone()
        if row is None:
            return None, first_link(room)
        seq, payload, seal = row
        link = self._link(room, seq)
        if link is None:
            raise ChainError(room, seq)
        if snapshot_link(link, payload) != seal:
            return None, first_link(room)
        return StoredSnapshot(seq, payload), link
