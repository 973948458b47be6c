"""The only place where a state changes: one function an event, asking neither rules nor luck.

It also folds what a viewer may know: where an event or the state says HIDDEN, HIDDEN goes in and out.
"""

from collections.abc import Callable
from typing import Any

from teg_shared.rules.board import mask_of
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.cards import BONUS_ARMIES
from teg_shared.rules.classic.combat import losses
from teg_shared.rules.classic.data import BOARD, COUNTRIES, HIDDEN, NOBODY
from teg_shared.rules.classic.state import LedgerEntry, Occupation, Pact, Phase, Proposal, State

_CONTINENT = tuple(c.continent for c in BOARD.countries)


def blank(event: e.GameStarted) -> State:
    """Return the table before the deal."""
    seats = len(event.colours)
    return State(
        settings=event.settings, colours=list(event.colours), phase=Phase.PLACEMENT, round=0, lap=1, first=0,
        starter=0, turn=0, pool=0, bound=[0] * len(BOARD.continents), owners=[NOBODY] * COUNTRIES,
        armies=[0] * COUNTRIES, masks=[0] * seats, arrived=[0] * COUNTRIES, conquests=0, occupation=None,
        hands=[[] for _ in range(seats)], deck=[], discard=[], claimed=0, drawn=HIDDEN, exchanges=[0] * seats,
        objectives=[HIDDEN] * seats, dealt=[HIDDEN] * seats, deal=[], killers=[NOBODY] * seats, neutral=0,
        pacts=[], proposals=[], ledger=[], next_pact=1, rolls=0, shuffles=0, winner=NOBODY, won_by="",
    )  # fmt: skip


def evolve(state: State | None, event: e.AnyEvent) -> State:
    """Apply `event` to `state` in place and return it; None stands before GameStarted."""
    if state is None:
        assert isinstance(event, e.GameStarted)
        return blank(event)
    _APPLY[type(event)](state, event)
    return state


def _starter(state: State, event: e.StarterRolled) -> None:
    state.first = state.starter = state.turn = event.first
    state.rolls += len(event.rolls)


def _dealt(state: State, event: e.CountriesDealt) -> None:
    state.owners = list(event.owners)
    state.deal = list(event.owners)
    state.armies = [1] * COUNTRIES
    for seat in range(len(state.colours)):
        state.masks[seat] = mask_of(c for c, owner in enumerate(event.owners) if owner == seat)
    state.rolls += len(event.rolls)
    state.shuffles += 1


def _objectives(state: State, event: e.ObjectivesDealt) -> None:
    state.objectives = list(event.objectives)
    state.dealt = list(event.objectives)
    state.shuffles += 1


def _shuffled(state: State, event: e.DeckShuffled) -> None:
    state.deck = list(event.cards)
    state.discard = []
    state.shuffles += 1


def _placement(state: State, event: e.PlacementStarted) -> None:
    state.turn, state.lap, state.pool = event.seat, event.lap, event.armies


def _turn(state: State, event: e.TurnStarted) -> None:
    state.phase = Phase.INCORPORATE
    state.turn, state.round, state.starter = event.seat, event.round, event.starter
    state.lap = 0
    state.pool = event.pool
    state.bound = list(event.bound)
    state.arrived = [0] * COUNTRIES
    state.conquests = 0


def _placed(state: State, event: e.ArmiesPlaced) -> None:
    state.armies[event.country] += event.armies
    state.bound[_CONTINENT[event.country]] -= event.bound
    state.pool -= event.armies - event.bound


def _forget(hand: list[int], card: int) -> None:
    hand.remove(card if card in hand else HIDDEN)


def _exchanged(state: State, event: e.CardsExchanged) -> None:
    for card in event.cards:
        _forget(state.hands[state.turn], card)
        state.claimed &= ~(1 << card)
    state.discard += event.cards
    state.exchanges[state.turn] += 1
    state.pool += event.armies


def _claimed(state: State, event: e.BonusClaimed) -> None:
    state.armies[event.card] += BONUS_ARMIES
    if event.spent:
        _forget(state.hands[state.turn], event.card)
        state.discard.append(event.card)
    else:
        state.claimed |= 1 << event.card


def _dice(state: State, event: e.DiceRolled) -> None:
    lost, killed = losses(event.attack, event.defence)
    state.armies[event.source] -= lost
    state.armies[event.target] -= killed
    state.phase = Phase.ATTACK
    state.rolls += 1


def _taken(state: State, event: e.CountryTaken) -> None:
    source, target = event.source, event.target
    bit = 1 << target
    state.masks[state.owners[target]] ^= bit
    state.masks[state.turn] |= bit
    state.owners[target] = state.turn
    state.armies[source] -= 1
    state.armies[target] = 1
    state.conquests += 1
    if event.most > 1:
        state.phase = Phase.OCCUPY
        state.occupation = Occupation(source, target, event.most)


