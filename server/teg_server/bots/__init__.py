"""Computer players: `make(level, seed)` seats one, `Bot` is all that the server knows of it."""

from teg_server.bots.bot import Bot, Player
from teg_server.bots.levels import LEVELS, make

__all__ = ["LEVELS", "Bot", "Player", "make"]
