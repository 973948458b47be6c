"""The requests of people in a room, one function each; the table calls them one at a time.

A function refuses by raising before anything has changed, or commits and then tells.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from teg_shared.protocol.codec import encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import (
    Accepted,
    Act,
    ChangeRoom,
    ChooseColour,
    FromClient,
    GetRecord,
    GetStory,
    Joined,
    JoinRoom,
    LeaveRoom,
    Notice,
    PlanSeat,
    Record,
    Rematch,
    Resync,
    Reveal,
    Say,
    StartGame,
)
from teg_shared.rules.errors import RuleError

from teg_server.rooms import journal, lobby, play, start
from teg_server.rooms.gallery import Guest, Peer
from teg_server.rooms.records import record_of
from teg_server.rooms.secret import token_fits

if TYPE_CHECKING:
    from teg_server.rooms.table import Table

log = logging.getLogger(__name__)


# --- coming in


async def open_room(table: "Table", peer: Peer, seated: lobby.Seated) -> None:
    """The owner of a new room takes the first chair (T1)."""
    await table.commit(seated.entries, opening=table.room.made)
    table.public = True
    log.info("room made room=%s name=%r variant=%s", table.room.id, table.room.name, table.room.variant.name)
    _seat(table, Guest(peer, seated.seat, seated.name, seated.token), -1)


async def enter(table: "Table", peer: Peer, wanted: JoinRoom) -> None:
    """Let somebody in: back to their seat, to a free one, or to watch (T1, T2, T4).

    Raises:
        RuleError: if that is not possible.
    """
    if (wanted.token or not wanted.watch) and await _own_seat(table, peer, wanted):
        return
    lobby.check_password(table.room, wanted.password)
    if wanted.watch:
        _watch(table, peer, wanted)
        return
    if table.ceremony is not None:
        raise RuleError("starting")
    seated = lobby.sit(table.room, wanted, table.gallery.watching(), peer.caller)
    await table.commit(seated.entries)
    _seat(table, Guest(peer, seated.seat, seated.name, seated.token), -1)


async def _own_seat(table: "Table", peer: Peer, wanted: JoinRoom) -> bool:
    """Take somebody back to their seat: by its token, or because the system knows who they are (T4).

    Returns whether they have one; a newcomer has none.

    Raises:
        RuleError: `token-unknown`.
    """
    found = [seat for seat, chair in enumerate(table.room.chairs) if token_fits(wanted.token, chair.token)]
    seat, token = next(iter(found), None), wanted.token
    if seat is None:
        seat = lobby.seat_of(table.room, peer.caller)
        if seat is None and wanted.token:
            raise RuleError("token-unknown")
        if seat is None:
            return False
        token, renewed = lobby.renew(seat)
        await table.commit([renewed])
    earlier = table.gallery.at(seat)
    if earlier is not None:
        log.info("displaced room=%s seat=%d name=%r", table.room.id, seat, earlier.name)
        table.dismiss(earlier.peer, "displaced")
        earlier.peer.bye("displaced")
    _seat(table, Guest(peer, seat, table.room.chairs[seat].name, token), wanted.since)
    return True


def _watch(table: "Table", peer: Peer, wanted: JoinRoom) -> None:
    watching = table.gallery.watching()
    if len(watching) >= table.house.manners.watchers:
        raise RuleError("watchers-full", most=table.house.manners.watchers)
    _seat(table, Guest(peer, -1, lobby.free_name(table.room, wanted.player, watching)), wanted.since)


def _seat(table: "Table", guest: Guest, since: int) -> None:
    """A guest is in: tell them who they are, and what they lack."""
    room = table.room
    number = 0
    if guest.seat >= 0:
        chair = room.chairs[guest.seat]
        chair.connected, chair.substitute = True, False
        number = chair.number
    table.gallery.guests[guest.peer] = guest
    guest.peer.settled(room.id)
    guest.send(Joined(room.id, guest.seat, guest.token, number))
    table.keeper.update(room, table.now, vacant=False)
    table.gallery.welcome(guest, room, tuple(table.rematch), since)
    if table.keeper.clock.deadline is not None:
        guest.send(table.clock_message())
    if table.ceremony is not None and guest.seat in table.ceremony.missing:
        guest.send(table.ceremony.call())
    table.talk.recall(guest)
    log.info("joined room=%s seat=%d name=%r peer=%s", room.id, guest.seat, guest.name, guest.peer.label)


# --- being there


async def serve(table: "Table", guest: Guest, message: FromClient) -> None:
    """Do what a guest asks for.

    Raises:
        RuleError: if it is refused.
        MalformedError: if the variant can't read its part of it.
    """
    handler = _HANDLERS.get(type(message))
    if handler is None:
        raise RuleError("in-room")
    if guest.seat < 0 and type(message) not in _FOR_ALL:
        raise RuleError("spectator")
    if table.ceremony is not None and type(message) in _LOBBY:
        raise RuleError("starting")
    await handler(table, guest, message)


async def _act(table: "Table", guest: Guest, message: Act) -> None:
    """A command of the game; one that was done before changes nothing."""
    chair = table.room.chairs[guest.seat]
    if message.number < 1:
        raise RuleError("act-number")
    if message.number <= chair.number:
        guest.send(Accepted(message.number, chair.done.get(message.number, table.room.version), repeated=True))
        return
    await table.move(play.act(table.room, guest.seat, message.number, message.command))
    guest.send(Accepted(message.number, table.room.version))


async def _leave(table: "Table", guest: Guest, message: LeaveRoom) -> None:
    """Go: before the game the chair is free, in it the seat is kept unless it is given up (T4)."""
    room, seat = table.room, guest.seat
    if seat >= 0 and room.status == "lobby":
        await table.commit(lobby.leave(room, seat))
    elif seat >= 0 and (message.for_good or room.status == "over"):
        # decided before anything is written: the rules may only speak of a seat that still plays
        move = play.leave(room, seat)
        await table.commit([journal.SeatLeft(seat), *([lobby.heir(room, seat)] if room.owner == seat else [])])
        table.gallery.tell(Notice("seat-left", {"seat": seat, "name": guest.name}))
        if move is not None:
            await table.move(move)
    log.info("left room=%s seat=%d name=%r", room.id, seat, guest.name)
    guest.send(Notice("you-left", {}))
    table.rematch.pop(seat, None)
    table.dismiss(guest.peer, "left")


async def _colour(table: "Table", guest: Guest, message: ChooseColour) -> None:
    await table.commit([lobby.choose_colour(table.room, guest.seat, message.colour)])


async def _plan(table: "Table", guest: Guest, message: PlanSeat) -> None:
    """The owner frees a chair or gives it to a bot; whoever sits there is shown the door (T1)."""
    levels = table.house.thinker.levels
    await table.commit([lobby.plan(table.room, guest.seat, message, levels, table.gallery.watching())])
    sitting = table.gallery.at(message.seat)
    if sitting is not None:
        log.info("kicked room=%s seat=%d name=%r", table.room.id, message.seat, sitting.name)
        sitting.send(Notice("kicked", {}))
        table.dismiss(sitting.peer, "kicked")


async def _change(table: "Table", guest: Guest, message: ChangeRoom) -> None:
    await table.commit([lobby.change(table.room, guest.seat, message)])


async def _start(table: "Table", guest: Guest, message: StartGame) -> None:
    levels = table.house.thinker.levels
    await table.commit(start.fill(table.room, guest.seat, message, levels, table.gallery.watching()))
    await table.begin_ceremony()


async def _reveal(table: "Table", guest: Guest, message: Reveal) -> None:
    if table.ceremony is None:
        raise RuleError("reveal-unasked")
    table.ceremony.reveal(guest.seat, message.value)


async def _say(table: "Table", guest: Guest, message: Say) -> None:
    table.talk.say(table.gallery, guest, message, table.now)


async def _again(table: "Table", guest: Guest, message: Rematch) -> None:
    """Agree to play again; it begins when everybody who is here agrees (T6)."""
    if table.room.status != "over":
        raise RuleError("game-not-over")
    table.rematch[guest.seat] = lobby.checked_commitment(message.commitment)


async def _resync(table: "Table", guest: Guest, message: Resync) -> None:
    table.gallery.catch_up(guest, table.room, message.since)


async def _story(table: "Table", guest: Guest, message: GetStory) -> None:
    """What led to a version, once a game for each guest: it is for who comes late."""
    if guest.told == table.room.game_id:
        raise RuleError("too-fast")
    story = table.stories.tell(table.room, guest.seat if guest.seat >= 0 else None, message.version)
    if story is None:
        raise RuleError("game-not-started")
    guest.told = table.room.game_id
    guest.peer.push_big(frame(encode(story)))


async def _record(table: "Table", guest: Guest, message: GetRecord) -> None:
    """The whole game, with the secret of its dice, once nothing can be foreseen with it any more (C36)."""
    del message
    if table.room.match is None or table.room.status != "over":
        raise RuleError("game-not-over")
    if not table.records.take(table.now):
        raise RuleError("too-fast")
    guest.peer.push_big(frame(encode(Record(record_of(table.room, table.room.match)))))


_HANDLERS: Final[dict[type, Callable[["Table", Guest, Any], Awaitable[None]]]] = {
    Act: _act,
    LeaveRoom: _leave,
    ChooseColour: _colour,
    PlanSeat: _plan,
    ChangeRoom: _change,
    StartGame: _start,
    Reveal: _reveal,
    Say: _say,
    Rematch: _again,
    Resync: _resync,
    GetStory: _story,
    GetRecord: _record,
}
_FOR_ALL: Final = frozenset({LeaveRoom, Say, Resync, GetStory, GetRecord})
"""What spectators may ask for."""
_LOBBY: Final = frozenset({LeaveRoom, ChooseColour, PlanSeat, ChangeRoom, StartGame, Rematch})
"""What has to wait while the dice are settled."""
