"""The player's side of a running game without its screen: the mode of the board, the cursor, and what keys do.

A test plays whole turns on it with keys alone; the screen only shows it. What differs from game to game is which
mode fits what is known (`fitting`) and which countries Tab visits when there is nothing to choose (`browse`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic

import msgspec

from teg_tui.changes import ActDone, Rejected, StatusChanged, ViewReplaced
from teg_tui.game_model import M
from teg_tui.screens.board_mode import NONE, Marks, Mode, Step, T, jump
from teg_tui.screens.link import Link
from teg_tui.widgets.hints import KeyHint, Tone


class BoardDesk(ABC, Generic[M, T]):
    """What one player has in front of them; `M` is the model of the game, `T` what its modes look at.

    Attributes:
        model: what the viewer knows.
        mode: the point of the turn.
        cursor: country under the cursor, NONE for none.
        unanswered: numbers of the acts that the server has not answered.
    """

    def __init__(self, model: M, link: Link, first: Mode[T]) -> None:
        self.model = model
        self.link = link
        self.mode: Mode[T] = first
        self.cursor = NONE
        self.unanswered: set[int] = set()
        self.settle()

    @property
    @abstractmethod
    def table(self) -> T:
        """What the mode may look at."""

    @property
    def ready(self) -> bool:
        """Whether there is a game to look at."""
        return self.model.view is not None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.model.over

    @abstractmethod
    def fitting(self) -> Mode[T]:
        """Return the mode that fits what is known now; choices made in the present one stay while they make sense."""

    @abstractmethod
    def browse(self) -> tuple[int, ...]:
        """Return the countries that Tab goes through when the mode has no choice to make."""

    def settle(self) -> None:
        """Take the mode that fits what is known now."""
        if self.ready:
            self.mode = self.fitting()
            if self.cursor == NONE:
                self.cursor = next(iter(self.mode.jumps(self.table) or self.browse()), NONE)

    def applied(self, changes: Iterable[object]) -> None:
        """Take note of what a message changed."""
        for change in changes:
            match change:
                case ActDone(number=number) | Rejected(number=number):
                    self.unanswered.discard(number)
                case ViewReplaced() | StatusChanged():
                    self.unanswered.clear()
                case _:
                    pass
        self.settle()

    def press(self, key: str) -> Step[T] | None:
        """Do what `key` means on the board now; None if it means nothing."""
        if not self.ready:
            return None
        if key in {"tab", "shift+tab"}:
            return self._tab(1 if key == "tab" else -1)
        step = self.mode.press(self.table, key)
        if step is None:
            return None
        if step.commands and self.unanswered:
            return Step()  # the board may be another one in a moment: this key was meant for the old one
        if step.mode is not None:
            self.mode = step.mode
        if step.cursor >= 0:
            self.cursor = step.cursor
        self.act(step.commands)
        self.settle()
        return step

    def act(self, commands: Iterable[msgspec.Struct]) -> None:
        """Send commands; until they are answered no other one is sent by a key of the board."""
        for command in commands:
            number = self.link.act(command)
            self.unanswered.add(number)
            self.sending(number, command)

    def sending(self, number: int, command: msgspec.Struct) -> None:
        """Take note that a command went out as the act of this number."""

    def _tab(self, step: int) -> Step[T] | None:
        places = self.mode.jumps(self.table) or self.browse()
        here = jump(places, self.cursor, step)
        if here == NONE:
            return None
        self.cursor = here
        return Step(cursor=here)

    def point(self, country: int) -> None:
        """Move the cursor to a country."""
        self.cursor = country

    # --- what the screen shows of it

    @property
    def tone(self) -> Tone:
        """The tone of the moment."""
        return self.mode.tone

    def marks(self) -> Marks:
        """Return what the map lights up."""
        return self.mode.marks(self.table) if self.ready else Marks()

    def hint(self) -> str:
        """Return the sentence that names the next step."""
        return self.mode.hint(self.table) if self.ready else ""

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the mode."""
        return self.mode.keys(self.table) if self.ready else ()
