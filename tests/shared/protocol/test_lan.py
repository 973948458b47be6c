"""TXT records: what is written is read, and what strangers write is cleaned or left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol.lan import MOST_ROOMS, instance_name, read_txt, write_txt
from teg_shared.protocol.messages import RoomInfo

ANA = RoomInfo("a2b3c", "Mesa | de Ana", "classic", "lobby", 6, 2, True, 0)
BETO = RoomInfo("d4e5f", "Ñandú", "classic", "playing", 4, 4, False, 12)


def record(**values: bytes) -> dict[bytes, bytes | None]:
    """Return a record as the library gives it, with some values replaced."""
    said = write_txt("box", "La caja", "teg-server 0.1.0", 1, [ANA], draining=False)
    return {key.encode(): value for key, value in (said | values).items()}


def test_a_record_comes_back_with_waiting_rooms_first() -> None:
    said = write_txt("box", "La caja", "teg-server 0.1.0", 1, [BETO, ANA], draining=True)
    entry = read_txt({key.encode(): value for key, value in said.items()})
    assert entry is not None
    assert (entry.server, entry.name, entry.program, entry.protocol) == ("box", "La caja", "teg-server 0.1.0", 1)
    assert (entry.draining, entry.count, entry.rooms) == (True, 2, (ANA, BETO))


def test_each_string_and_the_whole_record_fit_into_a_packet() -> None:
    """A string of a TXT record has 255 bytes at most, and a packet of a LAN about 1,450."""
    wide = RoomInfo("a2b3c", "漢" * 24, "negocios", "lobby", 6, 6, True, 100)
    said = write_txt("x" * 40, "漢" * 40, "p" * 90, 1, [wide] * 30, draining=True)
    assert all(len(f"{key}=") + len(value) <= 255 for key, value in said.items())
    assert sum(len(f"{key}=") + len(value) + 1 for key, value in said.items()) < 1450
    entry = read_txt({key.encode(): value for key, value in said.items()})
    assert entry is not None
    assert (entry.count, len(entry.rooms)) == (30, MOST_ROOMS)


@pytest.mark.parametrize("said", [{}, {b"v": None}, {b"v": b"2"}, {b"name": b"x"}])
def test_a_record_of_another_version_is_none(said: dict[bytes, bytes | None]) -> None:
    assert read_txt(said) is None


@pytest.mark.parametrize(
    "room",
    [
        b"", b"|", b"a2b3c|classic|2/6|p|paused|0|x", b"../x|classic|2/6|p|lobby|0|x", b"a2b3c|classic|7/6|p|lobby|0|x",
        b"a2b3c|classic|2/600|p|lobby|0|x", b"a2b3c|classic|-2/6|p|lobby|0|x", b"a2b3c|classic|2/6|?|lobby|0|x",
        b"\xff",
    ],
)  # fmt: skip
def test_an_impossible_room_is_left_out(room: bytes) -> None:
    entry = read_txt(record(r0=room))
    assert entry is not None
    assert entry.rooms == ()


def test_values_of_strangers_are_cleaned() -> None:
    hostile = "\x1b]0;x\x07\u202eA\x1b[2Jna\u200b".encode()
    entry = read_txt(
        record(
            name=hostile,
            program=hostile,
            id=b"\x1b",
            protocol=b"one",
            rooms=b"-3",
            r0=b"a2b3c|classic|2/6|p|lobby|x|" + hostile,
        )
    )
    assert entry is not None
    assert (entry.server, entry.name, entry.program, entry.protocol, entry.count) == ("", "Ana", "Ana", -1, 0)
    assert entry.rooms[0] == RoomInfo("a2b3c", "Ana", "classic", "lobby", 6, 2, True, 0)


@given(st.dictionaries(st.binary(max_size=20), st.none() | st.binary(max_size=300)))
def test_any_record_is_read_or_none(said: dict[bytes, bytes | None]) -> None:
    entry = read_txt({**said, b"v": b"1"})
    assert entry is not None
    assert entry.name.isprintable()
    assert all(room.name.isprintable() for room in entry.rooms)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("La caja", "La caja"),
        ("box.local", "box local"),
        ("\x1b[2J", "TEG"),
        ("", "TEG"),
        ("漢" * 32, "漢" * 17),
        (" . ", "TEG"),
    ],
)
def test_a_server_is_announced_by_a_short_visible_name(name: str, label: str) -> None:
    assert instance_name(name, "a1b2c3d4e5f6") == f"{label} a1b2c3d4"
    assert len(instance_name(name, "x.y").encode()) <= 60
