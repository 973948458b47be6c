"""Every level plays whole games of every size under any house rules: legally, to the end, and by what its seat sees."""

import os
import subprocess
import sys
from random import Random

import pytest
from teg_server.bots import LEVELS, make
from teg_server.bots.negocios.levels import MAKERS
from teg_server.measure.arena import table
from teg_server.measure.negocios import Match
from teg_shared.rules.negocios.data import NOBODY
from teg_shared.rules.negocios.events import DealMade, IconMoved, MarketExchanged, SeatSuspended, TokensMoved
from teg_shared.rules.negocios.settings import Settings

from tests.server.bots.negocios.watched import played
from tests.support.laws_negocios import house_rules

PLAYERS = range(4, 9)
REAL = LEVELS[1:]


def test_the_levels_have_the_names_of_the_classic_ones() -> None:
    assert tuple(MAKERS) == LEVELS
    assert [make(level, 1, "negocios").level for level in LEVELS] == list(LEVELS)


def test_an_unknown_level_or_variant_is_refused() -> None:
    with pytest.raises(ValueError, match="no level 'mariscal'"):
        make("mariscal", 1, "negocios")
    with pytest.raises(ValueError, match="no variant 'ajedrez'"):
        make("capitan", 1, "ajedrez")


@pytest.mark.parametrize("players", PLAYERS)
def test_mixed_tables_play_legally_and_by_what_they_see(players: int) -> None:
    for seed in range(12):
        levels = [LEVELS[(seed + seat) % len(LEVELS)] for seat in range(players)]
        record, _ = played(levels, 100 * players + seed, house_rules(Random(seed)))
        assert record.winner != NOBODY


@pytest.mark.parametrize("level", REAL)
@pytest.mark.parametrize("players", PLAYERS)
def test_tables_of_one_level_end_under_the_default_rules(level: str, players: int) -> None:
    for seed in range(3):
        record, _ = played([level] * players, seed, Settings())
        assert record.winner != NOBODY


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", PLAYERS)
def test_soak_a_thousand_games_are_legal(players: int) -> None:
    for seed in range(200):
        levels = [LEVELS[(seed // 3 + seat * (1 + seed % 3)) % len(LEVELS)] for seat in range(players)]
        record, _ = played(levels, 10_000 * players + seed, house_rules(Random(seed)))
        assert record.winner != NOBODY


def test_captains_make_every_kind_of_move() -> None:
    """What a level never did nobody would learn from it: deals, icons, exchanges, transfers and suspensions."""
    seen: set[type] = set()
    wanted = {DealMade, IconMoved, MarketExchanged, TokensMoved, SeatSuspended}
    for seed in range(20):
        seen |= kinds(seed)
        if wanted <= seen:
            return
    assert not wanted - seen


def kinds(seed: int) -> set[type]:
    """Return the types of the events of a game of six captains."""
    found: set[type] = set()
    Match(
        table(["capitan"] * 6, seed, variant="negocios"), watch=lambda _s, _n, _c, e: found.update(map(type, e))
    ).run()
    return found


def test_the_same_seed_gives_the_same_bytes_in_any_process() -> None:
    command = [
        sys.executable, "-m", "teg_server", "selfplay", "--variant", "negocios", "--players", "6", "--games", "4",
        "--levels", "capitan,sargento,novato,random",
    ]  # fmt: skip
    runs = [
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("0", "1")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count(b"\n") == 4 + 7
