"""Finding a country, and leaving the table."""

from typing import ClassVar, Final

from rich.segment import Segment
from teg_shared.rules.negocios.data import COUNTRIES

from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.modes.attempting import best_source
from teg_tui.negocios_ui.modes.base import Table
from teg_tui.negocios_ui.naming import code, country, factor
from teg_tui.negocios_ui.scene import Scene
from teg_tui.screens.sheets.find import FindingSheet, plain
from teg_tui.screens.sheets.leaving import LeavingSheet
from teg_tui.theme import Skin
from teg_tui.widgets.lines import pad

LETTERS: Final = 3
"""Letters from which the name of a corporation or a factor is looked for, too."""


class FindSheet(FindingSheet):
    """The 80 countries; the name of a corporation, or of a factor, lists its countries, the best chance first."""

    wanted: ClassVar[int] = 58

    def __init__(self, skin: Skin, model: NegociosModel) -> None:
        super().__init__(skin, [country(n) for n in range(COUNTRIES)], [code(n) for n in range(COUNTRIES)])
        self.model = model

    def found(self) -> list[int]:
        """Return the countries that match by name, then those of an owner or a factor of that name."""
        found = super().found()
        wanted = plain(self.editor.text.strip())
        if len(wanted) < LETTERS:
            return found
        others = [n for n in range(COUNTRIES) if n not in found and self._belongs(n, wanted)]
        exact = [n for n in found if wanted in plain(country(n)) or plain(code(n)).startswith(wanted)]
        loose = [n for n in found if n not in exact]
        return [*exact, *sorted(others, key=lambda n: (-self._chance(n), country(n))), *loose]

    def _belongs(self, number: int, wanted: str) -> bool:
        named = (self.model.name_of(self.model.owner(number)), factor(self.model.factor(number)))
        return any(plain(name).startswith(wanted) for name in named)

    def _chance(self, number: int) -> float:
        """Return the best chance of an attempt on this country now, 0 if none is possible."""
        table = Table(self.model, number)
        if not self.model.attack_sources() or table.owns_cursor:
            return 0.0
        source = best_source(table, number)
        attempt = self.model.attempt(source, number) if source >= 0 else None
        return attempt.chance if attempt is not None else 0.0

    def line(self, number: int) -> list[Segment]:
        """Return fichas, name, owner, the chance if an attempt is possible now, and the factor."""
        scene, chance = Scene(self.model, self.skin), self._chance(number)
        return [
            scene.count(number),
            Segment(" " + pad(country(number), 20), self.skin.ink("bright", bold=True)),
            Segment(pad(scene.player(self.model.owner(number)), 10), self.skin.ink("dim")),
            Segment(f"{round(100 * chance):>3} % " if chance else "      ", self.skin.ink("good", bold=True)),
            Segment(factor(self.model.factor(number)), self.skin.ink("dim")),
        ]


class LeaveSheet(LeavingSheet[NegociosModel]):
    """Leaving a game of Negocios."""

    @property
    def fate(self) -> str:
        """What becomes of a seat that is given up, in words."""
        return words.option_value("leaver", self.model.settings.leaver)
