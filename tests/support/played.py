"""A real game in memory, whatever is played, told to viewers in the messages of the protocol as a server would."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.diff import diff, state_hash
from teg_shared.protocol.messages import Joined, RoomState, SeatInfo, Snapshot, Update
from teg_shared.rules.chance import Chance, VerifiableChance
from teg_shared.rules.game import Game, start
from teg_shared.rules.variant import Variant

from teg_tui.table_model import TableModel

NAMES = ("Ana", "Beto", "Caro", "Dani", "Ema", "Fede", "Gabi", "Hugo")

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=msgspec.Struct)
E = TypeVar("E", bound=msgspec.Struct)
G = TypeVar("G", bound=msgspec.Struct)
M = TypeVar("M", bound=TableModel[Any])


class PlayedTable(Generic[S, C, E, G, M]):
    """One game with everything that its viewers are told."""

    def __init__(
        self,
        variant: Variant[S, C, E, G],
        model: Callable[[], M],
        seats: int,
        settings: G,
        seed: int,
        chance: Chance | None,
    ) -> None:
        self.variant = variant
        self.rng = random.Random(seed)  # the same game for the same number
        self.chance: Chance = chance or VerifiableChance(seed.to_bytes(32, "big"))
        self.settings = settings
        self.seats = seats
        self.game: Game[S, C, E, G] = start(variant, variant.colours[:seats], settings, self.chance)
        self.version = 1
        self._model = model

    @property
    def state(self) -> S:
        """The whole truth."""
        return self.game.state

    def room(self, status: str = "playing") -> RoomState:
        """Return the room as everybody sees it; seat 0 owns it, the others are people too."""
        infos = tuple(
            SeatInfo("human", NAMES[n], "", self.variant.colours[n], connected=True, substitute=False, left=False)
            for n in range(self.seats)
        )
        return RoomState(
            id="r1", name="Mesa", variant=self.variant.name, status=status, owner=0, seats=infos, watchers=0,  # type: ignore[arg-type]
            settings=pack_raw(self.settings), clock=0, rematch=(), commitment=b"", fingerprint="",
        )  # fmt: skip

    def snapshot(self, viewer: int) -> Snapshot:
        """Return the whole view of a viewer, -1 for a spectator."""
        view = self.variant.view(self.state, viewer if viewer >= 0 else None)
        return Snapshot(self.version, pack_raw(view), state_hash(view))

    def model(self, viewer: int) -> M:
        """Return the model of a viewer who has just come in."""
        model = self._model()
        model.apply(Joined("r1", viewer, "t" * 22))
        model.apply(self.room())
        model.apply(self.snapshot(viewer))
        return model

    def play(self, seat: int, command: C, viewers: Sequence[int] = (-1,)) -> dict[int, Update]:
        """Play one command and return what each viewer is told of it."""
        return self.tell(self.variant.decide(self.state, seat, command, self.chance), viewers)

    def tell(self, events: list[E], viewers: Sequence[int]) -> dict[int, Update]:
        """Let events happen and return what each viewer is told of them."""
        seats = {viewer: viewer if viewer >= 0 else None for viewer in viewers}
        before = {viewer: self.variant.view(self.state, who) for viewer, who in seats.items()}
        told: dict[int, list[E]] = {viewer: [] for viewer in viewers}
        for event in events:
            for viewer, who in seats.items():
                seen = self.variant.redact(event, who)
                if seen is not None:
                    told[viewer].append(seen)
            self.game.apply([event])
        self.version += 1
        out = {}
        for viewer, who in seats.items():
            after = self.variant.view(self.state, who)
            raws = tuple(pack_raw(event) for event in told[viewer])
            out[viewer] = Update(self.version, raws, diff(before[viewer], after), state_hash(after))
        return out
