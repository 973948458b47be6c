"""Dice that nobody could choose: commitments, transcript and seed of teg-fair/1, as pure functions.

The server commits itself to a secret when the room is made; each person's client commits itself to a
contribution when it takes its seat. When all commitments are public the contributions are revealed, and the
seed of the game is derived from all of it. docs/fair-dice.md tells what this proves and what it does not.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from teg_shared.rules.chance import pack

SCHEME: Final = "teg-fair/1"
SECRET_SIZE: Final = 32
"""Bytes of the server's secret and of each contribution."""
HASH_SIZE: Final = 32
"""Bytes of a commitment, a transcript and a seed."""


def commitment(label: str, game: str, secret: bytes) -> bytes:
    """Return the 32 bytes that bind `label` in `game` to `secret` without showing it."""
    return hashlib.sha256(pack(SCHEME, label, game, secret)).digest()


def commit_server(game: str, secret: bytes) -> bytes:
    """Return the server's commitment to its secret for the game with the id `game`."""
    return commitment("server", game, secret)


def commit_seat(contribution: bytes) -> bytes:
    """Return a client's commitment; it names no room and no seat, for a client that enters knows neither."""
    return commitment("seat", "", contribution)


def opens(commit: bytes, contribution: bytes) -> bool:
    """Whether `contribution` has the right size and is what the seat's commitment was made of."""
    return len(contribution) == SECRET_SIZE and hmac.compare_digest(commit, commit_seat(contribution))


def transcript(game: str, server: bytes, commitments: Sequence[bytes], contributions: Sequence[bytes]) -> bytes:
    """Return the 32 bytes that stand for all that was exchanged before the first roll.

    Args:
        game: id of the game.
        server: the server's commitment.
        commitments: of every seat in turn order, empty for a bot.
        contributions: of every seat in turn order, empty for a bot.
    """
    parts: list[bytes | int | str] = [SCHEME, "transcript", game, server]
    for seat, (commit, contribution) in enumerate(zip(commitments, contributions, strict=True)):
        parts += [seat, commit, contribution]
    return hashlib.sha256(pack(*parts)).digest()


def derive_seed(secret: bytes, whole: bytes) -> bytes:
    """Return the 32 bytes from which `VerifiableChance` draws everything.

    It is HKDF-SHA256 with the transcript as salt and the server's secret as key material.
    """
    key = hmac.new(whole, secret, hashlib.sha256).digest()
    return hmac.new(key, SCHEME.encode() + b" seed\x01", hashlib.sha256).digest()


def fingerprint(game: str, server: bytes, commitments: Sequence[bytes]) -> str:
    """Return the 8 hex digits that a table reads aloud to know that all were told the same commitments.

    It is made before anything is revealed, from what each client has seen for itself.
    """
    return hashlib.sha256(pack(SCHEME, "fingerprint", game, server, *commitments)).hexdigest()[:8]
