"""What a deal is about: fichas of one colour, a country or a card, always like for like (N123)."""

from typing import TypeAlias

import msgspec


class Good(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of whatever one side of a deal gives."""


class Tokens(Good, tag="tokens", frozen=True):
    """Retained fichas of one colour, which is a seat's number (N124, N125)."""

    colour: int
    count: int


class Land(Good, tag="land", frozen=True):
    """One country (N127)."""

    country: int


class Card(Good, tag="card", frozen=True):
    """One consolidation card, or None where the other side has still to name one (N129)."""

    card: int | None


Goods: TypeAlias = Tokens | Land | Card
