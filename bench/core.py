"""The rules in one process: commands decided, validated and applied a second, and whole games of bots a second.

The semi-random driver below does as little as it can beside the rules, so that the rate is theirs; the baseline
is the same number of dice compared in a bare loop without rules.
"""

from random import Random

from teg_shared.rules.board import members
from teg_shared.rules.classic.cards import sets
from teg_shared.rules.classic.commands import AnyCommand, Attack, Claim, EndTurn, Exchange, Occupy, Place
from teg_shared.rules.classic.data import BOARD, COLOURS
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.game import replay

from bench.report import Figure, rate

GAMES = 40
SEATS = 4


class QuickChance:
    """Dice of the standard generator: the rate is to be the rules', not the dice's."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, index: int, count: int, context: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return `count` faces."""
        del index, context
        draw = self._random.random
        return tuple([int(draw() * 6) + 1 for _ in range(count)])

    def shuffle(self, index: int, size: int) -> tuple[int, ...]:
        """Return a permutation of `range(size)`."""
        del index
        order = list(range(size))
        self._random.shuffle(order)
        return tuple(order)


class Driver:
    """Plays one semi-random game through decide and evolve, counting commands and events."""

    def __init__(self, seed: int) -> None:
        self.chance = QuickChance(seed)
        self.draw = Random(seed + 1).random
        deal = CLASSIC.setup(COLOURS[:SEATS], Settings(exchange_counter="player"), self.chance)
        self.state: State = replay(CLASSIC, deal)
        self.commands = self.events = 0

    def do(self, command: AnyCommand) -> None:
        """Decide and apply one command of the seat on turn."""
        state = self.state
        events = CLASSIC.decide(state, state.turn, command, self.chance)
        for event in events:
            CLASSIC.evolve(state, event)
        self.commands += 1
        self.events += len(events)

    def run(self, most: int = 20_000) -> None:
        """Play to the end, or to `most` commands."""
        while self.state.phase is not Phase.OVER and self.commands < most:
            if self.state.phase is Phase.PLACEMENT:
                own = list(members(self.state.masks[self.state.turn]))
                self.do(Place(own[int(self.draw() * len(own))], 1))
            else:
                self._turn()

    def _turn(self) -> None:
        self._incorporate()
        for _ in range(14):
            if self.state.phase is Phase.OVER or not self._battle():
                break
        if self.state.phase is not Phase.OVER:
            self.do(EndTurn())
        if self.state.phase is Phase.CLAIM:
            self.do(Claim(self.state.drawn))

    def _incorporate(self) -> None:
        state, seat = self.state, self.state.turn
        while len(state.hands[seat]) >= 3 and (cards := next(sets(state.hands[seat]), None)):
            self.do(Exchange(cards))
        mask = state.masks[seat]
        for continent, armies in enumerate(state.bound):
            if armies:
                self.do(Place(next(members(mask & BOARD.continent_masks[continent])), armies))
        border = [c for c in members(mask) if BOARD.adjacency[c] & ~mask]
        while state.pool:
            self.do(Place(border[int(self.draw() * len(border))], 1 if state.pool < 12 else state.pool // 4))

    def _battle(self) -> bool:
        state, seat, draw = self.state, self.state.turn, self.draw
        mask = state.masks[seat]
        able = [c for c in members(mask) if state.armies[c] > 2 and BOARD.adjacency[c] & ~mask]
        if not able:
            return False
        source = able[int(draw() * len(able))]
        near = [c for c in BOARD.neighbours[source] if not mask >> c & 1]
        target = near[int(draw() * len(near))]
        while state.phase is not Phase.OVER and state.armies[source] > 2 and state.owners[target] != seat:
            self.do(Attack(source, target))
            if state.occupation is not None:
                self.do(Occupy(1 + int(draw() * state.occupation.most)))
        return True


def drive(first: int = 0) -> tuple[int, int]:
    """Play the benchmark's games and return (commands, events)."""
    commands = events = 0
    for seed in range(first, first + GAMES):
        driver = Driver(seed)
        driver.run()
        commands += driver.commands
        events += driver.events
    return commands, events


def bare(count: int = 200_000) -> int:
    """Roll, sort and compare the dice of `count` attacks without any rule, and return `count`."""
    chance = QuickChance(1)
    armies = [1_000_000, 1_000_000]
    for index in range(count):
        faces = chance.roll(index, 6)
        mine, theirs = sorted(faces[:3], reverse=True), sorted(faces[3:], reverse=True)
        lost = sum(a <= d for a, d in zip(mine, theirs, strict=True))
        armies[0] -= lost
        armies[1] -= 3 - lost
    return count


def measure() -> list[Figure]:
    """Return the figures of the core."""
    floor = rate(bare)
    return [
        Figure("commands decided and applied", rate(lambda: drive()[0]), "/s", floor, "bare dice loop"),
        Figure("events", rate(lambda: drive()[1]), "/s", floor, "bare dice loop"),
    ]


def profile() -> None:
    """Print where the time of the core goes."""
    import cProfile  # noqa: PLC0415 # only here
    import pstats  # noqa: PLC0415

    watch = cProfile.Profile()
    watch.runcall(drive)
    pstats.Stats(watch).sort_stats("tottime").print_stats(16)
