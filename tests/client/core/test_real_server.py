"""The client against the real server: whole games, restarts, and the server of one's own."""

import asyncio
import os
import random
import signal
import time
from pathlib import Path

import pytest
from teg_shared.protocol.messages import GetRecord
from teg_shared.rules.classic.commands import (
    Announce,
    Answer,
    AnyCommand,
    Attack,
    EndTurn,
    ProposeDissolve,
    ProposePact,
    Withdraw,
)
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import Phase

from teg_tui import changes as ch
from teg_tui import local_server
from teg_tui.config import Store
from teg_tui.local_server import LocalServer, LocalServerError, address_in
from teg_tui.narration import narrate
from teg_tui.plan import SessionPlan
from tests.client.core.person import Person
from tests.support.serving import ServerProcess, serving

TALK = ProposePact | ProposeDissolve | Answer | Withdraw | Announce


def choice(person: Person, rng: random.Random) -> AnyCommand:
    """Return a lively legal move of a person on turn."""
    view = person.model.view
    assert view is not None
    options = [c for c in CLASSIC.legal(view, person.model.seat) if not isinstance(c, TALK)]
    attacks = [c for c in options if isinstance(c, Attack) and view.armies[c.source] > 2]
    ends = [c for c in options if isinstance(c, EndTurn)]
    return rng.choice(attacks or (ends if rng.random() < 0.7 else []) or options)


async def play(person: Person, rng: random.Random, most: int = 4000) -> None:
    """Play for a person until the game is over, or so many moves."""
    for _ in range(most):
        await person.until(lambda: person.model.my_turn or over(person))
        if over(person):
            return
        answered = len(person.all(ch.ActDone)) + len(person.all(ch.Rejected))
        person.client.act(choice(person, rng))
        await person.until(
            lambda before=answered: len(person.all(ch.ActDone)) + len(person.all(ch.Rejected)) > before  # type: ignore[misc]
        )


def over(person: Person) -> bool:
    """Whether the game of a person has ended."""
    return person.model.view is not None and person.model.view.phase is Phase.OVER


async def test_two_people_and_a_bot_play_a_whole_game_and_see_the_same_end(tmp_path: Path) -> None:
    async with serving() as server:
        host = SessionPlan("create", server.host, server.port, name="Ana", seats=("", "novato"))
        guest = SessionPlan("join", server.host, server.port, name="Beto")
        async with Person(host, Store(tmp_path / "c", tmp_path / "a")) as ana:
            await ana.change(ch.RoomChanged)
            async with Person(guest, Store(tmp_path / "c", tmp_path / "b")) as beto:
                await beto.change(ch.SeatTaken)
                ana.client.say("hola")
                assert (await beto.change(ch.ChatArrived)).line.text == "hola"
                ana.client.start_game()
                await asyncio.gather(play(ana, random.Random(1)), play(beto, random.Random(2)))
                check_end(ana, beto)
                ana.client.send(GetRecord())
                assert (await ana.change(ch.RecordArrived)).data


def check_end(ana: Person, beto: Person) -> None:
    """Both know everything now, and neither was ever refused anything (C30)."""
    assert over(ana)
    assert over(beto)
    assert ana.model.view == beto.model.view
    assert ana.all(ch.GameOver) == beto.all(ch.GameOver)
    assert not ana.all(ch.Rejected) + beto.all(ch.Rejected)
    view = ana.model.view
    assert view is not None
    assert -1 not in view.objectives
    assert all(narrate(entry, ana.model) is not None for entry in ana.model.chronicle)
    assert ana.model.next_step().code in ("won", "lost")


