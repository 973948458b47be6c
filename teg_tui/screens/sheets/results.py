"""The end: who won and how, every objective and hand, the deal (C30), and what next (C36, T6)."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from teg_shared.rules.classic.data import BOARD

from teg_tui import phrases, words
from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import card, code, listed
from teg_tui.screens.sheets.ending import EndingSheet
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.lines import clean, full, size, wrap
from teg_tui.widgets.sheet import Row


class ResultsSheet(EndingSheet[Model]):
    """Everything that was secret until now."""

    wanted: ClassVar[int] = 74

    def rows(self, width: int) -> list[Row]:
        """Return the winner, then a group of rows a seat."""
        view, scene = self.model.view, Scene(self.model, self.skin)
        if view is None:
            return []
        out = self._winner(scene, width)
        out += self.rematch(width)
        for seat in self.ranking():
            out += [self.text("", width), *self._seat(scene, seat, width)]
        return out

    def _winner(self, scene: Scene, width: int) -> list[Row]:
        """Return who won and how; the how begins a row of its own where it would be cut."""
        view, plain = scene.model.view, self.skin.ink("text")
        if view is None:
            return []
        how = _("{how}, en la ronda {n}.").format(how=words.won_how(view.won_by), n=view.round)
        mine = view.winner == self.model.seat
        who = _("¡Ganaste!") if mine else _("Ganó {player}").format(player=scene.player(view.winner)) + ":"
        lead = [Segment(" ", plain), scene.badge(view.winner), Segment(f" {who} ", self.skin.ink("gold", bold=True))]
        if mine:
            how = f"{scene.player(view.winner)} {how}"
        if not mine and size(lead) + cell_len(how) < width:
            return [Row(full([*lead, Segment(how, self.skin.ink("bright"))], width, plain))]
        return [Row(full(lead, width, plain)), *(self.text(f"    {row}", width) for row in wrap(how, width - 6))]

    def _seat(self, scene: Scene, seat: int, width: int) -> list[Row]:
        view, skin = self.model.view, self.skin
        if view is None:
            return []
        plain = skin.ink("text")
        countries, armies = (
            view.masks[seat].bit_count(),
            sum(n for c, n in enumerate(view.armies) if view.owners[c] == seat),
        )
        if countries:
            state = _("{countries} y {armies}").format(
                countries=phrases.count_countries(countries), armies=phrases.count_armies(armies)
            )
        else:
            state = _("destruido por {player}").format(player=phrases.who(self.model, view.killers[seat]))
        head = [
            Segment(" ", plain),
            scene.badge(seat),
            Segment(f" {scene.player(seat)} ", skin.ink("bright", bold=True)),
            Segment(clean(state), skin.ink("dim")),
        ]
        out = [Row(full(head, width, plain))]
        for label, text in self._secrets(seat):
            for place, row in enumerate(wrap(clean(text), width - 16)):
                lead = label if not place else ""
                out.append(Row(full((Segment(f"   {lead:<12}", skin.ink("dim")), Segment(row, plain)), width, plain)))
        return out

    def _secrets(self, seat: int) -> list[tuple[str, str]]:
        view = self.model.view
        if view is None:
            return []
        now, dealt = view.objectives[seat], view.dealt[seat]

        def said(number: int) -> str:
            return words.objective(number, view.colours, seat, self.model)

        out = [(_("Objetivo"), said(now))]
        if dealt != now:
            out = [(_("Repartido"), said(dealt)), (_("Heredado"), said(now))]
        hand = view.hands[seat]
        out.append((_("Tarjetas"), listed([card(number) for number in hand]) if hand else _("ninguna")))
        deal = [code(c) for c in range(len(BOARD.countries)) if view.deal[c] == seat]
        return [*out, (_("Reparto"), " ".join(deal))]
