"""Which boxes the sidebar has, and how tall each is: what matters at the moment first, all else as room allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from teg_shared.rules.negocios.cards import resolving
from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui.i18n import _
from teg_tui.negocios_ui.boxes.chronicle import CHRONICLE
from teg_tui.negocios_ui.boxes.corporations import corporations_box
from teg_tui.negocios_ui.boxes.country import country_box
from teg_tui.negocios_ui.boxes.levels import standing_box, standing_title
from teg_tui.negocios_ui.boxes.market import market_box
from teg_tui.negocios_ui.boxes.talks import ballot_box, talks_box
from teg_tui.negocios_ui.boxes.victories import icons_box, victories_box
from teg_tui.negocios_ui.boxes.zone import own_box, zone_box
from teg_tui.negocios_ui.dice import SHORT, dice_lines
from teg_tui.negocios_ui.dice_market import MarketThrow, market_lines
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.dice import ROW
from teg_tui.widgets.lines import Line, full
from teg_tui.widgets.sidebar import MIDDLE, WIDE, ruled_title

Builder: TypeAlias = Callable[[Scene, int, int], Sequence[Line]]
DICE = "dice"
FACTORS = 8
_LINKED = 7
"""Rows of a country with five links, one a row."""


@dataclass(frozen=True)
class Box:
    """A box of the sidebar.

    Attributes:
        name: what the code calls it.
        least: rows without which it is not shown; `most` those beyond which it does not grow.
        rank: boxes with a smaller one get their rows first; `grows` those beyond the least.
        titled: draws its title, where that is no common one.
        rows: those it has been given, its title not counted.
    """

    name: str
    title: str
    build: Builder
    least: int
    most: int
    rank: float
    grows: float = 5
    titled: Callable[[Scene, str, int], Line] | None = None
    rows: int = 0


def sidebar_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """Return the whole sidebar as exactly `height` lines of `width` cells."""
    lines: list[Line] = []
    for box in layout(scene, width, height):
        content = [full(line, width, scene.plain) for line in box.build(scene, width, box.rows)[: box.rows]]
        blank = [full((), width, scene.plain)] * (box.rows - len(content))
        title = box.titled(scene, box.title, width) if box.titled else ruled_title(scene.skin, box.title, width)
        lines += [title, *content, *blank]
    return lines[:height] + [full((), width, scene.plain)] * (height - len(lines))


def dice_rows(scene: Scene, width: int, height: int) -> slice:
    """Return which lines of the sidebar are the box of the dice; none if it is not shown."""
    start = 0
    for box in layout(scene, width, height):
        if box.name == DICE:
            return slice(start, start + box.rows + 1)
        start += box.rows + 1
    return slice(0, 0)


def layout(scene: Scene, width: int, height: int) -> list[Box]:
    """Return the boxes that fit, from top to bottom, with their rows."""
    boxes = _boxes(scene, width)
    left = height
    rows: dict[str, int] = {}
    for box in sorted(boxes, key=lambda one: one.rank):
        if box.least + 1 <= left:
            rows[box.name] = box.least
            left -= box.least + 1
    tight = "chronicle" in rows and rows.get("country", 0) + left < _LINKED
    if tight and scene.model.my_turn and scene.model.attempts() is not None:
        left += rows.pop("chronicle") + 1  # whom to attempt is the question now: what is linked, with the odds
    for box in sorted(boxes, key=lambda one: one.grows):
        if box.name in rows:
            more = min(left, box.most - rows[box.name])
            rows[box.name] += more
            left -= more
    return [replace(box, rows=rows[box.name]) for box in boxes if box.name in rows]


def _boxes(scene: Scene, width: int) -> list[Box]:
    seats = max(1, scene.model.seats())
    view, roomy, wide = scene.model.view, width >= MIDDLE, width >= WIDE
    mine = scene.model.my_turn
    talking = view is not None and view.stage in (Stage.FIRST, Stage.SECOND, Stage.COMMON)
    boxes = [Box("who", _("Corporaciones"), corporations_box, seats, seats, 0)]
    if talking:
        offers = max(1, len(scene.model.offers()))
        boxes.append(Box("talks", _("Negociación"), talks_box, 2, max(2, offers), 1))
    if view is not None and view.phase is Phase.BALLOT:
        voters = 1 + (len(view.ballot.voters) if view.ballot is not None else 1)
        boxes.append(Box("ballot", _("Suspensiones"), ballot_box, voters, voters, 1))
    least, most = (_LINKED, _LINKED) if wide else (3, 9 if roomy else 4)
    boxes.append(Box("country", _("País"), country_box, least, most, 2, 3 if mine else 7))
    if roomy and not wide:  # beside the country, so that nothing else moves when one makes room for the other
        boxes.append(Box("chronicle", _("Crónica"), CHRONICLE.box, 2, 60, 7, 6))
    market = isinstance(scene.throw, MarketThrow)
    idle = talking and view is not None and not resolving(view)
    title = _("Dado de todos") if market else _("Intento")
    boxes.append(Box(DICE, title, _dice_box, SHORT, ROW if wide else SHORT, 8 if idle else 3, 4))
    if scene.model.seat >= 0 and roomy:
        boxes.append(Box("zone", _("Tus fichas"), zone_box, 3 if wide else 2, 3 if wide else 4, 4, 5))
    elif scene.model.seat >= 0:
        boxes.append(Box("zone", _("Fichas y niveles"), own_box, 4, 5, 4))
    if view is None:
        return boxes
    victories = sum(row.how != "last" for row in scene.model.victories())
    if roomy:
        tall = FACTORS + victories
        boxes.append(Box("levels", _("Niveles"), standing_box, tall, tall, 5, titled=standing_title))
    if view.market_on:
        boxes.append(Box("market", _("Mercado"), market_box, 2 if not roomy else seats, seats, 9))
    if not roomy:
        boxes.append(Box("victories", _("Para ganar"), victories_box, victories, victories, 11))
    boxes.append(Box("icons", _("Íconos"), icons_box, 4, 4, 7.5 if wide else 10))
    if wide:
        boxes.append(Box("chronicle", _("Crónica"), CHRONICLE.box, 5, 60, 8, 6))
    elif not roomy:
        boxes.append(Box("chronicle", _("Crónica"), CHRONICLE.box, 3, 60, 9, 6))
    return boxes


def _dice_box(scene: Scene, width: int, rows: int) -> list[Line]:
    if isinstance(scene.throw, MarketThrow):
        return market_lines(scene.throw, scene.skin, width, rows)
    return dice_lines(scene.throw, scene.skin, width, rows)
