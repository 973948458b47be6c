"""What the sheets before a game ask of the program."""

from dataclasses import dataclass, field
from typing import Protocol

import msgspec
from teg_shared.protocol.messages import RoomInfo
from teg_shared.rules.classic.settings import Settings


@dataclass(frozen=True)
class LocalGame:
    """A game against bots on this machine."""

    name: str
    levels: tuple[str, ...]
    colour: str = ""
    settings: msgspec.Struct = field(default_factory=Settings)
    variant: str = "classic"


@dataclass(frozen=True)
class NewRoom:
    """A room to be made; `levels` are those of the bots in the further seats, empty for an open chair."""

    name: str
    levels: tuple[str, ...]
    settings: msgspec.Struct
    clock: int
    password: str = ""
    variant: str = "classic"


class Doors(Protocol):
    """Ways from one place of the program to another."""

    @property
    def player(self) -> str:
        """Name of the player."""
        ...

    @property
    def server(self) -> str:
        """Address of the server as people type it; empty for none."""
        ...

    @property
    def rooms(self) -> tuple[RoomInfo, ...]:
        """The last list of rooms."""
        ...

    def play_local(self, game: LocalGame) -> None:
        """Start a server of one's own and a game against bots on it."""
        ...

    def connect(self, address: str, name: str) -> str:
        """Connect to a server and list its rooms; return a sentence if that can't be."""
        ...

    def refresh_rooms(self) -> None:
        """Ask for the list of rooms again."""
        ...

    def enter(self, room: RoomInfo, *, watch: bool = False, password: str = "") -> None:
        """Take a seat in a room, go back to one's own, or watch."""
        ...

    def rename(self, name: str) -> None:
        """Try again, under another name, to enter where the last one was refused."""
        ...

    def create(self, room: NewRoom) -> None:
        """Make a room and sit in it."""
        ...

    def speak(self, language: str) -> None:
        """Use another language from now on."""
        ...

    def perform(self, what: str) -> None:
        """Do what only the program can do: `quit`, `menu` or `abandon`."""
        ...
