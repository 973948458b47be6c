"""The end: who won and how, every objective and hand, and what next (T6)."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from teg_shared.rules.negocios.victory import standing

from teg_tui.i18n import _
from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.naming import objective
from teg_tui.negocios_ui.scene import Scene
from teg_tui.phrases import count_cards, count_countries
from teg_tui.screens.sheets.ending import EndingSheet
from teg_tui.widgets.lines import clean, full, pad, wrap
from teg_tui.widgets.sheet import Row


class ResultsSheet(EndingSheet[NegociosModel]):
    """Everything that was secret until now."""

    wanted: ClassVar[int] = 100

    def rows(self, width: int) -> list[Row]:
        """Return the winner, how all stand in one row each, and then what each of them was after."""
        view, scene = self.model.view, Scene(self.model, self.skin)
        if view is None:
            return []
        order = self.ranking()
        out = [*self._winner(scene, width), self.text("", width)]
        longest = max(cell_len(scene.player(seat)) for seat in order)
        out += [self._standing(scene, seat, longest, width) for seat in order]
        out += [self.text("", width), self.text(_("Qué buscaba cada una:"), width, bold=True)]
        for seat in order:
            out += self._aim(scene, seat, width)
        return out

    def _winner(self, scene: Scene, width: int) -> list[Row]:
        """Return who won and how, and who wants another game."""
        view = scene.view
        mine = view.winner == self.model.seat
        who = _("¡Ganaste!") if mine else _("Ganó {player}:").format(player=scene.player(view.winner))
        head = [
            Segment(" ", scene.plain),
            scene.badge(view.winner),
            Segment(f" {who} ", self.skin.ink("gold", bold=True)),
        ]
        how = self._how(view.won_by, view.round, mine=mine)
        lines = wrap(clean(how), width - 6 - len(who) - 1) or [""]
        out = [Row(full([*head, Segment(lines[0], self.skin.ink("bright"))], width, scene.plain))]
        out += [self.text("     " + line, width) for line in lines[1:]]
        return out + self.rematch(width)

    def _how(self, won_by: str, number: int, *, mine: bool) -> str:
        """Return how the game was won, and when; to the winner as the beginning of a sentence."""
        if won_by == "limit":
            said = _("Tenías más países") if mine else _("tenía más países")
            return said + " " + _("al terminar la ronda {n}, la última.").format(n=number)
        how = _("{how}, en la ronda {n}.").format(how=words.won_how(won_by, mine=mine), n=number)
        return how[:1].upper() + how[1:] if mine else how

    def _standing(self, scene: Scene, seat: int, longest: int, width: int) -> Row:
        """Return what a corporation has at the end."""
        view = scene.view
        countries, block, market = standing(view, seat)
        if countries:
            facts = [count_countries(countries), _("bloque de {n}").format(n=block)]
            facts += [_("{n} en el mercado").format(n=market)] if view.market_on else []
            facts += [count_cards(len(view.hands[seat]))] if view.hands[seat] else []
        else:
            facts = [_("eliminado por {player}").format(player=scene.player(view.killers[seat]))]
        return Row(
            full(
                [
                    Segment(" ", scene.plain),
                    scene.badge(seat),
                    Segment(f" {pad(scene.player(seat), longest)}  ", self.skin.ink("bright", bold=True)),
                    Segment(clean(" · ".join(facts)), scene.plain),
                ],
                width,
                scene.plain,
            )
        )

    def _aim(self, scene: Scene, seat: int, width: int) -> list[Row]:
        """Return the objective of a corporation, secret until now."""
        rows = wrap(clean(objective(scene.view.objectives[seat], len(scene.view.colours))), width - 6)
        lead = [Segment(" ", scene.plain), scene.badge(seat), Segment(" ", scene.plain)]
        rest = [Segment("     ", scene.plain)]
        return [
            Row(full([*(rest if place else lead), Segment(row, scene.plain)], width, scene.plain))
            for place, row in enumerate(rows)
        ]
