"""What a computer player is to the server: a function of what its seat may see, and nothing else."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from teg_shared.rules.classic.commands import AnyCommand
    from teg_shared.rules.classic.state import State

S_contra = TypeVar("S_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class Player(Protocol[S_contra, C_co]):
    """A computer player of one variant; `S` is the variant's state, `C` its commands.

    It remembers nothing between decisions that it could not read again from the view: whoever makes one of
    the same level and seed gets the same answers, after a restart as in the middle of somebody's turn.
    Both methods only compute; a server calls them outside its event loop.
    """

    level: str

    def choose(self, view: S_contra, seat: int) -> C_co:
        """Return the next command of `seat`, which is on turn, from its own view of the game."""
        ...

    def react(self, view: S_contra, seat: int) -> C_co | None:
        """Return what `seat` says where others are asked too, or None for nothing; at any time.

        That is an answer to a proposal and, where a variant asks several seats at once, what it is asked for.
        """
        ...


Bot: TypeAlias = "Player[State, AnyCommand]"
"""A computer player of the classic game."""


def luck(seed: int, view: State, seat: int) -> Random:
    """Return the generator of one decision: the same for the same seed, seat and position.

    Only integers are hashed, so the string hashes of the process make no difference.
    """
    position = (
        view.round, view.lap, view.turn, view.rolls, view.shuffles, view.pool, view.conquests, view.next_pact,
        len(view.ledger), sum(view.arrived), view.claimed, *view.bound, *view.armies,
    )  # fmt: skip
    return Random(hash((seed, seat, position)))  # noqa: S311 -- a bot's whims, not the dice
