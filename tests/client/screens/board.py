"""Positions for the tests of the screens: a real state of the rules, arranged, and a desk on it."""

from collections.abc import Mapping
from typing import cast

import msgspec
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.messages import Accepted, FromClient, FromServer, Joined, Refused, RoomState, Snapshot
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.errors import RuleError

from teg_tui.changes import Status
from teg_tui.model import Model
from teg_tui.screens.desk import Desk
from tests.client.core.table import Table

C = BOARD.index
"""Number of a country by its slug."""


BETO = (0, 1, 3)
"""Continents of Beto."""


class Position:
    """A table of three whose state was arranged; commands of seat 0 are decided by the real rules.

    Ana (seat 0, azul) owns what `mine` says; of the rest Beto (seat 1, rojo) has America and Africa, Caro all else.
    """

    def __init__(
        self,
        mine: Mapping[str, int],
        *,
        phase: Phase = Phase.ATTACK,
        pool: int = 0,
        armies: Mapping[str, int] | None = None,
        hand: tuple[str, ...] = (),
        dice: tuple[int, ...] = (),
        settings: Settings | None = None,
        seat: int = 0,
        names: tuple[str, ...] = (),
        turn: int = 0,
    ) -> None:
        self.table = Table(3, settings=settings, chance=None)
        self.table.chance = LoadedChance(dice)
        self.names = names
        self.seat = seat
        self.sent: list[FromClient] = []
        self.commands: list[msgspec.Struct] = []
        self.answers: list[FromServer] = []
        self.held = False
        self._arrange(self.table.state, mine, armies or {}, hand)
        state = self.table.state
        state.phase, state.pool, state.turn = phase, pool, turn
        if phase is Phase.PLACEMENT:
            state.round, state.lap = 0, 1
        self.model = Model()
        self.model.connected(Status("online"))
        self.model.apply(Joined("r1", seat, "t" * 22))
        self.model.apply(self.room())
        self.model.apply(self.snapshot())
        self.desk = Desk(self.model, self)

    def _arrange(self, state: State, mine: Mapping[str, int], armies: Mapping[str, int], hand: tuple[str, ...]) -> None:
        state.round, state.lap, state.bound = 3, 0, [0] * len(BOARD.continents)
        for number, info in enumerate(BOARD.countries):
            state.owners[number] = 0 if info.id in mine else 1 if info.continent in BETO else 2
            state.armies[number] = mine.get(info.id) or armies.get(info.id, 1)
        for seat in range(3):
            state.masks[seat] = sum(1 << n for n, owner in enumerate(state.owners) if owner == seat)
        state.objectives[0] = state.dealt[0] = 1
        cards = [C[slug] for slug in hand]
        state.deck = [card for card in state.deck if card not in cards]
        state.hands[0] = cards

    def room(self) -> RoomState:
        room = self.table.room()
        if not self.names:
            return room
        seats = tuple(
            type(info)("human", name, "", info.colour, connected=True, substitute=False, left=False)
            for info, name in zip(room.seats, self.names, strict=True)
        )
        return RoomState(**{f: getattr(room, f) for f in room.__struct_fields__} | {"seats": seats})

    def snapshot(self) -> Snapshot:
        view = CLASSIC.view(self.table.state, self.seat if self.seat >= 0 else None)
        return Snapshot(self.table.version, pack_raw(view), state_hash(view))

    # --- the link

    def act(self, command: msgspec.Struct) -> int:
        self.commands.append(command)
        number = len(self.commands)
        if self.held:
            return number
        try:
            update = self.table.play(self.seat, cast(AnyCommand, command), (self.seat,))[self.seat]
        except RuleError as error:
            self.answers.append(Refused(error.code, error.facts, number))
            return number
        self.answers += [Accepted(number, self.table.version), update]
        return number

    def send(self, message: FromClient) -> None:
        self.sent.append(message)

    def other(self, seat: int, command: AnyCommand) -> None:
        """Let another seat do something."""
        self.answers.append(self.table.play(seat, command, (self.seat,))[self.seat])

    # --- keys

    def press(self, *keys: str) -> str:
        """Press keys on the desk, let the server answer after each, and return the last sentence said."""
        said = ""
        for key in keys:
            step = self.desk.press(key)
            said = step.say if step is not None else ""
            self.answer()
        return said

    def answer(self) -> None:
        while self.answers:
            self.desk.applied(self.model.apply(self.answers.pop(0)))

    def at(self, slug: str) -> "Position":
        """Put the cursor on a country."""
        self.desk.point(C[slug])
        return self

    def armies(self, slug: str) -> int:
        return self.model.armies(C[slug])


SOUTH = {"brasil": 5, "argentina": 3, "uruguay": 1}
"""Armies of a seat with the south of America, Peru and Colombia being foreign."""


def attacking(**more: object) -> Position:
    return Position(SOUTH, **more)  # type: ignore[arg-type]
