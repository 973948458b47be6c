"""The window as a whole, with a client that talks to nobody: which screen is shown when."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from teg_shared.protocol.messages import (
    FromClient,
    FromServer,
    Joined,
    LeaveRoom,
    Notice,
    Record,
    RoomInfo,
    Rooms,
    RoomState,
)
from textual.pilot import Pilot

from teg_tui import client as module
from teg_tui import local_server
from teg_tui.app import TegApp
from teg_tui.changes import Change, EntryRefused, RoomsListed, Status
from teg_tui.config import SavedSeat
from teg_tui.model import Model
from teg_tui.plan import SessionPlan
from teg_tui.screens.front import screen as front
from teg_tui.screens.front.lobby import LobbySheet
from teg_tui.screens.front.making import NameSheet, PasswordSheet
from teg_tui.screens.front.menu import MenuSheet
from teg_tui.screens.front.notes import SaidSheet, WaitSheet
from teg_tui.screens.front.rooms import RoomsSheet
from teg_tui.screens.game import GameScreen
from teg_tui.widgets.filter import HarmlessText
from tests.client.core.table import Table

ROOM = RoomInfo("r1", "Asado", "classic", "lobby", 3, 1, True, 0)


class FakeClient:
    """Remembers what was wanted; the test says what comes back."""

    made: list["FakeClient"] = []  # noqa: RUF012

    def __init__(
        self, plan: SessionPlan, on_message: object, on_changes: object, store: object, seek: object = None
    ) -> None:
        self.plan = plan
        self.model = Model()
        self.rooms: tuple[RoomInfo, ...] = (ROOM,)
        self.calls: list[object] = []
        self.on_message = on_message
        self.on_changes = on_changes
        self.made.append(self)

    def start(self) -> None:
        self.calls.append("start")

    async def close(self) -> None:
        self.calls.append("close")

    def show(self, message: FromServer, now: float) -> list[Change]:
        return self.model.apply(message, now)

    def list_rooms(self) -> bool:
        self.calls.append("list")
        return True

    def send(self, message: FromClient) -> None:
        self.calls.append(message)

    def again(self, player: str) -> bool:
        self.calls.append(("again", player))
        return True

    can_rename = True

    def join(self, room: str, *, player: str = "", password: str = "", token: str = "") -> bool:
        self.calls.append(("join", room, password, token))
        return True

    def watch(self, room: str, *, player: str = "", password: str = "") -> bool:
        self.calls.append(("watch", room, password))
        return True

    def saved_seat(self, room: RoomInfo) -> SavedSeat | None:
        return None


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[FakeClient]:
    FakeClient.made = []
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEG_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("TEG_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(module, "Client", FakeClient)
    return FakeClient


@asynccontextmanager
async def running(app: TegApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Run the program, and go on once it has begun what it was started for."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        yield pilot


JOIN = SessionPlan("join", "localhost", name="Ana")


def base(app: TegApp) -> type:
    return type(app.front.sheets[0])


def kept(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.rglob("*.teg")]


def shows_game(app: TegApp) -> bool:
    return isinstance(app.screen, GameScreen)


async def lobby(app: TegApp, table: Table, pilot: Pilot[None], seat: int = 0) -> None:
    app.receive(Joined("r1", seat, "t" * 22))
    app.receive(table.room("lobby"))
    await pilot.pause()


async def game(app: TegApp, table: Table, pilot: Pilot[None], seat: int = 0) -> None:
    await lobby(app, table, pilot, seat)
    app.receive(table.room("playing"))
    app.receive(table.snapshot(seat))
    await pilot.pause()


async def test_without_a_plan_the_menu_is_shown_and_nobody_is_called(client: type[FakeClient]) -> None:
    app = TegApp(SessionPlan())
    async with running(app):
        assert base(app) is MenuSheet
        assert not client.made


async def test_a_game_on_this_machine_names_no_socket_while_it_is_prepared(client: type[FakeClient]) -> None:
    app = TegApp(SessionPlan("create", "/run/user/1000/teg/play.sock", local=True))
    async with running(app) as pilot:
        await pilot.pause()
        shown = "".join(piece.text for strip in app.screen._compositor.render_strips() for piece in strip)
        assert "Preparando la partida" in shown
        assert "sock" not in shown
        assert "unix" not in shown


async def test_a_plan_connects_and_the_list_of_rooms_is_shown(client: type[FakeClient]) -> None:
    app = TegApp(JOIN)
    async with running(app) as pilot:
        assert base(app) is WaitSheet
        app.receive(Rooms((ROOM,)))
        app.changed([RoomsListed((ROOM,))])
        await pilot.pause()
        assert base(app) is RoomsSheet
        assert client.made[0].calls == ["start"]


async def test_the_lobby_then_the_game_then_the_lobby_of_the_rematch(client: type[FakeClient]) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        await lobby(app, table, pilot)
        assert base(app) is LobbySheet
        await game(app, table, pilot)
        assert shows_game(app)
        app.receive(table.room("lobby"))
        await pilot.pause()
        assert not shows_game(app)
        assert base(app) is LobbySheet
        await game(app, table, pilot)
        assert isinstance(app.screen, GameScreen)


async def test_a_local_game_shows_no_lobby(client: type[FakeClient]) -> None:
    app, table = TegApp(SessionPlan("create", "localhost", name="Ana", local=True)), Table(3)
    async with running(app) as pilot:
        await lobby(app, table, pilot)
        assert base(app) is WaitSheet


async def test_a_server_of_ones_own_that_does_not_start_is_said_with_its_last_words(
    client: type[FakeClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    dies = [sys.executable, "-c", "import sys; sys.exit('no puedo')"]
    monkeypatch.setattr(local_server, "server_command", lambda *_: dies)
    with local_server.LocalServer() as server:
        app = TegApp(SessionPlan("create", name="Ana", local=True), local=server)
        async with running(app):
            assert base(app) is SaidSheet
            said = "".join(p.text for row in app.front.sheets[0].rows(58) for p in row.line)
            assert "El servidor local no arrancó." in said
            assert "no puedo" in said
            assert not client.made


async def test_a_server_of_ones_own_is_gone_to_once_it_answers(
    client: type[FakeClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    speaks = [sys.executable, "-c", "print('teg-server listening on 127.0.0.1:4000'); input()"]
    monkeypatch.setattr(local_server, "server_command", lambda *_: speaks)
    with local_server.LocalServer() as server:
        app = TegApp(SessionPlan("create", name="Ana", local=True), local=server)
        async with running(app):
            (made,) = client.made
            assert (made.plan.host, made.plan.port, made.calls) == ("127.0.0.1", 4000, ["start"])


async def test_a_local_game_given_up_before_its_server_answers_is_not_begun(
    client: type[FakeClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = [sys.executable, "-c", "input()"]
    monkeypatch.setattr(local_server, "server_command", lambda *_: waits)
    with local_server.LocalServer() as server:
        app = TegApp(SessionPlan("create", name="Ana", local=True), local=server)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("escape")
            assert base(app) is MenuSheet
            server.stop()
            await app.workers.wait_for_complete()
            assert base(app) is MenuSheet
            assert not client.made


async def test_a_wrong_password_is_asked_for_again_with_the_reason(client: type[FakeClient]) -> None:
    app = TegApp(JOIN)
    async with running(app) as pilot:
        app.changed([RoomsListed((ROOM,))])
        app.enter(ROOM, password="no")
        app.changed([EntryRefused("password-wrong", {}, resumed=False)])
        await pilot.pause()
        assert isinstance(app.front.top, PasswordSheet)
        assert "contraseña" in app.front.top.problem


async def test_a_name_that_is_taken_can_be_changed_on_the_spot(client: type[FakeClient]) -> None:
    app = TegApp(JOIN)
    async with running(app) as pilot:
        app.changed([RoomsListed((ROOM,))])
        app.changed([EntryRefused("name-taken", {"name": "Ana"}, resumed=False)])
        await pilot.pause()
        assert isinstance(app.front.top, NameSheet)
        assert "Ana" in app.front.top.problem
        await pilot.press("ctrl+u", *"Ani", "enter")
        assert ("again", "Ani") in client.made[0].calls
        assert app.player == "Ani"


async def test_the_list_of_rooms_asks_again_while_it_is_looked_at(
    client: type[FakeClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not below another sheet, and not during a game."""
    monkeypatch.setattr(front, "BEAT", 0.01)
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        app.changed([RoomsListed((ROOM,))])
        calls = client.made[0].calls
        while "list" not in calls:
            await pilot.pause(0.01)
        await game(app, table, pilot)
        calls.clear()
        await pilot.pause(0.1)
        assert "list" not in calls


