"""What can be wrong between this program and a broker, as codes, and how long to wait before the next try.

The library says it in English sentences that change between versions; hosts and players read a sentence of
their own language that goes with the code.
"""

from typing import Final

FIRST_DELAY: Final = 0.5
"""Seconds before the first attempt to come back; doubled for each further one."""
LONGEST_DELAY: Final = 30.0
TAKEN_OVER_DELAY: Final = 15.0
"""Seconds before coming back where another program uses the same id: they would chase each other for ever."""

VERSION_CODES: Final = frozenset({1, 132})
"""Answers of a broker that speaks an older MQTT."""
_BY_CODE: Final = {
    **dict.fromkeys((4, 5, 134, 135, 138), "broker-auth"),
    **dict.fromkeys((1, 132), "broker-version"),
    **dict.fromkeys((2, 133), "broker-id"),
    **dict.fromkeys((3, 136, 137, 151, 156, 157, 159), "broker-busy"),
    139: "broker-lost",
    141: "broker-silent",
    142: "broker-taken-over",
}
"""Codes of MQTT 3.1.1 (below 128) and 5 by what they mean to a person."""
_BY_TEXT: Final = (
    ("Errno 111", "broker-refused"),
    ("Errno 61", "broker-refused"),
    ("refused", "broker-refused"),
    ("Errno -2", "broker-unknown"),
    ("Errno -3", "broker-unknown"),
    ("Errno -5", "broker-unknown"),
    ("Name or service", "broker-unknown"),
    ("CERTIFICATE", "broker-certificate"),
    ("certificate", "broker-certificate"),
    ("SSL", "broker-tls"),
    ("timed out", "broker-silent"),
    ("Errno 113", "broker-unreachable"),
    ("Errno 101", "broker-unreachable"),
)


def reason(error: BaseException | None) -> int | None:
    """Return the broker's own reason in an error of the library, or in what caused it; None if it gave none."""
    while error is not None:
        code = getattr(error, "rc", None)
        number = code if isinstance(code, int) else getattr(code, "value", None)
        if isinstance(number, int):
            return number
        error = error.__cause__
    return None


def fault(code: int | None, text: str) -> str:
    """Return what is wrong, as a code: broker-auth, -busy, -certificate, -id, -lost and so on.

    Args:
        code: reason code of the broker, None if it did not say anything.
        text: what the library says.
    """
    if code in _BY_CODE:
        return _BY_CODE[code]
    return next((name for part, name in _BY_TEXT if part in text), "broker-lost")


def delay(attempt: int, why: str, luck: float) -> float:
    """Return the seconds before the next attempt.

    Args:
        attempt: failed attempts since it last worked, from 1.
        why: code of the last fault.
        luck: 0 to 1, so that many programs do not come back at once.
    """
    base = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** min(attempt - 1, 10))
    if why == "broker-taken-over":
        base = max(base, TAKEN_OVER_DELAY)
    return base * (0.75 + luck / 2)
