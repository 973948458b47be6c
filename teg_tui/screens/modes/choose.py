"""Which mode the board is in, told from the view alone and from the mode before."""

from teg_shared.rules.classic.state import Phase

from teg_tui import questions as ask
from teg_tui.screens.modes.attacking import Attacking
from teg_tui.screens.modes.base import Asking, Mode, Table
from teg_tui.screens.modes.claiming import Claiming
from teg_tui.screens.modes.occupying import Occupying
from teg_tui.screens.modes.placing import Exchanging, Placing
from teg_tui.screens.modes.regrouping import Regrouping
from teg_tui.screens.modes.waiting import Finished, Watching


def mode_for(table: Table, before: Mode | None) -> Mode:
    """Return the mode for what the view says now; choices made in `before` stay where they still make sense."""
    view, model = table.view, table.model
    if view.phase is Phase.OVER:
        return Finished()
    if not model.my_turn or view.neutral >> model.seat & 1:
        return Watching()
    match view.phase:
        case Phase.PLACEMENT:
            return Placing()
        case Phase.OCCUPY if view.occupation is not None:
            same = isinstance(before, Occupying) and before.occupation == view.occupation
            return before if same and before else Occupying(view.occupation, view.occupation.most)
        case Phase.CLAIM:
            return before if _asks(before, Claiming) and before else Claiming()
        case Phase.REGROUP:
            return before.settled(table) if isinstance(before, Regrouping) else Regrouping()
        case _:
            return _fighting(table, before)


def _fighting(table: Table, before: Mode | None) -> Mode:
    model, view = table.model, table.view
    free, bound = model.reserve()
    if free or any(bound) or model.staged or model.sent:
        return Placing()
    if ask.exchange_due(view, model.seat):
        return Exchanging()
    if isinstance(before, Regrouping):
        return before.settled(table)
    if _asks(before, Attacking) and before:
        return before
    if isinstance(before, Attacking):
        return before.settled(table)
    if isinstance(before, Occupying):
        taken = before.occupation
        pair = (taken.source, taken.target)
        here = taken.target if model.attack_targets(taken.target) else taken.source
        return Attacking(here, pair).settled(table)
    return Attacking() if model.attack_sources() or not model.regroup_sources() else Regrouping()


def _asks(before: Mode | None, mode: type[Mode]) -> bool:
    """Whether a question stands that leads back to a mode."""
    return isinstance(before, Asking) and isinstance(before.back, mode)
