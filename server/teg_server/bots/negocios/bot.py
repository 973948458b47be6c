"""What all computer players of this variant share: which question the view asks, and the luck of a decision.

A player remembers nothing: its answer follows from the view, its seat and its seed. Every question is answered,
and what it may say in one negotiation is bounded, so that no game waits for a computer or goes round in circles.
"""

from abc import ABC, abstractmethod
from random import Random
from typing import Final

from teg_shared.rules.negocios.ballots import waiting
from teg_shared.rules.negocios.commands import AnyCommand
from teg_shared.rules.negocios.state import OpenOffer, Phase, Proposal, Stage, State

_STAGES: Final = tuple(Stage)
_PHASES: Final = tuple(Phase)
OFFERS_A_SEAT: Final = 3
"""Offers that computers make in one negotiation, for each seat at the table, before all of them fall silent."""


def luck(seed: int, view: State, seat: int) -> Random:
    """Return the generator of one decision: the same for the same seed, seat and position.

    Only integers are hashed, so the string hashes of the process make no difference.
    """
    position = (
        view.round, view.place, _STAGES.index(view.stage), _PHASES.index(view.phase), view.attempts, view.rolls,
        view.shuffles, view.next_offer, view.next_pact, len(view.ledger), view.played, view.done, view.value,
        view.slot, view.bonuses, view.invested, view.reassigned, *view.owners, *view.tokens,
    )  # fmt: skip
    return Random(hash((seed, seat, position)))  # noqa: S311 -- a bot's whims, not the dice


def may_offer(view: State) -> bool:
    """Whether computers may still make offers: their number grows with the negotiations that there have been."""
    negotiations = 3 * (view.round - 1) + _STAGES.index(view.stage)
    return view.next_offer <= OFFERS_A_SEAT * len(view.colours) * negotiations


class Corporate(ABC):
    """A player that sorts the questions of the game by what they are about; a level says what it answers to each."""

    level: str

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: State, seat: int) -> AnyCommand:
        """See Player.choose; answers whatever `seat` is asked."""
        return self.react(view, seat) or self.act(view, seat)

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """See Player.react: proposals about pacts, offers, negotiations and ballots."""
        for proposal in view.proposals:
            if proposal.partner == seat:
                return self.answer_pact(view, seat, proposal)
        if view.phase is Phase.NEGOTIATE and view.participants >> seat & 1:
            for offer in view.offers:
                if offer.partner == seat:
                    return self.answer(view, seat, offer)
            return None if view.done >> seat & 1 else self.talk(view, seat)
        if view.phase is Phase.BALLOT and view.ballot is not None and seat in waiting(view.ballot):
            return self.name(view, seat)
        return None

    @abstractmethod
    def act(self, view: State, seat: int) -> AnyCommand:
        """Return the next command of a control turn or of a card."""

    @abstractmethod
    def answer(self, view: State, seat: int, offer: OpenOffer) -> AnyCommand:
        """Return the answer to an offer; another offer in its place closes it too, by and by."""

    @abstractmethod
    def talk(self, view: State, seat: int) -> AnyCommand:
        """Return the next word in a negotiation in which `seat` is not done."""

    @abstractmethod
    def name(self, view: State, seat: int) -> AnyCommand:
        """Return whom `seat`, as a leader, names."""

    @abstractmethod
    def answer_pact(self, view: State, seat: int, proposal: Proposal) -> AnyCommand:
        """Return the answer to a proposal about a pact."""
