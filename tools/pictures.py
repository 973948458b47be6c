"""What the tools that take pictures share: a game behind real connections, and the program at its first seat.

Bots play every seat until the moment of the picture is near. Then the first seat's connection is given up for the
program's, which comes back to the seat in a terminal of its own; from there on bots play the other seats only.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import msgspec
from teg_shared.protocol.messages import Accepted

from teg_tui.config import SavedSeat, Store
from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import ServerProcess
from tests.support.terminal import Terminal

SETTINGS: Final = "[limits]\nsilent = 100000.0\nburst = 100000\nrate = 100000\n"
ROOM: Final = "Asado"
TRIES: Final = 100
"""Games after which there is no hope for a picture."""


class OtherwiseError(Exception):
    """The game took a course that gives no good picture."""


@dataclass
class Party:
    """A game behind real connections; the first seat's connection is given up for the program's.

    Attributes:
        level: how well the bots play.
        terminal: the program at the first seat, once it is there.
    """

    clients: list[TestClient]
    seed: int
    level: str
    terminal: Terminal | None = None

    @property
    def view(self) -> Any:
        """The board as all see it: the view of the second seat, of whichever variant."""
        return self.clients[1].session.view

    async def until(self, holds: Callable[[Any], bool]) -> None:
        """Let bots play until `holds` is true of the view.

        Raises:
            OtherwiseError: the game ended before, or it is the program that has to move.
        """
        while not holds(self.view):
            if self.clients[1].finished:
                raise OtherwiseError("over")
            if self.terminal is not None and 0 in self.clients[1].rules.pace(self.view, 0).seats:
                raise OtherwiseError("out of turn")
            await self._step()

    async def _step(self) -> None:
        for client in self.listening:
            command = by_lot(self.seed + client.seat, self.level)(client) if client.asked else None
            if command is not None and await self.act(client, command):
                return
        raise OtherwiseError("nobody moves")

    @property
    def listening(self) -> list[TestClient]:
        """Those who are still connected here."""
        return self.clients[0 if self.terminal is None else 1 :]

    async def act(self, actor: TestClient, command: msgspec.Struct) -> bool:
        """Let somebody do something, and everybody know of it; False if the server refuses it."""
        answer = await actor.act(command)
        version = actor.session.version
        await asyncio.gather(*(client.until(lambda me: me.session.version >= version) for client in self.listening))
        if self.terminal is not None:
            self.terminal.pump(0.01)
        return isinstance(answer, Accepted)


@dataclass
class Studio:
    """A server for many games, and the folder of the program's settings."""

    server: ServerProcess
    home: Path
    games: int = field(default=0)

    async def seated(
        self,
        names: Sequence[str],
        level: str,
        *,
        variant: str = "classic",
        clock: int,
        settings: msgspec.Struct | None = None,
    ) -> Party:
        """Return a game that has been dealt, with a client at every seat."""
        clients = [TestClient(name) for name in names]
        for client in clients:
            await client.connect(self.server.host, self.server.port)
        room = await clients[0].create(
            ["open"] * len(names), name=ROOM, clock=clock, variant=variant, settings=settings
        )
        for client in clients[1:]:
            await client.join(room)
        await asyncio.gather(clients[0].start(), *(client.until_dealt() for client in clients[1:]))
        self.games += 1
        return Party(clients, self.games * 10, level)

    @contextlib.asynccontextmanager
    async def program(self, party: Party, size: tuple[int, int]) -> AsyncIterator[Terminal]:
        """Give the first seat to the program, and yield its terminal."""
        first = party.clients[0]
        self._save_seat(first)
        await first.cut()
        env: Mapping[str, str | None] = {
            "TEG_CONFIG_DIR": str(self.home), "TEG_DATA_DIR": str(self.home), "TEG_LANG": "es",
        }  # fmt: skip
        address = f"{self.server.host}:{self.server.port}"
        command = [sys.executable, "-m", "teg_tui", "join", address, "--name", first.name]
        with Terminal(command, size, env) as terminal:
            party.terminal = terminal
            yield terminal

    def _save_seat(self, client: TestClient) -> None:
        """Give the program what brings a seat back."""
        session = client.session
        seat = SavedSeat(
            server=f"{self.server.host}:{self.server.port}", room=session.room, room_name=ROOM, name=client.name,
            seat=session.seat, token=session.token, at=time.time(),
        )  # fmt: skip
        Store(self.home / "config.toml", self.home / "seats.json").remember(seat)


@contextlib.asynccontextmanager
async def closing(party: Party) -> AsyncIterator[Party]:
    """Cut every connection of a game at the end."""
    try:
        yield party
    finally:
        for client in party.clients:
            await client.cut()


Shot: TypeAlias = Callable[[Studio, Path], Awaitable[None]]
"""Plays one game and saves its picture, or raises OtherwiseError."""


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "teg.toml").write_text(SETTINGS)
        (home / "config.toml").write_text("animations = false\n")
        yield home


async def take(shots: Mapping[str, Shot], out: Path) -> None:
    """Play games until there is a picture under every name.

    Raises:
        SystemExit: if there are too many games that take another course.
    """
    with _folder() as home:
        async with await ServerProcess.start("--config", str(home / "teg.toml"), "--log-level", "error") as server:
            studio = Studio(server, home)
            for name, shot in shots.items():
                await _one(studio, shot, out / name)


async def _one(studio: Studio, shot: Shot, path: Path) -> None:
    for _ in range(TRIES):
        try:
            await shot(studio, path)
        except OtherwiseError as other:
            click.echo(f"{path.name}, game {studio.games}: {other}", err=True)
        else:
            click.echo(path)
            return
    raise SystemExit(f"no game came to a moment worth the picture {path}")
