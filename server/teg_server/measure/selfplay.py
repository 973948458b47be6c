"""`selfplay`: complete games between computer players, with who won, how, how long it took and how fast.

What depends on the machine goes to standard error: standard output is the same for the same seed.
"""

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import click
import msgspec
from teg_shared.rules.classic.data import NOBODY
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.registry import VARIANTS

from teg_server.bots import LEVELS
from teg_server.measure.arena import ROUNDS, Record, play_all, table

PACTS = ("breakable", "binding", "notice", "none")


@dataclass(frozen=True)
class Summary:
    """What a series of games shows."""

    games: int
    unfinished: int
    by_seat: tuple[int, ...]
    """Games won by each chair."""
    by_turn: tuple[int, ...]
    """Games won by the seat that played first, second …"""
    by_level: dict[str, int]
    won_by: dict[str, int]
    rounds_median: float
    rounds_p95: int
    rounds_most: int
    actions_mean: float


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of `values` do not exceed; 0 for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def summarise(records: Sequence[Record]) -> Summary:
    """Return the summary of `records`, which have equally many seats."""
    seats = len(records[0].levels)
    won = [record for record in records if record.winner != NOBODY]
    winners = Counter(record.winner for record in won)
    places = Counter((record.winner - record.first) % seats for record in won)
    levels = Counter(record.levels[record.winner] for record in won)
    rounds = [record.rounds for record in records]
    return Summary(
        len(records),
        len(records) - len(won),
        tuple(winners[seat] for seat in range(seats)),
        tuple(places[place] for place in range(seats)),
        {level: levels[level] for level in dict.fromkeys(records[0].levels)},
        dict(sorted(Counter(record.won_by for record in won).items())),
        median(rounds),
        int(percentile(rounds, 0.95)),
        max(rounds),
        round(sum(record.actions for record in records) / len(records), 1),
    )


def settings_of(pacts: str, *, official: bool) -> Settings:
    """Return the house rules of a series: the table's or the booklet's, with `pacts` unless it is empty."""
    base = OFFICIAL if official else Settings()
    rules = {field: getattr(base, field) for field in base.__struct_fields__}
    return Settings(**(rules | ({"pacts": pacts} if pacts else {})))


def house(variant: str, pacts: str, *, official: bool) -> msgspec.Struct:
    """Return the house rules of a series in any variant.

    Raises:
        click.BadParameter: for a rule that the variant does not have.
    """
    if variant == "classic":
        return settings_of(pacts, official=official)
    kind = VARIANTS[variant].settings_type
    if official:
        raise click.BadParameter(f"{variant} has no booklet", param_hint="--oficial")
    try:
        settings: msgspec.Struct = msgspec.convert({"pacts": pacts} if pacts else {}, kind)
    except msgspec.ValidationError as error:
        raise click.BadParameter(str(error), param_hint="--pacts") from error
    return settings


def seated(variant: str, players: int) -> int:
    """Return `players`, which must be able to play `variant`.

    Raises:
        click.BadParameter: if they are too few or too many.
    """
    able = VARIANTS[variant].seats
    if players not in able:
        raise click.BadParameter(f"{variant} is for {able[0]} to {able[-1]}, not {players}", param_hint="--players")
    return players


def line_of(number: int, record: Record, colours: Sequence[str]) -> str:
    """Return the line that tells one game."""
    if record.winner == NOBODY:
        end = "unfinished"
    else:
        colour = colours[record.winner]
        end = f"{colour} ({record.levels[record.winner]}) by {record.won_by}"
    return f"game {number}: {end}, {record.rounds} rounds, {record.turns} turns, {record.actions} actions"


def report(summary: Summary, colours: Sequence[str]) -> list[str]:
    """Return the lines that tell a whole series."""
    share = 100 / summary.games
    return [
        f"games: {summary.games}, unfinished: {summary.unfinished} ({summary.unfinished * share:.1f} %)",
        f"rounds: median {summary.rounds_median:g}, p95 {summary.rounds_p95}, most {summary.rounds_most}",
        f"actions a game: {summary.actions_mean:g}",
        "won by: " + ", ".join(f"{how} {n}" for how, n in summary.won_by.items()),
        "levels: " + ", ".join(f"{level} {n} ({n * share:.1f} %)" for level, n in summary.by_level.items()),
        "by order of play: " + " ".join(f"{n * share:.1f} %" for n in summary.by_turn),
        "by chair: " + " ".join(f"{colours[seat]} {n}" for seat, n in enumerate(summary.by_seat)),
    ]


def speed(records: Sequence[Record], seconds: float) -> str:
    """Return the line about speed."""
    actions = sum(record.actions for record in records)
    thinking = sum(sum(record.thinking) for record in records)
    turns = sum(record.turns for record in records)
    return (
        f"{seconds:.2f} s: {len(records) / seconds:.2f} games/s, {actions / seconds:.0f} actions/s, "
        f"{1000 * thinking / max(1, turns):.2f} ms CPU a turn of thinking"
    )


def lineup(levels: str, players: int) -> tuple[str, ...]:
    """Return the level of each seat; the names in `levels`, separated by commas, are repeated.

    Raises:
        click.BadParameter: for an unknown level.
    """
    names = [name.strip() for name in levels.split(",") if name.strip()]
    for name in names:
        if name not in LEVELS:
            raise click.BadParameter(f"no level {name!r}; there are {', '.join(LEVELS)}", param_hint="--levels")
    if not names:
        raise click.BadParameter("no level is named", param_hint="--levels")
    return tuple(names[seat % len(names)] for seat in range(players))


@click.command()
@click.option("--variant", type=click.Choice(list(VARIANTS)), default="classic", show_default=True)
@click.option("--players", type=click.IntRange(2, 8), default=6, show_default=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**48), default=1, show_default=True, help="Seed of the first game.")
@click.option("--levels", default=LEVELS[-1], show_default=True, help="Levels in order of seats, by commas.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Worker processes.")
@click.option("--rounds", type=click.IntRange(1, 100_000), default=ROUNDS, show_default=True)
@click.option("--pacts", type=click.Choice(PACTS), default=None, help="House rule; default by the preset.")
@click.option("--oficial", "official", is_flag=True, help="House rules of the publisher's booklet.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def selfplay(
    *,
    variant: str,
    players: int,
    games: int,
    seed: int,
    levels: str,
    jobs: int,
    rounds: int,
    pacts: str | None,
    official: bool,
    as_json: bool,
) -> None:
    """Play complete games between computer players and tell how they ended."""
    seats = lineup(levels, seated(variant, players))
    settings = house(variant, pacts or "", official=official)
    colours = VARIANTS[variant].colours
    started = time.perf_counter()
    records = play_all([table(seats, seed + n, settings, rounds, variant) for n in range(games)], jobs)
    seconds = time.perf_counter() - started
    summary = summarise(records)
    if as_json:
        for n, record in enumerate(records):
            click.echo(json.dumps({"game": seed + n, **_lasting(record)}))
        click.echo(json.dumps({name: getattr(summary, name) for name in summary.__dataclass_fields__}))
    else:
        for n, record in enumerate(records):
            click.echo(line_of(seed + n, record, colours))
        for line in report(summary, colours):
            click.echo(line)
    click.echo(speed(records, seconds), err=True)


def _lasting(record: Record) -> dict[str, object]:
    """Return what a record says that does not depend on the machine."""
    passing = {"seconds", "thinking"}
    return {name: getattr(record, name) for name in record.__dataclass_fields__ if name not in passing}


if __name__ == "__main__":
    selfplay()
