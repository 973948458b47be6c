"""Four people at one table of T.E.G. de los Negocios, two at 80x24 and two at 120x36, by keyboard to the results."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.e2e.negocios_people import Player
from tests.e2e.negocios_seats import Room, play_until_seen, seen_by_all, table
from tests.support.panes import needs_tmux

GAMES: Final = 4
"""Games after which everything should have been seen: an objective may be met before anybody is eliminated."""
WANTED: Final = {
    "dice", "card", "market dice", "path", "coincidence", "coincidence told", "offer", "withdrawal", "answer", "deal",
    "suspending", "suspension told", "suspended", "elimination told", "eliminated", "looking on", "results",
}  # fmt: skip


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
@pytest.mark.parametrize("bots", [4, 0])
@pytest.mark.parametrize("in_tmux", [True, False])
def test_four_people_deal_suspend_coincide_and_eliminate_at_one_table(tmp_path: Path, bots: int, in_tmux: bool) -> None:
    if in_tmux:
        needs_tmux()
    with table(tmp_path, Room(bots), in_tmux) as players:
        play_until_seen(players, WANTED, GAMES, timeout=200)
        check(players)
