"""How much may be proposed at a table with pacts: their ledger is for ever and goes to every client."""

from collections.abc import Sequence
from typing import Final, Protocol

A_ROUND: Final = 20
"""Proposals of one seat in one round."""


class Line(Protocol):
    """One line of a ledger of pacts (C36, N119)."""

    @property
    def round(self) -> int:
        """Round in which it was written."""
        ...

    @property
    def what(self) -> str:
        """What was done."""
        ...

    @property
    def a(self) -> int:
        """The seat that did it."""
        ...


class Ledgered(Protocol):
    """A state of a game that keeps a ledger of its pacts."""

    @property
    def round(self) -> int:
        """Round of the game."""
        ...

    @property
    def ledger(self) -> Sequence[Line]:
        """Every line so far, the oldest first."""
        ...


def said_enough(state: Ledgered, seat: int) -> bool:
    """Whether `seat` has made all the proposals that one round allows."""
    said = 0
    for line in reversed(state.ledger):
        if line.round != state.round:
            break
        said += line.a == seat and line.what in {"proposed", "dissolve-proposed"}
    return said >= A_ROUND
