"""Proposals, standing pacts and the ledger: C31 to C36."""

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from teg_shared.rules.classic.commands import Announce, Answer, ProposeDissolve, Withdraw
from teg_shared.rules.classic.state import LedgerEntry, Pact, Proposal

from teg_tui import phrases, words
from teg_tui import questions as ask
from teg_tui.i18n import N_, _
from teg_tui.model import Model
from teg_tui.names import border
from teg_tui.screens.sheets.game_sheet import GameSheet
from teg_tui.screens.sheets.propose import ProposeSheet
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, full, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row


@dataclass(frozen=True)
class Entry:
    """Something that can be chosen: a proposal or a pact."""

    bargain: Pact | Proposal
    group: str


class PactsSheet(GameSheet[Model]):
    """What waits for an answer first, then one's own proposals, then all standing pacts."""

    tone: ClassVar[Tone] = "move"
    wanted: ClassVar[int] = 76

    def title(self) -> str:
        """Return the title with the house rule."""
        return _("Pactos: {rule}").format(rule=words.house_value("pacts", self.model.settings.pacts))

    def entries(self) -> list[Entry]:
        """Return everything that can be chosen, in order."""
        model = self.model
        out = [Entry(p, "to-me") for p in model.open_proposals_to_me()]
        out += [Entry(p, "by-me") for p in model.open_proposals_by_me()]
        standing = sorted(model.pacts(), key=lambda p: (not ask.between(p, model.seat), p.id))
        return out + [Entry(p, "mine" if ask.between(p, model.seat) else "others") for p in standing]

    def refreshed(self) -> bool:
        """Keep the choice inside the list."""
        self.chosen = max(0, min(self.chosen, len(self.entries()) - 1))
        return True

    def rows(self, width: int) -> list[Row]:
        """Return the groups with their titles."""
        titles = {
            "to-me": _("Esperan tu respuesta"),
            "by-me": _("Propuestas tuyas sin respuesta"),
            "mine": _("Tus pactos"),
            "others": _("Pactos de los demás"),
        }
        out: list[Row] = []
        group = ""
        for place, entry in enumerate(self.entries()):
            if entry.group != group:
                group = entry.group
                out.append(self._heading(titles[group], width))
            out.append(self._entry(entry, place, width))
        if not out:
            out += [self.text(row, width) for row in wrap(self._empty(), width - 2)]
        return out

    def _empty(self) -> str:
        if self.model.settings.pacts == "none":
            return _("En esta mesa se juega sin pactos.")
        if not self.model.pact_partners():
            return _("No hay pactos en pie.")
        return _("No hay pactos. Con n proponés uno: de no agresión, en una frontera o en todo el mapa.")

    def _heading(self, text: str, width: int) -> Row:
        look = self.skin.ink("dim")
        return Row(full((Segment(" " + text, look),), width, look))

    def _entry(self, entry: Entry, place: int, width: int) -> Row:
        scene, bargain = Scene(self.model, self.skin), entry.bargain
        if isinstance(bargain, Pact):
            a, b, end = bargain.a, bargain.b, bargain.last
        else:
            a, b, end = bargain.proposer, bargain.partner, bargain.last
        text = f"{border(bargain.border)} · {_when(bargain, end)}"
        players = _("{a} y {b}").format(a=scene.player(a), b=scene.player(b))
        look = self.skin.ink("bright", bold=True) if entry.group != "others" else self.skin.ink("text")
        sign = Segment("═" if isinstance(bargain, Pact) else "?", self.skin.ink("pact", bold=True))
        pieces = [
            scene.badge(a),
            sign,
            scene.badge(b),
            Segment(f" {players} ", look),
            Segment("· " + text, self.skin.ink("text")),
        ]
        return self.pick_line(pieces, width, place)

    def _chosen(self) -> Entry | None:
        entries = self.entries()
        return entries[self.chosen] if self.chosen < len(entries) else None

    def keys(self) -> tuple[KeyHint, ...]:
        """Return what can be done with the chosen line, a new proposal, and the ledger."""
        out: list[KeyHint] = []
        entry = self._chosen()
        if entry is not None and entry.group == "to-me":
            out += [KeyHint("s", _("Aceptar"), "s", hot=True), KeyHint("x", _("Rechazar"), "x", hot=True)]
        if entry is not None and entry.group == "by-me":
            out.append(KeyHint("r", _("Retirar"), "r", hot=True))
        if entry is not None and entry.group == "mine":
            if self._may_dissolve(entry.bargain):
                out.append(KeyHint("d", _("Disolver"), "d", hot=True))
            if self._may_announce(entry.bargain):
                out.append(KeyHint("a", _("Anunciar el final"), "a", hot=True))
        if self.model.pact_partners():
            out.append(KeyHint("n", _("Proponer"), "n"))
        return (*out, KeyHint("l", _("Libro"), "l"), KeyHint("Esc", _("Cerrar"), "escape"))

    def _may_announce(self, bargain: Pact | Proposal) -> bool:
        view = self.model.view
        return view is not None and bargain in ask.announceable(view, self.model.seat)

    def _may_dissolve(self, bargain: Pact | Proposal) -> bool:
        view = self.model.view
        return view is not None and bargain in ask.dissolvable(view, self.model.seat)

    def press(self, key: str) -> Deed | None:
        """Answer, withdraw, dissolve, announce, propose, read or close."""
        if key in {"escape", "p"}:
            return CLOSE
        if self.move(key, len(self.entries())):
            return NOTHING
        if key == "n":
            if self.model.pact_partners():
                return Deed(opens=ProposeSheet(self.skin, self.model))
            return Deed(say=_("No podés proponer pactos ahora."))
        if key == "l":
            return Deed(opens=LedgerSheet(self.skin, self.model))
        entry = self._chosen()
        return self._with(entry, key) if entry is not None else NOTHING

    def _with(self, entry: Entry, key: str) -> Deed:
        number = entry.bargain.id
        match entry.group, key:
            case "to-me", "s":
                return Deed((Answer(number, accept=True),))
            case "to-me", "x":
                return Deed((Answer(number, accept=False),))
            case "by-me", "r":
                return Deed((Withdraw(number),))
            case "mine", "d" if self._may_dissolve(entry.bargain):
                return Deed((ProposeDissolve(number),))
            case "mine", "a" if self._may_announce(entry.bargain):
                return Deed((Announce(number),))
            case _:
                return NOTHING


