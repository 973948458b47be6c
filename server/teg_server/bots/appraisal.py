"""What countries are worth to a seat in one position, and in what danger they are; all in armies."""

from teg_shared.rules.classic import cards
from teg_shared.rules.classic.data import COMMON_COUNTRIES, HAND_LIMIT, OBJECTIVES
from teg_shared.rules.classic.objectives import conquers_all
from teg_shared.rules.classic.state import State

from teg_server.bots.goals import Goal, goals
from teg_server.bots.position import patience, takes_part
from teg_server.bots.tables import (
    ATTACKERS,
    BONUS,
    CONTINENT,
    CONTINENTS,
    COUNTRIES,
    DEFENDERS,
    NEAR,
    SIZE,
    WIN,
    chance,
)
from teg_server.bots.treaties import Treaties, treaties
from teg_server.bots.weights import Weights

LEAST_CARD = 2.0
"""What a card counts for at least, in armies."""
COMMON_ARMIES = 200
"""Armies on the board above which one of them counts for less and less: exchanges inflate them (C20)."""


class Appraisal:
    """One position, seen by one seat; worths are worked out when first asked for."""

    def __init__(self, view: State, seat: int, weights: Weights) -> None:
        self.view, self.seat, self.weights = view, seat, weights
        self.pacts: Treaties = treaties(view, seat)
        self.goals: list[Goal] = goals(view, seat)
        self.mask = view.masks[seat]
        inflation = max(1.0, sum(view.armies) / COMMON_ARMIES)
        self.price = weights.price * patience(view.round) / inflation
        self.fear = weights.fear * patience(view.round)
        self.doubt = weights.doubt * patience(view.round)
        self.blood = weights.blood / inflation
        self.floor = max(0.35, weights.floor - 0.01 * max(0, view.round - 12))
        self.card = max(LEAST_CARD, cards.exchange_worth(view, seat) / 3 / inflation)
        self.lead = [self._lead(other) for other in range(len(view.colours))]
        self.objective = self._objective_step()
        self._relevant = _relevant(view, seat)
        self._worth: dict[int, tuple[float, float]] = {}
        self._hold: dict[int, float] = {}
        self._threats: dict[int, tuple[int, int, int]] = {}

    def _lead(self, other: int) -> float:
        """Return how much the losses of `other` count: 1, more for whoever is ahead or about to win (C25)."""
        counts = [mask.bit_count() for mask in self.view.masks]
        mine, alive = counts[other], sum(1 for count in counts if count)
        ahead = max(0.0, mine * alive / sum(counts) - 1)
        factor = 1 + self.weights.lead * ahead
        if other != self.seat and mine + reach(self.view, other) >= COMMON_COUNTRIES:
            factor += self.weights.urgent
        return factor

    def _objective_step(self) -> float:
        """Return the worth of one more country that the secret objective lacks."""
        goal = self.goals[0]
        if len(self.goals) < 2 or goal.victim is not None:
            return 0.0
        return self.weights.objective + self.weights.near / max(1, goal.lacking)

    def worth(self, target: int) -> tuple[float, float]:
        """Return what taking `target` brings (at once, as long as it is held)."""
        known = self._worth.get(target)
        if known is None:
            known = self._worth[target] = (self._at_once(target), self._lasting(target))
        return known

    def _at_once(self, target: int) -> float:
        view, weights = self.view, self.weights
        owner = view.owners[target]
        lead = self.lead[owner]
        worth = weights.harm * lead
        if self._lacks_card():
            worth += weights.card * self.card
        continent = CONTINENT[target]
        if not CONTINENTS[continent] & ~view.masks[owner]:
            worth += weights.breaks * BONUS[continent] * lead
        left = view.masks[owner].bit_count()
        worth += weights.kill * (1 + len(view.hands[owner]) * self.card) / (left * left)
        if self.goals[0].victim == owner:
            worth += weights.target / left
        return worth

    def _lacks_card(self) -> bool:
        """Whether a conquest earns the card of this turn, or half of it (C17)."""
        view = self.view
        late = view.settings.second_conquest_after
        wanted = 2 if late and view.exchanges[self.seat] >= late else 1
        return view.conquests < wanted and len(view.hands[self.seat]) < HAND_LIMIT

    def _lasting(self, target: int) -> float:
        weights = self.weights
        continent = CONTINENT[target]
        whole = CONTINENTS[continent]
        missing = (whole & ~self.mask).bit_count()
        worth = weights.country
        if missing == 1:
            worth += weights.complete * BONUS[continent]
        else:
            share = 1 - (missing - 1) / whole.bit_count()
            worth += weights.progress * BONUS[continent] * share * share
        if self.goals[0].among >> target & 1:
            worth += self.objective
        return worth + weights.common / max(1, self.goals[-1].lacking)

    def hold(self, country: int) -> float:
        """Return what losing the own `country` would cost, its armies left aside."""
        known = self._hold.get(country)
        if known is None:
            weights = self.weights
            continent = CONTINENT[country]
            known = weights.country + weights.common / (1 + self.goals[-1].lacking)
            if not CONTINENTS[continent] & ~self.mask:
                known += weights.keep * BONUS[continent]
            if self._relevant >> country & 1:
                known += self.objective
            self._hold[country] = known
        return known

    def threats(self, country: int) -> tuple[int, int, int]:
        """Return (armies of the strongest neighbour that may attack `country`, where they are, those of the next).

        Of an own country the neighbours are all others without a pact; of a foreign one, its owner included.
        """
        known = self._threats.get(country)
        if known is None:
            first = second = 0
            where = -1
            owners, armies, seat = self.view.owners, self.view.armies, self.seat
            for near in NEAR[country]:
                owner = owners[near]
                if owner == seat or owner in self.pacts.partners or not takes_part(self.view, owner):
                    continue
                if armies[near] > first:
                    first, second, where = armies[near], first, near
                elif armies[near] > second:
                    second = armies[near]
            known = self._threats[country] = (first, where, second)
        return known

    def peril(self, attackers: int, defenders: int) -> float:
        """Return the chance that a neighbour with `attackers` armies, grown by then, takes a country."""
        return chance(int(attackers + self.weights.growth), defenders) if attackers > 0 else 0.0

    def net(self, source: int, target: int, attackers: int) -> float:
        """Return what attacking `target` to the end brings, given `attackers` armies in `source`."""
        defenders = self.view.armies[target]
        if attackers > SIZE or defenders > SIZE:
            scale = SIZE / max(attackers, defenders)
            a, d = int(attackers * scale), max(1, round(defenders * scale))
        else:
            scale, a, d = 1.0, attackers, defenders
        odds = WIN[a][d]
        if odds < self.floor:
            return -1.0
        left = ATTACKERS[a][d]
        lost = (a - left) / scale
        killed = (d - DEFENDERS[a][d]) / scale
        left = (left - (1 - odds)) / odds / scale
        moved = max(1, min(3, int(left) - 1))
        now, later = self.worth(target)
        first, where, second = self.threats(source)
        after = second if where == target else first
        unheld = self.peril(self.threats(target)[0], moved)
        value = odds * (now + later * (1 - self.doubt * unheld)) - self.price * lost + self.blood * killed
        behind = self.peril(after, max(1, int(left) - moved))
        risk = odds * behind + (1 - odds) * self.peril(first, 1) - self.peril(first, attackers)
        return value - self.fear * self.hold(source) * risk

    def guard(self, country: int, armies: int, more: int) -> float:
        """Return what `more` armies on an own country with `armies` save."""
        first = self.threats(country)[0]
        saved = self.peril(first, armies) - self.peril(first, armies + more)
        return self.fear * self.hold(country) * saved


def _relevant(view: State, seat: int) -> int:
    """Return the mask of the countries that may count for the secret objective."""
    number = view.objectives[seat]
    if number <= 0 or conquers_all(view):
        return 0
    objective = OBJECTIVES[number - 1]
    mask = objective.whole
    for continent, _ in objective.counts:
        mask |= CONTINENTS[continent]
    return mask


def reach(view: State, seat: int) -> int:
    """Return about how many countries `seat` could take in its next turn."""
    if not takes_part(view, seat):
        return 0
    owners, armies = view.owners, view.armies
    growth = view.masks[seat].bit_count() // 2
    if view.masks[seat].bit_count() + 12 < COMMON_COUNTRIES:
        return 0
    reached = strongest = 0
    for target in COUNTRIES:
        if owners[target] == seat:
            continue
        strongest = max((armies[near] for near in NEAR[target] if owners[near] == seat), default=0)
        reached += strongest > 1 and chance(strongest + growth // 3, armies[target]) >= 0.6
    return reached
