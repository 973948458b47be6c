"""What a player may want in a classic game. Countries, cards and seats are numbers; see docs/protocol.md."""

from typing import TypeAlias

import msgspec


class Command(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of every command."""


class Place(Command, tag="place", frozen=True):
    """Put `armies` of those to be placed on an own country (C4, C7, C8)."""

    country: int
    armies: int


class Exchange(Command, tag="exchange", frozen=True):
    """Exchange three cards for armies (C20)."""

    cards: tuple[int, int, int]


class Claim(Command, tag="claim", frozen=True):
    """Claim the two armies of the card of an own country (C19)."""

    card: int


class Attack(Command, tag="attack", frozen=True):
    """Roll once from `source` against `target`; `breaking` says that the pacts in the way are to be broken (C33)."""

    source: int
    target: int
    breaking: bool = False


class Occupy(Command, tag="occupy", frozen=True):
    """Say how many armies move into the conquered country altogether (C13)."""

    armies: int


class Regroup(Command, tag="regroup", frozen=True):
    """Move armies between own bordering countries (C15)."""

    source: int
    target: int
    armies: int


class EndTurn(Command, tag="end", frozen=True):
    """End the turn (C16)."""


class ProposePact(Command, tag="propose", frozen=True):
    """Propose a pact to a seat: on a border (own country, theirs) or, with None, on the whole map (C31)."""

    partner: int
    border: tuple[int, int] | None = None
    last: int | None = None


class ProposeDissolve(Command, tag="dissolve", frozen=True):
    """Propose to the other side that a pact end (C35)."""

    pact: int


class Answer(Command, tag="answer", frozen=True):
    """Accept or decline a proposal made to oneself (C31)."""

    proposal: int
    accept: bool


class Withdraw(Command, tag="withdraw", frozen=True):
    """Take back an own proposal before its answer (C31)."""

    proposal: int


class Announce(Command, tag="announce", frozen=True):
    """Announce the end of a pact; it binds until the other side's next turn has ended (C33, `notice`)."""

    pact: int


AnyCommand: TypeAlias = (
    Place | Exchange | Claim | Attack | Occupy | Regroup | EndTurn
    | ProposePact | ProposeDissolve | Answer | Withdraw | Announce
)  # fmt: skip
