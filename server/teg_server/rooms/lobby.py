"""What may be done in a room before its game, as functions from a request to entries of the log (T1).

Nothing here changes a room: a refusal raises, a permission returns what is to be written.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from teg_shared.protocol import fair
from teg_shared.protocol.codec import MalformedError, VariantCodec
from teg_shared.protocol.messages import NAME_LENGTH, ChangeRoom, CreateRoom, JoinRoom, PlanSeat, SeatPlan
from teg_shared.protocol.text import folded, player_name, room_name
from teg_shared.protocol.whereabouts import token_hash
from teg_shared.rules.errors import RuleError
from teg_shared.rules.registry import VARIANTS

from teg_server.rooms import journal
from teg_server.rooms.caller import NOBODY, Caller
from teg_server.rooms.names import bot_names
from teg_server.rooms.room import AnyVariant, Room
from teg_server.rooms.secret import new_token, password_fits, password_hash

LONGEST_CLOCK: Final = 24 * 3600
"""Most seconds of a turn."""
SHORTEST_CLOCK: Final = 10
PASSWORD_LENGTH: Final = 64


@dataclass(frozen=True, slots=True)
class Seated:
    """A person who may sit down: what is to be written, and what they get."""

    seat: int
    name: str
    token: str
    entries: list[journal.AnyEntry]


def make(
    wanted: CreateRoom, room: str, levels: tuple[str, ...], at: float, caller: Caller = NOBODY
) -> tuple[journal.RoomMade, Seated]:
    """Return the entries of a new room with its owner in the first chair.

    Raises:
        RuleError: if the room can't be made so.
    """
    variant = _variant(wanted.variant)
    name = room_name(wanted.name)
    player = player_name(_called(wanted.player, caller))
    check_settings(variant, wanted.settings)
    _check_clock(wanted.clock)
    _check_plans(variant, wanted.seats, levels)
    if len(wanted.password) > PASSWORD_LENGTH:
        raise RuleError("password-too-long", limit=PASSWORD_LENGTH)
    plans = (SeatPlan("open"), *wanted.seats[1:])
    free = iter(bot_names(len(plans), [player]))
    names = tuple(next(free) if plan.kind == "bot" else "" for plan in plans)
    made = journal.RoomMade(
        room, name, variant.name, wanted.settings, wanted.clock, password_hash(wanted.password), plans, names, at
    )
    token = new_token()
    entries: list[journal.AnyEntry] = [
        new_secret(room, 1),
        journal.SeatTaken(0, player, token_hash(token), checked_commitment(wanted.commitment), caller.identity),
        journal.OwnerChanged(0),
    ]
    return made, Seated(0, player, token, entries)


def new_secret(room: str, game: int) -> journal.DiceChosen:
    """Return a fresh secret for the dice of the room's `game`-th game."""
    return journal.DiceChosen(f"{room}-{game}", secrets.token_bytes(fair.SECRET_SIZE))


def sit(room: Room, wanted: JoinRoom, watching: list[str], caller: Caller = NOBODY) -> Seated:
    """Return the entries that give a newcomer the first free chair.

    Raises:
        RuleError: if the room is full, plays already, or the name is taken.
    """
    require_lobby(room)
    name = free_name(room, _called(wanted.player, caller), watching)
    seat = next((n for n, chair in enumerate(room.chairs) if chair.kind == "open"), None)
    if seat is None:
        raise RuleError("room-full")
    token = new_token()
    promise = checked_commitment(wanted.commitment)
    taken = journal.SeatTaken(seat, name, token_hash(token), promise, caller.identity)
    entries: list[journal.AnyEntry] = [taken]
    if room.owner < 0:
        entries.append(journal.OwnerChanged(seat))
    return Seated(seat, name, token, entries)


def seat_of(room: Room, caller: Caller) -> int | None:
    """Return the seat that is a caller's because of who they are, or None."""
    if not caller.identity:
        return None
    mine = (n for n, chair in enumerate(room.chairs) if chair.present and chair.identity == caller.identity)
    return next(mine, None)


def renew(seat: int) -> tuple[str, journal.SeatToken]:
    """Return another token for a seat, and the entry that makes it so; nobody kept the old one."""
    token = new_token()
    return token, journal.SeatToken(seat, token_hash(token))


def check_password(room: Room, password: str) -> None:
    """Let nobody in who does not know the word.

    Raises:
        RuleError: `password-wrong`, or `password-needed` if none was given.
    """
    if room.password and not password:
        raise RuleError("password-needed")
    if len(password) > PASSWORD_LENGTH or not password_fits(password, room.password):
        raise RuleError("password-wrong")


def free_name(room: Room, raw: str, watching: list[str]) -> str:
    """Return the cleaned name of a newcomer.

    Raises:
        RuleError: `name-taken`, or what `player_name` refuses.
    """
    name = player_name(raw)
    if folded(name) in {folded(other) for other in [*(chair.name for chair in room.chairs), *watching] if other}:
        raise RuleError("name-taken", name=name)
    return name


