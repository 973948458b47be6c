# ruff: noqa: PLC0415 # the other game's board is loaded by who sits down to it
"""Which kit a table needs: that of the game which is played at it."""

from teg_tui.model import Model
from teg_tui.models import Outside, SomeModel
from teg_tui.screens.classic_kit import ClassicKit
from teg_tui.screens.kit import Kit
from teg_tui.screens.link import Link
from teg_tui.theme import Skin


def kit_for(model: SomeModel, link: Link, skin: Skin, *, animate: bool) -> Kit:
    """Return what the screen of the model's game is made of.

    Args:
        model: the model.
        link: the way to the server.
        skin: the colours.
        animate: whether dice tumble.
    """
    assert not isinstance(model, Outside), "no game begins in no room"
    if isinstance(model, Model):
        return ClassicKit(model, link, skin, animate=animate)
    from teg_tui.negocios_ui.kit import NegociosKit

    return NegociosKit(model, link, skin, animate=animate)
