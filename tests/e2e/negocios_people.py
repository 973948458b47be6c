"""People at one table of T.E.G. de los Negocios who have nothing but a screen and keys, and a plan.

Three of them go for the fourth, who attacks where it hopes least: so that an elimination comes within a few rounds.
One offers, withdraws and offers again to another; whoever may suspend does; cards are played towards coincidences.
Each keeps the first screen on which it saw each kind of moment: what a test asserts on is what was on a screen.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.support.keyboard import SIGNS, StuckError
from tests.support.screen_reading import Seen, look
from tests.support.terminal import KEYS, Terminal

GLANCE: Final = 0.003
"""Seconds for which one terminal is read before the next one is."""
QUIET: Final = 0.03
"""Seconds without a byte after which a screen is taken to be complete."""
ANSWER: Final = 0.08
"""The same after a key that may have sent something: the server's answer follows in a moment."""
MOVES: Final = frozenset({"", "tab", "shift+tab", "escape", "down"})
"""Keys that send nothing."""
PATIENCE: Final = 1.0
"""Seconds after which a key that changed nothing is thought over."""
STUCK: Final = 60
"""Keys in a row that change nothing, before one is stuck."""
WORTH: Final = 60
"""Percent from which an attempt that is no duty is made."""
PLENTY: Final = 26
"""Countries beyond which one lets others take more, lest one win before anybody is out."""

MOMENTS: Final[Mapping[str, Callable[[Seen, str], bool]]] = {
    "guided": lambda seen, _: "El intento obligatorio:" in seen.text,
    "dice": lambda seen, _: bool(re.search(r"\d+ a \d+: (toma el país|pierde)", seen.text)),
    "card": lambda seen, _: seen.title.startswith("Tus tarjetas") and "⏎" in seen.keys,
    "market dice": lambda seen, _: "Dado de todos" in seen.text,
    "path": lambda seen, _: "Enter lo mueve" in seen.hint,
    "coincidence": lambda seen, _: "¡coincide! · Enter lo mueve" in seen.hint,
    "coincidence told": lambda _, corner: "¡Coincide!" in corner,
    "exchange": lambda seen, _: seen.title.startswith("Mercado: metés"),
    "offer": lambda seen, _: seen.title.startswith("Oferta a "),
    "withdrawal": lambda seen, _: "Tus ofertas" in seen.text and "Retirar" in seen.keys.values(),
    "answer": lambda seen, _: "Esperan tu respuesta" in seen.text,
    "deal": lambda _, corner: bool(re.search(r"Trato: \w+ le da a \w+ .+ por .+", corner)),
    "suspending": lambda seen, _: seen.title == "¿A quién suspendés?",
    "suspension told": lambda _, corner: "queda suspendido" in corner,
    "suspended": lambda seen, corner: "Te suspendieron" in corner or "suspendido esta ronda" in seen.hint,
    "starter": lambda seen, _: seen.title == "¿Quién empieza?",
    "elimination told": lambda _, corner: "quedó afuera: lo eliminó" in corner,
    "eliminated": lambda _, corner: "Quedaste afuera" in corner,
    "looking on": lambda seen, _: "quedaste afuera" in seen.hint,
    "results": lambda seen, _: seen.title == "Resultados",
}
"""What is worth keeping, by name: told from a screen and from what its corner says."""


@dataclass
class Plan:
    """What the table agreed on before it sat down.

    Attributes:
        victim: the name that all others go for.
        hunters: the names of those; the first offers deals to the second, and they hold each other back from winning.
        wanted: the moments for whose sake they play; when all have been seen they only finish the game.
        seen: the moments that somebody has seen.
        dealt, exchanged, withdrawn: whether, or how often, it has happened; it is not done for long again.
    """

    victim: str
    hunters: tuple[str, str, str]
    wanted: frozenset[str]
    seen: set[str] = field(default_factory=set)
    dealt: bool = False
    exchanged: int = 0
    withdrawn: bool = False

    @property
    def fulfilled(self) -> bool:
        """Whether all has been seen that can be seen before the results."""
        return self.seen >= self.wanted - {"results"}


