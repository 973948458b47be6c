"""What the numbers of a classic game are called in text, and its record of one event a line, both ways."""

from collections.abc import Iterable, Sequence
from typing import Final

from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.notation import NotationError, Vocabulary, read, read_record, show, show_record, types_by_tag

_SEATS: Final = ("seat", "by", "first", "starter", "proposer", "partner", "neighbour", "owners")
_CARDS: Final = ("card", "cards", "hands")
VOCABULARY: Final = Vocabulary(
    tuple(country.code for country in BOARD.countries),
    dict.fromkeys(_SEATS, "seat")
    | dict.fromkeys(_CARDS, "card")
    | dict.fromkeys(("country", "source", "target"), "country")
    | dict.fromkeys(("objective", "objectives", "dealt"), "secret")
    | {"border": "border"},
    types_by_tag(AnyCommand, AnyEvent),
)


def show_line(value: AnyCommand | AnyEvent, colours: Sequence[str]) -> str:
    """Return a command or event as one line."""
    return show(value, VOCABULARY, colours)


def read_command(text: str, colours: Sequence[str]) -> AnyCommand:
    """Return the command in one line.

    Raises:
        NotationError: if there is none.
    """
    command: AnyCommand = read(text, VOCABULARY, colours)
    if not isinstance(command, AnyCommand):
        raise NotationError("expected a command, not an event", 1)
    return command


def read_event(text: str, colours: Sequence[str]) -> AnyEvent:
    """Return the event in one line.

    Raises:
        NotationError: if there is none.
    """
    event: AnyEvent = read(text, VOCABULARY, colours)
    if not isinstance(event, AnyEvent):
        raise NotationError("expected an event, not a command", 1)
    return event


def show_game(events: Iterable[AnyEvent]) -> str:
    """Return a game's events, the first of which is GameStarted, one a line."""
    return show_record(events, VOCABULARY)


def read_game(text: str) -> list[AnyEvent]:
    """Return the events of a record.

    Raises:
        NotationError: if a line is no event.
    """
    return read_record(text, VOCABULARY)
