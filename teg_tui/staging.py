"""Armies on their way to the board: staged by the player, then sent, until the view shows them.

An army is shown in exactly one of the three: here as staged, here as sent, or in the view. What is staged counts as
sent only once its command has a number; what was sent is forgotten once the view has it or the server has refused it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.events import AnyEvent, ArmiesPlaced, PlacementStarted, TurnEnded


@dataclass
class _Sent:
    """A placement on its way; `version` is the view that has it, -1 while the server has not said."""

    country: int
    armies: int
    version: int = -1


@dataclass
class Staging:
    """What one player has put down and the view does not show yet.

    Attributes:
        staged: armies not yet confirmed, by country.
    """

    staged: dict[int, int] = field(default_factory=dict)
    _sent: dict[int, _Sent] = field(default_factory=dict)

    @property
    def sent(self) -> dict[int, int]:
        """Armies of confirmed placements that the view does not have yet, by country."""
        out: dict[int, int] = {}
        for act in self._sent.values():
            out[act.country] = out.get(act.country, 0) + act.armies
        return out

    @property
    def waiting(self) -> dict[int, int]:
        """Armies staged or sent, by country."""
        sent = self.sent
        return {c: self.staged.get(c, 0) + sent.get(c, 0) for c in self.staged | sent}

    def commands(self) -> list[Place]:
        """Return the commands for what is staged; it stays staged until they are sent."""
        return [Place(country, armies) for country, armies in self.staged.items()]

    def sending(self, number: int, command: Place) -> None:
        """Take note that a placement went out as the act of this number."""
        left = self.staged.pop(command.country, 0) - command.armies
        if left > 0:
            self.staged[command.country] = left
        self._sent[number] = _Sent(command.country, command.armies)

    def refused(self, number: int) -> None:
        """Forget a placement that the server did not accept."""
        self._sent.pop(number, None)

    def accepted(self, number: int, version: int) -> None:
        """Take note in which version of the view a placement is done."""
        if number in self._sent:
            self._sent[number].version = version

    def placed(self, country: int, armies: int) -> None:
        """Forget the oldest placement that an event shows to be done."""
        for number, act in self._sent.items():
            if (act.country, act.armies) == (country, armies):
                del self._sent[number]
                return

    def settle(self, events: Iterable[AnyEvent]) -> None:
        """Forget what was sent and has now been placed, as events tell it."""
        for event in events:
            if isinstance(event, ArmiesPlaced):
                self.placed(event.country, event.armies)
            elif isinstance(event, TurnEnded | PlacementStarted):
                self.forget_sent()

    def reached(self, version: int) -> None:
        """Forget what this version of the view has: after a cut it comes without an event that says so."""
        self._sent = {n: act for n, act in self._sent.items() if not 0 <= act.version <= version}

    def forget_sent(self) -> None:
        """Forget what was sent: the turn is over."""
        self._sent.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.staged.clear()
        self._sent.clear()
