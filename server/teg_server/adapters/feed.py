"""What everybody may see of a game as JSON, for displays and bots that people make at home.

Only what a spectator may know is ever turned into JSON: states through the variant's `view`, events through
its `redact`, both for nobody's seat. Rooms with a password have no feed. docs/mqtt.md shows the payloads.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec
from teg_shared.protocol.directory import VERSION
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.record import VOCABULARY
from teg_shared.rules.classic.state import State

from teg_server.rooms.room import Match, Room

Json: TypeAlias = dict[str, Any]
BEHIND: Final = 5000
"""Steps of one game that may wait for a slow broker; older ones are left out, which their numbers show."""
_CLASSIC: Final = frozenset(VOCABULARY.types.values())
"""Events whose numbers have names."""
_ENCODE: Final = msgspec.json.Encoder().encode


def is_public(room: Room) -> bool:
    """Whether everybody may look on without being asked for a password."""
    return not room.password


def table(server: str, room: Room) -> bytes:
    """Return the payload that says who sits in a room."""
    seats = [
        {
            "kind": chair.kind, "name": chair.name, "level": chair.level, "colour": chair.colour,
            "connected": chair.connected, "substitute": chair.substitute, "left": chair.left,
        }
        for chair in room.chairs
    ]  # fmt: skip
    return _ENCODE({
        **_head(server, room), "name": room.name, "variant": room.variant.name, "status": room.status,
        "clock": room.clock, "settings": msgspec.to_builtins(room.settings), "seats": seats,
    })  # fmt: skip


def state(server: str, room: Room, match: Match) -> bytes:
    """Return the payload with the position as a spectator sees it."""
    seen = room.variant.view(match.game.state, None)
    shown = _classic(seen) if isinstance(seen, State) else {"state": msgspec.to_builtins(seen)}
    return _ENCODE({**_head(server, room), "version": room.version, **shown})


def step(head: Json, version: int, events: list[msgspec.Struct]) -> bytes:
    """Return the payload of one step of a game; `events` are redacted for a spectator already."""
    return _ENCODE({**head, "version": version, "events": [event_as_json(event) for event in events]})


def event_as_json(event: msgspec.Struct) -> Json:
    """Return an event with the names of its fields, of countries and of cards; null for what is hidden."""
    said: Json = {"type": event.__struct_config__.tag}
    kinds = VOCABULARY.kinds if type(event) in _CLASSIC else {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "owners" and kinds:
            said[name] = {country.id: owner for country, owner in zip(BOARD.countries, value, strict=True)}
        else:
            said[name] = _named(kinds.get(name, "plain"), value)
    return said


def _head(server: str, room: Room) -> Json:
    return {"v": VERSION, "server": server, "room": room.id, "game": room.game_id}


def _named(kind: str, value: Any) -> Any:
    """Return a field's value with names where its numbers stand for something."""
    if isinstance(value, tuple | list):
        return [_named(kind, item) for item in value]
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if kind == "plain" or not isinstance(value, int):
        return value
    if value < 0:
        return None
    return BOARD.countries[value].id if kind in {"country", "card", "border"} else value


def _classic(seen: State) -> Json:
    """Return a spectator's view of a classic game; hands are counted, never shown."""
    countries = {
        country.id: {"owner": owner, "armies": armies}
        for country, owner, armies in zip(BOARD.countries, seen.owners, seen.armies, strict=True)
    }
    seats = [
        {
            "colour": colour,
            "countries": seen.masks[seat].bit_count(),
            "armies": sum(n for owner, n in zip(seen.owners, seen.armies, strict=True) if owner == seat),
            "cards": len(seen.hands[seat]),
            "exchanges": seen.exchanges[seat],
            "playing": bool(seen.masks[seat]),
        }
        for seat, colour in enumerate(seen.colours)
    ]
    pacts = [
        {"id": pact.id, "a": pact.a, "b": pact.b, "border": _named("border", pact.border), "last": pact.last}
        for pact in seen.pacts
    ]
    return {
        "phase": str(seen.phase), "round": seen.round, "turn": seen.turn, "pool": seen.pool,
        "conquests": seen.conquests, "winner": seen.winner if seen.winner >= 0 else None, "won_by": seen.won_by,
        "seats": seats, "pacts": pacts, "countries": countries,
    }  # fmt: skip


@dataclass(slots=True)
class Reader:
    """Follows one room's game from its log in memory; a game that ended is read to its end before the next.

    Nothing in the room waits for it, and it keeps no copy of what it has not read yet.

    Args:
        whole: tell the first game from its deal on, however far it is; else from here on.
    """

    whole: bool = True

    match: Match | None = None
    head: Json = field(default_factory=dict)
    first: int = 0
    """Version of the deal."""
    read: int = 0
    """Entries of the match that have been given out; the deal is the first one."""

    def news(self, server: str, room: Room) -> Iterator[bytes]:
        """Yield the payloads of what has happened since the last time."""
        if self.match is not room.match:
            yield from self._rest(room)
            self._turn_to(server, room)
        yield from self._rest(room)

    def _turn_to(self, server: str, room: Room) -> None:
        match = room.match
        self.match, self.head = match, _head(server, room)
        if match is not None:
            self.first = room.version - len(match.played)
            self.read = 0 if self.whole else 1 + len(match.played)
            self.whole = True

    def _rest(self, room: Room) -> Iterator[bytes]:
        match = self.match
        if match is None:
            return
        end = 1 + len(match.played)
        self.read = max(self.read, end - BEHIND)
        while self.read < end:
            raws = match.begun.events if self.read == 0 else match.played[self.read - 1].events
            shown = (room.variant.redact(room.codec.event(raw), None) for raw in raws)
            payload = step(self.head, self.first + self.read, [event for event in shown if event is not None])
            self.read += 1
            yield payload
