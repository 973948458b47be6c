"""Attack and conquest: C10 to C14, C23."""

from teg_shared.rules.chance import Chance
from teg_shared.rules.classic import guard
from teg_shared.rules.classic.commands import Attack, Occupy
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.events import (
    AnyEvent,
    ArmiesOccupied,
    CountryTaken,
    DiceRolled,
    PactEnded,
    SeatDestroyed,
)
from teg_shared.rules.classic.objectives import inheritances, victory, won
from teg_shared.rules.classic.pacts import break_pacts, lapses_at_conquest
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.errors import RuleError

_ADJACENCY = BOARD.adjacency


def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Return the armies that (attacker, defender) lose by dice sorted high to low; a tie costs the attacker (C12)."""
    defender = sum(a > d for a, d in zip(attack, defence, strict=False))
    return min(len(attack), len(defence)) - defender, defender


def check_attack(state: State, seat: int, source: int, target: int) -> None:
    """Refuse an attack that the board or the phase forbids, pacts left aside (C8, C10).

    Raises:
        RuleError: see guard; regrouped, own-target, not-bordering, too-few-armies.
    """
    guard.on_turn(state, seat, Phase.INCORPORATE, Phase.ATTACK, Phase.REGROUP)
    if state.phase is Phase.REGROUP:
        raise RuleError("regrouped")
    guard.incorporated(state, seat)
    guard.own_country(state, seat, source)
    guard.country(target)
    if state.owners[target] == seat:
        raise RuleError("own-target", country=target)
    if not _ADJACENCY[source] >> target & 1:
        raise RuleError("not-bordering", source=source, target=target)
    if state.armies[source] < 2:
        raise RuleError("too-few-armies", country=source)


def attack(state: State, seat: int, command: Attack, chance: Chance) -> list[AnyEvent]:
    """Roll once against a bordering country (C10 to C12, C33)."""
    source, target = command.source, command.target
    check_attack(state, seat, source, target)
    events = break_pacts(state, seat, source, target, command.breaking) if state.pacts else []
    attackers = min(3, state.armies[source] - 1)
    faces = chance.roll(state.rolls, attackers + min(3, state.armies[target]), (seat, source, target))
    mine = tuple(sorted(faces[:attackers], reverse=True))
    theirs = tuple(sorted(faces[attackers:], reverse=True))
    lost, killed = losses(mine, theirs)
    events.append(DiceRolled(source, target, mine, theirs))
    if killed == state.armies[target]:
        events += conquest(state, seat, source, target, state.armies[source] - lost, events)
    return events


def conquest(state: State, seat: int, source: int, target: int, left: int, before: list[AnyEvent]) -> list[AnyEvent]:
    """Return what follows when `target` has no defender and `left` armies stand in `source` (C13, C23 to C27, C34)."""
    victim = state.owners[target]
    most = min(3, left - 1) if state.settings.conquest_move == "up_to_3" else left - 1
    events: list[AnyEvent] = [CountryTaken(source, target, most)]
    destroyed = state.masks[victim] == 1 << target
    if state.pacts or state.proposals:
        broken = [event.id for event in before if isinstance(event, PactEnded)]
        events += lapses_at_conquest(state, target, victim, destroyed, broken)
    if destroyed:
        events.append(SeatDestroyed(victim, seat, tuple(state.hands[victim])))
    how = victory(state, seat, state.masks[seat] | 1 << target, victim if destroyed else None)
    if how:
        events.append(won(state, seat, how, events))
    elif destroyed:
        events += inheritances(state, victim, seat)
    return events


def occupy(state: State, seat: int, command: Occupy, chance: Chance) -> list[AnyEvent]:
    """Move armies into the conquered country (C13)."""
    del chance
    guard.on_turn(state, seat, Phase.OCCUPY)
    occupation = state.occupation
    assert occupation is not None
    if not 1 <= command.armies <= occupation.most:
        raise RuleError("armies", armies=command.armies, least=1, most=occupation.most)
    return [ArmiesOccupied(occupation.source, occupation.target, command.armies)]
