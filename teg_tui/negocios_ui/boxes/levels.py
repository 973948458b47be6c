"""Factors against corporations: who holds how many, and what level that is (N25 to N31); below, how near to winning."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment

from teg_tui.i18n import N_, _
from teg_tui.negocios_ui.naming import brief, letter
from teg_tui.negocios_ui.scene import Scene
from teg_tui.theme import Skin
from teg_tui.widgets.lines import Line, fit, full, pad

_VICTORIES = {
    "hegemony": (N_("Gana con mercado"), N_("Mercado"), N_("m")),
    "countries": (N_("Gana con países"), N_("Países"), N_("p")),
    "block": (N_("Gana con bloque"), N_("Bloque"), N_("b")),
}
"""Names of the public victories, for wide, narrow and the narrowest labels, these as in the list of corporations."""
_READABLE = 4
_NEAR = 0.8
"""Part of what wins from which somebody is near it."""


def levels_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return the seats, then a line a factor; D is dominio, P preponderancia."""
    del rows
    head = [Segment(" " * (_label(scene, width) + 1), scene.plain), *_seats(scene)]
    return [full(head, width, scene.plain), *_factors(scene, width)]


def standing_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return a line a factor, then one a public victory: what it takes, and what everybody has (N104 to N106)."""
    return [*_factors(scene, width), *_victories(scene, width)][:rows]


def standing_title(scene: Scene, title: str, width: int) -> Line:
    """Return the line above it, with the seats over their columns."""
    room = _label(scene, width) + 1
    text = f" {title} "
    said = text if cell_len(text) < room else " " + fit(title, room - 2, end=".")
    rule = "─" * (room - 1 - cell_len(said))
    look = scene.skin.line()
    lead: Sequence[Segment] = (
        Segment("─", look),
        Segment(said, scene.skin.ink("primary", bold=True)),
        Segment(rule, look),
    )
    return full([*lead, *_seats(scene)], width, scene.plain)


def _label(scene: Scene, width: int) -> int:
    return max(2, width - 3 * scene.model.seats() - 1)


def _seats(scene: Scene) -> list[Segment]:
    skin = scene.skin
    return [Segment(f" {scene.sign(s)} ", skin.chip(scene.slug(s))) for s in range(scene.model.seats())]


def _factors(scene: Scene, width: int) -> list[Line]:
    model, skin, label = scene.model, scene.skin, _label(scene, width)
    lines: list[Line] = []
    for row in model.levels():
        here = scene.cursor >= 0 and model.factor(scene.cursor) == row.factor
        look = skin.ink("bright", bold=True) if here else skin.ink("text")
        name = f"{letter(row.factor)} {brief(row.factor, label - 2)}"
        pieces = [Segment(" " + pad(name, label), look)]
        pieces += [scene.cell(cell.count, cell.level, cell.seat) for cell in row.cells]
        lines.append(full(pieces, width, scene.plain))
    return lines


def _victories(scene: Scene, width: int) -> list[Line]:
    skin, label = scene.skin, _label(scene, width)
    lines: list[Line] = []
    for row in scene.model.victories():
        if row.how not in _VICTORIES:
            continue
        need = f"≥{row.need}"
        name = _named(row.how, label - cell_len(need) - 1)
        gap = " " if cell_len(name) + cell_len(need) + 1 < label else ""  # the figures begin in the next cell
        pieces = [Segment(" " + name + gap, skin.ink("text"))]
        pieces.append(Segment(pad(need, label - cell_len(name + gap)), skin.ink("gold", bold=True)))
        best = max(row.have) if len(set(row.have)) > 1 else row.need  # where all have the same nobody leads
        pieces += [_figure(skin, have, best, row.need) for have in row.have]
        lines.append(full(pieces, width, scene.plain))
    return lines


def _named(how: str, room: int) -> str:
    """Return the longest name of a victory that has room; a letter where less than five of one would be read."""
    wide, narrow, letter_only = (_(name) for name in _VICTORIES[how])
    if cell_len(wide) <= room:
        return wide
    return fit(narrow, room, end=".") if room > _READABLE else letter_only


def _figure(skin: Skin, have: int, best: int, need: int) -> Segment:
    if have < 0:
        return Segment(" - ", skin.ink("faint"))
    if have >= _NEAR * need:
        return Segment(f"{have:>2} ", skin.lit("bad"))
    return Segment(f"{have:>2} ", skin.ink("gold", bold=True) if have == best else skin.ink("text"))
