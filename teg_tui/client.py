"""One client at work: connection, dice and saved seats, tied together for whatever draws them.

It carries a plan out up to the table (make a room, go back to a seat, take one, watch) and then offers one
function for each thing that a person can do there. Messages of the server are handed on as they come; whoever
shows them gives them to the model when it is time to show them, so the model may lag behind the wire. What the
client itself has to say (the connection, a refused entry) comes in a second callback. No screen in here.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec
from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import NAME_LENGTH, ROOM_LENGTH, RoomInfo, SeatPlan
from teg_shared.protocol.session import ClientSession, Step
from teg_shared.protocol.text import folded

from teg_tui import changes as ch
from teg_tui import witness
from teg_tui.address import Address
from teg_tui.changes import LEFT, Change, Status
from teg_tui.config import SavedSeat, Store
from teg_tui.connection import Connection, moved_to
from teg_tui.dice import Contribution
from teg_tui.elsewhere import Elsewhere, Seek
from teg_tui.i18n import _
from teg_tui.models import Outside, SomeModel, following
from teg_tui.plan import SessionPlan
from teg_tui.seats import Seats

STALE: Final = frozenset({"token-unknown", "room-unknown"})
"""Refusals after which a saved seat is worth nothing any more."""

OnMessage = Callable[[msg.FromServer], None]
OnChanges = Callable[[list[Change]], None]


class Client:
    """A person's whole side of a server.

    Attributes:
        model: what is shown; also the namer of `words` and `narration`. It is that of the room's variant as soon
            as the room is known; the owner gives the messages to it by `show`.
        session: what the wire knows, always up to date.
        plan: what this start was to lead to.
        rooms: the last list of rooms.
    """

    def __init__(
        self, plan: SessionPlan, on_message: OnMessage, on_changes: OnChanges, store: Store | None = None,
        seek: Seek | None = None,
    ) -> None:  # fmt: skip
        """Prepare; nothing is sent before `start`.

        Args:
            plan: where to connect and what to do there.
            on_message: gets each message of the server in order, for `show(message, now)`.
            on_changes: gets what the client itself says: StatusChanged, EntryRefused, DiceDoubted.
            store: saved seats; None saves nothing.
            seek: finds a room that has moved while its server does not answer; None for not at all.
        """
        self.plan = plan
        self.model: SomeModel = Outside(guest=bool(plan.guest))
        self.session = ClientSession(self.model.session.client, capabilities=(msg.STORY,))
        self._room: msg.RoomState | None = None
        self._on_message = on_message
        self.rooms: tuple[RoomInfo, ...] = ()
        self._on_changes = on_changes
        self._store = store
        self._seats = Seats(None if plan.local else store)
        self._dice = Contribution()
        self._entering = False
        self._resuming = False
        self._tried: msg.CreateRoom | msg.JoinRoom | None = None
        self._planned = plan.intent != "menu"
        self._started = False
        self._token = ""
        self._recalled = ""
        self.connection = Connection(
            Address(plan.host, plan.port), self.session, self._message, self._status, plan.guest
        )
        # the old server may be back before the new one answers
        self._elsewhere = Elsewhere(seek, lambda places: self.connection.go_to((*places, self._address)))

    # --- its life

    def start(self) -> None:
        """Begin to connect; must be called from a running loop."""
        self.connection.start()

    async def close(self) -> None:
        """Close for good; in a running game the seat is kept (T4)."""
        self._elsewhere.stop()
        await self.connection.close()

    def show(self, message: msg.FromServer, now: float) -> list[Change]:
        """Give a message to the model and return what it changed; `now` is monotonic seconds.

        The model becomes another one when the message says that another variant is played.
        """
        self.model = following(message, self.model)
        changes = self.model.apply(message, now)
        if isinstance(message, msg.RoomState) and message.fingerprint and not self.model.fingerprint_seen:
            self._recall(message.game)
        return changes

    def _recall(self, game: str) -> None:
        """Tell the model what an earlier run of the program has seen of the dice of this game."""
        if self._store is not None and game != self._recalled:
            self._recalled = game
            known = [d for d in witness.seen(witness.witness_file(self._store), game) if d.seat == self.session.seat]
            if known:
                self.model.dice_seen(game, known[0].fingerprint)

    def retry(self) -> None:
        """Make the next attempt to connect at once, if one is waited for."""
        self.connection.retry()

    # --- ways in

    def list_rooms(self) -> bool:
        """Ask for the list of rooms."""
        return self.connection.send(msg.ListRooms())

    def create(
        self,
        seats: tuple[str, ...],
        *,
        name: str = "",
        player: str = "",
        settings: msgspec.Struct | None = None,
        clock: int = 0,
        password: str = "",
        variant: str = "",
    ) -> bool:
        """Make a room and sit in its first seat (T1).

        Args:
            seats: level of the bot of each further seat, empty for an open chair.
            name: of the room, empty for one made of the player's.
            player: empty for the plan's.
            settings: house rules of the variant, None for the plan's.
            clock: seconds a turn, 0 for none.
            password: empty for none.
            variant: what is played, empty for the plan's.
        """
        player = player or self.plan.name
        plans = (SeatPlan("open"), *(SeatPlan("bot", level) if level else SeatPlan("open") for level in seats))
        rules = pack_raw(settings if settings is not None else self.plan.settings)
        title = name or _("Mesa de {name}").format(name=player)[:ROOM_LENGTH]
        self._enter(player, password)
        commitment = self._dice.commitment
        played = variant or self.plan.variant
        return self._try(msg.CreateRoom(title, player, played, plans, rules, clock, password, commitment))

    def join(self, room: str, *, player: str = "", password: str = "", token: str = "") -> bool:
        """Take a free seat of the room with this id, or with a token one's own (T1, T4)."""
        player = player or self.plan.name
        self._enter(player, password, token)
        commitment = b"" if token else self._dice.commitment
        return self._try(msg.JoinRoom(room, player, password, token, commitment=commitment))

    def watch(self, room: str, *, player: str = "", password: str = "") -> bool:
        """Look on in the room with this id (T2)."""
        player = player or self.plan.name
        self._enter(player, password)
        return self._try(msg.JoinRoom(room, player, password, watch=True))

    def again(self, player: str) -> bool:
        """Try to enter once more where the name was refused, under another one."""
        self.plan = replace(self.plan, name=player)
        wanted = self._tried
        if not isinstance(wanted, msg.JoinRoom):
            return False
        if wanted.watch:
            return self.watch(wanted.room, password=wanted.password)
        return self.join(wanted.room, password=wanted.password)

    def _try(self, entry: msg.CreateRoom | msg.JoinRoom) -> bool:
        self._tried = entry
        return self.connection.send(entry)

    @property
    def can_rename(self) -> bool:
        """Whether the last attempt to enter may be made again under another name."""
        return isinstance(self._tried, msg.JoinRoom)

    def saved_seat(self, room: RoomInfo) -> SavedSeat | None:
        """Return the saved seat of the plan's player in a room, if there is one."""
        return self._seats.of(self._address, room.id, self.plan.name)

    # --- at the table

    def act(self, command: msgspec.Struct) -> int:
        """Give a command of the game and return its number; it is repeated until the server answers it."""
        act = self.session.act(command)
        self.connection.send(act)
        return act.number

    def send(self, message: msg.FromClient) -> None:
        """Send any other message; those with a part for the program itself get it."""
        match message:
            case msg.Rematch():
                self.rematch()
            case msg.LeaveRoom(for_good=for_good):
                self.leave(for_good=for_good)
            case _:
                self.connection.send(message)

    def say(self, text: str, to: int = -1) -> bool:
        """Say something to all, or to one seat (T5)."""
        return self.connection.send(msg.Say(text, to))

    def choose_colour(self, colour: str) -> bool:
        """Choose a free colour before the start."""
        return self.connection.send(msg.ChooseColour(colour))

    def start_game(self, fill: str = "capitan") -> bool:
        """Start with the seats as they are; open chairs go to bots (owner)."""
        return self.connection.send(msg.StartGame(fill))

    def rematch(self) -> bool:
        """Agree to play again (T6)."""
        self._dice.renew()
        if self._room is not None:
            self._seats.keep(self._address, self._room, self.session, self._dice.saved, renew=True)
        return self.connection.send(msg.Rematch(self._dice.commitment))

    def leave(self, *, for_good: bool = False) -> bool:
        """Leave the room; `for_good` gives the seat of a running game up (T4)."""
        lobby = self._room is None or self._room.status == "lobby"
        sent = self.connection.send(msg.LeaveRoom(for_good))
        if sent and (for_good or lobby):
            self._seats.forget(self.session.token)
        return sent

    # --- what comes in

    def _enter(self, player: str, password: str, token: str = "") -> None:
        self._entering, self._resuming, self._token = True, bool(token), token
        if token:
            self._dice.restore(self._seats.dice(token))
        else:
            self._dice.renew()
        self.session.player, self.session.password = player[:NAME_LENGTH], password

    @property
    def _address(self) -> Address:
        """Where the server is, or where the room has moved to."""
        return self.connection.address

    def _status(self, status: Status) -> None:
        if status.condition == "reconnecting":
            self._entering = False
        self._elsewhere.watch(status, self.session)
        self._on_changes(self.model.connected(status))

    def _message(self, message: msg.FromServer, step: Step) -> None:
        del step
        changes = self._noted(message)
        if isinstance(message, msg.Notice) and message.code in LEFT:
            if message.code == "kicked":
                self._seats.forget(self.session.token)
            self.session.leave()
            self._room = None
        self._on_message(message)
        if changes:
            self._on_changes(changes)

    def _noted(self, message: msg.FromServer) -> list[Change]:
        """Do what a message asks of the program itself, and return what a screen should know of it."""
        match message:
            case msg.Welcome():
                return self._welcomed()
            case msg.Rooms():
                self.rooms = message.rooms
                self._carry_out(message.rooms)
            case msg.Joined():
                self._entering = self._resuming = False
                self._planned = False
            case msg.RoomState():
                self._in_room(message)
                return [ch.DiceDoubted()] if self._dice.contradicted(message) else []
            case msg.RevealNow():
                self._dice.witness(message, self._room)
                value = self._dice.answer(message, self.session.seat)
                self._witness(message, value or b"")
                if value is not None:
                    self.connection.send(msg.Reveal(value))
                elif self._dice.cheated(message, self.session.seat):
                    return [ch.DiceDoubted()]
            case msg.Bye(code="moving" | "moved"):
                self._seats.moved(self.session.token or self._token, moved_to(message, self._address))
            case msg.Refused(code=code, facts=facts, number=0):
                return self._refused(code, dict(facts))
            case _:
                pass
        return []

    def _witness(self, asked: msg.RevealNow, shown: bytes) -> None:
        """Keep what was promised before the deal, for `teg verify`."""
        room = self._room
        if room is not None and self._store is not None:
            dice = witness.now_seen(room.game, self.session.seat, room.commitment, asked.commitments, shown)
            witness.remember(witness.witness_file(self._store), dice)

    def _welcomed(self) -> list[Change]:
        """The connection stands: go where the plan leads, unless the session goes back to a seat by itself."""
        if self.session.room:
            self._entering = self._resuming = True
        elif self.plan.intent == "create" and self._planned:
            self.create(self.plan.seats, name=self.plan.room, clock=self.plan.clock, password=self.plan.password)
        else:
            self.list_rooms()
        return []

    def _carry_out(self, rooms: tuple[RoomInfo, ...]) -> None:
        """Enter the room that the plan means, if the list leaves no doubt; else the screen shows the list."""
        if not self._planned or self.session.room or self._entering:
            return
        room = self._meant(rooms)
        joining = room is None and self.plan.intent == "join"
        if joining and (seat := self._seats.unlisted(self._address, rooms, self.plan.room, self.plan.name)):
            self.join(seat.room, player=seat.name, token=seat.token)
            return
        if room is None:
            self._planned = bool(self.plan.room)  # without a name the person chooses from now on, whatever comes up
            return
        if self.plan.intent == "watch":
            self.watch(room.id, password=self.plan.password)
            return
        saved = self.saved_seat(room)
        token = self.plan.token or (saved.token if saved is not None else "")
        # behind a Unix socket the server may know the seat without a token
        if token or room.status == "lobby" or self._address.unix:
            self.join(room.id, password=self.plan.password, token=token)

    def _meant(self, rooms: tuple[RoomInfo, ...]) -> RoomInfo | None:
        wanted = self.plan.room
        if wanted:
            by_id = [room for room in rooms if room.id == wanted]
            by_name = [room for room in rooms if folded(room.name) == folded(wanted)]
            return next(iter(by_id or by_name), None)
        if self.plan.intent == "watch":
            running = [room for room in rooms if room.status == "playing"]
            return running[0] if len(running) == 1 else None
        mine = [room for room in rooms if self.saved_seat(room) is not None]
        if mine:
            return max(mine, key=self._saved_at)
        free = [room for room in rooms if room.status == "lobby" and room.taken < room.seats]
        return free[0] if len(free) == 1 and len(rooms) == 1 else None

    def _saved_at(self, room: RoomInfo) -> float:
        saved = self.saved_seat(room)
        return saved.at if saved is not None else 0.0

    def _in_room(self, room: msg.RoomState) -> None:
        """Save the seat, and begin a local game at once."""
        self._room = room
        seat, session = self.session.seat, self.session
        if seat < 0 or seat >= len(room.seats):
            return
        self._seats.keep(self._address, room, session, self._dice.saved)
        if self.plan.local and not self._started and room.status == "lobby" and room.owner == seat:
            self._started = True
            if self.plan.colour:
                self.choose_colour(self.plan.colour)
            self.start_game()

    def _refused(self, code: str, facts: ch.Facts) -> list[Change]:
        if not self._entering:
            return []
        resumed, self._entering, self._resuming = self._resuming, False, False
        token = self.session.token or self._token
        self.session.leave()
        self.model.leave()
        self._room = None
        stale = resumed and code in STALE
        self._planned = self._planned and stale
        if stale:
            self._seats.forget(token)
            self.list_rooms()
            if self._seats.was_unlisted(token):
                return []  # nobody asked for it
        return [ch.EntryRefused(code, facts, resumed)]
