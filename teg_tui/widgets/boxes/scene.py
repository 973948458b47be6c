"""What the boxes and bars are drawn from."""

from dataclasses import dataclass

from rich.segment import Segment

from teg_tui.model import Model
from teg_tui.names import code
from teg_tui.theme import Skin
from teg_tui.widgets.dice import Throw
from teg_tui.widgets.lines import clean

NONE = -1
"""No country, no seat."""


@dataclass(frozen=True)
class Scene:
    """One moment of the game as this viewer sees it.

    Attributes:
        cursor: country under the cursor, NONE for none.
        throw: the dice as they lie or tumble, None before the first roll.
    """

    model: Model
    skin: Skin
    cursor: int = NONE
    throw: Throw | None = None

    def slug(self, seat: int) -> str | None:
        """Return the colour of a seat, None for nobody."""
        return self.model.colour_of(seat) or None

    def sign(self, seat: int) -> str:
        """Return the shape or letter of a seat."""
        return self.skin.palette.sign(self.slug(seat))

    def player(self, seat: int) -> str:
        """Return the name of a seat, harmless to show."""
        return clean(self.model.name_of(seat))

    def badge(self, seat: int) -> Segment:
        """Return the sign of a seat on its colour, three cells wide."""
        return Segment(f" {self.sign(seat) or ' '} ", self.skin.chip(self.slug(seat)))

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
