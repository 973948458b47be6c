"""What a planner holds dear; the unit is one country of one's own, anywhere."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """One set of tastes."""

    block: float = 8.0
    """The largest block when one country lacks to victory by it (N106)."""
    block_decay: float = 0.72
    """How much less it is for each further country that lacks."""
    press: float = 0.5
    """How much the chance to win in this very turn counts."""
    odds: float = 0.6
    """Odds of an attempt that is still to come."""
    many: float = 6.0
    """The same for the number of countries (N105)."""
    many_decay: float = 0.7
    objective: float = 16.0
    """The own objective when one step lacks."""
    objective_decay: float = 0.7
    hold: float = 0.8
    """Chance that a complete objective outlasts each turn of another seat before the checkpoint (N100)."""
    win: float = 60.0
    """Having won, or somebody else having won."""
    preponderance: float = 0.08
    """Each country of a factor in which one is preponderant."""
    dominion: float = 0.25
    harm: float = 0.9
    """What others have, shared among them."""
    card: float = 0.9
    """The card for the first country taken in a turn (N57)."""
    stack: tuple[float, float, float, float, float] = (0.0, 0.0, 0.25, 0.45, 0.9)
    """Fichas on a country beside another corporation, by their number."""
    spent: float = 0.35
    """A stack that hostile control uses up (N47)."""
    fear: float = 0.5
    """Part of a country's worth that is lost where one ficha stands beside four of others (N46)."""
    near_icon: float = 0.15
    """A link that an icon comes nearer to the region where the objective wants it."""
    market: float = 4.0
    """The market fichas when one lacks to hegemony (N104)."""
    market_decay: float = 0.8
    lead: float = 0.4
    """Having most countries or most market fichas when a round ends (N93)."""
    ficha: float = 0.05
    """A ficha of one's own that others retain and give back."""
    width: int = 3
    """Attempts whose consequences are looked at; fewer than 2 for none."""


TUNED: Final = Weights()
"""The captain's."""
PLAIN: Final = Weights(
    block=1.5, block_decay=0.85, many=1.0, many_decay=0.85, objective=2.0, objective_decay=0.75, preponderance=0.0,
    dominion=0.0, harm=0.0, fear=0.2, market=0.0, lead=0.0, near_icon=0.05, width=1, press=0.0,
)  # fmt: skip
"""The sergeant's."""
