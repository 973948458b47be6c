"""Attempts of control and elimination: N33 to N56, N110 to N117."""

from teg_shared.rules.board import members
from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import guard, pacts
from teg_shared.rules.negocios.commands import Attempt, EndAttempts, Supply
from teg_shared.rules.negocios.course import after_attempt, can_attempt, end_attempts
from teg_shared.rules.negocios.data import BOARD, FACTOR_OF, MOST_ON_COUNTRY, NOBODY
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import (
    AnyEvent,
    AttemptRolled,
    CountryTaken,
    Faces,
    HostileControl,
    SeatEliminated,
    StepBegan,
)
from teg_shared.rules.negocios.levels import dice, level
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Phase, State, from_seat, plays
from teg_shared.rules.negocios.victory import settle

_ADJACENCY = BOARD.adjacency
MOST_HOSTILE = 3
"""N47."""


def is_hostile(state: State, source: int, target: int) -> bool:
    """Whether four fichas stand against one, so that no dice are thrown (N46)."""
    return state.tokens[source] == MOST_ON_COUNTRY and state.tokens[target] == 1


def attempt_dice(state: State, source: int, target: int) -> tuple[int, int]:
    """Return how many dice attacker and defender throw first, by the levels now (N35, N36, N40)."""
    own = level(state.masks, state.owners[source], FACTOR_OF[source])
    other = level(state.masks, state.owners[target], FACTOR_OF[target])
    return dice(own, other), dice(other, own)


def check_attempt(state: State, seat: int, command: Attempt) -> None:
    """Refuse an attempt that board or turn forbid, pacts left aside (N33, N44, N47, N51).

    Raises:
        RuleError: see guard; own-target, not-linked, hostile-tokens or dice-tokens.
    """
    source, target = command.source, command.target
    guard.acting(state, seat, Phase.ATTEMPTS)
    guard.own_country(state, seat, source)
    guard.country(target)
    if state.owners[target] == seat:
        raise refuse("own-target", country=target)
    if not _ADJACENCY[source] >> target & 1:
        raise refuse("not-linked", source=source, target=target)
    if is_hostile(state, source, target):
        if not 1 <= command.tokens <= MOST_HOSTILE:
            raise refuse("hostile-tokens", tokens=command.tokens, least=1, most=MOST_HOSTILE)
    elif command.tokens != 1:
        raise refuse("dice-tokens", tokens=command.tokens)


def attempt(state: State, seat: int, command: Attempt, chance: Chance) -> list[AnyEvent]:
    """Try to control a linked country, by dice or hostilely (N33 to N49)."""
    check_attempt(state, seat, command)
    source, target = command.source, command.target
    broken = pacts.broken_by_attempt(state, seat, target, breaking=command.breaking)
    draft = Draft(state, chance)
    draft.apply(broken)
    if is_hostile(state, source, target):
        victim = state.owners[target]
        draft.emit(HostileControl(source, target))
        draft.emit(CountryTaken(target, seat, command.tokens, source, NOBODY))
        after_capture(draft, victim, seat)
        return draft.events
    throws = throw(state, seat, source, target, chance)
    draft.emit(AttemptRolled(source, target, throws))
    if attacker_wins(throws):
        capture(draft, seat, target)
    else:
        capture(draft, state.owners[target], source)
    return draft.events


def throw(state: State, seat: int, source: int, target: int, chance: Chance) -> tuple[tuple[Faces, Faces], ...]:
    """Return the throws of an attempt: ties are thrown again with two dice each (N36 to N38)."""
    mine, theirs = attempt_dice(state, source, target)
    throws: list[tuple[Faces, Faces]] = []
    while True:
        faces = chance.roll(state.rolls + len(throws), mine + theirs, (seat, source, target))
        attack = tuple(sorted(faces[:mine], reverse=True))
        defence = tuple(sorted(faces[mine:], reverse=True))
        throws.append((attack, defence))
        if attack[0] + attack[1] != defence[0] + defence[1]:
            return tuple(throws)
        mine = theirs = 2


