"""Offers of a negotiation, to be answered or withdrawn, and pacts where the room allows them: N119 to N131."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rich.segment import Segment
from teg_shared.rules.negocios.commands import Answer, AnswerPact, ProposePact, Withdraw, WithdrawPact
from teg_shared.rules.negocios.state import Pact, Proposal, Stage

from teg_tui.i18n import _
from teg_tui.negocios import forecasts, words
from teg_tui.negocios.deals import OfferView
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.goods import ware
from teg_tui.negocios_ui.modes.talking import talk_name
from teg_tui.negocios_ui.scene import Scene
from teg_tui.negocios_ui.sheets.offer import OfferSheet
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row

Group = Literal["to-me", "by-me", "others", "asked", "asking", "pacts"]


@dataclass(frozen=True)
class Entry:
    """Something that can be chosen: an offer, a proposal about a pact, or a pact."""

    group: Group
    item: OfferView | Proposal | Pact


class DealsSheet(GameSheet[NegociosModel]):
    """What waits for an answer first, with what it would change; then one's own offers, then those of others."""

    tone: ClassVar[Tone] = "move"
    wanted: ClassVar[int] = 72

    def title(self) -> str:
        """Return the title with the part of the round."""
        view = self.model.view
        talking = view is not None and view.stage in (Stage.FIRST, Stage.SECOND, Stage.COMMON)
        return talk_name(view.stage) if talking and view is not None else _("Negociar")

    def entries(self) -> list[Entry]:
        """Return everything that can be chosen, in order."""
        model = self.model
        offers = model.offers()
        out = [Entry("to-me", view) for view in offers if view.offer.partner == model.seat]
        out += [Entry("asked", proposal) for proposal in model.proposals_to_me()]
        out += [Entry("by-me", view) for view in offers if view.offer.proposer == model.seat]
        out += [Entry("asking", proposal) for proposal in model.proposals_by_me()]
        mine = {entry.item.offer.id for entry in out if isinstance(entry.item, OfferView)}
        out += [Entry("others", view) for view in offers if view.offer.id not in mine]
        return out + [Entry("pacts", pact) for pact in model.pacts()]

    def refreshed(self) -> bool:
        """Keep the choice inside the list."""
        self.chosen = max(0, min(self.chosen, len(self.entries()) - 1))
        return True

    def rows(self, width: int) -> list[Row]:
        """Return the groups with their titles, and below the chosen offer what would change."""
        titles: dict[Group, str] = {
            "to-me": _("Esperan tu respuesta"),
            "by-me": _("Tus ofertas"),
            "others": _("Entre otros"),
            "asked": _("Te proponen"),
            "asking": _("Propuestas tuyas sin respuesta"),
            "pacts": _("Pactos (promesas anotadas, no obligan)"),
        }
        out: list[Row] = []
        group = ""
        for place, entry in enumerate(self.entries()):
            if entry.group != group:
                group = entry.group
                look = self.skin.ink("dim")
                out.append(Row(full((Segment(" " + titles[entry.group], look),), width, look)))
            out.append(self._entry(entry, place, width))
            if place == self.chosen and isinstance(entry.item, OfferView):
                out += self._effect(entry.item, width)
        return out or [self.text(row, width) for row in wrap(self._empty(), width - 2)]

    def _empty(self) -> str:
        if self.model.can_talk():
            return _(
                "No hay ofertas. Con n hacés una: fichas retenidas por fichas, país por país o tarjeta por tarjeta, "
                "siempre en igual cantidad."
            )
        if self.model.takes_part():
            return _("Se está usando una tarjeta: los tratos siguen cuando termine (N150).")
        return _("Se negocia después de cada media ronda y al final de la ronda.")

    def _entry(self, entry: Entry, place: int, width: int) -> Row:
        scene, skin = Scene(self.model, self.skin), self.skin
        item = entry.item
        if isinstance(item, OfferView):
            offer = item.offer
            text = _("{give} por {take}").format(give=ware(scene, offer.give), take=ware(scene, offer.take))
            first, second, sign = offer.proposer, offer.partner, "›"
            look = skin.ink("bright", bold=entry.group != "others")
            if item.blocked and not item.asks_card:
                look = skin.ink("faint")
        elif isinstance(item, Proposal):
            text = _("disolver el pacto") if item.dissolves is not None else _("pacto de no agresión")
            first, second, sign, look = item.proposer, item.partner, "?", skin.ink("bright", bold=True)
        else:
            text = _("desde la ronda {n}").format(n=item.made)
            first, second, sign, look = item.a, item.b, "═", skin.ink("text")
        pieces = [
            scene.badge(first),
            Segment(sign, skin.ink("pact", bold=True)),
            scene.badge(second),
            Segment(f" {scene.player(first)}: {text}", look),
        ]
        return self.pick_line(pieces, width, place)

    def _effect(self, view: OfferView, width: int) -> list[Row]:
        """Return why the offer is blocked, or what it would change."""
        if view.asks_card:
            lines = [_("Te muestran una tarjeta: contestá con una oferta que nombre una tuya (n).")]
        elif view.blocked:
            lines = [words.blocked(view, self.model)]
        else:
            lines = forecasts.deal(view.effect, self.model, self.model.seat) if view.effect is not None else []
        look = self.skin.ink("bad" if view.blocked and not view.asks_card else "dim")
        rows = [row for line in lines for row in wrap(clean(line), width - 6)]
        return [Row(full((Segment("     " + row, look),), width, look)) for row in rows]

    def _chosen(self) -> Entry | None:
        entries = self.entries()
        return entries[self.chosen] if self.chosen < len(entries) else None

    def keys(self) -> tuple[KeyHint, ...]:
        """Return what can be done with the chosen line, and a new offer."""
        out: list[KeyHint] = []
        entry = self._chosen()
        if entry is not None:
            out += self._keys_of(entry)
        if self.model.partners():
            out.append(KeyHint("n", _("Ofrecer"), "n", hot=not out))
        if self.model.pact_partners():
            out.append(KeyHint("a", _("Proponer pacto"), "a"))
        return (*out, KeyHint("Esc", _("Cerrar"), "escape"))

    def _keys_of(self, entry: Entry) -> list[KeyHint]:
        item = entry.item
        decline = KeyHint("x", _("Rechazar"), "x", hot=True)
        if isinstance(item, OfferView) and item.to_me:
            return [decline] if item.blocked else [KeyHint("s", _("Aceptar"), "s", hot=True), decline]
        if isinstance(item, OfferView) and item.by_me:
            return [KeyHint("r", _("Retirar"), "r", hot=True)]
        if entry.group == "asked":
            return [KeyHint("s", _("Aceptar"), "s", hot=True), decline]
        if entry.group == "asking":
            return [KeyHint("r", _("Retirar"), "r", hot=True)]
        if isinstance(item, Pact) and item in self.model.dissolvable_pacts():
            return [KeyHint("d", _("Proponer disolverlo"), "d", hot=True)]
        return []

    def press(self, key: str) -> Deed | None:
        """Answer, withdraw, offer, propose or close."""
        if key in {"escape", "p"}:
            return CLOSE
        if self.move(key, len(self.entries())):
            return NOTHING
        if key == "n":
            if self.model.partners():
                return Deed(opens=OfferSheet(self.skin, self.model, self._asked_by()))
            return Deed(say=_("Ahora no podés hacer ofertas."))
        if key == "a":
            if self.model.pact_partners():
                return Deed(opens=PactSheet(self.skin, self.model))
            return Deed(say=_("No podés proponer pactos ahora."))
        entry = self._chosen()
        return self._with(entry, key) if entry is not None else NOTHING

    def _asked_by(self) -> int:
        """Return who shows a card in the chosen offer, -1 if nobody does."""
        entry = self._chosen()
        asks = entry is not None and isinstance(entry.item, OfferView) and entry.item.asks_card and entry.item.to_me
        return entry.item.offer.proposer if asks and entry and isinstance(entry.item, OfferView) else -1

    def _with(self, entry: Entry, key: str) -> Deed:
        item = entry.item
        match item, key:
            case OfferView(to_me=True, blocked=""), "s":
                return Deed((Answer(item.offer.id, accept=True),))
            case OfferView(to_me=True, asks_card=True), "s":
                return Deed(opens=OfferSheet(self.skin, self.model, item.offer.proposer))
            case OfferView(to_me=True), "s":
                return Deed(say=words.blocked(item, self.model))
            case OfferView(to_me=True), "x":
                return Deed((Answer(item.offer.id, accept=False),))
            case OfferView(by_me=True), "r":
                return Deed((Withdraw(item.offer.id),))
            case Proposal(), "s" | "x" if entry.group == "asked":
                return Deed((AnswerPact(item.id, accept=key == "s"),))
            case Proposal(), "r" if entry.group == "asking":
                return Deed((WithdrawPact(item.id),))
            case Pact(), "d" if item in self.model.dissolvable_pacts():
                other = item.b if item.a == self.model.seat else item.a
                return Deed((ProposePact(other, dissolve=True),))
            case _:
                return NOTHING