def require_lobby(room: Room) -> None:
    """Refuse what is only possible before the start.

    Raises:
        RuleError: `game-running` or `game-over`.
    """
    if room.status != "lobby":
        raise RuleError("game-running" if room.status == "playing" else "game-over")


def require_owner(room: Room, seat: int) -> None:
    """Refuse what only the owner may do.

    Raises:
        RuleError: `owner-only`.
    """
    if seat < 0 or seat != room.owner:
        raise RuleError("owner-only")


def plan(room: Room, seat: int, wanted: PlanSeat, levels: tuple[str, ...], watching: list[str]) -> journal.SeatPlanned:
    """Return the entry that frees a chair or gives it to a bot; who sits there has to go.

    Raises:
        RuleError: if `seat` is not the owner's, or the chair is.
    """
    require_lobby(room)
    require_owner(room, seat)
    if not 0 <= wanted.seat < len(room.chairs):
        raise RuleError("seat-unknown", seat=wanted.seat)
    if wanted.seat == seat:
        raise RuleError("seat-own")
    if wanted.plan.kind == "open":
        return journal.SeatPlanned(wanted.seat, "", "")
    check_level(wanted.plan.level, levels)
    others = [chair.name for n, chair in enumerate(room.chairs) if n != wanted.seat]
    return journal.SeatPlanned(wanted.seat, wanted.plan.level, bot_names(1, [*others, *watching])[0])


def choose_colour(room: Room, seat: int, colour: str) -> journal.ColourChosen:
    """Return the entry that gives a chair a free colour, or none for an empty name.

    Raises:
        RuleError: `colour-unknown` or `colour-taken`.
    """
    require_lobby(room)
    if colour and colour not in room.variant.colours:
        raise RuleError("colour-unknown", colour=colour[:20])
    if colour and any(chair.colour == colour and n != seat for n, chair in enumerate(room.chairs)):
        raise RuleError("colour-taken", colour=colour)
    return journal.ColourChosen(seat, colour)


def change(room: Room, seat: int, wanted: ChangeRoom) -> journal.RoomChanged:
    """Return the entry that changes house rules and clock.

    Raises:
        RuleError: if `seat` is not the owner's or the values are impossible.
    """
    require_lobby(room)
    require_owner(room, seat)
    check_settings(room.variant, wanted.settings)
    _check_clock(wanted.clock)
    return journal.RoomChanged(wanted.settings, wanted.clock)


def leave(room: Room, seat: int) -> list[journal.AnyEntry]:
    """Return the entries that free the chair of a person before the start; the room passes on."""
    entries: list[journal.AnyEntry] = [journal.SeatPlanned(seat, "", "")]
    if room.owner == seat:
        entries.append(heir(room, seat))
    return entries


def heir(room: Room, seat: int) -> journal.OwnerChanged:
    """Return the entry that makes the next person after `seat` the owner, or nobody.

    People who are here come before those who are away.
    """
    count = len(room.chairs)
    around = [(seat + step) % count for step in range(1, count)]
    people = [n for n in around if room.chairs[n].present]
    here = [n for n in people if room.chairs[n].connected]
    return journal.OwnerChanged(next(iter(here or people), -1))


def check_settings(variant: AnyVariant, raw: bytes) -> None:
    """Refuse house rules that the variant does not know, or whose numbers no game can be dealt with.

    Raises:
        RuleError: `settings`, or what the variant says of them.
    """
    try:
        settings = VariantCodec(variant).settings(raw)
    except MalformedError as error:
        raise RuleError("settings", detail=error.detail[:120]) from error
    variant.check(settings)


def check_level(level: str, levels: tuple[str, ...]) -> None:
    """Refuse a bot that does not exist.

    Raises:
        RuleError: `level-unknown`.
    """
    if level not in levels:
        raise RuleError("level-unknown", level=level[:20], levels=list(levels))


def checked_commitment(commitment: bytes) -> bytes:
    """Return a commitment of the right size, or none.

    Raises:
        RuleError: `commitment`.
    """
    if len(commitment) not in {0, fair.HASH_SIZE}:
        raise RuleError("commitment", size=fair.HASH_SIZE)
    return commitment


def _called(wanted: str, caller: Caller) -> str:
    """Return the name that is asked for, or that of the account."""
    return wanted if wanted.strip() else caller.account[:NAME_LENGTH]


def _variant(name: str) -> AnyVariant:
    if name not in VARIANTS:
        raise RuleError("variant-unknown", variant=name[:20], variants=list(VARIANTS))
    return VARIANTS[name]


def _check_plans(variant: AnyVariant, plans: tuple[SeatPlan, ...], levels: tuple[str, ...]) -> None:
    if len(plans) not in variant.seats:
        raise RuleError("seat-count", seats=len(plans), least=variant.seats[0], most=variant.seats[-1])
    for planned in plans[1:]:
        if planned.kind == "bot":
            check_level(planned.level, levels)


def _check_clock(seconds: int) -> None:
    if seconds and not SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK:
        raise RuleError("clock", seconds=seconds, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
