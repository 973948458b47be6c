"""From the lobby to the deal: open chairs are filled, contributions to the dice shown, the cards dealt (T1, T6)."""

from dataclasses import dataclass, field
from random import SystemRandom

from teg_shared.protocol import fair
from teg_shared.protocol.messages import RevealNow, StartGame
from teg_shared.rules.errors import RuleError

from teg_server.rooms import journal
from teg_server.rooms.lobby import check_level, new_secret, require_lobby, require_owner
from teg_server.rooms.names import bot_names
from teg_server.rooms.room import Room


@dataclass(slots=True)
class Ceremony:
    """The seconds in which people's programs show what they promised.

    Args:
        commitments: promise of each seat, empty for none.
        deadline: moment after which it goes on without who is missing.
    """

    commitments: tuple[bytes, ...]
    deadline: float
    shown: dict[int, bytes] = field(default_factory=dict)

    @property
    def missing(self) -> list[int]:
        """Seats that have promised and not yet shown."""
        return [seat for seat, promise in enumerate(self.commitments) if promise and seat not in self.shown]

    def call(self) -> RevealNow:
        """Return the message that asks for the contributions, after all promises are public."""
        return RevealNow(self.commitments)

    def reveal(self, seat: int, value: bytes) -> None:
        """Keep the contribution of `seat`; a repeated one changes nothing.

        Raises:
            RuleError: `reveal-unasked`, or `reveal-wrong` if it is not what was promised.
        """
        if seat < 0 or not self.commitments[seat]:
            raise RuleError("reveal-unasked")
        if not fair.opens(self.commitments[seat], value):
            raise RuleError("reveal-wrong")
        self.shown.setdefault(seat, value)


def fill(
    room: Room, seat: int, wanted: StartGame, levels: tuple[str, ...], watching: list[str]
) -> list[journal.AnyEntry]:
    """Return the entries that put bots into the open chairs.

    Raises:
        RuleError: if `seat` is not the owner's, or no such bot exists.
    """
    require_lobby(room)
    require_owner(room, seat)
    free = [n for n, chair in enumerate(room.chairs) if chair.kind == "open"]
    if not free:
        return []
    check_level(wanted.fill, levels)
    names = bot_names(len(free), [*(chair.name for chair in room.chairs), *watching])
    return [journal.SeatPlanned(n, wanted.fill, name) for n, name in zip(free, names, strict=True)]


def begin(room: Room, ceremony: Ceremony, at: float) -> journal.GameBegun:
    """Return the entry that deals the game; `at` is the time of day.

    Raises:
        RuleError: if the variant refuses such a table.
    """
    contributions = tuple(ceremony.shown.get(seat, b"") for seat in range(len(room.chairs)))
    colours = colours_of(room)
    events = room.variant.setup(colours, room.settings, room.chance(contributions))
    raws = tuple(room.codec.encode(event) for event in events)
    return journal.GameBegun(colours, contributions, tuple(ceremony.missing), raws, at)


def colours_of(room: Room) -> tuple[str, ...]:
    """Return the colour of each seat: the chosen ones, and free ones for the others, by lot where the game says so.

    The lot is no luck of the game, which has none before the deal: colours have no effect on it (N3).
    """
    taken = {chair.colour for chair in room.chairs}
    free = [colour for colour in room.variant.colours if colour not in taken]
    if room.variant.colours_by_lot:
        SystemRandom().shuffle(free)
    rest = iter(free)
    return tuple(chair.colour or next(rest) for chair in room.chairs)


def turn_table(room: Room, promises: dict[int, bytes]) -> list[journal.AnyEntry]:
    """Return the entries of a rematch: everybody one seat on, a fresh secret, fresh promises (T6)."""
    seats = [*range(1, len(room.chairs)), 0]
    leavers = [seat for seat in seats if room.chairs[seat].left]
    names = dict(zip(leavers, bot_names(len(leavers), [c.name for c in room.chairs if not c.left]), strict=True))
    return [
        journal.TableTurned(
            tuple(names.get(seat, "") for seat in seats), tuple(promises.get(seat, b"") for seat in seats)
        ),
        new_secret(room.id, room.games + 1),
    ]
