"""Tokens and passwords: what is given away once, and the hashes that are kept of it."""

import hashlib
import hmac
import secrets
from typing import Final

from teg_shared.protocol.whereabouts import token_hash

TOKEN_BYTES: Final = 24
"""192 bits: nobody guesses a seat."""
_SALT: Final = 16
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0/o, 1/l/i: room ids are read aloud."""


def new_token() -> str:
    """Return a token that brings a seat back."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_fits(token: str, kept: bytes) -> bool:
    """Whether `kept` is of `token`, in the same time whatever the difference."""
    return bool(kept) and hmac.compare_digest(token_hash(token), kept)


def password_hash(password: str) -> bytes:
    """Return what is kept of a room's password: salt and scrypt, or nothing for no password."""
    if not password:
        return b""
    salt = secrets.token_bytes(_SALT)
    return salt + _scrypt(password, salt)


def password_fits(password: str, kept: bytes) -> bool:
    """Whether `kept` is of `password`; anything fits a room without one."""
    if not kept:
        return True
    return hmac.compare_digest(_scrypt(password, kept[:_SALT]), kept[_SALT:])


def _scrypt(password: str, salt: bytes) -> bytes:
    # 4 MB and some milliseconds: it runs in the event loop, and tries are few (Limits.password_tries)
    return hashlib.scrypt(password.encode(errors="surrogatepass"), salt=salt, n=1 << 12, r=8, p=1, dklen=32)


def new_room_id(taken: object) -> str:
    """Return an unused id of five signs that can be read aloud; `taken` is any container of ids."""
    while True:
        name = "".join(secrets.choice(_ALPHABET) for _ in range(5))
        if name not in taken:  # type: ignore[operator]
            return name
