"""The hand and its exchanges (C17 to C21), and the secret objective (C6, C24 to C29)."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.board import members
from teg_shared.rules.classic.cards import exchange_value, matches
from teg_shared.rules.classic.commands import Claim, Exchange
from teg_shared.rules.classic.data import JOKER, SYMBOLS

from teg_tui import words
from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import country, listed, symbol
from teg_tui.rows import Part
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row

SIGNS = {"galeon": "G", "globo": "O", "canon": "C", "comodin": "✱"}
"""A letter for each symbol; globo is O, for its shape."""


class CardsSheet(GameSheet[Model]):
    """The cards in the hand; a set that can be exchanged is marked from the start."""

    tone: ClassVar[Tone] = "place"

    def __init__(self, skin: Skin, model: Model) -> None:
        super().__init__(skin, model)
        self.marked: set[int] = set()
        self._mark_best()

    def _mark_best(self) -> None:
        """Mark the set that spends the fewest jokers and own countries."""

        def worth(cards: tuple[int, int, int]) -> tuple[int, int]:
            jokers = sum(SYMBOLS[card] == JOKER for card in cards)
            return jokers, sum(self.model.owner(card) == self.model.seat for card in cards)

        sets = sorted(self.model.exchangeable_sets(), key=worth)
        self.marked = set(sets[0]) if sets else set()

    def refreshed(self) -> bool:
        """Forget marks on cards that are gone."""
        hand = set(self.model.hand())
        if not self.marked <= hand:
            self._mark_best()
        self.chosen = min(self.chosen, max(0, len(hand) - 1))
        return not self.model.spectator

    def title(self) -> str:
        """Return the title with the number of cards."""
        return _("Tus tarjetas: {n}").format(n=len(self.model.hand()))

    def rows(self, width: int) -> list[Row]:
        """Return the cards and what an exchange gives."""
        hand = self.model.hand()
        out = [self._card(card, place, width) for place, card in enumerate(hand)]
        if not hand:
            text = _("Todavía no tenés. Conquistá un país y sacás una al terminar el turno.")
            out += [self.text(row, width) for row in wrap(text, width - 2)]
        out.append(self.text("", width))
        return out + [self.text(row, width) for text in self._notes() for row in wrap(text, width - 2)]

    def _card(self, card: int, place: int, width: int) -> Row:
        scene, skin = Scene(self.model, self.skin), self.skin
        mine = self.model.owner(card) == self.model.seat
        note = ""
        if card in self.model.claimable_cards():
            note = _("tuyo: b cobra 2")
        elif mine:
            cashed = self.model.view is not None and self.model.view.claimed >> card & 1
            note = _("tuyo, ya cobrada") if cashed else _("tuyo")
        pieces = [
            Segment("[x] " if card in self.marked else "[ ] ", skin.ink("accent", bold=True)),
            Segment(f" {SIGNS[SYMBOLS[card]]} ", skin.lit("gold")),
            Segment(" " + pad(symbol(card), 9), skin.ink("text")),
            scene.count(card),
            Segment(" " + pad(country(card), 14), skin.ink("bright", bold=True)),
            Segment(note, skin.ink("good" if card in self.model.claimable_cards() else "dim")),
        ]
        return self.pick_line(pieces, width, place)

    def _notes(self) -> list[str]:
        now = self.model.exchange_worth()
        made = next((n for n in range(99) if exchange_value(n) == now), 0)
        out = [
            _("El canje vale ahora {now} ejércitos; el siguiente, {then}.").format(
                now=now, then=exchange_value(made + 1)
            )
        ]
        if self.model.exchangeable_sets():
            out.append(_("Se canjean tres iguales o tres distintas; el comodín vale por cualquiera."))
        elif len(self.model.hand()) >= 3:
            out.append(_("Se canjea al empezar tu turno, antes de atacar."))
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return mark, exchange and claim, as far as they can be done."""
        out = []
        hand = self.model.hand()
        if self._ready():
            out.append(KeyHint("e", _("Canjear por {n}").format(n=self.model.exchange_worth()), "e", hot=True))
        if hand and hand[self.chosen] in self.model.claimable_cards():
            out.append(KeyHint("b", _("Cobrar 2"), "b", hot=True))
        if self.model.exchangeable_sets():
            out.append(KeyHint("⏎", _("Marcar"), "enter"))
        return (*out, KeyHint("Esc", _("Cerrar"), "escape"))

    def _ready(self) -> bool:
        return tuple(sorted(self.marked)) in self.model.exchangeable_sets()

    def press(self, key: str) -> Deed | None:
        """Mark, exchange, claim or close."""
        hand = self.model.hand()
        if key in {"escape", "c"}:
            return CLOSE
        if self.move(key, len(hand)):
            return NOTHING
        if key in {"enter", "space", "x"} and hand:
            self.marked ^= {hand[self.chosen]}
            return NOTHING
        if key == "e":
            return self._exchange()
        if key == "b" and hand:
            card = hand[self.chosen]
            if card in self.model.claimable_cards():
                return Deed((Claim(card),))
            return Deed(say=_("Esa tarjeta no se puede cobrar ahora."))
        return NOTHING

    def _exchange(self) -> Deed:
        if not self._ready():
            if not self.model.exchangeable_sets():
                return Deed(say=_("Ahora no podés canjear."))
            if len(self.marked) == 3 and not matches(tuple(self.marked)):
                return Deed(say=_("Esas tres no hacen canje: tres iguales o tres distintas."))
            return Deed(say=_("Marcá tres tarjetas."))
        first, second, third = sorted(self.marked)
        done = Exchange((first, second, third))
        return Deed((done,), closes=len(self.model.hand()) - 3 < 5)


class ObjectiveSheet(GameSheet[Model]):
    """The secret objective, how far one is, and the common one; the same key closes it."""

    def title(self) -> str:
        """Return the title."""
        return _("Tu objetivo secreto")

    def rows(self, width: int) -> list[Row]:
        """Return the objective, and a row for each of its parts."""
        view = self.model.view
        if view is None:
            return []
        said = words.objective(self.model.objective(), view.colours, self.model.seat, self.model)
        out = [self.text(row, width, bold=True) for row in wrap(clean(said), width - 2)]
        out.append(self.text("", width))
        for part in self.model.objective_progress():
            out += self._part(part, width)
        return out

    def _part(self, part: Part, width: int) -> list[Row]:
        skin = self.skin
        sign = Segment(" ✓ " if part.done else " ∙ ", skin.ink("good" if part.done else "dim", bold=True))
        label = clean(words.part(part, self.model))
        counts = "" if part.kind == "destroy" else f"{part.have}/{part.need}"
        pieces = [
            sign,
            Segment(pad(label, 34), skin.ink("text")),
            Segment(pad(counts, 6, ">"), skin.ink("bright", bold=True)),
        ]
        out = [Row(full(pieces, width, skin.ink("text")))]
        if part.missing and part.kind in {"continent", "destroy"}:
            named = listed([country(number) for number in members(part.missing)])
            lead = _("faltan: {countries}") if part.kind == "continent" else _("le quedan: {countries}")
            out += [
                Row(full([Segment("   " + row, skin.ink("dim"))], width, skin.ink("text")))
                for row in wrap(lead.format(countries=named), width - 5)
            ]
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return how to hide it again."""
        return (KeyHint("o", _("Esconder"), "o"),)

    def press(self, key: str) -> Deed | None:
        """Scroll; any other key hides it."""
        return NOTHING if self.scroll(key) and key != "space" else CLOSE
