"""The last lines of the chronicle, newest at the top."""

from itertools import islice

from rich.segment import Segment

from teg_tui.changes import Entry
from teg_tui.i18n import _
from teg_tui.negocios.narration import narrate
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, clean, full, wrap


def chronicle_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return as many lines as the rows allow."""
    lines: list[Line] = []
    for entry in islice(reversed(scene.model.chronicle), 6 * rows):
        lines += entry_lines(scene, entry, width)
        if len(lines) >= rows:
            break
    if not lines:
        return [full([Segment(" " + _("Nada todavía"), scene.skin.ink("dim"))], width, scene.plain)]
    return lines[:rows]


def entry_lines(scene: Scene, entry: Entry, width: int) -> list[Line]:
    """Return one line of the chronicle, broken to the width, with the mark of who did it; may be nothing."""
    text = clean(narrate(entry, scene.model))
    if not text:
        return []
    skin = scene.skin
    mark = scene.sign(entry.actor) if entry.actor >= 0 else "∙"
    look = skin.owner(scene.slug(entry.actor)) if entry.actor >= 0 else skin.ink("dim")
    return [
        full([Segment(f" {mark if not place else ' '} ", look), Segment(row, scene.plain)], width, scene.plain)
        for place, row in enumerate(wrap(text, width - 3))
    ]
