"""Plays by pressing only keys that are offered: whoever reads the bottom line alone can play a whole game."""

import random
from collections import Counter

from teg_shared.rules.negocios.state import Phase

from tests.client.negocios_ui.chair import Chair

SIGNS = {"⏎": "enter", "Tab": "tab", "Esc": "escape"}
_PATIENCE = 200
"""Keys without any command after which one is stuck."""


class Fingers:
    """Chooses among the keys that the screen offers; what it lived through is counted by phase and sheet."""

    def __init__(self, chair: Chair, seed: int) -> None:
        self.chair = chair
        self.rng = random.Random(seed)
        self.lived: Counter[str] = Counter()
        self.idle = 0

    def step(self) -> None:
        """Press one key.

        Raises:
            AssertionError: if nothing has been sent for too long.
        """
        chair = self.chair
        before = len(chair.commands)
        key = self._choose()
        self.lived[type(chair.sheets[-1]).__name__ if chair.sheets else chair.table.state.phase.value] += 1
        chair.press(key)
        self.idle = 0 if len(chair.commands) > before else self.idle + 1
        assert self.idle < _PATIENCE, f"stuck with {key!r} at {chair.hint!r}: {[k.sign for k in chair.offered]}"

    def _choose(self) -> str:
        offered = [hint for hint in self.chair.offered if hint.press]
        hot = [hint.press for hint in offered if hint.hot]
        keys = hot or [hint.press for hint in offered]
        if self.chair.sheets:
            return self._on_sheet(keys)
        weights = [self._weight(key) for key in keys]
        return self.rng.choices(keys, weights)[0]

    def _weight(self, key: str) -> float:
        talking = self.chair.table.state.phase is Phase.NEGOTIATE
        if key == "f":
            return 6.0 if talking else 0.7
        return {"enter": 5.0, "tab": 2.0, "escape": 0.3, "a": 1.0, "n": 1.0, "p": 3.0, "c": 1.0}.get(key, 1.0)

    def _on_sheet(self, keys: list[str]) -> str:
        if self.idle % 30 > 24 or self.rng.random() < 0.12:
            return "escape"
        if self.rng.random() < 0.35:
            return "down"
        return self.rng.choice([*keys, "enter"])
