"""Inversions and reassignments: N118, N149."""

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import guard
from teg_shared.rules.negocios.commands import EndTurn, Invest, Reassign
from teg_shared.rules.negocios.course import can_transfer, end_turn, may_transfer, movable
from teg_shared.rules.negocios.data import BOARD, FACTOR_OF, MOST_ON_COUNTRY
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import AnyEvent, TokensMoved
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Phase, State


def check_transfer(state: State, seat: int, command: Invest | Reassign) -> None:
    """Refuse a transfer that the rules don't allow now (N118 to N118d).

    Raises:
        RuleError: see guard; invested-already, reassigned-already, same-country, other-factor, not-linked,
            tokens-stay or no-room.
    """
    source, target, tokens = command.source, command.target, command.tokens
    invest = isinstance(command, Invest)
    guard.acting(state, seat, Phase.TRANSFER)
    if not may_transfer(state, invest=invest):
        raise refuse("invested-already" if invest else "reassigned-already")
    guard.own_country(state, seat, source, "N118a")
    guard.own_country(state, seat, target, "N118a")
    if source == target:
        raise refuse("same-country", country=source)
    if invest and FACTOR_OF[source] != FACTOR_OF[target]:
        raise refuse("other-factor", source=source, target=target)
    if not invest and not BOARD.borders_on(source, target):
        raise refuse("not-linked", "N118a", source=source, target=target)
    most = movable(state, source)
    if not 1 <= tokens <= most:
        raise refuse("tokens-stay", country=source, tokens=tokens, most=max(0, most))
    if state.tokens[target] + tokens > MOST_ON_COUNTRY:
        raise refuse("no-room", "N118d", country=target, room=MOST_ON_COUNTRY - state.tokens[target])


def transfer(state: State, seat: int, command: Invest | Reassign, chance: Chance) -> list[AnyEvent]:
    """Move fichas between two own countries; the turn ends when no further transfer is possible (N118, N149)."""
    check_transfer(state, seat, command)
    draft = Draft(state, chance)
    draft.emit(TokensMoved(command.source, command.target, command.tokens, isinstance(command, Invest)))
    if not can_transfer(draft.state, seat):
        end_turn(draft)
    return draft.events


def end(state: State, seat: int, command: EndTurn, chance: Chance) -> list[AnyEvent]:
    """End the control turn (N149)."""
    del command
    guard.acting(state, seat, Phase.TRANSFER)
    draft = Draft(state, chance)
    end_turn(draft)
    return draft.events
