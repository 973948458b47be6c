"""What the boxes and bars of Negocios are drawn from."""

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from teg_shared.rules.negocios.data import BOARD
from teg_shared.rules.negocios.levels import DOMINION, NONE, PREPONDERANCE
from teg_shared.rules.negocios.state import State

from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.naming import LETTERS, code, letter
from teg_tui.negocios_ui.tumble import AnyThrow
from teg_tui.theme import Skin
from teg_tui.widgets.lines import clean

NOWHERE = -1
"""No country, no seat."""


@dataclass(frozen=True)
class Scene:
    """One moment of the game as this viewer sees it.

    Attributes:
        cursor: country under the cursor, NOWHERE for none.
        throw: the dice as they lie or tumble, None before the first throw.
    """

    model: NegociosModel
    skin: Skin
    cursor: int = NOWHERE
    throw: AnyThrow | None = None

    @property
    def view(self) -> State:
        """The viewer's view.

        Raises:
            ValueError: before the game has begun.
        """
        if self.model.view is None:
            raise ValueError("no game")
        return self.model.view

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

    def count(self, country: int) -> Segment:
        """Return factor, owner and fichas of a country on its owner's colour, five cells wide."""
        owner = self.model.owner(country)
        text = f" {letter(self.model.factor(country))}{self.sign(owner)}{self.model.fichas(country)}"
        return Segment(text.ljust(5), self.skin.chip(self.slug(owner)))

    def tag(self, country: int) -> Segment:
        """Return the three letters of a country on its owner's colour."""
        return Segment(code(country), self.skin.chip(self.slug(self.model.owner(country)), bold=False))

    def at_peace(self, a: int, b: int) -> bool:
        """Whether a pact stands between the owners of two countries."""
        owners = {self.model.owner(a), self.model.owner(b)}
        return any({pact.a, pact.b} == owners for pact in self.model.pacts())

    def bridged(self, a: int, b: int) -> bool:
        """Whether two linked countries are linked over the sea."""
        return frozenset((a, b)) in BOARD.bridges

    def cell(self, count: int, level: int, seat: int) -> Segment:
        """Return the countries of a seat in a factor, marked by its level, three cells wide."""
        if level == NONE:
            return Segment(" · ", self.skin.ink("faint"))
        text = f"{count:>2}{LETTERS[level]}"
        if level == DOMINION:
            return Segment(text, self.skin.lit("gold"))
        if level == PREPONDERANCE:
            return Segment(text, self.skin.chip(self.slug(seat)))
        return Segment(text, self.plain)