async def test_being_removed_is_said_over_the_list_of_rooms(client: type[FakeClient]) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        await lobby(app, table, pilot)
        app.receive(Notice("kicked", {}))
        await pilot.pause()
        assert base(app) is RoomsSheet
        assert "liberó" in app.front.said


@pytest.mark.parametrize("code", ["displaced", "room-broken", "version"])
async def test_a_connection_closed_for_good_is_a_sentence_and_then_the_menu(
    client: type[FakeClient], code: str
) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        await game(app, table, pilot)
        app.changed(client.made[0].model.connected(Status("closed", code=code, facts={"server": 2, "client": 1})))
        await pilot.pause()
        assert app.screen is app.front
        assert base(app) is SaidSheet
        assert code not in "".join(p.text for row in app.front.sheets[0].rows(58) for p in row.line)
        await pilot.press("enter")
        await pilot.pause()
        assert base(app) is MenuSheet
        assert "close" in client.made[0].calls


async def test_the_record_of_a_game_is_kept_in_a_file(client: type[FakeClient], tmp_path: Path) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        await game(app, table, pilot)
        app.receive(Record(b"registro"))
        await pilot.pause()
    assert kept(tmp_path) == [b"registro"]


async def test_abandoning_says_so_to_the_server(client: type[FakeClient]) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        await game(app, table, pilot)
        await pilot.press("q", "up", "enter")
        await pilot.pause()
        assert LeaveRoom(for_good=True) in client.made[0].calls


