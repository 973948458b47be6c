"""Where the lasting connection leads: to the socket of a machine, and after a room to where it has moved."""

import socket
from pathlib import Path

import pytest
from teg_server.adapters import unix
from teg_shared.protocol.messages import (
    Bye,
    Joined,
    JoinRoom,
)

from teg_tui import connection as conn
from teg_tui.address import Address
from teg_tui.words import sentence
from tests.client.core.peer import listening
from tests.client.core.table import Table
from tests.client.core.watched import Watched, seated
from tests.support.serving import serving


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the waits between attempts out of the tests' time; their growth is tested by itself."""
    monkeypatch.setattr(conn, "FIRST_DELAY", 0.01)


async def test_a_unix_socket_is_as_good_as_tcp(tmp_path: Path) -> None:
    """Both ends of a running game over a file of this machine."""
    async with serving() as server:
        listener = await unix.listen(server.service, tmp_path / "teg.sock")
        watched = Watched(0, str(listener.path))
        watched.connection.start()
        await watched.until("online")
        await watched.connection.close()
        listener.close()


@pytest.mark.parametrize(("name", "code"), [("none.sock", "socket-none"), ("dead.sock", "socket-none")])
async def test_a_unix_socket_without_a_server_is_said(tmp_path: Path, name: str, code: str) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "dead.sock"))
    watched = Watched(0, str(tmp_path / name))
    watched.connection.start()
    status = await watched.until("closed")
    assert status.code == code
    assert str(tmp_path / name) in sentence(status.code, status.facts)
    await watched.connection.close()


# --- moved rooms


@pytest.mark.parametrize(
    ("here", "said", "there"),
    [
        ("10.0.0.1", ["b:2", "[::1]:3"], ["b:2", "[::1]:3"]),
        ("10.0.0.1", ["unix:/run/teg/teg.sock", "b:2"], ["b:2"]),
        ("/run/old.sock", ["b:2", "unix:/run/teg/teg.sock"], ["unix:/run/teg/teg.sock", "b:2"]),
        ("10.0.0.1", ["", 7, "a b", "b:99999", "c:3"], ["c:3"]),
        ("10.0.0.1", ["unix:/run/teg/teg.sock"], []),
        ("10.0.0.1", "b:2", []),
        ("10.0.0.1", None, []),
    ],
)
def test_where_a_room_went_is_believed_as_far_as_it_is_an_address(here: str, said: object, there: list[str]) -> None:
    bye = Bye("moved", {"addresses": said} if said is not None else {})
    assert [str(place) for place in conn.moved_to(bye, Address(here))] == there


async def test_a_room_that_has_moved_is_followed_and_every_place_is_tried() -> None:
    table = Table(2, 8)
    async with listening() as old, listening() as new:
        watched = Watched(old.port, room="r1")
        watched.connection.start()
        peer = await old.accept()
        await peer.welcome()
        await peer.seat(table, 0)
        await watched.heard(Joined)
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            nobody = f"127.0.0.1:{closed.getsockname()[1]}"
            peer.send(Bye("moved", {"addresses": [nobody, f"127.0.0.1:{new.port}"]}))
            back = await new.accept()
        await back.welcome()
        assert (await back.seat(table, 0)).token == "t" * 22
        await watched.heard(Joined, 2)
        assert watched.connection.address.port == new.port
        await watched.connection.close()


async def test_servers_that_send_in_a_circle_are_left_after_some_rounds() -> None:
    async with listening() as server:
        watched = Watched(server.port, room="r1")
        watched.connection.start()
        for _ in range(conn.MOST_MOVES + 1):
            peer = await server.accept()
            await peer.welcome()
            peer.send(Bye("moved", {"addresses": [f"127.0.0.1:{server.port}"]}))
        assert (await watched.until("closed")).code == "moved"
        await watched.connection.close()


async def test_a_server_that_has_not_given_its_games_away_yet_is_asked_ever_less_often() -> None:
    table = Table(2, 9)
    async with listening() as server:
        watched, peer = await seated(server, table)
        peer.send(Bye("moving", {}))
        for _ in range(4):
            peer = await server.accept()
            await peer.welcome()
            await peer.expect(JoinRoom)
            peer.send(Bye("moving", {}))
        waits = [s.attempt for s in watched.statuses if s.code == "moving"]
        assert waits[:4] == [1, 2, 3, 4]
        await watched.connection.close()
