"""One account speaks for many people, a key or a browser each: their own seats, and never anybody else's."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from teg_server.adapters import unix
from teg_server.rooms.caller import NOBODY, Caller, guest_of
from teg_shared.protocol.messages import Refused, SpeakFor
from teg_shared.rules.errors import RuleError

from tests.support.net import RefusedError, TestClient
from tests.support.serving import serving

ACCOUNT = Caller("unix:1001", "teg")


def test_a_guest_is_a_part_of_the_account_that_speaks_for_it() -> None:
    assert guest_of(ACCOUNT, "key:SHA256:abc") == Caller("unix:1001/key:SHA256:abc")


@pytest.mark.parametrize("guest", ["", "a b", "ñ", "x\n", "a" * 101, "\x1b[2J"])
def test_an_id_is_short_and_can_be_seen(guest: str) -> None:
    with pytest.raises(RuleError, match="guest"):
        guest_of(ACCOUNT, guest)


@pytest.mark.parametrize("caller", [NOBODY, guest_of(ACCOUNT, "one")])
def test_who_is_unknown_or_a_guest_speaks_for_nobody(caller: Caller) -> None:
    with pytest.raises(RuleError, match="guest"):
        guest_of(caller, "two")


@pytest.fixture
async def socket(tmp_path: Path) -> AsyncIterator[Path]:
    path = tmp_path / "teg.sock"
    async with serving() as server:
        listener = await unix.listen(server.service, path)
        yield path
        listener.close()


async def guest(path: Path, name: str, key: str) -> TestClient:
    client = await TestClient(name).connect_unix(path)
    await client.send(SpeakFor(key))
    return client


async def test_the_same_guest_comes_back_without_a_token_and_another_gets_another_seat(socket: Path) -> None:
    ana = await guest(socket, "Ana", "key:ana")
    room = await ana.create(["open", "open"])
    beto = await guest(socket, "Beto", "key:beto")
    await beto.join(room)
    assert (ana.seat, beto.seat) == (0, 1)
    await ana.cut()
    again = await guest(socket, "Otra", "key:ana")
    await again.join(room)
    assert again.seat == 0
    owner = await TestClient("Cuenta").connect_unix(socket)  # the account itself is not one of its guests
    with pytest.raises(RefusedError, match="room-full"):
        await owner.join(room)
    for client in (again, beto, owner):
        await client.cut()


async def test_nobody_becomes_somebody_else_in_a_room_or_after_it_was_said_once(socket: Path) -> None:
    eva = await guest(socket, "Eva", "key:eva")
    await eva.send(SpeakFor("key:ana"))
    assert (await eva.wait(Refused)).code == "guest"
    await eva.create(["open", "open"])
    await eva.send(SpeakFor("key:ana"))
    assert (await eva.wait(Refused)).code == "in-room"
    await eva.cut()
