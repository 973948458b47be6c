"""Whole games of T.E.G. de los Negocios between computer players."""

import time
from collections.abc import Sequence
from typing import TypeAlias

from teg_shared.rules.negocios.commands import AnyCommand
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.state import Phase, State

from teg_server.bots import Player, make
from teg_server.measure.arena import ACTIONS_A_TURN, Course, Record, Table, Watcher

Corporation: TypeAlias = Player[State, AnyCommand]
"""A computer player of this variant."""


class Match(Course[State, AnyCommand, AnyEvent]):
    """A game in play; where several seats are asked at once they speak one after the other, as on a server."""

    def __init__(
        self, game: Table, *, watch: Watcher[State, AnyCommand, AnyEvent] | None = None,
        bots: Sequence[Corporation] | None = None,
    ) -> None:  # fmt: skip
        seated = bots or [make(level, seed, "negocios") for level, seed in zip(game.levels, game.seeds, strict=True)]
        super().__init__(NEGOCIOS, game, watch, seated)
        self.first = self.state.starter
        self.dealt = tuple(self.state.objectives)

    def run(self) -> Record:
        """See Course.run."""
        started = time.perf_counter()
        step, since = (0, -1, ""), 0
        while NEGOCIOS.outcome(self.state) is None and self.state.round <= self.game.rounds:
            state = self.state
            now = (state.round, state.place, state.stage.value)
            if now != step:
                if now[:2] != step[:2]:
                    self._turn_of(state.turn)
                step, since = now, self.actions
            if self.actions - since > ACTIONS_A_TURN:
                raise RuntimeError(f"round {state.round}, {state.stage}: it goes on and on")
            self._next()
        return self._record(self.first, self.state.won_by, self.state.round, time.perf_counter() - started)

    def _next(self) -> None:
        """Let one of the seats that are asked speak: answers first, and not always the same one in a negotiation."""
        state = self.state
        asked = NEGOCIOS.prompted(state)
        addressed = {proposal.partner for proposal in state.proposals}
        if state.phase is Phase.NEGOTIATE:
            addressed |= {offer.partner for offer in state.offers}
        for seat in asked:
            if seat in addressed:
                answer = self._ask(seat, self.bots[seat].react)
                if answer is not None:
                    self._play(seat, answer)
                    return
        several = state.phase in (Phase.NEGOTIATE, Phase.BALLOT)
        seat = asked[state.round % len(asked)] if several else state.actor
        self._play(seat, self._ask(seat, self.bots[seat].choose))
