"""What one side of a deal gives, as a few words."""

from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens

from teg_tui.i18n import _
from teg_tui.negocios.names import card
from teg_tui.negocios_ui.naming import code, country
from teg_tui.negocios_ui.scene import Scene


def ware(scene: Scene, goods: Goods, *, short: bool = False) -> str:
    """Return fichas with their colour's sign, a country or a card."""
    match goods:
        case Tokens(colour=colour, count=count):
            if short:
                return f"{count}{scene.sign(colour)}"
            one = _("1 ficha de {player}") if count == 1 else _("{n} fichas de {player}")
            return one.format(n=count, player=scene.player(colour))
        case Land(country=number):
            return code(number) if short else country(number)
        case Card(card=None):
            return "?" if short else _("una tarjeta a elegir")
        case Card(card=number):
            if short or number is None or number == HIDDEN:
                return _("tarj.") if short else _("una tarjeta")
            return card(number)
        case _:
            return ""
