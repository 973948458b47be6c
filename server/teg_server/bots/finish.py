"""Whether the game can be won in this very turn, and how: a chain of conquests that completes a goal."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from teg_shared.rules.board import members
from teg_shared.rules.classic.commands import Attack, Place

from teg_server.bots.appraisal import Appraisal
from teg_server.bots.goals import Goal, Part
from teg_server.bots.position import Pair
from teg_server.bots.tables import ADJACENT, CONTINENT, NEAR, chance, losses, needed, needs_for

FARTHEST = 10
"""Conquests beyond which nobody tries to win in one turn."""
SURE = needs_for(0.9)
"""Fewest attackers by defenders for a link of the chain that is not to break."""
HOPELESS = 0.02


@dataclass
class Chain:
    """Conquests that complete a goal, with the armies they need on top."""

    odds: float = 1.0
    """Estimate of the probability that all links hold."""
    steps: list[Pair] = field(default_factory=list)
    placed: dict[int, int] = field(default_factory=dict)
    weakest: int = -1
    """Source of the step with the lowest odds that armies can still be placed on."""


def best_chain(appraisal: Appraisal) -> Chain | None:
    """Return the chain with the best odds among all goals within reach, if there is one."""
    best: Chain | None = None
    for goal in appraisal.goals:
        if 0 < goal.lacking <= FARTHEST:
            chain = Builder(appraisal).build(goal)
            if chain is not None and (best is None or chain.odds > best.odds):
                best = chain
    return best


def winning(appraisal: Appraisal) -> Chain | None:
    """Return the chain to follow if winning in this turn is likely enough to stake the position on it."""
    chain = best_chain(appraisal)
    return chain if chain is not None and chain.odds >= appraisal.weights.finish else None


def place(appraisal: Appraisal, chain: Chain) -> Place | None:
    """Return the next placement for `chain`: what its links need, then the weakest link."""
    view = appraisal.view
    for country, armies in chain.placed.items():
        return Place(country, armies)
    if chain.weakest >= 0:
        room = view.pool + view.bound[CONTINENT[chain.weakest]]
        if room:
            return Place(chain.weakest, room)
    return None


def attack(chain: Chain) -> Attack:
    """Return the next attack of `chain`."""
    return Attack(*chain.steps[0])


class Builder:
    """Builds a chain link by link, always the one that costs the fewest new armies."""

    def __init__(self, appraisal: Appraisal) -> None:
        view = appraisal.view
        self.appraisal = appraisal
        self.mask = appraisal.mask
        self.armies = view.armies[:]
        self.pool, self.bound = view.pool, view.bound[:]
        self.chain = Chain()
        self._least = 1.1

    def build(self, goal: Goal) -> Chain | None:
        """Return the chain that completes `goal`, or None if it breaks."""
        parts = [part for part in goal.parts if part.lacking > 0]
        for _ in range(2 * FARTHEST):
            if not parts:
                return self.chain
            link = self._link(parts) or self._approach(parts)
            if link is None:
                return None
            self._take(*link)
            if self.chain.odds < HOPELESS:
                return None
            parts = self._remaining(parts, 1 << link[1])
        return None

    def _remaining(self, parts: list[Part], taken: int) -> list[Part]:
        left = (Part(part.among & ~taken, part.lacking - 1) if part.among & taken else part for part in parts)
        return [part for part in left if part.lacking > 0]

    def _room(self, source: int) -> int:
        """Return the armies that may still be placed on `source`: none on what is taken on the way."""
        if not self.appraisal.mask >> source & 1:
            return 0
        return self.pool + self.bound[CONTINENT[source]]

    def _pairs(self, wanted: int) -> Iterator[Pair]:
        """Yield the attacks on `wanted` countries from what is held, or taken by then."""
        pacts, owners = self.appraisal.pacts, self.appraisal.view.owners
        for target in members(wanted & ~self.mask):
            for source in members(ADJACENT[target] & self.mask):
                if not pacts.forbid(source, target, owners[target]):
                    yield source, target

    def _link(self, parts: list[Part]) -> Pair | None:
        """Return the cheapest attack on a country that counts."""
        wanted = 0
        for part in parts:
            wanted |= part.among
        best: Pair | None = None
        least: tuple[float, float] = (1000.0, 0.0)
        for source, target in self._pairs(wanted):
            armies, room = self.armies[source], self._room(source)
            if armies + room < 2:
                continue
            lack = max(0, sure(self.armies[target]) - armies)
            cost = (float(lack if lack <= room else 100 + lack), -chance(armies + room, self.armies[target]))
            if cost < least:
                best, least = (source, target), cost
        return best

    def _approach(self, parts: list[Part]) -> Pair | None:
        """Return the first step of the cheapest way to a country that counts but borders nothing held."""
        wanted = 0
        for part in parts:
            wanted |= part.among
        owners, pacts = self.appraisal.view.owners, self.appraisal.pacts
        cost: dict[int, tuple[int, Pair]] = {}
        for source, target in self._pairs(~self.mask & ((1 << len(NEAR)) - 1)):
            price = needed(self.armies[target]) - self.armies[source]
            if self.armies[source] + self._room(source) > 1 and (target not in cost or price < cost[target][0]):
                cost[target] = (price, (source, target))
        done = 0
        while cost:
            here = min(cost, key=lambda country: cost[country][0])
            price, first = cost.pop(here)
            done |= 1 << here
            if wanted >> here & 1:
                return first
            for near in members(ADJACENT[here] & ~self.mask & ~done):
                further = price + needed(self.armies[near])
                if owners[near] not in pacts.partners and (near not in cost or further < cost[near][0]):
                    cost[near] = (further, first)
        return None

    def _take(self, source: int, target: int) -> None:
        """Add a link: place what it lacks, multiply its odds in, and move on."""
        room, defenders = self._room(source), self.armies[target]
        lack = min(room, max(0, sure(defenders) - self.armies[source]))
        if lack:
            bound = min(lack, self.bound[CONTINENT[source]])
            self.bound[CONTINENT[source]] -= bound
            self.pool -= lack - bound
            self.armies[source] += lack
            self.chain.placed[source] = self.chain.placed.get(source, 0) + lack
        odds = chance(self.armies[source], defenders)
        if odds < self._least and self.appraisal.mask >> source & 1:
            self._least, self.chain.weakest = odds, source
        self.chain.odds *= odds
        self.chain.steps.append((source, target))
        left = max(2, round(self.armies[source] - losses(self.armies[source], defenders)))
        moved = min(3, left - 1)
        self.armies[source], self.armies[target] = left - moved, moved
        self.mask |= 1 << target


def sure(defenders: int) -> int:
    """Return the armies that conquer `defenders` nine times in ten."""
    return SURE[defenders] if defenders < len(SURE) else 2 * defenders