def attacker_wins(throws: tuple[tuple[Faces, Faces], ...]) -> bool:
    """Whether the last throw is the attacker's: the sums of the two highest dice decide (N37)."""
    attack, defence = throws[-1]
    return attack[0] + attack[1] > defence[0] + defence[1]


def stacks(state: State, seat: int) -> list[int]:
    """Return the own countries with most fichas, if that is two or more: they supply an empty reserve (N43)."""
    tokens = state.tokens
    own = list(members(state.masks[seat]))
    most = max((tokens[country] for country in own), default=0)
    return [country for country in own if tokens[country] == most] if most > 1 else []


def capture(draft: Draft, winner: int, country: int) -> None:
    """Let the winner of a throw take `country`, asking it for a supply where its reserve is empty (N41 to N43).

    A seat that only defends is not asked: its lowest stack gives the ficha, as when the clock runs out.
    """
    state = draft.state
    loser = state.owners[country]
    if state.reserve[winner]:
        placed = min(state.tokens[country], state.reserve[winner])
        draft.emit(CountryTaken(country, winner, placed, NOBODY, NOBODY))
    else:
        sources = stacks(state, winner)
        if len(sources) > 1 and plays(state, winner):
            draft.emit(StepBegan(Phase.SUPPLY, winner, country))
            return
        if sources:
            draft.emit(CountryTaken(country, winner, 1, sources[0], NOBODY))
        else:
            draft.emit(CountryTaken(country, winner, 1, NOBODY, lender(state, winner, loser)))
    after_capture(draft, loser, winner)


def lender(state: State, winner: int, loser: int) -> int:
    """Return who gives back a ficha: the loser if it retains one, else who retains most, the first among equals (N43).

    N43 shows that somebody does, as long as nobody has won.
    """
    if state.retained[loser][winner]:
        return loser
    return max(range(len(state.colours)), key=lambda seat: (state.retained[seat][winner], -seat))


def supply(state: State, seat: int, command: Supply, chance: Chance) -> list[AnyEvent]:
    """Take the ficha for a country that was won from one of the own stacks (N43)."""
    guard.acting(state, seat, Phase.SUPPLY)
    options = stacks(state, seat)
    if command.country not in options:
        raise refuse("supply", country=command.country, options=options)
    loser = state.owners[state.value]
    draft = Draft(state, chance)
    draft.emit(CountryTaken(state.value, seat, 1, command.country, NOBODY))
    after_capture(draft, loser, seat)
    return draft.events


def after_capture(draft: Draft, loser: int, winner: int) -> None:
    """Go on after a country was taken: elimination, victories, the next attempt (N56, N101, N110)."""
    state = draft.state
    if not state.masks[loser]:
        eliminate(draft, loser, winner)
    if not settle(draft, state.turn):
        after_attempt(draft)


def eliminate(draft: Draft, victim: int, by: int) -> None:
    """Take a corporation without countries out of the game (N110 to N117)."""
    state = draft.state
    missing = state.market[victim]
    refills = []
    for seat in from_seat(state, by):
        has = state.reserve[seat] + state.retained[victim][seat]
        if missing and seat != victim and state.masks[seat] and has:
            refills.append((seat, min(missing, has)))
            missing -= min(missing, has)
    draft.apply(pacts.lapse(state, victim))
    draft.emit(SeatEliminated(victim, by, tuple(state.hands[victim]), tuple(refills)))


def stop(state: State, seat: int, command: EndAttempts, chance: Chance) -> list[AnyEvent]:
    """End the own attempts; the first one is a duty (N52, N53)."""
    del command
    guard.acting(state, seat, Phase.ATTEMPTS)
    if not state.attempts and can_attempt(state, seat):
        raise refuse("attempt-first")
    draft = Draft(state, chance)
    end_attempts(draft)
    return draft.events
