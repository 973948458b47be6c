"""A classic table set up from one line of notation, with loaded dice, that answers in notation.

Every command that a test plays is also looked up among the legal ones, and every refusal is checked to change
nothing: a rule's test holds these two laws by the way.
"""

from collections.abc import Iterable, Sequence

import msgspec
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.classic.commands import AnyCommand, Exchange, ProposePact
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.position import read_position, show_position
from teg_shared.rules.classic.record import read_command, show_line
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import State
from teg_shared.rules.errors import RuleError


def packed(state: State) -> bytes:
    """Return all there is to a state, to see whether it changed."""
    return msgspec.msgpack.encode(state)


def normal(command: AnyCommand) -> AnyCommand:
    """Return the one of several equal commands that `legal` lists: cards in order, no term."""
    match command:
        case Exchange((a, b, c)):
            first, second, third = sorted((a, b, c))
            return Exchange((first, second, third))
        case ProposePact(partner, border, _):
            return ProposePact(partner, border)
        case _:
            return command


def country(code: str) -> int:
    """Return the number of a country by its three letters."""
    return BOARD.index[code]


Order = str | tuple[str, AnyCommand]
"""`COLOUR COMMAND` in notation, or the same as values where notation has no word for a wrong number."""


class Table:
    """A game in the middle of something."""

    def __init__(self, position: str, dice: Iterable[int] = (), shuffles: Iterable[Iterable[int]] = ()) -> None:
        self.state = read_position(position)
        self.chance = LoadedChance(dice, shuffles)

    def __str__(self) -> str:
        return show_position(self.state)

    def seat(self, colour: str) -> int:
        """Return the seat of a colour."""
        return self.state.colours.index(colour)

    def _order(self, order: Order) -> tuple[int, AnyCommand]:
        if not isinstance(order, str):
            return self.seat(order[0]), order[1]
        colour, _, rest = order.partition(" ")
        return self.seat(colour), read_command(rest, self.state.colours)

    def play(self, *orders: Order) -> list[str]:
        """Play `COLOUR COMMAND` one after the other and return the events of the last in brief."""
        events: list[AnyEvent] = []
        for order in orders:
            seat, command = self._order(order)
            before = packed(self.state)
            events = CLASSIC.decide(self.state, seat, command, self.chance)
            assert packed(self.state) == before, "decide changed the state"
            assert normal(command) in self.legal(self.state.colours[seat]), f"{order} is not among the legal ones"
            self._evolve(events)
        return self.brief(events)

    def decided(self, order: Order) -> list[AnyEvent]:
        """Play one command and return its events as values."""
        seat, command = self._order(order)
        events = CLASSIC.decide(self.state, seat, command, self.chance)
        self._evolve(events)
        return events

    def refused(self, order: Order) -> str:
        """Return the code with which `COLOUR COMMAND` is refused."""
        return self.refusal(order).code

    def refusal(self, order: Order) -> RuleError:
        """Return the refusal of `COLOUR COMMAND`, which changes nothing and is not among the legal ones."""
        seat, command = self._order(order)
        before = packed(self.state)
        try:
            events = CLASSIC.decide(self.state, seat, command, self.chance)
        except RuleError as error:
            assert packed(self.state) == before, "a refused command changed the state"
            if not isinstance(command, ProposePact) or command.last is None:
                assert normal(command) not in self.legal(self.state.colours[seat]), f"{order} is listed as legal"
            return error
        raise AssertionError(f"{order} was accepted: {self.brief(events)}")

    def legal(self, colour: str) -> list[AnyCommand]:
        """Return the legal commands of a colour."""
        return list(CLASSIC.legal(self.state, self.seat(colour)))

    def offers(self, colour: str, tag: str) -> list[str]:
        """Return the legal commands of one kind in brief."""
        return [line for line in self.brief(self.legal(colour)) if line.split()[0] == tag]

    def expire(self, colour: str) -> list[str]:
        """Let the clock of a colour run out and return what happens in brief."""
        return self._evolve(CLASSIC.expire(self.state, self.seat(colour), self.chance))

    def leave(self, colour: str) -> list[str]:
        """Let a colour give up its seat and return what happens in brief."""
        return self._evolve(CLASSIC.leave(self.state, self.seat(colour), self.chance))

    def _evolve(self, events: list[AnyEvent]) -> list[str]:
        for event in events:
            self.state = CLASSIC.evolve(self.state, event)
        return self.brief(events)

    def brief(self, values: Iterable[AnyEvent | AnyCommand]) -> list[str]:
        """Return events or commands as lines without the names of their fields."""
        return [brief(value, self.state.colours) for value in values]

    def armies(self, *codes: str) -> list[int]:
        """Return the armies of some countries."""
        return [self.state.armies[country(code)] for code in codes]

    def owner(self, code: str) -> str:
        """Return the colour of a country."""
        return self.state.colours[self.state.owners[country(code)]]

    def hand(self, colour: str) -> list[str]:
        """Return the cards of a colour."""
        return [BOARD.countries[card].code for card in self.state.hands[self.seat(colour)]]

    def told(self, events: Sequence[AnyEvent], viewer: str | None) -> list[str]:
        """Return what a colour, or a spectator, sees of some events."""
        seat = None if viewer is None else self.seat(viewer)
        redacted = [CLASSIC.redact(event, seat) for event in events]
        return self.brief(event for event in redacted if event is not None)


def brief(value: AnyEvent | AnyCommand, colours: Sequence[str]) -> str:
    """Return an event or a command as a line without the names of its fields."""
    first, *rest = show_line(value, colours).split()
    return " ".join([first, *(part.partition("=")[2] for part in rest)])


def tags(lines: Iterable[str]) -> list[str]:
    """Return the first word of each line."""
    return [line.split()[0] for line in lines]
