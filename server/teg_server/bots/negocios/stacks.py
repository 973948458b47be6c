"""Where fichas stand best: weapons of four beside single ones, and no single one beside four (N46, N66, N118)."""

from teg_shared.rules.board import members
from teg_shared.rules.negocios.commands import EndTurn, Invest, Place, Reassign, Supply
from teg_shared.rules.negocios.control import stacks as supplies
from teg_shared.rules.negocios.course import destinations, may_transfer, movable
from teg_shared.rules.negocios.data import MOST_ON_COUNTRY

from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.tables import ADJACENCY, NEAR


class Stacks:
    """The worth of fichas on own countries."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        self.view, self.seat = appraisal.view, appraisal.seat
        self._prey: dict[int, float] = {}
        self._dear: dict[int, float] = {}

    def held(self, country: int, tokens: int, mask: int | None = None) -> float:
        """Return the worth of so many fichas on an own country, when the countries of `mask` are one's own."""
        weights = self.appraisal.weights
        if mask is None:
            mask = self.appraisal.masks[self.seat]
        prey = threat = 0.0
        for near in members(ADJACENCY[country] & ~mask):
            standing = self.view.tokens[near]
            prey = max(prey, self._worth_of(near) if standing == 1 else 0.3)
            if standing == MOST_ON_COUNTRY:
                threat = 1.0
        worth = weights.stack[tokens] * prey
        if tokens == 1 and threat:
            worth -= weights.fear * self._worth_here(country)
        return worth

    def _worth_of(self, country: int) -> float:
        """Return what it would be worth to take a country."""
        known = self._prey.get(country)
        if known is None:
            known = min(10.0, max(0.2, self.appraisal.swing(country, self.view.owners[country], self.seat)))
            self._prey[country] = known
        return known

    def _worth_here(self, country: int) -> float:
        """Return what losing an own country would cost."""
        known = self._dear.get(country)
        if known is None:
            enemies = [self.view.owners[near] for near in NEAR[country] if self.view.owners[near] != self.seat]
            own = self.view.owners[country] == self.seat
            known = (
                max((-self.appraisal.swing(country, self.seat, e) for e in set(enemies)), default=1.0) if own else 1.0
            )
            self._dear[country] = known
        return known

    def place(self) -> Place:
        """Return the best placement of fichas of the card's first part: the most worth a ficha (N66)."""
        view = self.view
        best, most = Place(0, 0), float("-inf")
        for country in members(self.appraisal.masks[self.seat]):
            standing = view.tokens[country]
            now = self.held(country, standing)
            for added in range(1, min(view.value, MOST_ON_COUNTRY - standing) + 1):
                worth = (self.held(country, standing + added) - now) / added + 0.001 * added
                if worth > most:
                    best, most = Place(country, added), worth
        return best

    def transfer(self) -> Invest | Reassign | EndTurn:
        """Return the inversion or reassignment that is worth most, or the end of the turn (N118)."""
        view, seat = self.view, self.seat
        best: Invest | Reassign | EndTurn = EndTurn()
        most = 0.02
        for source in members(self.appraisal.masks[seat]):
            standing = view.tokens[source]
            free = movable(view, source)
            if free < 1:
                continue
            here = self.held(source, standing)
            for invest in (True, False):
                if not may_transfer(view, invest=invest):
                    continue
                for target in members(destinations(view, seat, source, invest=invest)):
                    there = view.tokens[target]
                    before = here + self.held(target, there)
                    for moved in range(1, min(free, MOST_ON_COUNTRY - there) + 1):
                        worth = self.held(source, standing - moved) + self.held(target, there + moved) - before
                        if worth > most:
                            most = worth
                            best = (Invest if invest else Reassign)(source, target, moved)
        return best

    def supply(self) -> Supply:
        """Return the stack that can best spare a ficha (N43)."""
        tokens = self.view.tokens
        options = supplies(self.view, self.seat)
        return Supply(min(options, key=lambda c: self.held(c, tokens[c]) - self.held(c, tokens[c] - 1)))
