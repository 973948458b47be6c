"""Which country an arrow key leads to, by the lie of the land on the drawing."""

from __future__ import annotations

from typing import Final

from teg_tui.map.raster import Raster

_ACROSS: Final = 2.2
"""How much worse a step to the side is than one ahead."""
_ASIDE: Final = 60.0
"""What it costs to leave the cone ahead, so that this is done only where nothing else is left."""


def next_country(raster: Raster, country: str, dx: int, dy: int) -> str:
    """The nearest country in a direction, or the same country where there is none.

    Args:
        raster: the drawing.
        country: where the cursor is.
        dx: -1 for left, 1 for right.
        dy: -1 for up, 1 for down.
    """
    x, y = raster.centre[country]

    def cost(other: str) -> float:
        right, down = (
            raster.centre[other][0] - x,
            2 * (raster.centre[other][1] - y),
        )  # a cell is twice as high
        ahead, across = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        return ahead + _ACROSS * across + (_ASIDE if across > 1.5 * ahead else 0.0)

    def is_ahead(other: str) -> bool:
        right, down = raster.centre[other][0] - x, raster.centre[other][1] - y
        return right * dx + down * dy > 0

    return min(filter(is_ahead, raster.centre), key=cost, default=country)


def middle_country(raster: Raster) -> str:
    """The country nearest to the middle of the drawing, for a cursor that is nowhere yet."""
    x, y = raster.width / 2, raster.height / 2
    return min(
        raster.centre,
        key=lambda slug: abs(raster.centre[slug][0] - x) + 2 * abs(raster.centre[slug][1] - y),
    )
