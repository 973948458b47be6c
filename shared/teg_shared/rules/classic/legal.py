"""Every command that the rules accept now; pact proposals are listed without a term, which is free (C31)."""

from collections.abc import Iterator

from teg_shared.rules.board import members
from teg_shared.rules.chatter import said_enough
from teg_shared.rules.classic.cards import claimable, sets
from teg_shared.rules.classic.commands import (
    Announce,
    Answer,
    AnyCommand,
    Attack,
    Claim,
    EndTurn,
    Exchange,
    Occupy,
    Place,
    ProposeDissolve,
    ProposePact,
    Regroup,
    Withdraw,
)
from teg_shared.rules.classic.data import BOARD, HAND_LIMIT
from teg_shared.rules.classic.pacts import MOST_PROPOSALS, in_the_way
from teg_shared.rules.classic.state import Phase, State, plays
from teg_shared.rules.classic.turn import movable

_ADJACENCY = BOARD.adjacency
_CONTINENT = tuple(c.continent for c in BOARD.countries)


def legal(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield the commands that `seat` may give now."""
    if state.phase is Phase.OVER or not plays(state, seat):
        return
    if seat == state.turn:
        yield from turn_commands(state, seat)
    if state.settings.pacts != "none":
        yield from pact_commands(state, seat)


def turn_commands(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield the commands that the seat on turn may give, pacts left aside."""
    phase = state.phase
    if phase is Phase.OCCUPY:
        assert state.occupation is not None
        yield from (Occupy(armies) for armies in range(1, state.occupation.most + 1))
        return
    if phase is Phase.CLAIM:
        if claimable(state, seat, state.drawn):
            yield Claim(state.drawn)
        yield EndTurn()
        return
    if phase in (Phase.PLACEMENT, Phase.INCORPORATE):
        yield from placements(state, seat)
    if phase is Phase.PLACEMENT:
        return
    if phase is Phase.INCORPORATE:
        if state.round > 1 or state.settings.first_round_incorporates:
            yield from (Exchange(cards) for cards in sets(state.hands[seat]))
            yield from (Claim(card) for card in state.hands[seat] if claimable(state, seat, card))
        if state.pool or any(state.bound) or len(state.hands[seat]) >= HAND_LIMIT:
            return
    if phase is not Phase.REGROUP:
        yield from attacks(state, seat)
    yield from regroupings(state, seat)
    yield EndTurn()


def placements(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield every placement of armies on one own country (C4, C8)."""
    for country in members(state.masks[seat]):
        for armies in range(1, state.pool + state.bound[_CONTINENT[country]] + 1):
            yield Place(country, armies)


def attacks(state: State, seat: int) -> Iterator[Attack]:
    """Yield every attack; one that violates a pact says so, and is left out where pacts bind (C10, C33)."""
    mask = state.masks[seat]
    for source in members(mask):
        if state.armies[source] < 2:
            continue
        for target in members(_ADJACENCY[source] & ~mask):
            if not in_the_way(state, seat, source, target):
                yield Attack(source, target)
                yield Attack(source, target, breaking=True)
            elif state.settings.pacts == "breakable":
                yield Attack(source, target, breaking=True)


def regroupings(state: State, seat: int) -> Iterator[Regroup]:
    """Yield every move of armies between own bordering countries (C15)."""
    mask = state.masks[seat]
    for source in members(mask):
        for armies in range(1, movable(state, source) + 1):
            for target in members(_ADJACENCY[source] & mask):
                yield Regroup(source, target, armies)


def pact_commands(state: State, seat: int) -> Iterator[AnyCommand]:
    """Yield what `seat` may do about pacts now, on anybody's turn (C31, C33, C35)."""
    for proposal in state.proposals:
        if proposal.partner == seat:
            yield Answer(proposal.id, accept=True)
            yield Answer(proposal.id, accept=False)
        elif proposal.proposer == seat:
            yield Withdraw(proposal.id)
    dissolving = {p.dissolves for p in state.proposals}
    silent = said_enough(state, seat)
    for pact in state.pacts:
        if seat in (pact.a, pact.b):
            if pact.id not in dissolving and not (silent and plays(state, pact.other(seat))):
                yield ProposeDissolve(pact.id)
            if state.settings.pacts == "notice" and pact.notice is None:
                yield Announce(pact.id)
    if not silent and sum(p.proposer == seat for p in state.proposals) < MOST_PROPOSALS:
        yield from proposals(state, seat)


def proposals(state: State, seat: int) -> Iterator[ProposePact]:
    """Yield every pact without a term that `seat` may propose (C31)."""
    mask = state.masks[seat]
    for partner in range(len(state.colours)):
        if partner == seat or not plays(state, partner):
            continue
        pair = {seat, partner}
        taken = {frozenset(p.border or ()) for p in state.pacts if {p.a, p.b} == pair}
        if frozenset() in taken:
            continue
        taken |= {
            frozenset(p.border or ())
            for p in state.proposals
            if p.dissolves is None and {p.proposer, p.partner} == pair
        }
        if frozenset() not in taken:
            yield ProposePact(partner)
        for mine in members(mask):
            for theirs in members(_ADJACENCY[mine] & state.masks[partner]):
                if frozenset((mine, theirs)) not in taken:
                    yield ProposePact(partner, (mine, theirs))
