"""Attempts of control: which one is worth most, and when none is (N33 to N53)."""

from dataclasses import dataclass

from teg_shared.rules.board import members
from teg_shared.rules.negocios.commands import Attempt
from teg_shared.rules.negocios.control import MOST_HOSTILE, is_hostile
from teg_shared.rules.negocios.data import MOST_ON_COUNTRY

from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.stacks import Stacks
from teg_server.bots.negocios.tables import ADJACENCY, NEAR


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attempt as it is judged: the chance to win it, what is gained then, and what is lost otherwise."""

    source: int
    target: int
    odds: float
    gain: float
    loss: float
    hostile: bool

    @property
    def worth(self) -> float:
        """What is to be expected of it."""
        return self.odds * self.gain - (1 - self.odds) * self.loss


def prospects(appraisal: Appraisal, spared: int = 0) -> list[Prospect]:
    """Return every attempt that the board allows, none on the countries of the mask `spared`."""
    view, seat, weights = appraisal.view, appraisal.seat, appraisal.weights
    owners, tokens, mask = view.owners, view.tokens, appraisal.masks[seat]
    card = 0.0 if view.captures else weights.card
    stack = weights.stack
    gains: dict[int, float] = {}
    losses: dict[tuple[int, int], float] = {}
    found: list[Prospect] = []
    for source in members(mask):
        for target in members(ADJACENCY[source] & ~mask & ~spared):
            owner = owners[target]
            gain = gains.get(target)
            if gain is None:
                gain = appraisal.attempt(target, owner, seat) + stack[tokens[target]] * (1 + appraisal.harm) + card
                gain -= exposed(appraisal, target)
                gains[target] = gain
            if is_hostile(view, source, target):
                found.append(Prospect(source, target, 1.0, gain - weights.spent, 0.0, hostile=True))
                continue
            loss = losses.get((source, owner))
            if loss is None:
                loss = -appraisal.attempt(source, seat, owner) + stack[tokens[source]] * (1 + appraisal.harm)
                losses[source, owner] = loss
            found.append(Prospect(source, target, appraisal.odds(source, target), gain, loss, hostile=False))
    return found


def exposed(appraisal: Appraisal, country: int) -> float:
    """Return what to take off the worth of a country that somebody can take by hostile control at once (N46)."""
    view = appraisal.view
    if view.tokens[country] != 1:
        return 0.0
    for near in NEAR[country]:
        if view.tokens[near] == MOST_ON_COUNTRY and view.owners[near] not in (appraisal.seat, view.owners[country]):
            return appraisal.weights.fear
    return 0.0


def command(appraisal: Appraisal, prospect: Prospect, *, breaking: bool = False) -> Attempt:
    """Return the attempt, with as many fichas moving in by hostile control as suits both countries best (N47)."""
    source, target = prospect.source, prospect.target
    if not prospect.hostile:
        return Attempt(source, target, breaking=breaking)
    stacks = Stacks(appraisal)
    mask = appraisal.masks[appraisal.seat] | 1 << target
    best = max(
        range(1, MOST_HOSTILE + 1),
        key=lambda moved: stacks.held(source, MOST_ON_COUNTRY - moved, mask) + stacks.held(target, moved, mask),
    )
    return Attempt(source, target, best, breaking)
