"""Short codes for addresses, to be read aloud across a room: `TEG-0045-0GV` is 192.168.1.10 at the usual port.

A code is the word TEG and symbols of five bits in groups of four; 0/O and 1/I/L are the same to a reader, and
there is no U. The first symbol says how the address (3 bits) and the port (2 bits) are written, the address and
the port follow, zeros fill the last symbol, and two symbols of CRC end it. Any single wrong symbol, and any two
neighbours that changed places, are noticed.
"""

import ipaddress
from typing import Final

USUAL_PORT: Final = 7464
"""Port that costs nothing in a code; part of the format, whatever servers take by default."""
PREFIX: Final = "TEG"

_SYMBOLS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ: Final = {sign: n for n, sign in enumerate(_SYMBOLS)} | {"O": 0, "I": 1, "L": 1}
_NETS: Final = (
    ipaddress.ip_network("192.168.0.0/16"),
    ipaddress.ip_network("10.0.0.0/8"),
    ipaddress.ip_network("172.16.0.0/12"),
    ipaddress.ip_network("100.64.0.0/10"),
    ipaddress.ip_network("0.0.0.0/0"),
    ipaddress.ip_network("::/0"),
)
"""How an address is written, by number: only the bits that its network leaves open; the first that fits."""
_NEAR: Final = 5
"""Bits of a port shortly above the usual one."""
_PORTS: Final = (0, _NEAR, 16)
"""Bits of the port by the way it is written: the usual one, one of the 32 after it, any."""
_POLYNOMIAL: Final = 0x233
_LEAST: Final = 7
"""Symbols of the shortest code."""
_CHECK: Final = 10
"""Bits of the CRC; a burst of that length, so two symbols, is always noticed."""


class CodeError(ValueError):
    """A text that is no code.

    Attributes:
        code: `code-none` if it does not look like one, `code-wrong` if it does and was mistyped.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def join_code(host: str, port: int) -> str | None:
    """Return the code of an address, or None if `host` is a name (or has a scope) and so has none.

    Args:
        host: IPv4 or IPv6 address without brackets.
        port: 1 to 65535.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    if "%" in host:
        return None
    kind = next(n for n, net in enumerate(_NETS) if net.version == address.version and address in net)
    size = _NETS[kind].max_prefixlen - _NETS[kind].prefixlen
    way = 0 if port == USUAL_PORT else 1 if 0 < port - USUAL_PORT <= 1 << _NEAR else 2
    value = (kind << 2 | way) << size | int(address) & (1 << size) - 1
    value = value << _PORTS[way] | (0, port - USUAL_PORT - 1, port)[way]
    symbols = _split(value, 5 + size + _PORTS[way])
    symbols += _split(_crc(symbols), _CHECK)
    text = "".join(_SYMBOLS[symbol] for symbol in symbols)
    return "-".join([PREFIX, *(text[n : n + 4] for n in range(0, len(text), 4))])


def read_code(text: str) -> tuple[str, int]:
    """Return (host, port) of a code, however its letters and groups are written.

    Raises:
        CodeError: if it is none.
    """
    letters = "".join(sign for sign in text.upper() if sign not in "- ")
    if not text.strip().upper().startswith(PREFIX) or len(letters) > 64:
        raise CodeError("code-none")
    body = letters[len(PREFIX) :]
    if len(body) < _LEAST or any(sign not in _READ for sign in body):
        raise CodeError("code-none")
    symbols = [_READ[sign] for sign in body]
    kind, way = symbols[0] >> 2, symbols[0] & 3
    if _join(symbols[-2:]) != _crc(symbols[:-2]) or kind >= len(_NETS) or way >= len(_PORTS):
        raise CodeError("code-wrong")
    size = _NETS[kind].max_prefixlen - _NETS[kind].prefixlen
    spare = 5 * (len(symbols) - 2) - (5 + size + _PORTS[way])
    if not 0 <= spare < 5:
        raise CodeError("code-wrong")
    value = _join(symbols[:-2]) >> spare
    number = value & (1 << _PORTS[way]) - 1
    port = (USUAL_PORT, USUAL_PORT + 1 + number, number)[way]
    address = _NETS[kind][value >> _PORTS[way] & (1 << size) - 1]
    found = join_code(str(address), port) if 0 < port < 1 << 16 else None
    if found is None or found.replace("-", "") != PREFIX + "".join(_SYMBOLS[symbol] for symbol in symbols):
        raise CodeError("code-wrong")  # not the shortest way to write it, so nobody's
    return str(address), port


def _split(value: int, bits: int) -> list[int]:
    """Return the `bits` of `value` as symbols, zeros at the end."""
    count = -(-bits // 5)
    value <<= 5 * count - bits
    return [value >> 5 * n & 31 for n in reversed(range(count))]


def _join(symbols: list[int]) -> int:
    value = 0
    for symbol in symbols:
        value = value << 5 | symbol
    return value


def _crc(symbols: list[int]) -> int:
    """Return the CRC of the symbols, begun with ones so that leading zeros count."""
    rest = (1 << _CHECK) - 1
    for symbol in symbols:
        for bit in reversed(range(5)):
            rest = rest << 1 | symbol >> bit & 1
            if rest >> _CHECK:
                rest ^= 1 << _CHECK | _POLYNOMIAL
    for _ in range(_CHECK):
        rest <<= 1
        if rest >> _CHECK:
            rest ^= 1 << _CHECK | _POLYNOMIAL
    return rest
