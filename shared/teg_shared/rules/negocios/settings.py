"""The options of the lobby, each with the rule that it belongs to; the defaults are the game as it is meant."""

from typing import Literal

import msgspec

LEAST_BLOCK, MOST_BLOCK = 12, 40
"""Bounds of `block_size`."""
MOST_ROUNDS = 99
"""Bound of `round_limit`."""
MOST_SECONDS = 3600
"""Bound of the clocks of negotiation and agreement."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of one game."""

    market: Literal["auto", "on", "off"] = "auto"
    """N89: auto is off for 4 and 5 corporations, on for 6 to 8."""
    hegemony: Literal["three_quarters", "majority"] = "three_quarters"
    """N104: market fichas that win: three quarters of the total, or one more than half of it."""
    transfers: Literal["one", "phase"] = "one"
    """N118: one inversion and one reassignment a turn, or any number of them, each ficha once."""
    negotiation_seconds: int = 90
    """N130: how long a negotiation lasts at most; 0 for no limit."""
    agreement_seconds: int = 30
    """N95: how long tied leaders may change their choice; 0 for no limit."""
    pacts: Literal["none", "breakable"] = "none"
    """N119: whether pacts are written down; they never forbid an attempt."""
    round_limit: int = 0
    """N108: after this round the game is decided by countries; 0 for never."""
    block_size: int = 16
    """N106; any other number than 16 is a house rule."""
    leaver: Literal["bot", "neutral"] = "bot"
    """N144: what becomes of the seat of a player who leaves for good; `neutral` only defends."""
