"""Checks that several commands share; each raises the refusal it is named after."""

from teg_shared.rules.classic.data import COUNTRIES
from teg_shared.rules.classic.state import Phase, State, pool_left
from teg_shared.rules.errors import RuleError


def on_turn(state: State, seat: int, *phases: Phase) -> None:
    """Refuse unless `seat` is on turn in one of `phases`.

    Raises:
        RuleError: game-over, not-your-turn, occupy-first or wrong-phase.
    """
    phase = state.phase
    if phase is Phase.OVER:
        raise RuleError("game-over")
    if seat != state.turn:
        raise RuleError("not-your-turn", turn=state.turn)
    if phase not in phases:
        if state.occupation is not None:
            raise RuleError("occupy-first", target=state.occupation.target)
        raise RuleError("wrong-phase", phase=phase.value)


def country(number: int) -> None:
    """Refuse a number that is no country (unknown-country)."""
    if not 0 <= number < COUNTRIES:
        raise RuleError("unknown-country", country=number)


def own_country(state: State, seat: int, number: int) -> None:
    """Refuse a country that is unknown or not of `seat` (unknown-country, not-yours)."""
    country(number)
    if state.owners[number] != seat:
        raise RuleError("not-yours", country=number)


def player(state: State, seat: int) -> None:
    """Refuse a seat that is unknown or out of the game (unknown-seat, seat-out)."""
    if not 0 <= seat < len(state.colours):
        raise RuleError("unknown-seat", seat=seat)
    if not state.masks[seat]:
        raise RuleError("seat-out", seat=seat)


def incorporated(state: State, seat: int) -> None:
    """Refuse to go on while armies are to be placed (C8) or an exchange is due (C21): place-first, exchange-first."""
    if state.phase is Phase.INCORPORATE:
        if len(state.hands[seat]) >= 5:
            raise RuleError("exchange-first", cards=len(state.hands[seat]))
        if state.pool or any(state.bound):
            raise RuleError("place-first", armies=pool_left(state))
