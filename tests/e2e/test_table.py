"""Two people at two terminals and a host's server: everything goes through screens, keys and real processes."""

import re
import time
from pathlib import Path

import pytest

from tests.e2e.programs import Person, on_turn, table
from tests.support.keyboard import play

BOTS = ("bot novato",) * 4
_ARMIES = re.compile(r"[▴▮✱✚◊▾]?\d+")
SOON = 15.0
"""Seconds within which a client must be back after the server is (it tries again every second at first)."""


@pytest.mark.timeout(400)
def test_two_people_and_four_bots_play_to_the_end(tmp_path: Path) -> None:
    with table(tmp_path, "Ana", "Beto", bots=BOTS) as (_, people):
        robots = [person.robot(tires=12) for person in people]
        play(*robots, timeout=300)
        ends = [person.seen.sheet for person in people]
        assert all(end is not None for end in ends)
        for person in people:
            assert "Revancha" in person.seen.keys.values()
            assert "Reparto" in person.seen.text
        winners = [end.lines[0].partition(":")[2] for end in ends if end is not None]
        assert winners[0] == winners[1]


@pytest.mark.timeout(200)
def test_a_client_killed_in_its_own_turn_is_back_in_its_seat_with_nothing_lost(tmp_path: Path) -> None:
    with table(tmp_path, "Ana", "Beto") as (_, people):
        robots = [person.robot() for person in people]
        mine, other = on_turn(people, robots)
        before, state = mine.seen, state_of(mine)
        mine.kill()
        other.expect("!")  # the sign of a lost connection beside the name
        mine.start_again()
        mine.hint("Te toca: atacá")
        after = mine.seen
        assert board_of(after.text) == board_of(before.text)
        assert after.top.split("·")[0] == before.top.split("·")[0]
        assert state_of(mine) == state
        mine.press("f")
        other.hint("Te toca")


@pytest.mark.timeout(200)
def test_after_a_killed_server_both_screens_come_back_by_themselves_and_the_game_goes_on(tmp_path: Path) -> None:
    with table(tmp_path, "Ana", "Beto", bots=BOTS[:1]) as (host, people):
        robots = [person.robot() for person in people]
        mine, other = on_turn(people, robots)
        before, state = mine.seen, state_of(mine)
        host.kill()
        for person in people:
            person.hint("Reconectando")
        host.restart()
        back = time.monotonic()
        mine.hint("Te toca: atacá", SOON)
        other.hint(f"Juega {mine.name}", SOON)
        assert time.monotonic() - back < SOON
        assert board_of(mine.seen.text) == board_of(before.text)
        assert state_of(mine) == state
        mine.press("f")
        play(*robots, timeout=60, until=lambda: "Te toca" in other.seen.hint)


def test_a_spectator_sees_the_game_and_may_do_nothing_in_it(tmp_path: Path) -> None:
    with table(tmp_path, "Ana", "Beto") as (host, people):
        watcher = Person("Caro", tmp_path / "Caro", "watch", host.address)
        try:
            seen = watcher.expect("estás mirando")
            assert "mirando" in seen.top
            assert not {"c", "o"} & set(seen.keys)
            watcher.press("c", "o", "enter", "f", "a")
            assert watcher.seen.sheet is None
            for person in people:
                person.expect("Mesa de Ana")
            starter = next(person for person in people if "Te toca" in person.seen.hint)
            other = next(person for person in people if person is not starter)
            before = state_of(watcher)
            starter.press("a", "enter")
            for person in (watcher, starter):
                person.hint(f"Juega {other.name}")
                person.terminal.settle()
            assert board_of(watcher.seen.text) == board_of(starter.seen.text)
            assert state_of(watcher) != before
        finally:
            watcher.terminal.kill()


def board_of(text: str) -> list[str]:
    """Return owners and armies on the map of a screen at 80x24, as far as no notes in the corner lie on it."""
    return _ARMIES.findall("\n".join(line[:56] for line in text.splitlines()[3:16]))


def state_of(person: Person) -> str:
    """Return countries, armies and cards of all, and who owns the continents, as the sheet of the state says."""
    person.press("e")
    seen = person.expect("Estado de la partida")
    person.press("escape")
    assert seen.sheet is not None
    return seen.sheet.text.partition("Reglas de la mesa")[0]
