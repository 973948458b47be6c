"""Whole games of the real program by keyboard alone: `teg play` in a terminal, until the results are shown."""

from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.programs import teg
from tests.support.keyboard import Robot, play
from tests.support.screen_reading import look

SIZES = [(80, 24), (120, 36), (200, 55)]


def whole_game(home: Path, size: tuple[int, int], players: int, level: str, tires: float) -> Robot:
    """Play a game to its end and return who played it."""
    with teg(
        home, "play", "--fast", "--players", str(players), "--level", level, "--name", "Ana", size=size
    ) as terminal:
        robot = Robot(terminal, tires=tires)
        play(robot, timeout=tires + 240)
        results = look(terminal)
        assert results.sheet is not None
        assert "Ganó" in results.text or "¡Ganaste" in results.text
        assert "Guardar la partida" in results.keys.values()
        terminal.press("g")
        terminal.wait_for("Partida guardada")
        saved = list(home.glob("records/*.teg"))
        assert len(saved) == 1
        terminal.press("m")
        terminal.wait_for("Jugar contra bots")
        terminal.press("q")
        assert terminal.wait_exit() == 0
    return robot


@pytest.mark.timeout(400)
def test_a_whole_game_is_played_by_keyboard_alone_at_80x24(tmp_path: Path) -> None:
    robot = whole_game(tmp_path, SIZES[0], 3, "novato", tires=25)
    assert robot.lived["reading"]
    assert robot.lived["placing"] > 1


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_a_turn_can_ask_is_met_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    lived: Counter[str] = Counter()
    wanted = ("placing", "fighting", "occupying", "regrouping", "claiming", "exchanging", "answering")
    for number in range(6):
        lived += whole_game(tmp_path / str(number), size, 4, ("novato", "capitan")[number % 2], tires=150).lived
        if all(lived[what] for what in wanted):
            return
    raise AssertionError(f"six games without {[what for what in wanted if not lived[what]]}")
