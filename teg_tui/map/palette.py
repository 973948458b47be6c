"""Colours and signs of the map for every kind of terminal: truecolor, 256, 16, the Linux console, and none.

Rich's own downgrade turns the dark sea bright and a tint of red yellow, so each palette holds only colours
that its terminal has and passes them through unchanged: entries of the xterm cube for 256, the base colours
for 16.  This module loads neither Rich nor Textual: the colour system must be set before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Tints: TypeAlias = tuple[str, str, str, str]

COLOURS: Final = ("azul", "rojo", "negro", "amarillo", "verde", "magenta", "naranja", "blanco")
"""The slugs of the players' colours; the classic game has the first six."""

# All of these are one cell wide everywhere: none is East Asian "ambiguous" and none has an emoji form.
MARKS: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(COLOURS, ("▮", "▴", "✱", "✚", "◊", "▾", "✦", "▸"), strict=True))
)
"""A shape for each colour, so that owners can be told apart without seeing colours."""
LETTERS: Final[Mapping[str, str]] = MappingProxyType(dict(zip(COLOURS, "ZRNAVMJB", strict=True)))
"""A letter for each colour, where shapes cannot be trusted; azul is Z, for amarillo has the A."""
SAME: Final[Mapping[str, str]] = MappingProxyType({"violeta": "magenta"})
"""What Negocios calls a colour that the classic game has under another name."""


