"""The end: who won and how, every objective and hand, and what next (T6)."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.protocol.messages import GetRecord, Rematch
from teg_shared.rules.negocios.victory import standing

from teg_tui.i18n import _
from teg_tui.names import listed
from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios.names import card
from teg_tui.negocios_ui.naming import objective
from teg_tui.negocios_ui.scene import Scene
from teg_tui.phrases import count_countries
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet


class ResultsSheet(Sheet):
    """Everything that was secret until now."""

    tone: ClassVar[Tone] = "place"
    wanted: ClassVar[int] = 74

    def __init__(self, skin: Skin, model: NegociosModel) -> None:
        super().__init__(skin)
        self.model = model

    def refreshed(self) -> bool:
        """Go away when another game begins."""
        return self.model.view is not None and bool(self.model.view.won_by)

    def title(self) -> str:
        """Return the title."""
        return _("Resultados")

    def rows(self, width: int) -> list[Row]:
        """Return the winner, then a group of rows a seat."""
        view, scene = self.model.view, Scene(self.model, self.skin)
        if view is None:
            return []
        mine = view.winner == self.model.seat
        who = _("¡Ganaste!") if mine else _("Ganó {player}:").format(player=scene.player(view.winner))
        head = [
            Segment(" ", scene.plain),
            scene.badge(view.winner),
            Segment(f" {who} ", self.skin.ink("gold", bold=True)),
        ]
        how = _("{how}, en la ronda {n}.").format(how=words.won_how(view.won_by, mine=mine), n=view.round)
        how = how[:1].upper() + how[1:] if mine else how
        lines = wrap(clean(how), width - 6 - len(who) - 1) or [""]
        out = [Row(full([*head, Segment(lines[0], self.skin.ink("bright"))], width, scene.plain))]
        out += [self.text("     " + line, width) for line in lines[1:]]
        room = self.model.room
        if room is not None and room.rematch:
            wish = listed([scene.player(seat) for seat in room.rematch])
            out.append(self.text(_("Quieren la revancha: {players}.").format(players=wish), width))
        order = sorted(range(len(view.colours)), key=lambda s: (s != view.winner, -view.masks[s].bit_count(), s))
        for seat in order:
            out += [self.text("", width), *self._seat(scene, seat, width)]
        return out

    def _seat(self, scene: Scene, seat: int, width: int) -> list[Row]:
        view = scene.view
        countries, block, market = standing(view, seat)
        if countries:
            state = _("{countries} · bloque de {block}").format(countries=count_countries(countries), block=block)
            if view.market_on:
                state += " · " + _("{n} en el mercado").format(n=market)
        else:
            state = _("eliminado por {player}").format(player=scene.player(view.killers[seat]))
        head = [
            Segment(" ", scene.plain),
            scene.badge(seat),
            Segment(f" {scene.player(seat)} ", self.skin.ink("bright", bold=True)),
            Segment(clean(state), self.skin.ink("dim")),
        ]
        out = [Row(full(head, width, scene.plain))]
        hand = view.hands[seat]
        said = listed([card(number) for number in hand]) if hand else _("ninguna")
        for label, text in (
            (_("Objetivo"), objective(view.objectives[seat], len(view.colours))),
            (_("Tarjetas"), said),
        ):
            for place, row in enumerate(wrap(clean(text), width - 16)):
                lead = Segment(f"   {label if not place else '':<12}", self.skin.ink("dim"))
                out.append(Row(full((lead, Segment(row, scene.plain)), width, scene.plain)))
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return rematch, record, leave, and back to the board."""
        again = () if self.model.spectator else (KeyHint("r", _("Revancha"), "r", hot=True),)
        save = () if self.model.guest else (KeyHint("g", _("Guardar la partida"), "g"),)
        return (
            *again,
            *save,
            KeyHint("m", _("Al menú"), "m"),
            KeyHint("Esc", _("Ver el mapa"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Ask for a rematch or the record, leave, or look at the board."""
        if self.scroll(key):
            return NOTHING
        match key:
            case "escape" | "enter":
                return CLOSE
            case "r" if not self.model.spectator:
                return Deed(messages=(Rematch(),), say=_("Pediste la revancha: empieza cuando acepten todos."))
            case "g" if not self.model.guest:
                return Deed(messages=(GetRecord(),), say=_("Pidiendo la partida…"))
            case "m":
                return Deed(act="menu", closes=True)
            case _:
                return NOTHING
