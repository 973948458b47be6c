"""`balance`: how the designed data of T.E.G. de los Negocios plays, by number of seats, as a table.

Games are kept one a line in a file, so that a thousand of them can be played in pieces and shown together.
Standard output is the same for the same seeds.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final, Literal, TypeAlias, cast

import click
from teg_shared.rules.negocios.data import COLOURS, LEAST_SEATS, NOBODY, OBJECTIVES
from teg_shared.rules.negocios.settings import LEAST_BLOCK, MOST_BLOCK, Settings

from teg_server.bots import LEVELS
from teg_server.measure.arena import ROUNDS, table
from teg_server.measure.negocios import Match
from teg_server.measure.selfplay import percentile

Market: TypeAlias = Literal["auto", "on", "off"]
VICTORIES: Final = ("objective", "block", "countries", "hegemony", "last", "limit")
"""In the order of the table."""
SEATS: Final = range(LEAST_SEATS, len(COLOURS) + 1)


@dataclass(frozen=True)
class Outcome:
    """What is kept of one game."""

    players: int
    seed: int
    rules: str
    """House rules that are not the default, as text."""
    first: int
    """Seat that started round 1."""
    winner: int
    won_by: str
    rounds: int
    objectives: tuple[int, ...]
    """Objective dealt to each seat."""


@dataclass(frozen=True)
class Plan:
    """One game to be played."""

    players: int
    seed: int
    level: str
    settings: Settings


def rules_of(settings: Settings) -> str:
    """Return the house rules that are not the default."""
    plain = Settings()
    names = settings.__struct_fields__
    return " ".join(f"{n}={getattr(settings, n)}" for n in names if getattr(settings, n) != getattr(plain, n))


def play(plan: Plan) -> Outcome:
    """Play one game and return its outcome."""
    match = Match(table([plan.level] * plan.players, plan.seed, plan.settings, ROUNDS, "negocios"))
    record = match.run()
    return Outcome(
        plan.players,
        plan.seed,
        rules_of(plan.settings),
        record.first,
        record.winner,
        record.won_by,
        record.rounds,
        match.dealt,
    )


@dataclass(frozen=True)
class Line:
    """What the games of one number of seats show; shares from 0 to 1."""

    players: int
    rules: str
    games: int
    unfinished: int
    first_round: float
    """Games that ended in round 1."""
    rounds_median: float
    rounds_p95: int
    by_chair: tuple[float, ...]
    by_order: tuple[float, ...]
    """Games won by who played first, second … in round 1."""
    won_by: dict[str, int]
    objectives: dict[str, tuple[int, int]]
    """By card, how often it was dealt and how often its holder won by it."""

    @property
    def chair_excess(self) -> float:
        """The largest share of a chair, as a multiple of its part."""
        return max(self.by_chair) * self.players

    @property
    def order_excess(self) -> float:
        """The largest share of a place in the order of round 1, as a multiple of its part."""
        return max(self.by_order) * self.players

    @property
    def spread(self) -> float:
        """How many times as often the best objective is met as the worst one, per deal."""
        rates = [won / dealt for dealt, won in self.objectives.values() if dealt]
        return max(rates) / min(rates) if rates and min(rates) > 0 else float("inf")


def line_of(outcomes: Sequence[Outcome]) -> Line:
    """Return what `outcomes`, of one number of seats and one set of house rules, show."""
    games = len(outcomes)
    players = outcomes[0].players
    won = [o for o in outcomes if o.winner != NOBODY]
    chairs = Counter(o.winner for o in won)
    places = Counter((o.winner - o.first) % players for o in won)
    rounds = [o.rounds for o in outcomes]
    dealt = Counter(number for o in outcomes for number in o.objectives)
    met = Counter(o.objectives[o.winner] for o in won if o.won_by == "objective")
    return Line(
        players,
        outcomes[0].rules,
        games,
        games - len(won),
        sum(o.rounds == 1 for o in won) / games,
        median(rounds),
        int(percentile(rounds, 0.95)),
        tuple(chairs[seat] / games for seat in range(players)),
        tuple(places[place] / games for place in range(players)),
        {how: sum(o.won_by == how for o in won) for how in VICTORIES},
        {OBJECTIVES[number].id: (dealt[number], met[number]) for number in sorted(dealt)},
    )


def lines_of(outcomes: Iterable[Outcome]) -> list[Line]:
    """Return one line for each number of seats and set of house rules."""
    groups: dict[tuple[int, str], list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.players, outcome.rules), []).append(outcome)
    return [line_of(groups[key]) for key in sorted(groups)]


def markdown(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the two tables: one line a number of seats, and one line an objective."""
    yield "| seats | house rules | games | end in round 1 | rounds: median, p95 | largest chair | largest place | " + (
        " | ".join(VICTORIES) + " | spread of objectives |"
    )
    yield "|---" * (8 + len(VICTORIES)) + "|"
    for line in lines:
        ways = " | ".join(f"{100 * line.won_by[how] / line.games:.1f} %" for how in VICTORIES)
        yield (
            f"| {line.players} | {line.rules or 'default'} | {line.games} | {100 * line.first_round:.1f} % | "
            f"{line.rounds_median:g}, {line.rounds_p95} | {line.chair_excess:.2f} | {line.order_excess:.2f} | {ways} | "
            f"{line.spread:.1f} |"
        )
    yield ""
    yield "| objective | " + " | ".join(f"{line.players} {line.rules}".strip() for line in lines) + " |"
    yield "|---" * (1 + len(lines)) + "|"
    for objective in OBJECTIVES:
        cells = []
        for line in lines:
            dealt, met = line.objectives.get(objective.id, (0, 0))
            cells.append(f"{100 * met / dealt:.1f} %" if dealt else "")
        yield f"| {objective.id} | " + " | ".join(cells) + " |"


