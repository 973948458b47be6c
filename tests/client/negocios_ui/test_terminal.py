"""Whole games of the real program by keyboard alone: `teg play --variant negocios` until the results are shown."""

from collections import Counter
from pathlib import Path

import pytest

from tests.client.negocios_ui.robot import NegociosRobot
from tests.e2e.programs import teg

SIZES = [(80, 24), (120, 36), (200, 55)]


def whole_game(home: Path, size: tuple[int, int], players: int, seed: int) -> Counter[str]:
    """Play a game to its end and return what was met."""
    arguments = ("--fast", "--players", str(players), "--level", "sargento", "--name", "Ana")
    with teg(home, "play", "--variant", "negocios", *arguments, size=size) as terminal:
        terminal.wait_for("Corporaciones", 40)
        robot = NegociosRobot(terminal, seed)
        results = robot.play(timeout=400)
        assert "Ganó" in results.text or "¡Ganaste" in results.text
        assert "Qué buscaba cada una" in results.text
        terminal.press("m")
        terminal.wait_for("Jugar contra bots")
        terminal.press("q")
        assert terminal.wait_exit() == 0
    return robot.lived


@pytest.mark.timeout(500)
def test_a_whole_game_of_negocios_is_played_by_keyboard_alone_at_80x24(tmp_path: Path) -> None:
    # the dice are the server's: now and then somebody has won before this seat's first turn
    games = (whole_game(tmp_path, SIZES[0], 6, seed) for seed in range(4))
    assert any(lived["Te toca"] for lived in games)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("players", [4, 6, 8])
def test_whole_games_of_negocios_at_every_size_and_table(tmp_path: Path, size: tuple[int, int], players: int) -> None:
    assert whole_game(tmp_path, size, players, players)
