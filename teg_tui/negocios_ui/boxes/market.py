"""The market: a bar for each corporation, with what wins marked (N92, N104)."""

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.negocios.rows import MarketBar, MarketBoard
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, full


def market_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return a line a corporation, the fullest first where there are fewer rows."""
    board = scene.model.market()
    if board is None:
        return [full([Segment(" " + _("Se juega sin mercado"), scene.skin.ink("dim"))], width, scene.plain)]
    bars = list(board.bars)
    if rows < len(bars):
        bars = sorted(bars, key=lambda bar: -bar.tokens)[: max(1, rows)]
    return [_bar(scene, board, bar, width) for bar in bars]


def _bar(scene: Scene, board: MarketBoard, bar: MarketBar, width: int) -> Line:
    """Return one bar; its whole length is the threshold and a little more, so that the mark can be seen."""
    skin = scene.skin
    room = width - 9
    mark = room - 3
    filled = min(room, round(bar.tokens * mark / board.threshold)) if board.threshold else 0
    filled = max(filled, 1 if bar.tokens else 0)
    cells = []
    for place in range(room):
        if place == mark:
            cells.append(Segment("┃", skin.ink("gold", bold=True)))
        elif place < filled:
            cells.append(Segment("▄", skin.owner(scene.slug(bar.seat))))
        else:
            cells.append(Segment("▄", skin.line()) if place < mark else Segment(" ", scene.plain))
    number = Segment(f"{bar.tokens:>3} ", skin.ink("gold" if bar.leads else "bright", bold=True))
    return full([Segment(" ", scene.plain), scene.badge(bar.seat), number, *_joined(cells)], width, scene.plain)


def _joined(cells: list[Segment]) -> list[Segment]:
    out: list[Segment] = []
    for cell in cells:
        if out and out[-1].style is cell.style:
            out[-1] = Segment(out[-1].text + cell.text, cell.style)
        else:
            out.append(cell)
    return out
