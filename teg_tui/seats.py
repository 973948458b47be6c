"""The saved seats of one client: found again by room and name, followed to other servers, kept while playing."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from teg_shared.protocol.messages import RoomInfo, RoomState
from teg_shared.protocol.session import ClientSession
from teg_shared.protocol.text import folded

from teg_tui.address import Address
from teg_tui.config import SavedSeat, Store

MOST_ASKED = 3
"""Seats in rooms that no list shows, for which a server is asked."""


@dataclass
class Seats:
    """What a client knows of its seats.

    Args:
        store: where they are saved; None saves nothing.
    """

    store: Store | None
    _kept: tuple[str, int, str, str] = ("", -1, "", "")
    """Token, seat, room's name and server of what was saved last."""
    _asked: set[str] = field(default_factory=set)
    """Tokens of seats in rooms that are not listed, for which the server was asked."""

    def of(self, address: Address, room: str, name: str) -> SavedSeat | None:
        """Return the saved seat of a player in the room with this id, if there is one."""
        return next((seat for seat in self._named(address, name) if seat.room == room), None)

    def dice(self, token: str) -> str:
        """Return the contribution to the dice that was promised with a seat; empty for none."""
        return next((seat.dice for seat in (self.store.seats() if self.store else ()) if seat.token == token), "")

    def unlisted(self, address: Address, rooms: Iterable[RoomInfo], wanted: str, name: str) -> SavedSeat | None:
        """Return a saved seat whose room the server does not list, once: it may know where the room has gone.

        Args:
            address: of the server.
            rooms: its list.
            wanted: id or name of the room that is meant; empty for any.
            name: of the player.
        """
        listed = {room.id for room in rooms}
        for seat in self._named(address, name):
            fits = not wanted or seat.room == wanted or folded(seat.room_name) == folded(wanted)
            if fits and seat.room not in listed and seat.token not in self._asked and len(self._asked) < MOST_ASKED:
                self._asked.add(seat.token)
                return seat
        return None

    def was_unlisted(self, token: str) -> bool:
        """Whether the server was asked for this seat although it does not list the room."""
        return token in self._asked

    def moved(self, token: str, places: Sequence[Address]) -> None:
        """A room is moving to another server, and the seat with it; without places nobody knows yet where to."""
        self._asked.discard(token)
        if self.store is None or not token or not places:
            return
        for seat in self.store.seats():
            if seat.token == token:
                self.store.forget(token)
                self.store.remember(msgspec.structs.replace(seat, server=str(places[0])))

    def keep(
        self, address: Address, room: RoomState, session: ClientSession, dice: str, *, renew: bool = False
    ) -> None:
        """Save what brings the seat back, if it is another than the last time, or to be renewed."""
        seat = session.seat
        if self.store is None or not 0 <= seat < len(room.seats):
            return
        now = (session.token, seat, room.name, str(address))
        if now == self._kept and not renew:
            return
        if self._kept[3] not in {"", str(address)}:
            self.store.forget(session.token)  # it is on another server now
        self._kept = now
        self.store.remember(
            SavedSeat(
                server=str(address),
                room=room.id,
                room_name=room.name,
                name=room.seats[seat].name,
                seat=seat,
                token=session.token,
                at=time.time(),
                dice=dice,
            )
        )

    def forget(self, token: str) -> None:
        """A seat is worth nothing any more."""
        if self.store is not None and token:
            self.store.forget(token)

    def _named(self, address: Address, name: str) -> list[SavedSeat]:
        found = self.store.seats_on(address) if self.store is not None else []
        return [seat for seat in found if folded(seat.name) == folded(name)]
