"""Whole games by the keys that the bottom line offers, with commands decided by the real rules."""

from collections import Counter

import pytest
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings

from tests.client.negocios.table import Table
from tests.client.negocios_ui.chair import Chair
from tests.client.negocios_ui.fingers import Fingers


def play(seats: int, seed: int, settings: Settings) -> Counter[str]:
    """Play a game to its end and return what the player lived through."""
    table = Table(seats, seed, settings)
    player = Chair(table)
    fingers = Fingers(player, seed)
    for _ in range(30000):
        if NEGOCIOS.outcome(table.state) is not None:
            break
        if 0 in NEGOCIOS.prompted(table.state) and table.rng.random() < 0.7:
            fingers.step()
            continue
        seat, command = table.player.choose(table.rng, table.state)
        if seat:
            player.other(seat, command)
    assert NEGOCIOS.outcome(table.state) is not None
    assert not player.refused
    player.sheets.clear()
    assert "resultados" in player.hint
    player.press("enter")
    assert "Objetivo" in player.paper()
    return fingers.lived


@pytest.mark.parametrize(("seats", "seed", "market"), [(4, 1, "on"), (6, 2, "auto"), (8, 3, "auto"), (5, 4, "off")])
def test_a_whole_game_is_played_with_offered_keys_alone_and_nothing_is_refused(
    seats: int, seed: int, market: str
) -> None:
    lived = play(seats, seed, Settings(market=market, pacts="breakable", round_limit=6))  # type: ignore[arg-type]
    assert lived["attempts"]
    assert lived["negotiate"]
