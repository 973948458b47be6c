"""`ladder`: one computer player against copies of another, every deal from every seat.

The unit is the deal: all its rotations have the same dice. The interval is a bootstrap over deals, because
the games of one deal are not independent.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

import click
import msgspec
from teg_shared.rules.classic.data import NOBODY
from teg_shared.rules.registry import VARIANTS

from teg_server.bots import LEVELS
from teg_server.measure.arena import ROUNDS, Record, Table, play_all
from teg_server.measure.selfplay import PACTS, house, percentile, seated

RESAMPLES = 2000
"""Bootstrap samples of the interval."""


@dataclass(frozen=True)
class Standing:
    """How one level did against copies of another; shares in per cent of all games."""

    level: str
    against: str
    deals: int
    seats: int
    games: int
    share: float
    low: float
    high: float
    """Bounds of the 95 % interval."""
    par: float
    unfinished: float
    rounds_median: float
    rounds_p95: float
    by_order: tuple[float, ...]
    """Share of the level's games won when it played first, second …"""
    won_by: dict[str, int]
    """How the level won."""


def pairings(
    level: str,
    against: str,
    seats: int,
    seeds: range,
    settings: msgspec.Struct,
    rounds: int,
    *,
    variant: str = "classic",
) -> list[Table]:
    """Return all rotations of each deal: seat by seat, `level` sits there and `against` elsewhere.

    A bot's own seed follows from the deal and its role, not from the chair.
    """
    tables: list[Table] = []
    for seed in seeds:
        for chair in range(seats):
            levels = tuple(level if seat == chair else against for seat in range(seats))
            bots = tuple(seed * 64 + (seat - chair) % seats for seat in range(seats))
            tables.append(Table(levels, seed, bots, settings, rounds, variant))
    return tables


def interval(shares: Sequence[float], seed: int) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean of `shares`, one number a deal."""
    lot = Random(seed)  # noqa: S311 -- statistics
    count = len(shares)
    means = sorted(sum(lot.choices(shares, k=count)) / count for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def standing(level: str, against: str, seats: int, records: Sequence[Record], seed: int) -> Standing:
    """Return what `records`, in the order of `pairings`, show."""
    deals = [records[n : n + seats] for n in range(0, len(records), seats)]
    won = [[record.winner == chair for chair, record in enumerate(deal)] for deal in deals]
    shares = [100 * sum(deal) / seats for deal in won]
    low, high = interval(shares, seed)
    order: list[list[bool]] = [[] for _ in range(seats)]
    how: dict[str, int] = {}
    for deal, wins in zip(deals, won, strict=True):
        for chair, (record, win) in enumerate(zip(deal, wins, strict=True)):
            order[(chair - record.first) % seats].append(win)
            if win:
                how[record.won_by] = how.get(record.won_by, 0) + 1
    rounds = [record.rounds for record in records]
    return Standing(
        level,
        against,
        len(deals),
        seats,
        len(records),
        sum(shares) / len(shares),
        low,
        high,
        100 / seats,
        100 * sum(record.winner == NOBODY for record in records) / len(records),
        median(rounds),
        percentile(rounds, 0.95),
        tuple(100 * sum(wins) / len(wins) if wins else 0.0 for wins in order),
        dict(sorted(how.items())),
    )


def lines(result: Standing) -> list[str]:
    """Return the lines that tell a standing."""
    share = f"{result.share:.1f} % [{result.low:.1f}, {result.high:.1f}], par {result.par:.1f} %"
    order = " ".join(f"{won:.1f} %" for won in result.by_order)
    return [
        f"{result.level} against {result.seats - 1} {result.against}: {share}",
        f"deals: {result.deals}, games: {result.games}, unfinished: {result.unfinished:.2f} %",
        f"rounds: median {result.rounds_median:g}, p95 {result.rounds_p95:g}",
        f"won when playing first, second …: {order}",
        "won by: " + ", ".join(f"{how} {n}" for how, n in result.won_by.items()),
    ]


def thinking(level: str, records: Sequence[Record]) -> tuple[float, float]:
    """Return (median, 95th percentile) over games of the CPU milliseconds a turn of `level`."""
    costs = [
        1000 * record.thinking[seat] / record.turns_of[seat]
        for record in records
        for seat, name in enumerate(record.levels)
        if name == level and record.turns_of[seat]
    ]
    return median(costs), percentile(costs, 0.95)


@click.command()
@click.option("--variant", type=click.Choice(list(VARIANTS)), default="classic", show_default=True)
@click.option("--level", type=click.Choice(LEVELS), required=True, help="The one.")
@click.option("--against", type=click.Choice(LEVELS), required=True, help="All the others.")
@click.option("--deals", type=click.IntRange(1, 100_000), default=60, show_default=True)
@click.option("--seats", type=click.IntRange(2, 8), default=4, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**48), default=1, show_default=True, help="Seed of the first deal.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Worker processes.")
@click.option("--rounds", type=click.IntRange(1, 100_000), default=ROUNDS, show_default=True)
@click.option("--pacts", type=click.Choice(PACTS), default=None, help="House rule; default by the preset.")
@click.option("--oficial", "official", is_flag=True, help="House rules of the publisher's booklet.")
@click.option("--json", "as_json", is_flag=True)
def ladder(
    *,
    variant: str,
    level: str,
    against: str,
    deals: int,
    seats: int,
    seed: int,
    jobs: int,
    rounds: int,
    pacts: str | None,
    official: bool,
    as_json: bool,
) -> None:
    """Measure one level against copies of another, every deal from every seat."""
    settings = house(variant, pacts or "", official=official)
    games = pairings(
        level, against, seated(variant, seats), range(seed, seed + deals), settings, rounds, variant=variant
    )
    started = time.perf_counter()
    records = play_all(games, jobs)
    seconds = time.perf_counter() - started
    result = standing(level, against, seats, records, seed)
    if as_json:
        click.echo(json.dumps({name: getattr(result, name) for name in result.__dataclass_fields__}))
    else:
        for line in lines(result):
            click.echo(line)
    for name in dict.fromkeys((level, against)):
        middle, high = thinking(name, records)
        click.echo(f"CPU a turn of {name}: median {middle:.2f} ms, p95 {high:.2f} ms", err=True)
    click.echo(f"{seconds:.1f} s", err=True)


if __name__ == "__main__":
    ladder()
