"""One room as a value: chairs, house rules and the running game, changed only by entries of its log.

No sockets, no clock and no storage here: the table decides when, the log keeps, this only is.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, assert_never

import msgspec
from teg_shared.protocol import fair
from teg_shared.protocol.codec import VariantCodec
from teg_shared.protocol.messages import RoomInfo, RoomState, SeatInfo
from teg_shared.protocol.record import Player
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.game import Game, replay
from teg_shared.rules.registry import VARIANTS
from teg_shared.rules.variant import Pace, Variant

from teg_server.rooms import journal

AnyVariant: TypeAlias = Variant[msgspec.Struct, msgspec.Struct, msgspec.Struct, msgspec.Struct]
AnyGame: TypeAlias = Game[msgspec.Struct, msgspec.Struct, msgspec.Struct, msgspec.Struct]
AnyCodec: TypeAlias = VariantCodec[msgspec.Struct, msgspec.Struct, msgspec.Struct, msgspec.Struct]
Status: TypeAlias = Literal["lobby", "playing", "over"]

_STILL: Final = Pace((), 0, ())
SUBSTITUTE: Final = "capitan"
"""Level of the bot that plays for an absent person (T4)."""
REMEMBERED: Final = 64
"""Acts of a seat whose versions are still known when they are repeated."""


@dataclass(slots=True)
class Chair:
    """One seat; the last two fields are of this process only and never in the log."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    level: str = ""
    colour: str = ""
    token: bytes = b""
    identity: str = ""
    """Of the person, if the system knows it."""
    commitment: bytes = b""
    number: int = 0
    """Number of the last Act that was done."""
    done: dict[int, int] = field(default_factory=dict)
    """Version of the last acts by number."""
    left: bool = False
    connected: bool = False
    substitute: bool = False

    @property
    def driven(self) -> bool:
        """Whether a bot plays for this chair now."""
        return self.kind == "bot" or self.substitute or self.left

    @property
    def present(self) -> bool:
        """Whether a person belongs to this chair, here or away for the moment."""
        return self.kind == "human" and not self.left


@dataclass(slots=True)
class Match:
    """The game of a room: rules, history, luck, and how it came to be."""

    game: AnyGame
    chance: VerifiableChance
    begun: journal.GameBegun
    secret: bytes
    players: tuple[Player, ...]
    commitments: tuple[bytes, ...]
    fingerprint: str
    played: list[journal.Played] = field(default_factory=list)


