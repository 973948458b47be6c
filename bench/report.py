"""How a figure is printed: with its unit, and as a ratio to the baseline of the same run."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Figure:
    """One measured figure, its baseline in the same unit, and what the baseline is."""

    name: str
    value: float
    unit: str
    baseline: float | None = None
    against: str = ""


def show(figures: list[Figure]) -> None:
    """Print the figures as one table."""
    for figure in figures:
        line = f"  {figure.name:<46}{figure.value:>14,.1f} {figure.unit:<10}"
        if figure.baseline:
            line += f" x{figure.value / figure.baseline:<7.3f} of {figure.baseline:,.1f} ({figure.against})"
        print(line.rstrip(), flush=True)


def rate(work: Callable[[], int], runs: int = 3) -> float:
    """Return the median over `runs` of what `work` did a second; `work` returns how much it did."""
    rates = []
    for _ in range(runs):
        start = perf_counter()
        done = work()
        rates.append(done / (perf_counter() - start))
    return median(rates)


def in_turns(names: Sequence[str], runs: int) -> Iterator[str]:
    """Yield every name `runs` times, each round beginning with another one: none is always the first after a pause."""
    for run in range(runs):
        first = run % len(names)
        yield from (*names[first:], *names[:first])


def percentile(values: list[float], share: float) -> float:
    """Return the value below which `share` (0 to 1) of `values` lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
