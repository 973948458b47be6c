"""Players of T.E.G. de los Negocios under watch: by what they see, what they risk and how much they talk."""

from collections.abc import Sequence

from teg_server.bots.negocios import attack
from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.bot import Corporate, may_offer
from teg_server.bots.negocios.levels import MAKERS
from teg_server.bots.negocios.planner import Planner
from teg_server.measure.arena import Record, table
from teg_server.measure.negocios import Match
from teg_shared.rules.board import members
from teg_shared.rules.negocios.commands import AnyCommand, Attempt, EndAttempts, Offer
from teg_shared.rules.negocios.control import attempt_dice, is_hostile
from teg_shared.rules.negocios.data import BOARD, HIDDEN
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.goods import Card
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import State
from teg_shared.rules.odds import control_probability

from tests.support.laws_negocios import check


def assert_covered(view: State, seat: int) -> None:
    """Assert that the view tells its seat nothing that is secret (N12)."""
    assert set(view.deck) <= {HIDDEN}
    for other, (objective, hand) in enumerate(zip(view.objectives, view.hands, strict=True)):
        assert other == seat or (objective == HIDDEN and set(hand) <= {HIDDEN})
    for offer in view.offers:
        if seat not in (offer.proposer, offer.partner):
            assert all(not isinstance(g, Card) or g.card in (None, HIDDEN) for g in (offer.give, offer.take))


class Watched:
    """A player whose every choice is looked at."""

    def __init__(self, bot: Corporate) -> None:
        self.bot, self.level = bot, bot.level

    def choose(self, view: State, seat: int) -> AnyCommand:
        """Choose by a view without secrets, and see that it is as it was and the choice no folly."""
        assert_covered(view, seat)
        before = view.copy()
        command = self.bot.choose(view, seat)
        assert view == before
        if isinstance(command, Attempt):
            self._risk(view, seat, command)
        if isinstance(command, EndAttempts):
            self._nothing_overlooked(view, seat)
        if isinstance(command, Offer):
            assert may_offer(view)
        return command

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """Answer by a view without secrets."""
        assert_covered(view, seat)
        command = self.bot.react(view, seat)
        if isinstance(command, Offer):
            assert may_offer(view)
        return command

    def _risk(self, view: State, seat: int, attempt: Attempt) -> None:
        """No attempt but the compulsory one risks more than it promises; a pact is broken by duty alone (N53, N119)."""
        source, target = attempt.source, attempt.target
        if not view.attempts or self.level == "random":
            return
        assert not attempt.breaking
        if is_hostile(view, source, target):
            return
        odds = float(control_probability(*attempt_dice(view, source, target)))
        gain = loss = 1.0
        if isinstance(self.bot, Planner):
            options = attack.prospects(Appraisal(view, seat, self.bot.weights))
            found = next(option for option in options if (option.source, option.target) == (source, target))
            gain, loss = found.gain, found.loss
        assert odds * gain >= (1 - odds) * loss

    def _nothing_overlooked(self, view: State, seat: int) -> None:
        """No hostile control that a captain wants is left undone (N46)."""
        if self.level != "capitan" or not isinstance(self.bot, Planner):
            return
        sworn = {p.b if p.a == seat else p.a for p in view.pacts if seat in (p.a, p.b)}
        appraisal = Appraisal(view, seat, self.bot.weights)
        wanted = {(o.source, o.target) for o in attack.prospects(appraisal) if o.worth > 0}
        for source in members(view.masks[seat]):
            if view.tokens[source] == 4:
                for target in BOARD.neighbours[source]:
                    if view.owners[target] not in (seat, *sworn) and view.tokens[target] == 1:
                        assert (source, target) not in wanted


def played(levels: Sequence[str], seed: int, settings: Settings, rounds: int = 60) -> tuple[Record, Match]:
    """Play one game of watched players; an illegal move, a look at a secret, a folly or lost fichas fail it."""
    game = table(levels, seed, settings, rounds, "negocios")

    def watch(state: State, seat: int, command: AnyCommand, events: list[AnyEvent]) -> None:
        del seat, command, events
        check(state)

    bots = [Watched(MAKERS[level](number)) for level, number in zip(levels, game.seeds, strict=True)]
    match = Match(game, watch=watch, bots=bots)
    return match.run(), match
