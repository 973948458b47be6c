"""The own zone: reserve, retained fichas of others, own ones held by others, and levels where the table has no room."""

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.negocios_ui.naming import LETTERS, letter
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, full, size


def zone_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return where the own 65 fichas are, whose are retained, and by whom the own are."""
    zone = scene.model.zone()
    if zone is None:
        return [full([Segment(" " + _("Mirás sin jugar"), scene.skin.ink("dim"))], width, scene.plain)]
    skin, dim, bright = scene.skin, scene.skin.ink("dim"), scene.skin.ink("bright", bold=True)
    where = [(_("mapa"), zone.on_map), (_("res."), zone.reserve)]
    if scene.model.market() is not None:
        where.append((_("merc."), zone.market))
    first: list[Segment] = [Segment(" ", scene.plain)]
    for name, number in where:
        first += [Segment(f"{name} ", dim), Segment(f"{number} ", bright)]
    lines = [full(first, width, scene.plain)]
    lines += _heaps(scene, _("tenés"), zone.retains, width)
    if rows > len(lines):
        lines += _heaps(scene, _("te tienen"), zone.held, width)
    if not zone.retains and not zone.held:
        lines = [lines[0], full([Segment(" " + _("nadie retiene nada"), dim)], width, scene.plain)]
    del skin
    return lines[:rows]


def _heaps(scene: Scene, lead: str, heaps: tuple[tuple[int, int], ...], width: int) -> list[Line]:
    if not heaps:
        return []
    lines: list[Line] = []
    line = [Segment(f" {lead} ", scene.skin.ink("dim"))]
    for seat, count in heaps:
        piece = Segment(f"{scene.sign(seat)}{count}", scene.skin.chip(scene.slug(seat)))
        if size(line) + size([piece]) + 1 > width:
            lines.append(full(line, width, scene.plain))
            line = [Segment("  ", scene.plain)]
        line += [piece, Segment(" ", scene.plain)]
    return [*lines, full(line, width, scene.plain)]


def own_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return the own zone and below it the own levels, where the table of all has no room."""
    levels = _own_levels(scene, width)
    return [*zone_box(scene, width, rows - len(levels)), *levels]


def _own_levels(scene: Scene, width: int) -> list[Line]:
    """Return the own count and level in each factor, in two lines of four."""
    model, seat = scene.model, scene.model.seat
    table = model.levels()
    if seat < 0 or not table:
        return []
    lines: list[Line] = []
    for half in (table[:4], table[4:]):
        pieces = [Segment(" ", scene.plain)]
        for row in half:
            cell = row.cells[seat]
            pieces.append(Segment(letter(row.factor), scene.skin.ink("dim")))
            text = scene.cell(cell.count, cell.level, seat)
            trimmed = f"{cell.count}{LETTERS[cell.level]}" if cell.count else "· "
            pieces += [Segment(trimmed, text.style), Segment("  ", scene.plain)]
        lines.append(full(pieces, width, scene.plain))
    return lines
