"""The pty harness itself: keys arrive, bytes are counted, cut sequences are joined, resizes are told."""

import re
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.support.terminal import Terminal

ECHO = """
import os, signal, sys, termios, tty
tty.setraw(0)
signal.signal(signal.SIGWINCH, lambda *_: print("size", *os.get_terminal_size(), end="\\r\\n", flush=True))
print("\\x1b[>1u\\x1b[?2026$pready", *os.get_terminal_size(), end="\\r\\n", flush=True)
while (key := os.read(0, 32)) != b"q":
    print("key", key, end="\\r\\n", flush=True)
"""


def echo(size: tuple[int, int] = (40, 10)) -> Terminal:
    return Terminal([sys.executable, "-c", ECHO], size)


def test_the_program_sees_the_size_and_the_keys() -> None:
    with echo() as terminal:
        terminal.wait_for("ready 40 10")
        terminal.press("up", "ctrl+a")
        terminal.wait_for(re.compile(r"key b'\\x1b\[A'\s+key b'\\x01'"))
        terminal.press("q")
        assert terminal.wait_exit() == 0


def test_a_resize_reaches_the_program() -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        terminal.resize(60, 12)
        terminal.wait_for("size 60 12")
        assert (terminal.screen.columns, terminal.screen.lines) == (60, 12)


def test_bytes_are_counted_from_a_mark() -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        terminal.settle(quiet=0.1)
        mark = terminal.mark
        terminal.press("x")
        terminal.wait_for("key b'x'")
        assert terminal.bytes_since(mark) == b"key b'x'\r\n"


def test_a_sequence_cut_in_two_is_joined() -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        for part in (b"\x1b[3", b"1mred\x1b", b"[0m\x1b[>1", b"u!"):
            terminal._feed(part)
        assert "red!" in terminal.screen_text()
        assert "1u" not in terminal.screen_text()


def test_waiting_for_what_never_comes_shows_the_screen() -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        with pytest.raises(TimeoutError, match="ready 40 10"):
            terminal.wait_for("never", timeout=0.1)


def test_the_picture_has_ten_by_twenty_pixels_a_cell(tmp_path: Path) -> None:
    with echo() as terminal:
        terminal.wait_for("ready")
        terminal._feed("\x1b[2;1H\x1b[38;2;1;2;3m█▀▖═╬┏⣿▒▎é".encode())
        terminal.png(tmp_path / "shot.png")
    with Image.open(tmp_path / "shot.png") as picture:
        assert picture.size == (400, 200)
        assert picture.convert("RGB").getpixel((5, 30)) == (1, 2, 3)
