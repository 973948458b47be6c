"""What a client keeps of the dice of a game, shows at the table and holds a record against."""

from pathlib import Path

import pytest
from teg_shared.protocol import fair
from teg_shared.protocol import messages as msg

from teg_tui import changes as ch
from teg_tui.config import Store
from teg_tui.model import Model
from teg_tui.plan import SessionPlan
from teg_tui.witness import MOST, now_seen, remember, seen, witness_file
from tests.client.core.peer import listening
from tests.client.core.person import Person
from tests.client.core.table import Table

SERVER, OTHER = bytes(range(32)), bytes(32)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store in an empty folder."""
    return Store(tmp_path / "config.toml", tmp_path / "seats.json")


def room(table: Table, status: str, fingerprint: str = "") -> msg.RoomState:
    """Return the table's room with dice that are promised."""
    plain = table.room(status)
    return msg.RoomState(
        plain.id, plain.name, plain.variant, plain.status, plain.owner, plain.seats, plain.watchers, plain.settings,
        plain.clock, plain.rematch, SERVER, fingerprint, game="r1-1",
    )  # fmt: skip


async def test_what_was_promised_is_kept_and_shown_in_place_of_the_server_s_word(store: Store) -> None:
    """The digits at the table are those of this program, whatever the server writes, and survive a new start."""
    table = Table(3, 1)
    plan = {"host": "127.0.0.1", "name": "Ana"}
    async with listening() as server:
        async with Person(SessionPlan("join", port=server.port, **plan), store) as ana:  # type: ignore[arg-type]
            peer = await server.accept()
            await peer.welcome()
            await peer.expect(msg.ListRooms)
            ana.client.join("r1")
            mine = (await peer.expect(msg.JoinRoom)).commitment
            promises = (mine, OTHER, b"")
            peer.send(msg.Joined("r1", 0, "t" * 22), room(table, "lobby"), msg.RevealNow(promises))
            shown = (await peer.expect(msg.Reveal)).value
            peer.send(room(table, "playing", "0000beef"), table.snapshot(0))
            await ana.change(ch.ViewReplaced)
            own = fair.fingerprint("r1-1", SERVER, promises)
            assert ana.model.fingerprint == own != "0000beef"
            assert ana.all(ch.DiceDoubted)
        kept = seen(witness_file(store), "r1-1")
        assert [(d.seat, d.commitment, tuple(d.commitments), d.contribution) for d in kept] == [
            (0, SERVER, promises, shown)
        ]
        async with Person(SessionPlan("join", port=server.port, room="r1", **plan), store) as again:  # type: ignore[arg-type]
            peer = await server.accept()
            await peer.welcome()
            await peer.expect(msg.ListRooms)
            again.client.join("r1", token="t" * 22)
            await peer.expect(msg.JoinRoom)
            peer.send(msg.Joined("r1", 0, "t" * 22), room(table, "playing", "0000beef"), table.snapshot(0))
            await again.change(ch.ViewReplaced)
            assert (again.model.fingerprint, again.model.fingerprint_seen) == (own, True)


def test_who_came_later_sees_the_server_s_word() -> None:
    model = Model()
    model.apply(msg.Joined("r1", -1, ""))
    model.apply(room(Table(3, 1), "playing", "0000beef"))
    assert (model.fingerprint, model.fingerprint_seen) == ("0000beef", False)


def test_before_the_game_there_is_no_fingerprint() -> None:
    model = Model()
    assert model.fingerprint == ""
    model.apply(room(Table(3, 1), "lobby"))
    assert model.fingerprint == ""


def test_a_second_call_for_the_same_game_replaces_the_first_and_old_games_go(tmp_path: Path) -> None:
    path = tmp_path / "dice.json"
    for number in range(MOST + 5):
        remember(path, now_seen(f"g{number}", 0, SERVER, (OTHER,), b""))
    remember(path, now_seen("g100", 0, SERVER, (SERVER,), b""))
    remember(path, now_seen("g100", 1, SERVER, (SERVER,), b""))
    assert not seen(path, "g0")
    assert sorted(dice.seat for dice in seen(path, "g100")) == [0, 1]
    assert seen(path, "g100")[0].commitments == [SERVER]
    assert path.stat().st_mode & 0o77 == 0


@pytest.mark.parametrize("content", [b"", b"{", b'{"games": 3}', b"\xff\xfe"])
def test_a_spoilt_file_of_promises_does_no_harm(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "dice.json"
    path.write_bytes(content)
    assert seen(path, "g1") == []
    remember(path, now_seen("g1", 0, SERVER, (OTHER,), b""))
    assert len(seen(path, "g1")) == 1
