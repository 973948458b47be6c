"""The word of a leader in a ballot, and the round that begins when all is settled: N93, N95."""

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios.ballots import check_name, put
from teg_shared.rules.negocios.commands import Name
from teg_shared.rules.negocios.course import start_round
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.state import State


def name(state: State, seat: int, command: Name, chance: Chance) -> list[AnyEvent]:
    """Name the corporation to be suspended, or to start the next round (N93, N95)."""
    check_name(state, seat, command.seat)
    draft = Draft(state, chance)
    start_round(draft, put(draft, seat, command.seat))
    return draft.events
