"""How a test's client plays: by lot, quickly, and seeing only what its seat may see."""

import msgspec
from teg_server.bots import make

from tests.support.net import Chooser, TestClient


def by_lot(seed: int = 1, level: str = "novato") -> Chooser:
    """Return a chooser that moves as the bot of `level` would."""
    bot = make(level, seed)

    def choose(client: TestClient) -> msgspec.Struct:
        view = client.session.view
        return bot.react(view, client.seat) or bot.choose(view, client.seat)

    return choose
