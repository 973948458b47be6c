"""What others did in a game of Negocios that is worth a word in the corner; on a small screen nothing else tells it."""

from msgspec.structs import replace
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios.data import FACTOR_OF
from teg_shared.rules.negocios.goods import Card
from teg_shared.rules.negocios.state import OpenOffer

from teg_tui import changes as ch
from teg_tui.i18n import _
from teg_tui.names import listed
from teg_tui.negocios import changes as nch
from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios.narration import narrate
from teg_tui.negocios_ui.naming import country, factor
from teg_tui.phrases import who
from teg_tui.screens.table_toasts import Toast, table_toast
from teg_tui.widgets.lines import clean


def toast(change: object, model: NegociosModel) -> Toast | None:
    """Return what to say of a change, None for most of them."""
    match change:
        case nch.OfferArrived(offer=offer):
            return Toast(clean(_asked(offer, model) + " · " + _("p responde")), _("Oferta"), "warning")
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
            return _out(model, seat, by)
        case ch.Chronicled(entry=entry):
            return _news(entry, model)
        case _:
            return table_toast(change, model)


def _asked(offer: OpenOffer, model: NegociosModel) -> str:
    """Return an offer as its partner is told it."""
    facts = {
        "name": who(model, offer.proposer),
        "give": words.goods(offer.give, model, model.seat),
        "take": words.goods(offer.take, model, model.seat),
    }
    if offer.take == Card(None):
        return _("{name} te muestra {give} y te pide una tarjeta").format(**facts)
    return _("{name} te da {give} por {take}").format(**facts)


def _out(model: NegociosModel, seat: int, by: int) -> Toast:
    if seat == model.seat:
        text = _("Te eliminó {by}: tus fichas salen del juego y tus tarjetas son suyas. Podés seguir mirando.")
        return Toast(clean(text.format(by=who(model, by))), _("Quedaste afuera"), "error")
    text = _("{player} quedó afuera: lo eliminó {by}.").format(player=who(model, seat), by=who(model, by))
    return Toast(clean(text), _("Eliminación"), "error")


def _news(entry: ch.Entry, model: NegociosModel) -> Toast | None:
    """Return what others did to this viewer, and what goes on at the table away from the map."""
    event, seat = entry.event, model.seat
    match event:
        case ev.OfferClosed(how="declined") if isinstance(entry.deal, OpenOffer) and entry.deal.proposer == seat:
            return Toast(clean(narrate(entry, model)))
        case ev.DealMade(proposer=proposer, partner=partner) if seat in {proposer, partner}:
            return Toast(clean(narrate(entry, model)), severity="warning")
        case ev.DealMade():  # what it does to the levels of others is for the chronicle
            return Toast(clean(narrate(replace(entry, levels=()), model)))
        case ev.SeatSuspended(seat=suspended) if suspended == seat:
            return Toast(_("En la ronda que viene no tenés turno de control."), _("Te suspendieron"), "warning")
        case ev.SeatSuspended():  # who misses a round matters to all: it finds room where a deal of others does not
            return Toast(clean(narrate(entry, model)), severity="warning")
        case ev.StarterNamed(seat=starter) if starter == seat:
            return Toast(_("Empezás la ronda que viene."))
        case ev.PactEnded(how="broken") if entry.actor != seat:
            return Toast(clean(narrate(entry, model)), _("Pacto"), "warning")
        case ev.MarketRolled():
            return _market(event, model)
        case ev.MarketExchanged(by=by, seats=seats) if by != seat:
            return Toast(clean(narrate(entry, model)), _("Mercado"), "warning" if seat in seats else "information")
        case ev.IconMoved(factor=number, path=path):
            mine = entry.actor == seat or FACTOR_OF[path[-1]] != number
            return None if mine else _coincides(entry.actor, number, path[-1], model)
        case ev.StarterNamed():
            return Toast(clean(narrate(entry, model)))
        case _:
            return None


def _coincides(actor: int, number: int, end: int, model: NegociosModel) -> Toast:
    """Return where somebody took an icon; the way there is in the chronicle."""
    text = _("{player} lleva {factor} a {country}. ¡Coincide!")
    return Toast(clean(text.format(player=who(model, actor), factor=factor(number), country=country(end))))


def _market(event: ev.MarketRolled, model: NegociosModel) -> Toast:
    """Return what the dice came to; the dice themselves lie in the sidebar."""
    if not event.added:
        return Toast(_("No se mueve nada."), _("Dado de todos"))
    takers = listed([f"{who(model, seat)} {count}" for seat, count in event.removals])
    text = _("{player} mete {n} en el mercado · saca: {takers}.")
    text = text.format(player=who(model, event.adder), n=event.added, takers=takers)
    hit = model.seat in {event.adder, *(seat for seat, _count in event.removals)}
    return Toast(clean(text), _("Dado de todos"), "warning" if hit else "information")
