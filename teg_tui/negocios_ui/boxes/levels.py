"""Factors against corporations: who holds how many, and what level that is (N25 to N31)."""

from rich.segment import Segment

from teg_tui.negocios_ui.naming import factor, letter
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, full, pad

NAMED = 40
"""Columns from which factors are named in full."""


def levels_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return the seats, then a line a factor; D is dominio, P preponderancia."""
    del rows
    model, skin = scene.model, scene.skin
    seats = range(model.seats())
    cells = 3 * len(seats)
    label = max(2, width - cells - 1)
    head = [Segment(" " * (label + 1), scene.plain)]
    head += [Segment(f" {scene.sign(seat)} ", skin.chip(scene.slug(seat))) for seat in seats]
    lines = [full(head, width, scene.plain)]
    for row in model.levels():
        name = f"{letter(row.factor)} {factor(row.factor)}" if label >= 6 else letter(row.factor)
        here = scene.cursor >= 0 and model.factor(scene.cursor) == row.factor
        look = skin.ink("bright", bold=True) if here else skin.ink("text")
        pieces = [Segment(" " + pad(name, label), look)]
        pieces += [scene.cell(cell.count, cell.level, cell.seat) for cell in row.cells]
        lines.append(full(pieces, width, scene.plain))
    return lines
