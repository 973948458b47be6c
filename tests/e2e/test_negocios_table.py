"""Four people at one table of T.E.G. de los Negocios, two at 80x24 and two at 120x36, by keyboard to the results."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.e2e.negocios_people import Player
from tests.e2e.negocios_seats import SIZES, Room, play_until_seen, table
from tests.support.panes import Session, needs_tmux

GAMES: Final = 4
"""Games after which everything of a short table should have been seen: an objective may be met in the first round."""
MORE_GAMES: Final = 12
"""The same with an elimination, which the victory of another may come before."""
SHORT: Final = frozenset({
    "dice", "card", "market dice", "path", "coincidence", "coincidence told", "offer", "withdrawal", "answer", "deal",
    "suspending", "suspension told", "suspended", "results",
})  # fmt: skip
WANTED: Final = SHORT | {"elimination told", "eliminated", "looking on"}


def check(players: list[Player], wanted: frozenset[str]) -> None:
    """Assert on what each person's screens showed."""
    ana, _beto, caro, _dani = players
    assert players[0].plan.seen >= wanted, wanted - players[0].plan.seen
    assert "Ana" in caro.moments["answer"]
    assert "deal" in ana.moments
    assert "deal" in caro.moments
    for player in players:  # what is public was on every screen, and nobody missed both of the suspensions
        missed = {"market dice", "results"} - player.moments.keys()
        assert not missed, f"{player.name} has not seen {missed}"
        assert {"suspension told", "suspended"} & player.moments.keys(), f"{player.name} knows of no suspension"
    movers = {player.name for player in players if "coincidence" in player.moments}
    assert any("coincidence told" in player.moments for player in players if {player.name} != movers)


def check_elimination(players: list[Player]) -> None:
    """Assert that the victim was told, and that all others were."""
    ana, beto, caro, dani = players
    assert "eliminated" in beto.moments
    assert all("elimination told" in player.moments for player in (ana, caro, dani))


def check_tmux(players: list[Player]) -> None:
    """Assert that one tmux has a session of the right size for each, and has on it what was read."""
    sessions = [player.terminal for player in players if isinstance(player.terminal, Session)]
    said = sessions[0].ask("list-panes", "-a", "-F", "#{session_name} #{pane_width} #{pane_height}")
    assert sorted(said.splitlines()) == sorted(f"{name} {cols} {rows}" for name, (cols, rows) in SIZES.items())
    for session in sessions:
        session.settle()
        assert session.capture() == session.screen_text()


@pytest.mark.timeout(300)
def test_four_people_in_tmux_deal_suspend_and_coincide_and_come_to_the_results(tmp_path: Path) -> None:
    needs_tmux()
    with table(tmp_path, Room(bots=0, rounds=4), SHORT, in_tmux=True) as players:
        play_until_seen(players, GAMES, timeout=120)
        check(players, SHORT)
        check_tmux(players)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("in_tmux", [True, False], ids=["tmux", "terminals"])
def test_four_people_among_bots_deal_suspend_coincide_and_eliminate(tmp_path: Path, in_tmux: bool) -> None:
    """Bots are there because eight share the board: of twenty countries nobody is rid of in a game that also ends."""
    if in_tmux:
        needs_tmux()
    with table(tmp_path, Room(bots=4, rounds=15), WANTED, in_tmux) as players:
        play_until_seen(players, MORE_GAMES, timeout=300)
        check(players, WANTED)
        assert all("suspension told" in player.moments for player in players)
        check_elimination(players)
        if in_tmux:
            check_tmux(players)
