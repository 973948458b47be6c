"""A player of Negocios with nothing but a screen and a keyboard: it presses only keys that are offered."""

import random
import re
import time
from collections import Counter

from tests.support.keyboard import SIGNS, StuckError
from tests.support.screen_reading import Seen, look
from tests.support.terminal import KEYS, Terminal

_WAITS = ("Juega ", "Deciden ", "Preparando", "Conectando")
QUIET = 0.1
"""Seconds without a byte after which the screen is taken to be complete."""
_SAME = 40
"""Looks at a screen that does not change after a key, before one is stuck."""


class NegociosRobot:
    """Plays until the results are shown.

    Attributes:
        lived: how often each kind of moment was met.
    """

    def __init__(self, terminal: Terminal, seed: int = 1) -> None:
        self.terminal = terminal
        self.rng = random.Random(seed)
        self.lived: Counter[str] = Counter()
        self._last: Seen | None = None
        self._same = 0
        self._tabs = 0

    def play(self, timeout: float) -> Seen:
        """Play to the end and return the screen of the results.

        Raises:
            StuckError: if keys do nothing, or the time is over.
        """
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self.terminal.pump(QUIET):
                continue
            seen = look(self.terminal)
            if seen.title == "Resultados":
                return seen
            key = self._sheet(seen) if seen.sheet is not None else self._board(seen)
            if key:
                self._press(key, seen)
        raise StuckError(f"not over after {timeout} s\n{self.terminal.screen_text()}")

    def _press(self, key: str, seen: Seen) -> None:
        self._same = self._same + 1 if seen == self._last else 0
        self._last = seen
        if self._same > _SAME:
            raise StuckError(f"{key!r} does nothing\n{seen.text}")
        self._tabs = self._tabs + 1 if key == "tab" else 0
        self.terminal.send(KEYS.get(key, key).encode())

    def _offered(self, seen: Seen) -> set[str]:
        return {SIGNS.get(sign, sign) for sign in seen.keys}

    def _sheet(self, seen: Seen) -> str:
        keys = self._offered(seen)
        self.lived["sheet " + seen.title.split(":")[0].split(" ")[0]] += 1
        if "s" in keys:
            return "s"
        if "enter" in keys:
            return self.rng.choice(["enter", "enter", "down"])
        return "n" if "n" in keys and self.rng.random() < 0.3 else "escape"

    def _board(self, seen: Seen) -> str:
        hint, keys = seen.hint, self._offered(seen)
        if not hint or hint.startswith(_WAITS):
            return "space" if "space" in keys else ""
        self.lived[" ".join(hint.split(":")[0].split(" ")[:2])] += 1
        if {"s", "n"} <= keys and hint.endswith("?"):
            return "s"
        odds = re.search(r"ganás (\d+) %", hint)
        if odds:
            return "enter" if int(odds[1]) >= 50 or self._tabs > 6 else "tab"
        if "Negociación" in hint:
            return self._talk(hint, keys)
        if "1" in keys:
            return "1"
        if "f" in keys and self.rng.random() < 0.3:
            return "f"
        for key in ("x", "i", "r", "enter", "tab", "f"):
            if key in keys and (key not in {"x", "i", "r"} or self.rng.random() < 0.5):
                return key
        return ""

    def _talk(self, hint: str, keys: set[str]) -> str:
        if "espera" in hint:
            return "enter"
        choices = [key for key in ("n", "f", "f") if key in keys]
        return self.rng.choice(choices) if choices else ""
