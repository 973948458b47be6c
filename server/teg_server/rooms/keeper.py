"""The patience of a table: the clock of the turn, the grace of who is away, the seconds of the ceremony (T3, T4).

It only counts. The table asks it what is over and does something about it.
"""

from dataclasses import dataclass, field

import msgspec

from teg_server.rooms.clock import Grace, TurnClock
from teg_server.rooms.limits import Seconds
from teg_server.rooms.room import Room


class Patience(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a room waits, in seconds."""

    grace: Seconds = 60.0
    """Of their own turn, until a bot plays for a person who is away (T4)."""
    lobby_grace: Seconds = 60.0
    """Before the start, until the chair of a person who is away is free again."""
    reveal: Seconds = 5.0
    """For the contributions to the dice."""
    idle_lobby: Seconds = 3600.0
    """Without any request, until a lobby is closed."""
    empty_over: Seconds = 900.0
    """After a game, with nobody there, until the room is closed."""
    empty_game: Seconds = 7 * 86400.0
    """With nobody there, until an unfinished game is closed."""
    moved: Seconds = 60.0
    """After the last game of a server was taken over, until it ends; it says meanwhile where they are."""


@dataclass(slots=True)
class Keeper:
    """All counting of one table."""

    patience: Patience
    clock: TurnClock = field(default_factory=TurnClock)
    graces: dict[int, Grace] = field(default_factory=dict)
    quiet_since: float = 0.0
    """Last request of anybody."""
    vacant_since: float | None = None
    """Moment at which the last guest went."""
    paused_with: float | None = None
    """Seconds that were left on the clock when the table fell empty."""

    def begin(self) -> None:
        """Start counting for a new game."""
        self.graces.clear()
        self.clock = TurnClock()
        self.paused_with = None

    def update(self, room: Room, now: float, *, vacant: bool) -> bool:
        """Look at the room after something happened; return whether another turn has begun.

        A game that nobody sees stands still: neither clock nor grace runs, and no bot plays.
        """
        self._vacancy(now, vacant=vacant)
        pace = room.pace
        if room.status == "playing":
            fresh = self.clock.turn((room.game_id, *pace.key), pace.seconds, now)
            if fresh:
                self.paused_with = None
        else:
            fresh = False
            self.clock.stop()
        for seat, chair in enumerate(room.chairs):
            if not chair.present or chair.connected or room.status == "over":
                self.graces.pop(seat, None)
                continue
            limit = self.patience.grace if room.status == "playing" else self.patience.lobby_grace
            waiting = room.status == "lobby" or (seat in pace.seats and not vacant and not chair.substitute)
            self.graces.setdefault(seat, Grace(limit)).run(waiting, now)
        return fresh

    def _vacancy(self, now: float, *, vacant: bool) -> None:
        if not vacant:
            if self.paused_with is not None and self.clock.deadline is None:
                self.clock.deadline = now + self.paused_with
            self.paused_with = self.vacant_since = None
            return
        if self.vacant_since is None:
            self.vacant_since = now
        if self.clock.deadline is not None:
            self.paused_with = self.clock.left(now)
            self.clock.deadline = None

    def out_of_time(self, now: float) -> bool:
        """Whether the clock of the turn has run out."""
        return self.clock.deadline is not None and now >= self.clock.deadline

    def out_of_grace(self, room: Room, now: float) -> list[int]:
        """Return the seats whose people have been away for too long and are not replaced yet."""
        return [seat for seat, grace in self.graces.items() if not room.chairs[seat].substitute and grace.over(now)]

    def expired(self, room: Room, now: float) -> str:
        """Return why the room is to be closed by now, or nothing."""
        if room.status == "lobby" and now - self.quiet_since >= self.patience.idle_lobby:
            return "idle"
        if self.vacant_since is None:
            return ""
        limit = {"over": self.patience.empty_over, "playing": self.patience.empty_game}.get(room.status)
        return "empty" if limit is not None and now - self.vacant_since >= limit else ""

    def deadline(self, room: Room) -> float:
        """Return the next moment at which something may be over; infinity for never."""
        moments = [grace.deadline() for seat, grace in self.graces.items() if not room.chairs[seat].substitute]
        moments.append(self.clock.deadline)
        if room.status == "lobby":
            moments.append(self.quiet_since + self.patience.idle_lobby)
        elif self.vacant_since is not None:
            over = room.status == "over"
            moments.append(self.vacant_since + (self.patience.empty_over if over else self.patience.empty_game))
        return min((moment for moment in moments if moment is not None), default=float("inf"))
