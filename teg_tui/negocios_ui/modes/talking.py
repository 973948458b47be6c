"""Negotiations, and what leaders decide at the end of a round: N93 to N98, N120 to N131."""

from dataclasses import dataclass
from typing import ClassVar

from teg_shared.rules.negocios.commands import Done
from teg_shared.rules.negocios.state import Stage

from teg_tui.i18n import _, ngettext
from teg_tui.names import listed
from teg_tui.negocios import words
from teg_tui.negocios_ui.modes.base import Asking, Mode, Step, Table
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Talking(Mode):
    """Offers are made, answered and withdrawn; whoever wants nothing more says so."""

    tone: ClassVar[Tone] = "move"

    def hint(self, table: Table) -> str:
        """Return which negotiation it is, and what waits."""
        model = table.model
        lead = talk_name(table.view.stage)
        waits = len(model.open_offers_to_me())
        if waits:
            asks = _("1 oferta espera tu respuesta") if waits == 1 else _("{n} ofertas te esperan").format(n=waits)
            return f"{lead}: {asks} · " + _("Enter las muestra")
        if not model.can_finish():
            rest = [model.name_of(seat) for seat in model.prompted() if seat != model.seat]
            return f"{lead}: " + ngettext(
                "avisaste que terminaste; falta {players}", "avisaste que terminaste; faltan {players}", len(rest)
            ).format(players=listed(rest) or "—")
        if not model.partners():
            return f"{lead}: " + _("no hay con quién tratar · f termina · c juega una tarjeta")
        mine = len(model.open_offers_by_me())
        if mine:
            text = ngettext("tu oferta espera respuesta", "{n} ofertas tuyas esperan respuesta", mine).format(n=mine)
            return f"{lead}: {text} · " + _("Enter la muestra · f si no querés nada más")
        return f"{lead}: " + _("n ofrece algo · f si no querés nada más")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return offers, a new one, and done."""
        model = table.model
        out = [KeyHint("⏎", _("Ofertas"), "enter", hot=bool(model.offers()))]
        if model.partners():
            out.append(KeyHint("n", _("Ofrecer"), "n", hot=True))
        if model.can_finish():
            out.append(KeyHint("f", _("Terminé"), "f", hot=True))
        return tuple(out)

    def press(self, table: Table, key: str) -> Step | None:
        """Open the offers, begin one, or say that one is done."""
        model = table.model
        match key:
            case "enter":
                return Step(opens="deals")
            case "n" if model.partners():
                return Step(opens="offer")
            case "f" if model.can_finish():
                waits = len(model.open_offers_to_me())
                if waits:
                    question = _("Hay ofertas que no contestaste. ¿Terminar igual?")
                    return Step(Asking(question, (Done(),), self, _("Sí, terminé")))
                return Step(commands=(Done(),))
            case _:
                return None


@dataclass(frozen=True)
class Naming(Mode):
    """A leader says who is suspended, or who starts."""

    tone: ClassVar[Tone] = "alert"

    def hint(self, table: Table) -> str:
        """Return the question."""
        ballot = table.model.ballot()
        if ballot is None:
            return ""
        text = words.step(table.model.next_step(), table.model, market_on=table.view.market_on)
        return text + " " + _("Enter elige.")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return choose."""
        del table
        return (KeyHint("⏎", _("Elegir"), "enter", hot=True),)

    def press(self, table: Table, key: str) -> Step | None:
        """Open the choice."""
        del table
        return Step(opens="ballot") if key == "enter" else None


def talk_name(stage: Stage) -> str:
    """Return the name of a negotiation."""
    return {
        Stage.FIRST: _("Negociación de la primera mitad"),
        Stage.SECOND: _("Negociación de la segunda mitad"),
    }.get(stage, _("Negociación común"))
