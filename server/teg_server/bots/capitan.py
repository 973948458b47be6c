"""The captain: plans by what countries are worth and in what danger they are, and goes for its objectives."""

from teg_shared.rules.classic.commands import AnyCommand, EndTurn, Occupy
from teg_shared.rules.classic.state import Phase, State

from teg_server.bots import diplomacy, finish, hand, pactmaking, planner
from teg_server.bots.appraisal import Appraisal
from teg_server.bots.weights import TUNED, Weights


class Capitan:
    """A planner of one turn."""

    level = "capitan"

    def __init__(self, seed: int, weights: Weights = TUNED) -> None:
        self._seed = seed
        self._weights = weights

    def choose(self, view: State, seat: int) -> AnyCommand:
        """See Bot.choose."""
        phase = view.phase
        if phase is Phase.CLAIM:
            return hand.drawn(view)
        appraisal = Appraisal(view, seat, self._weights)
        if phase is Phase.OCCUPY:
            return self._occupy(appraisal)
        if phase is Phase.PLACEMENT:
            return planner.Placement(appraisal).first()
        if phase is Phase.INCORPORATE:
            command = self._incorporate(appraisal)
            if command is not None:
                return command
        if phase is not Phase.REGROUP:
            chain = finish.winning(appraisal)
            attack = finish.attack(chain) if chain is not None else planner.attack(appraisal)
            if attack is not None:
                return attack
        return planner.regroup(appraisal) or EndTurn()

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """See Bot.react."""
        if all(proposal.partner != seat for proposal in view.proposals):
            return None
        return pactmaking.answer(Appraisal(view, seat, self._weights))

    def _incorporate(self, appraisal: Appraisal) -> AnyCommand | None:
        view, seat = appraisal.view, appraisal.seat
        said = diplomacy.tidy(view, seat) or pactmaking.proposal(appraisal)
        if said is not None:
            return said
        if not hand.closed(view):
            command = hand.bonus(view, seat)
            if command is not None:
                return command
            if len(view.hands[seat]) >= self._weights.exchange_at:
                exchange = hand.exchange(view, seat)
                if exchange is not None:
                    return exchange
        if not (view.pool or any(view.bound)):
            return None
        chain = finish.winning(appraisal)
        place = finish.place(appraisal, chain) if chain is not None else None
        return place or planner.Placement(appraisal).first()

    def _occupy(self, appraisal: Appraisal) -> AnyCommand:
        """Move in what makes winning in this turn likeliest, or what is best for both countries."""
        view = appraisal.view
        occupation = view.occupation
        assert occupation is not None
        if finish.winning(appraisal) is None:
            return planner.occupy(appraisal)
        source, target = occupation.source, occupation.target
        together = view.armies[source] + view.armies[target]
        best, most = Occupy(1), -1.0
        for moved in planner.options(occupation.most):
            view.armies[source], view.armies[target] = together - moved, moved
            chain = finish.best_chain(appraisal)
            if chain is not None and chain.odds >= most:
                best, most = Occupy(moved), chain.odds
        view.armies[source], view.armies[target] = together - 1, 1
        return best
