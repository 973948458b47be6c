"""Whole games between computer players in one process, and how long one decision takes."""

from time import perf_counter
from typing import Final

from teg_server.measure.arena import Record, play, table

from bench.report import Figure

SEATS: Final = 4
GAMES: Final = {"random": 20, "novato": 40, "sargento": 60, "capitan": 6}
"""Games of each level: as many as some seconds allow."""


def games_of(level: str, count: int) -> tuple[float, list[Record]]:
    """Return the games a second of a table of one level, and their records."""
    start = perf_counter()
    records = [play(table([level] * SEATS, seed)) for seed in range(count)]
    return count / (perf_counter() - start), records


def measure() -> list[Figure]:
    """Return the figures of the bots; the baseline is the level that chooses by lot."""
    figures: list[Figure] = []
    floor: float | None = None
    for level, count in GAMES.items():
        rate, records = games_of(level, count)
        actions = sum(record.actions for record in records)
        thought = sum(sum(record.thinking) for record in records)
        figures += [
            Figure(f"games of four, {level}", rate, "/s", floor, "games by lot"),
            Figure(f"one decision, {level}", 1e6 * thought / actions, "µs"),
        ]
        floor = floor or rate
    return figures
