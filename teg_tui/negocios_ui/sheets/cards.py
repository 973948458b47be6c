"""The hand of consolidation cards (N57 to N76), and the secret objective (N19, N133 to N138)."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.board import members
from teg_shared.rules.negocios.commands import PlayCard

from teg_tui.i18n import _
from teg_tui.names import listed
from teg_tui.negocios import forecasts, words
from teg_tui.negocios.card_questions import CardView
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios.names import icons
from teg_tui.negocios.rows import Part
from teg_tui.negocios_ui.naming import country, objective
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row


class CardsSheet(GameSheet[NegociosModel]):
    """The cards in the hand, with what the chosen one would do."""

    tone: ClassVar[Tone] = "place"
    wanted: ClassVar[int] = 70

    def refreshed(self) -> bool:
        """Keep the choice inside the hand."""
        self.chosen = max(0, min(self.chosen, len(self.model.hand()) - 1))
        return not self.model.spectator

    def title(self) -> str:
        """Return the title with the number of cards."""
        return _("Tus tarjetas: {n}").format(n=len(self.model.hand()))

    def rows(self, width: int) -> list[Row]:
        """Return the cards, then what the chosen one would do."""
        views = self.model.hand_views()
        out = [self._card(view, place, width) for place, view in enumerate(views)]
        if not views:
            out += self._said(_("Todavía no tenés. Tomá un país en tu turno y robás una al plantarte."), width)
        elif self.chosen < len(views):
            out.append(self.text("", width))
            for line in forecasts.card_lines(views[self.chosen]):
                out += self._said(clean(line), width)
        return [*out, self.text("", width), *self._said(self._when(), width)]

    def _said(self, text: str, width: int) -> list[Row]:
        return [self.text(row, width) for row in wrap(text, width - 2)]

    def _card(self, view: CardView, place: int, width: int) -> Row:
        skin = self.skin
        goals = view.most_coincidences
        pieces = [
            Segment(f" {view.tokens} ", skin.lit("gold")),
            Segment(" " + pad(words.count_fichas(view.tokens), 9), skin.ink("text")),
            Segment(" " + pad(icons(view.card), 10), skin.ink("bright", bold=True)),
            Segment(
                _("hasta {n} coincidencias").format(n=goals) if goals > 1 else "",
                skin.ink("good" if goals == 3 else "dim"),
            ),
        ]
        return self.pick_line(pieces, width, place)

    def _when(self) -> str:
        match self.model.playable():
            case "now":
                return _("Podés jugar una ahora. Se usa entera: fichas, mercado e íconos.")
            case "queued":
                return _("Se está usando otra tarjeta: la tuya va después.")
            case _:
                return _("Se juega al plantarte o en una negociación; una por ronda.")

    def keys(self) -> tuple[KeyHint, ...]:
        """Return play, if one can be played, and close."""
        out = [KeyHint("⏎", _("Jugar esta"), "enter", hot=True)] if self.model.playable_cards() else []
        out += [KeyHint("↑↓", _("Otra"), "")] if len(self.model.hand()) > 1 else []
        return (*out, KeyHint("Esc", _("Cerrar"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Choose, play or close."""
        hand = self.model.hand()
        if key in {"escape", "c"}:
            return CLOSE
        if self.move(key, len(hand)):
            return NOTHING
        if key == "enter" and hand:
            card = hand[self.chosen]
            if card in self.model.playable_cards():
                return Deed((PlayCard(card),), closes=True)  # what it asks for next is said by the board
            return Deed(say=self._when())
        return NOTHING


class ObjectiveSheet(GameSheet[NegociosModel]):
    """The secret objective and how far one is; the same key closes it."""

    wanted: ClassVar[int] = 66

    def title(self) -> str:
        """Return the title."""
        return _("Tu objetivo secreto")

    def rows(self, width: int) -> list[Row]:
        """Return the objective, a row for each condition, and when it is looked at."""
        said = objective(self.model.objective(), self.model.seats())
        out = [self.text(row, width, bold=True) for row in wrap(clean(said), width - 2)]
        out.append(self.text("", width))
        for part in self.model.objective_progress():
            out += self._part(part, width)
        out.append(self.text("", width))
        note = _("Se mira una vez por ronda, al terminar el último turno de control, para todos.")
        return out + [self.text(row, width) for row in wrap(note, width - 2)]

    def _part(self, part: Part, width: int) -> list[Row]:
        skin, plain = self.skin, self.skin.ink("text")
        sign = Segment(" ✓ " if part.done else " ∙ ", skin.ink("good" if part.done else "dim", bold=True))
        rows = wrap(clean(words.part(part, self.model)), width - 20)
        figure = pad(clean(words.progress(part)), 16, ">")
        head = [sign, Segment(pad(rows[0], width - 20), plain), Segment(figure, skin.ink("bright", bold=True))]
        out = [Row(full(head, width, plain))]
        out += [Row(full([Segment("   " + row, plain)], width, plain)) for row in rows[1:]]
        if part.missing and not part.done:
            named = listed([country(number) for number in members(part.missing)])
            text = _("sirven: {countries}").format(countries=named)
            out += [Row(full([Segment("   " + row, skin.ink("dim"))], width, plain)) for row in wrap(text, width - 5)]
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return how to hide it again."""
        return (KeyHint("o", _("Esconder"), "o"),)

    def press(self, key: str) -> Deed | None:
        """Scroll; any other key hides it."""
        return NOTHING if self.scroll(key) and key != "space" else CLOSE
