"""Choosing corporations: for an exchange in the market (N74 to N78, N85), and as a leader (N93 to N98)."""

from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.negocios.commands import Decline, Name

from teg_tui.i18n import _, ngettext
from teg_tui.names import listed
from teg_tui.negocios import words
from teg_tui.negocios.card_questions import emptied_by
from teg_tui.negocios.model import NegociosModel
from teg_tui.phrases import count_countries
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.widgets.boxes.people import People
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row


class ExchangeSheet(GameSheet[NegociosModel]):
    """Marks as many corporations as fichas are exchanged; Enter marks, and with all marked it exchanges."""

    tone: ClassVar[Tone] = "place"
    wanted: ClassVar[int] = 60

    def refreshed(self) -> bool:
        """Go away when there is nothing to choose any more."""
        exchange = self.model.exchange()
        if exchange is None or not self.model.my_turn:
            return False
        self.chosen = max(0, min(self.chosen, len(exchange.choices) - 1))
        return True

    def title(self) -> str:
        """Return the question."""
        exchange = self.model.exchange()
        count = exchange.count if exchange is not None else 0
        return _("Mercado: metés {n} y sacás {n}, una de cada quién").format(n=count)

    def rows(self, width: int) -> list[Row]:
        """Return the corporations with what they have, and what comes of the choice."""
        exchange, view, people = self.model.exchange(), self.model.view, People(self.model, self.skin)
        if exchange is None or view is None:
            return []
        marked = self.model.staged.seats
        out = []
        for place, (seat, held) in enumerate(exchange.choices):
            last = seat in emptied_by(view, (seat,))
            pieces = [
                Segment("[x] " if seat in marked else "[ ] ", self.skin.ink("accent", bold=True)),
                people.badge(seat),
                Segment(" " + pad(people.player(seat), 16), self.skin.ink("bright", bold=True)),
                Segment(_("{n} en el mercado").format(n=held), self.skin.ink("text")),
                Segment(" · " + _("lo vaciás") if last else "", self.skin.ink("good", bold=True)),
            ]
            out.append(self.pick_line(pieces, width, place))
        notes = [_("Lo que sacás queda retenido en tu zona: sirve para negociar.")]
        if emptied_by(view, marked):
            notes.append(_("Vaciar a alguien te da otro intercambio de 3 (N85)."))
        return [*out, self.text("", width), *[self.text(r, width) for note in notes for r in wrap(note, width - 2)]]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return mark, exchange and leave."""
        exchange, out = self.model.exchange(), list[KeyHint]()
        if exchange is not None and len(self.model.staged.seats) == exchange.count:
            out.append(KeyHint("⏎", _("Intercambiar"), "enter", hot=True))
            out.append(KeyHint("x", _("Desmarcar"), "x"))
        else:
            out.append(KeyHint("⏎", _("Marcar"), "enter", hot=True))
            out.append(KeyHint("↑↓", _("Otra"), ""))
            out += [KeyHint("x", _("Desmarcar"), "x")] if self.model.staged.seats else []
        if exchange is not None and exchange.bonus:
            out.append(KeyHint("f", _("Dejarlo"), "f"))
        return (*out, KeyHint("Esc", _("Cerrar"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Mark, exchange, leave or close."""
        exchange = self.model.exchange()
        if exchange is None or key == "escape":
            return CLOSE
        if self.move(key, len(exchange.choices)):
            return NOTHING
        if key == "f" and exchange.bonus:
            return Deed((Decline(),), closes=True)
        full = len(self.model.staged.seats) == exchange.count
        if key == "enter" and full:
            command = self.model.confirm_exchange()
            return Deed((command,), closes=True) if command is not None else NOTHING
        seats = [seat for seat, _held in exchange.choices]
        if key in {"x", "backspace", "-"}:
            self._unmark(seats)
        elif key in {"enter", "space"} and seats:
            self._mark(seats)
        return NOTHING

    def _unmark(self, seats: list[int]) -> None:
        """Take the mark of the chosen one back, or else the last one."""
        marked = self.model.staged.seats
        if marked:
            seat = seats[self.chosen] if seats[self.chosen] in marked else marked[-1]
            self.model.toggle_exchange(seat)
            self.chosen = seats.index(seat)

    def _mark(self, seats: list[int]) -> None:
        """Mark or unmark the chosen one; after a mark the next one without is chosen."""
        self.model.toggle_exchange(seats[self.chosen])
        marked = self.model.staged.seats
        if seats[self.chosen] in marked:
            later = [*range(self.chosen + 1, len(seats)), *range(self.chosen)]
            self.chosen = next((place for place in later if seats[place] not in marked), self.chosen)


