"""Who plays: colour, name, countries, market fichas and cards of each corporation."""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from teg_shared.rules.negocios.data import WINNING_COUNTRIES
from teg_shared.rules.negocios.state import Stage

from teg_tui.i18n import _
from teg_tui.negocios.rows import Corporation
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, clean, fit, full

BAR = 10
"""Cells of the bar of countries, where there is room."""
ROOMY = 40
"""Columns from which bar and reserve are shown."""
SPARE = 30
"""Columns from which whose turn it is has a column of its own."""


def corporations_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return one line a seat, in seat order, which is that of left and right (N11); names get what room there is."""
    del rows
    players = scene.model.players()
    digits = max((len(str(row.market)) for row in players), default=1)
    return [_line(scene, row, width, digits) for row in players]


def _line(scene: Scene, row: Corporation, width: int, digits: int) -> Line:
    skin, plain = scene.skin, scene.plain
    acts = Segment("›" if row.acting and not row.out else " ", skin.ink("bright", bold=True))
    state = _state(scene, row)
    if width < SPARE:  # one cell for both, so that a name of nine letters has its room
        head = [scene.badge(row.seat), state if state.text.strip() else acts]
    else:
        head = [acts, scene.badge(row.seat), state]
    tail = [Segment(_("afuera") + " ", skin.ink("dim"))] if row.out else _figures(scene, row, width, digits)
    room = width - sum(len(piece.text) for piece in (*head, *tail))
    name = fit(clean(row.name), room - 1)
    gap = Segment(" " * (room - cell_len(name)), plain)
    return full([*head, Segment(name, _name_look(scene, row)), gap, *tail], width, plain)


def _figures(scene: Scene, row: Corporation, width: int, digits: int) -> list[Segment]:
    bright, dim = scene.skin.ink("bright", bold=row.on_turn), scene.skin.ink("dim")
    lead = scene.skin.ink("gold", bold=True)
    figures = [(f"{row.countries:>2}", _("p"), "map" in row.leads)]
    if width >= ROOMY:
        figures.append((f"{row.reserve:>3}", _("r"), False))
    if scene.model.market() is not None:
        figures.append((f"{row.market:>{digits + 1}}", _("m"), "market" in row.leads))
    figures.append((f"{row.cards:>2}", _("t"), False))
    out = [
        piece for text, sign, best in figures for piece in (Segment(text, lead if best else bright), Segment(sign, dim))
    ]
    return [*_bar(scene, row), Segment(" ", scene.plain), *out] if width >= ROOMY else out


def _name_look(scene: Scene, row: Corporation) -> Style:
    skin = scene.skin
    if row.out:
        return skin.ink("faint", underline=row.me)
    if row.acting:
        return skin.ink("bright", bold=True, underline=row.me)
    talking = scene.model.view is not None and scene.view.stage in (Stage.FIRST, Stage.SECOND, Stage.COMMON)
    away = talking and (not row.talks or row.done)
    return skin.ink("dim" if row.suspended or away else "text", underline=row.me)


def _state(scene: Scene, row: Corporation) -> Segment:
    """Return one cell: away, suspended, done talking, protected, or nothing to say."""
    skin = scene.skin
    if row.out:
        return Segment(" ", scene.plain)
    if row.left or row.neutral:
        return Segment("-", skin.ink("dim"))
    if row.substitute or not (row.connected or row.bot):
        return Segment("!", skin.ink("bad", bold=True))
    if row.talks and row.done:
        return Segment("✓", skin.ink("good", bold=True))
    return Segment("x", skin.ink("bad", bold=True)) if row.suspended else Segment(" ", scene.plain)


def _bar(scene: Scene, row: Corporation) -> list[Segment]:
    filled = min(BAR, max(round(row.countries / WINNING_COUNTRIES * BAR), 1 if row.countries else 0))
    return [
        Segment("▄" * filled, scene.skin.owner(scene.slug(row.seat))),
        Segment("▄" * (BAR - filled), scene.skin.line()),
    ]
