"""A player with nothing but a screen and a keyboard: plays whole games through the real client.

It reads the hint, the keys that the bottom line offers and the sheet on top, and presses only keys that are
offered. A screen that it can't make sense of, and a key that does nothing, end the game with that screen: both
are faults of the screen, for a person would be stuck there too.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from tests.support.screen_reading import Seen, look
from tests.support.terminal import KEYS, Terminal

SIGNS: Final = {"⏎": "enter", "Tab": "tab", "Esc": "escape", "Esp": "space", "Espacio": "space"}
"""Names of keys by the signs that the bottom line has for them; any other sign is the key itself."""
_DIGITS: Final = re.compile(r"\d-\d$")
"""Sign of a key that stands for several digits."""
_SIGN_OF: Final = {name: sign for sign, name in SIGNS.items()}
_ODDS: Final = re.compile(r"^(.+) \d+ contra (.+) \d+ · ganás [<>]?(\d+) %")
_READ: Final = ("Tus tarjetas", "Pactos:", "Charla", "Ayuda", "Crónica", "Estado")
"""Beginnings of the titles of sheets that Esc puts away; others, as the one that says to wait, go by themselves."""
_ROLLS: Final = 60
"""Rolls in one turn; the armies are gone long before."""
QUIET: Final = 0.03
"""Seconds without a byte after which the screen is taken to be complete."""
ANSWER: Final = 0.08
"""The same after a key that may have sent something: the server's answer follows in a moment."""
RING: Final = 0.5
"""Seconds after which Tab has gone round a ring of one."""
PATIENCE: Final = 10.0
"""Seconds in which a key must show an effect, and in which a sentence must be one that can be understood."""


class StuckError(AssertionError):
    """A screen that says not what to do, or a key that does not what it says."""


