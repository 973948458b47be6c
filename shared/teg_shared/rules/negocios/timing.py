"""How long a step may last; the clock itself is the server's: N95, N130, N147, N153."""

from typing import Final

from teg_shared.rules.negocios.state import Stage, State

TURN_SECONDS: Final = 180
"""What a lobby proposes for a control turn (N153)."""


def period(state: State) -> tuple[object, ...]:
    """Return what changes exactly when another control turn, negotiation or ballot begins.

    Whatever happens inside of one shares its clock: a supply, a card, every participant of a negotiation.
    """
    ballot = state.ballot
    return state.round, state.place, state.stage, (ballot.kind, ballot.number) if ballot else None


def seconds(state: State, turn: int) -> int:
    """Return how many seconds the step that runs may last where a control turn has `turn`; 0 for no limit.

    Leaders have a control turn's time to name somebody, and that of the option to agree if they named several (N95).
    """
    if not turn:
        return 0
    if state.stage in (Stage.FIRST, Stage.SECOND, Stage.COMMON):
        return state.settings.negotiation_seconds
    if state.ballot is not None and state.ballot.number > 1:
        return state.settings.agreement_seconds
    return turn
