"""Which bot of a room is asked next, and with what."""

import hashlib
from dataclasses import dataclass, field

from teg_shared.rules.chance import pack

from teg_server.room import SUBSTITUTE, Room
from teg_server.thinker import Question


@dataclass(frozen=True, slots=True)
class Thought:
    """A question on its way: for which game and version, and whether the seat is on turn."""

    game: str
    version: int
    seat: int
    on_turn: bool


@dataclass(slots=True)
class Robots:
    """The bots of one table; one of them thinks at a time.

    Args:
        levels: levels that exist.
    """

    levels: tuple[str, ...]
    thinking: Thought | None = None
    silent: set[tuple[object, ...]] = field(default_factory=set)
    """Seats that had nothing to answer in this turn."""

    def next(self, room: Room) -> Thought | None:
        """Return who is to think now: bots that are asked for an answer, then the one on turn."""
        if self.thinking is not None:
            return None
        asked = room.prompted
        for seat in asked[1:]:
            chair = room.chairs[seat]
            # a person who is away for a moment answers for themselves when they are back
            if (chair.kind == "bot" or chair.left) and (seat, *room.turn_key) not in self.silent:
                return Thought(room.game_id, room.version, seat, on_turn=False)
        if asked and room.chairs[asked[0]].driven:
            return Thought(room.game_id, room.version, asked[0], on_turn=True)
        return None

    def question(self, room: Room, thought: Thought) -> Question:
        """Return what the bot of a seat is asked: nothing but what the seat may see."""
        if room.match is None:
            raise ValueError("no game to think about")
        chair = room.chairs[thought.seat]
        view = room.variant.view(room.match.game.state, thought.seat)
        digest = hashlib.sha256(pack("bot", room.secret, thought.seat)).digest()
        return Question(
            room.variant.name, chair.level or self._substitute(), int.from_bytes(digest[:7], "big"), thought.seat,
            thought.on_turn, room.codec.encode(view),
        )  # fmt: skip

    def wanted(self, room: Room, thought: Thought) -> bool:
        """Whether an answer to `thought` is still asked for."""
        if thought.game != room.game_id or thought.seat not in room.prompted:
            return False
        chair = room.chairs[thought.seat]
        if not thought.on_turn:
            return chair.kind == "bot" or chair.left
        return chair.driven and thought.seat == room.on_turn

    def nothing(self, room: Room, thought: Thought) -> None:
        """Remember that a bot has no answer, so that it is not asked again in this turn."""
        self.silent = {known for known in self.silent if known[1:] == room.turn_key}
        self.silent.add((thought.seat, *room.turn_key))

    def _substitute(self) -> str:
        return SUBSTITUTE if SUBSTITUTE in self.levels else self.levels[-1]
