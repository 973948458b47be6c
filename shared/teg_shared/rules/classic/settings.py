"""House rules: wherever the table rules and the booklet differ, with the table's value as the default."""

from typing import Literal

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of one game; the comment names the rule and the booklet's value."""

    rotate_first: bool = False
    """C2: each round is started by the next seat."""
    small_table_objective: Literal["secret", "conquer_all"] = "secret"
    """C6: with 2 or 3 players, `conquer_all` makes all 50 countries the only way to win."""
    first_round_incorporates: bool = True
    """C9; official: False."""
    conquest_move: Literal["up_to_3", "all_but_one"] = "up_to_3"
    """C13."""
    second_conquest_after: int = 0
    """C17: from this exchange of a player on, a card needs two conquests; 0 for never; official: 3."""
    bonus_spends_card: bool = False
    """C19."""
    exchange_counter: Literal["game", "player"] = "game"
    """C20; official: player."""
    orphan_objective: Literal["right_neighbour", "common_only"] = "right_neighbour"
    """C27; official: common_only."""
    pacts: Literal["breakable", "binding", "notice", "none"] = "breakable"
    """C33; official: notice."""
    leaver: Literal["bot", "neutral"] = "bot"
    """T4: what becomes of the seat of a player who leaves for good."""


OFFICIAL = Settings(
    small_table_objective="conquer_all",
    first_round_incorporates=False,
    second_conquest_after=3,
    exchange_counter="player",
    orphan_objective="common_only",
    pacts="notice",
)
"""Preset `oficial`: the publisher's booklet."""
