"""What the planner holds dear, in armies; found by random search, seeds 2 and 3 (see docs/bots.md)."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """One set of tastes; a unit is the worth of one army of one's own on the board."""

    country: float = 3.05
    """A country held: half an army a turn for some turns."""
    card: float = 2.04
    """The first conquest of a turn, times a third of the next exchange."""
    complete: float = 2.72
    """The last country of a continent, times its bonus."""
    progress: float = 0.7
    """A country of a continent, times its bonus and the square of the share then held."""
    keep: float = 5.83
    """A country of a continent that is held whole, times its bonus."""
    breaks: float = 1.65
    """A country of a continent that somebody else holds whole, times its bonus."""
    objective: float = 14.0
    """A country that the secret objective asks for."""
    near: float = 60.0
    """The same once more, divided by the countries still lacking."""
    common: float = 16.8
    """Any country, divided by the countries that lack to the common objective."""
    kill: float = 1.34
    """The cards of a seat, divided by the square of its countries."""
    target: float = 20.0
    """A country of the seat to destroy, divided by the number of them."""
    harm: float = 0.61
    """A country less for somebody, times how far they lead."""
    lead: float = 2.0
    """How much more the leader's losses count."""
    urgent: float = 3.91
    """How much more those of a seat count that may win in its next turn."""
    blood: float = 0.2
    """An army less for somebody."""
    price: float = 0.9
    """An army less for oneself in an attack."""
    fear: float = 0.39
    """Chance that a neighbour who could attack does."""
    growth: float = 2.0
    """Armies by which a neighbour is expected to grow before it attacks."""
    doubt: float = 0.6
    """How much a conquest that can't be held loses of its lasting worth."""
    floor: float = 0.54
    """Least odds of an attack."""
    exchange_at: int = 4
    """Cards in hand from which on an exchange is made that is not due."""
    finish: float = 0.35
    """Odds of winning in this turn from which on nothing else counts."""


TUNED: Final = Weights()
