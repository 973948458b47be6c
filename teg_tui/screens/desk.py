"""The player's side of a running classic game without its screen."""

import msgspec
from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.data import BOARD

from teg_tui.model import Model
from teg_tui.screens.board_desk import BoardDesk
from teg_tui.screens.link import Link
from teg_tui.screens.modes.base import Mode, Table
from teg_tui.screens.modes.choose import mode_for
from teg_tui.screens.modes.waiting import Watching


class Desk(BoardDesk[Model, Table]):
    """What one player of the classic game has in front of them."""

    def __init__(self, model: Model, link: Link) -> None:
        self._turn: tuple[int, int, int] | None = None
        super().__init__(model, link, Watching())

    @property
    def table(self) -> Table:
        """What the mode may look at."""
        return Table(self.model, self.cursor)

    def fitting(self) -> Mode:
        """Return the mode that fits what is known now."""
        return mode_for(self.table, self.mode)

    def settle(self) -> None:
        """Take the mode that fits; at the beginning of one's own turn the cursor goes where something can be done."""
        super().settle()
        view = self.model.view
        turn = (view.round, view.lap, view.turn) if view is not None and self.model.my_turn else None
        if turn == self._turn:
            return
        self._turn = turn
        places = self.mode.jumps(self.table) if turn is not None else ()
        if places and self.cursor not in places:
            self.cursor = places[0]

    def sending(self, number: int, command: msgspec.Struct) -> None:
        """Take note of a placement that went out: only now it is staged no more."""
        if isinstance(command, Place):
            self.model.sending(number, command)

    def browse(self) -> tuple[int, ...]:
        """Return one's own countries, or all for who has none."""
        view = self.model.view
        if view is None:
            return ()
        if self.model.seat >= 0 and view.masks[self.model.seat]:
            return tuple(c for c in range(len(BOARD.countries)) if view.owners[c] == self.model.seat)
        return tuple(range(len(BOARD.countries)))
