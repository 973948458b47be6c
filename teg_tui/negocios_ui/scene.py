"""What the boxes and bars of Negocios are drawn from."""

from dataclasses import dataclass

from rich.segment import Segment
from teg_shared.rules.negocios.data import BOARD
from teg_shared.rules.negocios.levels import DOMINION, NONE, PREPONDERANCE
from teg_shared.rules.negocios.state import State

from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.naming import LETTERS, code, letter
from teg_tui.negocios_ui.tumble import AnyThrow
from teg_tui.widgets.boxes.people import People

NOWHERE = -1
"""No country, no seat."""


@dataclass(frozen=True)
class Scene(People[NegociosModel]):
    """One moment of the game as this viewer sees it.

    Attributes:
        cursor: country under the cursor, NOWHERE for none.
        throw: the dice as they lie or tumble, None before the first throw.
    """

    cursor: int = NOWHERE
    throw: AnyThrow | None = None

    @property
    def view(self) -> State:
        """The viewer's view.

        Raises:
            ValueError: before the game has begun.
        """
        return self.model.begun

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