class PactSheet(GameSheet[NegociosModel]):
    """To whom a pact is proposed (N119)."""

    tone: ClassVar[Tone] = "move"
    wanted: ClassVar[int] = 56

    def refreshed(self) -> bool:
        """Go away when there is nobody left to propose one to."""
        partners = self.model.pact_partners()
        self.chosen = max(0, min(self.chosen, len(partners) - 1))
        return bool(partners)

    def title(self) -> str:
        """Return the question."""
        return _("Proponer un pacto: ¿a quién?")

    def rows(self, width: int) -> list[Row]:
        """Return the corporations."""
        scene = Scene(self.model, self.skin)
        return [
            self.pick_line(
                [scene.badge(seat), Segment(" " + scene.player(seat), self.skin.ink("bright", bold=True))], width, place
            )
            for place, seat in enumerate(self.model.pact_partners())
        ]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return propose and back."""
        return (KeyHint("⏎", _("Proponer"), "enter", hot=True), KeyHint("Esc", _("Volver"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Choose, propose or go back."""
        partners = self.model.pact_partners()
        if key == "escape":
            return CLOSE
        if self.move(key, len(partners)) or key != "enter":
            return NOTHING
        return Deed((ProposePact(partners[self.chosen]),), closes=True) if partners else CLOSE
