"""The ladder of levels by name; whoever seats a computer player asks here."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, overload

from teg_server.bots.bot import Bot, Player
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
"""Names of all levels, weakest first, the same in every variant; `random` is for tests."""
_ELSEWHERE: Final = {"negocios": "teg_server.bots.negocios.levels"}
"""Modules of the other variants: one is imported when its first bot is seated, with its data."""


@overload
def make(level: str, seed: int) -> Bot: ...
@overload
def make(level: str, seed: int, variant: str) -> Player[Any, Any]: ...


def make(level: str, seed: int, variant: str = "classic") -> Player[Any, Any]:
    """Return a computer player of `level` whose whims follow from `seed`.

    Raises:
        ValueError: if there is no such level, or no such variant.
    """
    if variant == "classic":
        makers: Mapping[str, Callable[[int], Player[Any, Any]]] = _MAKERS
    elif variant in _ELSEWHERE:
        makers = import_module(_ELSEWHERE[variant]).MAKERS
    else:
        raise ValueError(f"no variant {variant!r}")
    maker = makers.get(level)
    if maker is None:
        raise ValueError(f"no level {level!r}; there are {', '.join(makers)}")
    return maker(seed)
