"""The lasting connection: it comes back by itself, repeats what was not answered, and gives up where it should."""

import asyncio
import contextlib
import time
from pathlib import Path

import pytest
from teg_shared.protocol.codec import encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import (
    PROTOCOL,
    Accepted,
    Act,
    Bye,
    FromServer,
    Hello,
    Joined,
    JoinRoom,
    Pong,
    Snapshot,
    Welcome,
)
from teg_shared.protocol.session import Step
from teg_shared.rules.classic.commands import EndTurn

from teg_tui import connection as conn
from teg_tui.changes import Status
from teg_tui.words import sentence
from tests.client.core.peer import listening
from tests.client.core.table import Table
from tests.client.core.watched import Watched, greeted, seated


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the waits between attempts out of the tests' time; their growth is tested by itself."""
    monkeypatch.setattr(conn, "FIRST_DELAY", 0.01)


async def test_hello_is_the_first_word_and_welcome_makes_it_online() -> None:
    async with listening() as server:
        watched = Watched(server.port)
        watched.connection.start()
        peer = await server.accept()
        hello = await peer.expect(Hello)
        assert (hello.protocol, hello.client) == (PROTOCOL, "test/1")
        assert watched.connection.status.condition == "connecting"
        peer.send(Welcome(PROTOCOL, "test"))
        await watched.until("online")
        await watched.connection.close()
        assert await peer.ended()
        assert watched.connection.status == Status("closed", code="left")


async def test_after_a_cut_it_sits_down_again_with_token_and_version() -> None:
    table = Table(3, 5)
    async with listening() as server:
        watched, peer = await greeted(server, "r1")
        await peer.seat(table, 1)
        await watched.heard(Joined)
        peer.cut()
        back = await server.accept()
        await back.welcome()
        wanted = await back.expect(JoinRoom)
        assert (wanted.room, wanted.token, wanted.since) == ("r1", "t" * 22, table.version)
        await watched.until("online", 2)
        await watched.connection.close()


async def test_a_restarted_server_has_its_client_back_within_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real delays
    table = Table(2, 6)
    async with listening() as server:
        watched, _ = await seated(server, table)
        await server.shut()
        await asyncio.sleep(1.5)  # several attempts fail meanwhile
        await server.open()
        since = time.monotonic()
        back = await server.accept()
        await back.welcome()
        await back.seat(table, 0)
        assert time.monotonic() - since < 2
        await watched.heard(Joined, 2)
        await watched.connection.close()


async def test_an_act_without_answer_is_repeated_with_the_same_number() -> None:
    table = Table(2, 7)
    async with listening() as server:
        watched, peer = await seated(server, table)
        first, second = watched.session.act(EndTurn()), watched.session.act(EndTurn())
        assert watched.connection.send(first)
        assert watched.connection.send(second)
        assert await peer.expect(Act) == first
        peer.send(Accepted(1, 2))
        await watched.heard(Accepted)
        peer.cut()
        back = await server.accept()
        await back.welcome()
        await back.seat(table, 0, number=1)
        assert await back.expect(Act) == second
        await watched.connection.close()


async def test_an_act_made_while_the_seat_is_not_taken_waits_for_it() -> None:
    """Sent before the seat is taken it would be refused as a stranger's, and lost."""
    table = Table(2, 8)
    async with listening() as server:
        watched = Watched(server.port, room="r1")
        watched.session.token = "t" * 22
        watched.connection.start()
        peer = await server.accept()
        await peer.welcome()
        await watched.until("online")
        act = watched.session.act(EndTurn())
        assert not watched.connection.send(act)
        await peer.seat(table, 0)
        assert await peer.expect(Act) == act
        await watched.connection.close()


@pytest.mark.parametrize("code", ["shutdown", "slow", "idle"])
async def test_some_farewells_are_worth_coming_back(code: str) -> None:
    async with listening() as server:
        watched, peer = await greeted(server)
        peer.send(Bye(code, {}))
        again = await server.accept()
        await again.welcome()
        await watched.until("online", 2)
        assert code in {s.code for s in watched.statuses if s.condition == "reconnecting"}
        await watched.connection.close()


@pytest.mark.parametrize("code", ["displaced", "kicked", "version"])
async def test_other_farewells_are_final(code: str) -> None:
    async with listening() as server:
        watched, peer = await greeted(server)
        peer.send(Bye(code, {"by": 1}))
        status = await watched.until("closed")
        assert (status.code, status.facts) == (code, {"by": 1})
        await watched.connection.wait_closed()


async def test_nobody_listening_is_said_at_once_and_not_retried() -> None:
    async with listening() as server:
        port = server.port
    watched = Watched(port)
    watched.connection.start()
    status = await watched.until("closed")
    assert status.code == "connection-refused"
    assert status.facts == {"host": "127.0.0.1", "port": port}
    assert not any(s.condition == "reconnecting" for s in watched.statuses)


async def test_a_name_that_does_not_exist_is_said() -> None:
    watched = Watched(1, host="no-such-host.invalid")
    watched.connection.start()
    assert (await watched.until("closed")).code == "host-unknown"


