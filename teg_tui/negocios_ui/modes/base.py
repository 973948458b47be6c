"""What the modes of Negocios look at, and their forms of mode, step and question."""

from dataclasses import dataclass
from typing import TypeAlias

from teg_shared.rules.negocios.state import State

from teg_tui.negocios.model import NegociosModel
from teg_tui.screens import board_mode
from teg_tui.screens.board_mode import NONE, Marks, digit

__all__ = ["NONE", "Asking", "Marks", "Mode", "Step", "Table", "digit"]


@dataclass(frozen=True)
class Table:
    """What a mode may look at: everything this viewer knows, and where the cursor stands."""

    model: NegociosModel
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


Step: TypeAlias = board_mode.Step[Table]
Mode: TypeAlias = board_mode.Mode[Table]


@dataclass(frozen=True)
class Asking(board_mode.Asking[Table]):
    """A question before something that can't be taken back."""
