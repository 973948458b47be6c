"""The classic game as its screen shows it."""

from collections.abc import Sequence

import msgspec

from teg_tui import changes as ch
from teg_tui.i18n import _
from teg_tui.map.view import MapView
from teg_tui.model import Model
from teg_tui.screens import boardwork, sheets
from teg_tui.screens.desk import Desk
from teg_tui.screens.link import Link
from teg_tui.screens.table_toasts import Toast
from teg_tui.screens.toasts import toast
from teg_tui.screens.tumble import Tumble
from teg_tui.theme import Skin
from teg_tui.widgets.bars import top_line
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import Line
from teg_tui.widgets.sheet import Sheet
from teg_tui.widgets.sidebar import dice_rows, sidebar_lines


class ClassicKit:
    """Ties model, desk and dice of the classic game to the screen."""

    variant = "classic"
    slugs: Sequence[str] = boardwork.SLUGS

    def __init__(self, model: Model, link: Link, skin: Skin, *, animate: bool = True) -> None:
        self.viewer = model
        self.skin = skin
        self.tumble = Tumble(animate=animate)
        self.desk = Desk(model, link)

    @property
    def scene(self) -> Scene:
        """What everything but the map is drawn from."""
        return Scene(self.viewer, self.skin, self.desk.cursor, self.tumble.throw)

    def lay_dice(self) -> None:
        """Show the last roll at rest."""
        self.tumble.lay(self.viewer)

    def throws(self, change: object) -> bool:
        """Let the dice of a change tumble; False for a change without dice."""
        if not isinstance(change, ch.Rolled):
            return False
        self.tumble.roll(self.viewer, change.roll)
        return True

    def show(self, board: MapView) -> None:
        """Show owners, armies and pacts on the map."""
        boardwork.show_board(board, self.viewer)

    def flashes(self, change: object) -> int:
        """Return the country that changed hands, -1 for any other change."""
        changed = isinstance(change, ch.CountryChanged) and change.owner != change.owner_before
        return change.country if changed and isinstance(change, ch.CountryChanged) else -1

    def top_line(self, width: int, clock: str) -> Line:
        """Return the line above the map."""
        return top_line(self.scene, width, clock)

    def side(self, width: int, height: int) -> list[Line]:
        """Return the sidebar."""
        return sidebar_lines(self.scene, width, height)

    def dice_rows(self, width: int, height: int) -> slice:
        """Return which of its lines show the dice."""
        return dice_rows(self.scene, width, height)

    def aside(self) -> str:
        """Return nothing: the hint says it all."""
        return ""

    def pressed(self) -> None:
        """Do nothing: there is nothing to be read."""

    def other_key(self, key: str) -> str:
        """Return nothing: there are no such keys."""
        del key
        return ""

    def keys(self, *, short: bool) -> tuple[KeyHint, ...]:
        """Return cards, objective and pacts; pacts come first while a proposal waits."""
        model, out = self.viewer, list[KeyHint]()
        asked = 0 if self.desk.over else len(model.open_proposals_to_me())
        pacts = KeyHint("p", _("Pactos {n}!").format(n=asked) if asked else _("Pactos"), "p", hot=bool(asked))
        if asked:
            out.append(pacts)
        if not model.spectator:
            cards, worth = _("Tarj. {n}") if short else _("Tarjetas {n}"), model.cards_pay
            hand = KeyHint("c", cards.format(n=len(model.hand())) + ("!" if worth else ""), "c", hot=worth)
            goal = KeyHint("o", _("Obj.") if short else _("Objetivo"), "o")
            out += [hand, goal] if model.hand() else [goal, hand]  # what says more first: the rest may find no room
        return (*out,) if asked else (*out, pacts)

    def open_by_key(self, key: str) -> Sheet | None:
        """Return the sheet that a key opens, None for a key without one."""
        return sheets.open_by_key(key, self.skin, self.viewer)

    def open_by_name(self, name: str) -> Sheet | None:
        """Return the sheet that a mode asks for."""
        return sheets.open_by_name(name, self.skin, self.viewer)

    def toast(self, change: object) -> Toast | None:
        """Return what the corner says of a change."""
        return toast(change, self.viewer)

    def last_call(self) -> Sequence[msgspec.Struct]:
        """Return the staged armies, so that none is lost."""
        return self.viewer.confirm_staged()
