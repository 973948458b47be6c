"""Which boxes the sidebar has, and how tall each is: what matters at the moment first, all else as room allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from teg_shared.rules.negocios.cards import resolving
from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui.i18n import _
from teg_tui.negocios_ui.boxes.chronicle import chronicle_box
from teg_tui.negocios_ui.boxes.corporations import corporations_box
from teg_tui.negocios_ui.boxes.country import country_box
from teg_tui.negocios_ui.boxes.levels import levels_box
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


@dataclass(frozen=True)
class Box:
    """A box of the sidebar.

    Attributes:
        name: what the code calls it.
        least: rows without which it is not shown; `most` those beyond which it does not grow.
        rank: boxes with a smaller one get their rows first.
        rows: those it has been given, its title not counted.
    """

    name: str
    title: str
    build: Builder
    least: int
    most: int
    rank: int
    rows: int = 0


def sidebar_lines(scene: Scene, width: int, height: int) -> list[Line]:
    """Return the whole sidebar as exactly `height` lines of `width` cells."""
    lines: list[Line] = []
    for box in layout(scene, width, height):
        content = [full(line, width, scene.plain) for line in box.build(scene, width, box.rows)[: box.rows]]
        blank = [full((), width, scene.plain)] * (box.rows - len(content))
        lines += [ruled_title(scene.skin, box.title, width), *content, *blank]
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
    for box in sorted(boxes, key=lambda one: one.rank):
        if box.name in rows:
            more = min(left, box.most - rows[box.name])
            rows[box.name] += more
            left -= more
    return [replace(box, rows=rows[box.name]) for box in boxes if box.name in rows]


def _boxes(scene: Scene, width: int) -> list[Box]:
    seats = max(1, scene.model.seats())
    view, roomy = scene.model.view, width >= MIDDLE
    talking = view is not None and view.stage in (Stage.FIRST, Stage.SECOND, Stage.COMMON)
    boxes = [Box("who", _("Corporaciones"), corporations_box, seats, seats, 0)]
    if talking:
        offers = max(1, len(scene.model.offers()))
        boxes.append(Box("talks", _("Negociación"), talks_box, 2, max(2, offers), 1))
    if view is not None and view.phase is Phase.BALLOT:
        voters = 1 + (len(view.ballot.voters) if view.ballot is not None else 1)
        boxes.append(Box("ballot", _("Suspensiones"), ballot_box, voters, voters, 1))
    boxes.append(Box("country", _("País"), country_box, 7 if width >= WIDE else 3, 9 if roomy else 4, 2))
    market = isinstance(scene.throw, MarketThrow)
    idle = talking and view is not None and not resolving(view)
    title = _("Dado de todos") if market else _("Intento")
    boxes.append(Box(DICE, title, _dice_box, SHORT, ROW if roomy else SHORT, 8 if idle else 3))
    if scene.model.seat >= 0 and roomy:
        boxes.append(Box("zone", _("Tus fichas"), zone_box, 2, 4, 4))
    elif scene.model.seat >= 0:
        boxes.append(Box("zone", _("Fichas y niveles"), own_box, 4, 5, 4))
    if view is None:
        return boxes
    if roomy:
        boxes.append(Box("levels", _("Niveles"), levels_box, 9, 9, 5))
    if view.market_on:
        boxes.append(Box("market", _("Mercado"), market_box, 2 if not roomy else seats, seats, 6))
    victories = sum(row.how != "last" for row in scene.model.victories())
    boxes.append(Box("victories", _("Para ganar"), victories_box, victories, victories, 7 if roomy else 11))
    boxes.append(Box("icons", _("Íconos"), icons_box, 4, 4, 10))
    boxes.append(Box("chronicle", _("Crónica"), chronicle_box, 3, 60, 9))
    return boxes


def _dice_box(scene: Scene, width: int, rows: int) -> list[Line]:
    if isinstance(scene.throw, MarketThrow):
        return market_lines(scene.throw, scene.skin, width, rows)
    return dice_lines(scene.throw, scene.skin, width, rows)
