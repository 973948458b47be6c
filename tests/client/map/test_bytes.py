"""What the map costs on the line: bytes written to a pty, which are the same on every machine."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.terminal import Terminal

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def terminal() -> Iterator[Terminal]:
    """The demo's map in 90x34 cells, which is what a terminal of 120x36 leaves it."""
    with Terminal([sys.executable, "-m", "tests.client.map.demo"], (90, 34), cwd=ROOT) as terminal:
        terminal.wait_for("Sahara", timeout=30)
        terminal.settle()
        yield terminal


def cost(terminal: Terminal, key: str) -> int:
    mark = terminal.mark
    terminal.press(key)
    terminal.settle()
    return len(terminal.bytes_since(mark))


def test_the_first_screen_is_painted_once(terminal: Terminal) -> None:
    assert terminal.output.count(b"ISL") == 1
    assert terminal.mark <= 75_000


def test_an_idle_map_is_silent(terminal: Terminal) -> None:
    assert not terminal.pump(0.5)


def test_one_army(terminal: Terminal) -> None:
    assert 0 < cost(terminal, "x") <= 300


def test_an_owner(terminal: Terminal) -> None:
    assert 0 < cost(terminal, "o") <= 3_000


def test_the_cursor(terminal: Terminal) -> None:
    assert 0 < cost(terminal, "c") <= 3_000


def test_marks(terminal: Terminal) -> None:
    assert 0 < cost(terminal, "a") <= 6_000


def test_what_is_already_shown(terminal: Terminal) -> None:
    cost(terminal, "a")
    assert cost(terminal, "a") == 0
