"""The player's side of a running game of Negocios without its screen."""

import time
from collections.abc import Callable
from typing import Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios.data import COUNTRIES
from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui.i18n import _
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.modes.base import Mode, Step, Table
from teg_tui.negocios_ui.modes.carding import Placing, Walking
from teg_tui.negocios_ui.modes.choose import mode_for
from teg_tui.negocios_ui.modes.waiting import Watching
from teg_tui.screens.board_desk import BoardDesk
from teg_tui.screens.link import Link

_PLACED: Final = (Phase.ATTEMPTS, Phase.SUPPLY, Phase.PLACE, Phase.MOVE)
"""Steps that begin with a country."""
DELIBERATE: Final = 0.7
"""Seconds without `f` after which it is pressed on purpose; terminals wait up to two thirds of one to repeat a key."""


class NegociosDesk(BoardDesk[NegociosModel, Table]):
    """What one player of Negocios has in front of them.

    Attributes:
        now: monotonic seconds.
        guarded: whether `f` that is held down, or hammered, ends no more than the part of the round that it was meant
            for; who wants no pauses at all has none here either.
    """

    def __init__(
        self, model: NegociosModel, link: Link, *, now: Callable[[], float] = time.monotonic, guarded: bool = True
    ) -> None:
        self.now = now
        self.guarded = guarded
        self._moment: tuple[Phase, int] | None = None
        self._ended: tuple[int, Stage, Phase] | None = None
        self._ended_at = -DELIBERATE
        super().__init__(model, link, Watching())

    @property
    def table(self) -> Table:
        """What the mode may look at."""
        return Table(self.model, self.cursor)

    def fitting(self) -> Mode:
        """Return the mode that fits what is known now."""
        return mode_for(self.table, self.mode)

    def press(self, key: str) -> Step | None:
        """Do what `key` means; what is staged is not sent while the server still has to answer."""
        if self.unanswered and key in {"enter", "f"} and isinstance(self.mode, Placing | Walking):
            return Step()
        if key != "f":
            self._ended_at = -DELIBERATE
        elif self._runs_on():
            return Step(say=_("Ya es otra parte de la ronda. Soltá la f; si también querés terminarla, f de nuevo."))
        return super().press(key)

    def _runs_on(self) -> bool:
        """Whether this `f` is a repetition of one that ended another part of the round, and would end this one."""
        view, now = self.model.view, self.now()
        if view is None:
            return False
        part, quick = (view.round, view.stage, view.phase), now - self._ended_at < DELIBERATE
        self._ended_at = now
        if self.guarded and quick and part != self._ended:
            return any(hint.press == "f" for hint in self.keys())
        self._ended = part
        return False

    def settle(self) -> None:
        """Take the mode that fits; when it begins with a country, the cursor goes where that can be done."""
        super().settle()
        view = self.model.view
        moment = (view.phase, view.slot) if view is not None and view.actor == self.model.seat else None
        if moment == self._moment:
            return
        self._moment = moment
        places = self.mode.jumps(self.table) if moment is not None and moment[0] in _PLACED else ()
        if places and self.cursor not in places:
            self.cursor = places[0]

    def browse(self) -> tuple[int, ...]:
        """Return one's own countries, or all for who has none."""
        view, seat = self.model.view, self.model.seat
        if view is None:
            return ()
        return tuple(members(view.masks[seat])) if seat >= 0 and view.masks[seat] else tuple(range(COUNTRIES))
