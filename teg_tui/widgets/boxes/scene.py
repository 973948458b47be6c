"""What the boxes and bars are drawn from."""

from dataclasses import dataclass

from rich.segment import Segment

from teg_tui.model import Model
from teg_tui.names import code
from teg_tui.widgets.boxes.people import People
from teg_tui.widgets.dice import Throw

NONE = -1
"""No country, no seat."""


@dataclass(frozen=True)
class Scene(People[Model]):
    """One moment of the game as this viewer sees it.

    Attributes:
        cursor: country under the cursor, NONE for none.
        throw: the dice as they lie or tumble, None before the first roll.
    """

    cursor: int = NONE
    throw: Throw | None = None

    def count(self, country: int, width: int = 5) -> Segment:
        """Return the sign and the armies of a country on its owner's colour."""
        owner = self.model.owner(country)
        text = f" {self.sign(owner)}{self.model.armies(country)}"
        return Segment(text.ljust(width), self.skin.chip(self.slug(owner)))

    def tag(self, country: int) -> Segment:
        """Return the three letters of a country on its owner's colour."""
        return Segment(code(country), self.skin.chip(self.slug(self.model.owner(country)), bold=False))

    def at_peace(self, a: int, b: int) -> bool:
        """Whether a pact stands between the owners of two countries on this border."""
        return bool(self.model.pacts_in_way(a, b))