def _occupied(state: State, event: e.ArmiesOccupied) -> None:
    state.armies[event.source] -= event.armies - 1
    state.armies[event.target] += event.armies - 1
    state.occupation = None
    state.phase = Phase.ATTACK


def _regrouped(state: State, event: e.ArmiesRegrouped) -> None:
    state.phase = Phase.REGROUP
    state.armies[event.source] -= event.armies
    state.armies[event.target] += event.armies
    state.arrived[event.target] += event.armies


def _destroyed(state: State, event: e.SeatDestroyed) -> None:
    state.killers[event.seat] = event.by
    state.hands[event.seat] = []
    state.hands[event.by] += event.cards


def _inherited(state: State, event: e.ObjectiveInherited) -> None:
    state.objectives[event.seat] = event.objective


def _drawn(state: State, event: e.CardDrawn) -> None:
    state.deck.pop()
    state.hands[state.turn].append(event.card)
    if event.claimable:
        state.phase = Phase.CLAIM
        state.drawn = event.card


def _ended(state: State, event: e.TurnEnded) -> None:
    state.drawn = HIDDEN
    for place, pact in enumerate(state.pacts):
        if pact.notice is not None and pact.other(pact.notice) == event.seat:
            state.pacts[place] = Pact(
                pact.id, pact.a, pact.b, pact.border, pact.made, pact.last, pact.notice, pact.waits - 1
            )


def _log(state: State, what: str, number: int, a: int, b: int, border: tuple[int, int] | None) -> None:
    state.ledger.append(LedgerEntry(state.round, state.turn, what, number, a, b, border))


def _take_proposal(state: State, number: int) -> Proposal:
    proposal = next(p for p in state.proposals if p.id == number)
    state.proposals.remove(proposal)
    return proposal


def _proposed(state: State, event: e.PactProposed) -> None:
    state.proposals.append(Proposal(event.id, event.proposer, event.partner, event.border, event.last, event.dissolves))
    state.next_pact = event.id + 1
    what = "proposed" if event.dissolves is None else "dissolve-proposed"
    _log(state, what, event.id, event.proposer, event.partner, event.border)


def _closed(state: State, event: e.ProposalClosed) -> None:
    p = _take_proposal(state, event.id)
    doer, other = (p.partner, p.proposer) if event.how == "declined" else (p.proposer, p.partner)
    if event.how != "accepted":
        _log(state, event.how, event.id, doer, other, p.border)


def _made(state: State, event: e.PactMade) -> None:
    p = _take_proposal(state, event.id)
    state.pacts.append(Pact(p.id, p.proposer, p.partner, p.border, state.round, p.last))
    _log(state, "accepted", p.id, p.partner, p.proposer, p.border)


def _unpact(state: State, event: e.PactEnded) -> None:
    pact = next(p for p in state.pacts if p.id == event.id)
    state.pacts.remove(pact)
    doer = event.by if event.by != NOBODY else pact.a
    _log(state, event.how, pact.id, doer, pact.other(doer), pact.border)


def _notice(state: State, event: e.EndAnnounced) -> None:
    place = next(n for n, p in enumerate(state.pacts) if p.id == event.id)
    pact = state.pacts[place]
    other = pact.other(event.by)
    waits = 2 if state.round and state.turn == other else 1
    state.pacts[place] = Pact(pact.id, pact.a, pact.b, pact.border, pact.made, pact.last, event.by, waits)
    _log(state, "announced", pact.id, event.by, other, pact.border)


def _left(state: State, event: e.SeatLeft) -> None:
    state.neutral |= 1 << event.seat


def _won(state: State, event: e.GameWon) -> None:
    state.phase = Phase.OVER
    state.occupation = None
    state.winner = event.seat
    state.won_by = event.how
    state.objectives = list(event.objectives)
    state.dealt = list(event.dealt)
    state.hands = [list(hand) for hand in event.hands]


_APPLY: dict[type, Callable[[State, Any], None]] = {
    e.StarterRolled: _starter,
    e.CountriesDealt: _dealt,
    e.ObjectivesDealt: _objectives,
    e.DeckShuffled: _shuffled,
    e.PlacementStarted: _placement,
    e.TurnStarted: _turn,
    e.ArmiesPlaced: _placed,
    e.CardsExchanged: _exchanged,
    e.BonusClaimed: _claimed,
    e.DiceRolled: _dice,
    e.CountryTaken: _taken,
    e.ArmiesOccupied: _occupied,
    e.ArmiesRegrouped: _regrouped,
    e.SeatDestroyed: _destroyed,
    e.ObjectiveInherited: _inherited,
    e.CardDrawn: _drawn,
    e.TurnEnded: _ended,
    e.PactProposed: _proposed,
    e.ProposalClosed: _closed,
    e.PactMade: _made,
    e.PactEnded: _unpact,
    e.EndAnnounced: _notice,
    e.SeatLeft: _left,
    e.GameWon: _won,
}
