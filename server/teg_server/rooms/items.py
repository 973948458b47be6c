"""What may lie in the inbox of a table, and what a table needs of the server around it."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from teg_shared.protocol.messages import FromClient, JoinRoom

from teg_server.rooms.clock import Time
from teg_server.rooms.gallery import Peer
from teg_server.rooms.keeper import Patience
from teg_server.rooms.lobby import Seated
from teg_server.rooms.robots import Thought
from teg_server.storage.protocol import Log
from teg_server.thinking.thinker import Thinker


@dataclass(frozen=True, slots=True)
class Opening:
    """A new room's owner takes the first chair."""

    peer: Peer
    seated: Seated


@dataclass(frozen=True, slots=True)
class Enter:
    """Somebody wants in."""

    peer: Peer
    wanted: JoinRoom


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody inside wants something."""

    peer: Peer
    message: FromClient


@dataclass(frozen=True, slots=True)
class Gone:
    """A connection is no more."""

    peer: Peer


@dataclass(frozen=True, slots=True)
class Drained:
    """A slow reader has caught up."""

    peer: Peer


@dataclass(frozen=True, slots=True)
class Thoughts:
    """A bot has answered; `command` is None for nothing, `failed` says why it could not."""

    thought: Thought
    command: bytes | None
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Sending:
    """The room is to be given to another server, through a folder; an empty one stands for that beside the log."""

    folder: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time may be over for something."""


Item: TypeAlias = Opening | Enter | Request | Gone | Drained | Thoughts | Sending | Tick


@dataclass(frozen=True, slots=True)
class Manners:
    """How a table treats its guests.

    Args:
        patience: how long it waits.
        bot_delay: seconds a bot takes for a step, so that people can follow.
        chat_lines: lines of chat for a newcomer.
        watchers: most spectators.
    """

    patience: Patience
    bot_delay: float = 0.0
    chat_lines: int = 50
    watchers: int = 100


class House(Protocol):
    """The server around a table."""

    time: Time
    log: Log
    thinker: Thinker
    manners: Manners
