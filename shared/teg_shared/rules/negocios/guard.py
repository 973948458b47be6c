"""Checks that several commands share; each raises the refusal it is named after."""

from teg_shared.rules.negocios.data import COUNTRIES
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Phase, State


def acting(state: State, seat: int, *phases: Phase) -> None:
    """Refuse unless `seat` has to act in one of `phases`.

    Raises:
        RuleError: game-over, not-your-turn or wrong-phase.
    """
    if state.phase is Phase.OVER:
        raise refuse("game-over")
    if seat != state.actor:
        raise refuse("not-your-turn", turn=state.actor, phase=state.phase.value)
    if state.phase not in phases:
        raise refuse("wrong-phase", phase=state.phase.value)


def country(number: int) -> None:
    """Refuse a number that is no country (unknown-country)."""
    if not 0 <= number < COUNTRIES:
        raise refuse("unknown-country", country=number)


def own_country(state: State, seat: int, number: int, rule: str = "") -> None:
    """Refuse a country that is unknown or not of `seat` (unknown-country, not-yours)."""
    country(number)
    if state.owners[number] != seat:
        raise refuse("not-yours", rule, country=number)


def living_seat(state: State, seat: int) -> None:
    """Refuse a seat that is unknown or out of the game (unknown-seat, seat-out)."""
    if not 0 <= seat < len(state.colours):
        raise refuse("unknown-seat", seat=seat)
    if not state.masks[seat]:
        raise refuse("seat-out", seat=seat)
