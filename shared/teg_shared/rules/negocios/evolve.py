"""The only place where a state changes: one function an event, asking neither rules nor luck.

It also folds what a viewer may know: where an event or the state says HIDDEN, HIDDEN goes in and out. What
happens between corporations at the table stands in `evolve_table`.
"""

from collections.abc import Callable
from typing import Any

from teg_shared.rules.board import mask_of
from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios.data import COUNTRIES, DONATION, FACTOR_OF, FACTORS, HIDDEN, NOBODY, TOKENS
from teg_shared.rules.negocios.evolve_table import TABLE, forget
from teg_shared.rules.negocios.state import Phase, Stage, State


def blank(event: e.GameStarted) -> State:
    """Return the table before the deal: every ficha in its reserve but those donated to the market (N17)."""
    seats = len(event.colours)
    gift = DONATION if event.market_on else 0
    return State(
        settings=event.settings, colours=list(event.colours), market_on=event.market_on, phase=Phase.ATTEMPTS,
        stage=Stage.TURNS, round=0, starter=NOBODY, order=[], place=-1, turn=NOBODY, actor=NOBODY, value=0,
        attempts=0, lost=0, captures=0, played=0, card=NOBODY, slot=0, coincided=0, bonuses=0, invested=0,
        reassigned=0, arrived=[0] * COUNTRIES, owners=[NOBODY] * COUNTRIES, tokens=[0] * COUNTRIES,
        dealt=[0] * seats, reserve=[TOKENS - gift] * seats,
        retained=[[0] * seats for _ in range(seats)], market=[gift] * seats, icons=[f.start for f in FACTORS],
        hands=[[] for _ in range(seats)], deck=[], discard=[], objectives=[HIDDEN] * seats,
        taken=[[0] * seats for _ in range(seats)], hits=[0] * seats, killers=[NOBODY] * seats, neutral=0,
        suspended=0, immune=0, participants=0, done=0, offers=[], next_offer=1, requests=[], ballot=None,
        pacts=[], proposals=[], ledger=[], next_pact=1, rolls=0, shuffles=0, winner=NOBODY, won_by="",
    )  # fmt: skip


def evolve(state: State | None, event: e.AnyEvent) -> State:
    """Apply `event` to `state` in place and return it; None stands before GameStarted."""
    if state is None:
        assert isinstance(event, e.GameStarted)
        return blank(event)
    _APPLY[type(event)](state, event)
    return state


def _dealt(state: State, event: e.CountriesDealt) -> None:
    state.owners = list(event.owners)
    state.tokens = [1] * COUNTRIES
    state.__dict__.pop("masks", None)
    state.dealt = [mask.bit_count() for mask in state.masks]
    for seat, count in enumerate(state.dealt):
        state.reserve[seat] -= count
    state.shuffles += event.shuffles


def _objectives(state: State, event: e.ObjectivesDealt) -> None:
    state.objectives = list(event.objectives)
    state.shuffles += event.shuffles


def _shuffled(state: State, event: e.DeckShuffled) -> None:
    state.deck = list(event.cards)
    state.discard = []
    state.shuffles += 1


def _round(state: State, event: e.RoundStarted) -> None:
    state.round, state.starter, state.order = event.round, event.starter, list(event.order)
    state.stage = Stage.TURNS
    state.place = -1
    state.played = 0
    state.suspended &= ~mask_of(event.order)
    state.ballot = None
    state.shuffles += event.drawn


def _turn(state: State, event: e.TurnStarted) -> None:
    state.place += 1
    state.stage, state.phase = Stage.TURNS, Phase.ATTEMPTS
    state.turn = state.actor = event.seat
    state.attempts = state.lost = state.captures = state.invested = state.reassigned = state.value = 0
    state.arrived = [0] * COUNTRIES


def _skipped(state: State, event: e.PlaceSkipped) -> None:
    del event
    state.place += 1


def _step(state: State, event: e.StepBegan) -> None:
    state.phase, state.actor, state.value = event.phase, event.actor, event.value


def _rolled(state: State, event: e.AttemptRolled) -> None:
    state.attempts += 1
    state.rolls += len(event.throws)


def _hostile(state: State, event: e.HostileControl) -> None:
    del event
    state.attempts += 1


def _taken(state: State, event: e.CountryTaken) -> None:
    country, by, placed = event.country, event.by, event.placed
    loser, bit = state.owners[country], 1 << country
    state.retained[by][loser] += state.tokens[country]
    if event.origin != NOBODY:
        state.tokens[event.origin] -= placed
    elif event.lender != NOBODY:
        state.retained[event.lender][by] -= placed
    else:
        state.reserve[by] -= placed
    state.tokens[country] = placed
    state.owners[country] = by
    state.masks[loser] ^= bit
    state.masks[by] |= bit
    state.taken[by][loser] += 1
    if by == state.turn:
        state.captures += 1
    else:
        state.lost += 1


