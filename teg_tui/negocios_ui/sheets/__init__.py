"""The sheets of Negocios, by the key or the name that opens them."""

from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.sheets.cards import CardsSheet, ObjectiveSheet
from teg_tui.negocios_ui.sheets.choices import BallotSheet, ExchangeSheet
from teg_tui.negocios_ui.sheets.deals import DealsSheet
from teg_tui.negocios_ui.sheets.helping import HelpSheet
from teg_tui.negocios_ui.sheets.offer import OfferSheet
from teg_tui.negocios_ui.sheets.reading import ChronicleSheet, LevelsSheet, MarketSheet, StateSheet
from teg_tui.negocios_ui.sheets.results import ResultsSheet
from teg_tui.negocios_ui.sheets.table import FindSheet, LeaveSheet
from teg_tui.screens.sheets.talk import ChatSheet
from teg_tui.theme import Skin
from teg_tui.widgets.sheet import Sheet

__all__ = ["ChatSheet", "open_by_key", "open_by_name"]


def open_by_key(key: str, skin: Skin, model: NegociosModel, cursor: int = -1, section: str = "") -> Sheet | None:
    """Return the sheet that a key opens, None for a key without one.

    Args:
        key: the key.
        skin: the colours.
        model: the model.
        cursor: country under the cursor.
        section: chapter of the help that fits the moment.
    """
    match key:
        case "?" | "f1":
            return HelpSheet(skin, section)
        case "c" if not model.spectator:
            return CardsSheet(skin, model)
        case "o" if not model.spectator:
            return ObjectiveSheet(skin, model)
        case "p":
            return DealsSheet(skin, model)
        case "n":
            return LevelsSheet(skin, model, cursor)
        case "m":
            return MarketSheet(skin, model)
        case "t":
            return ChatSheet(skin, model)
        case "/":
            return FindSheet(skin, model)
        case "b":
            return ChronicleSheet(skin, model)
        case "e":
            return StateSheet(skin, model)
        case "q" | "ctrl+q" | "ctrl+c":
            return LeaveSheet(skin, model)
        case _:
            return None


def open_by_name(name: str, skin: Skin, model: NegociosModel) -> Sheet | None:
    """Return the sheet that a mode asks for."""
    match name:
        case "cards":
            return CardsSheet(skin, model)
        case "deals":
            return DealsSheet(skin, model)
        case "offer":
            return OfferSheet(skin, model)
        case "exchange":
            return ExchangeSheet(skin, model)
        case "ballot":
            return BallotSheet(skin, model)
        case "results":
            return ResultsSheet(skin, model)
        case _:
            return None
