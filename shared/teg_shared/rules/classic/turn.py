"""Placement and the course of a turn: C4 to C9, C15, C16."""

from collections.abc import Sequence

from teg_shared.rules.chance import Chance
from teg_shared.rules.classic import guard
from teg_shared.rules.classic.cards import claim, draw
from teg_shared.rules.classic.commands import Claim, EndTurn, Place, Regroup
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.events import (
    AnyEvent,
    ArmiesPlaced,
    ArmiesRegrouped,
    PactEnded,
    PlacementStarted,
    TurnEnded,
    TurnStarted,
)
from teg_shared.rules.classic.objectives import victory, won
from teg_shared.rules.classic.pacts import lapses_at_round, lapses_at_turn_end
from teg_shared.rules.classic.setup import first_placement
from teg_shared.rules.classic.state import Phase, State, following, plays, pool_left
from teg_shared.rules.errors import RuleError

_CONTINENT = tuple(c.continent for c in BOARD.countries)


def income(mask: int) -> int:
    """Return the armies for the number of countries in `mask` (C7)."""
    countries = mask.bit_count()
    return countries // 2 if countries >= 6 else 3


def bonuses(mask: int) -> tuple[int, ...]:
    """Return the armies bound to each continent that `mask` holds whole (C8)."""
    return tuple(
        continent.bonus if mask & whole == whole else 0
        for continent, whole in zip(BOARD.continents, BOARD.continent_masks, strict=True)
    )


def place(state: State, seat: int, command: Place, chance: Chance) -> list[AnyEvent]:
    """Put armies on an own country; those bound to its continent are used up first (C4, C8)."""
    del chance
    guard.on_turn(state, seat, Phase.PLACEMENT, Phase.INCORPORATE)
    guard.own_country(state, seat, command.country)
    bound = state.bound[_CONTINENT[command.country]]
    if not 1 <= command.armies <= state.pool + bound:
        raise RuleError("armies", armies=command.armies, least=1, most=state.pool + bound)
    placed = ArmiesPlaced(command.country, command.armies, min(bound, command.armies))
    if state.phase is Phase.PLACEMENT and command.armies == pool_left(state):
        return [placed, *after_placement(state, seat)]
    return [placed]


def after_placement(state: State, seat: int) -> list[AnyEvent]:
    """Return what follows when `seat` has placed all armies of a placement round (C4, C5)."""
    count = len(state.colours)
    for step in range((seat - state.first) % count + 1, count):
        candidate = (state.first + step) % count
        if plays(state, candidate):
            armies = first_placement(count, candidate, state.owners) if state.lap == 1 else 3
            return [PlacementStarted(candidate, state.lap, armies)]
    start = next(s for s in ((state.first + k) % count for k in range(count)) if plays(state, s))
    if state.lap == 1 and count > 3:
        return [PlacementStarted(start, 2, 3)]
    return start_turn(state, start, 1, start)


def start_turn(state: State, seat: int, round_: int, starter: int, before: Sequence[AnyEvent] = ()) -> list[AnyEvent]:
    """Return the start of a turn: terms of pacts that ran out, incomes, and a victory that waited (C7 to C9, C28).

    The events of `before` ended the turn that went and have not reached the state.
    """
    mask = state.masks[seat]
    gone = {event.id for event in before if isinstance(event, PactEnded)}
    events = lapses_at_round(state, round_, gone)
    if round_ == 1 and not state.settings.first_round_incorporates:
        events.append(TurnStarted(seat, round_, starter, 0, (0,) * len(BOARD.continents)))
    else:
        events.append(TurnStarted(seat, round_, starter, income(mask), bonuses(mask)))
    how = victory(state, seat, mask)
    if how:
        events.append(won(state, seat, how, before))
    return events


def movable(state: State, country: int) -> int:
    """Return how many armies may leave `country` by regrouping: one stays, and those that came stay (C15)."""
    return state.armies[country] - max(1, state.arrived[country])


def regroup(state: State, seat: int, command: Regroup, chance: Chance) -> list[AnyEvent]:
    """Move armies one step between own bordering countries (C15)."""
    del chance
    guard.on_turn(state, seat, Phase.INCORPORATE, Phase.ATTACK, Phase.REGROUP)
    guard.incorporated(state, seat)
    guard.own_country(state, seat, command.source)
    guard.own_country(state, seat, command.target)
    if not BOARD.borders_on(command.source, command.target):
        raise RuleError("not-bordering", source=command.source, target=command.target)
    most = movable(state, command.source)
    if not 1 <= command.armies <= most:
        raise RuleError("armies", armies=command.armies, least=min(1, most), most=most)
    return [ArmiesRegrouped(command.source, command.target, command.armies)]


def end_turn(state: State, seat: int, command: EndTurn, chance: Chance) -> list[AnyEvent]:
    """End the turn, after the card it has earned (C16, C17, C19)."""
    del command
    guard.on_turn(state, seat, Phase.INCORPORATE, Phase.ATTACK, Phase.REGROUP, Phase.CLAIM)
    guard.incorporated(state, seat)
    if state.phase is Phase.CLAIM:
        return next_turn(state, seat, [])
    events, claimable = draw(state, seat, chance)
    return events if claimable else next_turn(state, seat, events)


def claim_bonus(state: State, seat: int, command: Claim, chance: Chance) -> list[AnyEvent]:
    """Claim the armies of a card; on drawing, that ends the turn (C19)."""
    events = claim(state, seat, command, chance)
    return next_turn(state, seat, events) if state.phase is Phase.CLAIM else events


def next_turn(state: State, seat: int, before: list[AnyEvent]) -> list[AnyEvent]:
    """Return `before`, the end of the turn of `seat` and the start of the next one (C16)."""
    ended = [*before, TurnEnded(seat), *lapses_at_turn_end(state, seat)]
    return ended + start_turn(state, *following(state, seat), ended)
