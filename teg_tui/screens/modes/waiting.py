"""Looking on: somebody else plays, one is out, one only watches, or the game is over."""

from dataclasses import dataclass

from teg_shared.rules.classic.state import Phase

from teg_tui.i18n import _
from teg_tui.screens import board_mode
from teg_tui.screens.modes.base import Marks, Mode, Table, name


@dataclass(frozen=True)
class Watching(Mode):
    """The board can be looked at freely; what others do goes on by itself."""

    def hint(self, table: Table) -> str:
        """Return whose turn it is and what they do."""
        view, model = table.view, table.model
        text = _doing(table, model.name_of(view.turn))
        if model.spectator:
            return text + " · " + _("estás mirando")
        if not view.masks[model.seat]:
            return text + " · " + _("ya no tenés países")
        return text

    def marks(self, table: Table) -> Marks:
        """Show the conquest that waits for its armies, if there is one."""
        occupation = table.view.occupation
        if occupation is None:
            return Marks()
        return Marks(occupation.source, frozenset((occupation.target,)), occupation.target, "move")


@dataclass(frozen=True)
class Finished(board_mode.Finished[Table]):
    """The game is over; the board stays to be looked at."""

    def hint(self, table: Table) -> str:
        """Return who won."""
        view, model = table.view, table.model
        if view.winner == model.seat:
            return _("¡Ganaste la partida! · Enter: resultados")
        return _("Ganó {player} · Enter: resultados").format(player=model.name_of(view.winner))


def _doing(table: Table, player: str) -> str:
    view = table.view
    match view.phase:
        case Phase.PLACEMENT:
            text = _("Juega {player}: coloca {n}").format(player=player, n=view.pool)
        case Phase.INCORPORATE:
            left = view.pool + sum(view.bound)
            text = (
                _("Juega {player}: incorpora {n}").format(player=player, n=left)
                if left
                else _("Juega {player}: puede atacar").format(player=player)
            )
        case Phase.ATTACK:
            text = _("Juega {player}: ataca").format(player=player)
        case Phase.OCCUPY:
            where = name(view.occupation.target) if view.occupation else ""
            text = _("Juega {player}: pasa ejércitos a {country}").format(player=player, country=where)
        case Phase.REGROUP:
            text = _("Juega {player}: reagrupa").format(player=player)
        case _:
            text = _("Juega {player}: termina su turno").format(player=player)
    return text