@dataclass(frozen=True, slots=True)
class Paint:
    """What one owner's countries are painted with.

    Attributes:
        fills: a tint for each of the map's four, on drawings with lines between countries.
        strong_fills: the same, further apart, for the smallest drawing.
        text: letters on any of the fills.
        bright: the fill under the cursor, for each tint.
        flash: the fill of a country that just changed.
        dark: the line between countries.
        chip: behind the army count.
        badge: behind the factor's letter (Negocios).
    """

    fills: Tints
    strong_fills: Tints
    text: str
    bright: Tints
    flash: str
    dark: str
    chip: str
    badge: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of the map in one kind of terminal.

    Attributes:
        name: what the settings call it.
        system: the value of TEXTUAL_COLOR_SYSTEM that passes these colours through unchanged.
        sea: near the coast, further out, and the open sea.
        link: the dots of sea links.
        word: names in the sea.
        selected: the country that acts.
        attack: the countries it may attack.
        move: the countries it may send armies to.
        target: the country chosen to be attacked.
        destination: the country chosen to receive armies.
        pact: frontiers at peace.
        ink: letters on any of these six.
        paints: a paint for each owner.
        neutral: the paint of a country without owner.
        letters: whether owners are marked by letters instead of shapes.
        half_blocks: whether the font lacks quadrants.
        ink_only: a colour that the terminal has for letters but not behind them; it is drawn as a texture.
        colourless: whether marks must be told apart without colour.
    """

    name: str
    system: Literal["truecolor", "256", "standard"]
    sea: tuple[str, str, str]
    link: str
    word: str
    selected: str
    attack: str
    move: str
    target: str
    destination: str
    pact: str
    ink: str
    paints: Mapping[str, Paint]
    neutral: Paint
    letters: bool = False
    half_blocks: bool = False
    ink_only: str | None = None
    colourless: bool = False

    def paint(self, owner: str | None) -> Paint:
        """The paint of an owner, or the neutral one."""
        return self.neutral if owner is None else self.paints[SAME.get(owner, owner)]

    def sign(self, owner: str | None) -> str:
        """The shape or letter that stands for an owner; nothing for no owner."""
        return "" if owner is None else (LETTERS if self.letters else MARKS)[SAME.get(owner, owner)]


def shade(colour: str, factor: float) -> str:
    """A colour darkened (factor below 1) or lightened towards white (above 1).

    Args:
        colour: as `#rrggbb`.
        factor: 0 is black, 1 the colour itself, 2 white.
    """
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    mixed = [int(v * factor) if factor <= 1 else int(v + (255 - v) * (factor - 1)) for v in parts]
    return "#" + "".join(f"{v:02x}" for v in mixed)


def _tints(colour: str, factors: tuple[float, float, float, float]) -> Tints:
    one, two, three, four = (shade(colour, factor) for factor in factors)
    return one, two, three, four


def _all(colour: str) -> Tints:
    return colour, colour, colour, colour


def _mixed(fill: str, text: str) -> Paint:
    """A truecolor paint of shades of the fill; the chip's goes away from the text's brightness."""
    pale_text = text[1] in "89abcdef"
    fills = _tints(fill, (1.0, 0.93, 1.06, 0.97))
    return Paint(
        fills=fills,
        strong_fills=_tints(fill, (1.0, 0.82, 1.13, 0.91)),
        text=text,
        bright=_tints(fill, (1.18, 1.12, 1.24, 1.15)),
        flash=shade(fill, 1.45),
        dark=shade(fill, 0.58),
        chip=shade(fill, 0.6 if pale_text else 1.38),
        badge=shade(fill, 0.8 if pale_text else 1.2),
    )


def _listed(fills: Tints, *, text: str, bright: str, dark: str, chip: str) -> Paint:
    """A paint of named colours, for terminals that have only some."""
    return Paint(fills, fills, text, _all(bright), bright, dark, chip, chip)


def _table(**paints: Paint) -> Mapping[str, Paint]:
    return MappingProxyType(paints)


TRUECOLOR: Final = Palette(
    name="truecolor",
    system="truecolor",
    sea=("#0d2233", "#0b1e2e", "#0a1b2a"),
    link="#5f8aa6",
    word="#2f5670",
    selected="#ffffff",
    attack="#ffcf5a",
    move="#a5efa0",
    target="#ff6b57",
    destination="#4be36b",
    pact="#8fe3ff",
    ink="#10151a",
    paints=_table(
        rojo=_mixed("#a3262a", "#ffffff"),
        azul=_mixed("#2f6fc4", "#ffffff"),
        verde=_mixed("#3fae7c", "#08201a"),
        amarillo=_mixed("#e3bd3c", "#1d1a10"),
        negro=_mixed("#45474f", "#f2f2f2"),
        magenta=_mixed("#c873b8", "#1c0a19"),
        naranja=_mixed("#d9752b", "#1d130a"),
        blanco=_mixed("#d5dde2", "#14202a"),
    ),
    neutral=_mixed("#28495a", "#dfe8ee"),
)

CUBE: Final = Palette(
    name="256",
    system="256",
    sea=("#1c1c1c", "#121212", "#080808"),
    link="#878787",
    word="#3a3a3a",
    selected="#ffffff",
    attack="#ffd75f",
    move="#afffaf",
    target="#ff5f5f",
    destination="#5fff5f",
    pact="#87d7ff",
    ink="#000000",
    paints=_table(
        rojo=_listed(
            ("#af0000", "#870000", "#d70000", "#af0000"),
            text="#ffffff",
            bright="#ff5f5f",
            dark="#5f0000",
            chip="#5f0000",
        ),
        azul=_listed(
            ("#005faf", "#005f87", "#005fd7", "#005faf"),
            text="#ffffff",
            bright="#5f87ff",
            dark="#00005f",
            chip="#00005f",
        ),
        verde=_listed(
            ("#5faf87", "#5f8787", "#87af87", "#5faf87"),
            text="#000000",
            bright="#87d7af",
            dark="#005f5f",
            chip="#afd7af",
        ),
        amarillo=_listed(
            ("#d7af00", "#afaf00", "#d7af5f", "#d7af00"),
            text="#000000",
            bright="#ffd75f",
            dark="#875f00",
            chip="#ffd787",
        ),
        negro=_listed(
            ("#444444", "#3a3a3a", "#4e4e4e", "#444444"),
            text="#ffffff",
            bright="#6c6c6c",
            dark="#1c1c1c",
            chip="#1c1c1c",
        ),
        magenta=_listed(
            ("#d787af", "#af5f87", "#d787d7", "#d787af"),
            text="#000000",
            bright="#ffafd7",
            dark="#5f005f",
            chip="#ffafd7",
        ),
        naranja=_listed(
            ("#d75f00", "#af5f00", "#d7875f", "#d75f00"),
            text="#000000",
            bright="#ff875f",
            dark="#5f0000",
            chip="#ffaf5f",
        ),
        blanco=_listed(
            ("#d0d0d0", "#bcbcbc", "#e4e4e4", "#d0d0d0"),
            text="#000000",
            bright="#ffffff",
            dark="#767676",
            chip="#eeeeee",
        ),
    ),
    neutral=_listed(
        ("#005f5f", "#005f5f", "#005f5f", "#005f5f"),
        text="#ffffff",
        bright="#5f8787",
        dark="#121212",
        chip="#262626",
    ),
)


def _base(fill: str, text: str) -> Paint:
    """A paint of base colours: one fill, black lines, and nothing behind the count."""
    return _listed(_all(fill), text=text, bright=fill, dark="#000000", chip=fill)


BASE: Final = Palette(
    name="16",
    system="standard",
    sea=("#000000", "#000000", "#000000"),
    link="#aaaaaa",
    word="#555555",
    selected="#aaaaaa",
    attack="#aaaaaa",
    move="#aaaaaa",
    target="#aaaaaa",
    destination="#aaaaaa",
    pact="#00aaaa",
    ink="#000000",
    paints=_table(
        rojo=_base("#aa0000", "#ffffff"),
        azul=_base("#0000aa", "#ffffff"),
        verde=_base("#00aa00", "#000000"),
        amarillo=_base("#aa5500", "#ffffff"),
        negro=_base("#555555", "#ffffff"),
        magenta=_base("#aa00aa", "#ffffff"),
        naranja=_base("#00aaaa", "#000000"),
        blanco=_base("#aaaaaa", "#000000"),
    ),
    neutral=_base("#000000", "#aaaaaa"),
    letters=True,
    colourless=True,
)
"""The eight base colours; bright ones only for letters, except the grey of negro."""

CONSOLE: Final = replace(BASE, name="console", half_blocks=True, ink_only="#555555")
"""The Linux console: it shows no bright backgrounds, and its font has no quadrants."""


def _grey(fill: str, text: str, *, bright: str, dark: str, chip: str) -> Paint:
    return _listed(_all(fill), text=text, bright=bright, dark=dark, chip=chip)


GREY: Final = replace(
    CUBE,
    name="none",
    system="256",
    attack="#ffffff",
    move="#ffffff",
    target="#ffffff",
    destination="#ffffff",
    pact="#ffffff",
    paints=_table(
        negro=_grey("#303030", "#ffffff", bright="#4e4e4e", dark="#121212", chip="#121212"),
        rojo=_grey("#4e4e4e", "#ffffff", bright="#6c6c6c", dark="#1c1c1c", chip="#262626"),
        azul=_grey("#6c6c6c", "#ffffff", bright="#8a8a8a", dark="#303030", chip="#3a3a3a"),
        naranja=_grey("#8a8a8a", "#000000", bright="#a8a8a8", dark="#4e4e4e", chip="#b2b2b2"),
        magenta=_grey("#a8a8a8", "#000000", bright="#c6c6c6", dark="#626262", chip="#c6c6c6"),
        verde=_grey("#bcbcbc", "#000000", bright="#d0d0d0", dark="#6c6c6c", chip="#dadada"),
        amarillo=_grey("#d0d0d0", "#000000", bright="#e4e4e4", dark="#767676", chip="#eeeeee"),
        blanco=_grey("#eeeeee", "#000000", bright="#ffffff", dark="#8a8a8a", chip="#ffffff"),
    ),
    neutral=_grey("#262626", "#dadada", bright="#444444", dark="#121212", chip="#1c1c1c"),
    letters=True,
    colourless=True,
)
"""Evenly spaced greys; where not even these are shown, the letters and underlines remain."""

PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {palette.name: palette for palette in (TRUECOLOR, CUBE, BASE, CONSOLE, GREY)}
)


def choose_palette(environ: Mapping[str, str]) -> Palette:
    """The palette for the terminal that the environment describes.

    Args:
        environ: the variables, such as `os.environ`.
    """
    term = environ.get("TERM", "").strip().lower()
    if environ.get("NO_COLOR") or term in {"dumb", "unknown"}:
        return GREY
    if term == "linux":
        return CONSOLE
    if environ.get("STY"):  # GNU screen prints garbage for truecolor, and inherits COLORTERM all the same
        return CUBE
    forced = environ.get("TEXTUAL_COLOR_SYSTEM", "auto").lower()
    if forced in {"truecolor", "256", "standard"}:
        return {"truecolor": TRUECOLOR, "256": CUBE, "standard": BASE}[forced]
    if environ.get("COLORTERM", "").strip().lower() in {"truecolor", "24bit"}:
        return TRUECOLOR
    if not term and environ.get("OS") == "Windows_NT":
        return TRUECOLOR
    return CUBE if term.rpartition("-")[2] in {"256color", "kitty"} else BASE
