"""A pyte screen as a PNG.

Blocks, quadrants, boxes and braille are drawn as shapes, as modern terminals do, so that block art shows no
seams of the font's; all other glyphs come from DejaVu Sans Mono (Debian: fonts-dejavu-core) or, without it,
from Pillow's own font.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import pyte
from PIL import Image, ImageDraw, ImageFont

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

CELL = (10, 20)
"""Width and height of a cell in pixels at scale 1."""
_FOREGROUND: Colour = (204, 204, 204)
_BACKGROUND: Colour = (12, 12, 12)
_FONTS = Path("/usr/share/fonts/truetype/dejavu")
_ANSI = {
    "black": "000000",
    "red": "cd3131",
    "green": "0dbc79",
    "brown": "e5e510",
    "blue": "2472c8",
    "magenta": "bc3fbc",
    "cyan": "11a8cd",
    "white": "e5e5e5",
    "brightblack": "666666",
    "brightred": "f14c4c",
    "brightgreen": "23d18b",
    "brightbrown": "f5f543",
    "brightyellow": "f5f543",
    "brightblue": "3b8eea",
    "brightmagenta": "d670d6",
    "bfightmagenta": "d670d6",  # pyte 0.8 spells it so
    "brightcyan": "29b8db",
    "brightwhite": "ffffff",
}
_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_BRAILLE_ROWS = ((1, 8), (2, 16), (4, 32), (64, 128))
_ARMS = ("lr", "ud", "rd", "ld", "ru", "lu", "udr", "udl", "lrd", "lru", "lrud")
_LINES = {
    **{glyph: (arms, 1) for glyph, arms in zip("─│┌┐└┘├┤┬┴┼", _ARMS, strict=True)},
    **{glyph: (arms, 1) for glyph, arms in zip("╭╮╰╯╴╵╶╷", ("rd", "ld", "ru", "lu", "l", "u", "r", "d"), strict=True)},
    **{glyph: (arms, 2) for glyph, arms in zip("━┃┏┓┗┛┣┫┳┻╋", _ARMS, strict=True)},
}
_DOUBLE_LINES = dict(zip("═║╔╗╚╝╠╣╦╩╬", _ARMS, strict=True))


def save_png(screen: pyte.Screen, path: Path, scale: int = 1) -> None:
    """Draw a screen into a file.

    Args:
        screen: what to draw.
        path: the PNG to write.
        scale: pixels for each of a cell's 10x20.
    """
    width, height = CELL[0] * scale, CELL[1] * scale
    image = Image.new("RGB", (screen.columns * width, screen.lines * height), _BACKGROUND)
    pen = _Pen(ImageDraw.Draw(image), width, height, scale)
    for row in range(screen.lines):
        for column in range(screen.columns):
            pen.cell(column * width, row * height, screen.buffer[row][column])
    image.save(path)


def _colour(name: str, default: Colour) -> Colour:
    """The RGB values of a colour as pyte names it."""
    if name == "default":
        return default
    digits = _ANSI.get(name, name)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def _font(name: str, size: int) -> Font:
    """A font of DejaVu Sans Mono, or the built-in one where that is not installed."""
    path = _FONTS / name
    return ImageFont.truetype(str(path), size) if path.exists() else ImageFont.load_default(size)


class _Pen:
    """Draws single cells; `at` is the pixel of the cell's upper left corner, boxes are counted from there."""

    def __init__(self, draw: ImageDraw.ImageDraw, width: int, height: int, scale: int) -> None:
        self.draw, self.width, self.height, self.scale = draw, width, height, scale
        size = 16 * scale
        self.fonts = (_font("DejaVuSansMono.ttf", size), _font("DejaVuSansMono-Bold.ttf", size))

    def cell(self, x: int, y: int, char: pyte.screens.Char) -> None:
        """Draw one cell with its background, glyph and underline."""
        ink, paper = _colour(char.fg, _FOREGROUND), _colour(char.bg, _BACKGROUND)
        if char.reverse:
            ink, paper = paper, ink
        at = (x, y)
        self._box(at, (0, 0, self.width, self.height), paper)
        if char.data.strip() and not self._shape(at, char.data, ink, paper):
            self.draw.text((x, y + self.scale), char.data, font=self.fonts[bool(char.bold)], fill=ink)
        if char.underscore:
            self._box(at, (0, self.height - 2 * self.scale, self.width, self.height - self.scale), ink)

    def _box(self, at: Point, box: Box, ink: Colour) -> None:
        (x, y), (left, top, right, bottom) = at, box
        if right > left and bottom > top:
            self.draw.rectangle((x + left, y + top, x + right - 1, y + bottom - 1), fill=ink)

    def _shape(self, at: Point, glyph: str, ink: Colour, paper: Colour) -> bool:
        """Draw a glyph that is a shape; False if it is a letter and needs the font."""
        if len(glyph) != 1:
            return False
        if glyph in _QUADRANTS:
            self._quadrants(at, _QUADRANTS.index(glyph), ink)
        elif glyph in _LINES:
            arms, weight = _LINES[glyph]
            self._line(at, arms, weight, ink)
        elif glyph in _DOUBLE_LINES:
            for side in (-2, 2):
                self._line(at, _DOUBLE_LINES[glyph], 1, ink, shift=side * self.scale)
        elif "\u2581" <= glyph <= "\u2595":
            self._block(at, ord(glyph), ink, paper)
        elif "\u2800" <= glyph <= "\u28ff":
            self._braille(at, ord(glyph) - 0x2800, ink)
        else:
            return False
        return True

    def _quadrants(self, at: Point, bits: int, ink: Colour) -> None:
        half, middle = self.width // 2, self.height // 2
        for bit in range(4):
            if bits >> bit & 1:
                left, top = bit % 2 * half, bit // 2 * middle
                self._box(at, (left, top, left + half, top + middle), ink)

    def _block(self, at: Point, code: int, ink: Colour, paper: Colour) -> None:
        width, height = self.width, self.height
        if code <= 0x2588:  # eighths from below
            self._box(at, (0, height - height * (code - 0x2580) // 8, width, height), ink)
        elif code <= 0x258F:  # eighths from the left
            self._box(at, (0, 0, round(width * (0x2590 - code) / 8), height), ink)
        elif code <= 0x2593:  # shades
            part = (code - 0x2590) / 4
            red, green, blue = (int(a * part + b * (1 - part)) for a, b in zip(ink, paper, strict=True))
            self._box(at, (0, 0, width, height), (red, green, blue))
        elif code == 0x2594:
            self._box(at, (0, 0, width, height // 8), ink)
        else:
            self._box(at, (width - max(1, width // 8), 0, width, height), ink)

    def _braille(self, at: Point, bits: int, ink: Colour) -> None:
        radius = 1.1 * self.scale
        for row, pair in enumerate(_BRAILLE_ROWS):
            for column, bit in enumerate(pair):
                if bits & bit:
                    x, y = at[0] + self.width * (column * 2 + 1) / 4, at[1] + self.height * (row * 2 + 1) / 8
                    self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def _line(self, at: Point, arms: str, weight: int, ink: Colour, *, shift: int = 0) -> None:
        """Draw the arms of a box glyph from the middle, `shift` pixels aside for one line of a double one."""
        middle, centre = self.width // 2 + shift, self.height // 2 + shift
        thick = max(1, round(1.4 * self.scale)) * weight
        if "l" in arms or "r" in arms:
            left, right = (0 if "l" in arms else middle), (self.width if "r" in arms else middle + thick)
            self._box(at, (left, centre, right, centre + thick), ink)
        if "u" in arms or "d" in arms:
            top, bottom = (0 if "u" in arms else centre), (self.height if "d" in arms else centre + thick)
            self._box(at, (middle, top, middle + thick, bottom), ink)
