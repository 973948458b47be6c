"""Public keys of SSH: reading them, and the line of `authorized_keys` that lets a key do one thing only."""

import base64
import binascii
import hashlib
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

KINDS: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "ssh-rsa",
)
LONGEST: Final = 16384
"""Characters of a line with a key; an RSA key of 16384 bits has 2800."""
NO_SIGNALS: Final = "trap '' INT QUIT TSTP"
"""Said by the shell before the program starts, so that no key stops or breaks it before it holds the keyboard."""
_KIND: Final = "|".join(re.escape(kind) for kind in KINDS)
_KEY: Final = re.compile(rf"(?P<kind>{_KIND})[ \t]+(?P<data>[A-Za-z0-9+/]+=*)(?:[ \t]+(?P<comment>.*))?")


class KeyLineError(Exception):
    """Text that is no public key, or one with options."""


@dataclass(frozen=True)
class PublicKey:
    """A public key with its comment."""

    kind: str
    data: str
    """Base64, as it is written."""
    comment: str = ""

    @property
    def fingerprint(self) -> str:
        """Its fingerprint as `ssh-keygen -l` shows it."""
        digest = hashlib.sha256(base64.b64decode(self.data)).digest()
        return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")

    @property
    def owner(self) -> str:
        """The person in the comment: what stands before the @ of USER@HOST."""
        return self.comment.partition("@")[0].strip()


def read_key(line: str) -> PublicKey:
    """Return the public key in a line of a `.pub` file.

    Raises:
        KeyLineError: if it is none; a line with options in front is refused, they would stay in force.
    """
    line = line.strip()
    found = _KEY.fullmatch(line) if len(line) <= LONGEST and line.isprintable() else None
    if found is None:
        raise KeyLineError
    try:
        blob = base64.b64decode(found["data"], validate=True)
    except binascii.Error as error:
        raise KeyLineError from error
    kind = found["kind"].encode()
    if blob[:4] != len(kind).to_bytes(4, "big") or blob[4 : 4 + len(kind)] != kind:
        raise KeyLineError
    return PublicKey(found["kind"], found["data"], (found["comment"] or "").strip())


def key_in_use(auth_info: Path) -> PublicKey | None:
    """Return the key with which somebody has come, from the file of sshd's ExposeAuthInfo; None if it was no key."""
    try:
        lines = auth_info.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeError):
        return None
    for line in lines:
        method, _, rest = line.partition(" ")
        if method == "publickey":
            try:
                return read_key(rest)
            except KeyLineError:
                continue
    return None


def known_as(key: PublicKey, authorized: Path) -> str:
    """Return the name in the comment of a key in a file of authorized keys, empty if it is not there."""
    try:
        lines = authorized.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        return ""
    for line in lines:
        for found in _KEY.finditer(line):
            if found["data"] == key.data:
                return PublicKey(key.kind, key.data, (found["comment"] or "").strip()).owner
    return ""


def authorized_line(key: PublicKey, command: list[str], name: str) -> str:
    """Return the line that gives a key a terminal with this one command, and nothing else."""
    run = f"{NO_SIGNALS}; exec {shlex.join(command)}"
    quoted = run.replace("\\", "\\\\").replace('"', '\\"')
    return f'restrict,pty,command="{quoted}" {key.kind} {key.data} {name}'