async def test_back_to_the_menu_keeps_the_seat_and_closes_the_connection(client: type[FakeClient]) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app) as pilot:
        await game(app, table, pilot)
        await pilot.press("q", "down", "enter")
        await pilot.pause()
        assert base(app) is MenuSheet
        assert not [call for call in client.made[0].calls if isinstance(call, LeaveRoom)]
        assert "close" in client.made[0].calls


async def test_a_server_that_cannot_be_named_is_refused_in_the_form(client: type[FakeClient]) -> None:
    app = TegApp(SessionPlan(name="Ana"))
    async with running(app) as pilot:
        await pilot.press("2", "ctrl+u", *"a:b:c]", "enter")
        await pilot.pause()
        assert not client.made
        assert base(app) is MenuSheet


async def test_a_rematch_wish_is_seen_without_leaving_the_results(client: type[FakeClient]) -> None:
    app, table = TegApp(JOIN), Table(3)
    async with running(app, (120, 36)) as pilot:
        await game(app, table, pilot)
        room: RoomState = msgspec.structs.replace(table.room("over"), rematch=(1,))
        app.receive(room)
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)


async def test_the_last_guard_against_hostile_text_is_always_on(client: type[FakeClient]) -> None:
    app = TegApp(SessionPlan())
    async with running(app):
        assert any(isinstance(guard, HarmlessText) for guard in app.get_line_filters())
