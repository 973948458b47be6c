"""Whole games by the keys that the bottom line offers, with commands decided by the real rules."""

from collections import Counter

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
    for _ in range(60000):
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
    assert "Qué buscaba cada una" in player.paper()
    return fingers.lived


def test_whole_games_are_played_with_offered_keys_alone_and_nothing_is_refused() -> None:
    tables = [(4, 1, "on", "none"), (6, 2, "auto", "breakable"), (8, 3, "auto", "none"), (5, 4, "off", "none")]
    lived = Counter[str]()
    for seats, seed, market, pacts in tables:
        lived += play(seats, seed, Settings(market=market, pacts=pacts, round_limit=3))  # type: ignore[arg-type]
    assert {"attempts", "place", "move", "transfer", "negotiate", "CardsSheet", "DealsSheet", "OfferSheet"} <= {*lived}
