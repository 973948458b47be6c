"""Four people at one table of T.E.G. de los Negocios, two at 80x24 and two at 120x36, by keyboard to the results."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.negocios_people import Plan, Player, play
from tests.e2e.programs import Host, Person, end_all, hasten
from tests.support.screen_reading import look

SMALL, LARGE = (80, 24), (120, 36)
SIZES: Final = {"Ana": SMALL, "Beto": SMALL, "Caro": LARGE, "Dani": LARGE}
GAMES: Final = 4
"""Games after which everything should have been seen: an objective may be met before anybody is eliminated."""
WANTED: Final = {
    "dice", "card", "market dice", "path", "coincidence", "coincidence told", "offer", "withdrawal", "answer", "deal",
    "suspending", "suspension told", "suspended", "elimination told", "eliminated", "looking on", "results",
}  # fmt: skip


def open_room(owner: Person, bots: int) -> None:
    """Make a room for four people and some bots, with a market, through the form."""
    owner.expect("No hay ninguna mesa")
    owner.press("n")
    owner.choose("down", "Juego")
    owner.choose("right", "T.E.G. de los Negocios")
    owner.choose("down", "Reloj")
    owner.choose("left", "sin reloj")
    for number in range(5, 9):
        owner.choose("down", f"Lugar {number}", 20)
        owner.choose("right", "bot novato" if number < 5 + bots else "no se usa")
    for name, value in (("Mercado", "sí"), ("Límite de rondas", "6"), ("Países unidos", "24")):
        owner.choose("down", name, 20)
        owner.choose("right", f" {value} ")
    owner.press("enter")
    owner.expect("dueño, vos")


@contextlib.contextmanager
def table(folder: Path, bots: int) -> Iterator[list[Player]]:
    """Yield four people whose game has begun; everything was done on screens, by keys."""
    plan = Plan(victim="Beto", suspect="Dani", dealers=("Ana", "Caro"))
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(Host(folder / "server"))
        people: list[Person] = []
        stack.callback(end_all, people)
        for name, size in SIZES.items():
            home = folder / name
            home.mkdir(parents=True)
            (home / "config.toml").write_text("animations = false\n")
            people.append(Person(name, home, "join", host.address, size=size))
            if name == "Ana":
                open_room(people[0], bots)
            else:
                people[-1].expect("Esperando que")
        people[0].expect("Dani")
        people[0].press("s")
        for person in people:
            person.expect("Corporaciones")
        players = [Player(person.name, person.terminal, plan) for person in people]
        for player in players:
            player._keep(people[players.index(player)].seen)
        hasten(*people)
        yield players


def seen_by_all(players: list[Player]) -> set[str]:
    """Return every kind of moment that somebody has seen."""
    return {moment for player in players for moment in player.moments}


def play_until_all_is_seen(players: list[Player], timeout: float) -> None:
    """Play games, each to its results and the next by rematch, until everything wanted has been on a screen."""
    for number in range(GAMES):
        play(players, timeout)
        if seen_by_all(players) >= WANTED or number == GAMES - 1:
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


def check(players: list[Player]) -> None:
    """Assert on what each person's screens showed."""
    ana, beto, caro, dani = players
    assert seen_by_all(players) >= WANTED, WANTED - seen_by_all(players)
    assert "Ana" in caro.moments["answer"]
    assert "deal" in ana.moments
    assert "deal" in caro.moments
    for player in players:  # what is public was on every screen
        assert {"suspension told", "market dice", "results"} <= player.moments.keys()
    assert "eliminated" in beto.moments
    assert all("elimination told" in player.moments for player in (ana, caro, dani))
    movers = {player.name for player in players if "coincidence" in player.moments}
    assert any("coincidence told" in player.moments for player in players if {player.name} != movers)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_four_people_deal_suspend_coincide_and_eliminate_at_one_table(tmp_path: Path) -> None:
    with table(tmp_path, bots=4) as players:
        play_until_all_is_seen(players, timeout=200)
        check(players)