async def test_a_web_server_is_recognised() -> None:
    async with listening() as server:
        watched = Watched(server.port)
        watched.connection.start()
        peer = await server.accept()
        await peer.expect(Hello)
        peer.send_raw(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        assert (await watched.until("closed")).code == "not-teg"


async def test_garbage_ends_it_after_a_few_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening() as server:
        watched = Watched(server.port)
        watched.connection.start()
        for _ in range(conn.UNREADABLE_LIMIT):
            peer = await server.accept()
            await peer.welcome()
            peer.send_raw(b"\x00\x00\x00\x02\xff\xff")
        assert (await watched.until("closed")).code == "unreadable"


async def test_frames_cut_anywhere_are_put_together() -> None:
    table = Table(2, 9)
    async with listening() as server:
        watched, peer = await greeted(server, "r1")
        await peer.expect(JoinRoom)
        parts = (Joined("r1", 0, "t" * 22), table.room(), table.snapshot(0))
        data = b"".join(frame(encode(m)) for m in parts)
        for start in range(0, len(data), 97):
            peer.send_raw(data[start : start + 97])
            await asyncio.sleep(0)
        await watched.heard(Snapshot)
        assert watched.session.version == table.version
        await watched.connection.close()


async def test_silence_is_asked_and_then_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conn, "PING_EVERY", 0.05)
    monkeypatch.setattr(conn, "SILENCE", 0.2)
    async with listening() as server:
        watched, peer = await greeted(server)
        status = await watched.until("reconnecting")
        assert status.code == "silent"
        with pytest.raises(ConnectionError):
            await peer.receive()  # only pings came, then the end
        await watched.connection.close()


async def test_who_only_listens_gives_signs_of_life_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server takes for gone who says nothing for a minute, however much it tells them meanwhile."""
    monkeypatch.setattr(conn, "PING_EVERY", 0.2)
    async with listening() as server:
        watched, peer = await greeted(server)

        async def talk() -> None:
            while True:
                peer.send(Pong(0))
                await asyncio.sleep(0.001)

        talking = asyncio.create_task(talk())
        await peer.ping()
        await peer.ping()
        talking.cancel()
        await watched.connection.close()


async def test_a_server_that_never_greets_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conn, "HELLO_TIMEOUT", 0.1)
    async with listening() as server:
        watched = Watched(server.port)
        watched.connection.start()
        await server.accept()
        assert (await watched.until("closed")).code == "timeout"


async def test_closing_while_it_waits_to_come_back_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conn, "FIRST_DELAY", 30.0)
    monkeypatch.setattr(conn, "SHORT_DELAY", 30.0)
    async with listening() as server:
        watched, peer = await greeted(server)
        await watched.until("online")
        peer.cut()
        status = await watched.until("reconnecting")
        assert status.retry_at is not None
        async with asyncio.timeout(1):
            await watched.connection.close()


async def test_an_attempt_that_is_waited_for_is_made_at_once_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conn, "FIRST_DELAY", 30.0)
    monkeypatch.setattr(conn, "SHORT_DELAY", 30.0)
    async with listening() as server:
        watched, peer = await greeted(server)
        await watched.until("online")
        peer.cut()
        while (await watched.until("reconnecting")).retry_at is None:
            pass
        watched.connection.retry()
        async with asyncio.timeout(5):
            peer = await server.accept()
            await peer.welcome()
            await watched.until("online")
        await watched.connection.close()


async def test_closing_at_the_moment_of_a_cut_is_not_lost() -> None:
    """A task group that fails while it is cancelled raises its failure only: the close must not be forgotten."""
    for _ in range(20):
        async with listening() as server:
            watched = Watched(server.port)
            watched.connection.start()
            peer = await server.accept()
            await peer.welcome()
            await watched.until("online")
            peer.cut()
            # let the end of the stream reach the reader in the very step in which we close
            for _ in range(3):
                await asyncio.sleep(0)
            async with asyncio.timeout(2):
                await watched.connection.close()


async def test_a_cut_while_it_is_being_cancelled_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening() as server:
        watched = Watched(server.port)

        async def swallow() -> conn._CutError:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
            return conn._CutError("lost")

        monkeypatch.setattr(watched.connection, "_one_connection", swallow)
        watched.connection.start()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        async with asyncio.timeout(2):
            await watched.connection.close()


def test_delays_grow_to_a_limit_that_depends_on_how_long_it_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    connection = Watched(1).connection
    for attempt in range(12):
        wait = connection._delay(attempt, down=1.0)
        plain = min(1.2, 0.2 * 2**attempt)
        assert 0.75 * plain <= wait <= 1.25 * plain
    assert 3.75 <= connection._delay(9, down=90.0) <= 6.25
    assert connection._delay(2000, down=90.0) <= 6.25


@pytest.mark.parametrize("writable", [True, False])
async def test_a_fault_of_the_owner_is_not_silent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, writable: bool
) -> None:
    """What happened is written down where the notice says, if it can be."""
    folder = tmp_path / "data"
    if not writable:
        folder.write_text("in the way")
    monkeypatch.setenv("TEG_DATA_DIR", str(folder))
    async with listening() as server:
        watched = Watched(server.port)

        def broken(message: FromServer, step: Step) -> None:
            raise RuntimeError("screen")

        watched.connection._on_message = broken
        watched.connection.start()
        peer = await server.accept()
        await peer.welcome()
        end = await watched.until("closed")
        said = sentence(end.code, end.facts)
        assert end.code == ("fault-noted" if writable else "fault")
        assert (str(folder) in said) is writable
        if writable:
            kept = folder / "fault.txt"
            assert "RuntimeError: screen" in kept.read_text()
            assert kept.stat().st_mode & 0o077 == 0
        task = watched.connection._task
        assert task is not None
        with pytest.raises(BaseExceptionGroup):
            await task
