"""The classic board and its 15 objectives, loaded and checked once, and the constants of the rule book."""

from typing import Final

from teg_shared.rules.board import Board
from teg_shared.rules.catalogue import Objective, build_board, build_objectives, read_toml, require

COLOURS: Final = ("azul", "rojo", "negro", "amarillo", "verde", "magenta")
"""C1."""
BOARD: Final[Board] = build_board(read_toml("classic", "board.toml"))
OBJECTIVES: Final[tuple[Objective, ...]] = build_objectives(read_toml("classic", "objectives.toml"), BOARD, COLOURS)
COUNTRIES: Final = len(BOARD.countries)
COMMON_COUNTRIES: Final[int] = read_toml("classic", "objectives.toml")["common"]["countries"]
"""Countries that win at once (C25)."""

JOKER: Final = "comodin"
SYMBOLS: Final = tuple(c.symbol for c in BOARD.countries)
"""Symbol of each card; a card has the number of its country (C18)."""

HIDDEN: Final = -1
"""Stands for a card or an objective that the viewer may not know."""
COMMON_ONLY: Final = 0
"""Objective number of a seat that has no secret objective any more (C27) or never had one (C6)."""
NOBODY: Final = -1
"""Stands where a seat's number would, when there is none."""
HAND_LIMIT: Final = 5
"""C21."""

for _symbol, _count in (("galeon", 16), ("globo", 16), ("canon", 16), (JOKER, 2)):
    require(SYMBOLS.count(_symbol) == _count, f"cards with {_symbol}")
require(len(OBJECTIVES) == 15, "number of objectives")
