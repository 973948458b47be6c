"""The interface behind which every variant stands; server, bots and law suite know nothing else of a game.

A command is what a player wants, an event is what happened, with every die in it: a state is the fold of
its events, and a replay asks no luck.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from teg_shared.rules.chance import Chance

Seat: TypeAlias = int
"""A chair at the table, 0-based in turn order."""

Viewer: TypeAlias = int | None
"""Who looks: a seat, or None for a spectator."""

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=msgspec.Struct)
E = TypeVar("E", bound=msgspec.Struct)
G = TypeVar("G", bound=msgspec.Struct)


class Pace(NamedTuple):
    """The stretch of a game that one clock measures (T3)."""

    key: tuple[object, ...]
    """Changes exactly when another stretch begins."""
    seconds: int
    """How long it may last; 0 for no limit."""
    seats: tuple[Seat, ...]
    """Seats that hold it up, one or several at once: those whose obligations end when it has lasted too long."""


class Variant(Protocol[S, C, E, G]):
    """The rules of one game as pure functions; `S` state, `C` command, `E` event, `G` settings.

    Only `evolve` may change a state, and only the one it is given.
    """

    name: str
    seats: range
    """Numbers of seats the game can start with."""
    colours: tuple[str, ...]
    colours_by_lot: bool
    """Whether a seat without a choice gets any free colour (N3), or the first free one."""
    state_type: type[S]
    command_type: Any
    """Union of the commands that a player may send."""
    event_type: Any
    """Union of all events."""
    settings_type: type[G]

    def check(self, settings: G) -> None:
        """Refuse house rules whose numbers make no sense; a lobby asks before it keeps them.

        Raises:
            RuleError: `setting`.
        """
        ...

    def setup(self, colours: Sequence[str], settings: G, chance: Chance) -> list[E]:
        """Return the events that deal a game to seats of these colours, in turn order.

        Raises:
            RuleError: `seat-count` or `colours` if such a table can't play, `setting` as `check` does.
        """
        ...

    def decide(self, state: S, seat: Seat, command: C, chance: Chance) -> list[E]:
        """Return what `command` makes happen; changes nothing.

        Raises:
            RuleError: if the rules refuse it.
        """
        ...

    def evolve(self, state: S | None, event: E) -> S:
        """Apply one event to `state` in place and return it; None stands before the first event."""
        ...

    def legal(self, state: S, seat: Seat) -> Iterable[C]:
        """Yield the commands that `decide` accepts from `seat` now."""
        ...

    def view(self, state: S, viewer: Viewer) -> S:
        """Return what `viewer` may know of `state`, as a state of its own."""
        ...

    def redact(self, event: E, viewer: Viewer) -> E | None:
        """Return what `viewer` may know of `event`, or None if nothing."""
        ...

    def expire(self, state: S, seat: Seat, chance: Chance) -> list[E]:
        """Return the events that end the obligations of `seat` when its time is over (T3)."""
        ...

    def leave(self, state: S, seat: Seat, chance: Chance) -> list[E]:
        """Return the events that make `seat` only defend from now on (T4, `leaver` = `neutral`)."""
        ...

    def prompted(self, state: S) -> tuple[Seat, ...]:
        """Return the seats from which the game waits for a decision; none when it is over."""
        ...

    def pace(self, state: S, turn: int) -> Pace:
        """Return what the clock measures now, where a turn may last `turn` seconds, 0 for ever (T3).

        Its seats are some of those that are `prompted`: whoever is only asked something on the side holds up nothing.
        """
        ...

    def outcome(self, state: S) -> Seat | None:
        """Return the winner's seat, or None while the game goes on."""
        ...