@dataclass
class Player:
    """One person at a terminal.

    Attributes:
        moments: the first screen of each kind of moment.
        pressed: every key so far.
        on_moment: called with the name of a moment when it is seen first.
    """

    name: str
    terminal: Terminal
    plan: Plan
    moments: dict[str, str] = field(default_factory=dict)
    pressed: list[str] = field(default_factory=list)
    on_moment: Callable[[Player, str], None] = lambda _player, _moment: None
    _shown: Seen | None = None
    _before: Seen | None = None
    _at: float = 0.0
    _heard: float = 0.0
    _looked: float = 0.0
    _idle: int = 0
    _aimed: bool = False
    _given_up: bool = False
    _skips: int = 0
    _offers: int = 0
    _leaving: bool = False

    @property
    def over(self) -> bool:
        """Whether the results are on the screen."""
        return self._shown is not None and self._shown.title == "Resultados"

    @property
    def is_victim(self) -> bool:
        """Whether the others go for this one."""
        return self.name == self.plan.victim

    @property
    def _last(self) -> str:
        return self.pressed[-1] if self.pressed else ""

    def step(self) -> None:
        """Read what has come, keep what is worth it, and press one key if the screen asks for one."""
        now = time.monotonic()
        if self.terminal.pump(GLANCE):
            self._heard = now
            return  # still being drawn
        if now - self._heard < (ANSWER if self._last not in MOVES else QUIET):
            return
        if self._heard <= self._looked and now - self._at < PATIENCE:
            return  # nothing new
        self._looked = now
        seen = look(self.terminal)
        self.keep(seen)
        self._shown = seen
        if self.over or (seen == self._before and now - self._at < PATIENCE):
            return
        key = self._on_sheet(seen) if seen.sheet is not None else self._on_board(seen)
        if key:
            self._press(key, seen)
        elif self.terminal.exit_code is not None:
            raise StuckError(f"{self.name}'s program is gone\n{seen.text}")

    def forget(self) -> None:
        """Begin another game: what was on the screen is past."""
        self._shown = self._before = None
        self._aimed = self._given_up = False
        self._offers = 0

    def keep(self, seen: Seen) -> None:
        """Keep a screen on which a kind of moment is seen for the first time."""
        said = corner(seen)
        for name, holds in MOMENTS.items():
            if name not in self.moments and holds(seen, said):
                self.moments[name] = seen.text
                self.plan.seen.add(name)
                self.on_moment(self, name)

    def _press(self, key: str, seen: Seen) -> None:
        self._idle = self._idle + 1 if seen == self._before else 0
        if self._idle > STUCK:
            raise StuckError(f"{self.name}: {self.pressed[-5:]} do nothing\n{seen.text}")
        self._before, self._at = seen, time.monotonic()
        self.pressed.append(key)
        self.terminal.send(KEYS.get(key, key).encode())

    # --- sheets

    def _on_sheet(self, seen: Seen) -> str:
        keys = offered(seen)
        title = seen.title
        if title.startswith("Buscar"):
            return self._found(seen)
        if title.startswith("Tus tarjetas"):
            return "enter" if "enter" in keys else "escape"
        if title.startswith("Mercado: metés"):
            self.plan.exchanged += "Intercambiar" in seen.keys.values()
            return "enter"
        if title == "¿A quién suspendés?":
            return self._suspend(seen)
        if title == "¿Quién empieza?":
            return "enter"
        if title.startswith("Negoci"):
            return self._on_deals(seen, keys)
        if title.startswith(("Ofrecer", "A ", "Oferta a ")):
            return self._on_offer(seen, keys)
        return "escape"

    def _chosen(self, seen: Seen) -> str:
        return seen.sheet.chosen if seen.sheet is not None else ""

    def _suspend(self, seen: Seen) -> str:
        """Choose the hunter with most countries, who is to get no more, or at least not the victim."""
        listed = re.findall(r"(\w+) +(\d+) países", seen.sheet.text if seen.sheet is not None else "")
        ranked = sorted(
            (name != self.plan.victim, name in self.plan.hunters, int(count), name) for name, count in listed
        )
        wanted = ranked[-1][-1] if ranked else ""
        return "down" if wanted not in self._chosen(seen) and self.pressed[-8:].count("down") < 7 else "enter"

    def _found(self, seen: Seen) -> str:
        """With the victim's countries listed, the best chance first: go there if it is worth it."""
        chance = re.search(r"(\d+) %", self._chosen(seen))
        self._aimed = chance is not None and int(chance[1]) >= WORTH
        self._given_up = not self._aimed
        return "enter" if self._aimed else "escape"

    def _on_deals(self, seen: Seen, keys: set[str]) -> str:
        if "r" in keys and not self.plan.withdrawn and "Retirar" in seen.keys.values():
            self.plan.withdrawn = True
            return "r"
        if "s" in keys or "x" in keys:
            friend = self.plan.hunters[0] in self._chosen(seen)
            if friend and not self.plan.withdrawn:
                return ""  # thinks about it until it is gone
            self.plan.dealt |= friend and "s" in keys
            return "s" if friend and "s" in keys else "x"
        return "escape"

    def _on_offer(self, seen: Seen, keys: set[str]) -> str:
        if seen.title.startswith("Ofrecer"):
            return "enter" if self.plan.hunters[1] in self._chosen(seen) else "down"
        if self._leaving or (seen.title.startswith("Oferta a ") and "enter" not in keys):
            self._leaving = True  # what was to be offered can't be: back to the board
            return "escape"
        if "enter" not in keys:
            self._skips += 1
            return "escape"
        if seen.title.endswith("¿qué le das?") and self._skips > self.pressed[-self._skips :].count("down"):
            return "down"
        return "enter"

    # --- the board

    def _on_board(self, seen: Seen) -> str:
        hint, keys = seen.hint, offered(seen)
        self._leaving = False
        waits = hint.startswith(("Juega ", "Decide", "Preparando", "Conectando")) or ": falta" in hint
        if not hint or waits or "quedaste afuera" in hint or "; falta" in hint:
            self._aimed = self._given_up = False
            return ""
        for start, rule in _RULES:
            if start.search(hint):
                return rule(self, seen, keys)
        return "escape"

    def _attempt(self, seen: Seen, keys: set[str]) -> str:
        """With a battle under the cursor: it is the one that was looked for, or nothing better is known."""
        if self.is_victim or self._has_enough(seen):
            return "f" if "f" in keys and self._has_enough(seen) else self._hopeless(keys)
        if self._aimed or (self._given_up and "f" not in keys):
            self._aimed = self._given_up = False
            return "enter"
        return self._choose(seen, keys)

    def _has_enough(self, seen: Seen) -> bool:
        """Whether to attempt only what is a duty, without hope: it is over, or others are to take the victim's last."""
        if self.plan.fulfilled:
            return True
        held = {name: int(count) for name, count in re.findall(r"(\w+) +(\d+)p ", seen.text)}
        hunters = [held.get(name, 0) for name in self.plan.hunters]
        return held.get(self.name, 0) > max(min(hunters), PLENTY) or (self.is_victim and max(hunters) > PLENTY + 2)

    def _hopeless(self, keys: set[str]) -> str:
        return "shift+tab" if self._last == "enter" and "enter" in keys else "enter"

    def _choose(self, seen: Seen, keys: set[str]) -> str:
        """With no battle under the cursor: look for the victim's countries, or stop."""
        if self.is_victim or self._has_enough(seen):
            if "f" in keys and self._has_enough(seen):
                return "f"
            return "enter" if "enter" in keys and self._last == "shift+tab" else "shift+tab"
        if not self._given_up:
            return "escape" if "escape" in keys else f"/{self.plan.victim.lower()}"
        if "f" in keys:
            self._given_up = False
            return "f"
        return "enter" if "enter" in keys else "tab"

    def _card(self, seen: Seen, keys: set[str]) -> str:
        del seen, keys
        return "f" if self.is_victim or self.plan.exchanged > 1 or self.plan.fulfilled else "enter"

    def _place(self, seen: Seen, keys: set[str]) -> str:
        del seen
        return "a" if "a" in keys else "enter" if "enter" in keys else "tab"

    def _walk(self, seen: Seen, keys: set[str]) -> str:
        if "Enter lo mueve" in seen.hint:
            return "enter"
        return "x" if "x" in keys else "enter" if "enter" in keys else "tab" if "tab" in keys else "escape"

    def _talk(self, seen: Seen, keys: set[str]) -> str:
        offers = self.name == self.plan.hunters[0] and not self.plan.dealt and "común" in seen.hint
        if "respuesta · Enter las muestra" in seen.hint or "te esperan" in seen.hint:
            return "enter"
        if "espera respuesta" in seen.hint and offers:
            return "" if self.plan.withdrawn else "enter"
        if offers and "n" in keys and self._offers < 4:
            self._offers += 1
            return "n"
        return "f" if "f" in keys else ""

    def _enter(self, seen: Seen, keys: set[str]) -> str:
        del seen
        return "1" if "1" in keys else "enter" if "enter" in keys else "tab"

    def _finish(self, seen: Seen, keys: set[str]) -> str:
        del seen, keys
        return "f"

    def _yes(self, seen: Seen, keys: set[str]) -> str:
        del seen, keys
        return "s"


