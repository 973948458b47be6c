"""The measuring commands: complete games, the same bytes for the same seed, honest statistics."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence

import click
import pytest
from click.testing import CliRunner
from teg_server.bots import LEVELS, make
from teg_server.measure import arena
from teg_server.measure.arena import Match, Record, play, play_all, table
from teg_server.measure.ladder import interval, ladder, pairings, standing
from teg_server.measure.selfplay import percentile, selfplay, summarise
from teg_shared.rules.classic.commands import AnyCommand, Attack, EndTurn, Place
from teg_shared.rules.classic.data import NOBODY
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.errors import RuleError
from teg_shared.rules.registry import VARIANTS


def run(command: click.Command, *arguments: str) -> str:
    """Return what a command writes to standard output."""
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def record(winner: int, *, first: int = 0, levels: Sequence[str] = ("a", "b"), rounds: int = 5) -> Record:
    """Return the record of a made-up game."""
    seats = len(levels)
    return Record(
        tuple(levels),
        first,
        winner,
        "common" if winner != NOBODY else "",
        rounds,
        10,
        8,
        0.1,
        (0.01,) * seats,
        (4,) * seats,
    )


SIX = ("--players", "6", "--games", "6", "--seed", "3", "--levels", "capitan,sargento,novato")


def test_selfplay_tells_each_game_and_the_whole() -> None:
    out = run(selfplay, *SIX).splitlines()
    assert [line.split(":")[0] for line in out[:6]] == [f"game {n}" for n in range(3, 9)]
    assert re.fullmatch(r"game 3: \w+ \(\w+\) by \w+, \d+ rounds, \d+ turns, \d+ actions", out[0])
    assert out[6] == "games: 6, unfinished: 0 (0.0 %)"
    assert {line.split(":")[0] for line in out[7:]} == {
        "rounds", "actions a game", "won by", "levels", "by order of play", "by chair",
    }  # fmt: skip


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_selfplay_prints_the_same_in_another_process_with_other_hashes_and_jobs(hash_seed: str) -> None:
    """T-13: speed goes to standard error, everything else follows from the seed."""
    done = subprocess.run(
        [sys.executable, "-m", "teg_server.measure.selfplay", *SIX, "--jobs", "2"],
        capture_output=True, text=True, check=True, env=dict(os.environ, PYTHONHASHSEED=hash_seed),
    )  # fmt: skip
    assert done.stdout == run(selfplay, *SIX)
    assert "games/s" in done.stderr


def test_selfplay_speaks_json_a_line() -> None:
    games = [json.loads(line) for line in run(selfplay, *SIX, "--json").splitlines()]
    assert [game["game"] for game in games[:6]] == list(range(3, 9))
    assert games[6]["games"] == 6
    assert sum(games[6]["by_seat"]) == 6
    assert not any("seconds" in game or "thinking" in game for game in games)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--levels", "mariscal"), "no level 'mariscal'"),
        (("--levels", ","), "no level is named"),
        (("--players", "7"), "classic is for 2 to 6, not 7"),
        (("--players", "3", "--variant", "negocios"), "negocios is for 4 to 8, not 3"),
        (("--variant", "negocios", "--oficial"), "negocios has no booklet"),
        (("--variant", "negocios", "--pacts", "notice"), "'notice'"),
        (("--games", "0"), "1<=x<="),
        (("--variant", "ajedrez"), "ajedrez"),
    ],
)
def test_selfplay_refuses_nonsense(arguments: tuple[str, ...], complaint: str) -> None:
    result = CliRunner().invoke(selfplay, arguments)
    assert result.exit_code == 2
    assert complaint in result.output


def test_house_rules_are_given_to_the_games() -> None:
    """With peace ruled out or bound by the booklet, other games are played from the same seed."""
    four = ("--players", "4", "--games", "4", "--levels", "capitan", "--rounds", "12")
    outputs = {run(selfplay, *four, *more) for more in ((), ("--oficial",), ("--pacts", "none"))}
    assert len(outputs) == 3


def test_an_unfinished_game_is_told_as_such() -> None:
    assert "game 1: unfinished, 1 rounds" in run(
        selfplay, "--players", "6", "--games", "1", "--rounds", "1", "--levels", "novato"
    )


def test_a_summary_counts_by_chair_by_order_and_by_level() -> None:
    games = [record(0), record(1, first=1), record(1, first=0), record(NOBODY, rounds=60)]
    summary = summarise(games)
    assert (summary.games, summary.unfinished) == (4, 1)
    assert summary.by_seat == (1, 2)
    assert summary.by_turn == (2, 1)
    assert summary.by_level == {"a": 1, "b": 2}
    assert (summary.rounds_median, summary.rounds_most) == (5, 60)


def test_percentiles() -> None:
    assert percentile([], 0.95) == 0
    assert percentile(list(range(100)), 0.95) == 95
    assert percentile([7], 0.5) == 7


def test_more_processes_make_the_same_records_in_the_same_order() -> None:
    games = [table(["novato"] * 3, seed) for seed in range(8)]
    facts = [(r.winner, r.rounds, r.actions) for r in play_all(games, 1)]
    assert [(r.winner, r.rounds, r.actions) for r in play_all(games, 2)] == facts


def test_an_illegal_move_of_a_bot_is_not_swallowed() -> None:
    class Cheat:
        level = "cheat"

        def choose(self, view: State, seat: int) -> AnyCommand:
            return Place(view.owners.index(seat), 1000)

        def react(self, view: State, seat: int) -> AnyCommand | None:
            return None

    with pytest.raises(RuleError, match="armies"):
        Match(table(["novato"] * 2, 1), bots=[Cheat(), Cheat()]).run()


def test_a_bot_that_does_not_come_to_an_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules end every circle sooner or later; the bound is there for bots that find one that they don't."""
    from teg_shared.rules.classic.commands import ProposePact, Withdraw

    class Talker:
        level = "talker"

        def choose(self, view: State, seat: int) -> AnyCommand:
            if view.phase is Phase.PLACEMENT:
                return Place(view.owners.index(seat), view.pool)
            open_ = [p.id for p in view.proposals if p.proposer == seat]
            return Withdraw(open_[0]) if open_ else ProposePact(1 - seat)

        def react(self, view: State, seat: int) -> AnyCommand | None:
            return None

    assert arena.ACTIONS_A_TURN > 1000
    monkeypatch.setattr(arena, "ACTIONS_A_TURN", 10)
    with pytest.raises(RuntimeError, match="does not end its turn"):
        Match(table(["novato"] * 2, 1), bots=[Talker(), Talker()]).run()


