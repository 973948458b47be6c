"""What this program has seen of the dice of each game: kept until somebody verifies the game's record.

A server that tells one client something else than the others can be found out only by what that client saw itself.
"""

import time
from pathlib import Path
from typing import Final

import msgspec
from teg_shared.protocol import fair
from teg_shared.protocol.record import Witness

from teg_tui.config import Store, data_dir, write_private

FILE: Final = "dice.json"
MOST: Final = 200
"""Games that are kept; the oldest go first."""


class SeenDice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The promises of one game as they came to one seat of this program."""

    game: str
    seat: int
    """-1 for a spectator."""
    commitment: bytes
    """The server's."""
    commitments: list[bytes]
    contribution: bytes = b""
    """What this seat showed; empty for none."""
    at: float
    """Seconds since 1970."""

    @property
    def fingerprint(self) -> str:
        """The hex digits that a table reads aloud, made of what was seen here."""
        return fair.fingerprint(self.game, self.commitment, self.commitments)

    @property
    def witness(self) -> Witness:
        """The same as `verify` takes it."""
        return Witness(self.commitment, tuple(self.commitments), self.seat, self.contribution)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    games: list[SeenDice] = []


def witness_file(store: Store | None = None) -> Path:
    """Return where the promises lie: beside the saved seats."""
    return store.seats_path.with_name(FILE) if store is not None else data_dir() / FILE


def seen(path: Path, game: str) -> list[SeenDice]:
    """Return what the seats of this program have seen of a game; nothing if there is no file or no good one."""
    return [dice for dice in _read(path) if dice.game == game]


def remember(path: Path, dice: SeenDice) -> None:
    """Keep what was seen; the same seat's earlier call for the same game is replaced.

    A game must not stop because a disk is full: what can't be written is not kept.
    """
    others = [old for old in _read(path) if (old.game, old.seat) != (dice.game, dice.seat)]
    try:
        write_private(path, msgspec.json.format(msgspec.json.encode(_File([dice, *others][:MOST])), indent=1))
    except OSError:
        return


def now_seen(game: str, seat: int, commitment: bytes, commitments: tuple[bytes, ...], shown: bytes) -> SeenDice:
    """Return what has just been seen."""
    return SeenDice(
        game=game, seat=seat, commitment=commitment, commitments=list(commitments), contribution=shown, at=time.time()
    )


def _read(path: Path) -> list[SeenDice]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_File).games
    except (OSError, ValueError):
        return []
