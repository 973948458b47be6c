"""The way from a screen to the server, as small as a screen needs it."""

from typing import Protocol

import msgspec
from teg_shared.protocol.messages import FromClient


class Link(Protocol):
    """Sends what a player wants; answers come back through the model."""

    def act(self, command: msgspec.Struct) -> int:
        """Send a command of the game and return its number."""
        ...

    def send(self, message: FromClient) -> None:
        """Send any other message."""
        ...


class Window(Protocol):
    """What a screen asks of the program around it."""

    def perform(self, what: str) -> None:
        """Do what only the program can do: `quit`, `menu`, `abandon` or `retry`."""
        ...

    def pump(self) -> None:
        """Show the messages whose moment has come."""
        ...
