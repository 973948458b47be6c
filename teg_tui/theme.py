"""The colours of the whole screen in every kind of terminal, chosen once and never blended by the terminal.

The map's palettes say which colours a terminal has; a skin adds the roles of text and boxes to one of them.
Nothing in here knows the game.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from rich.style import Style
from textual.theme import Theme

from teg_tui.map.palette import BASE, CONSOLE, CUBE, GREY, TRUECOLOR, Palette, shade

Role: TypeAlias = Literal[
    "text",
    "bright",
    "dim",
    "faint",
    "accent",
    "primary",
    "gold",
    "good",
    "bad",
    "ink",
    "attack",
    "move",
    "pact",
]
Ground: TypeAlias = Literal["background", "surface", "panel"]


@dataclass(frozen=True)
class Skin:
    """All colours of the screen beside the map's own.

    Attributes:
        background: behind everything; `surface` behind the sidebar, `panel` behind the two bars.
        track: the empty part of a bar, and the lines of boxes.
        text: common text; `bright` for what matters, `dim` for what may be skipped, `faint` for separators.
        accent: keys and attention; `primary` titles and the phase that is lit; `gold` the game's sign.
    """

    palette: Palette
    background: str
    surface: str
    panel: str
    track: str
    text: str
    bright: str
    dim: str
    faint: str
    accent: str
    primary: str
    gold: str
    good: str
    bad: str

    def colour(self, role: Role) -> str:
        """Return the colour of a role."""
        if role in {"attack", "move", "pact", "ink"}:
            return str(getattr(self.palette, role))
        return str(getattr(self, role))

    def ink(self, role: Role, *, bold: bool = False, on: Ground = "surface", underline: bool = False) -> Style:
        """Return the style of letters of a role on one of the three grounds."""
        return style(self.colour(role), getattr(self, on), bold, underline)

    def line(self, on: Ground = "surface") -> Style:
        """Return the style of frames and of the empty part of a bar."""
        return style(self.track, getattr(self, on))

    def lit(self, role: Role, *, bold: bool = True) -> Style:
        """Return the style of dark letters on a role's colour: a lit phase, the keys of a mode."""
        return style(self.palette.ink, self.colour(role), bold)

    def chip(self, owner: str | None, *, bold: bool = True, underline: bool = False) -> Style:
        """Return the style of a name or count on its owner's colour."""
        paint = self.palette.paint(owner)
        return style(paint.text, paint.fills[0], bold, underline)

    def faded(self, owner: str | None) -> Style:
        """Return the style of a losing die: the owner's colour, darkened."""
        paint = self.palette.paint(owner)
        if self.palette.system == "truecolor":
            return style("#9aa4aa", shade(paint.fills[0], 0.45), bold=False)
        return style(self.dim, paint.dark, bold=False)

    def owner(self, owner: str | None, on: Ground = "surface") -> Style:
        """Return the style of a mark in its owner's colour, light enough for the dark ground."""
        paint = self.palette.paint(owner)
        return style(paint.bright[0], getattr(self, on), bold=True)


@lru_cache(1024)
def style(colour: str, ground: str, bold: bool = False, underline: bool = False) -> Style:
    """Return a cached Rich style; styles are compared by identity when runs are joined."""
    return Style(color=colour, bgcolor=ground, bold=bold or None, underline=underline or None)


_NIGHT: Final = Skin(
    palette=TRUECOLOR,
    background="#0a1b2a",
    surface="#0e2231",
    panel="#102838",
    track="#24465c",
    text="#c8d3da",
    bright="#ffffff",
    dim="#8aa0ae",
    faint="#4d6576",
    accent="#ffcf5a",
    primary="#8fd0ff",
    gold="#e3bd3c",
    good="#7ee2a8",
    bad="#ff8f80",
)


def _cube(palette: Palette) -> Skin:
    return Skin(
        palette=palette,
        background="#080808",
        surface="#121212",
        panel="#1c1c1c",
        track="#444444",
        text="#d0d0d0",
        bright="#ffffff",
        dim="#8a8a8a",
        faint="#585858",
        accent="#ffd75f",
        primary="#87d7ff",
        gold="#d7af00",
        good="#87d7af",
        bad="#ff8787",
    )


def _base(palette: Palette) -> Skin:
    return Skin(
        palette=palette,
        background="#000000",
        surface="#000000",
        panel="#000000",
        track="#555555",
        text="#aaaaaa",
        bright="#ffffff",
        dim="#aaaaaa",
        faint="#555555",
        accent="#ffff55",
        primary="#00aaaa",
        gold="#aa5500",
        good="#55ff55",
        bad="#ff5555",
    )


SKINS: Final[dict[str, Skin]] = {
    TRUECOLOR.name: _NIGHT,
    CUBE.name: _cube(CUBE),
    GREY.name: _cube(GREY),
    BASE.name: _base(BASE),
    CONSOLE.name: _base(CONSOLE),
}


def skin_for(palette: Palette) -> Skin:
    """Return the skin that goes with a palette of the map."""
    return SKINS[palette.name]


def textual_theme(skin: Skin) -> Theme:
    """Return the skin as a theme, for the widgets that Textual draws itself."""
    return Theme(
        name=f"teg-{skin.palette.name}",
        primary=skin.primary,
        secondary=skin.gold,
        accent=skin.accent,
        foreground=skin.text,
        background=skin.background,
        surface=skin.surface,
        panel=skin.panel,
        success=skin.good,
        warning=skin.accent,
        error=skin.bad,
        dark=True,
        variables={
            "border": skin.track,
            "border-blurred": skin.track,
            "block-cursor-background": skin.primary,
            "block-cursor-foreground": skin.palette.ink,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": skin.track,
            "block-cursor-blurred-foreground": skin.bright,
            "block-hover-background": skin.panel,
            "input-cursor-background": skin.accent,
            "input-cursor-foreground": skin.palette.ink,
            "input-selection-background": skin.track,
            "scrollbar": skin.track,
            "scrollbar-hover": skin.track,
            "scrollbar-active": skin.primary,
            "scrollbar-background": skin.panel,
            "scrollbar-background-hover": skin.panel,
            "scrollbar-background-active": skin.panel,
            "scrollbar-corner-color": skin.panel,
        },
    )
