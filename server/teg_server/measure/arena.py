"""Whole games between computer players, without server, sockets or clock: for measuring and for tests."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Generic, TypeVar

import msgspec
from teg_shared.rules.chance import Chance, VerifiableChance, pack
from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.data import NOBODY
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import State
from teg_shared.rules.game import replay
from teg_shared.rules.registry import VARIANTS
from teg_shared.rules.variant import C, E, S, Variant

from teg_server.bots import Bot, Player, make

ROUNDS = 60
"""Rounds after which a game counts as unfinished."""
ACTIONS_A_TURN = 5000
"""More commands than that in one turn can only be a bot that goes round in circles."""
_ELSEWHERE: Final = {"negocios": "teg_server.measure.negocios"}
"""Modules of the matches of other variants."""

Watcher = Callable[[S, int, C, list[E]], None]
"""Called after each command with the state it led to, its seat and its events."""
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Table:
    """One game to be played: the levels by seat, the dice's seed, the bots' seeds and the house rules."""

    levels: tuple[str, ...]
    seed: int
    seeds: tuple[int, ...]
    settings: msgspec.Struct
    rounds: int = ROUNDS
    variant: str = "classic"


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


def table(
    levels: Sequence[str], seed: int, settings: msgspec.Struct | None = None, rounds: int = ROUNDS,
    variant: str = "classic",
) -> Table:  # fmt: skip
    """Return the game of `levels` with seed `seed`; each seat's bot has a seed of its own that follows from it."""
    seeds = tuple(seed * 64 + seat for seat in range(len(levels)))
    return Table(tuple(levels), seed, seeds, settings or VARIANTS[variant].settings_type(), rounds, variant)


class Course(ABC, Generic[S, C, E]):
    """One game in play, whatever its variant; `run` plays it to the end."""

    def __init__(
        self, rules: Variant[S, C, E, Any], game: Table, watch: Watcher[S, C, E] | None, bots: Sequence[Player[S, C]]
    ) -> None:
        self.game = game
        self.bots = bots
        self.chance: Chance = VerifiableChance(pack("selfplay", game.seed % 2**64))
        self.thinking = [0.0] * len(game.levels)
        self.turns_of = [0] * len(game.levels)
        self.actions = self.turns = 0
        self._rules = rules
        self._watch = watch
        self.state: S = replay(rules, rules.setup(rules.colours[: len(game.levels)], game.settings, self.chance))

    @abstractmethod
    def run(self) -> Record:
        """Play on until somebody has won or the last round is over.

        Raises:
            RuleError: if a bot makes an illegal move.
            RuntimeError: if a bot does not come to the end of a turn.
        """

    def _ask(self, seat: int, question: Callable[[S, int], T]) -> T:
        view = self._rules.view(self.state, seat)
        before = time.process_time()
        answer = question(view, seat)
        self.thinking[seat] += time.process_time() - before
        return answer

    def _play(self, seat: int, command: C) -> None:
        events = self._rules.decide(self.state, seat, command, self.chance)
        for event in events:
            self.state = self._rules.evolve(self.state, event)
        self.actions += 1
        if self._watch is not None:
            self._watch(self.state, seat, command, events)

    def _turn_of(self, seat: int) -> None:
        """Count a turn of `seat`."""
        self.turns += 1
        self.turns_of[seat] += 1

    def _record(self, first: int, won_by: str, rounds: int, seconds: float) -> Record:
        winner = self._rules.outcome(self.state)
        return Record(
            self.game.levels,
            first,
            NOBODY if winner is None else winner,
            won_by,
            min(rounds, self.game.rounds),
            self.actions,
            self.turns,
            seconds,
            tuple(self.thinking),
            tuple(self.turns_of),
        )


class Match(Course[State, AnyCommand, AnyEvent]):
    """A classic game in play."""

    def __init__(
        self, game: Table, *, watch: Watcher[State, AnyCommand, AnyEvent] | None = None,
        bots: Sequence[Bot] | None = None,
    ) -> None:  # fmt: skip
        seated = bots or [make(level, seed) for level, seed in zip(game.levels, game.seeds, strict=True)]
        super().__init__(CLASSIC, game, watch, seated)

    def run(self) -> Record:
        """See Course.run."""
        started = time.perf_counter()
        last, since = (-1, -1), 0
        while CLASSIC.outcome(self.state) is None and self.state.round <= self.game.rounds:
            seat = self.state.turn
            if last != (self.state.round, seat):
                last, since = (self.state.round, seat), self.actions
                self._turn_of(seat)
            if self.actions - since > ACTIONS_A_TURN:
                raise RuntimeError(f"seat {seat} does not end its turn")
            self._play(seat, self._ask(seat, self.bots[seat].choose))
            if self.state.proposals:
                self._listen()
        state = self.state
        return self._record(state.first, state.won_by, state.round, time.perf_counter() - started)

    def _listen(self) -> None:
        """Let the seats to which something is proposed answer."""
        for proposal in list(self.state.proposals):
            if all(open_.id != proposal.id for open_ in self.state.proposals):
                continue
            answer = self._ask(proposal.partner, self.bots[proposal.partner].react)
            if answer is not None:
                self._play(proposal.partner, answer)


def course(game: Table) -> Course[Any, Any, Any]:
    """Return `game` ready to be played, whatever its variant."""
    if game.variant == "classic":
        return Match(game)
    found: Course[Any, Any, Any] = import_module(_ELSEWHERE[game.variant]).Match(game)
    return found


def play(game: Table) -> Record:
    """Play one game to its end and return its record."""
    return course(game).run()


def play_all(games: Sequence[Table], jobs: int = 1) -> list[Record]:
    """Play `games` in `jobs` processes and return their records in the order of the games."""
    if jobs <= 1 or len(games) < 2:
        return [play(game) for game in games]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(play, games, chunksize=max(1, len(games) // (jobs * 8))))
