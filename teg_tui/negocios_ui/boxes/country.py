"""The country under the cursor: its factor with everybody's level in it, its icons, and what it is linked with."""

from rich.cells import cell_len
from rich.segment import Segment
from teg_shared.rules.negocios.data import BOARD

from teg_tui.i18n import _
from teg_tui.negocios_ui.naming import brief, country, letter, level, region
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, fit, full, size

LISTED = 5
"""Rows from which each linked country has its own."""
_GOOD = 0.6
"""Chance above which an attempt is lit."""


def country_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return the country, its factor, and the linked ones."""
    if scene.cursor < 0:
        return [(Segment(fit(" " + _("Movete con las flechas"), width), scene.skin.ink("dim")),)]
    near = sorted(BOARD.neighbours[scene.cursor], key=country)
    head = [_head(scene, width), _factor(scene, width)]
    if rows >= LISTED and rows >= len(near) + 2:
        return [*head, *(_linked(scene, number, width) for number in near)]
    return [*head, *_tags(scene, near, width, max(1, rows - 2))]


def _head(scene: Scene, width: int) -> Line:
    here, skin = scene.cursor, scene.skin
    pieces = [
        scene.count(here),
        Segment(" " + fit(country(here), width - 6, end="."), skin.ink("bright", bold=True)),
    ]
    owner = scene.player(scene.model.owner(here))
    room = width - size(pieces) - cell_len(owner)
    if room > 0:  # the sign before the name says it too
        pieces.append(Segment((" · " if room > 2 else " ") + owner, skin.ink("dim")))
    where = " · " + region(BOARD.countries[here].continent)
    if size(pieces) + cell_len(where) <= width:
        pieces.append(Segment(where, skin.ink("dim")))
    return full(pieces, width, scene.plain)


def _factor(scene: Scene, width: int) -> Line:
    """Return the printed factor, the owner's level in it, and icons that stand here."""
    model, skin, here = scene.model, scene.skin, scene.cursor
    number, owner = model.factor(here), model.owner(here)
    rows = model.levels()
    icons = "".join(letter(f) for f in model.icons_on(here))
    tail = [Segment(f" ◉{icons}", skin.ink("accent", bold=True))] if icons else []
    said = ""
    if rows and owner >= 0:
        cell = rows[number].cells[owner]
        said = f" {level(cell.level, short=width < 40)} {cell.count}"
    room = width - len(said) - size(tail) - 1
    pieces = [
        Segment(" " + brief(number, room), skin.ink("text")),
        Segment(said, skin.ink("gold", bold=True)),
        *tail,
    ]
    return full(pieces, width, scene.plain)


def _linked(scene: Scene, number: int, width: int) -> Line:
    skin = scene.skin
    pieces = [
        Segment("═" if scene.at_peace(scene.cursor, number) else " ", skin.ink("pact", bold=True)),
        scene.count(number),
        Segment(" " + country(number), skin.ink("text")),
        Segment(" ∙∙" if scene.bridged(scene.cursor, number) else "", skin.ink("faint")),
        *_odds(scene, number, " {n} %"),
    ]
    return full(pieces, width, scene.plain)


def _odds(scene: Scene, number: int, form: str) -> list[Segment]:
    """Return the chance of taking a linked country from the one under the cursor, while this viewer may try."""
    attempt = scene.model.attempt(scene.cursor, number)
    if attempt is None or scene.model.owner(scene.cursor) != scene.model.seat:
        return []
    look = scene.skin.ink("good" if attempt.chance > _GOOD else "dim")
    return [Segment(form.format(n=round(100 * attempt.chance)), look)]


def _tags(scene: Scene, near: list[int], width: int, rows: int) -> list[Line]:
    """Return the linked ones by their codes, with the chances where these have room."""
    lines = _coded(scene, near, width, odds=True)
    return lines if len(lines) <= rows else _coded(scene, near, width, odds=False)


def _coded(scene: Scene, near: list[int], width: int, *, odds: bool) -> list[Line]:
    lines: list[Line] = []
    line = [Segment(" ", scene.plain)]
    for number in near:
        peace = scene.at_peace(scene.cursor, number)
        pieces = [scene.tag(number), *(_odds(scene, number, " {n}%") if odds else ())]
        pieces.append(Segment("═" if peace else " ", scene.skin.ink("pact", bold=True)))
        if size(line) + size(pieces) > width + 1:
            lines.append(full(line, width, scene.plain))
            line = [Segment(" ", scene.plain)]
        line += pieces
    return [*lines, full(line, width, scene.plain)]
