"""One room at work: a single inbox through which everything goes that touches it, in order."""

import asyncio
import contextlib
import logging
from typing import assert_never

from teg_shared.protocol.codec import MalformedError
from teg_shared.protocol.messages import Act, Joined, Notice, Refused
from teg_shared.rules.errors import RuleError

from teg_server.rooms import desk, journal, lobby, play, start
from teg_server.rooms.gallery import Peer
from teg_server.rooms.items import Drained, Enter, Gone, House, Item, Opening, Request, Sending, Thoughts, Tick
from teg_server.rooms.robots import Robots, Thought
from teg_server.rooms.room import Room
from teg_server.rooms.sitting import Sitting
from teg_server.rooms.start import Ceremony
from teg_server.storage.protocol import LogError
from teg_server.thinking.thinker import Question, ThinkerError

log = logging.getLogger(__name__)


class Table(Sitting):
    """A sitting and its inbox.

    Attributes:
        deadline: moment at which a `Tick` is due; infinity for never.
        over: the table is closed or broken; nothing in the inbox will be looked at any more.
    """

    def __init__(self, house: House, room: Room) -> None:
        super().__init__(house, room)
        self.robots = Robots(house.thinker.levels)
        self.deadline = float("inf")
        self.over = False
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._thinking: asyncio.Task[None] | None = None
        self._clock_shown: tuple[float, tuple[int, ...]] | None = None

    @property
    def waiting(self) -> int:
        """How many items wait in the inbox."""
        return self._inbox.qsize()

    def post(self, item: Item) -> bool:
        """Put something into the inbox; False if nobody reads it any more."""
        if self.over:
            return False
        self._inbox.put_nowait(item)
        return True

    async def run(self) -> None:
        """Work through the inbox until the room is closed; whatever goes wrong ends this room only."""
        try:
            while not self.room.closed:
                await self._handle(await self._inbox.get())
                await self._settle()
        except LogError as error:
            log.critical("log broken room=%s error=%s", self.room.id, error)
            self._break("storage")
        except Exception:
            log.exception("room broken room=%s", self.room.id)
            self._break("room-broken")
        finally:
            self.over = True
            await self._rest()

    # --- the inbox

    async def _handle(self, item: Item) -> None:
        match item:
            case Opening():
                await desk.open_room(self, item.peer, item.seated)
            case Enter():
                await self._enter(item)
            case Request():
                await self._request(item)
            case Gone():
                self._gone(item.peer)
            case Drained():
                guest = self.gallery.guests.get(item.peer)
                if guest is not None and guest.behind:
                    self.gallery.welcome(guest, self.room, tuple(self.rematch), -1)
            case Thoughts():
                await self._thought(item)
            case Sending():
                await self.commit([journal.RoomSent(item.folder)])
                self._break("moving")
            case Tick():
                pass
            case _:
                assert_never(item)

    async def _enter(self, item: Enter) -> None:
        self.keeper.quiet_since = self.now
        try:
            await desk.enter(self, item.peer, item.wanted)
        except RuleError as error:
            item.peer.refuse(Refused(error.code, dict(error.facts)))
            item.peer.released(error.code)

    async def _request(self, item: Request) -> None:
        number = item.message.number if isinstance(item.message, Act) else 0
        guest = self.gallery.guests.get(item.peer)
        if guest is None:
            item.peer.refuse(Refused("not-in-room", {}, number))
            return
        self.keeper.quiet_since = self.now
        try:
            await desk.serve(self, guest, item.message)
        except RuleError as error:
            item.peer.refuse(Refused(error.code, dict(error.facts), number))
        except MalformedError as error:
            log.info("malformed room=%s peer=%s code=%s", self.room.id, item.peer.label, error.code)
            item.peer.refuse(Refused(error.code, {}, number))

    def _gone(self, peer: Peer) -> None:
        guest = self.gallery.guests.get(peer)
        if guest is not None:
            log.info("lost room=%s seat=%d name=%r", self.room.id, guest.seat, guest.name)
            self.dismiss(peer, "gone")

    # --- after each item

    async def _settle(self) -> None:
        """Do what is due now, show how the room looks, and say when to look again."""
        while not self.room.closed and await self._due():
            pass
        if self.room.closed:
            return
        self.gallery.announce(self.room, tuple(self.rematch))
        self._show_clock()
        if not self.vacant:
            self._ask()
        waiting = self.ceremony.deadline if self.ceremony is not None else float("inf")
        self.deadline = min(waiting, self.keeper.deadline(self.room))

    async def _due(self) -> bool:
        """Do one thing that is due; False if nothing is."""
        room, now = self.room, self.now
        self.keeper.update(room, now, vacant=self.vacant)
        if not room.humans() and not self.gallery.watchers():
            await self.close("empty")
        elif why := self.keeper.expired(room, now):
            await self.close(why)
        elif self.ceremony is not None:
            if self.ceremony.missing and now < self.ceremony.deadline:
                return False
            await self._deal(self.ceremony)
        elif lapsed := self.keeper.out_of_grace(room, now):
            await self._replace(lapsed[0])
        elif room.status == "over" and self._all_agree():
            await self._rematch()
        elif self.keeper.out_of_time(now):
            await self._expire(room.pace.seats[0], "clock")  # and then the next, until another clock runs
        else:
            return False
        return True

    async def _deal(self, ceremony: Ceremony) -> None:
        """The dice are settled: deal the game."""
        self.ceremony = None
        begun = start.begin(self.room, ceremony, self.house.time.wall())
        await self.commit([begun])
        self.rematch.clear()
        self.keeper.begin()
        if begun.withheld:
            log.warning("dice withheld room=%s seats=%s", self.room.id, begun.withheld)
            self.gallery.tell(Notice("dice-withheld", {"seats": list(begun.withheld)}))
        log.info("started room=%s game=%s seats=%d", self.room.id, self.room.game_id, len(self.room.chairs))
        self.gallery.announce(self.room, ())
        self.gallery.deal(self.room)

    async def _replace(self, seat: int) -> None:
        """Somebody has been away for too long: a bot plays for them, or before the game the chair is free."""
        chair = self.room.chairs[seat]
        if self.room.status == "lobby":
            log.info("freed room=%s seat=%d name=%r", self.room.id, seat, chair.name)
            await self.commit(lobby.leave(self.room, seat))
            return
        log.info("substituted room=%s seat=%d name=%r", self.room.id, seat, chair.name)
        chair.substitute = True

    async def _expire(self, seat: int, cause: str) -> None:
        """End what a seat owes by the rules."""
        move = play.expire(self.room, seat, cause)
        if move is None:
            log.error("nothing to expire room=%s seat=%d cause=%s", self.room.id, seat, cause)
            self.keeper.clock.restart(self.now)
            return
        log.info("expired room=%s seat=%d cause=%s", self.room.id, seat, cause)
        self.gallery.tell(Notice("clock-ran-out" if cause == "clock" else "bot-failed", {"seat": seat}))
        await self.move(move)

    def _all_agree(self) -> bool:
        here = {guest.seat for guest in self.gallery.guests.values() if guest.seat >= 0}
        return bool(here) and here <= self.rematch.keys()

    async def _rematch(self) -> None:
        """Everybody one seat on, and a new deal (T6)."""
        await self.commit(start.turn_table(self.room, self.rematch))
        self.rematch.clear()
        self.talk.forget_private()
        for guest in self.gallery.guests.values():
            if guest.seat >= 0:
                guest.seat = (guest.seat - 1) % len(self.room.chairs)
                guest.send(Joined(self.room.id, guest.seat, guest.token, self.room.chairs[guest.seat].number))
        log.info("rematch room=%s game=%s", self.room.id, self.room.game_id)
        await self.begin_ceremony()

    def _show_clock(self) -> None:
        deadline = self.keeper.clock.deadline
        shown = None if deadline is None else (deadline, self.room.pace.seats)
        if shown != self._clock_shown:
            self._clock_shown = shown
            self.gallery.show(self.clock_message())

    # --- bots

    def _ask(self) -> None:
        thought = self.robots.next(self.room)
        if thought is None:
            return
        self.robots.thinking = thought
        question = self.robots.question(self.room, thought)
        self._thinking = asyncio.create_task(self._think(thought, question), name=f"think {self.room.id}")

    async def _think(self, thought: Thought, question: Question) -> None:
        """Let a bot think, no faster than people can follow, and post what it says."""
        try:
            pause = asyncio.sleep(self.house.manners.bot_delay if thought.on_turn else 0)
            command, _ = await asyncio.gather(self.house.thinker.ask(question), pause)
        except ThinkerError as error:
            self.post(Thoughts(thought, None, str(error)))
        else:
            self.post(Thoughts(thought, command))

    async def _thought(self, item: Thoughts) -> None:
        """Play what a bot chose, if that is still asked for; the rules end its turn if it failed."""
        thought, self.robots.thinking = item.thought, None
        if not self.robots.wanted(self.room, thought):
            return
        failed = item.failed
        if item.command is not None:
            try:
                move = play.act(self.room, thought.seat, 0, item.command, "bot")
            except (RuleError, MalformedError) as error:
                if thought.version != self.room.version:
                    return  # it was meant for another position; it is asked again
                failed = f"illegal: {error}"
            else:
                await self.move(move)
                return
        if failed or thought.on_turn:
            log.error("bot failed room=%s seat=%d error=%s", self.room.id, thought.seat, failed or "no command")
        if thought.on_turn:
            await self._expire(thought.seat, "fault")
        else:
            self.robots.nothing(self.room, thought)

    # --- underneath

    def _break(self, code: str) -> None:
        """Say goodbye to everybody: what the log has comes back with the next start of the server."""
        for peer in list(self.gallery.guests):
            self.dismiss(peer, code)
            peer.bye(code)

    async def _rest(self) -> None:
        """Answer whoever still waits, and stop the bots."""
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, Enter | Opening) and self.room.sent:
                item.peer.bye("moving")  # it would take a refusal for the end of the room
            elif isinstance(item, Enter | Opening):
                item.peer.refuse(Refused("room-unknown", {}))
                item.peer.released("room-unknown")
        if self._thinking is not None:
            self._thinking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._thinking
