"""What a computer player is to the server: a function of what its seat may see, and nothing else."""

from random import Random
from typing import Protocol

from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.state import State


class Bot(Protocol):
    """A computer player of the classic game.

    It remembers nothing between decisions that it could not read again from the view: whoever makes one of
    the same level and seed gets the same answers, after a restart as in the middle of somebody's turn.
    Both methods only compute; a server calls them outside its event loop.
    """

    level: str

    def choose(self, view: State, seat: int) -> AnyCommand:
        """Return the next command of `seat`, which is on turn, from its own view of the game."""
        ...

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """Return the answer of `seat` to a proposal made to it, or None if there is none; at any time."""
        ...


def luck(seed: int, view: State, seat: int) -> Random:
    """Return the generator of one decision: the same for the same seed, seat and position.

    Only integers are hashed, so the string hashes of the process make no difference.
    """
    position = (
        view.round, view.lap, view.turn, view.rolls, view.shuffles, view.pool, view.conquests, view.next_pact,
        len(view.ledger), sum(view.arrived), view.claimed, *view.bound, *view.armies,
    )  # fmt: skip
    return Random(hash((seed, seat, position)))  # noqa: S311 -- a bot's whims, not the dice
