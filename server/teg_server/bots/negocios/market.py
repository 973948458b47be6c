"""The market as a way to win: chosen exchanges, chains of bonuses, and what a ficha in it is worth (N74 to N88)."""

from itertools import combinations
from typing import Final

from teg_shared.rules.negocios.commands import Decline, Exchange
from teg_shared.rules.negocios.market import BONUS, sources
from teg_shared.rules.negocios.state import Phase, State
from teg_shared.rules.negocios.victory import hegemony

from teg_server.bots.negocios.appraisal import Appraisal

_EFFECT: Final = {2: 2, 3: 3}
LONGEST: Final = 4
"""Exchanges of a chain that are looked at."""


class Trade:
    """The market as it stands for one seat."""

    def __init__(self, appraisal: Appraisal) -> None:
        self._appraisal = appraisal
        view, seat = appraisal.view, appraisal.seat
        self._seat = seat
        self._wins = hegemony(view.settings, len(view.colours))
        self._harm = [0.0 if other == seat else appraisal.harm for other in appraisal.seats]
        self._harm[seat] = -1.0

    def worth(self, market: tuple[int, ...]) -> float:
        """Return what these market fichas are worth to the seat."""
        return -sum(harm * self._having(held) for harm, held in zip(self._harm, market, strict=True))

    def _having(self, held: int) -> float:
        weights = self._appraisal.weights
        lack = self._wins - held
        if lack <= 0:
            return weights.win
        return weights.market * weights.market_decay ** (lack - 1) + 0.1 * held

    def best(
        self, market: tuple[int, ...], reserve: int, count: int, bonuses: int, depth: int
    ) -> tuple[float, tuple[int, ...]]:
        """Return (worth afterwards, corporations that lose a ficha) of the best exchange, bonuses that follow included.

        No corporation means that none is better.
        """
        others = [other for other, held in enumerate(market) if held and other != self._seat]
        moved = min(count, reserve, len(others))
        if not moved:
            return self.worth(market), ()
        best: tuple[float, tuple[int, ...]] = (float("-inf"), ())
        for chosen in combinations(others, moved):
            after = list(market)
            after[self._seat] += moved
            for other in chosen:
                after[other] -= 1
            fresh = sum(not after[other] for other in chosen)
            left = tuple(after)
            worth = self.worth(left)
            if bonuses + fresh and depth > 1 and left[self._seat] < self._wins:
                worth = max(worth, self.best(left, reserve - moved, BONUS, bonuses + fresh - 1, depth - 1)[0])
            if worth > best[0]:
                best = (worth, chosen)
        return best


def effect(appraisal: Appraisal, coincided: int) -> float:
    """Return what so many coincidences are worth (N71, N74)."""
    view, seat = appraisal.view, appraisal.seat
    if not view.market_on or coincided not in _EFFECT:
        return 0.0
    trade = Trade(appraisal)
    market = tuple(view.market)
    worth, chosen = trade.best(market, view.reserve[seat], _EFFECT[coincided], 0, 2)
    return worth - trade.worth(market) if chosen else 0.0


def exchange(appraisal: Appraisal) -> Exchange | Decline:
    """Return the best exchange of a coincidence or a bonus, or leave the bonus (N77, N86)."""
    view, seat = appraisal.view, appraisal.seat
    trade = Trade(appraisal)
    market = tuple(view.market)
    worth, chosen = trade.best(market, view.reserve[seat], view.value, max(0, view.bonuses - 1), LONGEST)
    if view.phase is Phase.BONUS and worth < trade.worth(market):
        return Decline()
    assert len(chosen) == view.value
    return Exchange(chosen)


def simple_exchange(view: State, seat: int) -> Exchange:
    """Return the exchange at the cost of those with most market fichas."""
    richest = sorted(sources(view, seat), key=lambda other: (-view.market[other], other))
    return Exchange(tuple(sorted(richest[: view.value])))
