"""The schema of the SQLite log: numbered scripts, and `user_version` as the number of the last that ran."""

import sqlite3
from importlib.resources import files

from teg_server.storage.protocol import LogOpenError


def scripts() -> dict[int, str]:
    """Return every script by its number."""
    folder = files("teg_server.storage") / "migrations"
    return {
        int(entry.name.removesuffix(".sql")): entry.read_text(encoding="utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".sql")
    }


def migrate(connection: sqlite3.Connection, known: dict[int, str]) -> None:
    """Bring the schema up to date, each script with its number in one transaction.

    Raises:
        LogOpenError: if the file was made by a newer server, or is another program's.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > max(known):
        raise LogOpenError(f"the log has version {version}, this server knows {max(known)}: use a newer server")
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version == 0 and tables:
        raise LogOpenError("the file is a database of another program")
    for number in sorted(known):
        if number > version:
            connection.executescript(f"BEGIN IMMEDIATE;\n{known[number]}\nPRAGMA user_version = {number};\nCOMMIT;")