@pytest.mark.timeout(90)
async def test_a_killed_server_that_comes_back_has_its_people_in_their_seats(tmp_path: Path) -> None:
    """Nothing acknowledged is lost, and the people do nothing for it; within two seconds of its return."""
    data = tmp_path / "server"
    first = await ServerProcess.start(data=data)
    wish = SessionPlan("create", first.host, first.port, name="Ana", seats=("novato",) * 3)
    async with Person(wish, Store(tmp_path / "c", tmp_path / "a")) as ana:
        await ana.change(ch.RoomChanged)
        ana.client.start_game()
        await play(ana, random.Random(3), 12)
        done, version = len(ana.all(ch.ActDone)), ana.model.version
        await first.kill()
        await ana.until(lambda: ana.model.connection.condition == "reconnecting")
        lost = ana.client.act(choice(ana, random.Random(4))) if ana.model.my_turn else 0
        async with await ServerProcess.start(data=data, port=first.port):
            back = time.monotonic()
            await ana.until(lambda: ana.model.connection.condition == "online")
            await ana.until(lambda: len(ana.all(ch.SeatTaken)) == 2)
            assert time.monotonic() - back < 2
            if lost:
                await ana.until(lambda: len(ana.all(ch.ActDone)) > done)
            assert ana.model.version >= version
            await play(ana, random.Random(5), 5)
            assert not ana.all(ch.EntryRefused)


async def test_a_client_that_was_killed_returns_to_its_seat_with_nothing_lost(tmp_path: Path) -> None:
    store = Store(tmp_path / "c", tmp_path / "a")
    async with serving() as server:
        wish = SessionPlan("create", server.host, server.port, name="Ana", seats=("novato",) * 4)
        async with Person(wish, store) as ana:
            await ana.change(ch.RoomChanged)
            ana.client.start_game()
            await play(ana, random.Random(6), 8)
            await ana.until(lambda: ana.model.my_turn)
            seat, view = ana.model.seat, ana.model.view
        again = SessionPlan("join", server.host, server.port, name="ana")
        async with Person(again, Store(tmp_path / "c", tmp_path / "a")) as ana:
            await ana.change(ch.ViewReplaced)
            assert ana.model.seat == seat
            assert ana.model.view == view
            await play(ana, random.Random(7), 3)
            assert not ana.all(ch.Rejected)


async def test_a_second_terminal_displaces_the_first_which_does_not_fight_back(tmp_path: Path) -> None:
    store = Store(tmp_path / "c", tmp_path / "a")
    async with serving() as server:
        wish = SessionPlan("create", server.host, server.port, name="Ana", seats=("",))
        async with Person(wish, store) as first:
            await first.until(store.seats)
            async with Person(SessionPlan("join", server.host, server.port, name="Ana"), store) as second:
                await second.change(ch.SeatTaken)
                await first.until(lambda: first.model.connection.condition == "closed")
                assert first.model.connection.code == "displaced"
                assert second.model.connection.condition == "online"


async def test_a_spectator_sees_the_game_and_no_secret(tmp_path: Path) -> None:
    async with serving() as server:
        wish = SessionPlan("create", server.host, server.port, name="Ana", seats=("novato",) * 5)
        async with Person(wish) as ana:
            await ana.change(ch.RoomChanged)
            ana.client.start_game()
            await ana.change(ch.ViewReplaced)
            async with Person(SessionPlan("watch", server.host, server.port, name="Zoe")) as zoe:
                await zoe.change(ch.ViewReplaced)
                await play(ana, random.Random(8), 4)
                await zoe.until(lambda: zoe.model.version == ana.model.version)
                view = zoe.model.view
                assert view is not None
                assert set(view.objectives) == {-1}
                assert zoe.model.objective() == -1
                assert zoe.model.available_actions()


async def test_a_wrong_password_is_said_and_the_right_one_lets_in() -> None:
    async with serving() as server:
        wish = SessionPlan("create", server.host, server.port, name="Ana", seats=("",), password="mate")
        async with Person(wish) as ana:
            await ana.change(ch.RoomChanged)
            async with Person(SessionPlan("join", server.host, server.port, name="Beto")) as beto:
                assert (await beto.change(ch.EntryRefused)).code == "password-needed"
                room = beto.client.rooms[0].id
                beto.client.join(room, password="te")
                assert (await beto.change(ch.EntryRefused, 2)).code == "password-wrong"
                beto.client.join(room, password="mate")
                assert (await beto.change(ch.SeatTaken)).seat == 1


