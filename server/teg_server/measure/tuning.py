"""`tune`: random search for the captain's weights, with successive halving.

Each candidate plays one against three sergeants and one against three captains as they are, so that it does
not learn to beat one kind of opponent only. It prints; whoever likes what it found writes it into weights.py.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields, replace
from random import Random

import click

from teg_server.bots import Bot, make
from teg_server.bots.capitan import Capitan
from teg_server.bots.weights import TUNED, Weights
from teg_server.measure.arena import Match, Table, table

SEATS = 4
FIXED = ("exchange_at", "finish", "floor", "objective", "near", "doubt")
"""Weights that are not varied by a factor: a count, two probabilities, and what is set by hand: see docs/bots.md."""


def varied(weights: Weights, lot: Random, spread: float) -> Weights:
    """Return `weights`, about half of them multiplied by a random factor, and sometimes the odds moved."""
    changed: dict[str, float] = {}
    for name in (field.name for field in fields(weights)):
        if name not in FIXED and lot.random() < 0.5:
            changed[name] = getattr(weights, name) * math.exp(lot.gauss(0, spread))
    if lot.random() < 0.5:
        changed["floor"] = min(0.7, max(0.36, weights.floor + lot.gauss(0, 0.06)))
    if lot.random() < 0.3:
        changed["finish"] = min(0.7, max(0.15, weights.finish + lot.gauss(0, 0.1)))
    result = replace(weights, **changed)  # type: ignore[arg-type]
    return replace(result, exchange_at=lot.choice((3, 4, 5))) if lot.random() < 0.2 else result


def points(candidate: Weights, seeds: range) -> float:
    """Return the games won per game that an equal player would win, over all rotations of the deals `seeds`."""
    won = 0
    for seed in seeds:
        against = ("sargento", "capitan")[seed % 2]
        for chair in range(SEATS):
            game: Table = table([against] * SEATS, seed)
            bots: list[Bot] = [
                Capitan(number, candidate) if seat == chair else make(against, number)
                for seat, number in enumerate(game.seeds)
            ]
            won += Match(game, bots=bots).run().winner == chair
    return won / len(seeds)


def search(start: Weights, *, seed: int, candidates: int, deals: int, jobs: int) -> list[tuple[float, Weights]]:
    """Return the candidates that survived all halvings and their points, best first; `start` is always one.

    Each halving doubles the deals, and every round has deals of its own.
    """
    lot = Random(seed)  # noqa: S311 -- a search, not a secret
    pool = [start] + [varied(start, lot, 0.45) for _ in range(candidates - 1)]
    first = seed * 1_000_000
    with ProcessPoolExecutor(jobs) as workers:
        while True:
            seeds = [range(first, first + deals)] * len(pool)
            scores = list(workers.map(points, pool, seeds))
            ranked = sorted(zip(scores, pool, strict=True), key=lambda pair: -pair[0])
            click.echo(f"{len(pool)} candidates, {deals} deals: " + " ".join(f"{s:.2f}" for s, _ in ranked[:8]))
            click.echo(f"  the one to beat: {scores[pool.index(start)]:.2f}")
            if len(pool) <= 4:
                return ranked
            kept = [weights for _, weights in ranked[: len(pool) // 3]]
            pool = kept if start in kept else [*kept, start]
            first, deals = first + deals, deals * 2


@click.command()
@click.option("--seed", type=click.IntRange(1, 2**20), default=1, show_default=True)
@click.option("--candidates", type=click.IntRange(2, 10_000), default=40, show_default=True)
@click.option("--deals", type=click.IntRange(2, 10_000), default=16, show_default=True, help="In the first round.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True)
def tune(*, seed: int, candidates: int, deals: int, jobs: int) -> None:
    """Search for better weights of the captain, and print the best."""
    ranked: Sequence[tuple[float, Weights]] = search(TUNED, seed=seed, candidates=candidates, deals=deals, jobs=jobs)
    for score, weights in ranked:
        click.echo(f"{score:.3f} " + ", ".join(f"{name}={value:.3g}" for name, value in asdict(weights).items()))


if __name__ == "__main__":
    tune()
