"""Who a caller is, where the system knows it without asking."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Caller:
    """What is known of a caller.

    An identity stays the same for a person whatever they call themselves, and takes them back to their seat.

    Args:
        identity: `unix:UID`, or empty for somebody unknown.
        account: name of the account, empty for none.
    """

    identity: str = ""
    account: str = ""


NOBODY: Final = Caller()
"""Somebody unknown, as everybody is who comes over the network."""
