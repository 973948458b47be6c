"""What a start of the program is to lead to: the command line says it, the screens carry it out."""

from dataclasses import dataclass, field
from typing import Literal

import msgspec
from teg_shared.rules.classic.settings import Settings

from teg_tui.address import DEFAULT_PORT


@dataclass(frozen=True)
class SessionPlan:
    """One start of the client.

    Attributes:
        intent: `menu` asks; `create` makes a room and sits in it; `join` takes or resumes a seat; `watch` looks on.
        host: empty for none yet (menu).
        room: id or name of the room; empty for the only one, or the choice from the list.
        name: player's name; empty asks for it.
        seats: for `create`: level of the bot in each further seat, empty for an open chair.
        variant: game for `create`; `settings` are its house rules.
        clock: seconds a turn for `create`, 0 for none (T3).
        local: the server is a child of this program and ends with it; no question is asked before the start.
        colour: colour slug wished for, empty for any.
        fast: bots do not pause between their moves, dice do not tumble.
        token: brings back a seat that was saved.
        guest: whom this account speaks for (a key, a browser), empty for itself.
    """

    intent: Literal["menu", "create", "join", "watch"] = "menu"
    host: str = ""
    port: int = DEFAULT_PORT
    room: str = ""
    name: str = ""
    password: str = field(default="", repr=False)
    seats: tuple[str, ...] = ()
    variant: str = "classic"
    settings: msgspec.Struct = field(default_factory=Settings)
    clock: int = 0
    local: bool = False
    colour: str = ""
    fast: bool = False
    token: str = field(default="", repr=False)
    guest: str = ""