def _when(bargain: Pact | Proposal, end: int | None) -> str:
    """Return since when and until when a bargain holds, or what a proposal wants."""
    if isinstance(bargain, Proposal):
        if bargain.dissolves is not None:
            return _("disolverlo")
        return _("hasta la ronda {n}").format(n=end) if end is not None else _("sin término")
    if bargain.notice is not None:
        return _("final anunciado")
    if end is None:
        return _("desde la ronda {n}").format(n=bargain.made)
    return _("rondas {a} a {b}").format(a=bargain.made, b=end)


_DEEDS = {
    "proposed": N_("{a} le propone a {b}"),
    "accepted": N_("{a} acepta a {b}"),
    "declined": N_("{a} rechaza a {b}"),
    "withdrawn": N_("{a} retira su propuesta a {b}"),
    "dissolved": N_("{a} y {b} disuelven"),
    "lapsed": N_("vence entre {a} y {b}"),
    "broken": N_("{a} ROMPE con {b}"),
    "announced": N_("{a} le anuncia el final a {b}"),
}


class LedgerSheet(GameSheet[Model]):
    """Every deed with pacts, newest first; nobody can change it (C36)."""

    wanted: ClassVar[int] = 66

    def title(self) -> str:
        """Return the title."""
        return _("Libro de pactos")

    def rows(self, width: int) -> list[Row]:
        """Return one line a deed."""
        ledger = self.model.view.ledger if self.model.view is not None else []
        if not ledger:
            return [self.text(_("Todavía está en blanco."), width)]
        return [self._line(entry, width) for entry in reversed(ledger)]

    def _line(self, entry: LedgerEntry, width: int) -> Row:
        scene, skin = Scene(self.model, self.skin), self.skin
        text = _(_DEEDS[entry.what]) if entry.what in _DEEDS else entry.what
        said = text.format(a=phrases.who(self.model, entry.a), b=phrases.who(self.model, entry.b))
        look = skin.ink("bad", bold=True) if entry.what == "broken" else skin.ink("text")
        pieces = [
            Segment(" " + _("r{n}").format(n=entry.round).ljust(4), skin.ink("dim")),
            scene.badge(entry.a),
            Segment(" " + clean(said), look),
            Segment(f" · {border(entry.border)}", skin.ink("dim")),
        ]
        return Row(full(pieces, width, skin.ink("text")))

    def keys(self) -> tuple[KeyHint, ...]:
        """Return how to go back."""
        return (KeyHint("Esc", _("Volver"), "escape"),)

    def press(self, key: str) -> Deed | None:
        """Scroll or go back."""
        if key in {"escape", "l"}:
            return CLOSE
        self.scroll(key)
        return NOTHING
