"""Whatever ends a server between two steps of a handover, the game is played by one server, and by one only."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from teg_server.rooms import adopting, leaving
from teg_server.rooms.adopting import Adopter, Heir
from teg_server.rooms.hub import Hub
from teg_server.rooms.journal import SeatTaken, decode_entry, encode_entry
from teg_server.storage import parcel as parcels
from teg_server.storage.parcel import FORMAT, Origin, begun, claim, read_parcel, waiting
from teg_server.storage.protocol import LogError, NewRecord
from teg_server.storage.sqlite import SqliteLog
from teg_shared.protocol.messages import PROTOCOL

from tests.server.handover.town import fill, game_hash, game_log, receipts, rooms_of
from tests.support.serving import Serving, serving, until

ORIGIN = Origin("test", "this machine")


class KilledError(BaseException):
    """Ends whatever is going on, as a kill would."""


@pytest.fixture
async def records() -> list[NewRecord]:
    return await game_log()


async def left(records: list[NewRecord], tmp_path: Path, games: int = 1) -> tuple[Path, dict[str, bytes]]:
    """Leave games in a folder and return it with the hashes of their states."""
    before = await fill(tmp_path / "old", records, games)
    folder = tmp_path / "between"
    book = await SqliteLog.open(tmp_path / "old" / "teg.sqlite")
    assert await leaving.send_all(book, tmp_path / "old", folder, ORIGIN) == (games, [])
    await book.close()
    return folder, before


@asynccontextmanager
async def heir(data: Path, folder: Path, name: str = "new") -> AsyncIterator[tuple[Serving, Adopter]]:
    """Run a server that takes over when it is told to look."""
    async with serving(log=await SqliteLog.open(data / "teg.sqlite")) as server:
        me = Heir(name, ("127.0.0.1:1",), server.service.machine)
        yield server, Adopter(server.service.hub, server.log, me, lambda: server.service.draining, {folder})


def states(server: Serving) -> dict[str, bytes]:
    return {room.id: game_hash(room) for room in server.service.rooms()}


def die(*_: object, **__: object) -> Any:
    raise KilledError


def die_after(work: Callable[..., Any]) -> Callable[..., Any]:
    def done(*arguments: Any, **named: Any) -> Any:
        work(*arguments, **named)
        raise KilledError

    return done


@pytest.mark.parametrize(
    ("where", "what", "how"),
    [
        (adopting, "claim", die),
        (adopting, "claim", die_after(claim)),
        (SqliteLog, "adopt", die),
        (Hub, "admit", die),
        (adopting, "deliver", die),
        (Path, "unlink", die),
        (adopting, "deliver", die_after(parcels.deliver)),
    ],
)
async def test_a_server_that_dies_while_it_takes_over_goes_on_later(
    tmp_path: Path, records: list[NewRecord], monkeypatch: pytest.MonkeyPatch, where: Any, what: str, how: Any
) -> None:
    folder, before = await left(records, tmp_path)
    with monkeypatch.context() as patched:
        async with heir(tmp_path / "new", folder) as (server, adopter):
            patched.setattr(where, what, how)
            with pytest.raises(KilledError):
                await adopter.look()
            patched.undo()
    async with (
        heir(tmp_path / "other", folder, "other") as (other, rival),
        heir(tmp_path / "new", folder) as (
            server,
            adopter,
        ),
    ):
        await adopter.look()
        await rival.look()
        assert states(server) == before
        assert states(other) == {}
    assert [receipt.server for receipt in receipts(folder)] == ["new"]
    assert not waiting(folder)
    assert not begun(folder, "new")
    assert {name: fate[1] for name, fate in (await rooms_of(tmp_path / "new")).items()} == before


async def test_a_receipt_without_an_address_is_a_receipt(tmp_path: Path, records: list[NewRecord]) -> None:
    folder, before = await left(records, tmp_path)
    async with heir(tmp_path / "new", folder) as (server, adopter):
        adopter.me = Heir("new", (), "")
        await adopter.look()
        assert states(server) == before
    async with serving(log=await SqliteLog.open(tmp_path / "old" / "teg.sqlite")) as old:
        await until(lambda: not old.service.hub.leaving.open)
        count = len(await old.log.load("copy0"))
        for _ in range(3):
            await old.service.hub.leaving.look()
        assert len(await old.log.load("copy0")) == count


async def test_what_one_server_has_begun_no_other_touches(tmp_path: Path, records: list[NewRecord]) -> None:
    folder, before = await left(records, tmp_path)
    (path,) = waiting(folder)
    assert claim(path, "new") is not None
    assert claim(path, "other") is None
    async with heir(tmp_path / "other", folder, "other") as (other, rival):
        await rival.look()
        assert states(other) == {}
    async with heir(tmp_path / "new", folder) as (server, adopter):
        await adopter.look()
        assert states(server) == before


async def test_two_servers_that_were_copied_with_their_id_take_turns(tmp_path: Path, records: list[NewRecord]) -> None:
    """Each would take what the other has begun for its own; the lock of the folder keeps them apart."""
    folder, before = await left(records, tmp_path)
    (path,) = waiting(folder)
    assert claim(path, "new") is not None
    async with heir(tmp_path / "copy", folder) as (server, adopter):
        other = parcels.FolderLock(folder)
        assert other.take()
        await adopter.look()
        assert states(server) == {}
        other.release()
        await adopter.look()
        assert states(server) == before


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_server_that_dies_while_it_gives_away_writes_each_file_once(
    tmp_path: Path, records: list[NewRecord], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    before = await fill(tmp_path / "old", records, 1)
    folder = tmp_path / "between"
    with monkeypatch.context() as patched:
        patched.setattr(leaving, "post", die if how == "before" else die_after(parcels.post))
        book = await SqliteLog.open(tmp_path / "old" / "teg.sqlite")
        with pytest.raises(KilledError):
            await leaving.send_all(book, tmp_path / "old", folder, ORIGIN)
        await book.close()
    if how == "after":  # and somebody has taken it before the old server is back
        async with heir(tmp_path / "new", folder) as (server, adopter):
            await adopter.look()
            assert states(server) == before
    async with serving(log=await SqliteLog.open(tmp_path / "old" / "teg.sqlite")) as old:
        assert states(old) == {}, "it never plays again what it has given away"
        if how == "before":
            await until(lambda: len(waiting(folder)) == 1)
        else:
            await until(lambda: not old.service.hub.leaving.open)
            assert waiting(folder) == []


def rewritten(**fields: Any) -> Callable[[Path], None]:
    """Return what writes a file anew with other fields."""

    def write(path: Path) -> None:
        kept = read_parcel(path)
        path.write_bytes(msgspec.msgpack.encode(msgspec.structs.replace(kept, **fields)))

    return write


def changed_record(path: Path) -> None:
    kept = read_parcel(path)
    seq, kind, payload, chain = kept.rows[5]
    rows = [*kept.rows[:5], (seq, kind, payload + b"\0", chain), *kept.rows[6:]]
    path.write_bytes(msgspec.msgpack.encode(msgspec.structs.replace(kept, rows=rows)))


def unknown_entry(path: Path) -> None:
    """A later version wrote an entry that this one does not know."""
    from teg_server.storage.protocol import StoredRecord, next_link

    kept = read_parcel(path)
    last = kept.records[-1]
    payload = msgspec.msgpack.encode(["hologram", 7])
    link = next_link(last.chain, last.seq + 1, "room", payload)
    rows = [*kept.rows, tuple(StoredRecord(last.seq + 1, "room", payload, link))]
    path.write_bytes(msgspec.msgpack.encode(msgspec.structs.replace(kept, rows=rows)))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (rewritten(format="teg-game/2", program="teg-server 9.0"), "teg-server 9.0"),
        (rewritten(protocol=PROTOCOL + 1, program="teg-server 9.0"), f"protocol {PROTOCOL + 1}"),
        (rewritten(room="other"), "record 1"),
        (rewritten(rows=[]), "no game"),
        (changed_record, "record 6"),
        (unknown_entry, "hologram"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "truncated"),
        (lambda path: path.write_bytes(b"not a game"), "teggame"),
    ],
)
async def test_what_this_version_can_not_play_is_said_and_left_as_it_is(
    tmp_path: Path, records: list[NewRecord], caplog: pytest.LogCaptureFixture, spoil: Callable[[Path], None], why: str
) -> None:
    folder, _ = await left(records, tmp_path, 2)
    bad, _ = waiting(folder)
    spoil(bad)
    content = bad.read_bytes()
    async with heir(tmp_path / "new", folder) as (server, adopter):
        for _ in range(3):
            await adopter.look()
        (said,) = [line.getMessage() for line in caplog.records if "not taken" in line.getMessage()]
        assert why in said
        assert bad.name in said
        assert len(states(server)) == 1, "the other one is taken"
    assert bad.read_bytes() == content
    assert waiting(folder) == [bad]
    assert FORMAT == "teg-game/1"


@pytest.mark.parametrize("same", [True, False])
async def test_an_account_is_the_same_person_on_the_same_machine_only(
    tmp_path: Path, records: list[NewRecord], same: bool
) -> None:
    """Number 1000 is somebody else on another machine; a token brings everybody back."""
    seated = [decode_entry(record.payload) for record in records]
    owned = [
        msgspec.structs.replace(entry, identity="unix:1000") if isinstance(entry, SeatTaken) else entry
        for entry in seated
    ]
    known = [NewRecord(kept.kind, encode_entry(entry)) for kept, entry in zip(records, owned, strict=True)]
    folder, _ = await left(known, tmp_path)
    (path,) = waiting(folder)
    async with heir(tmp_path / "new", folder) as (server, adopter):
        rewritten(machine=server.service.machine if same else "another")(path)
        await adopter.look()
        (room,) = server.service.rooms()
        assert {chair.identity for chair in room.chairs if chair.kind == "human"} == {"unix:1000" if same else ""}
        assert all(chair.token for chair in room.chairs if chair.kind == "human")
    ((again, _),) = (await rooms_of(tmp_path / "new")).values()
    assert [chair.identity for chair in again.chairs] == [chair.identity for chair in room.chairs]


async def test_a_room_whose_id_is_taken_stays_outside(tmp_path: Path, records: list[NewRecord]) -> None:
    folder, _ = await left(records, tmp_path)
    await fill(tmp_path / "new", await game_log(10), 1)
    async with heir(tmp_path / "new", folder) as (server, adopter):
        mine = states(server)
        await adopter.look()
        assert states(server) == mine
    assert len(waiting(folder)) == 1


async def test_a_full_house_takes_nothing_and_a_draining_one_neither(tmp_path: Path, records: list[NewRecord]) -> None:
    folder, before = await left(records, tmp_path, 2)
    async with heir(tmp_path / "new", folder) as (server, adopter):
        server.service.hub._most = 1
        await adopter.look()
        assert len(states(server)) == 1
        server.service.hub._most = 2
        server.service.drain()
        await adopter.look()
        assert len(states(server)) == 1
        server.service.drain(draining=False)
        await adopter.look()
        assert states(server) == before


async def test_a_folder_in_which_nothing_can_be_written_stops_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    async with serving() as server:
        ana, _beto = await server.game(2)
        await server.service.hand_over(tmp_path / "file")
        assert not server.service.draining
        assert server.room(ana).status in {"playing", "over"}


async def test_a_room_that_is_back_is_not_said_to_be_gone(tmp_path: Path, records: list[NewRecord]) -> None:
    """The server finds its own receipt while it still looks for who took the room."""
    before = await fill(tmp_path / "old", records, 3)
    folder = tmp_path / "between"
    for _ in range(2):
        async with heir(tmp_path / "old", folder, "old") as (server, adopter):
            assert states(server) == before
            await server.service.hand_over(folder)
            assert states(server) == {}
            server.service.drain(draining=False)
            looks = [server.service.hub.leaving.look() for _ in range(20)]
            await asyncio.gather(*looks[:10], adopter.look(), *looks[10:])
            await adopter.look()
            await server.service.hub.leaving.look()
            assert states(server) == before


async def test_games_that_live_elsewhere_leave_the_log_without_a_file(tmp_path: Path, records: list[NewRecord]) -> None:
    """An archived game holds the secret of dice that are still to fall."""
    folder, _ = await left(records, tmp_path, 2)
    async with heir(tmp_path / "new", folder) as (_server, adopter):
        await adopter.look()
    archive = tmp_path / "archive"
    async with serving(log=await SqliteLog.open(tmp_path / "old" / "teg.sqlite")) as old:
        await until(lambda: not old.service.hub.leaving.open)
        await old.service.hub.restore(-1.0, archive)
        assert await old.log.rooms() == []
    assert not archive.exists()


async def test_a_log_that_fails_takes_the_file_of_nobody(tmp_path: Path, records: list[NewRecord]) -> None:
    folder, _ = await left(records, tmp_path)
    async with heir(tmp_path / "new", folder) as (server, adopter):
        with pytest.MonkeyPatch.context() as patched:

            async def full(*_: object) -> int:
                await asyncio.sleep(0)
                raise LogError("disk full")

            patched.setattr(SqliteLog, "adopt", full)
            await adopter.look()
            assert states(server) == {}
        assert len(begun(folder, "new")) == 1
        await adopter.look()
        assert len(states(server)) == 1
