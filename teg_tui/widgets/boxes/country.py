"""The country under the cursor and its neighbours."""

from rich.segment import Segment
from teg_shared.rules.classic.data import BOARD

from teg_tui.i18n import _
from teg_tui.names import continent, country
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.lines import Line, fit, full, size

LISTED = 9
"""Rows from which each neighbour has its own."""


def country_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return the country, its owner, and its neighbours with theirs."""
    if scene.cursor < 0:
        return [(Segment(fit(" " + _("Movete con las flechas"), width), scene.skin.ink("dim")),)]
    near = sorted(BOARD.neighbours[scene.cursor], key=country)
    head = _head(scene, width)
    if rows >= LISTED:
        return [head, *(_neighbour(scene, number, width) for number in near)]
    return [head, *_tags(scene, near, width)]


def _head(scene: Scene, width: int) -> Line:
    here, skin = scene.cursor, scene.skin
    owner = scene.model.owner(here)
    pieces = [
        scene.count(here),
        Segment(" " + country(here), skin.ink("bright", bold=True)),
        Segment(" · " + scene.player(owner), skin.ink("dim")),
    ]
    if width >= 40:
        pieces.append(Segment(" · " + continent(BOARD.countries[here].continent), skin.ink("dim")))
    return full(pieces, width, skin.ink("text"))


def _neighbour(scene: Scene, number: int, width: int) -> Line:
    peace = scene.at_peace(scene.cursor, number)
    bridge = frozenset((scene.cursor, number)) in BOARD.bridges
    pieces = [
        Segment("═" if peace else " ", scene.skin.ink("pact", bold=True)),
        scene.count(number),
        Segment(" " + country(number), scene.skin.ink("text")),
        Segment(" ∙∙" if bridge else "", scene.skin.ink("faint")),
    ]
    return full(pieces, width, scene.skin.ink("text"))


def _tags(scene: Scene, near: list[int], width: int) -> list[Line]:
    plain = scene.skin.ink("text")
    lines: list[Line] = []
    line = [Segment(_("vecinos"), scene.skin.ink("dim"))]
    for number in near:
        peace = scene.at_peace(scene.cursor, number)
        pieces = [Segment("═" if peace else " ", scene.skin.ink("pact", bold=True)), scene.tag(number)]
        if size(line) + size(pieces) > width:
            lines.append(full(line, width, plain))
            line = [] if peace else [Segment("", plain)]
            pieces = pieces if peace else pieces[1:]
        line += pieces
    return [*lines, full(line, width, plain)]
