"""The sergeant: counts countries, its block and its objective, and takes only what the odds promise.

It knows nothing of levels to come, of what others gain or of the market's leader, and swaps no countries on its own
account.
"""

from teg_shared.rules.negocios.ballots import candidates
from teg_shared.rules.negocios.commands import AnyCommand, Done, Name, PlayCard
from teg_shared.rules.negocios.course import can_play
from teg_shared.rules.negocios.data import CARDS
from teg_shared.rules.negocios.state import State

from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.bargain import Bargain
from teg_server.bots.negocios.bot import may_offer
from teg_server.bots.negocios.planner import Planner
from teg_server.bots.negocios.weights import PLAIN


class Sargento(Planner):
    """A player with a plan and no foresight."""

    level = "sargento"
    floor = 0.6
    nerve = 1

    def __init__(self, seed: int) -> None:
        super().__init__(seed, PLAIN)

    def talk(self, view: State, seat: int) -> AnyCommand:
        """Play the card with most fichas, ask for the own ones, and be done."""
        if can_play(view, seat):
            return PlayCard(max(view.hands[seat], key=lambda card: CARDS[card].tokens))
        if may_offer(view) and all(offer.proposer != seat for offer in view.offers):
            return Bargain(Appraisal(view, seat, PLAIN)).ask_home() or Done()
        return Done()

    def name(self, view: State, seat: int) -> AnyCommand:
        """Suspend who has most countries; start oneself."""
        ballot = view.ballot
        assert ballot is not None
        able = candidates(view, ballot.kind, seat)
        if ballot.kind == "starter" and seat in able:
            return Name(seat)
        return Name(max(able, key=lambda other: (view.masks[other].bit_count(), -other)))
