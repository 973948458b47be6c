"""The ladder of levels by name; whoever seats a computer player asks here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, overload

if TYPE_CHECKING:
    from teg_server.bots.bot import Bot, Player

LEVELS: Final[tuple[str, ...]] = ("random", "novato", "sargento", "capitan")
"""Names of all levels, weakest first, the same in every variant; `random` is for tests."""
_WHERE: Final = {"classic": "teg_server.bots.makers", "negocios": "teg_server.bots.negocios.levels"}
"""Module of each variant, with its MAKERS: imported where its first bot is seated, with its data."""


@overload
def make(level: str, seed: int) -> Bot: ...
@overload
def make(level: str, seed: int, variant: str) -> Player[Any, Any]: ...


def make(level: str, seed: int, variant: str = "classic") -> Player[Any, Any]:
    """Return a computer player of `level` whose whims follow from `seed`.

    Raises:
        ValueError: if there is no such level, or no such variant.
    """
    if variant not in _WHERE:
        raise ValueError(f"no variant {variant!r}")
    makers: Mapping[str, Callable[[int], Player[Any, Any]]] = import_module(_WHERE[variant]).MAKERS
    maker = makers.get(level)
    if maker is None:
        raise ValueError(f"no level {level!r}; there are {', '.join(makers)}")
    return maker(seed)
