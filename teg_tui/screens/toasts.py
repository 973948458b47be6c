"""What others did in the classic game that is worth a word in the corner; never a question to be answered."""

from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.state import Proposal

from teg_tui import changes as ch
from teg_tui import words
from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import border, country
from teg_tui.narration import narrate
from teg_tui.phrases import who
from teg_tui.screens.table_toasts import Toast, table_toast
from teg_tui.widgets.lines import clean


def toast(change: object, model: Model) -> Toast | None:
    """Return what to say of a change, None for most of them."""
    match change:
        case ch.ProposalArrived(proposal=proposal):
            return _proposed(model, proposal)
        case ch.CountryChanged(country=number, owner_before=before, owner=owner):
            if before == model.seat >= 0 and owner != before:
                text = _("{player} te tomó {country}.").format(player=who(model, owner), country=country(number))
                return Toast(clean(text), severity="warning")
            return None
        case ch.SeatOut(seat=seat, by=by):
            text = _("{player} quedó afuera: lo destruyó {by}.").format(player=who(model, seat), by=who(model, by))
            return Toast(clean(text), severity="warning")
        case ch.ObjectiveChanged(objective=number):
            colours = model.view.colours if model.view is not None else None
            text = words.objective(number, colours, model.seat, model)
            return Toast(clean(text), _("Tenés otro objetivo"), "warning")
        case ch.Chronicled(entry=entry):
            return _pact_news(model, entry)
        case _:
            return table_toast(change, model)


def _proposed(model: Model, proposal: Proposal) -> Toast:
    player = who(model, proposal.proposer)
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
