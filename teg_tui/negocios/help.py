"""T.E.G. de los Negocios explained from zero, as content that a screen lays out.

The order is that of somebody who has never heard of it: three ideas, one round, what to do first; only then every
part with the number of its rule.
"""

from teg_tui.i18n import _
from teg_tui.negocios.help_text import SECTIONS, Block, Grid, Items, Section, Text

__all__ = ["Block", "Grid", "Items", "Section", "Text", "section", "sections"]


def _said(block: Block) -> Block:
    match block:
        case Text(text):
            return Text(_(text))
        case Items(items, numbered):
            return Items(tuple(_(item) for item in items), numbered)
        case Grid(head, rows):
            return Grid(tuple(_(cell) for cell in head), tuple(tuple(_(cell) for cell in row) for row in rows))


def sections() -> tuple[Section, ...]:
    """Return the whole help in the language in use, in the order in which it is to be read."""
    return tuple(Section(s.key, _(s.title), tuple(_said(block) for block in s.blocks)) for s in SECTIONS)


def section(key: str) -> Section:
    """Return one section in the language in use.

    Raises:
        KeyError: if there is none of this key.
    """
    for found in SECTIONS:
        if found.key == key:
            return Section(key, _(found.title), tuple(_said(block) for block in found.blocks))
    raise KeyError(key)
