"""What may be done in a running game, as functions from a request to the entry that is to be written.

Nothing here changes a room: the rules decide, the table writes, and only then the state moves.
"""

from dataclasses import dataclass

import msgspec
from teg_shared.rules.errors import RuleError

from teg_server.rooms import journal
from teg_server.rooms.room import Match, Room


@dataclass(frozen=True, slots=True)
class Move:
    """An accepted command: its entry, and the same events undecoded."""

    entry: journal.Played
    events: list[msgspec.Struct]


def running(room: Room) -> Match:
    """Return the room's game.

    Raises:
        RuleError: `game-not-started` or `game-over`.
    """
    if room.match is None:
        raise RuleError("game-not-started")
    if room.status == "over":
        raise RuleError("game-over")
    return room.match


def act(room: Room, seat: int, number: int, raw: bytes | msgspec.Raw, cause: str = "act") -> Move:
    """Return what the command in `raw` makes happen.

    Raises:
        RuleError: if the rules refuse it.
        MalformedError: if it is no command.
    """
    match = running(room)
    command = room.codec.command(raw)
    return _move(room, seat, number, cause, room.variant.decide(match.game.state, seat, command, match.chance))


def expire(room: Room, seat: int, cause: str) -> Move | None:
    """Return what ends the obligations of `seat`, or None if it has none (T3)."""
    match = running(room)
    events = room.variant.expire(match.game.state, seat, match.chance)
    return _move(room, seat, 0, cause, events) if events else None


def leave(room: Room, seat: int) -> Move | None:
    """Return what makes `seat` only defend, or None where the house rule lets a bot play on (T4)."""
    if getattr(room.settings, "leaver", "bot") != "neutral" or room.match is None or room.status != "playing":
        return None
    try:
        events = room.variant.leave(room.match.game.state, seat, room.match.chance)
    except RuleError:
        return None  # it is out already, or nobody else is left to play: a bot holds the seat
    return _move(room, seat, 0, "leave", events) if events else None


def _move(room: Room, seat: int, number: int, cause: str, events: list[msgspec.Struct]) -> Move:
    raws = tuple(room.codec.encode(event) for event in events)
    return Move(journal.Played(seat, number, cause, raws), events)
