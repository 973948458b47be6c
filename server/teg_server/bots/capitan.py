"""The captain: plans by what countries are worth and in what danger they are, and goes for its objectives."""

from teg_shared.rules.classic.commands import AnyCommand, Claim, EndTurn
from teg_shared.rules.classic.state import Phase, State

from teg_server.bots import hand, planner
from teg_server.bots.appraisal import Appraisal
from teg_server.bots.diplomacy import answer_plainly
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
            return Claim(view.drawn)
        appraisal = Appraisal(view, seat, self._weights)
        if phase is Phase.OCCUPY:
            return planner.occupy(appraisal)
        if phase is Phase.PLACEMENT:
            return planner.Placement(appraisal).first()
        if phase is Phase.INCORPORATE:
            command = self._incorporate(appraisal)
            if command is not None:
                return command
        if phase is not Phase.REGROUP:
            attack = planner.attack(appraisal)
            if attack is not None:
                return attack
        return planner.regroup(appraisal) or EndTurn()

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """See Bot.react."""
        return answer_plainly(view, seat)

    def _incorporate(self, appraisal: Appraisal) -> AnyCommand | None:
        view, seat = appraisal.view, appraisal.seat
        if not hand.closed(view):
            command = hand.bonus(view, seat)
            if command is not None:
                return command
            if len(view.hands[seat]) >= self._weights.exchange_at:
                exchange = hand.exchange(view, seat)
                if exchange is not None:
                    return exchange
        return planner.Placement(appraisal).first() if view.pool or any(view.bound) else None
