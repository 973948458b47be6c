"""The requests of people in a room, one function each; the table calls them one at a time, for its sitting.

A function refuses by raising before anything has changed, or commits and then tells.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

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
from teg_server.rooms.sitting import Sitting

log = logging.getLogger(__name__)


# --- coming in


async def open_room(sitting: Sitting, peer: Peer, seated: lobby.Seated) -> None:
    """The owner of a new room takes the first chair (T1)."""
    await sitting.commit(seated.entries, opening=sitting.room.made)
    sitting.public = True
    log.info("room made room=%s name=%r variant=%s", sitting.room.id, sitting.room.name, sitting.room.variant.name)
    _seat(sitting, Guest(peer, seated.seat, seated.name, seated.token), -1)


async def enter(sitting: Sitting, peer: Peer, wanted: JoinRoom) -> None:
    """Let somebody in: back to their seat, to a free one, or to watch (T1, T2, T4).

    Raises:
        RuleError: if that is not possible.
    """
    if (wanted.token or not wanted.watch) and await _own_seat(sitting, peer, wanted):
        return
    lobby.check_password(sitting.room, wanted.password)
    if wanted.watch:
        _watch(sitting, peer, wanted)
        return
    if sitting.ceremony is not None:
        raise RuleError("starting")
    seated = lobby.sit(sitting.room, wanted, sitting.gallery.watching(), peer.caller)
    await sitting.commit(seated.entries)
    _seat(sitting, Guest(peer, seated.seat, seated.name, seated.token), -1)


async def _own_seat(sitting: Sitting, peer: Peer, wanted: JoinRoom) -> bool:
    """Take somebody back to their seat: by its token, or because the system knows who they are (T4).

    Returns whether they have one; a newcomer has none.

    Raises:
        RuleError: `token-unknown`.
    """
    found = [seat for seat, chair in enumerate(sitting.room.chairs) if token_fits(wanted.token, chair.token)]
    seat, token = next(iter(found), None), wanted.token
    if seat is None:
        seat = lobby.seat_of(sitting.room, peer.caller)
        if seat is None and wanted.token:
            raise RuleError("token-unknown")
        if seat is None:
            return False
        token, renewed = lobby.renew(seat)
        await sitting.commit([renewed])
    earlier = sitting.gallery.at(seat)
    if earlier is not None:
        log.info("displaced room=%s seat=%d name=%r", sitting.room.id, seat, earlier.name)
        sitting.dismiss(earlier.peer, "displaced")
        earlier.peer.bye("displaced")
    _seat(sitting, Guest(peer, seat, sitting.room.chairs[seat].name, token), wanted.since)
    return True


def _watch(sitting: Sitting, peer: Peer, wanted: JoinRoom) -> None:
    watching = sitting.gallery.watching()
    if len(watching) >= sitting.house.manners.watchers:
        raise RuleError("watchers-full", most=sitting.house.manners.watchers)
    _seat(sitting, Guest(peer, -1, lobby.free_name(sitting.room, wanted.player, watching)), wanted.since)


def _seat(sitting: Sitting, guest: Guest, since: int) -> None:
    """A guest is in: tell them who they are, and what they lack."""
    room = sitting.room
    number = 0
    if guest.seat >= 0:
        chair = room.chairs[guest.seat]
        chair.connected, chair.substitute = True, False
        number = chair.number
    sitting.gallery.guests[guest.peer] = guest
    guest.peer.settled(room.id)
    guest.send(Joined(room.id, guest.seat, guest.token, number))
    sitting.keeper.update(room, sitting.now, vacant=False)
    sitting.gallery.welcome(guest, room, tuple(sitting.rematch), since)
    if sitting.keeper.clock.deadline is not None:
        guest.send(sitting.clock_message())
    if sitting.ceremony is not None and guest.seat in sitting.ceremony.missing:
        guest.send(sitting.ceremony.call())
    sitting.talk.recall(guest)
    log.info("joined room=%s seat=%d name=%r peer=%s", room.id, guest.seat, guest.name, guest.peer.label)


# --- being there


async def serve(sitting: Sitting, guest: Guest, message: FromClient) -> None:
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
    if sitting.ceremony is not None and type(message) in _LOBBY:
        raise RuleError("starting")
    await handler(sitting, guest, message)


async def _act(sitting: Sitting, guest: Guest, message: Act) -> None:
    """A command of the game; one that was done before changes nothing."""
    chair = sitting.room.chairs[guest.seat]
    if message.number < 1:
        raise RuleError("act-number")
    if message.number <= chair.number:
        guest.send(Accepted(message.number, chair.done.get(message.number, sitting.room.version), repeated=True))
        return
    await sitting.move(play.act(sitting.room, guest.seat, message.number, message.command))
    guest.send(Accepted(message.number, sitting.room.version))


async def _leave(sitting: Sitting, guest: Guest, message: LeaveRoom) -> None:
    """Go: before the game the chair is free, in it the seat is kept unless it is given up (T4)."""
    room, seat = sitting.room, guest.seat
    if seat >= 0 and room.status == "lobby":
        await sitting.commit(lobby.leave(room, seat))
    elif seat >= 0 and (message.for_good or room.status == "over"):
        # decided before anything is written: the rules may only speak of a seat that still plays
        move = play.leave(room, seat)
        await sitting.commit([journal.SeatLeft(seat), *([lobby.heir(room, seat)] if room.owner == seat else [])])
        sitting.gallery.tell(Notice("seat-left", {"seat": seat, "name": guest.name}))
        if move is not None:
            await sitting.move(move)
    log.info("left room=%s seat=%d name=%r", room.id, seat, guest.name)
    guest.send(Notice("you-left", {}))
    sitting.rematch.pop(seat, None)
    sitting.dismiss(guest.peer, "left")


async def _colour(sitting: Sitting, guest: Guest, message: ChooseColour) -> None:
    await sitting.commit([lobby.choose_colour(sitting.room, guest.seat, message.colour)])


async def _plan(sitting: Sitting, guest: Guest, message: PlanSeat) -> None:
    """The owner frees a chair or gives it to a bot; whoever sits there is shown the door (T1)."""
    levels = sitting.house.thinker.levels
    await sitting.commit([lobby.plan(sitting.room, guest.seat, message, levels, sitting.gallery.watching())])
    removed = sitting.gallery.at(message.seat)
    if removed is not None:
        log.info("kicked room=%s seat=%d name=%r", sitting.room.id, message.seat, removed.name)
        removed.send(Notice("kicked", {}))
        sitting.dismiss(removed.peer, "kicked")


async def _change(sitting: Sitting, guest: Guest, message: ChangeRoom) -> None:
    await sitting.commit([lobby.change(sitting.room, guest.seat, message)])


async def _start(sitting: Sitting, guest: Guest, message: StartGame) -> None:
    levels = sitting.house.thinker.levels
    await sitting.commit(start.fill(sitting.room, guest.seat, message, levels, sitting.gallery.watching()))
    await sitting.begin_ceremony()


async def _reveal(sitting: Sitting, guest: Guest, message: Reveal) -> None:
    if sitting.ceremony is None:
        raise RuleError("reveal-unasked")
    sitting.ceremony.reveal(guest.seat, message.value)


async def _say(sitting: Sitting, guest: Guest, message: Say) -> None:
    sitting.talk.say(sitting.gallery, guest, message, sitting.now)


async def _again(sitting: Sitting, guest: Guest, message: Rematch) -> None:
    """Agree to play again; it begins when everybody who is here agrees (T6)."""
    if sitting.room.status != "over":
        raise RuleError("game-not-over")
    sitting.rematch[guest.seat] = lobby.checked_commitment(message.commitment)


async def _resync(sitting: Sitting, guest: Guest, message: Resync) -> None:
    sitting.gallery.catch_up(guest, sitting.room, message.since)


async def _story(sitting: Sitting, guest: Guest, message: GetStory) -> None:
    """What led to a version, once a game for each guest: it is for who comes late."""
    if guest.told == sitting.room.game_id:
        raise RuleError("too-fast")
    story = sitting.stories.tell(sitting.room, guest.seat if guest.seat >= 0 else None, message.version)
    if story is None:
        raise RuleError("game-not-started")
    guest.told = sitting.room.game_id
    guest.peer.push_big(frame(encode(story)))


async def _record(sitting: Sitting, guest: Guest, message: GetRecord) -> None:
    """The whole game, with the secret of its dice, once nothing can be foreseen with it any more (C36)."""
    del message
    if sitting.room.match is None or sitting.room.status != "over":
        raise RuleError("game-not-over")
    if not sitting.records.take(sitting.now):
        raise RuleError("too-fast")
    guest.peer.push_big(frame(encode(Record(record_of(sitting.room, sitting.room.match)))))


_HANDLERS: Final[dict[type, Callable[[Sitting, Guest, Any], Awaitable[None]]]] = {
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