class Room:
    """A room that stands."""

    def __init__(self, made: journal.RoomMade) -> None:
        self.made = made
        self.id = made.id
        self.name = made.name
        self.made_at = made.at
        self.variant: AnyVariant = VARIANTS[made.variant]
        self.codec: AnyCodec = VariantCodec(self.variant)
        self.password = made.password
        self.settings_raw = msgspec.Raw(bytes(made.settings))
        self.settings = self.codec.settings(made.settings)
        self.clock = made.clock
        self.chairs = [
            Chair("bot", name, plan.level) if plan.kind == "bot" else Chair()
            for plan, name in zip(made.plans, made.names, strict=True)
        ]
        self.owner = -1
        self.game_id = ""
        self.games = 0
        self.secret = b""
        self.version = 0
        self.match: Match | None = None
        self.closed = ""
        self.sent: journal.RoomSent | None = None
        """It is given to another server."""
        self.adopted = False
        """It was another server's."""

    # --- questions

    @property
    def status(self) -> Status:
        """Whether the room waits, plays or has played."""
        if self.match is None:
            return "lobby"
        return "playing" if self.variant.prompted(self.match.game.state) else "over"

    @property
    def prompted(self) -> tuple[int, ...]:
        """Seats that are asked for something, those that hold up the game first; none outside of a game."""
        return () if self.match is None else self.variant.prompted(self.match.game.state)

    @property
    def pace(self) -> Pace:
        """What the clock measures, and the seats that hold up the game; nothing outside of one."""
        return _STILL if self.match is None else self.variant.pace(self.match.game.state, self.clock)

    @property
    def round(self) -> int:
        """Round of the running game, 0 for none."""
        return 0 if self.match is None else getattr(self.match.game.state, "round", 0)

    @property
    def commitment(self) -> bytes:
        """The server's commitment for the dice of the present game."""
        return fair.commit_server(self.game_id, self.secret) if self.secret else b""

    def humans(self) -> list[int]:
        """Seats that belong to a person who has not left for good."""
        return [n for n, chair in enumerate(self.chairs) if chair.present]

    def info(self) -> RoomInfo:
        """Return the room's line in the list of rooms."""
        taken = sum(chair.kind != "open" for chair in self.chairs)
        return RoomInfo(
            self.id, self.name, self.variant.name, self.status, len(self.chairs), taken, bool(self.password),
            self.round,
        )  # fmt: skip

    def as_seen(self, watchers: int, rematch: tuple[int, ...]) -> RoomState:
        """Return the room as everybody sees it."""
        seats = tuple(
            SeatInfo(c.kind, c.name, c.level, c.colour, c.connected, c.substitute, c.left) for c in self.chairs
        )
        return RoomState(
            self.id, self.name, self.variant.name, self.status, self.owner, seats, watchers, self.settings_raw,
            self.clock, rematch, self.commitment, self.match.fingerprint if self.match else "", self.game_id,
        )  # fmt: skip

    # --- changes

    def apply(self, entry: journal.AnyEntry, events: list[msgspec.Struct] | None = None) -> None:
        """Change the room by one entry that is in the log.

        Args:
            entry: what is in the log.
            events: the events of a `Played` entry, where they need not be decoded again.
        """
        match entry:
            case journal.RoomMade():
                raise ValueError("a room is made once")
            case journal.DiceChosen():
                self.game_id, self.secret = entry.game, entry.secret
                self.games += 1
            case journal.SeatTaken():
                chair = Chair(
                    "human", entry.name, token=entry.token, identity=entry.identity, commitment=entry.commitment
                )
                chair.colour = self.chairs[entry.seat].colour
                self.chairs[entry.seat] = chair
            case journal.SeatToken():
                self.chairs[entry.seat].token = entry.token
            case journal.SeatPlanned():
                colour = self.chairs[entry.seat].colour if entry.level else ""
                kind: Literal["open", "bot"] = "bot" if entry.level else "open"
                self.chairs[entry.seat] = Chair(kind, entry.name, entry.level, colour)
            case journal.ColourChosen():
                self.chairs[entry.seat].colour = entry.colour
            case journal.RoomChanged():
                self.settings_raw = msgspec.Raw(bytes(entry.settings))
                self.settings = self.codec.settings(entry.settings)
                self.clock = entry.clock
            case journal.OwnerChanged():
                self.owner = entry.seat
            case journal.GameBegun():
                self._begin(entry)
            case journal.Played():
                self._play(entry, events)
            case journal.SeatLeft():
                chair = self.chairs[entry.seat]
                chair.left, chair.connected, chair.substitute = True, False, False
                chair.token, chair.identity = b"", ""
            case journal.TableTurned():
                self._turn(entry)
            case journal.RoomClosed():
                self.closed = entry.why
            case journal.RoomSent():
                self.closed, self.sent = "sent", entry
            case journal.RoomPosted() | journal.RoomSettled():
                pass  # of interest to who looks for the room
            case journal.RoomAdopted():
                self.adopted = True
                for chair in self.chairs if not entry.same_accounts else ():
                    chair.identity = ""
            case _:
                assert_never(entry)

    @property
    def commitments(self) -> tuple[bytes, ...]:
        """What each seat has promised for the dice; empty for none."""
        return tuple(chair.commitment for chair in self.chairs)

    def chance(self, contributions: tuple[bytes, ...]) -> VerifiableChance:
        """Return the luck of a game into which the seats put `contributions`."""
        whole = fair.transcript(self.game_id, self.commitment, self.commitments, contributions)
        return VerifiableChance(fair.derive_seed(self.secret, whole))

    def _begin(self, entry: journal.GameBegun) -> None:
        events = [self.codec.event(raw) for raw in entry.events]
        for chair, colour in zip(self.chairs, entry.colours, strict=True):
            chair.colour = colour
        self.match = Match(
            Game(self.variant, events, replay(self.variant, events)),
            self.chance(entry.contributions),
            entry,
            self.secret,
            tuple(Player(chair.name, chair.colour, chair.level) for chair in self.chairs),
            self.commitments,
            fair.fingerprint(self.game_id, self.commitment, self.commitments),
        )
        self.version += 1

    def _play(self, entry: journal.Played, events: list[msgspec.Struct] | None) -> None:
        if self.match is None:
            raise ValueError("an act without a game")
        self.match.game.apply(events if events is not None else [self.codec.event(raw) for raw in entry.events])
        self.match.played.append(entry)
        self.version += 1
        if entry.number:
            chair = self.chairs[entry.seat]
            chair.number = entry.number
            chair.done[entry.number] = self.version
            while len(chair.done) > REMEMBERED:
                del chair.done[next(iter(chair.done))]

    def _turn(self, entry: journal.TableTurned) -> None:
        old = self.chairs
        self.match = None
        self.chairs = old[1:] + old[:1]
        if self.owner >= 0:
            self.owner = (self.owner - 1) % len(old)
        for chair, name, commitment in zip(self.chairs, entry.names, entry.commitments, strict=True):
            if chair.left:
                chair.kind, chair.name, chair.level, chair.left = "bot", name, SUBSTITUTE, False
            chair.commitment = commitment
            chair.substitute = False
