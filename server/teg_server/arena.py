"""Whole games between computer players, without server, sockets or clock: for measuring and for tests."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from teg_shared.rules.chance import Chance, VerifiableChance, pack
from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.data import COLOURS, NOBODY
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import State

from teg_server.bots import Bot, make

ROUNDS = 60
"""Rounds after which a game counts as unfinished."""
ACTIONS_A_TURN = 5000
"""More commands than that in one turn can only be a bot that goes round in circles."""

Watcher = Callable[[State, int, AnyCommand, list[AnyEvent]], None]
"""Called after each command with the state it led to, its seat and its events."""
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Table:
    """One game to be played: the levels by seat, the dice's seed, the bots' seeds and the house rules."""

    levels: tuple[str, ...]
    seed: int
    seeds: tuple[int, ...]
    settings: Settings
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Record:
    """What is kept of a finished game."""

    levels: tuple[str, ...]
    first: int
    """Seat that had the first turn."""
    winner: int
    """Seat, or NOBODY if the game was unfinished after its last round."""
    won_by: str
    rounds: int
    actions: int
    """Commands of all seats."""
    turns: int
    seconds: float
    """Wall time of the whole game; differs from run to run."""
    thinking: tuple[float, ...]
    """CPU seconds that the bot of each seat spent, views and rules left aside; differs from run to run."""
    turns_of: tuple[int, ...]
    """Turns that each seat had."""


def table(levels: Sequence[str], seed: int, settings: Settings | None = None, rounds: int = ROUNDS) -> Table:
    """Return the game of `levels` with seed `seed`; each seat's bot has a seed of its own that follows from it."""
    seeds = tuple(seed * 64 + seat for seat in range(len(levels)))
    return Table(tuple(levels), seed, seeds, settings or Settings(), rounds)


class Match:
    """One game in play; `run` plays it to the end."""

    def __init__(self, game: Table, *, watch: Watcher | None = None, bots: Sequence[Bot] | None = None) -> None:
        self.game = game
        self.bots = bots or [make(level, seed) for level, seed in zip(game.levels, game.seeds, strict=True)]
        self.chance: Chance = VerifiableChance(pack("selfplay", game.seed % 2**64))
        self.thinking = [0.0] * len(game.levels)
        self.turns_of = [0] * len(game.levels)
        self.actions = self.turns = 0
        self._watch = watch
        state: State | None = None
        for event in CLASSIC.setup(COLOURS[: len(game.levels)], game.settings, self.chance):
            state = CLASSIC.evolve(state, event)
        assert state is not None
        self.state = state

    def run(self) -> Record:
        """Play on until somebody has won or the last round is over.

        Raises:
            RuleError: if a bot makes an illegal move.
            RuntimeError: if a bot does not come to the end of a turn.
        """
        started = time.perf_counter()
        last, since = (-1, -1), 0
        while CLASSIC.outcome(self.state) is None and self.state.round <= self.game.rounds:
            seat = self.state.turn
            if last != (self.state.round, seat):
                last, since = (self.state.round, seat), self.actions
                self.turns += 1
                self.turns_of[seat] += 1
            if self.actions - since > ACTIONS_A_TURN:
                raise RuntimeError(f"seat {seat} does not end its turn")
            self._play(seat, self._ask(seat, self.bots[seat].choose))
            if self.state.proposals:
                self._listen()
        return self._record(time.perf_counter() - started)

    def _ask(self, seat: int, question: Callable[[State, int], T]) -> T:
        view = CLASSIC.view(self.state, seat)
        before = time.process_time()
        answer = question(view, seat)
        self.thinking[seat] += time.process_time() - before
        return answer

    def _play(self, seat: int, command: AnyCommand) -> None:
        events = CLASSIC.decide(self.state, seat, command, self.chance)
        for event in events:
            self.state = CLASSIC.evolve(self.state, event)
        self.actions += 1
        if self._watch is not None:
            self._watch(self.state, seat, command, events)

    def _listen(self) -> None:
        """Let the seats to which something is proposed answer."""
        for proposal in list(self.state.proposals):
            if all(open_.id != proposal.id for open_ in self.state.proposals):
                continue
            answer = self._ask(proposal.partner, self.bots[proposal.partner].react)
            if answer is not None:
                self._play(proposal.partner, answer)

    def _record(self, seconds: float) -> Record:
        winner = CLASSIC.outcome(self.state)
        return Record(
            self.game.levels,
            self.state.first,
            NOBODY if winner is None else winner,
            self.state.won_by,
            min(self.state.round, self.game.rounds),
            self.actions,
            self.turns,
            seconds,
            tuple(self.thinking),
            tuple(self.turns_of),
        )


def play(game: Table) -> Record:
    """Play one game to its end and return its record."""
    return Match(game).run()


def play_all(games: Sequence[Table], jobs: int = 1) -> list[Record]:
    """Play `games` in `jobs` processes and return their records in the order of the games."""
    if jobs <= 1 or len(games) < 2:
        return [play(game) for game in games]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(play, games, chunksize=max(1, len(games) // (jobs * 8))))
