"""Who a caller is, where the system knows it without asking."""

from dataclasses import dataclass
from typing import Final

from teg_shared.rules.errors import RuleError

LONGEST_GUEST: Final = 100
"""Signs of a guest's id."""


@dataclass(frozen=True, slots=True)
class Caller:
    """What is known of a caller.

    An identity stays the same for a person whatever they call themselves, and takes them back to their seat.

    Args:
        identity: `unix:UID`, `unix:UID/GUEST` for somebody whom that account speaks for, or empty for somebody unknown.
        account: name of the account, empty for none.
    """

    identity: str = ""
    account: str = ""


NOBODY: Final = Caller()
"""Somebody unknown, as everybody is who comes over the network."""


def guest_of(caller: Caller, guest: str) -> Caller:
    """Return the guest whom an account speaks for: a part of the account's own identity, never anybody else's.

    Raises:
        RuleError: `guest`, if the caller is unknown or a guest already, or the id is none.
    """
    fits = 0 < len(guest) <= LONGEST_GUEST and all("!" <= sign <= "~" for sign in guest)
    if not caller.identity or "/" in caller.identity or not fits:
        raise RuleError("guest")
    return Caller(f"{caller.identity}/{guest}")
