"""Which boxes the sidebar has, how tall each is, and their frames: one layout for every size of the terminal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.chronicle import CHRONICLE
from teg_tui.widgets.boxes.continents import continents_box
from teg_tui.widgets.boxes.country import LISTED, country_box
from teg_tui.widgets.boxes.pacts import pacts_box, wanted_rows
from teg_tui.widgets.boxes.players import players_box
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.dice import ROW, SHORT, STACKED, dice_lines
from teg_tui.widgets.lines import Line, fit, full

Builder: TypeAlias = Callable[[Scene, int, int], Sequence[Line]]

NARROW, MIDDLE, WIDE = 24, 30, 46
"""Widths of the sidebar."""
_ROOM_FOR_WIDE = 156
"""Columns of the terminal from which the map's third drawing fits beside the wide sidebar."""
_ROOM_FOR_MIDDLE = 114
_PACT_ROWS = 2
_PACT_MOST = 6
"""Rows of pacts for which the other boxes make room."""
_CHRONICLE_ROWS = 3


@dataclass(frozen=True)
class Box:
    """A box and the rows inside its frame."""

    title: str
    rows: int
    build: Builder


def sidebar_width(columns: int) -> int:
    """Return the width of the sidebar in a terminal of `columns`; 0 if only the map fits."""
    if columns >= _ROOM_FOR_WIDE:
        return WIDE
    if columns >= _ROOM_FOR_MIDDLE:
        return MIDDLE
    return NARROW if columns >= 60 else 0


def sidebar_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """Return the whole sidebar as exactly `height` lines of `width` cells."""
    framed, boxes = layout(scene, width, height)
    plain = scene.skin.ink("text")
    lines: list[Line] = []
    for box in boxes:
        lines += _framed(scene, box, width) if framed else _ruled(scene, box, width)
    lines = lines[:height]
    return lines + [full((), width, plain)] * (height - len(lines))


def dice_rows(scene: Scene, width: int, height: int) -> slice:
    """Return which lines of the sidebar are the box of the dice."""
    framed, boxes = layout(scene, width, height)
    edge = 2 if framed else 1
    start = sum(box.rows + edge for box in boxes[:2])
    return slice(start, start + boxes[2].rows + edge)


def layout(scene: Scene, width: int, height: int) -> tuple[bool, list[Box]]:
    """Return whether the boxes have frames, and the boxes that fit, from top to bottom."""
    players = max(1, scene.model.seats())
    framed, country, dice = _shape(players, width, height, wanted_rows(scene))
    edge = 2 if framed else 1
    left = height - (players + country + dice + 4 * edge)
    pacts = min(max(_PACT_ROWS, wanted_rows(scene)), max(left, 1))
    left -= pacts
    boxes = [
        Box(_("Jugadores"), players, players_box),
        Box(_("País"), country, country_box),
        Box(_("Dados"), dice, _dice_box),
    ]
    tail: list[Box] = []
    continents = len(scene.model.continents())
    if continents and left >= continents + edge:
        tail.append(Box(_("Continentes"), continents, continents_box))
        left -= continents + edge
    if left >= _CHRONICLE_ROWS + edge:
        tail.append(Box(_("Crónica"), left - edge, CHRONICLE.box))
        left = 0
    boxes.append(Box(_("Pactos"), pacts + left, pacts_box))
    return framed, boxes + tail


def _shape(players: int, width: int, height: int, pacts: int) -> tuple[bool, int, int]:
    """Return (framed, rows of the country, rows of the dice), the roomiest that leaves room for the pacts."""
    if width >= WIDE:
        shapes = [(True, LISTED, ROW), (False, LISTED, ROW), (False, 3, ROW), (False, 3, SHORT)]
    elif width >= MIDDLE:
        shapes = [(True, LISTED, STACKED), (False, LISTED, STACKED), (False, 3, STACKED), (False, 3, SHORT)]
    else:
        shapes = [(False, 3, SHORT)]
    for framed, country, dice in shapes:
        edge = 2 if framed else 1
        if players + country + dice + max(_PACT_ROWS, min(_PACT_MOST, pacts)) + 4 * edge <= height:
            return framed, country, dice
    return shapes[-1]


def _dice_box(scene: Scene, width: int, rows: int) -> list[Line]:
    return dice_lines(scene.throw, scene.skin, width, rows)


def _content(scene: Scene, box: Box, width: int) -> list[Line]:
    plain = scene.skin.ink("text")
    lines = [full(line, width, plain) for line in box.build(scene, width, box.rows)[: box.rows]]
    return lines + [full((), width, plain)] * (box.rows - len(lines))


def _ruled(scene: Scene, box: Box, width: int) -> list[Line]:
    return [ruled_title(scene.skin, box.title, width), *_content(scene, box, width)]


def _framed(scene: Scene, box: Box, width: int) -> list[Line]:
    edge = Segment("│", scene.skin.line())
    lines = [_title(scene.skin, box.title, width, "╭", "╮")]
    lines += [(edge, *line, edge) for line in _content(scene, box, width - 2)]
    lines.append((Segment("╰" + "─" * (width - 2) + "╯", scene.skin.line()),))
    return lines


def ruled_title(skin: Skin, title: str, width: int) -> Line:
    """Return the line above a box without a frame."""
    return _title(skin, title, width, "─", "─")


def _title(skin: Skin, title: str, width: int, left: str, right: str) -> Line:
    title = fit(f" {title} ", width - 4)
    look = skin.line()
    return (
        Segment(left, look),
        Segment(title, skin.ink("primary", bold=True)),
        Segment("─" * (width - 2 - len(title)) + right, look),
    )
