"""How far a seat is from its secret objective, in steps: countries to be taken and icons to be moved (N133 to N137)."""

from typing import Final

from teg_shared.rules.negocios.data import DOMINANCE, FACTOR_MASKS, HIDDEN, OBJECTIVES, REGION_MASKS, Condition
from teg_shared.rules.negocios.objectives import ANY, LEFT, RIGHT, targets
from teg_shared.rules.negocios.state import State

_BIT: Final = {"left": LEFT, "right": RIGHT, "any": ANY}
MOST: Final = 39
"""Steps that are as good as never."""


class Aim:
    """The objective of one seat, or none where it is hidden."""

    def __init__(self, view: State, seat: int) -> None:
        self.view, self.seat = view, seat
        number = view.objectives[seat]
        self.number = number
        printed = () if number == HIDDEN else OBJECTIVES[number].conditions
        self.conditions = tuple(condition.at(len(view.colours)) for condition in printed)

    def lacking(self, masks: list[int], gained: int = -1, icons: list[int] | None = None) -> int:
        """Return the steps that lack when each seat holds the countries of its mask.

        `gained` is the seat from which one more country than the view shows has been taken, `icons` where the
        icons stand if not as in the view.
        """
        lack = 0
        for condition in self.conditions:
            lack += self._lack(condition, masks, gained, icons)
        return min(lack, MOST) if self.conditions else MOST

    def _lack(self, condition: Condition, masks: list[int], gained: int, icons: list[int] | None) -> int:
        own = masks[self.seat]
        wanted = condition.count
        match condition.kind:
            case "status":
                return _to_level(masks, self.seat, condition.factor, condition.level)
            case "statuses":
                steps = sorted(_to_level(masks, self.seat, f, condition.level) for f in range(len(FACTOR_MASKS)))
                return sum(steps[:wanted])
            case "countries":
                return max(0, wanted - (own & REGION_MASKS[condition.region]).bit_count())
            case "icons":
                where = REGION_MASKS[condition.region] & (own if condition.held else -1)
                there = sum(where >> country & 1 for country in icons or self.view.icons)
                return max(0, wanted - there)
            case _:
                return self._to_elimination(condition, masks, gained)

    def _to_elimination(self, condition: Condition, masks: list[int], gained: int) -> int:
        view, seat = self.view, self.seat
        if view.hits[seat] & _BIT[condition.target]:
            return 0
        best = MOST
        for other in targets(view, seat, condition.target):
            held = masks[other].bit_count()
            taken = view.taken[seat][other] + (other == gained)
            weak = held - view.dealt[other] // condition.weaken
            best = min(best, held, max(0, weak, condition.taken - taken))
        return best

    def regions(self) -> list[tuple[int, int]]:
        """Return (region, icons wanted) of the conditions that speak of icons."""
        return [(c.region, c.count) for c in self.conditions if c.kind == "icons"]


def _to_level(masks: list[int], seat: int, factor: int, level: int) -> int:
    """Return how many countries of `factor` lack to `level`."""
    among = FACTOR_MASKS[factor]
    own = (masks[seat] & among).bit_count()
    if level >= 2:
        return max(0, DOMINANCE - own)
    if own >= DOMINANCE:
        return 0
    most = max((mask & among).bit_count() for other, mask in enumerate(masks) if other != seat)
    if most >= DOMINANCE:
        return max(most - DOMINANCE + 1, most - own)
    return max(0 if own else 1, most - own)