def read(path: Path) -> list[Outcome]:
    """Return the games of a file."""
    return [
        Outcome(**(row | {"objectives": tuple(row["objectives"])}))
        for row in map(json.loads, path.read_text("utf-8").splitlines())
    ]


def played(plans: Sequence[Plan], jobs: int) -> Iterator[Outcome]:
    """Yield the outcomes of `plans` in their order."""
    if jobs <= 1:
        yield from map(play, plans)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, plans, chunksize=4)


def numbers(text: str) -> list[int]:
    """Return the numbers of seats that `4-8` or `4,6` names.

    Raises:
        click.BadParameter: if they are none that can play.
    """
    try:
        ends = [int(part) for part in text.split("-")] if "-" in text else []
        named = list(range(ends[0], ends[-1] + 1)) if ends else [int(part) for part in text.split(",")]
    except ValueError:
        named = []
    if not named or any(number not in SEATS for number in named):
        raise click.BadParameter(f"{text!r} is not between {SEATS[0]} and {SEATS[-1]}", param_hint="--players")
    return named


@click.command()
@click.option("--players", default="4-8", show_default=True, help="Numbers of seats: 4-8, or 4,6.")
@click.option("--games", type=click.IntRange(0, 1_000_000), default=1000, show_default=True, help="For each number.")
@click.option("--seed", type=click.IntRange(0, 2**48), default=1, show_default=True, help="Seed of the first game.")
@click.option("--level", type=click.Choice(LEVELS), default=LEVELS[-1], show_default=True)
@click.option("--market", type=click.Choice(["auto", "on", "off"]), default="auto", show_default=True)
@click.option("--block", type=click.IntRange(LEAST_BLOCK, MOST_BLOCK), default=16, show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Worker processes.")
@click.option("--save", type=click.Path(path_type=Path), help="Add the games to this file.")
@click.option("--load", type=click.Path(path_type=Path, exists=True), multiple=True, help="Show these games too.")
def balance(
    *, players: str, games: int, seed: int, level: str, market: str, block: int, jobs: int, save: Path | None,
    load: tuple[Path, ...],
) -> None:  # fmt: skip
    """Play T.E.G. de los Negocios between equal computer players and tell how balanced it is."""
    settings = Settings(market=cast("Market", market), block_size=block)
    outcomes = [outcome for path in load for outcome in read(path)]
    started = time.perf_counter()
    for count in numbers(players):
        plans = [Plan(count, seed + n, level, settings) for n in range(games)]
        for outcome in played(plans, jobs):
            outcomes.append(outcome)
            if save is not None:
                with save.open("a", encoding="utf-8") as book:
                    book.write(json.dumps(asdict(outcome)) + "\n")
    for text in markdown(lines_of(outcomes)):
        click.echo(text)
    print(f"{time.perf_counter() - started:.1f} s", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    balance()
