"""What the first screen does not need: loaded while it is looked at, so that the next one does not have to wait.

Whoever opens a screen imports it when it is opened; that is at once if it has been loaded here meanwhile.
"""

import asyncio
from collections.abc import Iterable
from importlib import import_module
from typing import Final

FRONT: Final = ("teg_tui.client", "teg_tui.screens.front.rooms")
"""What it takes to connect to a server and to show its rooms: who does that at once need not wait for a thread."""
FORMS: Final = ("teg_tui.screens.front.starting", "teg_tui.screens.front.making", "teg_tui.screens.front.lobby")
GAMES: Final = {
    "classic": ("teg_tui.model", "teg_tui.screens.games", "teg_tui.screens.game"),
    "negocios": ("teg_tui.negocios.model", "teg_tui.screens.games", "teg_tui.screens.game", "teg_tui.negocios_ui.kit"),
}
"""What a table needs, by what is played at it."""
ALL: Final = (*FRONT, *FORMS, *GAMES["classic"])
"""What most people come to; the other game is loaded by who sits down to it."""


async def load(modules: Iterable[str]) -> None:
    """Import modules one by one in a thread; keys are answered between two of them at the latest."""
    for name in modules:
        await asyncio.to_thread(import_module, name)