async def test_a_rematch_gives_a_new_game_and_forgets_the_old(tmp_path: Path) -> None:
    async with serving() as server:
        wish = SessionPlan("create", server.host, server.port, name="Ana", seats=("novato",))
        async with Person(wish, Store(tmp_path / "c", tmp_path / "a")) as ana:
            await ana.change(ch.RoomChanged)
            ana.client.start_game()
            await play(ana, random.Random(9))
            assert over(ana)
            ana.client.rematch()
            await ana.until(lambda: ana.model.view is not None and ana.model.view.phase is not Phase.OVER)
            assert ana.model.round == 0
            await play(ana, random.Random(10), 3)
            assert not ana.all(ch.Rejected)
            assert len(ana.model.chronicle) < 200


# --- the server of one's own


def running(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_local_server_listens_on_this_machine_alone_and_ends_with_its_owner() -> None:
    with LocalServer(fast=True) as server:
        address = server.address()
        assert address.host == "127.0.0.1"
        assert server._process is not None
        pid = server._process.pid
        assert running(pid)
    assert not running(pid)
    server.stop()  # a second time does nothing


def test_a_local_server_whose_owner_is_killed_ends_by_itself() -> None:
    """Its standard input is the owner's end of a pipe: the kernel closes it, however the owner ends."""
    with LocalServer() as server:
        server.address()
        assert server._process is not None
        assert server._process.stdin is not None
        server._process.stdin.close()
        server._process.wait(10)
        assert server._process.returncode == 0


async def test_a_whole_game_is_played_on_the_local_server() -> None:
    """As `teg play` does it: one plan, no question, bots in processes of their own."""
    with LocalServer(fast=True) as server:
        address = server.address()
        wish = SessionPlan(
            "create", address.host, address.port, name="Ana", seats=("novato", "sargento"), local=True, colour="verde"
        )
        async with Person(wish) as ana:
            await ana.change(ch.ViewReplaced)
            assert ana.model.colour_of(ana.model.seat) == "verde"
            await play(ana, random.Random(11), 25)
            assert not ana.all(ch.Noticed)  # no bot failed
            assert ana.model.round >= 1


def test_a_server_that_dies_at_once_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setattr(local_server, "server_command", lambda *_: [sys.executable, "-c", "raise SystemExit('ay')"])
    with LocalServer() as server, pytest.raises(LocalServerError) as caught:
        server.address()
    assert caught.value.log == "ay"


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setattr(local_server, "START_TIMEOUT", 0.3)
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(local_server, "server_command", lambda *_: sleeper)
    with LocalServer() as server, pytest.raises(LocalServerError):
        server.address()


def test_a_server_that_does_not_end_is_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setattr(local_server, "STOP_TIMEOUT", 0.2)
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print('teg-server listening on 127.0.0.1:1', flush=True); time.sleep(60)"
    )
    monkeypatch.setattr(local_server, "server_command", lambda *_: [sys.executable, "-c", stubborn])
    with LocalServer() as server:
        server.address()
        assert server._process is not None
        process = server._process
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("teg-server listening on 127.0.0.1:4000", "127.0.0.1:4000"),
        ("teg-server listening on [::1]:9\n", "[::1]:9"),
        ("2026 INFO starting", None),
        ("teg-server listening on nothing at all", None),
        ("", None),
    ],
)
def test_the_address_is_read_from_the_servers_first_words(line: str, address: str | None) -> None:
    found = address_in(line)
    assert (str(found) if found else None) == address


def test_nothing_of_these_tests_is_left_running() -> None:
    children = [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and parent_of(int(entry.name)) == os.getpid()
    ]
    servers = [pid for pid in children if running(pid) and b"teg_server" in command_of(pid)]
    assert servers == []


def parent_of(pid: int) -> int:
    """Return the parent of a process, 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def command_of(pid: int) -> bytes:
    """Return the command line of a process, empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
