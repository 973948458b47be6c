"""Where a planner puts its armies, what it attacks and how many move in: greedy by net worth."""

from teg_shared.rules.classic.commands import Attack, Occupy, Place, Regroup
from teg_shared.rules.classic.turn import movable

from teg_server.bots.appraisal import Appraisal
from teg_server.bots.position import Pair, attacks, fronts, march, own
from teg_server.bots.tables import CONTINENT, NEAR, SIZE, losses, needs_for, safe

STEPS = tuple(needs_for(floor) for floor in (0.6, 0.75, 0.9))
"""Fewest attackers by defenders, for a fair, a good and an excellent chance."""

WORTHWHILE = 0.05
"""Least gain of a regroup between fronts."""


def attack(appraisal: Appraisal) -> Attack | None:
    """Return the attack that brings most, if any brings something."""
    view = appraisal.view
    best: Pair | None = None
    most = 0.0
    for source, target in attacks(view, appraisal.seat, appraisal.pacts):
        value = appraisal.net(source, target, view.armies[source])
        if value > most:
            best, most = (source, target), value
    return Attack(*best) if best is not None else None


def occupy(appraisal: Appraisal) -> Occupy:
    """Return the move into a conquered country that leaves both countries best off."""
    view = appraisal.view
    occupation = view.occupation
    assert occupation is not None
    source, target, most = occupation.source, occupation.target, occupation.most
    together = view.armies[source] + 1

    def value(moved: int) -> float:
        return outlook(appraisal, source, together - moved) + outlook(appraisal, target, moved)

    return Occupy(max(options(most), key=lambda moved: (value(moved), moved)))


