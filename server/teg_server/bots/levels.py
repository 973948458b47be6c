"""The ladder of levels by name; whoever seats a computer player asks here."""

from collections.abc import Callable
from typing import Final

from teg_server.bots.bot import Bot
from teg_server.bots.capitan import Capitan
from teg_server.bots.novato import Novato
from teg_server.bots.sargento import Sargento
from teg_server.bots.semirandom import SemiRandom

_MAKERS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": SemiRandom,
    "novato": Novato,
    "sargento": Sargento,
    "capitan": Capitan,
}
LEVELS: Final = tuple(_MAKERS)
"""Names of all levels, weakest first; `random` is for tests."""


def make(level: str, seed: int) -> Bot:
    """Return a computer player of `level` whose whims follow from `seed`.

    Raises:
        ValueError: if there is no such level.
    """
    maker = _MAKERS.get(level)
    if maker is None:
        raise ValueError(f"no level {level!r}; there are {', '.join(LEVELS)}")
    return maker(seed)
