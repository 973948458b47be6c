"""Addresses of servers as people type them.

HOST, HOST:PORT, IPv6 with or without brackets, a short code (TEG-0045-0GV), or a Unix socket (unix:/run/teg/teg.sock).
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from teg_shared.protocol.joincode import CodeError, read_code
from teg_shared.protocol.places import UNIX

from teg_tui.changes import Facts

DEFAULT_PORT: Final = 7464
"""Where a server listens by default."""
_HOST: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?")


class AddressError(Exception):
    """Text that is no address.

    Attributes:
        code: address-empty, address-brackets, address-host, address-port or address-code.
        facts: what the sentence needs.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Facts = dict(facts)


@dataclass(frozen=True)
class Address:
    """Where a server listens.

    The host of an IPv6 address has no brackets; that of a Unix socket is its path, which begins with a slash.
    """

    host: str
    port: int = DEFAULT_PORT

    @property
    def unix(self) -> bool:
        """Whether it is a Unix socket, where the server knows who comes."""
        return self.host.startswith("/")

    def __str__(self) -> str:
        if self.unix:
            return f"{UNIX}{self.host}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_address(text: str, port: int = DEFAULT_PORT) -> Address:
    """Return the address in `text`; `port` where it names none.

    Raises:
        AddressError: if it is none.
    """
    text = text.strip()
    if not text:
        raise AddressError("address-empty")
    if text.startswith((UNIX, "/")):
        return _unix(text)
    try:
        return Address(*read_code(text))
    except CodeError as error:
        # a host may be called like that as well, so only what is written in groups is called mistyped
        if error.code == "code-wrong" and text.count("-") > 1:
            raise AddressError("address-code", address=text) from error
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError("address-brackets", address=text)
        return Address(_ipv6(host, text), _port(rest[1:]) if rest else port)
    if text.count(":") > 1:
        return Address(_ipv6(text, text), port)
    host, colon, number = text.partition(":")
    if not _HOST.fullmatch(host) or len(host) > 253:
        raise AddressError("address-host", address=text)
    return Address(host, _port(number) if colon else port)


def _unix(text: str) -> Address:
    path = text.removeprefix(UNIX)
    if not path.startswith("/") or len(path.encode(errors="surrogatepass")) > 107 or not path.isprintable():
        raise AddressError("address-host", address=text)
    return Address(path, 0)


def _ipv6(host: str, text: str) -> str:
    try:
        ipaddress.IPv6Address(host)
    except ValueError as error:
        code = "address-brackets" if "]" not in text and host.count(":") > 7 else "address-host"
        raise AddressError(code, address=text) from error
    return host


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise AddressError("address-port", port=text or '""')
    return int(text)
