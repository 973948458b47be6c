"""Time as a value that is asked for: the server reads it here and nowhere else, so that tests can pass their own.

Nothing in a room sleeps. A room names the moment at which it wants to be looked at again, and the service looks.
"""

import time
from dataclasses import dataclass
from typing import Protocol


class Time(Protocol):
    """Where the present comes from."""

    def now(self) -> float:
        """Return seconds since some fixed moment; never goes back."""
        ...

    def wall(self) -> float:
        """Return seconds since 1970, for what outlives the process."""
        ...


class SystemTime:
    """The machine's own clocks."""

    def now(self) -> float:
        """Return the monotonic clock."""
        return time.monotonic()

    def wall(self) -> float:
        """Return the time of day."""
        return time.time()


class ManualTime:
    """A clock that goes only when it is told to."""

    def __init__(self, start: float = 1_000.0) -> None:
        self._now = start

    def now(self) -> float:
        """Return the moment that was set last."""
        return self._now

    def wall(self) -> float:
        """Return the same moment."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._now += seconds


@dataclass(slots=True)
class TurnClock:
    """The clock of one turn, negotiation or ballot (T3): it is the same one as long as it has the same key."""

    seconds: int = 0
    """How long it may last; 0 for no clock."""
    key: tuple[object, ...] = ()
    deadline: float | None = None

    def turn(self, key: tuple[object, ...], seconds: int, now: float) -> bool:
        """Start anew with `seconds` if `key` names another turn than before; return whether it does."""
        if key == self.key:
            return False
        self.key, self.seconds = key, seconds
        self.deadline = now + seconds if seconds and key else None
        return True

    def restart(self, now: float) -> None:
        """Give the turn its whole time again."""
        self.deadline = now + self.seconds if self.seconds else None

    def stop(self) -> None:
        """Forget the turn."""
        self.key = ()
        self.deadline = None

    def left(self, now: float) -> float:
        """Return the seconds left, at least 0, or -1 if no clock runs."""
        return -1.0 if self.deadline is None else max(0.0, self.deadline - now)


@dataclass(slots=True)
class Grace:
    """How long a lost player's own turn waits before a bot plays for them (T4).

    Only time of their own turn counts; coming back gives the whole of it again.
    """

    seconds: float
    used: float = 0.0
    since: float | None = None

    def run(self, waiting: bool, now: float) -> None:
        """Say whether the table is waiting for the lost player."""
        if self.since is not None:
            self.used += now - self.since
        self.since = now if waiting else None

    def over(self, now: float) -> bool:
        """Whether the patience of the table is at an end."""
        running = now - self.since if self.since is not None else 0.0
        return self.used + running >= self.seconds

    def deadline(self) -> float | None:
        """Return the moment at which it will be over if nothing changes, or None while nobody waits."""
        return None if self.since is None else self.since + self.seconds - self.used
