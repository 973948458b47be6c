"""What the law suite needs to know of a variant beyond its interface, and games played by semi-random players.

A variant `name` may have a module `tests.support.laws_<name>` with a `PLAYER`; without one its players choose
evenly among the legal commands and only the laws of the interface are looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import msgspec
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.game import Game, start
from teg_shared.rules.registry import VARIANTS
from teg_shared.rules.variant import Variant

Rules = Variant[Any, Any, Any, Any]


class Player:
    """Chooses evenly; the base of what a variant knows better."""

    secret: frozenset[str] | None = None
    """Fields of a state on which viewers may differ; None if that is not known."""
    limit = 20_000
    """Commands after which a game must be over."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def table(self, random: Random) -> tuple[Sequence[str], Any]:
        """Return the colours and the house rules of a game."""
        colours = list(self.rules.colours)
        random.shuffle(colours)
        return colours[: random.choice(self.rules.seats)], self.rules.settings_type()

    def choose(self, random: Random, state: Any) -> tuple[int, Any]:
        """Return a seat and one of its legal commands."""
        seat = random.choice(self.rules.prompted(state))
        return seat, random.choice(list(self.rules.legal(state, seat)))

    def normal(self, command: Any) -> Any:
        """Return the one of several equal commands that `legal` lists."""
        return command

    def listed(self, command: Any) -> bool:
        """Whether `legal` lists this very form of a command when it is accepted."""
        return bool(self.normal(command) == command)

    def step(self, before: Any, events: Sequence[Any], after: Any) -> None:
        """Look at what one command has done."""

    def disguise(self, random: Random, state: Any, viewer: int | None) -> Any:
        """Return a state that differs from `state` in much that `viewer` may not know, and in nothing else."""
        return state


def player(name: str) -> Player:
    """Return the player of a variant."""
    rules = VARIANTS[name]
    module = f"tests.support.laws_{name}"
    if find_spec(module) is None:
        return Player(rules)
    found: Player = import_module(module).PLAYER(rules)
    return found


@dataclass
class Step:
    """One accepted command of a game."""

    game: Game[Any, Any, Any, Any]
    seat: int
    command: Any
    before: Any
    events: list[Any]


def seed_bytes(seed: int) -> bytes:
    """Return the seed of a game's luck."""
    return seed.to_bytes(8, "big")


def begin(who: Player, seed: int) -> tuple[Game[Any, Any, Any, Any], Random, VerifiableChance]:
    """Deal the game of a seed."""
    random = Random(seed)
    colours, settings = who.table(random)
    chance = VerifiableChance(seed_bytes(seed))
    return start(who.rules, colours, settings, chance), random, chance


def steps(who: Player, seed: int, most: int | None = None) -> Iterator[Step]:
    """Play the game of a seed and yield each step after it was taken, the state before it included.

    Raises:
        AssertionError: if the game is not over after the variant's limit of commands.
    """
    game, random, chance = begin(who, seed)
    rules = who.rules
    for _ in range(who.limit if most is None else most):
        if rules.outcome(game.state) is not None:
            return
        seat, command = who.choose(random, game.state)
        before = game.state.copy()
        yield Step(game, seat, command, before, game.play(seat, command, chance))
    assert most is not None or rules.outcome(game.state) is not None, f"seed {seed} goes on for ever"


def finished(who: Player, seed: int, most: int | None = None) -> Game[Any, Any, Any, Any]:
    """Return the game of a seed, played to its end."""
    game, random, chance = begin(who, seed)
    for _ in range(who.limit if most is None else most):
        if who.rules.outcome(game.state) is not None:
            return game
        game.play(*who.choose(random, game.state), chance)
    assert most is not None, f"seed {seed} goes on for ever"
    return game


def packed(value: Any) -> bytes:
    """Return all there is to a value, to see whether it changed."""
    return msgspec.msgpack.encode(value)
