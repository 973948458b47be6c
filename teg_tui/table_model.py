"""What a viewer knows of a table, whatever is played on it: room, seats, chat, chronicle, clock and connection.

Messages of the server go in through `apply`, which returns what they changed; screens ask the rest. The model of
a variant adds the questions about its game. No screen, no socket and no clock in here: time is given from outside,
in monotonic seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import msgspec
from teg_shared.protocol import fair
from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import MalformedError
from teg_shared.protocol.messages import RoomState
from teg_shared.protocol.session import ClientSession, Step
from teg_shared.version import VERSION

from teg_tui import changes as ch
from teg_tui.changes import LEFT, Change, ChatLine, Entry, Status

if TYPE_CHECKING:
    from teg_shared.rules.classic.state import Pact, Proposal

CHRONICLE_LINES = 5000
"""Lines kept; a long game of six has about 3,000 events."""
CHAT_LINES = 1000
NO_SEAT: Final = -1

V = TypeVar("V", bound=msgspec.Struct)


class TableModel(Generic[V]):
    """Everything that one client knows of one room; `V` is the view of the variant's game.

    Attributes:
        session: follows the messages as they are shown; the connection has one of its own, which is ahead.
        guest: whether the viewer is a guest of this machine, for whom nothing is kept on it.
        clock_seat: the first seat whose clock runs, -1 for none; `clock_seats` all of them.
        clock_deadline: monotonic time in seconds when it runs out, or None.
    """

    variant: ClassVar[str]

    def __init__(self, session: ClientSession | None = None, *, guest: bool = False) -> None:
        self.session = session or ClientSession(f"teg-tui/{VERSION}")
        self.guest = guest
        self.room: RoomState | None = None
        self.clock_seat = NO_SEAT
        self.clock_seats: tuple[int, ...] = ()
        self.clock_deadline: float | None = None
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_LINES)
        self.chronicle: deque[Entry] = deque(maxlen=CHRONICLE_LINES)
        self.connection = Status("connecting")
        self._dice_seen = ("", "")
        self._whole = (-1, 0)
        """Version of the last whole view, and the lines of the chronicle before it."""

    def take_over(self, session: ClientSession, chat: deque[ChatLine], connection: Status) -> None:
        """Go on where the model of another variant has stood before its room was known."""
        self.session, self.chat, self.connection = session, chat, connection

    # --- what a variant says

    def _replaced(self, before: V | None) -> list[Change]:
        """Take note of a whole view that the session has taken over."""
        raise NotImplementedError

    def _moved(self, before: V | None, step: Step) -> list[Change]:
        """Take note of one update that the session has applied."""
        raise NotImplementedError

    def _refused(self) -> None:
        """Forget what was sent and has now been refused."""

    def _answered(self, number: int, version: int | None) -> None:
        """Take note that an act is done in this version of the view; None: it was refused."""

    def _retold(self, before: V, events: Sequence[Any]) -> list[Entry]:
        """Return the lines of events that led from a view of then to the last whole one."""
        del before, events
        return []

    def _remembers(self) -> bool:
        """Whether anything of a game is kept beside the view."""
        return bool(self.chronicle)

    @property
    def round(self) -> int:
        """Round of the game, 0 before it."""
        raise NotImplementedError

    @property
    def colours(self) -> list[str]:
        """Colour slugs of the game's seats, none before it."""
        raise NotImplementedError

    # --- what comes in

    def apply(self, message: msg.FromServer, now: float = 0.0) -> list[Change]:
        """Take in one message and return what it changed, in the order to be shown; `now` is monotonic seconds.

        A message of a room that has been left meanwhile changes nothing.
        """
        before = self.view
        try:
            step = self.session.receive(message)
        except MalformedError:
            return []  # the connection has read it before us: it is only late
        match message:
            case msg.Snapshot():
                changes = self._replaced(before)
                self._whole = (self.version, len(self.chronicle))
                return changes
            case msg.Update():
                return self._moved(before, step) if step.moved else []
            case msg.Story():
                return self._recall(message)
            case msg.RoomState():
                self.room = message
                return [ch.RoomChanged(), *self._game_gone()]
            case msg.Joined():
                return [ch.SeatTaken(message.seat), *self._game_gone()]
            case msg.Said():
                line = ChatLine(message.seat, message.name, message.text, message.private, message.to, self.round)
                self.chat.append(line)
                return [ch.ChatArrived(line)]
            case msg.Clock():
                self.clock_seat = message.seat
                self.clock_seats = message.seats or ((message.seat,) if message.seat >= 0 else ())
                self.clock_deadline = None if message.seconds < 0 else now + message.seconds
                return [ch.ClockChanged(self.clock_seat, self.clock_deadline)]
            case msg.Refused():
                self._refused()
                self._answered(message.number, None)
                return [ch.Rejected(message.code, dict(message.facts), message.number)]
            case msg.Accepted():
                self._answered(message.number, message.version)
                return [ch.ActDone(message.number, message.repeated)]
            case msg.Rooms():
                return [ch.RoomsListed(message.rooms)]
            case msg.Notice():
                if message.code in LEFT:
                    self.leave()
                return [ch.Noticed(message.code, dict(message.facts))]
            case msg.RevealNow():
                if self.room is not None:
                    sign = fair.fingerprint(self.room.game, self.room.commitment, message.commitments)
                    self.dice_seen(self.room.game, sign)
                return [ch.RevealAsked(message.commitments)]
            case msg.Record():
                return [ch.RecordArrived(message.data)]
            case msg.Bye():
                return [ch.Ended(message.code, dict(message.facts))]
            case msg.Welcome() | msg.Pong():
                return []

    def _recall(self, story: msg.Story) -> list[Change]:
        """Put what happened before the last whole view into the chronicle, in the place of what was known of it."""
        version, lines = self._whole
        codec = self.session.codec
        if self.view is None or codec is None or story.version != version:
            return []
        try:
            before, events = codec.state(story.state), [codec.event(raw) for raw in story.events]
        except MalformedError:
            return []
        since = list(self.chronicle)[lines:]
        if told := self._retold(before, events):
            self.chronicle.clear()
            self.chronicle.extend([*told, *since])
        self._whole = (-1, 0)
        return [ch.StoryTold()]

    def dice_seen(self, game: str, fingerprint: str) -> None:
        """Take over the fingerprint that was made of the promises which this program saw itself."""
        self._dice_seen = (game, fingerprint)

    @property
    def fingerprint_seen(self) -> bool:
        """Whether `fingerprint` is made of what this program saw, and not what the server says."""
        return self.room is not None and self._dice_seen[0] == self.room.game and bool(self._dice_seen[1])

    @property
    def fingerprint(self) -> str:
        """Digits that a table reads aloud to know that all were promised the same dice; empty before the game.

        They are those of this program's own witness; the server's word only for who came later.
        """
        if self.room is None or not self.room.fingerprint:
            return ""
        return self._dice_seen[1] if self.fingerprint_seen else self.room.fingerprint

    def connected(self, status: Status) -> list[Change]:
        """Take in how the connection stands now."""
        if status == self.connection:
            return []
        self.connection = status
        return [ch.StatusChanged(status)]

    def _game_gone(self) -> list[Change]:
        """Forget what the session has forgotten: another room, or the lobby before another game."""
        if self.view is not None or not self._remembers():
            return []
        self.forget_game()
        return [ch.ViewReplaced(-1)]

    def leave(self) -> None:
        """Forget the room and everything in it."""
        self.session.leave()
        self.room = None
        self.chat.clear()
        self.forget_game()

    def forget_game(self) -> None:
        """Forget what was told of a game; the view is the session's."""
        self.clock_seat, self.clock_seats, self.clock_deadline = NO_SEAT, (), None
        self.chronicle.clear()
        self._whole = (-1, 0)

    # --- who

    @property
    def view(self) -> V | None:
        """What this viewer knows of the game, None before it."""
        view: V | None = self.session.view
        return view

    @property
    def begun(self) -> V:
        """The view of a game that has begun.

        Raises:
            ValueError: before that.
        """
        if self.view is None:
            raise ValueError("no game")
        return self.view

    @property
    def version(self) -> int:
        """Version of the view, -1 before the first one."""
        return self.session.version

    @property
    def seat(self) -> int:
        """This viewer's seat, -1 for a spectator or before joining."""
        return self.session.seat

    @property
    def token(self) -> str:
        """Brings the seat back; never shown."""
        return self.session.token

    @property
    def spectator(self) -> bool:
        """Whether this viewer only watches."""
        return self.seat < 0

    def seats(self) -> int:
        """Number of seats of the game or of the room."""
        if self.view is not None:
            return len(self.colours)
        return len(self.room.seats) if self.room is not None else 0

    def bargain_of(self, number: int) -> Pact | Proposal | None:
        """Return the classic pact or proposal of this number; other games have none."""
        del number
        return None

    def name_of(self, seat: int) -> str:
        """Return the name of a seat, empty for none or an unknown one."""
        if self.room is not None and 0 <= seat < len(self.room.seats):
            return self.room.seats[seat].name
        return ""

    def colour_of(self, seat: int) -> str:
        """Return the colour slug of a seat, empty if it has none."""
        if self.view is not None and 0 <= seat < len(self.colours):
            return self.colours[seat]
        if self.room is not None and 0 <= seat < len(self.room.seats):
            return self.room.seats[seat].colour
        return ""
