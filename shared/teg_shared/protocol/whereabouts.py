"""How a player who lost the server knows a game again that says it has moved, without anybody giving a secret away.

A token brings a seat back, so it must not be shown to whoever claims to have the room. A server that took a room over
holds the hash of each seat's token. It seals what it says of itself with those; only the owner of the token can check
such a seal, and nobody who lacks the log can make one, or use one for another address.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from teg_shared.rules.chance import pack

SEAL: Final = 16
"""Bytes of a seal: enough that nobody guesses one."""


def token_hash(token: str) -> bytes:
    """Return what a server keeps of a token; it is random, so a plain hash can't be guessed back."""
    return hashlib.sha256(b"teg seat token\0" + token.encode(errors="surrogatepass")).digest()


def seal(kept: bytes, server: str, room: str, addresses: Iterable[str]) -> str:
    """Return the seal of a seat, in hexadecimal.

    Args:
        kept: hash of the seat's token.
        server: id of the server.
        room: id of the room.
        addresses: where the server says it is.
    """
    said = pack("teg moved room/1", server, room, *addresses)
    return hmac.digest(kept, said, "sha256")[:SEAL].hex()


def is_sealed(seals: Iterable[str], token: str, server: str, room: str, addresses: Iterable[str]) -> bool:
    """Whether one of `seals` was made by a server that knows the seat of `token`."""
    own = seal(token_hash(token), server, room, addresses)
    return any(hmac.compare_digest(own, other) for other in seals if other.isascii())
