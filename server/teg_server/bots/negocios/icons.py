"""Moving icons: every walk of a card at once, by the ends that its three icons can reach (N69 to N73).

Only where an icon ends matters, and what the icons are worth adds up but for the number of coincidences: so the
best triple of ends follows from the best end of each icon with and without a coincidence, and nothing is guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from teg_shared.rules.board import members
from teg_shared.rules.negocios.cards import moving_icon
from teg_shared.rules.negocios.commands import MoveIcon
from teg_shared.rules.negocios.data import CARDS, FACTOR_OF, PATHS, REGION_MASKS, STEPS

from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.market import effect
from teg_server.bots.negocios.tables import DISTANCE, ENDS


@dataclass(frozen=True, slots=True)
class Walks:
    """The best that the icons still to be moved can do: its worth, and where the first of them ends."""

    worth: float
    end: int


class Icons:
    """The worth of icons on countries, and the best walks of cards."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        self.view = appraisal.view
        aim = appraisal.aim
        self._regions = aim.regions()
        weights = appraisal.weights
        lack = aim.lacking(appraisal.masks)
        worth = appraisal.objective_worth
        self._step = worth[max(0, lack - 1)] - worth[lack] if self._regions else 0.0
        self._near = weights.near_icon
        self._effects = [effect(appraisal, coincided) for coincided in range(len(STEPS) + 1)]

    def best(self, moves: Sequence[tuple[int, int]], coincided: int = 0) -> Walks:
        """Return the best walks of `moves`, which are (factor, links), after so many coincidences."""
        options = [self._options(factor, steps) for factor, steps in moves]
        best = Walks(float("-inf"), -1)
        for chosen in product(*options):
            worth = sum(value for value, _, _ in chosen)
            worth += self._effects[coincided + sum(match for _, _, match in chosen)]
            if worth > best.worth:
                best = Walks(worth, chosen[0][1])
        return best

    def card(self, card: int) -> float:
        """Return what the icons of a card can do at best."""
        return self.best(list(zip(CARDS[card].icons, STEPS, strict=True))).worth

    def move(self) -> MoveIcon:
        """Return the best walk of the icon that is to be moved now."""
        view = self.view
        factor, steps = moving_icon(view)
        icons = CARDS[view.card].icons
        end = self.best(list(zip(icons[view.slot :], STEPS[view.slot :], strict=True)), view.coincided).end
        return MoveIcon(next(path for path in PATHS[steps][view.icons[factor]] if path[-1] == end))

    def _options(self, factor: int, steps: int) -> list[tuple[float, int, int]]:
        """Return (worth, end, coincidence) of the best end that coincides and of the best one that doesn't."""
        here = self.view.icons[factor]
        found: list[tuple[float, int, int] | None] = [None, None]
        for end in ENDS[steps][here]:
            match = int(FACTOR_OF[end] == factor)
            worth = self._worth(factor, here, end)
            known = found[match]
            if known is None or worth > known[0]:
                found[match] = (worth, end, match)
        return [option for option in found if option is not None]

    def _worth(self, factor: int, here: int, end: int) -> float:
        """Return what it is worth that an icon goes from `here` to `end`, coincidences left aside."""
        worth = 0.0
        own = self.appraisal.masks[self.appraisal.seat]
        for region, _ in self._regions:
            among = REGION_MASKS[region]
            worth += self._step * ((among >> end & 1) - (among >> here & 1))
            worth += self._near * (_away(here, among) - _away(end, among))
        if self._effects[2] > 0:
            # a step from its own factor it may coincide by the next card
            worth += 0.02 * sum(FACTOR_OF[near] == factor for near in ENDS[1][end])
        return worth + 0.001 * (own >> end & 1)


def _away(country: int, among: int) -> int:
    """Return the links from `country` to the nearest country of a region."""
    return min(DISTANCE[country][near] for near in members(among))
