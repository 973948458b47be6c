"""From the start of the program to its first screen, beside a bare Textual app started in turns with it."""

import asyncio
import sys
import tempfile
from collections import defaultdict
from statistics import median
from time import perf_counter
from typing import Final

from bench.report import Figure, in_turns
from tests.support.serving import ServerProcess
from tests.support.terminal import Terminal

RUNS: Final = 7
SIZE: Final = (120, 36)
PLAY: Final = [sys.executable, "-m", "teg_tui", "play", "--fast", "--level", "novato"]


def seconds_until(command: list[str], text: str, folder: str) -> float:
    """Return the seconds from the start of a command until the screen shows a text."""
    env = {"TEG_CONFIG_DIR": folder, "TEG_DATA_DIR": folder, "TEG_LANG": "es"}
    start = perf_counter()
    with Terminal(command, SIZE, env) as terminal:
        while text not in terminal.screen_text():
            if not terminal.pump(0.005) and perf_counter() - start > 60:
                raise TimeoutError(f"{command} does not show {text!r}\n{terminal.screen_text()}")
        return perf_counter() - start


async def run() -> list[Figure]:
    """Start each program several times, in turns, and return the medians."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        async with await ServerProcess.start("--log-level", "error") as server:
            starts = {
                "bare": ([sys.executable, "-m", "bench.bare"], "listo"),
                "teg, to the menu": ([sys.executable, "-m", "teg_tui"], "Jugar contra bots"),
                "teg join, to the rooms": (
                    [sys.executable, "-m", "teg_tui", "join", f"{server.host}:{server.port}"],
                    "No hay ninguna mesa",
                ),
                "teg play, to the first screen": (PLAY, "▀▀█▀▀"),
                "teg play, to the board (server and all)": (PLAY, "Colocación"),
            }
            for name in in_turns(list(starts), RUNS):
                times[name].append(seconds_until(*starts[name], folder))
    floor = median(times.pop("bare")) * 1000
    return [Figure(name, median(found) * 1000, "ms", floor, "bare Textual app") for name, found in times.items()]


def measure() -> list[Figure]:
    """Return the figures of the start."""
    return asyncio.run(run())
