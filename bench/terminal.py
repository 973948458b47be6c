"""Bytes to a truecolor terminal: the map alone beside a naive repaint of it, and the whole program.

The map alone is the demo of the map, which shows the same position as the baseline. The whole program are
spectators of one game at three sizes: everything that an event changes is counted, sidebar, chronicle and
tumbling dice too.
"""

import asyncio
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.state import Phase, State

from bench.report import Figure
from tests.support.chooser import by_lot
from tests.support.net import Chooser, TestClient
from tests.support.serving import NAMES, ServerProcess
from tests.support.terminal import Terminal

SIZES: Final = ((80, 24), (120, 36), (200, 55))
QUIET: Final = 0.7
"""Seconds without a byte after which an event has been shown, the flash of a conquest included."""
STEP: Final = 0.1
"""Seconds of one look at all terminals."""
IDLE: Final = 3.0
"""Seconds that nothing happens."""
SAMPLES: Final = 3
PLAYERS: Final = 4
"""As many as make a game that does not end before everything was seen."""
KINDS: Final = {
    "army": "one army",
    "conquest": "a roll that conquers, dice and all",
    "roll": "any other roll, dice and all",
    "idle": "idle",
}
Sizes = dict[str, list[int]]


def cost(terminal: Terminal, key: str) -> int:
    """Return the bytes that follow a key."""
    mark = terminal.mark
    terminal.press(key)
    terminal.settle(QUIET)
    return terminal.mark - mark


def keyed(module: str, size: tuple[int, int]) -> Sizes:
    """Return what one army and one owner cost in a program that shows them on x and o."""
    out: Sizes = defaultdict(list)
    with Terminal([sys.executable, "-m", module], size) as terminal:
        while not terminal.pump(0.2):
            pass
        terminal.settle(QUIET)
        for _ in range(SAMPLES):
            out["army"].append(cost(terminal, "x"))
            out["owner"].append(cost(terminal, "o"))
        mark = terminal.mark
        terminal.pump(IDLE)
        out["idle"].append(terminal.mark - mark)
    return out


def _map_alone() -> list[Figure]:
    figures = []
    for size in SIZES:
        ours, naive = keyed("tests.client.map.demo", size), keyed("bench.naive", size)
        for what, name in (("army", "one army, map alone"), ("owner", "one owner, map alone")):
            figures.append(_figure(name, size, ours[what], median(naive[what]), "one Static"))
        figures.append(_figure("idle, map alone", size, ours["idle"]))
    return figures


def _figure(name: str, size: tuple[int, int], found: list[int], floor: float | None = None, why: str = "") -> Figure:
    return Figure(f"{name}, {size[0]}x{size[1]}", median(found), "bytes", floor, why)


@dataclass
class Party:
    """A game of bots behind real connections, and the terminals that look on."""

    players: list[TestClient]
    watchers: list[Terminal]
    choose: Chooser = field(default_factory=by_lot)

    @property
    def view(self) -> State:
        """The game as the first player sees it."""
        found: State = self.players[0].session.view
        return found

    async def act(self) -> tuple[str, list[int]]:
        """Let the seat on turn act; return what kind of event it was and its bytes by watcher."""
        actor = next(player for player in self.players if player.on_turn)
        owners, rolls, phase = self.view.owners[:], self.view.rolls, self.view.phase
        placing = phase is Phase.PLACEMENT and self.view.pool > 1
        marks = [terminal.mark for terminal in self.watchers]
        command = Place(owners.index(actor.seat), 1) if placing else self.choose(actor)
        assert command is not None
        await actor.act(command)
        version = actor.session.version
        await asyncio.gather(*(player.until(lambda me: me.session.version >= version) for player in self.players))
        self.settle()
        taken, rolled = self.view.owners != owners, self.view.rolls > rolls
        kind = "conquest" if taken else "roll" if rolled else "army" if placing else "other"
        return kind, [terminal.mark - mark for terminal, mark in zip(self.watchers, marks, strict=True)]

    def settle(self) -> None:
        """Let all watchers show what they have got."""
        quiet = 0
        while quiet < QUIET / STEP:
            heard = [terminal.pump(STEP / len(self.watchers)) for terminal in self.watchers]
            quiet = 0 if any(heard) else quiet + 1

    def idle(self) -> list[int]:
        """Return the bytes of some seconds in which nothing happens."""
        marks = [terminal.mark for terminal in self.watchers]
        self.watchers[0].pump(IDLE)
        for terminal in self.watchers[1:]:
            terminal.pump(0.1)
        return [terminal.mark - mark for terminal, mark in zip(self.watchers, marks, strict=True)]

    async def run(self) -> dict[str, list[list[int]]]:
        """Play until every kind of event was seen often enough; return its bytes, sample by sample."""
        out: dict[str, list[list[int]]] = defaultdict(list)
        self.settle()
        out["idle"].append(self.idle())
        while any(len(out[kind]) < SAMPLES for kind in KINDS if kind != "idle") and not self.players[0].finished:
            kind, found = await self.act()
            out[kind].append(found)
        return out


async def _whole_program() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "teg.toml")
        config.write_text("[limits]\nsilent = 100000.0\n")  # noqa: ASYNC240 # before anything is served
        async with await ServerProcess.start("--config", str(config), "--log-level", "error") as server:
            players = [TestClient(name) for name in NAMES[:PLAYERS]]
            for player in players:
                await player.connect(server.host, server.port)
            room = await players[0].create(["open"] * PLAYERS)
            for player in players[1:]:
                await player.join(room)
            await asyncio.gather(players[0].start(), *(player.until_dealt() for player in players[1:]))
            env = {"TEG_CONFIG_DIR": folder, "TEG_DATA_DIR": folder, "TEG_LANG": "es"}
            command = [sys.executable, "-m", "teg_tui", "watch", f"{server.host}:{server.port}", "--name"]
            with ExitStack() as stack:
                watchers = [stack.enter_context(Terminal([*command, f"w{size[0]}"], size, env)) for size in SIZES]
                for terminal in watchers:
                    terminal.wait_for("estás mirando", 30)
                found = await Party(players, watchers).run()
            for player in players:
                await player.cut()
    return [
        _figure(f"{name}, program", size, [sample[number] for sample in found[kind]])
        for number, size in enumerate(SIZES)
        for kind, name in KINDS.items()
        if found[kind]
    ]


def measure() -> list[Figure]:
    """Return the figures of the terminal."""
    return [*_map_alone(), *asyncio.run(_whole_program())]
