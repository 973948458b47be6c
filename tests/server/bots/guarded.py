"""Views that raise as soon as somebody reads what they may not."""

from collections.abc import Iterator
from typing import Any

from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import State


class PeekedError(AssertionError):
    """A player looked at what is hidden from it."""


class Sealed(list[int]):
    """A list whose length may be known, and nothing else."""

    def __getitem__(self, place: Any) -> Any:
        raise PeekedError(place)

    def __iter__(self) -> Iterator[int]:
        raise PeekedError

    def __contains__(self, item: object) -> bool:
        raise PeekedError(item)


class OneOpen(list[int]):
    """A list of which one place may be read."""

    def __init__(self, values: list[int], place: int) -> None:
        super().__init__(values)
        self._place = place

    def __getitem__(self, place: Any) -> Any:
        if place != self._place:
            raise PeekedError(place)
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[int]:
        raise PeekedError

    def __contains__(self, item: object) -> bool:
        raise PeekedError(item)


def guarded(state: State, seat: int) -> State:
    """Return the view of `seat` in which reading a foreign card, objective or the deck raises PeekedError."""
    view = CLASSIC.view(state, seat)
    view.deck = Sealed(view.deck)
    view.hands = [hand if other == seat else Sealed(hand) for other, hand in enumerate(view.hands)]
    view.objectives = OneOpen(view.objectives, seat)
    view.dealt = OneOpen(view.dealt, seat)
    return view
