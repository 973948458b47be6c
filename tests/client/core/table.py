"""A real game played in memory, told to viewers in the messages of the protocol as a server would."""

import random
from collections.abc import Iterator

from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.diff import diff, state_hash
from teg_shared.protocol.messages import Joined, RoomState, SeatInfo, Snapshot, Update
from teg_shared.rules.chance import Chance, VerifiableChance
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
from teg_shared.rules.classic.data import COLOURS
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.game import Game, start

from teg_tui.model import Model

NAMES = ("Ana", "Beto", "Caro", "Dani", "Ema", "Fede")
TALK = ProposePact | ProposeDissolve | Answer | Withdraw | Announce


class Table:
    """One game with everything that its viewers are told."""

    def __init__(
        self, seats: int = 3, seed: int = 1, settings: Settings | None = None, chance: Chance | None = None
    ) -> None:
        self.seats = seats
        self.rng = random.Random(seed)  # the same game for the same number
        self.chance: Chance = chance or VerifiableChance(seed.to_bytes(32, "big"))
        self.settings = settings or Settings()
        self.game: Game[State, AnyCommand, object, Settings] = start(  # type: ignore[type-var, assignment]
            CLASSIC, COLOURS[:seats], self.settings, self.chance
        )
        self.version = 1

    @property
    def state(self) -> State:
        """The whole truth."""
        return self.game.state

    def room(self, status: str = "playing") -> RoomState:
        """Return the room as everybody sees it; seat 0 owns it, the others are people too."""
        infos = tuple(
            SeatInfo("human", NAMES[n], "", COLOURS[n], connected=True, substitute=False, left=False)
            for n in range(self.seats)
        )
        return RoomState(
            id="r1", name="Mesa", variant="classic", status=status, owner=0, seats=infos, watchers=0,  # type: ignore[arg-type]
            settings=pack_raw(self.settings), clock=0, rematch=(), commitment=b"", fingerprint="",
        )  # fmt: skip

    def snapshot(self, viewer: int) -> Snapshot:
        """Return the whole view of a viewer, -1 for a spectator."""
        view = CLASSIC.view(self.state, viewer if viewer >= 0 else None)
        return Snapshot(self.version, pack_raw(view), state_hash(view))

    def model(self, viewer: int) -> Model:
        """Return the model of a viewer who has just come in."""
        model = Model()
        model.apply(Joined("r1", viewer, "t" * 22))
        model.apply(self.room())
        model.apply(self.snapshot(viewer))
        return model

    def play(self, seat: int, command: AnyCommand, viewers: tuple[int, ...] = (-1,)) -> dict[int, Update]:
        """Play one command and return what each viewer is told of it."""
        seats = {viewer: viewer if viewer >= 0 else None for viewer in viewers}
        before = {viewer: CLASSIC.view(self.state, who) for viewer, who in seats.items()}
        events = CLASSIC.decide(self.state, seat, command, self.chance)
        told: dict[int, list[object]] = {viewer: [] for viewer in viewers}
        for event in events:
            for viewer, who in seats.items():
                seen = CLASSIC.redact(event, who)
                if seen is not None:
                    told[viewer].append(seen)
            self.game.apply([event])
        self.version += 1
        out = {}
        for viewer, who in seats.items():
            after = CLASSIC.view(self.state, who)
            raws = tuple(pack_raw(event) for event in told[viewer])
            out[viewer] = Update(self.version, raws, diff(before[viewer], after), state_hash(after))
        return out

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
