"""A table of T.E.G. de los Negocios in the middle of something, with loaded dice.

Every command that a test plays is also looked up among the legal ones, every refusal is checked to change nothing
and to name a rule, and after each action all fichas are counted: a rule's test holds these laws by the way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
import pytest
from teg_shared.rules.board import mask_of
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios.commands import AnyCommand, Exchange, Offer
from teg_shared.rules.negocios.data import BOARD, CARDS, COUNTRIES, DISTRIBUTION, NOBODY, TOKENS
from teg_shared.rules.negocios.events import AnyEvent, GameStarted, StepBegan
from teg_shared.rules.negocios.evolve import blank
from teg_shared.rules.negocios.goods import Tokens
from teg_shared.rules.negocios.refusals import RULES
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.setup import market_on
from teg_shared.rules.negocios.state import OpenOffer, Phase, Stage, State

VERDE, AZUL, BLANCO, NARANJA, ROJO, NEGRO, AMARILLO, VIOLETA = range(8)
"""Seats by the colour that they have at a full table."""


def packed(state: State) -> bytes:
    """Return all there is to a state, to see whether it changed."""
    return msgspec.msgpack.encode(state)


def no(code: str) -> int:
    """Return the number of a country by its three letters."""
    return BOARD.index[code]


def nos(codes: str) -> list[int]:
    """Return the numbers of several countries by their letters, separated by blanks."""
    return [no(code) for code in codes.split()]


def card(name: str) -> int:
    """Return the number of a consolidation card by its name."""
    return next(n for n, c in enumerate(CARDS) if c.id == name)


def cards_of(tokens: int) -> list[int]:
    """Return the consolidation cards with so many fichas."""
    return [n for n, c in enumerate(CARDS) if c.tokens == tokens]


def totals(state: State) -> list[int]:
    """Return the fichas of each corporation: map, reserve, market and retained by others (N142)."""
    out = []
    for seat in range(len(state.colours)):
        on_map = sum(n for n, owner in zip(state.tokens, state.owners, strict=True) if owner == seat)
        out.append(on_map + state.reserve[seat] + state.market[seat] + sum(row[seat] for row in state.retained))
    return out


def check(state: State) -> None:
    """Assert what always holds: fichas, market, countries and cards."""
    assert totals(state) == [TOKENS if mask else 0 for mask in state.masks]
    assert all(1 <= n <= 4 for n in state.tokens)
    assert sum(mask.bit_count() for mask in state.masks) == COUNTRIES
    for seat, mask in enumerate(state.masks):
        assert mask == mask_of(c for c, owner in enumerate(state.owners) if owner == seat)
        assert state.retained[seat][seat] == 0
    assert min(state.reserve) >= 0
    assert min(state.market) >= 0
    assert min(n for row in state.retained for n in row) >= 0
    in_play = [c for hand in state.hands for c in hand] + state.deck + state.discard
    assert sorted(in_play + [state.card] * (state.card != NOBODY)) == list(range(len(CARDS)))


def position(
    seats: int = 4,
    *,
    only: Mapping[int, str] | None = None,
    owns: Mapping[int, str] | None = None,
    tokens: Mapping[str, int] | None = None,
    market: Sequence[int] | None = None,
    reserve: Mapping[int, int] | None = None,
    bank: int | None = None,
    retained: Mapping[tuple[int, int], int] | None = None,
    hands: Mapping[int, Sequence[int]] | None = None,
    icons: Mapping[int, str] | None = None,
    settings: Settings | None = None,
    turn: int = 0,
    out: Iterable[int] = (),
) -> State:
    """Return a state in the attempts of `turn`, in round 2, that keeps every law.

    Countries are dealt by the distribution cards in their order; `owns` hands some over, `only` says all that a seat
    has, `out` seats have none. A reserve that is given is made by letting `bank`, or the first other seat, retain the
    rest.
    """
    rules = settings or Settings()
    state = blank(GameStarted(NEGOCIOS.colours[:seats], rules, market_on(rules, seats)))
    _hand_out(state, only or {}, owns or {}, set(out))
    state.tokens = [1] * COUNTRIES
    for code, count in (tokens or {}).items():
        state.tokens[no(code)] = count
    state.dealt = [80 // seats] * seats
    if market is not None:
        state.market = list(market)
    for seat in out:
        state.market[seat] = 0
    for (holder, colour), count in (retained or {}).items():
        state.retained[holder][colour] = count
    state.reserve = [0] * seats
    state.reserve = [TOKENS - total if state.masks[seat] else 0 for seat, total in enumerate(totals(state))]
    for seat, wanted in (reserve or {}).items():
        holder = bank if bank is not None else next(s for s in range(seats) if s != seat and state.masks[s])
        state.retained[holder][seat] += state.reserve[seat] - wanted
        state.reserve[seat] = wanted
    for factor, code in (icons or {}).items():
        state.icons[factor] = no(code)
    state.hands = [list((hands or {}).get(seat, ())) for seat in range(seats)]
    held = {c for hand in state.hands for c in hand}
    state.deck = [c for c in range(len(CARDS)) if c not in held]
    state.objectives = [16] * seats
    state.round, state.starter = 2, turn
    state.order = [s for s in ((turn + step) % seats for step in range(seats)) if state.masks[s]]
    state.place, state.turn, state.actor = 0, turn, turn
    check(state)
    return state


def _hand_out(state: State, only: Mapping[int, str], owns: Mapping[int, str], out: set[int]) -> None:
    seats = len(state.colours)
    whole = len(DISTRIBUTION) // seats * seats
    for number, dealt in enumerate(DISTRIBUTION[:whole]):
        for country in dealt:
            state.owners[country] = number % seats
    for place, country in enumerate(c for dealt in DISTRIBUTION[whole:] for c in dealt):
        state.owners[country] = place % seats
    free = [seat for seat in range(seats) if seat not in only and seat not in out]
    for country, owner in enumerate(state.owners):
        if owner in only or owner in out:
            state.owners[country] = free[country % len(free)]
    for seat, codes in (*only.items(), *owns.items()):
        for country in nos(codes):
            state.owners[country] = seat


class Table:
    """A game in the middle of something."""

    def __init__(self, state: State, dice: Iterable[int] = (), shuffles: Iterable[Iterable[int]] = ()) -> None:
        self.state = state
        self.chance = LoadedChance(dice, shuffles)

    def play(self, seat: int, command: AnyCommand) -> list[AnyEvent]:
        """Play one command and return its events."""
        before = packed(self.state)
        events = NEGOCIOS.decide(self.state, seat, command, self.chance)
        assert packed(self.state) == before, "decide changed the state"
        assert free(command) or normal(command) in self.legal(seat), f"{command} is not among the legal ones"
        return self.evolve(events)

    def refused(self, seat: int, command: AnyCommand) -> tuple[str, str]:
        """Return code and rule with which a command is refused."""
        error = self.refusal(seat, command)
        return error.code, str(error.facts["rule"])

    def refusal(self, seat: int, command: AnyCommand) -> RuleError:
        """Return the refusal of a command, which changes nothing and is not among the legal ones."""
        before = packed(self.state)
        with pytest.raises(RuleError) as caught:
            NEGOCIOS.decide(self.state, seat, command, self.chance)
        error = caught.value
        assert packed(self.state) == before, "a refused command changed the state"
        assert error.code in RULES
        assert str(error.facts["rule"]).startswith("N")
        if 0 <= seat < len(self.state.colours):
            assert normal(command) not in self.legal(seat), f"{command} is listed as legal"
        return error

    def legal(self, seat: int) -> list[AnyCommand]:
        """Return the legal commands of a seat."""
        return list(NEGOCIOS.legal(self.state, seat))

    def expire(self, seat: int) -> list[AnyEvent]:
        """Let the clock of a seat run out and return what happens."""
        return self._without_changing(lambda: NEGOCIOS.expire(self.state, seat, self.chance))

    def leave(self, seat: int) -> list[AnyEvent]:
        """Let a seat be given up and return what happens."""
        return self._without_changing(lambda: NEGOCIOS.leave(self.state, seat, self.chance))

    def _without_changing(self, ask: Callable[[], list[AnyEvent]]) -> list[AnyEvent]:
        before = packed(self.state)
        events = ask()
        assert packed(self.state) == before, "a question changed the state"
        return self.evolve(events)

    def evolve(self, events: list[AnyEvent]) -> list[AnyEvent]:
        """Apply events one by one, and count everything after the last."""
        for event in events:
            NEGOCIOS.evolve(self.state, event)
        check(self.state)
        return events

    def prompted(self) -> tuple[int, ...]:
        """Return the seats from which the game waits."""
        return NEGOCIOS.prompted(self.state)


def free(command: AnyCommand) -> bool:
    """Whether a command is free-form, so that `legal` does not list it."""
    return isinstance(command, Offer) and isinstance(command.give, Tokens) and command.give.count > 1


def normal(command: AnyCommand) -> AnyCommand:
    """Return the one of several equal commands that `legal` lists."""
    return Exchange(tuple(sorted(command.seats))) if isinstance(command, Exchange) else command


def kinds(events: Iterable[AnyEvent]) -> list[str]:
    """Return the tags of events, steps by the phase that begins."""
    return [event.phase.value if isinstance(event, StepBegan) else str(event.__struct_config__.tag) for event in events]


E = TypeVar("E")


def find(events: Iterable[AnyEvent], kind: type[E]) -> list[E]:
    """Return the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def talks(state: State, stage: Stage = Stage.COMMON, participants: Iterable[int] | None = None) -> State:
    """Put a state into a negotiation."""
    seats = range(len(state.colours)) if participants is None else participants
    state.phase, state.stage = Phase.NEGOTIATE, stage
    state.turn = state.actor = NOBODY
    state.place = len(state.order) - 1
    state.participants = mask_of(s for s in seats if state.masks[s])
    return state


def opened(state: State, *offers: tuple[int, Offer]) -> State:
    """Put open offers on the table, numbered from 1."""
    for seat, offer in offers:
        state.offers.append(OpenOffer(state.next_offer, seat, offer.partner, offer.give, offer.take))
        state.next_offer += 1
    return state
