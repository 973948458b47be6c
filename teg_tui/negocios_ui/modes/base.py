"""What the modes of Negocios look at, and their forms of mode, step and question."""

from dataclasses import dataclass
from typing import TypeAlias

from teg_shared.rules.negocios.state import State

from teg_tui.negocios.model import NegociosModel
from teg_tui.screens import board_mode
from teg_tui.screens.board_mode import NONE, Marks, digit

__all__ = ["NONE", "Asking", "Marks", "Mode", "Step", "Table", "digit"]


@dataclass(frozen=True)
class Table(board_mode.BoardTable[NegociosModel, State]):
    """What a mode of Negocios may look at."""


Step: TypeAlias = board_mode.Step[Table]
Mode: TypeAlias = board_mode.Mode[Table]


@dataclass(frozen=True)
class Asking(board_mode.Asking[Table]):
    """A question before something that can't be taken back."""
