"""Who is known by the kernel needs no token: the seat is theirs because of who they are (T4)."""

from pathlib import Path

import msgspec
import pytest
from teg_server.adapters import unix
from teg_server.rooms import journal
from teg_server.rooms.caller import Caller
from teg_server.rooms.hub import rebuild
from teg_server.storage.memory import MemoryLog
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import CreateRoom, Joined, JoinRoom, LeaveRoom, Notice, SeatPlan
from teg_shared.rules.classic.settings import Settings

from tests.support.net import ClosedError, RefusedError, TestClient
from tests.support.serving import Serving, serving


class Town:
    """A server at a Unix socket, at which every client says by its path who it is: tests have one uid only."""

    def __init__(self, server: Serving, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server, self.path = server, path
        self._who = Caller()
        monkeypatch.setattr(unix, "caller_of", lambda _: self._who)

    async def client(self, uid: int, account: str = "", name: str = "") -> TestClient:
        self._who = Caller(f"unix:{uid}", account)
        client = await self.server.client_at(self.path)
        client.name = name
        return client


async def sit(client: TestClient, room: str, **wanted: object) -> Joined:
    await client.send(JoinRoom(room, client.name, commitment=client.commitment, **wanted))  # type: ignore[arg-type]
    return await client.wait_or_refusal(Joined)


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    async with serving(log=MemoryLog()) as server:
        listener = await unix.listen(server.service, tmp_path / "teg.sock")
        yield Town(server, listener.path, monkeypatch)
        listener.close()


async def create(client: TestClient, *seats: str, password: str = "") -> str:
    plans = tuple(SeatPlan("open") if seat == "open" else SeatPlan("bot", seat) for seat in seats)
    await client.send(
        CreateRoom("Mesa", client.name, "classic", plans, pack_raw(Settings()), 0, password, client.commitment)
    )
    await client.wait_or_refusal(Joined)
    return client.room


async def test_the_account_is_the_name_of_who_gives_none(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open", "novato")
    beto = await town.client(1001, "b" * 30, "  ")
    await sit(beto, room)
    assert [chair.name for chair in town.server.room(ana).chairs][:2] == ["ana", "b" * 16]


async def test_a_name_that_is_given_counts_more_than_the_account(town: Town) -> None:
    ana = await town.client(1000, "ana", "Anita")
    await create(ana, "open", "novato")
    assert town.server.room(ana).chairs[0].name == "Anita"


async def test_who_has_neither_name_nor_account_is_refused(town: Town) -> None:
    nobody = await town.client(1002)
    with pytest.raises(RefusedError, match="name-empty"):
        await create(nobody, "open", "novato")


async def test_a_person_comes_back_without_token_password_or_the_same_name(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open", "novato", password="clave")
    await ana.start()
    first = ana.session.token
    await ana.cut()
    again = await town.client(1000, "ana", "Otra")
    joined = await sit(again, room)
    assert joined.seat == 0
    assert joined.token not in {"", first}
    await again.until_dealt()
    assert town.server.room(again).chairs[0].name == "ana"


async def test_the_new_token_brings_the_seat_back_over_the_network(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "novato")
    old = ana.session.token
    await ana.cut()
    again = await town.client(1000, "ana")
    token = (await sit(again, room)).token
    remote = await town.server.client("Ana")
    with pytest.raises(RefusedError, match="token-unknown"):
        await sit(remote, room, token=old)
    assert (await sit(remote, room, token=token)).seat == 0


async def test_a_stale_token_does_not_keep_a_known_person_out(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "novato")
    again = await town.client(1000, "ana")
    assert (await sit(again, room, token="stale")).seat == 0


async def test_a_second_terminal_of_one_person_displaces_the_first(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open")
    second = await town.client(1000, "ana")
    assert (await sit(second, room)).seat == 0
    with pytest.raises(ClosedError, match="displaced"):
        await ana.until(lambda _: False)


async def test_another_account_gets_another_seat_and_the_password_is_asked(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open", password="clave")
    beto = await town.client(1001, "beto")
    with pytest.raises(RefusedError, match="password-needed"):
        await sit(beto, room)
    assert (await sit(beto, room, password="clave")).seat == 1


async def test_an_unknown_caller_never_gets_a_known_seat(town: Town) -> None:
    """Two callers without identity are not the same person, and neither is anybody's seat."""
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open", "open")
    assert (await sit(await town.server.client("Uno"), room)).seat == 1
    assert (await sit(await town.server.client("Dos"), room)).seat == 2


async def test_a_known_person_may_watch_besides(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "novato")
    watching = await town.client(1000, "ana", "Mira")
    assert (await sit(watching, room, watch=True)).seat == -1
    assert ana.bye is None


async def test_who_gave_the_seat_up_does_not_come_back(town: Town) -> None:
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open", "novato")
    beto = await town.client(1001, "beto")
    await sit(beto, room)
    await ana.start()
    await ana.send(LeaveRoom(for_good=True))
    await ana.wait(Notice, lambda notice: notice.code == "you-left")
    with pytest.raises(RefusedError, match="game-running"):
        await sit(ana, room)


async def test_the_seat_is_still_theirs_after_a_restart(town: Town) -> None:
    """What the log keeps of a room is enough to know who sits where."""
    ana = await town.client(1000, "ana")
    room = await create(ana, "open", "open", "novato")
    await sit(await town.client(1000, "ana"), room)
    loaded = await town.server.log.load(room)
    back = rebuild([journal.decode_entry(record.payload) for record in loaded])
    assert [chair.identity for chair in back.chairs] == ["unix:1000", "", ""]
    assert back.chairs[0].token == town.server.service.find(room).room.chairs[0].token


def test_entries_of_logs_from_before_identities_are_read() -> None:
    old = journal.SeatTaken(0, "Ana", b"t", b"c")
    fields = msgspec.msgpack.decode(journal.encode_entry(old))[:5]
    assert journal.decode_entry(msgspec.msgpack.encode(fields)) == old
