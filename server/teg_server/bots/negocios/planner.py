"""A player that does every part of the game by what it is worth; levels differ in their weights and in some habits."""

from teg_shared.rules.negocios.commands import AnyCommand, EndAttempts, PlayCard
from teg_shared.rules.negocios.state import OpenOffer, Phase, Proposal, State

from teg_server.bots.negocios import attack, bargain, foresight, market, votes
from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.bot import Corporate
from teg_server.bots.negocios.icons import Icons
from teg_server.bots.negocios.stacks import Stacks
from teg_server.bots.negocios.weights import Weights


class Planner(Corporate):
    """A player by weights."""

    floor = 0.0
    """Least odds of an attempt that is no duty."""
    nerve = 100
    """Lost attempts of a turn after which it makes no more."""

    def __init__(self, seed: int, weights: Weights) -> None:
        super().__init__(seed)
        self.weights = weights

    def act(self, view: State, seat: int) -> AnyCommand:
        """See Corporate.act."""
        appraisal = Appraisal(view, seat, self.weights)
        match view.phase:
            case Phase.ATTEMPTS:
                return self._attempt(appraisal)
            case Phase.SUPPLY:
                return Stacks(appraisal).supply()
            case Phase.CARD:
                return PlayCard(bargain.best_card(appraisal))
            case Phase.PLACE:
                return Stacks(appraisal).place()
            case Phase.MOVE:
                return Icons(appraisal).move()
            case Phase.EXCHANGE | Phase.BONUS:
                return market.exchange(appraisal)
            case _:
                return Stacks(appraisal).transfer()

    def _attempt(self, appraisal: Appraisal) -> AnyCommand:
        """Make the best attempt as long as it is worth its risk; the first one is a duty (N53)."""
        view = appraisal.view
        protected = votes.sworn(view, appraisal.seat)
        options = attack.prospects(appraisal, protected)
        breaking = not options
        if breaking and not view.attempts:
            options = attack.prospects(appraisal)
        if view.attempts and view.lost >= self.nerve:
            return EndAttempts()
        if view.attempts:
            options = [option for option in options if option.worth > 0 and option.odds >= self.floor]
        if not options:
            return EndAttempts()
        best = foresight.best(appraisal, options, self.weights.width)
        return attack.command(appraisal, best, breaking=breaking)

    def answer(self, view: State, seat: int, offer: OpenOffer) -> AnyCommand:
        """See Corporate.answer."""
        return bargain.Bargain(Appraisal(view, seat, self.weights)).answer(offer)

    def talk(self, view: State, seat: int) -> AnyCommand:
        """See Corporate.talk."""
        return bargain.Bargain(Appraisal(view, seat, self.weights)).speak()

    def name(self, view: State, seat: int) -> AnyCommand:
        """See Corporate.name."""
        return votes.name(Appraisal(view, seat, self.weights))

    def answer_pact(self, view: State, seat: int, proposal: Proposal) -> AnyCommand:
        """See Corporate.answer_pact."""
        return votes.answer_pact(view, seat, proposal)
