"""A real game of T.E.G. de los Negocios in memory, and the models of its viewers."""

from collections.abc import Iterator

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios.commands import AnyCommand
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import State

from teg_tui.negocios.model import NegociosModel
from tests.support.laws_negocios import Trader
from tests.support.played import PlayedTable


class Table(PlayedTable[State, AnyCommand, AnyEvent, Settings, NegociosModel]):
    """One game with everything that its viewers are told; moves are those of the law suite's lively player."""

    def __init__(
        self, seats: int = 4, seed: int = 1, settings: Settings | None = None, chance: Chance | None = None
    ) -> None:
        super().__init__(NEGOCIOS, NegociosModel, seats, settings or Settings(), seed, chance)
        self.player = Trader(NEGOCIOS)

    @classmethod
    def at(cls, state: State, chance: Chance | None = None) -> "Table":
        """Return a table in a state made by hand."""
        table = cls(len(state.colours), settings=state.settings, chance=chance)
        table.game.state = state
        return table

    def moves(self, most: int = 4000) -> Iterator[tuple[int, AnyCommand]]:
        """Yield random commands of a lively game; each must be played before the next is asked for."""
        for _ in range(most):
            if NEGOCIOS.outcome(self.state) is not None:
                return
            yield self.player.choose(self.rng, self.state)
