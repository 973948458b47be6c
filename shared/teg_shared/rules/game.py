"""One running game: a variant, its history and its present state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from teg_shared.rules.chance import Chance
from teg_shared.rules.variant import C, E, G, S, Seat, Variant


@dataclass
class Game(Generic[S, C, E, G]):
    """A game that remembers every event since the deal."""

    rules: Variant[S, C, E, G]
    history: list[E]
    state: S

    def play(self, seat: Seat, command: C, chance: Chance) -> list[E]:
        """Decide, then evolve, and return the new events.

        Raises:
            RuleError: if the rules refuse the command; then nothing has changed.
        """
        return self.apply(self.rules.decide(self.state, seat, command, chance))

    def apply(self, events: list[E]) -> list[E]:
        """Evolve the state by `events`, remember them and return them."""
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        self.history.extend(events)
        return events


def start(rules: Variant[S, C, E, G], colours: Sequence[str], settings: G, chance: Chance) -> Game[S, C, E, G]:
    """Deal and return a new game for seats of these colours in turn order."""
    history = rules.setup(colours, settings, chance)
    return Game(rules, history, replay(rules, history))


def replay(rules: Variant[S, C, E, G], events: Iterable[E]) -> S:
    """Return the state that `events` lead to, from before the deal.

    Raises:
        ValueError: if there is no event.
    """
    state: S | None = None
    for event in events:
        state = rules.evolve(state, event)
    if state is None:
        raise ValueError("no events")
    return state
