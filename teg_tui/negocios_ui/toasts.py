"""What others did in a game of Negocios that is worth a word in the corner."""

from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios.state import OpenOffer

from teg_tui import changes as ch
from teg_tui.i18n import _
from teg_tui.model import LEFT
from teg_tui.negocios import changes as nch
from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios.narration import narrate
from teg_tui.negocios_ui.naming import country
from teg_tui.screens.table_toasts import Toast
from teg_tui.widgets.lines import clean
from teg_tui.words import who


def toast(change: object, model: NegociosModel) -> Toast | None:
    """Return what to say of a change, None for most of them."""
    match change:
        case nch.OfferArrived(offer=offer):
            text = words.offer(offer, model) + " · " + _("p responde")
            return Toast(clean(text), _("Oferta"), "warning")
        case nch.PactAsked(proposal=proposal):
            text = _("{player} te propone algo sobre un pacto · p responde")
            return Toast(clean(text.format(player=who(model, proposal.proposer))), _("Pacto"), "warning")
        case nch.OfferVoided(offer=offer):
            return Toast(clean(_("Ya no se puede: {offer}").format(offer=words.offer(offer, model))), _("Oferta"))
        case ch.CountryChanged(country=number, owner_before=before, owner=owner):
            if before == model.seat >= 0 and owner != before:
                text = _("{country} pasó a {player}.").format(country=country(number), player=who(model, owner))
                return Toast(clean(text), severity="warning")
            return None
        case ch.SeatOut(seat=seat, by=by):
            text = _("{player} quedó afuera: lo eliminó {by}.").format(player=who(model, seat), by=who(model, by))
            return Toast(clean(text), severity="warning")
        case ch.Chronicled(entry=entry):
            return _news(entry, model)
        case ch.Noticed(code=code, facts=facts) if code not in LEFT:
            return Toast(clean(words.sentence(code, facts, model)))
        case ch.Rejected(code=code, facts=facts):
            return Toast(clean(words.sentence(code, facts, model)), severity="error")
        case ch.ChatArrived(line=line) if line.seat != model.seat or line.seat < 0:
            name = clean(line.name)
            return Toast(clean(line.text)[:120], _("{player} te dice").format(player=name) if line.private else name)
        case _:
            return None


def _news(entry: ch.Entry, model: NegociosModel) -> Toast | None:
    """Return what others did to this viewer: answers to offers, suspensions, and pacts that were broken."""
    event, seat = entry.event, model.seat
    match event:
        case ev.DealMade(proposer=proposer) if proposer == seat:
            return Toast(clean(narrate(entry, model)))
        case ev.OfferClosed(how="declined") if isinstance(entry.deal, OpenOffer) and entry.deal.proposer == seat:
            return Toast(clean(narrate(entry, model)))
        case ev.SeatSuspended(seat=suspended) if suspended == seat:
            return Toast(_("En la ronda que viene no tenés turno de control."), _("Te suspendieron"), "warning")
        case ev.StarterNamed(seat=starter) if starter == seat:
            return Toast(_("Empezás la ronda que viene."))
        case ev.PactEnded(how="broken") if entry.actor != seat:
            return Toast(clean(narrate(entry, model)), _("Pacto"), "warning")
        case _:
            return None
