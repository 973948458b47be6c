"""Finding a country, and leaving the table."""

from rich.segment import Segment
from teg_shared.rules.negocios.data import COUNTRIES
from teg_shared.rules.negocios.state import Phase

from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.naming import code, country, factor
from teg_tui.negocios_ui.scene import Scene
from teg_tui.screens.sheets.find import FindingSheet
from teg_tui.screens.sheets.leaving import LeavingSheet
from teg_tui.theme import Skin
from teg_tui.widgets.lines import pad


class FindSheet(FindingSheet):
    """The 80 countries."""

    def __init__(self, skin: Skin, model: NegociosModel) -> None:
        super().__init__(skin, [country(n) for n in range(COUNTRIES)], [code(n) for n in range(COUNTRIES)])
        self.model = model

    def line(self, number: int) -> list[Segment]:
        """Return fichas, name, owner and factor."""
        scene = Scene(self.model, self.skin)
        return [
            scene.count(number),
            Segment(" " + pad(country(number), 17), self.skin.ink("bright", bold=True)),
            Segment(
                pad(scene.player(self.model.owner(number)), 10) + " " + factor(self.model.factor(number)),
                self.skin.ink("dim"),
            ),
        ]


class LeaveSheet(LeavingSheet):
    """Leaving a game of Negocios."""

    def __init__(self, skin: Skin, model: NegociosModel) -> None:
        super().__init__(skin)
        self.model = model

    @property
    def playing(self) -> bool:
        """Whether this viewer has a seat in a game that goes on."""
        view = self.model.view
        return view is not None and view.phase is not Phase.OVER and not self.model.spectator

    @property
    def fate(self) -> str:
        """What becomes of a seat that is given up, in words."""
        return words.option_value("leaver", self.model.settings.leaver)
