"""A decision in the making: events, and the state that they lead to.

One command can have a long train of consequences, each of which looks at what the ones before have left. They
are worked out on a copy, so that a decision changes nothing.
"""

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.evolve import evolve
from teg_shared.rules.negocios.state import State


class Draft:
    """Events so far and the state after them.

    Attributes:
        state: a copy, already changed by `events`.
        events: what the command makes happen.
        chance: where luck is asked for.
    """

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state.copy()
        self.events: list[AnyEvent] = []
        self.chance = chance

    def emit(self, event: AnyEvent) -> None:
        """Let `event` happen."""
        self.events.append(event)
        evolve(self.state, event)

    def apply(self, events: list[AnyEvent]) -> None:
        """Let `events` of a decision on this draft's state happen."""
        for event in events:
            self.emit(event)
