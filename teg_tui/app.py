# ruff: noqa: PLC0415 # what the first screen does not show is loaded after it has been painted
"""The program's window: it ties the client to the screens and decides which of them is shown."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from teg_shared.protocol.messages import FromClient, FromServer, LeaveRoom, Notice, RoomInfo
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.timer import Timer

from teg_tui import changes as ch
from teg_tui import i18n
from teg_tui.address import Address, AddressError, parse_address
from teg_tui.changes import LEFT, Change
from teg_tui.config import Config, Store, save_record
from teg_tui.i18n import _
from teg_tui.map.palette import choose_palette
from teg_tui.plan import SessionPlan
from teg_tui.prompt import PromptApp
from teg_tui.screens.front.menu import MenuSheet
from teg_tui.screens.front.notes import SaidSheet, WaitSheet
from teg_tui.screens.front.screen import FrontScreen
from teg_tui.screens.pacing import INSTANT, NORMAL, Pacer
from teg_tui.theme import skin_for, textual_theme
from teg_tui.widgets.filter import HarmlessText
from teg_tui.widgets.sheet import Sheet

if TYPE_CHECKING:
    import msgspec

    from teg_tui.client import Client
    from teg_tui.discovery.lobby import BrokerAddress
    from teg_tui.local_server import LocalServer
    from teg_tui.models import SomeModel
    from teg_tui.screens.front.doors import LocalGame, NewRoom
    from teg_tui.screens.game import GameScreen

BAD_NAME: Final = frozenset({"name-taken", "name-empty", "name-too-long", "name-characters"})
"""Refusals after which another name helps."""


class TegApp(PromptApp):
    """The window; it is also the link of the screens to the server, and their doors to each other.

    Args:
        plan: what this start is to lead to.
        config: what the person has set; read from the store by default.
        store: settings and saved seats.
        local: a server of the program's own that has just been started, for a plan that is local.
    """

    CSS_PATH: ClassVar[str] = "styles/teg.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        plan: SessionPlan,
        config: Config | None = None,
        store: Store | None = None,
        local: LocalServer | None = None,
    ) -> None:
        super().__init__(plan, local)
        self.store = store or Store()
        self.config = config or self.store.config()
        self.skin = skin_for(choose_palette(os.environ))
        self.wear(textual_theme(self.skin))
        self.client: Client | None = None
        self.game: GameScreen | None = None
        self.pacer = Pacer(INSTANT if plan.fast else NORMAL)
        self.animated = self.config.animations and not plan.fast
        self.front = FrontScreen(self, self, self.skin, self._first_sheet())
        self._guard = HarmlessText()
        self._asked: tuple[RoomInfo, bool] | None = None
        self._timer: Timer | None = None

    def _first_sheet(self) -> Sheet:
        if not self._goes_on:
            return MenuSheet(self.skin, self)
        return WaitSheet(self.skin, self._connecting())

    def _connecting(self) -> str:
        if self.plan.local:
            return _("Preparando la partida…")
        return _("Conectando con {server}…").format(server=self.server)

    def get_default_screen(self) -> FrontScreen:
        """Return the screen before a game, which lies under the game's."""
        return self.front

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of every row that is written; the last one lets nothing through that steers."""
        return [*super().get_line_filters(), self._guard]

    async def on_unmount(self) -> None:
        """Leave nothing behind: no socket, no server of one's own."""
        if self.client is not None:
            await self.client.close()
        if self._local is not None:
            await asyncio.to_thread(self._local.stop)

    # --- the link

    def act(self, command: msgspec.Struct) -> int:
        """Send a command of the game and return its number, 0 if there is no game."""
        return self.client.act(command) if self.client is not None else 0

    def send(self, message: FromClient) -> None:
        """Send any other message."""
        if self.client is not None:
            self.client.send(message)

    # --- what comes in

    def begin(self, plan: SessionPlan) -> None:
        """Connect as a plan says."""
        from teg_tui.client import Client
        from teg_tui.elsewhere import through

        self._part()
        self.plan = plan
        self.client = Client(plan, self.receive, self.changed, self.store, through(self.broker()))
        self.client.start()

    def broker(self) -> BrokerAddress | str:
        """Return the broker where a room is looked for whose server is gone; empty for none."""
        return self.config.broker

    def _part(self) -> None:
        """Let go of the server, if there is one."""
        client, self.client, self._waiting = self.client, None, None
        self.pacer.clear()
        if client is not None:
            self.run_worker(client.close(), exit_on_error=False)

    def receive(self, message: FromServer) -> None:
        """Take in a message; what belongs to the game is shown when its moment has come."""
        if isinstance(message, Notice) and message.code in LEFT:
            self.pacer.clear()
        if self.pacer.push(message):
            self.pump()
            if self.game is not None and self.pacer.waiting:
                self.game.queued()
        else:
            self._show(message)

    def pump(self) -> None:
        """Show every message whose moment has come, and wake up for the next one."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        while (message := self.pacer.take(time.monotonic())) is not None:
            self._show(message, paced=True)
        delay = self.pacer.delay(time.monotonic())
        if delay is not None:
            self._timer = self.set_timer(max(0.01, delay), self.pump)

    def _show(self, message: FromServer, *, paced: bool = False) -> None:
        if self.client is None:
            return
        now = time.monotonic()
        changes = self.client.show(message, now)
        if paced:
            self.pacer.shown(changes, self.client.model.seat, now)
        self.changed(changes)

    def changed(self, changes: list[Change]) -> None:
        """Show what changed on the screen that it belongs to."""
        if self.client is None:
            return
        self._route()
        for change in changes:
            self._react(change)
        if self.client is None:
            return
        if self.game is not None:
            self.game.changed(changes)
        else:
            self.front.changed(changes, self.client.model)

    def _route(self) -> None:
        """Show the game while there is one, else the screen before it."""
        if self.client is None:
            return
        model = self.client.model
        if model.view is not None and self.game is None:
            self._open_game(model)
        elif model.view is None and self.game is not None:
            self._close_game()
        if model.view is None and model.room is not None and not self.plan.local:
            self._open_lobby(model)

    def _open_game(self, model: SomeModel) -> None:
        from teg_tui.screens.game import GameScreen
        from teg_tui.screens.games import kit_for

        kit = kit_for(model, self, self.skin, animate=self.animated)
        self.game = GameScreen(kit, self, self.skin, self.pacer, self)
        self.push_screen(self.game)

    def _open_lobby(self, model: SomeModel) -> None:
        from teg_tui.models import Outside
        from teg_tui.screens.front.lobby import LobbySheet

        assert not isinstance(model, Outside)
        if not any(isinstance(sheet, LobbySheet) for sheet in self.front.sheets):
            self.front.replace(LobbySheet(self.skin, model))

    def _show_rooms(self) -> None:
        from teg_tui.screens.front.rooms import RoomsSheet

        self.front.replace(RoomsSheet(self.skin, self))

    def _close_game(self) -> None:
        if self.game is not None:
            self.animated = self.game.tumble.animate
            self.game = None
            self.pop_screen()

    def _react(self, change: Change) -> None:
        match change:
            case ch.StatusChanged(status=status):
                self._status(status)
            case ch.RoomsListed():
                if isinstance(self.front.sheets[0], WaitSheet) and not self.plan.local and self.game is None:
                    self._show_rooms()
            case ch.EntryRefused(code=code, facts=facts):
                self._refused(code, facts)
            case ch.Noticed(code=code, facts=facts) if code in LEFT:
                self._left(code, facts)
            case ch.RecordArrived(data=data):
                self._keep(data)
            case ch.DiceDoubted():
                text = _("Los dados de este servidor no son de fiar: lo que muestra no es lo que prometió.")
                self.notify(text, severity="error", timeout=20, markup=False)
            case _:
                pass

    def _status(self, status: ch.Status) -> None:
        from teg_tui import words

        if status.condition == "closed":
            if status.code != "left":
                self.end(words.status(status))
        elif isinstance(self.front.sheets[0], WaitSheet):
            left = status.retry_at - time.monotonic() if status.retry_at is not None else None
            waits = status.condition == "reconnecting"
            said = words.status(status, left) if waits else self._connecting()
            self.front.replace(WaitSheet(self.skin, said, waits=status.retry_at is not None))

    def _refused(self, code: str, facts: ch.Facts) -> None:
        from teg_tui import words

        said = words.sentence(code, facts)
        self.front.said = ""
        if code in {"password-needed", "password-wrong"} and self._asked is not None:
            from teg_tui.screens.front.making import PasswordSheet

            room, watch = self._asked
            self._show_rooms()
            self.front.lay(PasswordSheet(self.skin, self, room, watch=watch, problem=said))
        elif self.plan.local:
            self.end(said)
        elif code in BAD_NAME and self.client is not None and self.client.can_rename:
            from teg_tui.screens.front.making import NameSheet

            self._show_rooms()
            self.front.lay(NameSheet(self.skin, self, said))
        else:
            self._show_rooms()
            self.front.said = said

    def _left(self, code: str, facts: ch.Facts) -> None:
        self._close_game()
        if self.plan.local:
            self.perform("menu")
            return
        self._show_rooms()
        if code != "you-left":
            from teg_tui import words

            self.front.said = words.sentence(code, facts)
        self.refresh_rooms()

    def end(self, said: str) -> None:
        """Say why nothing goes on, and go back to the menu after that."""
        self._close_game()
        self._part()
        self.front.replace(SaidSheet(self.skin, said))

    def _keep(self, data: bytes) -> None:
        room = self.client.model.room if self.client is not None else None
        try:
            path = save_record(data, room.name if room is not None else "teg")
        except OSError as error:
            self.notify(str(error), title=_("No se pudo guardar"), severity="error", markup=False)
            return
        self.notify(str(path), title=_("Partida guardada"), timeout=10, markup=False)

    # --- the doors

    @property
    def player(self) -> str:
        """Name of the player."""
        return self.plan.name or self.config.name or _("Jugador")

    @property
    def server(self) -> str:
        """Address of the server as people type it."""
        if self.plan.host:
            return str(Address(self.plan.host, self.plan.port))
        return self.config.server

    @property
    def rooms(self) -> tuple[RoomInfo, ...]:
        """The last list of rooms."""
        return self.client.rooms if self.client is not None else ()

    def play_local(self, game: LocalGame) -> None:
        """Start a server of one's own and a game against bots on it."""
        self.front.replace(WaitSheet(self.skin, _("Preparando la partida…")))
        self.run_worker(self._play_local(game), exclusive=True)

    async def _play_local(self, game: LocalGame) -> None:
        from teg_tui.local_server import LocalServer

        if self._local is not None:
            await asyncio.to_thread(self._local.stop)
        self._local = LocalServer()
        try:
            self._local.__enter__()
        except OSError as error:
            self.end(_("El servidor local no arrancó.") + f" {error}")
            return
        self._waiting = SessionPlan(
            "create",
            name=game.name,
            seats=game.levels,
            variant=game.variant,
            settings=game.settings,
            local=True,
            colour=game.colour,
        )
        await self.carry_out()

    def connect(self, address: str, name: str) -> str:
        """Connect to a server and list its rooms; return a sentence if that can't be."""
        try:
            where = parse_address(address)
        except AddressError as error:
            from teg_tui import words

            return words.sentence(error.code, error.facts)
        plan = SessionPlan("menu", where.host, where.port, name=name)
        self.front.replace(WaitSheet(self.skin, _("Conectando con {server}…").format(server=where)))
        self.begin(plan)
        return ""

    def refresh_rooms(self) -> None:
        """Ask for the list of rooms again."""
        if self.client is not None:
            self.client.list_rooms()

    def enter(self, room: RoomInfo, *, watch: bool = False, password: str = "") -> None:
        """Take a seat in a room, go back to one's own, or watch."""
        if self.client is None:
            return
        self._asked = (room, watch)
        if watch:
            self.client.watch(room.id, password=password)
            return
        saved = self.client.saved_seat(room)
        self.client.join(room.id, password=password, token=saved.token if saved is not None else "")

    def rename(self, name: str) -> None:
        """Try again, under another name, to enter where the last one was refused."""
        if self.client is not None:
            self.plan = replace(self.plan, name=name)
            self.client.again(name)

    def create(self, room: NewRoom) -> None:
        """Make a room and sit in it."""
        if self.client is not None:
            self.client.create(
                room.levels,
                name=room.name,
                settings=room.settings,
                clock=room.clock,
                password=room.password,
                variant=room.variant,
            )

    def speak(self, language: str) -> None:
        """Use another language from now on, at the next start too."""
        i18n.choose(language)
        try:
            self.store.set_language(language)
        except (OSError, ValueError) as error:
            self.notify(str(error), title=_("No se pudo guardar"), severity="error", markup=False)

    def perform(self, what: str) -> None:
        """Do what only the program can do: `quit`, `menu`, `abandon` or `retry`."""
        if what == "retry" and self.client is not None:
            self.client.retry()
        elif what == "quit":
            self.exit()
        elif what == "abandon":
            self.send(LeaveRoom(for_good=True))
        elif what == "menu":
            self._menu()

    def _menu(self) -> None:
        self._close_game()
        self._part()
        self.front.replace(MenuSheet(self.skin, self))
