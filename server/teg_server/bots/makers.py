"""The levels of the classic game by name."""

from collections.abc import Callable
from typing import Final

from teg_server.bots.bot import Bot
from teg_server.bots.capitan import Capitan
from teg_server.bots.novato import Novato
from teg_server.bots.sargento import Sargento
from teg_server.bots.semirandom import SemiRandom

MAKERS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": SemiRandom,
    "novato": Novato,
    "sargento": Sargento,
    "capitan": Capitan,
}
"""Weakest first."""
