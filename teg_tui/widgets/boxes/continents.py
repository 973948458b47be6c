"""Each continent with one mark a country, sorted by owner: who is near a bonus is seen at a glance.

A continent with more countries than there is room for has a number beside each owner's mark instead.
"""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment

from teg_tui.i18n import N_, _
from teg_tui.names import continent
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.lines import Line, full, pad, size

_SHORT: Final = (N_("Am. Sur"), N_("Am. Norte"), N_("Europa"), N_("África"), N_("Asia"), N_("Oceanía"))
"""In the order of the board's continents."""


def continents_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return one line a continent."""
    del rows
    skin = scene.skin
    roomy = width >= 40
    lines: list[Line] = []
    for row in scene.model.continents():
        name = continent(row.continent) if roomy else _(_SHORT[row.continent])
        held = row.holder >= 0
        pieces = [
            Segment(" " + pad(name, 18 if roomy else 9), skin.ink("bright" if held else "text", bold=held)),
            Segment(f"+{row.bonus}", skin.ink("gold", bold=True)),
        ]
        room = width - size(pieces)
        marks = [Segment(" ", skin.ink("text")), *_marks(scene, row.owners)]
        if size(marks) > room:
            marks = _numbers(scene, row.owners)
            marks = [Segment(" " * min(1, room - size(marks)), skin.ink("text")), *marks]
        lines.append(full([*pieces, *marks], width, skin.ink("text")))
    return lines


def _marks(scene: Scene, owners: Sequence[int]) -> list[Segment]:
    return [
        Segment(scene.sign(owner) * owners.count(owner), scene.skin.chip(scene.slug(owner)))
        for owner in dict.fromkeys(owners)
    ]


def _numbers(scene: Scene, owners: Sequence[int]) -> list[Segment]:
    return [
        Segment(f"{scene.sign(owner)}{owners.count(owner)}", scene.skin.chip(scene.slug(owner)))
        for owner in dict.fromkeys(owners)
    ]
