"""How near everybody is to a public victory (N104 to N107), and where the icons stand."""

from rich.cells import cell_len
from rich.segment import Segment

from teg_tui.i18n import N_, _
from teg_tui.negocios.rows import VictoryRow
from teg_tui.negocios_ui.naming import code, country, letter
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, fit, full, pad

NAMES = {"hegemony": N_("Mercado"), "countries": N_("Países"), "block": N_("Bloque"), "last": N_("Últimos")}


def victories_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return a line for each victory that this table has: what it takes, then each corporation's figure."""
    del rows
    return [victory_line(scene, row, width) for row in scene.model.victories() if row.how != "last"]


def victory_line(scene: Scene, row: VictoryRow, width: int) -> Line:
    """Return one victory; whoever is within a fifth of it is lit."""
    skin = scene.skin
    room = max(1, min(8, width - 5 - 3 * len(row.have)))
    lead = pad(fit(_(NAMES[row.how]), room, end="."), room) if room > 4 else pad(_(NAMES[row.how])[:room], room)
    pieces = [Segment(f" {lead}", skin.ink("text")), Segment(f"{row.need:>3} ", skin.ink("gold", bold=True))]
    for seat, have in enumerate(row.have):
        text = f"{have:>2} " if have >= 0 else " - "
        near = have >= 0.8 * row.need
        look = skin.lit("bad") if near else skin.chip(scene.slug(seat), bold=False) if have >= 0 else skin.ink("faint")
        pieces.append(Segment(text, look))
    return full(pieces, width, scene.plain)


def icons_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return where each icon stands, two a line; one on its own factor is lit."""
    del rows
    view, skin = scene.view, scene.skin
    wide = 20 if width >= 40 else width // 2
    lines: list[Line] = []
    line: list[Segment] = []
    for factor, where in enumerate(view.icons):
        home = scene.model.factor(where) == factor
        place = country(where) if cell_len(country(where)) <= wide - 4 else code(where)
        line += [
            Segment(f" ◉{letter(factor)}", skin.ink("accent", bold=True)),
            Segment(" " + pad(place, wide - 4), skin.ink("good" if home else "text")),
        ]
        if factor % 2:
            lines.append(full(line, width, scene.plain))
            line = []
    return lines
