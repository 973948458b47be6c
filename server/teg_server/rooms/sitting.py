"""A room with the people in it, and the ways to change and to show it that whoever serves them needs.

A request is decided, written in the log, and only when the log has it the room moves and anybody is told. So
nobody ever sees what a crash could take back.
"""

import logging
from collections.abc import Sequence
from typing import Final

from teg_shared.protocol.messages import Clock, Notice

from teg_server.rooms import journal, play
from teg_server.rooms.gallery import Gallery, Peer
from teg_server.rooms.items import House
from teg_server.rooms.keeper import Keeper
from teg_server.rooms.limits import Bucket
from teg_server.rooms.room import Room
from teg_server.rooms.start import Ceremony
from teg_server.rooms.story import Stories
from teg_server.rooms.talk import Talk
from teg_server.storage.protocol import NewRecord

log = logging.getLogger(__name__)

RECORDS: Final = 10
"""Records of the game that are given out at once, and then one a second."""


class Sitting:
    """A room and its guests; one thing at a time is done to it, by the `Table` that it is a part of.

    Attributes:
        room: the room as the log has it.
        public: the room is in the log and may be listed.
        ceremony: the settling of the dice, None but just before a game.
        rematch: the promises of those who want to play again, by seat (T6).
    """

    def __init__(self, house: House, room: Room) -> None:
        self.house = house
        self.room = room
        self.gallery = Gallery()
        self.stories = Stories()
        self.talk = Talk(house.manners.chat_lines)
        self.keeper = Keeper(house.manners.patience, quiet_since=house.time.now())
        self.ceremony: Ceremony | None = None
        self.rematch: dict[int, bytes] = {}
        self.records = Bucket(RECORDS, 1.0)
        self.public = False

    @property
    def now(self) -> float:
        """The present moment."""
        return self.house.time.now()

    @property
    def vacant(self) -> bool:
        """Whether nobody is here."""
        return not self.gallery.guests

    async def commit(self, entries: Sequence[journal.AnyEntry], opening: journal.RoomMade | None = None) -> None:
        """Write `entries` in the log, then change the room by them."""
        await self._write([opening, *entries] if opening is not None else entries)
        for entry in entries:
            self.room.apply(entry)

    async def move(self, move: play.Move) -> None:
        """Write an accepted command, then move the game and show everybody."""
        await self._write([move.entry])
        self.room.apply(move.entry, move.events)
        self.gallery.advance(self.room, move.events)
        if self.room.status == "over" and self.room.match is not None:
            winner = self.room.variant.outcome(self.room.match.game.state)
            name = self.room.chairs[winner].name if winner is not None else "nobody"
            log.info("won room=%s seat=%s name=%r round=%d", self.room.id, winner, name, self.room.round)

    async def close(self, why: str) -> None:
        """Close the room for good and let everybody out."""
        await self.commit([journal.RoomClosed(why)])
        await self.house.log.finish(self.room.id)
        log.info("room closed room=%s why=%s", self.room.id, why)
        self.gallery.tell(Notice("room-closed", {"why": why}))
        for peer in list(self.gallery.guests):
            self.dismiss(peer, "room-closed")

    def dismiss(self, peer: Peer, why: str) -> None:
        """Let a guest go; their connection lives on."""
        guest = self.gallery.guests.pop(peer, None)
        if guest is not None and guest.seat >= 0:
            self.room.chairs[guest.seat].connected = False
        peer.released(why)

    async def begin_ceremony(self) -> None:
        """All chairs are taken: ask for the contributions to the dice."""
        promises = tuple(chair.commitment for chair in self.room.chairs)
        self.ceremony = Ceremony(promises, self.now + self.house.manners.patience.reveal)
        self.gallery.announce(self.room, ())
        if self.ceremony.missing:
            self.gallery.tell(self.ceremony.call())

    def clock_message(self) -> Clock:
        """Return how long the turn, negotiation or ballot still lasts, and for whom."""
        seats = self.room.pace.seats
        return Clock(next(iter(seats), -1), self.keeper.clock.left(self.now), seats)

    async def _write(self, entries: Sequence[journal.AnyEntry]) -> None:
        records = [
            NewRecord(
                "event" if isinstance(entry, journal.Played | journal.GameBegun) else "room",
                journal.encode_entry(entry),
            )
            for entry in entries
        ]
        if records:
            await self.house.log.append(self.room.id, records)
