"""Which bot of a room is asked next, and with what."""

import hashlib
from dataclasses import dataclass, field

from teg_shared.rules.chance import pack

from teg_server.rooms.room import SUBSTITUTE, Room
from teg_server.thinking.thinker import Question


@dataclass(frozen=True, slots=True)
class Thought:
    """A question on its way: for which game and version, and whether the game waits for the seat."""

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
    silent: set[int] = field(default_factory=set)
    """Seats that had nothing to answer in the turn `quiet`."""
    quiet: tuple[object, ...] = ()
    last: int = -1
    """Seat that thought last."""

    def next(self, room: Room) -> Thought | None:
        """Return who is to think now: seats that are only asked something, then those the game waits for, in turn."""
        if self.thinking is not None or room.match is None:
            return None
        awaited = room.pace.seats
        silent = self.silent if self.quiet == _turn(room) else ()
        driven = [seat for seat in room.prompted if room.chairs[seat].driven]
        aside = [seat for seat in driven if seat not in awaited and seat not in silent]
        due = [seat for seat in driven if seat in awaited]
        seat = next(iter(aside or sorted(due, key=lambda seat: (seat <= self.last, seat))), None)
        if seat is None:
            return None
        self.last = seat
        return Thought(room.game_id, room.version, seat, seat in awaited)

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
        return room.chairs[thought.seat].driven and (thought.seat in room.pace.seats or not thought.on_turn)

    def nothing(self, room: Room, thought: Thought) -> None:
        """Remember that a bot has no answer, so that it is not asked again in this turn."""
        if self.quiet != _turn(room):
            self.quiet, self.silent = _turn(room), set()
        self.silent.add(thought.seat)

    def _substitute(self) -> str:
        return SUBSTITUTE if SUBSTITUTE in self.levels else self.levels[-1]


def _turn(room: Room) -> tuple[object, ...]:
    return (room.game_id, *room.pace.key)