def _nearest(masks: list[int], seat: int, step: int, victim: int) -> int:
    """Return the first seat from `seat` on that side which was alive until now (N135)."""
    other = (seat + step) % len(masks)
    while not masks[other] and other != victim:
        other = (other + step) % len(masks)
    return other


def _eliminated(state: State, event: e.SeatEliminated) -> None:
    victim, by = event.seat, event.by
    state.hits[by] |= 4 | (
        (_nearest(state.masks, by, 1, victim) == victim) | (_nearest(state.masks, by, -1, victim) == victim) << 1
    )
    state.killers[victim] = by
    state.reserve[victim] = state.market[victim] = 0
    for row in state.retained:
        row[victim] = 0
    for colour, count in enumerate(state.retained[victim]):
        state.reserve[colour] += count
        state.retained[victim][colour] = 0
    for seat, count in event.refills:
        state.reserve[seat] -= count
        state.market[seat] += count
    state.hands[by] += event.cards
    state.hands[victim] = []
    state.suspended &= ~(1 << victim)
    state.immune &= ~(1 << victim)


def _marked(state: State, event: e.AttemptsEnded | e.CardsKept) -> None:
    """Nothing but a mark in the record: the next step follows."""
    del state, event


def _drawn(state: State, event: e.CardDrawn) -> None:
    state.deck.pop()
    state.hands[event.seat].append(event.card)


def _played(state: State, event: e.CardPlayed) -> None:
    seat, bit = event.seat, 1 << event.seat
    forget(state.hands[seat], event.card)
    state.requests = [request for request in state.requests if request.seat != seat]
    state.played |= bit
    state.done &= ~bit
    state.actor, state.card = seat, event.card
    state.slot = state.coincided = state.bonuses = 0


def _placed(state: State, event: e.TokensPlaced) -> None:
    state.tokens[event.country] += event.tokens
    state.reserve[state.actor] -= event.tokens
    state.value -= event.tokens


def _market(state: State, event: e.MarketRolled) -> None:
    state.rolls += len(event.rolls)
    state.reserve[event.adder] -= event.added
    state.market[event.adder] += event.added
    for seat, count in event.removals:
        state.market[seat] -= count
        state.reserve[seat] += count


def _icon(state: State, event: e.IconMoved) -> None:
    state.icons[event.factor] = event.path[-1]
    state.coincided += FACTOR_OF[event.path[-1]] == event.factor
    state.slot += 1


def _exchanged(state: State, event: e.MarketExchanged) -> None:
    by = event.by
    state.bonuses -= event.bonus
    for seat in event.seats:
        state.market[seat] -= 1
        state.retained[by][seat] += 1
        state.bonuses += not state.market[seat]
    state.reserve[by] -= len(event.seats)
    state.market[by] += len(event.seats)


def _finished(state: State, event: e.CardFinished) -> None:
    del event
    state.discard.append(state.card)
    state.card = state.actor = NOBODY
    state.value = state.slot = state.coincided = state.bonuses = 0


def _moved(state: State, event: e.TokensMoved) -> None:
    state.tokens[event.source] -= event.tokens
    state.tokens[event.target] += event.tokens
    state.arrived[event.target] += event.tokens
    if event.invested:
        state.invested += 1
    else:
        state.reassigned += 1


def _ended(state: State, event: e.TurnEnded) -> None:
    del event
    state.turn = state.actor = NOBODY


def _left(state: State, event: e.SeatLeft) -> None:
    state.neutral |= 1 << event.seat
    state.participants &= ~(1 << event.seat)
    state.requests = [request for request in state.requests if request.seat != event.seat]
    state.ballot = None


def _won(state: State, event: e.GameWon) -> None:
    state.phase = Phase.OVER
    state.actor = NOBODY
    state.winner, state.won_by = event.seat, event.how
    state.objectives = list(event.objectives)
    state.hands = [list(hand) for hand in event.hands]
    state.offers, state.requests, state.ballot, state.proposals = [], [], None, []


_APPLY: dict[type, Callable[[State, Any], None]] = TABLE | {
    e.CountriesDealt: _dealt,
    e.ObjectivesDealt: _objectives,
    e.DeckShuffled: _shuffled,
    e.RoundStarted: _round,
    e.TurnStarted: _turn,
    e.PlaceSkipped: _skipped,
    e.StepBegan: _step,
    e.AttemptRolled: _rolled,
    e.HostileControl: _hostile,
    e.CountryTaken: _taken,
    e.SeatEliminated: _eliminated,
    e.AttemptsEnded: _marked,
    e.CardDrawn: _drawn,
    e.CardPlayed: _played,
    e.CardsKept: _marked,
    e.TokensPlaced: _placed,
    e.MarketRolled: _market,
    e.IconMoved: _icon,
    e.MarketExchanged: _exchanged,
    e.CardFinished: _finished,
    e.TokensMoved: _moved,
    e.TurnEnded: _ended,
    e.SeatLeft: _left,
    e.GameWon: _won,
}
