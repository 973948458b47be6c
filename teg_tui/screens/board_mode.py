"""What the modes of the board are made of, whatever game is played on it: marks, keys, one sentence, and steps.

A mode is a small value. Pressing a key gives a step: commands for the server, the next mode, a sentence.
Nothing in here draws or waits, so that a test can play a turn with keys alone. `T` is what a mode may look at, `M`
the model of the game and `V` its view.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Literal, TypeVar

import msgspec

from teg_tui.game_model import M
from teg_tui.i18n import _
from teg_tui.widgets.hints import KeyHint, Tone

NONE = -1
"""No country."""

T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True)
class BoardTable(Generic[M, V]):
    """What a mode may look at: everything this viewer knows, and where the cursor stands."""

    model: M
    cursor: int = NONE

    @property
    def view(self) -> V:
        """The viewer's view of the game.

        Raises:
            ValueError: before the game has begun.
        """
        view: V = self.model.begun
        return view

    @property
    def owns_cursor(self) -> bool:
        """Whether the country under the cursor is this viewer's."""
        return self.cursor >= 0 and self.model.begun.owners[self.cursor] == self.model.seat


@dataclass(frozen=True)
class Marks:
    """What the map lights up; `way` are the countries of a path, in their order."""

    selected: int = NONE
    options: frozenset[int] = frozenset()
    target: int = NONE
    kind: Literal["attack", "move"] = "attack"
    way: tuple[int, ...] = ()


@dataclass(frozen=True)
class Step(Generic[T]):
    """What a key did.

    Attributes:
        mode: the next mode, None for the same one.
        commands: what the server is to be asked.
        cursor: where the cursor jumps to, NONE to stay.
        say: a sentence for the player, when a key could not do what it means.
        opens: a sheet to open, by its name.
    """

    mode: "Mode[T] | None" = None
    commands: tuple[msgspec.Struct, ...] = ()
    cursor: int = NONE
    say: str = ""
    opens: str = ""


@dataclass(frozen=True)
class Mode(Generic[T]):
    """A point of the turn; this base only looks on."""

    tone: ClassVar[Tone] = "plain"

    def hint(self, table: T) -> str:
        """Return the sentence that names who must do what now."""
        raise NotImplementedError

    def keys(self, table: T) -> tuple[KeyHint, ...]:
        """Return the keys that do something now, the most useful first."""
        del table
        return ()

    def marks(self, table: T) -> Marks:
        """Return what the map lights up."""
        del table
        return Marks()

    def jumps(self, table: T) -> tuple[int, ...]:
        """Return the countries among which Tab jumps."""
        del table
        return ()

    def press(self, table: T, key: str) -> Step[T] | None:
        """Return what `key` does, or None if it means nothing in this mode."""
        del table, key
        return None


@dataclass(frozen=True)
class Asking(Mode[T]):
    """A question before something that can't be taken back; only `s` says yes."""

    tone: ClassVar[Tone] = "alert"
    question: str
    commands: tuple[msgspec.Struct, ...]
    back: Mode[T]
    yes: str = ""
    marked: Marks = field(default_factory=Marks)

    def hint(self, table: T) -> str:
        """Return the question."""
        del table
        return self.question

    def keys(self, table: T) -> tuple[KeyHint, ...]:
        """Return yes and no."""
        del table
        return (
            KeyHint("s", self.yes or _("Sí"), "s", hot=True),
            KeyHint("n", _("No"), "n", hot=True),
        )

    def marks(self, table: T) -> Marks:
        """Return what was marked when the question came up."""
        del table
        return self.marked

    def press(self, table: T, key: str) -> Step[T] | None:
        """Send on yes, go back on no; other keys wait."""
        del table
        if key == "s":
            return Step(self.back, self.commands)
        if key in {"n", "escape"}:
            return Step(self.back)
        return Step() if key in {"enter", "tab", "shift+tab"} or len(key) == 1 else None


@dataclass(frozen=True)
class Finished(Mode[T]):
    """The game is over; the board stays to be looked at."""

    def keys(self, table: T) -> tuple[KeyHint, ...]:
        """Return the way to the results."""
        del table
        return (KeyHint("⏎", _("Resultados"), "enter", hot=True),)

    def press(self, table: T, key: str) -> Step[T] | None:
        """Open the results."""
        del table
        return Step(opens="results") if key == "enter" else None


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
