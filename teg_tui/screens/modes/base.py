"""What the modes of the classic board look at, and their forms of mode, step and question."""

from dataclasses import dataclass
from typing import TypeAlias

from teg_shared.rules.classic.state import State

from teg_tui.model import Model
from teg_tui.names import country
from teg_tui.screens import board_mode
from teg_tui.screens.board_mode import NONE, Marks, digit, jump

__all__ = ["NONE", "Asking", "Marks", "Mode", "Step", "Table", "digit", "jump", "name"]


@dataclass(frozen=True)
class Table(board_mode.BoardTable[Model, State]):
    """What a mode of the classic board may look at."""


Step: TypeAlias = board_mode.Step[Table]
Mode: TypeAlias = board_mode.Mode[Table]


@dataclass(frozen=True)
class Asking(board_mode.Asking[Table]):
    """A question before something that can't be taken back."""


def name(number: int) -> str:
    """Return the name of a country, empty for none."""
    return country(number) if number >= 0 else ""
