"""The base of the sheets that speak of a game, whatever is played."""

from typing import Generic

from teg_tui.game_model import M
from teg_tui.theme import Skin
from teg_tui.widgets.sheet import Sheet


class GameSheet(Sheet, Generic[M]):
    """A sheet that looks at a game; `M` is its model."""

    def __init__(self, skin: Skin, model: M) -> None:
        super().__init__(skin)
        self.model = model
