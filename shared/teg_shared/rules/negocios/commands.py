"""What a player may want in T.E.G. de los Negocios; countries, cards, factors and seats are numbers."""

from typing import TypeAlias

import msgspec

from teg_shared.rules.negocios.goods import Goods


class Command(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Base of every command."""


class Attempt(Command, tag="attempt", frozen=True):
    """Try to control `target` from the linked country `source` (N33 to N49).

    `tokens` move in by hostile control (1 to 3) and must be 1 where dice decide; `breaking` says that the pact in
    the way is to be broken (N119).
    """

    source: int
    target: int
    tokens: int = 1
    breaking: bool = False


class EndAttempts(Command, tag="stop", frozen=True):
    """Make no further attempt in this turn (N52, N53)."""


class Supply(Command, tag="supply", frozen=True):
    """Say from which own country the one ficha comes that an empty reserve can't give (N43)."""

    country: int


class PlayCard(Command, tag="play", frozen=True):
    """Play a consolidation card in the own window or in a negotiation (N61 to N64, N150)."""

    card: int


class KeepCards(Command, tag="keep", frozen=True):
    """Play no card in the own window (N118f)."""


class Place(Command, tag="place", frozen=True):
    """Put fichas of the card's first part on an own country (N66)."""

    country: int
    tokens: int


class MoveIcon(Command, tag="icon", frozen=True):
    """Move the icon whose turn it is along `path`, its present country left out (N69, N70)."""

    path: tuple[int, ...]


class Exchange(Command, tag="exchange", frozen=True):
    """Take one market ficha of each of these corporations and put in as many own ones (N74 to N77, N86)."""

    seats: tuple[int, ...]


class Decline(Command, tag="decline", frozen=True):
    """Leave the bonus exchanges that are open (N86)."""


class Invest(Command, tag="invest", frozen=True):
    """Move fichas between own countries of the same factor (N118a)."""

    source: int
    target: int
    tokens: int


class Reassign(Command, tag="reassign", frozen=True):
    """Move fichas between own linked countries (N118a)."""

    source: int
    target: int
    tokens: int


class EndTurn(Command, tag="end", frozen=True):
    """End the control turn (N149)."""


class Offer(Command, tag="offer", frozen=True):
    """Offer a deal to another participant, both sides named in full (N123 to N131).

    A card for `Card(None)` shows the own card and asks the partner to name one by an offer back; that one can be
    accepted.
    """

    partner: int
    give: Goods
    take: Goods


class Answer(Command, tag="answer", frozen=True):
    """Accept or decline an offer made to oneself (N131)."""

    offer: int
    accept: bool


class Withdraw(Command, tag="withdraw", frozen=True):
    """Take back an own offer (N131)."""

    offer: int


class Done(Command, tag="done", frozen=True):
    """Declare that one wants nothing more of this negotiation (N130)."""


class Name(Command, tag="name", frozen=True):
    """As a leader, name the corporation to suspend or to start (N93, N95)."""

    seat: int


class ProposePact(Command, tag="propose", frozen=True):
    """Propose a pact or, with `dissolve`, the end of the one that stands (N119)."""

    partner: int
    dissolve: bool = False


class AnswerPact(Command, tag="pact?", frozen=True):
    """Accept or decline a proposal about a pact made to oneself (N119)."""

    proposal: int
    accept: bool


class WithdrawPact(Command, tag="unpropose", frozen=True):
    """Take back an own proposal about a pact (N119)."""

    proposal: int


AnyCommand: TypeAlias = (
    Attempt | EndAttempts | Supply | PlayCard | KeepCards | Place | MoveIcon | Exchange | Decline | Invest | Reassign
    | EndTurn | Offer | Answer | Withdraw | Done | Name | ProposePact | AnswerPact | WithdrawPact
)  # fmt: skip
