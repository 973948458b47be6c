"""What others did that is worth a word in the corner; never a question that has to be answered."""

from dataclasses import dataclass
from typing import Literal, Protocol

from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.state import Proposal

from teg_tui import changes as ch
from teg_tui import words
from teg_tui.i18n import _
from teg_tui.model import LEFT, Model
from teg_tui.names import border, country
from teg_tui.narration import narrate
from teg_tui.widgets.lines import clean


@dataclass(frozen=True)
class Toast:
    """A few words in the corner for some seconds."""

    text: str
    title: str = ""
    severity: Literal["information", "warning", "error"] = "information"


def toast(change: object, model: Model) -> Toast | None:
    """Return what to say of a change, None for most of them."""
    match change:
        case ch.ProposalArrived(proposal=proposal):
            return _proposed(model, proposal)
        case ch.CountryChanged(country=number, owner_before=before, owner=owner):
            if before == model.seat >= 0 and owner != before:
                text = _("{player} te tomó {country}.").format(player=words.who(model, owner), country=country(number))
                return Toast(clean(text), severity="warning")
            return None
        case ch.SeatOut(seat=seat, by=by):
            text = _("{player} quedó afuera: lo destruyó {by}.").format(
                player=words.who(model, seat), by=words.who(model, by)
            )
            return Toast(clean(text), severity="warning")
        case ch.ObjectiveChanged(objective=number):
            colours = model.view.colours if model.view is not None else None
            text = words.objective(number, colours, model.seat, model)
            return Toast(clean(text), _("Tenés otro objetivo"), "warning")
        case ch.Chronicled(entry=entry):
            return _pact_news(model, entry)
        case _:
            return table_toast(change, model)


class Table(words.Namer, Protocol):
    """What is asked of a model, whatever is played."""

    @property
    def seat(self) -> int:
        """This viewer's seat, -1 for a spectator."""
        ...


def table_toast(change: object, model: Table) -> Toast | None:
    """Return what to say of a change that has nothing to do with what is played: notices, refusals, chat."""
    match change:
        case ch.Noticed(code=code, facts=facts) if code not in LEFT:
            return Toast(clean(words.sentence(code, facts, model)))
        case ch.Rejected(code=code, facts=facts):
            return Toast(clean(words.sentence(code, facts, model)), severity="error")
        case ch.ChatArrived(line=line) if line.seat != model.seat or line.seat < 0:
            name = clean(line.name)
            return Toast(clean(line.text)[:120], _("{player} te dice").format(player=name) if line.private else name)
        case _:
            return None


def _proposed(model: Model, proposal: Proposal) -> Toast:
    player = words.who(model, proposal.proposer)
    if proposal.dissolves is not None:
        text = _("{player} propone disolver el pacto ({border}) · p responde")
    else:
        text = _("{player} te propone un pacto ({border}) · p responde")
    return Toast(clean(text.format(player=player, border=border(proposal.border))), _("Pacto"), "warning")


def _pact_news(model: Model, entry: ch.Entry) -> Toast | None:
    if entry.actor == model.seat >= 0:
        return None  # what one did oneself is no news
    mine = model.seat >= 0 and model.seat == entry.other
    if isinstance(entry.event, ev.PactEnded) and (mine or entry.event.how == "broken"):
        return Toast(clean(narrate(entry, model)), _("Pacto"), "warning")
    if mine and isinstance(entry.event, ev.PactMade | ev.EndAnnounced | ev.ProposalClosed):
        return Toast(clean(narrate(entry, model)), _("Pacto"))
    return None
