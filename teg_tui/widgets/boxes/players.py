"""Who plays: colour, name, countries, armies and cards of each seat."""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from teg_shared.rules.classic.data import COUNTRIES

from teg_tui.i18n import _
from teg_tui.rows import PlayerRow
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.lines import Line, clean, fit, full

BAR = 12
"""Cells of the bar of countries, where there is room."""
ROOMY = 40
"""Columns from which the bar is shown."""


def players_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return one line a seat, in turn order; the numbers leave the names as much room as they can."""
    del rows
    players = scene.model.players()
    digits = max((len(str(row.armies)) for row in players), default=1)
    return [_line(scene, row, width, digits) for row in players]


def _line(scene: Scene, row: PlayerRow, width: int, digits: int) -> Line:
    skin = scene.skin
    plain = skin.ink("text")
    name_look = _name_look(scene, row)
    head = [
        Segment("›" if row.on_turn else " ", skin.ink("bright", bold=True)),
        scene.badge(row.seat),
        _state(scene, row),
    ]
    if row.out:
        tail = [Segment(_("afuera") + " ", skin.ink("dim"))]
    else:
        bright, dim = skin.ink("bright", bold=row.on_turn), skin.ink("dim")
        tail = [
            Segment(f"{row.countries:>2}", bright),
            Segment(_("p"), dim),
            Segment(f"{row.armies:>{digits + 1}}", bright),
            Segment(_("e"), dim),
            Segment(f"{row.cards:>2}", bright),
            Segment(_("t"), dim),
        ]
    if width >= ROOMY:
        tail = [*_bar(scene, row), Segment(" ", plain), *tail]
    room = width - sum(len(piece.text) for piece in (*head, *tail))
    name = fit(clean(row.name), room - 1)
    gap = Segment(" " * (room - cell_len(name)), plain)
    return full([*head, Segment(name, name_look), gap, *tail], width, plain)


def _name_look(scene: Scene, row: PlayerRow) -> Style:
    if row.out:
        return scene.skin.ink("faint")
    if row.on_turn:
        return scene.skin.ink("bright", bold=True, underline=row.me)
    return scene.skin.ink("text", underline=row.me)


def _state(scene: Scene, row: PlayerRow) -> Segment:
    """Return one cell: a bot holds the seat, the player is away, or nothing to say."""
    if row.out or row.bot:
        return Segment(" ", scene.skin.ink("text"))
    if row.left or row.neutral:
        return Segment("-", scene.skin.ink("dim"))
    if row.substitute or not row.connected:
        return Segment("!", scene.skin.ink("bad", bold=True))
    return Segment(" ", scene.skin.ink("text"))


def _bar(scene: Scene, row: PlayerRow) -> list[Segment]:
    filled = round(row.countries / COUNTRIES * 2 * BAR)
    filled = min(BAR, max(filled, 1 if row.countries else 0))
    return [
        Segment("▄" * filled, scene.skin.owner(scene.slug(row.seat))),
        Segment("▄" * (BAR - filled), scene.skin.line()),
    ]
