"""A real game of T.E.G. de los Negocios in memory, told to viewers in the messages of the protocol."""

import random
from collections.abc import Iterator, Sequence

from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.diff import diff, state_hash
from teg_shared.protocol.messages import Joined, RoomState, SeatInfo, Snapshot, Update
from teg_shared.rules.chance import Chance, VerifiableChance
from teg_shared.rules.game import Game, start
from teg_shared.rules.negocios.commands import AnyCommand
from teg_shared.rules.negocios.data import COLOURS
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import State

from teg_tui.negocios.model import NegociosModel
from tests.support.laws_negocios import Trader

NAMES = ("Ana", "Beto", "Caro", "Dani", "Ema", "Fede", "Gabi", "Hugo")


class Table:
    """One game with everything that its viewers are told; moves are those of the law suite's lively player."""

    def __init__(
        self, seats: int = 4, seed: int = 1, settings: Settings | None = None, chance: Chance | None = None
    ) -> None:
        self.rng = random.Random(seed)  # the same game for the same number
        self.chance: Chance = chance or VerifiableChance(seed.to_bytes(32, "big"))
        self.settings = settings or Settings()
        self.game: Game[State, AnyCommand, AnyEvent, Settings] = start(
            NEGOCIOS, COLOURS[:seats], self.settings, self.chance
        )
        self.player = Trader(NEGOCIOS)
        self.version = 1

    @classmethod
    def at(cls, state: State, chance: Chance | None = None) -> "Table":
        """Return a table in a state made by hand."""
        table = cls(len(state.colours), settings=state.settings, chance=chance)
        table.game.state = state
        return table

    @property
    def state(self) -> State:
        """The whole truth."""
        return self.game.state

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.state.colours)

    def room(self, status: str = "playing") -> RoomState:
        """Return the room as everybody sees it; seat 0 owns it, the others are people too."""
        infos = tuple(
            SeatInfo("human", NAMES[n], "", COLOURS[n], connected=True, substitute=False, left=False)
            for n in range(self.seats)
        )
        return RoomState(
            id="r1", name="Mesa", variant="negocios", status=status, owner=0, seats=infos, watchers=0,  # type: ignore[arg-type]
            settings=pack_raw(self.settings), clock=0, rematch=(), commitment=b"", fingerprint="",
        )  # fmt: skip

    def snapshot(self, viewer: int) -> Snapshot:
        """Return the whole view of a viewer, -1 for a spectator."""
        view = NEGOCIOS.view(self.state, viewer if viewer >= 0 else None)
        return Snapshot(self.version, pack_raw(view), state_hash(view))

    def model(self, viewer: int) -> NegociosModel:
        """Return the model of a viewer who has just come in."""
        model = NegociosModel()
        model.apply(Joined("r1", viewer, "t" * 22))
        model.apply(self.room())
        model.apply(self.snapshot(viewer))
        return model

    def play(self, seat: int, command: AnyCommand, viewers: Sequence[int] = (-1,)) -> dict[int, Update]:
        """Play one command and return what each viewer is told of it."""
        return self.tell(NEGOCIOS.decide(self.state, seat, command, self.chance), viewers)

    def tell(self, events: list[AnyEvent], viewers: Sequence[int]) -> dict[int, Update]:
        """Let events happen and return what each viewer is told of them."""
        seats = {viewer: viewer if viewer >= 0 else None for viewer in viewers}
        before = {viewer: NEGOCIOS.view(self.state, who) for viewer, who in seats.items()}
        told: dict[int, list[object]] = {viewer: [] for viewer in viewers}
        for event in events:
            for viewer, who in seats.items():
                seen = NEGOCIOS.redact(event, who)
                if seen is not None:
                    told[viewer].append(seen)
            self.game.apply([event])
        self.version += 1
        out = {}
        for viewer, who in seats.items():
            after = NEGOCIOS.view(self.state, who)
            raws = tuple(pack_raw(event) for event in told[viewer])
            out[viewer] = Update(self.version, raws, diff(before[viewer], after), state_hash(after))
        return out

    def moves(self, most: int = 4000) -> Iterator[tuple[int, AnyCommand]]:
        """Yield random commands of a lively game; each must be played before the next is asked for."""
        for _ in range(most):
            if NEGOCIOS.outcome(self.state) is not None:
                return
            yield self.player.choose(self.rng, self.state)
