"""Every way in at once: ssh, the local network, the broker's lobby and a browser, all at one table of one server."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.doors.table import Seated, Table, table
from tests.support.browser import needs_chromium
from tests.support.club import Club, club
from tests.support.panes import needs_tmux

pytestmark = pytest.mark.timeout(240)
BOTS = ("bot capitán",)
DOORS = {"Ana": r"unix:\d+\(ana\)", "Beto": r"10\.77\.1\.2:\d+", "Caro": r"10\.77\.1\.2:\d+", "Dora": r"unix:0/web:\w+"}
"""How the server knows each of them: by account, by address, and as a visitor of the site."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Club]:
    needs_tmux()
    needs_chromium()
    with club(tmp_path / "club") as made:
        yield made


async def test_three_through_three_doors_and_a_browser_play_one_game_to_its_end(place: Club, tmp_path: Path) -> None:
    async with table(place, tmp_path, *BOTS) as game:
        assert_one_server_knows_them_by_their_doors(place)
        await everybody_sees_what_each_keyboard_does(game)
        robots = [person.robot(tires=0) for person in game.people]
        await game.play(robots, 180)
        ends = [person.seen.sheet for person in game.people]
        (said,) = {end.lines[0].partition(":")[0].strip() for end in ends if end is not None}
        assert "Ganó" in said or "¡Ganaste" in said
        await game.until(lambda: "Resultados" in game.page.text and said in game.page.text)
        assert "Guardar la partida" not in game.page.text, "a visitor could not fetch what is saved on the machine"
        assert game.page.errors == []


def assert_one_server_knows_them_by_their_doors(place: Club) -> None:
    """One process is behind all doors, and nobody has come through the door of another."""
    assert place.host is not None
    assert place.host.poll() is None
    log = (place.box.here / "host.log").read_text(encoding="utf-8")
    assert re.search(r"listening address=\S+:7464", log)
    assert "listening socket=/run/teg/teg.sock" in log
    assert "lan announced" in log
    assert "mqtt online" in log
    joined = dict(re.findall(r"joined room=\w+ seat=-?\d+ name='(\w+)' peer=(\S+)", log))
    assert joined.keys() == DOORS.keys()
    for name, peer in joined.items():
        assert re.fullmatch(DOORS[name], peer), (name, peer)


async def everybody_sees_what_each_keyboard_does(game: Table) -> None:
    """Each places all their armies of the first round in one country: the four screens show the same then."""
    waiting = list(game.people)
    while waiting:
        await game.until(lambda: mover(waiting) is not None)
        person = mover(waiting)
        assert person is not None
        before = game.boards()[0]
        person.press("a", "enter")
        await game.until(lambda: all(board == game.boards()[0] != before for board in game.boards()))  # noqa: B023
        waiting.remove(person)


def mover(people: list[Seated]) -> Seated | None:
    """Return whose turn it is."""
    return next((person for person in people if "Te toca: colocá" in person.seen.hint), None)