_RULES: Final[Sequence[tuple[re.Pattern[str], Callable[[Player, Seen, set[str]], str]]]] = [
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"¿Terminar igual\?$", Player._yes),
        (r"ganás \d+ %", Player._attempt),
        (r"^Te toca: (hacé|te queda)|^Racha|intenta: elegí", Player._choose),
        (r"^Te toca: tenés ", Player._card),
        (r"^Tu tarjeta, parte 1|^Todo puesto", Player._place),
        (r"^Ícono ", Player._walk),
        (r"^Bonificación|^Te toca mover fichas", Player._finish),
        (r"^Negociación", Player._talk),
        (r"^Coincidieron|Enter elige\.$|no te queda reserva|cuántas|Enter: resultados$|pasan", Player._enter),
    )
]
"""What is done at each sentence that asks for something."""


def offered(seen: Seen) -> set[str]:
    """Return the keys that the bottom line offers, by name."""
    return {SIGNS.get(sign, sign) for sign in seen.keys}


def corner(seen: Seen) -> str:
    """Return what the corner says, as one line: its rows have a bar at their left."""
    return " ".join(row.rpartition("▌ ")[2].strip() for row in seen.text.splitlines() if "▌ " in row)


def play(players: Sequence[Player], timeout: float) -> None:
    """Let all of them play until all see the results.

    Raises:
        StuckError: if one is stuck, or the time is over.
    """
    end = time.monotonic() + timeout
    while not all(player.over for player in players):
        if time.monotonic() > end:
            screens = "\n\n".join(player.terminal.screen_text() for player in players)
            raise StuckError(f"not over after {timeout} s\n{screens}")
        for player in players:
            player.step()
