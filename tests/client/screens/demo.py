"""Runs the game screen on a real game in memory, to look at it: python -m tests.client.screens.demo [options].

Nobody answers over a socket: commands of seat 0 are played at once, the other seats play by lot.
"""

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from teg_server.bots.semirandom import SemiRandom
from teg_shared.protocol.messages import Accepted, FromClient, FromServer, Refused
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import Phase
from teg_shared.rules.errors import RuleError
from textual.app import App
from textual.filter import LineFilter

import teg_tui
from teg_tui.changes import Status
from teg_tui.map.palette import Palette, choose_palette
from teg_tui.models import AnyModel
from teg_tui.screens.game import GameScreen
from teg_tui.screens.games import kit_for
from teg_tui.screens.link import Link
from teg_tui.screens.pacing import Pacer
from teg_tui.theme import skin_for, textual_theme
from teg_tui.widgets.filter import HarmlessText
from tests.client.core.table import Table


class BoardApp(App[None]):
    """Nothing but the screen of a game."""

    CSS_PATH = str(Path(teg_tui.__file__).parent / "styles" / "teg.tcss")
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, model: AnyModel, link: Link, palette: Palette, *, animate: bool = False) -> None:
        super().__init__()
        self.model = model
        skin = skin_for(palette)
        self.register_theme(textual_theme(skin))
        self.theme = f"teg-{palette.name}"
        self.pacer = Pacer()
        self.performed: list[str] = []
        self.game = GameScreen(kit_for(model, link, skin, animate=animate), link, skin, self.pacer, self)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), HarmlessText()]

    def get_default_screen(self) -> GameScreen:
        return self.game

    def perform(self, what: str) -> None:
        self.performed.append(what)
        if what == "quit":
            self.exit()

    def receive(self, message: FromServer) -> None:
        if self.pacer.push(message):
            self.pump()
            if self.pacer.waiting:
                self.game.queued()
        else:
            self.game.changed(self.model.apply(message))

    def pump(self) -> None:
        while (message := self.pacer.take(time.monotonic())) is not None:
            changes = self.model.apply(message)
            self.pacer.shown(changes, self.model.seat, time.monotonic())
            self.game.changed(changes)
        delay = self.pacer.delay(time.monotonic())
        if delay is not None:
            self.set_timer(max(0.01, delay), self.pump)


class LocalLink:
    """Plays commands on a table at once, and lets the other seats play until it is the viewer's turn again."""

    def __init__(self, table: Table, seat: int = 0) -> None:
        self.table = table
        self.seat = seat
        self.sent: list[FromClient] = []
        self.commands: list[msgspec.Struct] = []
        self.deliver: Callable[[FromServer], None] = lambda _message: None
        self.bots = [SemiRandom(100 + n) for n in range(table.seats)]
        self.others_play = True

    def act(self, command: msgspec.Struct) -> int:
        self.commands.append(command)
        number = len(self.commands)
        try:
            updates = self.table.play(self.seat, command, (self.seat,))  # type: ignore[arg-type]
        except RuleError as error:
            self.deliver(Refused(error.code, error.facts, number))
            return number
        self.deliver(Accepted(number, self.table.version))
        self.deliver(updates[self.seat])
        if self.others_play:
            self.go_on()
        return number

    def send(self, message: FromClient) -> None:
        self.sent.append(message)

    def go_on(self) -> None:
        for _ in range(3000):
            state = self.table.state
            if state.phase is Phase.OVER or state.turn == self.seat:
                return
            self.step()

    def step(self) -> None:
        seat = self.table.state.turn
        command = self.bots[seat].choose(CLASSIC.view(self.table.state, seat), seat)
        self.deliver(self.table.play(seat, command, (self.seat,))[self.seat])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--round", type=int, default=0)
    parser.add_argument("--phase", default="")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--no-anim", action="store_true")
    parser.add_argument("--over", action="store_true")
    options = parser.parse_args()
    table = Table(options.seats, options.seed)
    link = LocalLink(table)
    model = table.model(0)
    model.connected(Status("online"))
    bots = link.bots
    for _ in range(60000):
        state = table.state
        done = state.phase is Phase.OVER
        if options.over and done:
            break
        wanted = state.turn == 0 and state.round >= options.round
        if not options.over and wanted and options.phase in ("", state.phase.value):
            break
        if done:
            break
        seat = state.turn
        command = bots[seat].choose(CLASSIC.view(state, seat), seat)
        model.apply(table.play(seat, command, (0,))[0])
    palette = choose_palette(os.environ)
    os.environ["TEXTUAL_COLOR_SYSTEM"] = palette.system
    app = BoardApp(model, link, palette, animate=not options.no_anim)

    def deliver(message: FromServer) -> None:
        app.call_later(app.receive, message)

    link.deliver = deliver
    app.run()


if __name__ == "__main__":
    main()
