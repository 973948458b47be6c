"""Dice that tumble for half a second before they lie, in frames; switched off, they lie at once."""

import random
from collections.abc import Sequence
from typing import Final, Generic, Protocol, Self, TypeVar

from teg_tui.changes import LastRoll
from teg_tui.model import Model
from teg_tui.names import country
from teg_tui.widgets.dice import Throw

FRAMES: Final = 6
PER_SECOND: Final = 12


class Tumbles(Protocol):
    """A throw that can be drawn with other faces on top while it still rolls."""

    def rolling(self, faces: Sequence[int]) -> Self:
        """Return it with these faces and without a verdict; `faces` are eight numbers from 1 to 6."""
        ...


R = TypeVar("R", bound=Tumbles)


class Rolling(Generic[R]):
    """The last roll, as it is to be shown now; `R` is how a game shows one.

    Attributes:
        animate: whether dice tumble at all.
    """

    def __init__(self, *, animate: bool = True) -> None:
        self.animate = animate
        self._throw: R | None = None
        self._shown: R | None = None
        self._frames = 0
        self._faces = random.Random()  # noqa: S311 # what tumbles decides nothing

    @property
    def throw(self) -> R | None:
        """The dice to draw, None before the first roll."""
        return self._shown

    @property
    def moving(self) -> bool:
        """Whether the dice have not come to rest."""
        return self._frames > 0

    def rest(self, throw: R | None) -> None:
        """Show a throw at rest."""
        self._throw = throw
        self.settle()

    def start(self, throw: R) -> None:
        """Let a throw tumble, if dice tumble at all."""
        self._throw = self._shown = throw
        self._frames = FRAMES if self.animate else 0
        if self.moving:
            self.step()

    def step(self) -> None:
        """Go to the next frame; the last one shows the dice at rest."""
        self._frames = max(0, self._frames - 1)
        if self._throw is None or not self._frames:
            self.settle()
        else:
            self._shown = self._throw.rolling([self._faces.randint(1, 6) for _ in range(8)])

    def settle(self) -> None:
        """Let the dice lie at once."""
        self._frames = 0
        self._shown = self._throw


class Tumble(Rolling[Throw]):
    """The last roll of the classic game."""

    def lay(self, model: Model) -> None:
        """Show the model's last roll at rest."""
        self.rest(throw_of(model, model.dice) if model.dice is not None else None)

    def roll(self, model: Model, roll: LastRoll) -> None:
        """Throw the dice of a roll."""
        self.start(throw_of(model, roll))


def throw_of(model: Model, roll: LastRoll) -> Throw:
    """Return a roll with the names and colours that its picture needs."""
    return Throw(
        country(roll.source),
        country(roll.target),
        model.colour_of(roll.attacker),
        model.colour_of(roll.defender),
        roll.attack,
        roll.defence,
        roll.won,
        roll.taken,
    )
