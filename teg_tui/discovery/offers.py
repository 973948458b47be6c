"""What a list of games shows, wherever it comes from: servers, their rooms, and why there is nothing to see."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

import msgspec
from teg_shared.protocol.messages import ROOM_LENGTH, RoomInfo
from teg_shared.protocol.text import visible

from teg_tui.address import Address
from teg_tui.changes import Facts

Life = Literal["asking", "live", "listed", "silent", "version"]
"""asking: found, not asked yet. live: it answered. listed: it is in a directory that takes dead servers out.
silent: it does not answer. version: it speaks another version of the protocol."""


@dataclass(frozen=True)
class Offer:
    """One line: a room of a server, or a server without rooms.

    Args:
        key: the same for the same line as time passes.
        server: name of the server.
        addresses: where it listens, the best one first.
        room: None for a server without rooms, on which one can be made.
        life: whether it is there.
        draining: the server makes no new rooms.
    """

    key: str
    server: str
    addresses: tuple[Address, ...]
    room: RoomInfo | None
    life: Life
    draining: bool = False

    @property
    def enterable(self) -> bool:
        """Whether going there makes sense."""
        return self.life in {"live", "listed"} and bool(self.addresses) and (self.room is not None or not self.draining)

    @property
    def free(self) -> bool:
        """Whether there is a seat for a newcomer."""
        return self.room is not None and self.room.status == "lobby" and self.room.taken < self.room.seats


@dataclass(frozen=True)
class Listing:
    """A list as it is now.

    Args:
        offers: the lines, those with a free seat first.
        status: code of the sentence above the list: how the search goes, or why the list is empty.
        facts: what that sentence needs.
        complete: whether nothing more is expected.
    """

    offers: tuple[Offer, ...] = ()
    status: str = "searching"
    facts: Facts = field(default_factory=dict)
    complete: bool = False


class Source(Protocol):
    """Where a list comes from."""

    async def run(self) -> None:
        """Look until cancelled."""
        ...

    def listing(self) -> Listing:
        """Return the list as it is now."""
        ...

    def refresh(self) -> None:
        """Look again at once."""
        ...


def ordered(offers: list[Offer]) -> tuple[Offer, ...]:
    """Return the lines in the order in which people want them: free seats, games to watch, the rest."""
    return tuple(sorted(offers, key=_rank))


def cleaned(room: RoomInfo) -> RoomInfo:
    """Return a server's line about a room, fit for a screen."""
    return msgspec.structs.replace(
        room, name=visible(room.name, ROOM_LENGTH) or room.id, variant=visible(room.variant, 16)
    )


def _rank(offer: Offer) -> tuple[int, int, str, str]:
    room = offer.room
    life = {"live": 0, "listed": 0, "asking": 1}.get(offer.life, 2)
    if room is None:
        return life, 3, offer.server.casefold(), offer.key
    state = 0 if offer.free else {"lobby": 1, "playing": 1, "over": 2}[room.status]
    return life, state, room.name.casefold(), offer.key
