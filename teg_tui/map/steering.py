"""Which country an arrow key leads to, by the lie of the land on the drawing."""

from __future__ import annotations

from typing import Final

from teg_tui.map.raster import Raster

_BESIDE: Final = 1.5
"""What a cell costs between the line ahead and the other country's rectangle."""
_ACROSS: Final = 0.8
"""What a cell costs between the line ahead and the other country's middle."""
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

    def ahead(other: str) -> float:
        right, down = raster.centre[other][0] - x, raster.centre[other][1] - y
        return right * dx + 2 * down * dy  # a cell is about twice as high as wide

    def cost(other: str) -> float:
        left, top, right, bottom = raster.bbox[other]
        if dx:
            across, beside = 2 * abs(raster.centre[other][1] - y), 2 * _gap(y, top, bottom)
        else:
            across, beside = abs(raster.centre[other][0] - x), _gap(x, left, right)
        forward = ahead(other)
        aside = _ASIDE if across > 1.5 * forward else 0.0
        return forward + _BESIDE * beside + _ACROSS * across + aside

    return min((other for other in raster.centre if ahead(other) > 0), key=cost, default=country)


def _gap(place: float, start: int, end: int) -> float:
    """How far a place is outside of a stretch."""
    return max(0.0, start - place, place - end)


def middle_country(raster: Raster) -> str:
    """The country nearest to the middle of the drawing, for a cursor that is nowhere yet."""
    x, y = raster.width / 2, raster.height / 2
    return min(
        raster.centre,
        key=lambda slug: abs(raster.centre[slug][0] - x) + 2 * abs(raster.centre[slug][1] - y),
    )
