"""The player's side of a running game without its screen: the mode of the board, the cursor, and what keys do.

A test plays whole turns on it with keys alone; the screen only shows it.
"""

from collections.abc import Iterable

from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.state import Phase

from teg_tui.changes import ActDone, Change, Rejected, StatusChanged, ViewReplaced
from teg_tui.model import Model
from teg_tui.screens.link import Link
from teg_tui.screens.modes.base import NONE, Marks, Mode, Step, Table, jump
from teg_tui.screens.modes.choose import mode_for
from teg_tui.screens.modes.waiting import Watching
from teg_tui.widgets.hints import KeyHint


class Desk:
    """What one player has in front of them.

    Attributes:
        model: what the viewer knows.
        mode: the point of the turn.
        cursor: country under the cursor, NONE for none.
        unanswered: numbers of the acts that the server has not answered.
    """

    def __init__(self, model: Model, link: Link) -> None:
        self.model = model
        self.link = link
        self.mode: Mode = Watching()
        self.cursor = NONE
        self.unanswered: set[int] = set()
        self.settle()

    @property
    def table(self) -> Table:
        """What the mode may look at."""
        return Table(self.model, self.cursor)

    @property
    def ready(self) -> bool:
        """Whether there is a game to look at."""
        return self.model.view is not None

    def settle(self) -> None:
        """Take the mode that fits what is known now."""
        if self.ready:
            self.mode = mode_for(self.table, self.mode)
            if self.cursor == NONE:
                self.cursor = next(iter(self.mode.jumps(self.table) or self.browse()), NONE)

    def applied(self, changes: Iterable[Change]) -> None:
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

    def press(self, key: str) -> Step | None:
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

    def act(self, commands: Iterable[AnyCommand]) -> None:
        """Send commands; until they are answered no other one is sent by a key of the board."""
        for command in commands:
            self.unanswered.add(self.link.act(command))

    def _tab(self, step: int) -> Step | None:
        places = self.mode.jumps(self.table) or self.browse()
        here = jump(places, self.cursor, step)
        if here == NONE:
            return None
        self.cursor = here
        return Step(cursor=here)

    def browse(self) -> tuple[int, ...]:
        """Return the countries that Tab goes through when the mode has no choice to make: one's own."""
        view = self.model.view
        if view is None:
            return ()
        if self.model.seat >= 0 and view.masks[self.model.seat]:
            return tuple(c for c in range(len(BOARD.countries)) if view.owners[c] == self.model.seat)
        return tuple(range(len(BOARD.countries)))

    def point(self, country: int) -> None:
        """Move the cursor to a country."""
        self.cursor = country

    def marks(self) -> Marks:
        """Return what the map lights up."""
        return self.mode.marks(self.table) if self.ready else Marks()

    def hint(self) -> str:
        """Return the sentence that names the next step."""
        return self.mode.hint(self.table) if self.ready else ""

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the mode."""
        return self.mode.keys(self.table) if self.ready else ()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.model.view is not None and self.model.view.phase is Phase.OVER