def options(most: int) -> list[int]:
    """Return the numbers of armies worth considering for a move of 1 to `most`."""
    return list(range(1, most + 1)) if most <= 4 else sorted({1, 2, 3, most // 2, most - 1, most})


def outlook(appraisal: Appraisal, country: int, armies: int) -> float:
    """Return what `armies` on an own country promise: its best attack, and how well it is held."""
    view = appraisal.view
    best = 0.0
    if armies > 1:
        for target in NEAR[country]:
            owner = view.owners[target]
            if owner != appraisal.seat and not appraisal.pacts.forbid(country, target, owner):
                best = max(best, appraisal.net(country, target, armies))
    return best + appraisal.guard(country, 1, armies - 1)


def regroup(appraisal: Appraisal) -> Regroup | None:
    """Return a regroup that brings armies nearer to a front, or to where they guard more than where they are."""
    view, seat = appraisal.view, appraisal.seat
    inward = march(view, seat, appraisal.pacts)
    if inward is not None:
        return inward
    best: Regroup | None = None
    most = WORTHWHILE
    borders = [c for c in own(view, seat) if appraisal.threats(c)[0]]
    for source in borders:
        movable_ = movable(view, source)
        if movable_ < 1:
            continue
        armies = view.armies[source]
        for target in NEAR[source]:
            if view.owners[target] != seat or not appraisal.threats(target)[0]:
                continue
            lack = safe(appraisal.threats(target)[0] + 1) - view.armies[target]
            for moved in {min(movable_, max(1, lack)), (movable_ + 1) // 2, 1}:
                gain = appraisal.guard(target, view.armies[target], moved) - appraisal.guard(
                    source, armies - moved, moved
                )
                if gain > most:
                    best, most = Regroup(source, target, moved), gain
    return best


class Placement:
    """A plan for all armies that are still to be placed, made by the best gain an army."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        view = appraisal.view
        self.pool, self.bound = view.pool, view.bound[:]
        self.armies = view.armies[:]
        """Armies that are left in a country once its planned attacks are over."""
        self.placed: dict[int, int] = {}
        self.planned: set[int] = set()
        self.fronts = fronts(view, appraisal.seat, appraisal.pacts)
        self._best: dict[int, tuple[float, int, int]] = {}

    def first(self) -> Place:
        """Return the first placement of the plan."""
        self._plan_free_attacks()
        while self.pool or any(self.bound):
            if not self._step():
                break
        if self.placed:
            country = max(self.placed, key=lambda c: self.placed[c])
            return Place(country, self.placed[country])
        return self._rest()

    def room(self, country: int) -> int:
        """Return how many armies may still be placed on `country` (C8)."""
        return self.pool + self.bound[CONTINENT[country]]

    def _targets(self, source: int) -> list[int]:
        appraisal = self.appraisal
        owners = appraisal.view.owners
        return [
            target
            for target in NEAR[source]
            if owners[target] != appraisal.seat
            and target not in self.planned
            and not appraisal.pacts.forbid(source, target, owners[target])
        ]

    def _plan_free_attacks(self) -> None:
        """Commit the armies that stand there already to the attacks that are worth it without more."""
        while True:
            best, chosen = 0.0, None
            for source in self.fronts:
                if self.armies[source] > 1:
                    for target in self._targets(source):
                        value = self.appraisal.net(source, target, self.armies[source])
                        if value > best:
                            best, chosen = value, (source, target)
            if chosen is None:
                return
            self._commit(*chosen)

    def _commit(self, source: int, target: int) -> None:
        """Count `target` as taken from `source`, at the expected cost."""
        spent = losses(self.armies[source], self.appraisal.view.armies[target])
        self.armies[source] = max(1, round(self.armies[source] - spent) - 2)
        self.planned.add(target)
        self._best.clear()

    def _step(self) -> bool:
        """Place where an army gains most, and say whether any gains."""
        best: tuple[float, int, int, int] | None = None
        for source in self.fronts:
            room = self.room(source)
            if room <= 0:
                continue
            known = self._best.get(source)
            if known is None:
                known = self._best[source] = self._gain(source, room)
            ratio, more, target = known
            if more <= room and (best is None or ratio > best[0]):
                best = (ratio, source, more, target)
        if best is None or best[0] <= 0:
            return False
        _, source, more, target = best
        self._put(source, more)
        if target >= 0:
            self._commit(source, target)
        else:
            self._best.pop(source, None)
        return True

    def _gain(self, source: int, room: int) -> tuple[float, int, int]:
        """Return (gain an army, armies, target or -1 for defence) of the best use of armies on `source`."""
        appraisal, armies = self.appraisal, self.armies[source]
        best = (0.0, 1, -1)
        for more in (1, 2, safe(appraisal.threats(source)[0] + 2) - armies):
            if 1 <= more <= room:
                ratio = appraisal.guard(source, armies, more) / more
                if ratio > best[0]:
                    best = (ratio, more, -1)
        for target in self._targets(source):
            defenders = appraisal.view.armies[target]
            if defenders > SIZE:
                continue
            now = max(0.0, appraisal.net(source, target, armies)) if armies > 1 else 0.0
            for needs in STEPS:
                more = max(1, needs[defenders] - armies)
                if more > room:
                    break
                ratio = (appraisal.net(source, target, armies + more) - now) / more
                if ratio > best[0]:
                    best = (ratio, more, target)
        return best

    def _put(self, country: int, armies: int) -> None:
        bound = min(armies, self.bound[CONTINENT[country]])
        self.bound[CONTINENT[country]] -= bound
        self.pool -= armies - bound
        self.armies[country] += armies
        self.placed[country] = self.placed.get(country, 0) + armies
        self._best = {c: known for c, known in self._best.items() if known[1] <= self.room(c)}

    def _rest(self) -> Place:
        """Place what gains nothing at once evenly over the fronts: a heap in one place reaches little."""
        view, seat = self.appraisal.view, self.appraisal.seat
        held = [c for c in self.fronts if self.room(c)] or [c for c in own(view, seat) if self.room(c)]
        country = min(held, key=lambda c: view.armies[c] - self.appraisal.threats(c)[0])
        return Place(country, -(-self.room(country) // len(held)))
