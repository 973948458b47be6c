"""How a test's client plays: by lot, quickly, and seeing only what its seat may see."""

from typing import Any

import msgspec
from teg_server.bots import Player, make

from tests.support.net import Chooser, TestClient


def by_lot(seed: int = 1, level: str = "novato") -> Chooser:
    """Return a chooser that moves as the bot of `level` would, in whichever variant is played."""

    def choose(client: TestClient) -> msgspec.Struct | None:
        bot: Player[Any, Any] = make(level, seed, client.rules.name)  # a bot remembers nothing but its seed
        view = client.session.view
        said: msgspec.Struct | None = bot.react(view, client.seat)
        if said is None and client.on_turn:
            said = bot.choose(view, client.seat)
        return said

    return choose
