"""A real classic game in memory, and the models of its viewers."""

from collections.abc import Iterator

from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.diff import state_hash
from teg_shared.rules.chance import Chance
from teg_shared.rules.classic.commands import (
    Announce,
    Answer,
    AnyCommand,
    Attack,
    EndTurn,
    ProposeDissolve,
    ProposePact,
    Withdraw,
)
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase, State

from teg_tui.model import Model
from tests.support.played import PlayedTable

TALK = ProposePact | ProposeDissolve | Answer | Withdraw | Announce


class Table(PlayedTable[State, AnyCommand, AnyEvent, Settings, Model]):
    """One classic game with everything that its viewers are told."""

    def __init__(
        self, seats: int = 3, seed: int = 1, settings: Settings | None = None, chance: Chance | None = None
    ) -> None:
        super().__init__(CLASSIC, Model, seats, settings or Settings(), seed, chance)

    def moves(self, most: int = 4000) -> Iterator[tuple[int, AnyCommand]]:
        """Yield random commands of a lively game; each must be played before the next is asked for."""
        for _ in range(most):
            if CLASSIC.outcome(self.state) is not None:
                return
            yield self._move()

    def _move(self) -> tuple[int, AnyCommand]:
        seat = self.state.turn
        if self.rng.random() < 0.08:
            talkers = [s for s in range(self.seats) if self.state.masks[s]]
            talker = self.rng.choice(talkers)
            talk = [c for c in CLASSIC.legal(self.state, talker) if isinstance(c, TALK)]
            if talk:
                kind = self.rng.choice(sorted({type(c).__name__ for c in talk}))
                return talker, self.rng.choice([c for c in talk if type(c).__name__ == kind])
        options = [c for c in CLASSIC.legal(self.state, seat) if not isinstance(c, TALK)]
        attacks = [c for c in options if isinstance(c, Attack) and self.state.armies[c.source] > 2]
        if attacks and self.rng.random() < 0.9:
            return seat, self.rng.choice(attacks)
        ends = [c for c in options if isinstance(c, EndTurn)]
        if ends and self.rng.random() < 0.6:
            return seat, ends[0]
        return seat, self.rng.choice(options)


def edited(table: Table, viewer: int, **fields: object) -> Model:
    """Return the model of a viewer whose view is changed by hand."""
    view = CLASSIC.view(table.state, viewer if viewer >= 0 else None)
    for name, value in fields.items():
        setattr(view, name, value)
    model = Model()
    model.apply(msg.Joined("r1", viewer, "t"))
    model.apply(table.room())
    model.apply(msg.Snapshot(5, pack_raw(view), state_hash(view)))
    return model


def on_turn(table: Table, **fields: object) -> Model:
    """Return the model of the seat on turn, in round 3 of a game, with changes by hand."""
    plain: dict[str, object] = {"round": 3, "lap": 0, "pool": 0, "phase": Phase.ATTACK}
    return edited(table, table.state.turn, **(plain | fields))
