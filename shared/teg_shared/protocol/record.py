"""The record of a finished game as a file, and the check of everything in it that can be checked.

A record holds what happened, every die in it, and what the dice were made of. Whoever has one can follow the
game and, with `verify`, find out whether the luck was what the commitments promised and whether each entry is what
the rules answer. docs/fair-dice.md says what a clean result proves and what it can't.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from teg_shared.protocol import fair
from teg_shared.protocol.codec import MalformedError, VariantCodec, decode_typed, typed_decoder
from teg_shared.protocol.text import visible
from teg_shared.rules.audit import Auditor
from teg_shared.rules.chance import VerifiableChance, pack
from teg_shared.rules.errors import RuleError
from teg_shared.rules.registry import VARIANTS, auditor

FORMAT: Final = "teg-record/1"
MOST_PROBLEMS: Final = 50
"""Problems after which the check stops: what follows is of no interest."""
DETAIL: Final = 200
"""Most characters of a detail; it may quote the record."""
LONGEST_TEXT: Final = 80
"""Most characters of a name in a record."""
LATEST: Final = 253_402_300_799.0
"""End of the year 9999, in seconds since 1970."""
_HOPELESS: Final = frozenset({"variant", "seats", "secret"})
"""Problems with which no die can be checked."""


class Player(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Who sat on one chair when the game began."""

    name: str
    colour: str
    level: str = ""
    """Level of a bot; empty for people."""


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One step of the game and what it led to."""

    seat: int
    """Who did it; -1 for the deal."""
    cause: str
    """deal, act, bot, clock, fault (the clock's rules in place of a bot that failed) or leave."""
    events: tuple[msgspec.Raw, ...]


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game; lists go by seat in turn order."""

    format: str
    variant: str
    game: str
    """Id of the game."""
    table: str
    """Name of the room."""
    at: float
    """Beginning of the game, seconds since 1970."""
    players: tuple[Player, ...]
    settings: msgspec.Raw
    commitment: bytes
    secret: bytes
    commitments: tuple[bytes, ...]
    contributions: tuple[bytes, ...]
    entries: tuple[Entry, ...]
    """The deal first."""
    chain: bytes = b""
    """Last link of the chain over all of the above; `sealed` sets it."""

    @property
    def transcript(self) -> bytes:
        """Transcript of the dice."""
        return fair.transcript(self.game, self.commitment, self.commitments, self.contributions)

    @property
    def fingerprint(self) -> str:
        """What the clients of this game showed as its fingerprint."""
        return fair.fingerprint(self.game, self.commitment, self.commitments)


class Witness(NamedTuple):
    """What one client has seen for itself while the game went on."""

    commitment: bytes
    """The server's, from the room before the game."""
    commitments: tuple[bytes, ...]
    """Of all seats, from the call to reveal."""
    seat: int = -1
    contribution: bytes = b""
    """Its own; empty for a spectator."""


@dataclass(frozen=True)
class Problem:
    """Something that is not as it should be.

    `grave` means that the record, or the game, is not to be trusted; without it, it is only to be known.
    """

    code: str
    """docs/fair-dice.md lists them."""
    entry: int = -1
    """Number of the entry from 0, -1 for the record as a whole."""
    facts: dict[str, object] = field(default_factory=dict)
    grave: bool = True


_RECORD: Final = typed_decoder(GameRecord)
_ENCODER: Final = msgspec.msgpack.Encoder()


def sealed(record: GameRecord) -> bytes:
    """Return the file of `record`, its chain computed."""
    return _ENCODER.encode(msgspec.structs.replace(record, chain=_chain(record)))


def read_record(data: bytes) -> GameRecord:
    """Return the record in a file; nothing in it is checked but its types, and that it can be shown.

    Raises:
        MalformedError: if it is none of this format.
    """
    record: GameRecord = decode_typed(_RECORD, data)
    if record.format != FORMAT:
        raise MalformedError("invalid", f"record of the format {record.format!r}, not {FORMAT!r}")
    texts = [record.variant, record.game, record.table]
    texts += [text for player in record.players for text in msgspec.structs.astuple(player)]
    if any(text != visible(text, LONGEST_TEXT) for text in texts):
        raise MalformedError("invalid", "a name in the record can't be shown")
    if not 0 <= record.at <= LATEST:
        raise MalformedError("invalid", "the record has no time that a calendar knows")
    return record


def _chain(record: GameRecord) -> bytes:
    head = msgspec.structs.replace(record, entries=(), chain=b"")
    link = hashlib.sha256(pack(FORMAT, _ENCODER.encode(head))).digest()
    for number, entry in enumerate(record.entries):
        link = hashlib.sha256(pack(link, number, _ENCODER.encode(entry))).digest()
    return link


def verify(record: GameRecord, witness: Witness | None = None) -> list[Problem]:
    """Return what is wrong with `record`, the most general first; nothing for a clean game.

    Args:
        record: as `read_record` gives it.
        witness: what a client of this game has seen; without it a server that told everybody something else could
            only be found out by comparing fingerprints.
    """
    problems = [*_wrong_frame(record), *_wrong_promises(record), *_contradictions(record, witness)]
    if any(problem.code in _HOPELESS for problem in problems):
        return problems
    for problem in _Check(record).walk():
        problems.append(problem)
        if len(problems) >= MOST_PROBLEMS:
            break
    return problems


def _wrong_frame(record: GameRecord) -> Iterator[Problem]:
    if record.variant not in VARIANTS:
        yield Problem("variant", facts={"variant": record.variant})
    if record.chain != _chain(record):
        yield Problem("chain")
    counts = {len(record.players), len(record.commitments), len(record.contributions)}
    if len(counts) > 1:
        yield Problem("seats", facts={"counts": sorted(counts)})


def _wrong_promises(record: GameRecord) -> Iterator[Problem]:
    """Open every commitment with what was shown."""
    fits = record.commitment == fair.commit_server(record.game, record.secret)
    if len(record.secret) != fair.SECRET_SIZE or not fits:
        yield Problem("secret")
    for seat, (promise, shown) in enumerate(zip(record.commitments, record.contributions, strict=False)):
        if promise and not shown:
            yield Problem("withheld", facts={"seat": seat}, grave=False)
        elif shown and not fair.opens(promise, shown):
            yield Problem("contribution", facts={"seat": seat})
    if not any(record.contributions):
        yield Problem("no-contribution", grave=False)


def _contradictions(record: GameRecord, witness: Witness | None) -> Iterator[Problem]:
    """Compare with what a client has seen."""
    if witness is None:
        return
    if witness.commitment != record.commitment:
        yield Problem("witness-server")
    if witness.commitments != record.commitments:
        yield Problem("witness-commitments")
    if witness.contribution:
        seat = witness.seat
        known = record.contributions[seat] if 0 <= seat < len(record.contributions) else b""
        if known != witness.contribution:
            yield Problem("witness-contribution", facts={"seat": seat})


class _Check:
    """Goes through a game once: luck of each event, answer of each entry."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._rules = VARIANTS[record.variant]
        self._audit: Auditor[Any, Any, Any] = auditor(record.variant)
        self._codec = VariantCodec(self._rules)
        self._chance = VerifiableChance(fair.derive_seed(record.secret, record.transcript))
        self._state: Any = None

    def walk(self) -> Iterator[Problem]:
        """Yield every problem; after an entry that can't be read or followed the rest can't be judged."""
        for number, entry in enumerate(self._record.entries):
            try:
                yield from self._entry(number, entry)
            except MalformedError as error:
                yield Problem("unreadable", number, {"detail": visible(error.detail, DETAIL)})
                return
            except Exception as error:  # noqa: BLE001 - forged events may break the rules anywhere
                yield Problem("impossible", number, {"detail": visible(f"{type(error).__name__}: {error}", DETAIL)})
                return
        if self._state is None or self._rules.prompted(self._state):
            yield Problem("unfinished", grave=False)

    def _entry(self, number: int, entry: Entry) -> Iterator[Problem]:
        events = [self._codec.event(raw) for raw in entry.events]
        try:
            answer, refusal = self._answer(number, entry, events), ""
        except RuleError as error:
            answer, refusal = [], error.code
        lucky = True
        for event in events:
            fault = self._audit.luck_fault(self._state, event, self._chance)
            if fault is not None:
                lucky = False
                yield Problem("luck", number, fault._asdict())
            self._state = self._rules.evolve(self._state, event)
        if lucky and answer != events:
            yield Problem("rules", number, {"refusal": refusal} if refusal else {})

    def _answer(self, number: int, entry: Entry, events: list[Any]) -> list[Any] | None:
        """Return what the rules answer to whatever led to `events`; None if nothing known could."""
        if number == 0:
            colours = [player.colour for player in self._record.players]
            settings = self._codec.settings(self._record.settings)
            return self._rules.setup(colours, settings, self._chance) if entry.cause == "deal" else None
        match entry.cause:
            case "act" | "bot":
                command = self._audit.command_of(events)
                return None if command is None else self._rules.decide(self._state, entry.seat, command, self._chance)
            case "clock" | "fault":
                return self._rules.expire(self._state, entry.seat, self._chance)
            case "leave":
                return self._rules.leave(self._state, entry.seat, self._chance)
            case _:
                return None