def test_every_rotation_of_a_deal_is_played_with_the_same_luck() -> None:
    games = pairings("capitan", "novato", 4, range(7, 9), Settings(), 60)
    assert [game.levels.index("capitan") for game in games] == [0, 1, 2, 3] * 2
    assert [game.seed for game in games] == [7] * 4 + [8] * 4
    assert len({game.seeds[game.levels.index("capitan")] for game in games[:4]}) == 1
    first, second = (Match(game).state for game in games[:2])
    assert first == second


def test_equal_players_share_a_deal_equally() -> None:
    """The same bot in every seat: each rotation is the same game, so the share is exactly par."""
    records = play_all(pairings("sargento", "sargento", 3, range(3), Settings(), 60))
    for deal in (records[n : n + 3] for n in range(0, 9, 3)):
        assert len({r.winner for r in deal}) == 1
    result = standing("sargento", "sargento", 3, records, 1)
    assert result.share == pytest.approx(result.par)
    assert (result.low, result.high) == pytest.approx((result.par, result.par))


def test_a_standing_counts_the_one_by_chair_and_order() -> None:
    levels = [("a", "b"), ("b", "a")]
    games = [
        record(0, levels=levels[0]),
        record(1, levels=levels[1]),
        record(NOBODY, levels=levels[0]),
        record(0, levels=levels[1]),
    ]
    result = standing("a", "b", 2, games, 1)
    assert (result.deals, result.games, result.share, result.par) == (2, 4, 50, 50)
    assert result.by_order == (50, 50)
    assert result.unfinished == 25
    assert result.low <= result.share <= result.high


def test_the_interval_is_that_of_a_mean_of_deals() -> None:
    """100 deals of a fair coin: 95 % lie within about 1.96 * 5 points."""
    low, high = interval([0.0, 100.0] * 50, 1)
    assert 38 <= low <= 43
    assert 57 <= high <= 62
    assert interval([25.0] * 10, 1) == (25, 25)


def test_the_ladder_tells_share_interval_and_par() -> None:
    arguments = ("--level", "capitan", "--against", "novato", "--deals", "3", "--seats", "3", "--seed", "5")
    out = run(ladder, *arguments)
    assert re.match(r"capitan against 2 novato: [\d.]+ % \[[\d.]+, [\d.]+\], par 33.3 %\n", out)
    assert json.loads(run(ladder, *arguments, "--json"))["games"] == 9
    assert run(ladder, *arguments) == out


@pytest.mark.parametrize(
    ("level", "below", "deals"), [("novato", "random", 30), ("sargento", "novato", 30), ("capitan", "sargento", 25)]
)
def test_each_level_beats_the_one_below(level: str, below: str, deals: int) -> None:
    """T-15: the lower bound of its share against three of them is above par; larger runs are in docs/bots.md."""
    records = play_all(pairings(level, below, 4, range(70_000, 70_000 + deals), Settings(), 60))
    assert standing(level, below, 4, records, 1).low > 25


def test_the_commands_that_measure_stand_beside_the_server() -> None:
    said = subprocess.run([sys.executable, "-m", "teg_server", "-h"], capture_output=True, text=True, check=True).stdout
    for name in ("host", "selfplay", "ladder", "balance"):
        assert f"\n  {name} " in said


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_every_variant_has_all_levels(variant: str) -> None:
    assert [make(level, 1, variant).level for level in LEVELS] == list(LEVELS)


def test_a_game_ends_with_its_last_round() -> None:
    result = play(table(["novato"] * 6, 1, rounds=2))
    assert (result.winner, result.rounds) == (NOBODY, 2)
    assert sum(result.turns_of) == result.turns


def test_a_bot_that_only_ends_its_turns_gets_there() -> None:
    """The smallest player there can be: the arena asks for nothing that the rules don't."""

    class Idle:
        level = "idle"

        def choose(self, view: State, seat: int) -> AnyCommand:
            return next((c for c in CLASSIC.legal(view, seat) if isinstance(c, Place)), None) or EndTurn()

        def react(self, view: State, seat: int) -> AnyCommand | None:
            return None

    seen: list[AnyCommand] = []
    match = Match(
        table(["novato"] * 2, 2),
        bots=[Idle(), make("capitan", 1)],
        watch=lambda _s, seat, c, _e: seen.append(c) if seat == 0 else None,
    )
    assert match.run().winner == 1
    assert not any(isinstance(command, Attack) for command in seen)
