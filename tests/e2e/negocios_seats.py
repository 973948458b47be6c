"""A table of T.E.G. de los Negocios for four people, each at a terminal of their own or in a session of one tmux."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.e2e.negocios_people import Plan, Player, play
from tests.e2e.programs import TEG, Host, Person, end_all, hasten
from tests.support.panes import Session
from tests.support.screen_reading import look

SMALL, LARGE = (80, 24), (120, 36)
SIZES: Final = {"Ana": SMALL, "Beto": SMALL, "Caro": LARGE, "Dani": LARGE}
"""Columns and rows of each one's terminal; the first makes the room."""


@dataclass(frozen=True)
class Room:
    """What the room is like.

    Attributes:
        bots: seats beyond the four.
        rounds: after how many the game ends.
    """

    bots: int
    rounds: int

    def open(self, owner: Person) -> None:
        """Make it through the form."""
        owner.expect("No hay ninguna mesa")
        owner.press("n")
        owner.choose("down", "Juego")
        owner.choose("right", "T.E.G. de los Negocios")
        owner.choose("down", "Reloj")
        owner.choose("left", "sin reloj")
        for number in range(5, 9):
            owner.choose("down", f"Lugar {number}", 20)
            owner.choose("right", "bot novato" if number < 5 + self.bots else "no se usa")
        for name, value in (("Mercado", "sí"), ("Límite de rondas", str(self.rounds)), ("Países unidos", "32")):
            owner.choose("down", name, 20)
            owner.choose("right", f" {value} ")
        owner.press("enter")
        owner.expect("dueño, vos")


class Attached(Person):
    """Somebody in a session of a tmux.

    Args:
        name: theirs, and the session's.
        home: where settings and saved seats lie.
        tmux: the folder of the tmux.
        arguments: of `teg`.
        size: columns and rows of the session.
    """

    def __init__(self, name: str, home: Path, tmux: Path, *arguments: str, size: tuple[int, int]) -> None:
        self.name, self.home, self.size, self.arguments = name, home, size, arguments
        env = {"TEG_CONFIG_DIR": str(home), "TEG_DATA_DIR": str(home), "TEG_LANG": "es", "COLORTERM": "truecolor"}
        self.terminal: Session = Session(tmux, size, [TEG, *arguments, "--name", name], name, env)


def sit(name: str, folder: Path, address: str, in_tmux: bool) -> Person:
    """Start the program of one of the four; its settings do without animations."""
    home = folder / name
    home.mkdir(parents=True)
    (home / "config.toml").write_text("animations = false\n", encoding="utf-8")
    if in_tmux:
        return Attached(name, home, folder, "join", address, size=SIZES[name])
    return Person(name, home, "join", address, size=SIZES[name])


@contextlib.contextmanager
def table(folder: Path, room: Room, wanted: frozenset[str], in_tmux: bool) -> Iterator[list[Player]]:
    """Yield four people whose game has begun; everything was done on screens, by keys.

    Args:
        folder: for the server's data, everybody's settings, and the tmux.
        room: what they play.
        wanted: names of the moments for whose sake they play.
        in_tmux: whether each of them is in a session of one tmux, or at a terminal.
    """
    plan = Plan("Beto", ("Ana", "Caro", "Dani"), wanted)
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(Host(folder / "server"))
        people: list[Person] = []
        stack.callback(end_all, people)
        owner, *others = SIZES
        people.append(sit(owner, folder, host.address, in_tmux))
        room.open(people[0])
        people += [sit(name, folder, host.address, in_tmux) for name in others]
        for person in people[1:]:
            person.expect("Esperando que")
            people[0].expect(person.name)
        people[0].press("s")
        for person in people:
            person.expect("Corporaciones")
        players = [Player(person.name, person.terminal, plan) for person in people]
        for player, person in zip(players, people, strict=True):
            player.keep(person.seen)
        hasten(*people)
        yield players


def play_until_seen(players: list[Player], games: int, timeout: float) -> None:
    """Play games, each to its results and the next by rematch, until everything wanted has been on a screen.

    Args:
        players: all of the people.
        games: the most.
        timeout: seconds for one game.
    """
    for number in range(games):
        play(players, timeout)
        if players[0].plan.fulfilled or number == games - 1:
            return
        again(players)


def again(players: list[Player]) -> None:
    """Let all of them ask for the rematch, and wait until it has begun on every screen."""
    for player in players:
        player.terminal.press("r", pause=0.3)
    end = time.monotonic() + 20
    while any(look(player.terminal).title == "Resultados" for player in players):
        assert time.monotonic() < end, players[0].terminal.screen_text()
        for player in players:
            player.terminal.pump(0.05)
            player.forget()
