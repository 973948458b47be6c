"""The market: everybody's die, chosen exchanges and the chain of bonuses; N74 to N90."""

from collections.abc import Callable, Collection, Iterable

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import guard
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import Faces, MarketExchanged, MarketRolled
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import State, living

BONUS = 3
"""Fichas of a bonus exchange (N86)."""


class Dice:
    """Everybody's die for one exchange, ties thrown again only as far as they matter (N80, N81, N84).

    Attributes:
        rolls: per roll one face a seat, 0 for who did not throw.
    """

    def __init__(self, chance: Chance, index: int, seats: Collection[int], count: int) -> None:
        self._chance, self._index, self._count = chance, index, count
        self.rolls: list[Faces] = []
        self._first = self._throw(seats)

    def _throw(self, seats: Collection[int]) -> Faces:
        faces = iter(self._chance.roll(self._index + len(self.rolls), len(seats)))
        row = tuple(next(faces) if seat in seats else 0 for seat in range(self._count))
        self.rolls.append(row)
        return row

    def extreme(self, seats: Collection[int], choose: Callable[[Iterable[int]], int]) -> int:
        """Return the one of `seats` whose die `choose` (max or min) picks; the tied throw again among themselves."""
        row = self._first
        while True:
            bar = choose(row[seat] for seat in seats)
            seats = [seat for seat in seats if row[seat] == bar]
            if len(seats) == 1:
                return seats[0]
            row = self._throw(seats)


def exchange_by_dice(draft: Draft, wanted: int) -> None:
    """Part 2 of a card: the highest die adds, the lowest take back as many; the total stays (N79 to N84)."""
    state = draft.state
    seats = living(state)
    dice = Dice(draft.chance, state.rolls, seats, len(state.colours))
    adder = dice.extreme(seats, max)
    rest = [seat for seat in seats if seat != adder]
    added = left = min(wanted, state.reserve[adder], sum(state.market[seat] for seat in rest))
    removals: list[tuple[int, int]] = []
    while left:
        lowest = dice.extreme(rest, min)
        rest.remove(lowest)
        taken = min(left, state.market[lowest])
        if taken:
            removals.append((lowest, taken))
            left -= taken
    draft.emit(MarketRolled(tuple(dice.rolls), adder, added, tuple(removals)))


def sources(state: State, seat: int) -> list[int]:
    """Return the other corporations with a ficha in the market: at most one comes from each (N75)."""
    return [other for other, held in enumerate(state.market) if held and other != seat]


def amount(state: State, seat: int, wanted: int) -> int:
    """Return how many fichas an exchange of `wanted` really moves (N76)."""
    return min(wanted, state.reserve[seat], len(sources(state, seat)))


def check_exchange(state: State, seat: int, seats: tuple[int, ...]) -> None:
    """Refuse a choice that is not one ficha each of as many others as the exchange moves (N75 to N77, N86).

    Raises:
        RuleError: exchange-count, exchange-repeated, exchange-own, exchange-empty, unknown-seat or seat-out.
    """
    if len(seats) != state.value:
        raise refuse("exchange-count", seats=list(seats), count=state.value)
    if len(set(seats)) != len(seats):
        raise refuse("exchange-repeated", seats=list(seats))
    for other in seats:
        guard.living_seat(state, other)
        if other == seat:
            raise refuse("exchange-own")
        if not state.market[other]:
            raise refuse("exchange-empty", seat=other)


def exchange(draft: Draft, seats: tuple[int, ...], *, bonus: bool) -> None:
    """Let the player of the card make one exchange (N74, N78, N85)."""
    draft.emit(MarketExchanged(draft.state.actor, tuple(sorted(seats)), bonus))
