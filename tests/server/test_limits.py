"""The small parts that hold callers to their share: buckets, addresses, tokens, passwords, names."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from teg_server.host.logs import _OneLine
from teg_server.host.service import Conduct, Service
from teg_server.host.speech import say
from teg_server.rooms.clock import ManualTime
from teg_server.rooms.limits import Bucket, Limits, raise_file_limit
from teg_server.rooms.names import BOT_NAMES, bot_names
from teg_server.rooms.secret import (
    new_room_id,
    new_token,
    password_fits,
    password_hash,
    token_fits,
)
from teg_server.storage.archive import read_archive
from teg_server.storage.memory import MemoryLog
from teg_server.wire.outbox import HIGH_WATER, MOST, PATIENCE, WHOLE_PATIENCE, Outbox
from teg_shared.protocol.codec import decode_from_server
from teg_shared.protocol.framing import HEADER
from teg_shared.protocol.messages import Bye
from teg_shared.protocol.whereabouts import token_hash

from tests.support.serving import LocalThinker, serving


class Wire(asyncio.Transport):
    """A transport that keeps what is written, as one whose reader takes nothing."""

    def __init__(self, host: str = "10.0.0.7") -> None:
        super().__init__({"peername": (host, 1234)})
        self.written = b""
        self.taken = 0
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return len(self.written) - self.taken

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        del high, low

    def is_closing(self) -> bool:
        return self.closed

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    close = abort


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(burst=3, rate=2)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(10.4)
    assert bucket.take(10.9)
    assert not bucket.take(10.9)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_a_token_has_more_than_128_bits_and_only_its_hash_is_kept() -> None:
    token = new_token()
    assert len(token) * 6 >= 128
    assert new_token() != token
    assert token_fits(token, token_hash(token))
    assert not token_fits(token[:-1], token_hash(token))
    assert not token_fits("", b"")
    assert token.encode() not in token_hash(token)


def test_a_password_is_salted() -> None:
    assert password_hash("mate") != password_hash("mate")
    assert password_fits("mate", password_hash("mate"))
    assert not password_fits("maté", password_hash("mate"))
    assert password_fits("anything", password_hash(""))


def test_room_ids_can_be_read_aloud_and_are_not_repeated() -> None:
    ids: set[str] = set()
    for _ in range(200):
        ids.add(new_room_id(ids))
    assert len(ids) == 200
    assert not set("".join(ids)) & set("01oilOIL")


def test_bots_have_names_that_nobody_else_has() -> None:
    names = bot_names(6, ["PAMPERO", "Ana"])
    assert len(set(names)) == 6
    assert "Pampero" not in names
    assert len(set(bot_names(40, BOT_NAMES))) == 40


def test_there_is_room_for_some_connections() -> None:
    assert raise_file_limit() >= 16


def test_an_outbox_leaves_out_steps_while_its_reader_is_behind() -> None:
    wire = Wire()
    box = Outbox(wire)
    assert box.offer(b"1")
    box.paused()
    assert not box.offer(b"2")
    box.push(b"3")
    box.resumed()
    assert box.offer(b"4")
    assert wire.written == b"134"


def test_an_outbox_has_patience_with_who_reads_slowly_and_not_for_ever() -> None:
    wire = Wire()
    box = Outbox(wire)
    box.push(b"x" * HIGH_WATER)
    box.paused()
    assert not box.stuck(0.0)
    assert not box.stuck(PATIENCE - 1)
    wire.taken += 1
    assert not box.stuck(PATIENCE)
    assert not box.stuck(2 * PATIENCE - 1)
    assert box.stuck(2 * PATIENCE)
    for second in range(int(WHOLE_PATIENCE)):
        wire.taken += 1
        assert box.stuck(30.0 + second) == (30.0 + second >= WHOLE_PATIENCE)


def test_an_outbox_holds_no_more_than_its_limit_but_for_one_big_answer() -> None:
    wire = Wire()
    box = Outbox(wire)
    box.push(b"x" * (2 * MOST), big=True)
    box.push(b"y")
    assert wire.written.endswith(b"y")
    box.push(b"z" * MOST)
    assert box.lost
    assert box.stuck(0.0)


async def test_one_address_of_the_network_has_only_so_many_places() -> None:
    service = Service(MemoryLog(), LocalThinker(), Conduct(Limits(per_address=2)), ManualTime())
    wires = [Wire() for _ in range(3)]
    taken = [service.opened(wire, Outbox(wire), "far") for wire in wires]
    assert [connection is not None for connection in taken] == [True, True, False]
    assert decode_from_server(wires[2].written[HEADER:]) == Bye("server-full", {})
    near = Wire("127.0.0.1")
    assert service.opened(near, Outbox(near), "near") is not None
    assert taken[0] is not None
    taken[0].lost()
    again = Wire()
    assert service.opened(again, Outbox(again), "far") is not None


def test_a_log_line_stays_one_line() -> None:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "joined name=%s", ("a\nb\x1b[2J\u202e",), None)
    assert _OneLine("%(message)s").format(record) == "joined name=a�b�[2J�"


@pytest.mark.parametrize(
    ("variables", "word"),
    [
        ({"LANG": "es_AR.UTF-8"}, "escucha"),
        ({"LANG": "en_US.UTF-8"}, "listens"),
        ({"LANG": "C"}, "escucha"),
        ({"LC_ALL": "en_GB", "LANG": "es_AR"}, "listens"),
        ({"TEG_LANG": "es", "LC_ALL": "en_GB"}, "escucha"),
        ({}, "escucha"),
    ],
)
def test_the_host_is_spoken_to_in_its_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], word: str
) -> None:
    for name in ("TEG_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert word in say("host")


async def test_finished_rooms_leave_the_log_for_files(tmp_path: Path) -> None:
    log, time = MemoryLog(now=lambda: 1000.0), ManualTime(1000.0)
    conduct = Conduct(keep_days=1.0, archive=tmp_path)
    service = Service(log, LocalThinker(), conduct, time)
    async with serving(log=log) as server:
        (ana,) = await server.table(1, "random")
        room = ana.room
        await server.service.find(room).close("empty")
        assert await service.hub.restore(1.0, tmp_path) == 0
        assert [row.id for row in await log.rooms()] == [room]
        time.advance(2 * 86400)
        await service.hub.restore(1.0, tmp_path)
        assert await log.rooms() == []
    (file,) = await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
    assert read_archive(file)[0] == room
