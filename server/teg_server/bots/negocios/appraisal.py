"""What a position is worth to one seat, and what it would be if a country changed hands.

Everything is a sum of what each corporation has, one's own counted fully and the others' as harm, so that a
country is worth more to take where it stops somebody who is about to win. The unit is a country.
"""

from functools import lru_cache

from teg_shared.rules.negocios.data import DOMINANCE, FACTOR_MASKS, FACTOR_OF, WINNING_COUNTRIES
from teg_shared.rules.negocios.state import Stage, State
from teg_shared.rules.negocios.victory import hegemony, largest_block

from teg_server.bots.negocios.aims import MOST, Aim
from teg_server.bots.negocios.reach import chance, steps
from teg_server.bots.negocios.tables import ODDS
from teg_server.bots.negocios.weights import Weights


@lru_cache(maxsize=16384)
def _levels(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the level of each seat in a factor of which it holds so many countries; -1 for none (N25 to N30)."""
    most = max(counts)
    top = 2 if most >= DOMINANCE else 1
    return tuple(-1 if not held else top if held == most else 0 for held in counts)


class Appraisal:
    """A position as `seat` sees it, with the weights of its level.

    Attributes:
        counts: by factor, the countries of each seat.
        levels: by factor, the level of each seat.
    """

    def __init__(self, view: State, seat: int, weights: Weights) -> None:
        self.view, self.seat, self.weights = view, seat, weights
        self.masks = view.masks
        self.seats = range(len(view.colours))
        self.counts = [tuple((mask & among).bit_count() for mask in self.masks) for among in FACTOR_MASKS]
        self.levels = [_levels(row) for row in self.counts]
        others = sum(1 for other, mask in enumerate(self.masks) if mask and other != seat)
        self.harm = weights.harm / max(1, others)
        self.blocks = [largest_block(mask).bit_count() for mask in self.masks]
        self.aim = Aim(view, seat)
        self.objective_worth = self._objective_worth()
        self._now = [self.having(self.masks[other]) for other in self.seats]
        self._aim_now = self.objective_worth[self.aim.lacking(self.masks)]
        self._levels_now = [self._of_levels(row) for row in self.counts]

    # --- parts

    def _objective_worth(self) -> list[float]:
        """Return the worth of the own objective by the steps that lack."""
        w, view = self.weights, self.view
        later = len(view.order) - 1 - view.place
        if view.stage is Stage.TURNS:
            later += view.turn != self.seat
        elif view.stage is not Stage.FIRST:
            later = sum(1 for mask in self.masks if mask)
        whole = max(w.win * w.hold**later, w.objective / w.objective_decay)
        return [whole, *(w.objective * w.objective_decay**lack for lack in range(MOST))]

    def having(self, mask: int) -> float:
        """Return what countries and their largest block are worth to whoever has them."""
        w = self.weights
        held = mask.bit_count()
        worth = float(held)
        lack = self.view.settings.block_size - largest_block(mask).bit_count()
        many = WINNING_COUNTRIES - held
        if lack <= 0 or many <= 0:
            return worth + w.win
        worth += w.block * w.block_decay ** (lack - 1)
        return worth + w.many * w.many_decay ** (many - 1)

    def hope(self, mask: int, lack: int, *, won: bool) -> float:
        """Return the worth of the chance to win in this very turn after one more attempt (N52).

        Args:
            mask: own countries after the attempt.
            lack: steps that lack to the own objective then.
            won: whether the attempt is won.
        """
        w, view = self.weights, self.view
        if not w.press:
            return 0.0
        made, lost = view.attempts + 1, view.lost > 0 or not won
        block = steps(mask, view.settings.block_size)
        worth = w.win * chance(block, made, lost, w.odds) if block > 0 else 0.0
        if lack > 0:
            worth += self.objective_worth[0] * chance(lack, made, lost, w.odds)
        return w.press * worth

    def _of_levels(self, row: tuple[int, ...]) -> float:
        """Return the worth of the levels in one factor."""
        w = self.weights
        worth = 0.0
        for seat, (held, level) in enumerate(zip(row, _levels(row), strict=True)):
            if level > 0:
                has = held * (w.preponderance if level == 1 else w.dominion)
                worth += has if seat == self.seat else -self.harm * has
        return worth

    def _side(self, seat: int, worth: float) -> float:
        return worth if seat == self.seat else -self.harm * worth

    # --- questions

    def odds(self, source: int, target: int) -> float:
        """Return the chance that an attempt by dice succeeds (N35 to N38)."""
        owners = self.view.owners
        mine = self.levels[FACTOR_OF[source]][owners[source]]
        return ODDS[mine][self.levels[FACTOR_OF[target]][owners[target]]]

    def swing(self, country: int, giver: int, taker: int) -> float:
        """Return how much better off `seat` is once `country` has passed from one corporation to the other."""
        return self._swing(country, giver, taker)[0]

    def attempt(self, country: int, giver: int, taker: int) -> float:
        """Return the same where an attempt of `seat` is what moves the country, and the turn goes on."""
        change, mask, lack = self._swing(country, giver, taker)
        return change + self.hope(mask, lack, won=taker == self.seat)

    def _swing(self, country: int, giver: int, taker: int) -> tuple[float, int, int]:
        bit = 1 << country
        masks = self.masks
        less, more = masks[giver] ^ bit, masks[taker] | bit
        change = self._side(giver, self.having(less) - self._now[giver])
        change += self._side(taker, self.having(more) - self._now[taker])
        factor = FACTOR_OF[country]
        row = list(self.counts[factor])
        row[giver] -= 1
        row[taker] += 1
        change += self._of_levels(tuple(row)) - self._levels_now[factor]
        after = masks[:]
        after[giver], after[taker] = less, more
        lack = self.aim.lacking(after, giver if taker == self.seat else -1)
        return change + self.objective_worth[lack] - self._aim_now, after[self.seat], lack

    def exchange(self, partner: int, own: int, other: int) -> float:
        """Return how much better off `seat` is with the countries of `own` where `partner` has those of `other`."""
        seat = self.seat
        masks = self.masks
        change = self.having(own) - self._now[seat]
        change -= self.harm * (self.having(other) - self._now[partner])
        for factor, row in enumerate(self.counts):
            mine, theirs = (own & FACTOR_MASKS[factor]).bit_count(), (other & FACTOR_MASKS[factor]).bit_count()
            if mine != row[seat]:
                after = list(row)
                after[seat], after[partner] = mine, theirs
                change += self._of_levels(tuple(after)) - self._levels_now[factor]
        held = masks[:]
        held[seat], held[partner] = own, other
        return change + self.objective_worth[self.aim.lacking(held)] - self._aim_now

    @staticmethod
    def block_mask(mask: int) -> int:
        """Return the largest block among the countries of a mask (N106)."""
        return largest_block(mask)

    @staticmethod
    def block(mask: int) -> int:
        """Return how many countries the largest block among those of a mask has (N106)."""
        return largest_block(mask).bit_count()

    def wins(self, mask: int) -> bool:
        """Whether the countries of a mask win at once (N105, N106)."""
        return mask.bit_count() >= WINNING_COUNTRIES or self.block(mask) >= self.view.settings.block_size

    def threat(self, seat: int) -> float:
        """Return how dangerous a corporation is: what it has, hegemony included."""
        w, view = self.weights, self.view
        worth = self.having(self.masks[seat])
        if view.market_on:
            lack = max(1, hegemony(view.settings, len(view.colours)) - view.market[seat])
            worth += w.market * w.market_decay ** (lack - 1)
        return worth
