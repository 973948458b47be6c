"""Making an offer, one question after the other: to whom, what is given, what is asked, how much (N123 to N131)."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.negocios.commands import Offer
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens

from teg_tui.i18n import _, ngettext
from teg_tui.negocios import forecasts, names, words
from teg_tui.negocios.deals import Wares
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.goods import ware
from teg_tui.negocios_ui.naming import country, factor, level
from teg_tui.negocios_ui.scene import Scene
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

NOBODY = -1
WHOM, GIVE, TAKE, COUNT = range(4)
"""The questions, in their order."""


class OfferSheet(Sheet):
    """Esc goes one question back; the last one shows what would change, and sends."""

    tone: ClassVar[Tone] = "move"
    wanted: ClassVar[int] = 72

    def __init__(self, skin: Skin, model: NegociosModel, partner: int = NOBODY) -> None:
        super().__init__(skin)
        self.model = model
        self.partner = partner
        self.step = GIVE if partner in model.partners() else WHOM
        self.give: Goods | None = None
        self.take: Goods | None = None
        self.count = 1

    @property
    def scene(self) -> Scene:
        """What names and signs come from."""
        return Scene(self.model, self.skin)

    def refreshed(self) -> bool:
        """Go away when nothing can be offered any more, back when what was chosen is gone."""
        partners = self.model.partners()
        if self.step > WHOM and self.partner not in partners:
            self._go(WHOM)
        elif self.step > GIVE and self.give is not None and not self._still(self.give, self._mine()):
            self._go(GIVE)
        elif self.step > TAKE and self.take is not None and not self._still(self.take, self._theirs()):
            self._go(TAKE)
        self.count = max(1, min(self.count, self._most()))
        self.chosen = max(0, min(self.chosen, self._picks() - 1))
        return bool(partners)

    def _go(self, step: int) -> None:
        self.step, self.chosen, self.top = step, 0, 0

    def _mine(self) -> Wares:
        return self.model.my_wares(self.partner)

    def _theirs(self) -> Wares:
        return self.model.their_wares(self.partner)

    def _still(self, goods: Goods, wares: Wares) -> bool:
        return goods == Card(None) or goods in self._goods(wares)

    def _goods(self, wares: Wares) -> list[Goods]:
        """Return what can be put into a deal: fichas, then cards, then countries."""
        tokens: list[Goods] = [Tokens(colour, held) for colour, held in wares.tokens]
        cards: list[Goods] = [Card(card) for card in wares.cards]
        lands: list[Goods] = [Land(number) for number in wares.countries]
        return [*tokens, *cards, *lands]

    def _gives(self) -> list[Goods]:
        mine, theirs = self._goods(self._mine()), self._theirs()
        kinds: set[type[Goods]] = set()
        kinds |= {Tokens} if theirs.tokens else set()
        kinds |= {Land} if theirs.countries else set()
        view = self.model.view
        kinds |= {Card} if view is not None and view.hands[self.partner] else set()
        found = [goods for goods in mine if type(goods) in kinds]
        return sorted(found, key=lambda goods: not (isinstance(goods, Tokens) and goods.colour == self.partner))

    def _takes(self) -> list[Goods]:
        """Return what can be asked for: like for like, one's own fichas first; an unseen card is asked openly."""
        give = self.give
        found = [goods for goods in self._goods(self._theirs()) if type(goods) is type(give)]
        if isinstance(give, Tokens):
            found = [goods for goods in found if isinstance(goods, Tokens) and goods.colour != give.colour]
            return sorted(found, key=lambda goods: not (isinstance(goods, Tokens) and goods.colour == self.model.seat))
        return [*found, Card(None)] if isinstance(give, Card) else found

    def _choices(self) -> list[Goods]:
        return self._gives() if self.step == GIVE else self._takes() if self.step == TAKE else []

    def _picks(self) -> int:
        return len(self.model.partners()) if self.step == WHOM else len(self._choices())

    def _most(self) -> int:
        if isinstance(self.give, Tokens) and isinstance(self.take, Tokens):
            return max(1, min(self.give.count, self.take.count))
        return 1

    def offer(self) -> Offer | None:
        """Return the offer as far as it is whole."""
        give, take = self.give, self.take
        if give is None or take is None:
            return None
        if isinstance(give, Tokens) and isinstance(take, Tokens):
            give, take = Tokens(give.colour, self.count), Tokens(take.colour, self.count)
        return Offer(self.partner, give, take)

    def title(self) -> str:
        """Return the question."""
        name = self.scene.player(self.partner)
        return {
            WHOM: _("Ofrecer: ¿a quién?"),
            GIVE: _("A {player}: ¿qué le das?").format(player=name),
            TAKE: _("A {player}: ¿qué le pedís?").format(player=name),
            COUNT: _("Oferta a {player}").format(player=name),
        }[self.step]

    def rows(self, width: int) -> list[Row]:
        """Return the choices of the question, or the whole offer."""
        if self.step == WHOM:
            return [self._partner(seat, place, width) for place, seat in enumerate(self.model.partners())]
        if self.step == COUNT:
            return self._whole(width)
        out = self._wares(width)
        if self.step == TAKE and self.give is not None:
            lead = _("Le das: {goods}").format(goods=ware(self.scene, self.give))
            out = [*[self.text(row, width) for row in wrap(clean(lead), width - 2)], *out]
        return out or [self.text(row, width) for row in wrap(self._nothing(), width - 2)]

    def _wares(self, width: int) -> list[Row]:
        """Return the choices, each kind below its name where there are several."""
        choices, out = self._choices(), list[Row]()
        heads = {Tokens: _("Fichas que retenés"), Card: _("Tarjetas"), Land: _("Países")}
        mixed = len({type(goods) for goods in choices}) > 1
        for place, goods in enumerate(choices):
            if mixed and (not place or type(choices[place - 1]) is not type(goods)):
                look = self.skin.ink("dim")
                out.append(Row(full((Segment(" " + heads[type(goods)], look),), width, look)))
            out.append(self._ware(goods, place, width))
        return out

    def _nothing(self) -> str:
        return _("No hay nada que se pueda cambiar: se cambia lo mismo por lo mismo, en igual cantidad (N123).")

    def _partner(self, seat: int, place: int, width: int) -> Row:
        theirs, scene, me = self.model.their_wares(seat), self.scene, self.model.seat
        mine = dict(theirs.tokens).get(me, 0)
        note = ngettext("retiene {n} tuya", "retiene {n} tuyas", mine).format(n=mine) if mine else ""
        held = dict(self.model.my_wares(seat).tokens).get(seat, 0)
        note += (" · " if note and held else "") + (_("le retenés {n}").format(n=held) if held else "")
        pieces = [
            scene.badge(seat),
            Segment(" " + pad(scene.player(seat), 16), self.skin.ink("bright", bold=True)),
            Segment(note, self.skin.ink("good" if mine and held else "dim")),
        ]
        return self.pick_line(pieces, width, place)

    def _ware(self, goods: Goods, place: int, width: int) -> Row:
        scene, skin = self.scene, self.skin
        bright, dim = skin.ink("bright", bold=True), skin.ink("dim")
        match goods:
            case Tokens(colour=colour, count=held):
                whose = (
                    _("tuyas") if colour == self.model.seat else _("de {player}").format(player=scene.player(colour))
                )
                pieces = [
                    scene.badge(colour),
                    Segment(f" {whose} ", bright),
                    Segment(_("hasta {n}").format(n=held), dim),
                ]
            case Land(country=number):
                seat, row = self.model.owner(number), self.model.levels()[self.model.factor(number)]
                note = f"{level(row.cells[seat].level, short=True)} {row.cells[seat].count} · {factor(row.factor)}"
                pieces = [scene.count(number), Segment(" " + pad(country(number), 22), bright), Segment(note, dim)]
            case Card(card=None):
                pieces = [Segment(_("cualquiera: le mostrás la tuya y elige qué nombrar"), bright)]
            case Card(card=number):
                pieces = [Segment(names.card(number), bright)]
            case _:
                pieces = []
        return self.pick_line(pieces, width, place)

    def _whole(self, width: int) -> list[Row]:
        """Return the offer, what keeps it from being made, and what it would change."""
        offer = self.offer()
        if offer is None:
            return []
        text = _("Das {give} por {take}").format(give=ware(self.scene, offer.give), take=ware(self.scene, offer.take))
        out = [self.text(row, width, bold=True) for row in wrap(clean(text), width - 2)]
        if self._most() > 1:
            out.append(self.text(_("Cuántas: {n} de {most} (+ y -)").format(n=self.count, most=self._most()), width))
        trouble = self.model.offer_trouble(offer)
        if trouble is not None:
            lines, look = (
                [words.sentence(trouble.code, dict(trouble.facts), self.model)],
                self.skin.ink("bad", bold=True),
            )
        else:
            effect = self.model.offer_effect(offer)
            lines, look = (
                forecasts.deal(effect, self.model, self.model.seat) if effect is not None else [],
                self.skin.ink("text"),
            )
            if not lines:
                lines = [_("Va a ver tu tarjeta y puede contestarte con una oferta que nombre la suya.")]
        out.append(self.text("", width))
        rows = [row for line in lines for row in wrap(clean(line), width - 4)]
        return out + [Row(full((Segment("  " + row, look),), width, look)) for row in rows]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return choose or send, and back."""
        back = KeyHint("Esc", _("Volver"), "escape")
        if self.step != COUNT:
            other = (KeyHint("↑↓", _("Otra cosa"), ""),) if self._picks() > 1 else ()
            return (KeyHint("⏎", _("Elegir"), "enter", hot=True), *other, back) if self._picks() else (back,)
        offer, out = self.offer(), list[KeyHint]()
        if offer is not None and self.model.offer_trouble(offer) is None:
            out.append(KeyHint("⏎", _("Ofrecer"), "enter", hot=True))
        if self._most() > 1:
            out.append(KeyHint("+-", _("Cuántas"), ""))
        return (*out, back)

    def press(self, key: str) -> Deed | None:
        """Choose, change the number, send, or go one question back."""
        if key == "escape":
            if self.step == WHOM:
                return CLOSE
            self._go(self.step - 1)
            return NOTHING
        if self.step == COUNT:
            return self._last(key)
        if self.move(key, self._picks()) or key != "enter" or not self._picks():
            return NOTHING
        if self.step == WHOM:
            self.partner = self.model.partners()[self.chosen]
        elif self.step == GIVE:
            self.give = self._gives()[self.chosen]
        else:
            self.take = self._takes()[self.chosen]
            self.count = self._most()
        self._go(self.step + 1)
        return NOTHING

    def _last(self, key: str) -> Deed:
        if key in {"+", "right", "up", "l", "k"}:
            self.count = min(self._most(), self.count + 1)
        elif key in {"-", "left", "down", "h", "j"}:
            self.count = max(1, self.count - 1)
        elif key.isdigit() and int(key):
            self.count = max(1, min(self._most(), int(key)))
        offer = self.offer()
        if key != "enter" or offer is None:
            return NOTHING
        trouble = self.model.offer_trouble(offer)
        if trouble is not None:
            return Deed(say=words.sentence(trouble.code, dict(trouble.facts), self.model))
        said = _("Oferta enviada a {player}.").format(player=self.scene.player(self.partner))
        return Deed((offer,), closes=True, say=said)