class Robot:
    """One player at one terminal.

    Attributes:
        least: percent of odds from which it attacks.
        tires: seconds after which it only places and ends its turns, so that a game that drags on ends, too.
        yes: whether it accepts pacts.
        pressed: every key so far.
        lived: how often it met each situation: placing, fighting, occupying, regrouping, exchanging, ...
    """

    def __init__(self, terminal: Terminal, *, least: int = 55, yes: bool = True, tires: float = 1e9) -> None:
        self.terminal = terminal
        self.least, self.yes, self.tires = least, yes, tires
        self.pressed: list[str] = []
        self.lived: Counter[str] = Counter()
        self._sources: set[str] = set()
        self._targets: set[str] = set()
        self._flags: set[str] = set()
        self._rolls = 0
        self._practice = ["enter", "2", "-"]
        self._shown: Seen | None = None
        self._before: Seen | None = None
        self._since = self._at = self._began = time.monotonic()
        self._rules: Sequence[tuple[str, Callable[[Seen], str]]] = (
            (r"^Te toca: colocá ", self._place),
            (r"^Todo puesto · Enter confirma", lambda _: "enter"),
            (r"tenés que canjear antes de seguir$", lambda _: "enter"),
            (_ODDS.pattern, self._fight),
            (r" ataca: elegí a quién · Tab al próximo$", lambda _: "tab"),
            (r"^Te toca: atacá · Enter desde ", self._from),
            (r"^Te toca: atacá · Tab a un país que puede$", lambda _: "tab"),
            (r"^Te toca: no hay a quién atacar", lambda _: "f"),
            (r"^¡.+ es tuyo! ¿Cuántos pasan", self._occupy),
            (r"^Te toca: reagrupá · ", self._regroup),
            (r"^Reagrupá de .+ a .+ · Enter elige$", lambda _: "enter"),
            (r"^Reagrupá desde .+: elegí un vecino tuyo$", lambda _: "tab"),
            (r"^De .+ a .+: pasan \d+ de \d+ · Enter mueve$", self._move),
            (r"^Te toca: no queda qué reagrupar", lambda _: "f"),
            (r"^Sacaste la tarjeta de ", self._claim),
            (r"^¿Romper tu pacto con ", lambda _: "n"),
            (r"^Primero decí cuántos pasan", self._occupy),
            (r"Enter: resultados$", lambda _: "enter"),
        )

    # --- one look, one key

    @property
    def over(self) -> bool:
        """Whether the results are on the screen."""
        return self._shown is not None and self._shown.title == "Resultados"

    def step(self) -> None:
        """Read what has come, and press one key if the screen asks for one."""
        sent = bool(self.pressed) and self.pressed[-1] not in {"tab", "escape"}
        if self.terminal.pump(ANSWER if sent else QUIET):
            return  # still being drawn
        seen, now = look(self.terminal), time.monotonic()
        if seen != self._shown:
            self._shown, self._since = seen, now
        if self.over:
            return
        if seen == self._before and not (self.pressed[-1] == "tab" and now - self._at > RING):
            if now - self._at > PATIENCE:
                raise StuckError(f"{self.pressed[-3:]}: the last one did nothing\n{seen.text}")
            return
        key = self._on_sheet(seen) if seen.sheet is not None else self._on_board(seen)
        if key and (_offered(key, seen) or now - self._since > PATIENCE):
            self.press(key, seen)
        elif self.terminal.exit_code is not None:
            raise StuckError(f"the program is gone with {self.terminal.exit_code}\n{seen.text}")

    def press(self, key: str, seen: Seen) -> None:
        """Press a key that the screen offers."""
        if not _offered(key, seen):
            raise StuckError(f"{key!r} is asked for but not offered: {seen.keys}\n{seen.text}")
        self._before, self._at = seen, time.monotonic()
        self.pressed.append(key)
        if key == "f":
            self._new_turn()
        self.terminal.send(KEYS.get(key, key).encode())

    @property
    def _tired(self) -> bool:
        return time.monotonic() - self._began > self.tires

    def _new_turn(self) -> None:
        self._sources.clear()
        self._targets.clear()
        self._flags.clear()
        self._rolls = 0

    def _once(self, flag: str) -> bool:
        """Whether this is the first time in this turn."""
        if flag in self._flags:
            return False
        self._flags.add(flag)
        return True

    # --- what the screen asks for

    def _on_sheet(self, seen: Seen) -> str:
        title = seen.title
        if title.startswith("Tus tarjetas"):
            if "e" in seen.keys:
                self.lived["exchanging"] += 1
                return "e"
        elif title.startswith("Pactos:") and "s" in seen.keys:
            self.lived["answering"] += 1
            return "s" if self.yes else "x"
        elif title.startswith("Tu objetivo"):
            self.lived["reading"] += 1
            return "o"
        return "escape" if title.startswith(_READ) else ""

    def _on_board(self, seen: Seen) -> str:
        if seen.keys.get("p", "").endswith("!"):
            return "p"
        for pattern, rule in self._rules:
            if re.search(pattern, seen.hint):
                return rule(seen)
        if seen.hint.startswith("Juega "):
            self._new_turn()
            return "space" if "Esp" in seen.keys else ""
        waits = not seen.hint or "onectando" in seen.hint or "Preparando" in seen.hint
        if not waits and time.monotonic() - self._since > PATIENCE:
            raise StuckError(f"what does {seen.hint!r} ask for?\n{seen.text}")
        return ""

    def _place(self, seen: Seen) -> str:
        cards = re.search(r"(\d+)$", seen.keys.get("c", ""))
        if cards and int(cards[1]) >= 3 and self._once("cards"):
            return "c"
        if "o" in seen.keys and not self.lived["reading"]:
            return "o"
        if "⏎" not in seen.keys or (not seen.frontier and self._once(seen.hint)):
            return "tab"
        self.lived["placing"] += 1
        left = re.search(r"colocá (\d+)", seen.hint)
        while self._practice and left and int(left[1]) > 2:
            key = self._practice.pop(0)
            if _offered(key, seen):
                return key
        return "a"

    def _from(self, seen: Seen) -> str:
        """With a source under the cursor: begin there, or go to the next one, or leave the attack."""
        source = seen.hint.rpartition("desde ")[2]
        if self._tired:
            return "f"
        if source not in self._sources and self._rolls < _ROLLS:
            self._sources.add(source)
            self._targets.clear()
            return "enter"
        if self.pressed[-1] == "tab":
            if "r" in seen.keys and self._once("regroup"):
                return "r"
            return "f"
        return "tab"

    def _fight(self, seen: Seen) -> str:
        """With a battle under the cursor: roll if it is worth it, or look at the next one."""
        if "Esc" not in seen.keys:
            return "tab"  # no source chosen yet: the cursor only happens to be on a neighbour
        found = _ODDS.match(seen.hint)
        assert found is not None
        source, target, odds = found.groups()
        if int(odds) >= self.least and "hay pacto" not in seen.hint and self._rolls < _ROLLS:
            self._rolls += 1
            self.lived["fighting"] += 1
            again = "x" in seen.keys and self._rolls % 3 == 0 and self.pressed[-1] in {"enter", "x"} and self._rolls > 1
            return "x" if again and self._targets == {source, target} else self._roll(source, target)
        if target in self._targets:
            return "escape"
        self._targets.add(target)
        return "tab"

    def _roll(self, source: str, target: str) -> str:
        self._targets = {source, target}
        return "enter"

    def _occupy(self, seen: Seen) -> str:
        del seen
        self._sources.clear()
        self._targets.clear()
        self.lived["occupying"] += 1
        return "1" if self.lived["occupying"] == 2 else "enter"

    def _regroup(self, seen: Seen) -> str:
        if "moved" in self._flags:
            return "f"
        return "enter" if "Enter desde" in seen.hint else "tab"

    def _move(self, seen: Seen) -> str:
        if " pasan 1 de " in seen.hint:
            self._once("moved")
            self.lived["regrouping"] += 1
            return "enter"
        return "1" if self.pressed[-1] != "-" else "-"

    def _claim(self, seen: Seen) -> str:
        del seen
        self.lived["claiming"] += 1
        return "enter"


def _offered(key: str, seen: Seen) -> bool:
    """Whether the screen says that a key does something: on a line of keys, or in the sentence."""
    if _SIGN_OF.get(key, key) in seen.keys:
        return True
    if not key.isdigit():
        return False
    return any(sign[:1] <= key <= sign[2:] for sign in seen.keys if _DIGITS.match(sign)) or " pasan" in seen.hint


def play(
    *robots: Robot, timeout: float, until: Callable[[], bool] = lambda: False, also: Sequence[Terminal] = ()
) -> None:
    """Let robots play until all of them see the results, or until `until` holds.

    Args:
        robots: the players.
        timeout: seconds after which the game should have been over.
        until: asked after each round of looks.
        also: terminals that only have to be read meanwhile.

    Raises:
        StuckError: if a robot is stuck, or the time is over.
    """
    end = time.monotonic() + timeout
    while not until() and not all(robot.over for robot in robots):
        if time.monotonic() > end:
            screens = "\n\n".join(robot.terminal.screen_text() for robot in robots)
            raise StuckError(f"not over after {timeout} s: {[len(robot.pressed) for robot in robots]}\n{screens}")
        for robot in robots:
            robot.step()
        for terminal in also:
            terminal.pump(0.005)
