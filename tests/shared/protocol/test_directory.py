"""Entries of the directory: both ways, and nothing that a stranger wrote there does any harm."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol.directory import (
    ENTRY_BYTES,
    MOST_ADDRESSES,
    EntryError,
    RoomEntry,
    ServerEntry,
    Topics,
    encode_entry,
    read_room,
    read_server,
)
from teg_shared.protocol.messages import RoomInfo

SERVER = ServerEntry(
    1, "box", "La caja", "teg-server 0.1.0", 1, "open", ("10.0.0.1:8343", "[::1]:8343"), 2, 1_790_000_000, 90
)
ROOM = RoomEntry(1, "box", "a2b3c", "Mesa de Ana", "classic", "lobby", 6, 3, True, 0, 1_790_000_000, 90)


def changed(entry: ServerEntry | RoomEntry, **fields: Any) -> bytes:
    """Return the payload of an entry with other values, whether they are allowed or not."""
    return msgspec.json.encode(msgspec.to_builtins(entry) | fields)


def test_entries_come_back() -> None:
    assert read_server(encode_entry(SERVER)) == SERVER
    assert read_room(encode_entry(ROOM)) == ROOM


def test_a_room_is_listed_as_its_server_lists_it() -> None:
    info = RoomInfo("a2b3c", "Mesa de Ana", "classic", "playing", 4, 4, False, 7)
    entry = RoomEntry.of("box", info, 1_790_000_000.9, 60)
    assert (entry.server, entry.at, entry.ttl) == ("box", 1_790_000_000, 60)
    assert entry.info() == info


def test_fields_of_a_later_minor_version_are_ignored() -> None:
    assert read_room(changed(ROOM, language="es")) == ROOM


@pytest.mark.parametrize(
    "fields",
    [
        {"v": 2}, {"v": "1"}, {"server": "a/b"}, {"server": ""}, {"server": "x" * 41}, {"room": "#"}, {"room": "+"},
        {"status": "paused"}, {"seats": -1}, {"taken": 7}, {"seats": 100, "taken": 0}, {"ttl": 0}, {"ttl": 10**9},
        {"round": 1e9}, {"password": "no"}, {"name": None}, {"at": "now"}, {"at": -1},
    ],
)  # fmt: skip
def test_an_impossible_room_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(EntryError):
        read_room(changed(ROOM, **fields))


@pytest.mark.parametrize(
    "payload", [b"", b"{", b"[]", b"\xff\xfe", b"1", b"[" * 3000, b"{}" + b" " * ENTRY_BYTES, b'{"v":1}']
)
def test_what_is_no_entry_is_refused(payload: bytes) -> None:
    with pytest.raises(EntryError):
        read_server(payload)
    with pytest.raises(EntryError):
        read_room(payload)


@given(st.binary(max_size=300))
def test_any_bytes_are_an_entry_or_refused(payload: bytes) -> None:
    for read in (read_server, read_room):
        with pytest.raises(EntryError):
            read(payload)


def test_text_of_strangers_is_cleaned() -> None:
    hostile = "\x1b]52;c;ZXZpbA==\x07A\u202ena\u200b\x1b[31m"
    assert read_room(changed(ROOM, name=hostile)).name == "Ana"
    assert read_room(changed(ROOM, name="\x1b[2J")).name == "a2b3c"
    assert read_room(changed(ROOM, name="x" * 1000)).name == "x" * 24
    server = read_server(changed(SERVER, name=hostile, program=hostile, addresses=[hostile, "a b", ""] + ["x:1"] * 20))
    assert (server.name, server.program) == ("Ana", "Ana")
    assert server.addresses == ("Ana", *["x:1"] * (MOST_ADDRESSES - 3))
    assert read_server(changed(SERVER, name="\u200b")).name == "box"


def test_topics_and_their_places() -> None:
    topics = Topics("club/teg")
    assert topics.directory == "club/teg/v1/dir/#"
    assert topics.place(topics.server("box")) == ("box", "")
    assert topics.place(topics.room("box", "a2b3c")) == ("box", "a2b3c")
    assert topics.game("box", "a2b3c", "events") == "club/teg/v1/game/box/a2b3c/events"
    assert topics.place(topics.game("box", "a2b3c", "events")) is None


@pytest.mark.parametrize(
    "topic", ["", "teg/v1/dir", "teg/v1/dir/", "teg/v1/dir/a/", "teg/v1/dir/a/b/c", "x/teg/v1/dir/a", "teg/v2/dir/a"]
)
def test_other_topics_have_no_place(topic: str) -> None:
    assert Topics().place(topic) is None


@pytest.mark.parametrize("prefix", ["", "/teg", "teg/", "a//b", "teg/#", "+", "ñ", "/".join("abcdefghi")])
def test_a_prefix_is_a_plain_name(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        Topics(prefix)
