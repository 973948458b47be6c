"""What happened lately, told again to who comes late or starts anew: a view of then, and the events since.

Nothing is kept for it: the history of the game is there, and what a viewer may know of an old state or event is
what `view` and `redact` say, as it was then.
"""

from dataclasses import dataclass
from typing import Final

import msgspec
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import Story
from teg_shared.rules.game import replay

from teg_server.rooms.room import Match, Room

STORY: Final = 500
"""Events from which on no earlier ones are told; some more to the beginning of the command that made them."""


@dataclass(frozen=True, slots=True)
class Past:
    """A stretch of a game that ends at a version: the state before it, and its events."""

    game: str
    version: int
    before: msgspec.Struct
    events: tuple[msgspec.Struct, ...]


class Stories:
    """Tells the past of one room; the last stretch is remembered, for all come back at once after a restart."""

    def __init__(self) -> None:
        self._past: Past | None = None

    def tell(self, room: Room, viewer: int | None, version: int) -> Story | None:
        """Return what led to `version` as far as `viewer` may know it; None if this game has no such version."""
        match, past = room.match, self._past
        if match is None:
            return None
        if past is None or (past.game, past.version) != (room.game_id, version):
            past = self._past = _past(room, match, version)
        if past is None:
            return None
        shown = (room.variant.redact(event, viewer) for event in past.events)
        raws = tuple(pack_raw(event) for event in shown if event is not None)
        return Story(version, pack_raw(room.variant.view(past.before, viewer)), raws)


def _past(room: Room, match: Match, version: int) -> Past | None:
    """Return the last commands of the game up to a version, back to one with at least `STORY` events in all."""
    done = len(match.played) - (room.version - version)
    if not 0 <= done <= len(match.played):
        return None
    end = len(match.game.history) - sum(len(entry.events) for entry in match.played[done:])
    start = end
    for entry in reversed(match.played[:done]):
        if end - start >= STORY:
            break
        start -= len(entry.events)
    history = match.game.history
    return Past(room.game_id, version, replay(room.variant, history[:start]), tuple(history[start:end]))
