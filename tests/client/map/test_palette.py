"""Each terminal gets colours it has, and each owner a sign that needs none."""

import unicodedata

import pytest

from teg_tui.map.palette import (
    BASE,
    COLOURS,
    CONSOLE,
    CUBE,
    GREY,
    LETTERS,
    MARKS,
    PALETTES,
    TRUECOLOR,
    Paint,
    Palette,
    choose_palette,
    shade,
)

CUBE_STEPS = {0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF}
GREYS = {8 + 10 * i for i in range(24)}
BASE_COLOURS = {f"#{r}{g}{b}" for r in ("00", "aa") for g in ("00", "aa") for b in ("00", "aa")} - {"#aaaa00"}


def behind(palette: Palette) -> set[str]:
    """All colours that are put behind letters."""
    paints: list[Paint] = [*palette.paints.values(), palette.neutral]
    marks = {palette.selected, palette.attack, palette.move, palette.target, palette.destination, palette.pact}
    return (
        marks
        | set(palette.sea)
        | {
            colour
            for paint in paints
            for colour in (
                *paint.fills,
                *paint.strong_fills,
                *paint.bright,
                paint.flash,
                paint.dark,
                paint.chip,
                paint.badge,
            )
        }
    )


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    parts = [v / 255 for v in channels(colour)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("environ", "palette"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUECOLOR),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, TRUECOLOR),
        ({"TERM": "xterm-256color"}, CUBE),
        ({"TERM": "xterm-kitty"}, CUBE),
        ({"TERM": "alacritty"}, BASE),
        ({"TERM": "screen", "COLORTERM": "truecolor", "STY": "1.pts"}, CUBE),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, CONSOLE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, GREY),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""}, TRUECOLOR),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_COLOR_SYSTEM": "standard"}, BASE),
        ({"TERM": "dumb"}, GREY),
        ({"OS": "Windows_NT"}, TRUECOLOR),
        ({}, BASE),
    ],
)
def test_the_palette_follows_the_terminal(environ: dict[str, str], palette: Palette) -> None:
    assert choose_palette(environ) is palette


def test_every_palette_paints_every_colour() -> None:
    for palette in PALETTES.values():
        assert set(palette.paints) == set(COLOURS)
        assert palette.paint(None) is palette.neutral
        assert palette.sign(None) == ""


@pytest.mark.parametrize("palette", [CUBE, GREY], ids=lambda palette: palette.name)
def test_256_colours_are_exact_entries(palette: Palette) -> None:
    for colour in behind(palette):
        parts = channels(colour)
        assert set(parts) <= CUBE_STEPS or (len(set(parts)) == 1 and parts[0] in GREYS), colour


def test_16_colours_are_base_colours_and_one_grey() -> None:
    assert behind(BASE) <= BASE_COLOURS | {"#aa5500", "#555555"}


def test_the_console_puts_no_bright_colour_behind_letters() -> None:
    assert behind(CONSOLE) - {CONSOLE.ink_only} <= BASE_COLOURS | {"#aa5500"}


@pytest.mark.parametrize("palette", [TRUECOLOR, CUBE, GREY], ids=lambda palette: palette.name)
def test_text_can_be_read_on_every_fill(palette: Palette) -> None:
    for owner, paint in palette.paints.items():
        for fill in (*paint.fills, paint.chip):
            light, dark = sorted((luminance(paint.text), luminance(fill)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 3.5, (owner, fill)


def test_signs_are_different_and_one_cell_wide_everywhere() -> None:
    for signs in (MARKS, LETTERS):
        assert list(signs) == list(COLOURS)
        assert len(set(signs.values())) == len(COLOURS)
        assert {unicodedata.east_asian_width(sign) for sign in signs.values()} <= {"N", "Na"}


def test_where_colour_is_not_enough_owners_have_letters() -> None:
    assert [palette.name for palette in PALETTES.values() if palette.letters] == ["16", "console", "none"]
    assert GREY.sign("azul") == "Z"
    assert TRUECOLOR.sign("azul") == "▮"


@pytest.mark.parametrize(("factor", "shaded"), [(0, "#000000"), (0.5, "#404040"), (1, "#808080"), (2, "#ffffff")])
def test_shades_run_from_black_to_white(factor: float, shaded: str) -> None:
    assert shade("#808080", factor) == shaded
