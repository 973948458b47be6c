"""How single countries look in a state: fill, name, army chip, and the colour of the part they play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from rich.style import Style

from teg_tui.map.palette import LETTERS, SAME, Paint, Palette
from teg_tui.map.raster import Raster
from teg_tui.map.state import MapState, Role

Cell: TypeAlias = tuple[str, Style]

ICON: Final = "◉"
"""Stands before the letter of an icon; not East Asian "ambiguous", as all signs of the map."""
_TEXTURE: Final = "▒"
_CLOSE: Final = 85**2  # squared distance in RGB; nearer colours cannot be told apart behind a name


@dataclass(frozen=True, slots=True)
class Look:
    """How one country is drawn.

    Attributes:
        role: its part in the move being made.
        mark: the colour of that part.
        fill: the colour of its land.
        line: the colour of its frontier.
        inside: a cell of its land.
        name: the style of its name.
        title: what stands in the place of its name, as wide as that; empty for the name itself.
        chip: the characters of its chip, as wide as the chip.
        styles: the style of each of them.
    """

    role: Role | None
    mark: str
    fill: str
    line: str
    inside: Cell
    name: Style
    title: str
    chip: str
    styles: tuple[Style, ...]


def style(ink: str, paper: str, *, bold: bool = False, underline: bool = False) -> Style:
    """A Rich style, one object for equal looks, so that neighbours can be joined by identity."""
    return _style(ink, paper, bold, underline)


@lru_cache(maxsize=4096)
def _style(ink: str, paper: str, bold: bool, underline: bool) -> Style:
    return Style(color=ink, bgcolor=paper, bold=bold or None, underline=underline or None)


@lru_cache(maxsize=4096)
def distance(one: str, other: str) -> int:
    """How far apart two colours are: the square of their distance in RGB."""
    return sum((int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) ** 2 for i in (1, 3, 5))


class Painter:
    """Makes the looks of countries on one drawing with one palette.

    Args:
        raster: the drawing.
        palette: the colours.
        letters: whether owners are marked by letters even if the palette has shapes.
    """

    def __init__(self, raster: Raster, palette: Palette, *, letters: bool) -> None:
        self.raster, self.palette, self.letters = raster, palette, letters or palette.letters

    def look(self, state: MapState, country: str) -> Look:
        """How a country is drawn in a state."""
        owner = state.owners.get(country)
        paint = self.palette.paint(owner)
        fill = self._fill(state, country, paint)
        role = state.role(country)
        mark = self.mark(state, role)
        chip, styles = self._chip(state, country, paint, fill)
        icons = state.icons.get(country, "")
        name = self._name(paint, fill, role, mark)
        if icons and role is None:
            name = style(self.palette.attack, self.palette.sea[2], bold=True)
        return Look(
            role=role,
            mark=mark,
            fill=fill,
            line=paint.dark,
            inside=self.solid(fill),
            name=name,
            title=icon_title(icons, self.raster.labels[country].text) if icons else "",
            chip=chip,
            styles=styles,
        )

    def mark(self, state: MapState, role: Role | None) -> str:
        """The colour of a part in the move being made."""
        palette, hostile = self.palette, state.kind == "attack"
        if role == "option":
            return palette.attack if hostile else palette.move
        if role == "target":
            return palette.target if hostile else palette.destination
        return palette.selected

    def solid(self, fill: str) -> Cell:
        """A cell of nothing but a colour."""
        if fill == self.palette.ink_only:
            return _TEXTURE, style(fill, self.palette.sea[2])
        return " ", style(self.palette.link, fill)

    def text(self, ink: str, paper: str, *, bold: bool = False, underline: bool = False) -> Style:
        """The style of letters on a colour, or on black where the terminal cannot put it behind letters."""
        if paper == self.palette.ink_only:
            paper = self.palette.sea[2]
        return style(ink, paper, bold=bold, underline=underline)

    def _fill(self, state: MapState, country: str, paint: Paint) -> str:
        tint = self.raster.tints[country]
        if country in state.flashing:
            return paint.flash
        if country == state.cursor:
            return paint.bright[tint]
        return (paint.strong_fills if self.raster.small else paint.fills)[tint]

    def _name(self, paint: Paint, fill: str, role: Role | None, mark: str) -> Style:
        """Names of countries that play a part stand on its colour; the ones one may choose are underlined."""
        underline = role in {"option", "target"}
        if role is None:
            return self.text(paint.text, fill, bold=not self.raster.small)
        if role == "option" and self.palette.colourless:
            return self.text(paint.text, fill, bold=True, underline=True)
        ink, paper = self.palette.ink, mark
        if distance(paper, fill) < _CLOSE:
            ink, paper = paper, ink
        return self.text(ink, paper, bold=True, underline=underline)

    def _chip(self, state: MapState, country: str, paint: Paint, fill: str) -> tuple[str, tuple[Style, ...]]:
        """The characters and styles of the army chip; under the cursor it is inverted."""
        width = self.raster.labels[country].chip_width
        badge = state.factors.get(country, "")
        text = chip_text(badge, self._sign(state.owners.get(country)), state.armies.get(country), width)
        text = text.ljust(width) if self.raster.small else text.center(width)
        plain = self.text(paint.text, fill)
        count = self.text(paint.text, paint.chip, bold=True)
        if country == state.cursor:
            count = self.text(paint.chip, paint.text, bold=True)
        factor = self.text(paint.text, fill if self.raster.small else paint.badge)
        start = text.index(badge) if badge and text.strip().startswith(badge) else -1
        blank = plain if self.raster.small or not text.strip() else count
        return text, tuple(factor if i == start else blank if char == " " else count for i, char in enumerate(text))

    def _sign(self, owner: str | None) -> str:
        if owner is None:
            return ""
        return LETTERS[SAME.get(owner, owner)] if self.letters else self.palette.sign(owner)


def icon_title(icons: str, name: str) -> str:
    """Return a name with the signs of the icons that stand in its country, exactly as wide as the name.

    The name is shortened for them; three icons or more are only counted where they leave nothing of it.

    Args:
        icons: the letter of each icon.
        name: the name as it stands on the map.
    """
    signs = ICON + (icons if len(icons) < len(name) - 1 else str(len(icons)))
    return (name[: len(name) - len(signs)].rstrip() + signs).ljust(len(name))


def chip_text(badge: str, sign: str, armies: int | None, width: int) -> str:
    """As much of a chip as fits: the factor's letter goes first, then the owner's sign, and never a digit.

    Args:
        badge: the letter of the country's factor, or nothing.
        sign: the owner's shape or letter.
        armies: how many stand there, if that is known.
        width: cells there are.
    """
    count = "" if armies is None else str(armies)
    spaced = f"{badge} {sign}{count}" if badge else ""
    for text in (spaced, badge + sign + count, sign + count, count):
        if text and len(text) <= width:
            return text
    return "+".rjust(width, "9") if count else ""
