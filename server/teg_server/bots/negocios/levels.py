"""The levels of this variant by name."""

from collections.abc import Callable
from typing import Final

from teg_server.bots.negocios.bot import Corporate
from teg_server.bots.negocios.capitan import Capitan
from teg_server.bots.negocios.novato import Novato
from teg_server.bots.negocios.sargento import Sargento
from teg_server.bots.negocios.semirandom import SemiRandom

MAKERS: Final[dict[str, Callable[[int], Corporate]]] = {
    "random": SemiRandom,
    "novato": Novato,
    "sargento": Sargento,
    "capitan": Capitan,
}
"""Weakest first."""
