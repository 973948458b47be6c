"""Looking on: the game waits for somebody else, one is out or only watches, or the game is over."""

from dataclasses import dataclass

from teg_shared.rules.negocios.state import Phase

from teg_tui.i18n import _, ngettext
from teg_tui.names import listed
from teg_tui.negocios_ui.modes.base import Marks, Mode, Table
from teg_tui.negocios_ui.modes.talking import talk_name
from teg_tui.negocios_ui.naming import country, factor
from teg_tui.screens import board_mode


@dataclass(frozen=True)
class Watching(Mode):
    """The board can be looked at freely; what others do goes on by itself."""

    def hint(self, table: Table) -> str:
        """Return whom the game waits for and what they do."""
        view, seat = table.view, table.model.seat
        text = doing(table)
        if seat < 0:
            return text + " · " + _("estás mirando")
        if not view.masks[seat]:
            return text + " · " + _("quedaste afuera")
        if view.suspended >> seat & 1 and view.turn >= 0:
            return text + " · " + _("estás suspendido esta ronda")
        return text

    def marks(self, table: Table) -> Marks:
        """Draw the path that an icon has just walked."""
        way = table.model.walked
        return Marks(way[0], target=way[-1], kind="move", way=way) if way else Marks()


@dataclass(frozen=True)
class Finished(board_mode.Finished[Table]):
    """The game is over."""

    def hint(self, table: Table) -> str:
        """Return who won."""
        view, model = table.view, table.model
        if view.winner == model.seat >= 0:
            return _("¡Ganaste! Enter: resultados")
        return _("Ganó {player}. Enter: resultados").format(player=model.name_of(view.winner))


def _decides(table: Table, players: str) -> str:
    """Return who decides what at the end of a round (N91, N93)."""
    view, count = table.view, len(table.model.prompted())
    kind = view.ballot.kind if view.ballot is not None else ""
    if kind == "starter":
        said = ngettext("Decide {players}: quién empieza", "Deciden {players}: quién empieza", count)
    elif kind == "map":
        said = ngettext("Decide {players}: a quién suspende", "Deciden {players}: a quién suspenden", count)
        said += " " + _("por liderar el mapa")
    else:
        said = ngettext("Decide {players}: a quién suspende", "Deciden {players}: a quién suspenden", count)
        said += " " + (_("por liderar el mercado") if view.market_on else _("por ser segundo en el mapa"))
    return said.format(players=players)


def doing(table: Table) -> str:
    """Return who does what now."""
    view, model = table.view, table.model
    player = model.name_of(view.actor) if view.actor >= 0 else ""
    waits = listed([model.name_of(seat) for seat in model.prompted()]) or "…"
    match view.phase:
        case Phase.ATTEMPTS:
            text = _("Juega {player}: intento {n}").format(player=player, n=view.attempts + 1)
        case Phase.SUPPLY:
            text = _("Juega {player}: elige de dónde sale la ficha para {country}").format(
                player=player, country=country(view.value)
            )
        case Phase.CARD:
            text = _("Juega {player}: puede jugar una tarjeta").format(player=player)
        case Phase.PLACE:
            text = _("Juega {player}: su tarjeta pone {n} fichas").format(player=player, n=view.value)
        case Phase.MOVE:
            task = model.icon_task()
            icon = factor(task.factor) if task is not None else ""
            text = _("Juega {player}: mueve el ícono {factor}").format(player=player, factor=icon)
        case Phase.EXCHANGE | Phase.BONUS:
            text = _("Juega {player}: intercambia en el mercado").format(player=player)
        case Phase.TRANSFER:
            text = _("Juega {player}: invierte y reasigna").format(player=player)
        case Phase.BALLOT:
            text = _decides(table, waits)
        case _:
            lacks = ngettext("{name}: falta {players}", "{name}: faltan {players}", len(model.prompted()))
            text = lacks.format(name=talk_name(view.stage), players=waits)
    return text
