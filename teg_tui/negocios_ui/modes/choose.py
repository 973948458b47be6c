"""Which mode the board is in, told from the view alone and from the mode before."""

from teg_shared.rules.negocios.state import Phase

from teg_tui.negocios_ui.modes.attempting import Attempting, Storming
from teg_tui.negocios_ui.modes.base import Asking, Mode, Table
from teg_tui.negocios_ui.modes.carding import Carding, Exchanging, Placing, Walking
from teg_tui.negocios_ui.modes.supplying import Supplying
from teg_tui.negocios_ui.modes.talking import Naming, Talking
from teg_tui.negocios_ui.modes.transferring import Transferring
from teg_tui.negocios_ui.modes.waiting import Finished, Watching


def mode_for(table: Table, before: Mode) -> Mode:
    """Return the mode for what the view says now; choices made in `before` stay where they still make sense."""
    view, model = table.view, table.model
    if view.phase is Phase.OVER:
        return Finished()
    if view.phase is Phase.BALLOT:
        ballot = model.ballot()
        return Naming() if ballot is not None and ballot.mine else Watching()
    if view.phase is Phase.NEGOTIATE:
        if not model.takes_part():
            return Watching()
        return before if _asks(before, Talking) and model.can_finish() else Talking()
    if view.actor != model.seat or model.seat < 0:
        return Watching()
    return _acting(table, before)


def _acting(table: Table, before: Mode) -> Mode:
    match table.view.phase:
        case Phase.ATTEMPTS:
            return _attempting(table, before)
        case Phase.SUPPLY:
            return Supplying()
        case Phase.CARD:
            return Carding()
        case Phase.PLACE:
            return Placing()
        case Phase.MOVE:
            return Walking()
        case Phase.TRANSFER:
            return before.settled(table) if isinstance(before, Transferring) else Transferring()
        case _:
            return Exchanging()


def _attempting(table: Table, before: Mode) -> Mode:
    model = table.model
    if isinstance(before, Attempting):
        return before.settled(table)
    if isinstance(before, Storming):
        return before if before.target in model.attack_targets(before.source) else Attempting()
    return before if _asks(before, Attempting) else Attempting()


def _asks(before: Mode, mode: type[Mode]) -> bool:
    """Whether a question stands that leads back to a mode."""
    return isinstance(before, Asking) and isinstance(before.back, mode)
