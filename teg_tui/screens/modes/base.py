"""What every mode of the board has: marks, keys, one sentence, and what a key does.

A mode is a small value. Pressing a key gives a step: commands for the server, the next mode, a sentence.
Nothing in here draws or waits, so that a test can play a turn with keys alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.state import State

from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import country
from teg_tui.widgets.hints import KeyHint, Tone

NONE = -1
"""No country."""

Panel: TypeAlias = Literal["", "cards", "pacts", "results"]
"""A screen that a key of a mode may open."""


@dataclass(frozen=True)
class Marks:
    """What the map lights up."""

    selected: int = NONE
    options: frozenset[int] = frozenset()
    target: int = NONE
    kind: Literal["attack", "move"] = "attack"


@dataclass(frozen=True)
class Table:
    """What a mode may look at: everything this viewer knows, and where the cursor stands."""

    model: Model
    cursor: int = NONE

    @property
    def view(self) -> State:
        """The viewer's view of the game.

        Raises:
            ValueError: before the game has begun.
        """
        if self.model.view is None:
            raise ValueError("no game")
        return self.model.view

    @property
    def owns_cursor(self) -> bool:
        """Whether the country under the cursor is this viewer's."""
        return self.cursor >= 0 and self.view.owners[self.cursor] == self.model.seat


@dataclass(frozen=True)
class Step:
    """What a key did.

    Attributes:
        mode: the next mode, None for the same one.
        commands: what the server is to be asked.
        cursor: where the cursor jumps to, NONE to stay.
        say: a sentence for the player, when a key could not do what it means.
        opens: a screen to open.
    """

    mode: "Mode | None" = None
    commands: tuple[AnyCommand, ...] = ()
    cursor: int = NONE
    say: str = ""
    opens: Panel = ""


@dataclass(frozen=True)
class Mode:
    """A point of the turn; this base only looks on."""

    tone: ClassVar[Tone] = "plain"

    def hint(self, table: Table) -> str:
        """Return the sentence that names who must do what now."""
        raise NotImplementedError

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return the keys that do something now, the most useful first."""
        del table
        return ()

    def marks(self, table: Table) -> Marks:
        """Return what the map lights up."""
        del table
        return Marks()

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the countries among which Tab jumps."""
        del table
        return ()

    def press(self, table: Table, key: str) -> Step | None:
        """Return what `key` does, or None if it means nothing in this mode."""
        del table, key
        return None


@dataclass(frozen=True)
class Asking(Mode):
    """A question before something that can't be taken back; only `s` says yes."""

    tone: ClassVar[Tone] = "alert"
    question: str
    commands: tuple[AnyCommand, ...]
    back: Mode
    yes: str = ""
    marked: Marks = field(default_factory=Marks)

    def hint(self, table: Table) -> str:
        """Return the question."""
        del table
        return self.question

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return yes and no."""
        del table
        return (
            KeyHint("s", self.yes or _("Sí"), "s", hot=True),
            KeyHint("n", _("No"), "n", hot=True),
        )

    def marks(self, table: Table) -> Marks:
        """Return what was marked when the question came up."""
        del table
        return self.marked

    def press(self, table: Table, key: str) -> Step | None:
        """Send on yes, go back on no; other keys wait."""
        if key == "s":
            return Step(self.back, self.commands)
        if key in {"n", "escape"}:
            return Step(self.back)
        return Step() if key in {"enter", "tab", "shift+tab"} or len(key) == 1 else super().press(table, key)


def name(number: int) -> str:
    """Return the name of a country, empty for none."""
    return country(number) if number >= 0 else ""


def jump(countries: Iterable[int], cursor: int, step: int) -> int:
    """Return the country after the cursor (`step` 1) or before it (-1) in a ring, NONE if there is none."""
    ring = list(countries)
    if not ring:
        return NONE
    if cursor in ring:
        return ring[(ring.index(cursor) + step) % len(ring)]
    return ring[0] if step > 0 else ring[-1]


def digit(key: str) -> int:
    """Return the number of a digit key, -1 for any other key."""
    return int(key) if len(key) == 1 and key in "0123456789" else -1
