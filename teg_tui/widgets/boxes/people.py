"""How seats are named and coloured, whatever is played."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rich.segment import Segment
from rich.style import Style

from teg_tui.theme import Skin
from teg_tui.widgets.lines import clean


class Seating(Protocol):
    """Knows who sits where; every model is one."""

    def name_of(self, seat: int) -> str:
        """Return the name of a seat, empty for an unknown one."""
        ...

    def colour_of(self, seat: int) -> str:
        """Return the colour slug of a seat, empty for an unknown one."""
        ...


M_co = TypeVar("M_co", bound=Seating, covariant=True)


@dataclass(frozen=True)
class People(Generic[M_co]):
    """The players of a table as they are shown; `M_co` is the model that knows them."""

    model: M_co
    skin: Skin

    @property
    def plain(self) -> Style:
        """The style of common text."""
        return self.skin.ink("text")

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
