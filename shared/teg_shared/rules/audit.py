"""What a variant tells those who check a finished game: which luck an event shows, and which command led to it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from teg_shared.rules.chance import Chance

S_contra = TypeVar("S_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class LuckFault(NamedTuple):
    """An event that shows other luck than the seed gives."""

    what: str
    """roll or shuffle."""
    number: int
    """Number of the roll or shuffle in the game."""
    expected: tuple[int, ...]
    found: tuple[int, ...]


class Auditor(Protocol[S_contra, C_co, E_contra]):
    """The questions of a checker; pure functions of one variant."""

    def luck_fault(self, state: S_contra | None, event: E_contra, chance: Chance) -> LuckFault | None:
        """Return what is wrong with the luck in `event`, which comes next in `state`; None if nothing is."""
        ...

    def command_of(self, events: Sequence[E_contra]) -> C_co | None:
        """Return the command that these events answer, None if no command does."""
        ...