class BallotSheet(GameSheet[NegociosModel]):
    """Whom a leader may name; what the others have named is seen beside."""

    tone: ClassVar[Tone] = "alert"
    wanted: ClassVar[int] = 60

    def refreshed(self) -> bool:
        """Go away when there is nothing to name any more."""
        ballot = self.model.ballot()
        if ballot is None or not ballot.mine:
            return False
        self.chosen = max(0, min(self.chosen, len(ballot.choices) - 1))
        return True

    def title(self) -> str:
        """Return the question."""
        ballot = self.model.ballot()
        starter = ballot is not None and ballot.kind == "starter"
        return _("¿Quién empieza?") if starter else _("¿A quién suspendés?")

    def rows(self, width: int) -> list[Row]:
        """Return the candidates, what others say, and what it means."""
        ballot, people = self.model.ballot(), People(self.model, self.skin)
        if ballot is None:
            return []
        rows = {row.seat: row for row in self.model.players()}
        out = []
        for place, seat in enumerate(ballot.choices):
            said = [voter for voter, named in ballot.votes if named == seat]
            note = _("lo nombró {players}").format(players=", ".join(people.player(s) for s in said)) if said else ""
            facts = count_countries(rows[seat].countries)
            pieces = [
                people.badge(seat),
                Segment(" " + pad(people.player(seat), 16), self.skin.ink("bright", bold=True)),
                Segment(pad(facts, 12), self.skin.ink("text")),
                Segment(note, self.skin.ink("accent")),
            ]
            out.append(self.pick_line(pieces, width, place))
        step = words.step(self.model.next_step(), self.model, market_on=self.model.market() is not None)
        notes = [clean(step)]
        if ballot.kind != "starter":
            notes.append(_("El suspendido no tiene turno de control la ronda que viene; todo lo demás sí."))
            notes += self._barred(people)
        if len(ballot.votes) > 1:
            notes.append(_("Hay empate: si no coinciden pueden cambiar una vez, y después se sortea (N95)."))
        return [*out, self.text("", width), *[self.text(r, width) for note in notes for r in wrap(note, width - 2)]]

    def _barred(self, people: People[NegociosModel]) -> list[str]:
        """Return who is on no list, and why (N94)."""
        view = self.model.view
        if view is None:
            return []
        seats = [seat for seat in range(len(view.colours)) if view.masks[seat] and seat != self.model.seat]
        immune = [people.player(seat) for seat in seats if view.immune >> seat & 1]
        named = [people.player(seat) for seat in seats if view.suspended >> seat & 1]
        said = []
        if immune:
            text = ngettext("{players} no puede: ya lo suspendieron para esta ronda (N94).",
                            "{players} no pueden: ya los suspendieron para esta ronda (N94).", len(immune))  # fmt: skip
            said.append(text.format(players=listed(immune)))
        if named:
            text = ngettext("{players} ya está suspendido.", "{players} ya están suspendidos.", len(named))
            said.append(text.format(players=listed(named)))
        return said

    def keys(self) -> tuple[KeyHint, ...]:
        """Return choose and close."""
        return (
            KeyHint("⏎", _("Elegir"), "enter", hot=True),
            KeyHint("↑↓", _("Otra"), ""),
            KeyHint("Esc", _("Ver el mapa"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Choose, or look at the map first."""
        ballot = self.model.ballot()
        if ballot is None or key == "escape":
            return CLOSE
        if self.move(key, len(ballot.choices)):
            return NOTHING
        if key == "enter" and ballot.choices:
            return Deed((Name(ballot.choices[self.chosen]),), closes=True)
        return NOTHING
