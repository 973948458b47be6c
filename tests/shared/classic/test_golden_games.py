"""Whole games that were played once are played again: same commands, same events, same sight of each viewer.

`TEG_GOLDEN=write` plays them anew and writes the files; read the difference before it is committed.
"""

import os
from pathlib import Path
from random import Random

import pytest
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.classic.data import COLOURS
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import plays
from teg_shared.rules.game import start

from tests.support.laws_classic import Brawler
from tests.support.playthrough import CLOCK, LEAVES, SAYS, Order, obey, read_orders, run

GAMES = Path(__file__).parents[2] / "golden" / "games"

PLAYED = {
    "two-official": (17, 2, OFFICIAL),
    "three-binding": (24, 3, Settings(pacts="binding", conquest_move="all_but_one", bonus_spends_card=True)),
    "four": (11, 4, Settings()),
    "six-rotating": (9, 6, Settings(rotate_first=True, pacts="notice", exchange_counter="player")),
}
"""Seed, seats and house rules of each game."""


def orders_of(seed: int, colours: tuple[str, ...], settings: Settings, idle: float) -> list[Order]:
    """Return what semi-random players do, some of whom let the clock run out, until one of them has won."""
    chance, random, who = VerifiableChance(seed.to_bytes(8, "big")), Random(seed), Brawler(CLASSIC)
    who.chatter = 0.02
    game = start(CLASSIC, colours, settings, chance)
    orders: list[Order] = []
    while CLASSIC.outcome(game.state) is None:
        turn = colours[game.state.turn]
        draw = random.random()
        if draw < idle:
            order = Order(CLOCK, turn, None)
        elif draw < 1.2 * idle and sum(plays(game.state, s) for s in range(len(colours))) > 2 and game.state.round > 1:
            order = Order(LEAVES, turn, None)
        else:
            seat, command = who.choose(random, game.state)
            order = Order(SAYS, colours[seat], command)
        obey(game, colours.index(order.colour), order.sign, order.command, chance)
        orders.append(order)
    return orders


def written(name: str) -> str:
    """Play a game anew and return its text."""
    seed, seats, settings = PLAYED[name]
    colours = COLOURS[:seats]
    lines = run(seed, colours, settings, orders_of(seed, colours, settings, 0.01 if seats > 3 else 0))
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_played_once_is_played_again_line_by_line(name: str) -> None:
    path = GAMES / f"{name}.txt"
    if os.environ.get("TEG_GOLDEN") == "write":
        path.write_text(written(name), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert list(run(*read_orders(text))) == text.splitlines()


def test_every_golden_game_is_played() -> None:
    assert sorted(path.stem for path in GAMES.glob("*.txt")) == sorted(PLAYED)


def test_the_golden_games_show_every_kind_of_event() -> None:
    """So that no event's sight goes unrecorded; a whole-map destruction of a partner is rare and may lack."""
    text = "".join((GAMES / f"{name}.txt").read_text(encoding="utf-8") for name in PLAYED)
    seen = {line.split()[0] for line in text.splitlines() if line.startswith("  ") and not line.startswith("   ")}
    kinds = {kind.__struct_config__.tag for kind in CLASSIC.event_type.__args__}
    assert kinds - seen == set()
