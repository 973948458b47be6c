"""Take the pictures of docs/img: the real client at three sizes, in the middle of a real game of six.

python tools/screenshots.py [--out docs/img]

Everybody sits at a server behind a real connection. Bots play all six seats until the round before the picture;
then the program itself goes back to the first seat, looks on, and when its turn has come it places, chooses a
battle and rolls, by its keys.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, from any folder

from teg_shared.rules.classic.commands import Answer, ProposePact
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.state import State

from teg_tui.config import SavedSeat, Store
from tests.support.chooser import by_lot
from tests.support.keyboard import Robot
from tests.support.net import TestClient
from tests.support.screen_reading import look
from tests.support.serving import NAMES, ServerProcess
from tests.support.terminal import Terminal

SIZES: Final = ((80, 24), (120, 36), (200, 55))
ROUND: Final = 4
LEVEL: Final = "capitan"
CLOCK: Final = 90
"""Seconds a turn, so that the clock is in the picture."""
TRIES: Final = 60
SETTINGS: Final = "[limits]\nsilent = 100000.0\nburst = 100000\nrate = 100000\n"
ROOM: Final = "Asado"
Pair = tuple[int, int]


class OtherwiseError(Exception):
    """The game took a course that gives no good picture."""


@dataclass
class Party:
    """A game of six behind real connections; the first seat's connection is given up for the program's.

    Attributes:
        terminal: the program at the first seat, once it is there.
    """

    clients: list[TestClient]
    seed: int
    terminal: Terminal | None = None
    _robot: Robot | None = field(default=None, repr=False)

    @property
    def view(self) -> State:
        """The board as all see it."""
        found: State = self.clients[1].session.view
        return found

    async def until(self, turn: int, least: int) -> None:
        """Let bots play until it is a seat's turn in round `least` or later.

        Raises:
            OtherwiseError: the game ended before.
        """
        while not (self.view.turn == turn and self.view.round >= least):
            actor = next((client for client in self.clients if client.on_turn), None)
            if actor is None:
                raise OtherwiseError("over")
            if actor.seat == 0 and self.terminal is not None:
                raise OtherwiseError("out of turn")
            command = by_lot(self.seed + actor.seat, LEVEL)(actor)
            assert command is not None
            await actor.act(command)
            await self.level(actor)

    async def level(self, actor: TestClient) -> None:
        """Let everybody know what one of them knows."""
        version = actor.session.version
        listening = self.clients[0 if self.terminal is None else 1 :]
        await asyncio.gather(*(client.until(lambda me: me.session.version >= version) for client in listening))
        if self.terminal is not None:
            self.terminal.pump(0.01)

    async def agree(self) -> None:
        """Make three pacts: on the whole map, on a frontier for a time, and one between others.

        Raises:
            OtherwiseError: if there are no frontiers for them, or somebody declines.
        """
        near = [seat for seat in range(2, len(NAMES)) if frontiers(self.view, 0, seat)]
        others = [(a, b) for a in range(2, 6) for b in range(a + 1, 6) if frontiers(self.view, a, b)]
        if not near or not others:
            raise OtherwiseError("no frontier")
        for a, b, term in ((0, 1, None), (0, near[-1], ROUND + 3), (*others[0], ROUND + 2)):
            where = frontiers(self.view, a, b)[0] if term is not None else None
            await self.clients[a].act(ProposePact(b, where, term))
            await self.level(self.clients[a])
            for proposal in [one for one in self.view.proposals if one.partner == b]:
                await self.clients[b].act(Answer(proposal.id, accept=True))
                await self.level(self.clients[b])
        if len(self.view.pacts) < 3:
            raise OtherwiseError("no pacts")


def frontiers(view: State, a: int, b: int) -> list[Pair]:
    """Return pairs of neighbours, the first of seat `a`, the second of seat `b`."""
    every = [(here, there) for here in range(len(BOARD.countries)) for there in BOARD.neighbours[here]]
    return [(here, there) for here, there in every if (view.owners[here], view.owners[there]) == (a, b)]


def battle(view: State) -> Pair:
    """Return the attack of the first seat that is least likely to end with one roll, and breaks no pact.

    Raises:
        OtherwiseError: if there is none.
    """
    friends = {seat for pact in view.pacts for seat in (pact.a, pact.b) if 0 in (pact.a, pact.b)}
    pairs = [pair for seat in range(1, len(NAMES)) if seat not in friends for pair in frontiers(view, 0, seat)]
    good = [pair for pair in pairs if view.armies[pair[0]] > 3 and view.armies[pair[1]] > 1]
    if not good:
        raise OtherwiseError("nobody to attack")
    return max(good, key=lambda pair: (view.armies[pair[1]], view.armies[pair[0]]))


async def seated(server: ServerProcess, number: int) -> Party:
    """Return a game of six that has been dealt."""
    clients = [TestClient(name) for name in NAMES]
    for client in clients:
        await client.connect(server.host, server.port)
    room = await clients[0].create(["open"] * len(NAMES), name=ROOM, clock=CLOCK)
    for client in clients[1:]:
        await client.join(room)
    await asyncio.gather(clients[0].start(), *(client.until_dealt() for client in clients[1:]))
    return Party(clients, number * 10)


def save_seat(home: Path, server: ServerProcess, client: TestClient) -> None:
    """Give the program what brings a seat back."""
    session = client.session
    seat = SavedSeat(
        server=f"{server.host}:{server.port}", room=session.room, room_name=ROOM, name=client.name,
        seat=session.seat, token=session.token, at=time.time(),
    )  # fmt: skip
    Store(home / "config.toml", home / "seats.json").remember(seat)


def roll(terminal: Terminal, view: State) -> None:
    """Let the program choose a battle and roll once.

    Raises:
        OtherwiseError: if the roll decided it.
    """
    for country in battle(view):
        terminal.press("/", BOARD.countries[country].name_es, "enter", "enter", pause=0.3)
    terminal.settle(1.0)
    if "Esc" not in look(terminal).keys:
        raise OtherwiseError("decided")


async def shoot(server: ServerProcess, number: int, size: tuple[int, int], home: Path, path: Path) -> None:
    """Play one game and save its picture.

    Raises:
        OtherwiseError: if it came otherwise.
    """
    party = await seated(server, number)
    try:
        await party.until(0, ROUND - 1)
        await party.until(1, ROUND - 1)
        await party.agree()
        save_seat(home, server, party.clients[0])
        await party.clients[0].cut()
        env: dict[str, str | None] = {"TEG_CONFIG_DIR": str(home), "TEG_DATA_DIR": str(home), "TEG_LANG": "es"}
        command = [sys.executable, "-m", "teg_tui", "join", f"{server.host}:{server.port}", "--name", NAMES[0]]
        with Terminal(command, size, env) as terminal:
            party.terminal = terminal
            terminal.wait_for("Juega ", 30)
            terminal.press("v", "v", "tab")
            await party.until(0, ROUND)
            place(terminal)
            await party.clients[1].drain()
            if not all(party.view.masks) or len(party.view.pacts) < 2:
                raise OtherwiseError("lonely")
            roll(terminal, party.view)
            path.parent.mkdir(parents=True, exist_ok=True)
            terminal.png(path)
    finally:
        for client in party.clients:
            await client.cut()


def place(terminal: Terminal) -> None:
    """Let the program put its armies down, up to the attack.

    Raises:
        OtherwiseError: if that does not come.
    """
    robot = Robot(terminal)
    end = time.monotonic() + 20
    while not look(terminal).hint.startswith("Te toca: atacá"):
        if time.monotonic() > end or robot.lived["fighting"]:
            raise OtherwiseError("no attack")
        robot.step()


async def run(out: Path) -> None:
    """Play games until there is a picture of every size.

    Raises:
        SystemExit: if there are too many others.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "teg.toml").write_text(SETTINGS)
        (home / "config.toml").write_text("animations = false\n")
        async with await ServerProcess.start("--config", str(home / "teg.toml"), "--log-level", "error") as server:
            sizes = list(SIZES)
            for number in range(TRIES):
                path = out / f"game-{sizes[0][0]}x{sizes[0][1]}.png"
                try:
                    await shoot(server, number, sizes[0], home, path)
                except OtherwiseError as other:
                    click.echo(f"game {number}: {other}", err=True)
                else:
                    click.echo(path)
                    del sizes[0]
                if not sizes:
                    return
    raise SystemExit(f"no game came to a moment worth a picture at {sizes}")


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("docs/img"), help="Where the pictures go.")
def main(out: Path) -> None:
    """Take the pictures of the README."""
    asyncio.run(run(out))


if __name__ == "__main__":
    main()
