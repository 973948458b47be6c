# ruff: noqa: PLC0415 # a pacer is made before any game is known
"""Plays what the server sends at a pace that a person can follow.

Bots decide within milliseconds. Updates wait here in their order until the one before has been seen; what this
player does is never held back, and any of it can be skipped. No clock in here: time is given from outside.
"""

from collections import deque
from collections.abc import Iterable
from functools import cache
from typing import Final

from teg_shared.protocol.messages import FromServer, Joined, RoomState, Snapshot, Story, Update

from teg_tui.changes import Change, Chronicled, Entry
from teg_tui.i18n import N_

SPEEDS: Final = ((N_("lento"), 2.0), (N_("normal"), 1.0), (N_("rápido"), 0.35), (N_("sin pausas"), 0.0))
"""Names of the speeds and the factors of their pauses."""
NORMAL: Final = 1
INSTANT: Final = 3
_LONGEST: Final = 1.6
"""Seconds; an update that tells many things is not waited for longer."""
_CROWD: Final = 30
"""Updates waiting at which the pauses are half as long."""


@cache
def _pauses(module: str) -> dict[type, float]:
    """Return the seconds before the next update, by what the last one told, of the game whose events a module has."""
    if module == "teg_shared.rules.negocios.events":
        from teg_shared.rules.negocios import events as nv

        return {
            nv.RoundStarted: 0.8,
            nv.TurnStarted: 0.5,
            nv.AttemptRolled: 1.1,
            nv.HostileControl: 0.7,
            nv.CountryTaken: 0.4,
            nv.CardPlayed: 0.6,
            nv.TokensPlaced: 0.25,
            nv.MarketRolled: 1.0,
            nv.IconMoved: 0.6,
            nv.MarketExchanged: 0.8,
            nv.TokensMoved: 0.3,
            nv.TalksOpened: 0.5,
            nv.OfferMade: 0.25,
            nv.DealMade: 0.7,
            nv.Named: 0.5,
            nv.SeatSuspended: 0.8,
            nv.StarterNamed: 0.6,
            nv.SeatEliminated: 1.0,
            nv.PactMade: 0.4,
            nv.PactEnded: 0.4,
        }
    from teg_shared.rules.classic import events as ev

    return {
        ev.DiceRolled: 0.85,
        ev.CountryTaken: 0.35,
        ev.ArmiesPlaced: 0.16,
        ev.ArmiesOccupied: 0.2,
        ev.ArmiesRegrouped: 0.3,
        ev.CardsExchanged: 0.6,
        ev.BonusClaimed: 0.4,
        ev.TurnStarted: 0.4,
        ev.PlacementStarted: 0.25,
        ev.SeatDestroyed: 1.0,
        ev.PactMade: 0.4,
        ev.PactEnded: 0.4,
    }


def _pause_after(event: object) -> float:
    return _pauses(type(event).__module__).get(type(event), 0.0)


class Pacer:
    """A queue of messages and the moment at which the next one may be shown.

    Attributes:
        speed: index into `SPEEDS`.
    """

    def __init__(self, speed: int = NORMAL) -> None:
        self.speed = speed
        self._queue: deque[FromServer] = deque()
        self._ready_at = 0.0
        self._hurry = 0

    @property
    def waiting(self) -> int:
        """Messages not yet shown."""
        return len(self._queue)

    def push(self, message: FromServer) -> bool:
        """Let a message wait for its turn, and return whether it must; what is no part of the game need not.

        A whole view makes every update before it pointless.
        """
        if not isinstance(message, Update | Snapshot | Story | RoomState | Joined):
            return False
        if isinstance(message, Snapshot):
            self._queue = deque(m for m in self._queue if not isinstance(m, Update | Snapshot))
        self._queue.append(message)
        return True

    def clear(self) -> None:
        """Forget what waits: this viewer has left the room."""
        self._queue.clear()
        self._hurry, self._ready_at = 0, 0.0

    def take(self, now: float) -> FromServer | None:
        """Return the next message if its moment has come, in monotonic seconds."""
        if not self._queue or (now < self._ready_at and not self._hurry):
            return None
        self._hurry = max(0, self._hurry - 1)
        return self._queue.popleft()

    def shown(self, changes: Iterable[Change], seat: int, now: float) -> None:
        """Note what the last message changed for the viewer at `seat`: it sets the next pause."""
        entries = [change.entry for change in changes if isinstance(change, Chronicled)]
        self._ready_at = now + self._pause(entries, seat)

    def _pause(self, entries: Iterable[Entry], seat: int) -> float:
        factor = SPEEDS[self.speed][1] / (1 + self.waiting / _CROWD)
        pause = sum(_pause_after(e.event) for e in entries if e.actor != seat or seat < 0)
        return min(_LONGEST, pause) * factor

    def delay(self, now: float) -> float | None:
        """Return the seconds until the next message may be shown, None if none waits."""
        if not self._queue:
            return None
        return 0.0 if self._hurry else max(0.0, self._ready_at - now)

    def hurry(self) -> None:
        """Let everything that waits now be shown at once."""
        self._hurry = len(self._queue)
        self._ready_at = 0.0

    def next_speed(self) -> str:
        """Take the next speed and return its name, untranslated."""
        self.speed = (self.speed + 1) % len(SPEEDS)
        self._ready_at = 0.0
        return SPEEDS[self.speed][0]
