"""The sheets of the game, by the key or the name that opens them."""

from teg_tui.model import Model
from teg_tui.screens.sheets.cards import CardsSheet, ObjectiveSheet
from teg_tui.screens.sheets.find import FindSheet
from teg_tui.screens.sheets.helping import HelpSheet
from teg_tui.screens.sheets.leaving import LeaveSheet
from teg_tui.screens.sheets.pacts import PactsSheet
from teg_tui.screens.sheets.reading import ChronicleSheet, StateSheet
from teg_tui.screens.sheets.results import ResultsSheet
from teg_tui.screens.sheets.talk import ChatSheet
from teg_tui.theme import Skin
from teg_tui.widgets.sheet import Sheet

__all__ = ["ChatSheet", "open_by_key", "open_by_name", "results"]


def open_by_key(key: str, skin: Skin, model: Model) -> Sheet | None:
    """Return the sheet that a key opens, None for a key without one."""
    match key:
        case "?" | "f1":
            return HelpSheet(skin)
        case "c" if not model.spectator:
            return CardsSheet(skin, model)
        case "o" if not model.spectator:
            return ObjectiveSheet(skin, model)
        case "p":
            return PactsSheet(skin, model)
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


def open_by_name(name: str, skin: Skin, model: Model) -> Sheet:
    """Return the sheet that a mode of the board asks for: cards, pacts or results."""
    if name == "cards":
        return CardsSheet(skin, model)
    return PactsSheet(skin, model) if name == "pacts" else ResultsSheet(skin, model)


def results(skin: Skin, model: Model) -> Sheet:
    """Return the results of a game that is over."""
    return ResultsSheet(skin, model)
