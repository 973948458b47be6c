"""Hypothesis strategies: a moment of a game of classic T.E.G. and what was played up to it."""

from dataclasses import dataclass, field

from hypothesis import strategies as st
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.state import State

from tests.support.laws import finished, player


@dataclass
class Walk:
    """A game up to some moment; seed and commands make it again, so a report names nothing else."""

    seed: int
    commands: int
    history: list[AnyEvent] = field(repr=False)
    state: State = field(repr=False)


def walk(seed: int, commands: int) -> Walk:
    """Return the game of a seed after some commands, or at its end."""
    game = finished(player("classic"), seed, commands)
    return Walk(seed, commands, game.history, game.state)


def walks() -> st.SearchStrategy[Walk]:
    """Return any moment of any game; it shrinks to an early moment of game 0."""
    return st.builds(walk, st.integers(0, 2**32), st.integers(0, 1500))
