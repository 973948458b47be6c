"""Events of T.E.G. de los Negocios as sentences for the chronicle; what is secret stays unsaid."""

from collections.abc import Callable
from typing import Any, Final

from teg_shared.rules.board import members
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios.data import FACTOR_OF, HIDDEN, NOBODY
from teg_shared.rules.negocios.goods import Card
from teg_shared.rules.negocios.state import Phase, Proposal, Stage

from teg_tui.changes import Entry
from teg_tui.i18n import _
from teg_tui.names import listed
from teg_tui.negocios import forecasts, names, words
from teg_tui.negocios.words import count_fichas, goods, whose
from teg_tui.phrases import Namer, count_cards, faces, who

Teller = Callable[[Any, Entry, Namer], str]


def narrate(entry: Entry, namer: Namer) -> str:
    """Return the sentence of one line of the chronicle; empty for what needs none."""
    return _TELLERS[type(entry.event)](entry.event, entry, namer)


def _silent(event: ev.AnyEvent, entry: Entry, namer: Namer) -> str:
    """What is told by the lines around it."""
    del event, entry, namer
    return ""


def _simple(sentence: Callable[[], str]) -> Teller:
    """Return the teller of a sentence that needs nothing but who did it."""

    def tell(event: ev.AnyEvent, entry: Entry, namer: Namer) -> str:
        del event
        return sentence().format(name=who(namer, entry.actor), other=who(namer, entry.other))

    return tell


# --- the table and the round


def _started(event: ev.GameStarted, entry: Entry, namer: Namer) -> str:
    del entry
    players = [who(namer, seat) for seat in range(len(event.colours))]
    market = _("con mercado") if event.market_on else _("sin mercado")
    return _("Empieza la partida, {market}: {players}.").format(market=market, players=listed(players))


def _shuffled(event: ev.DeckShuffled, entry: Entry, namer: Namer) -> str:
    del namer
    if entry.round == 0:
        return ""
    return _("Se mezcla el mazo: {cards}.").format(cards=count_cards(len(event.cards)))


def _round(event: ev.RoundStarted, entry: Entry, namer: Namer) -> str:
    del entry
    facts = {"round": event.round, "name": who(namer, event.starter), "order": whose(namer, event.order)}
    if event.drawn:
        return _("Ronda {round}: por sorteo empieza {name}. Orden: {order}.").format(**facts)
    return _("Ronda {round}: empieza {name}. Orden: {order}.").format(**facts)


def _step(event: ev.StepBegan, entry: Entry, namer: Namer) -> str:
    name = who(namer, entry.actor)
    if event.phase is Phase.SUPPLY:
        return _("{name} no tiene reserva: elige de qué país sale la ficha para {country}.").format(
            name=name, country=names.country(event.value)
        )
    if event.phase is Phase.BONUS:
        return _("{name} puede hacer un intercambio de bonificación.").format(name=name)
    return ""


def _rounded(event: ev.RoundEnded, entry: Entry, namer: Namer) -> str:
    del entry, namer
    return _("Termina la ronda {round}.").format(round=event.round)


# --- attempts


def _rolled(event: ev.AttemptRolled, entry: Entry, namer: Namer) -> str:
    throws = [_("{a} contra {b}").format(a=faces(attack), b=faces(defence)) for attack, defence in event.throws]
    return _("{name} va por {target}, de {other}, desde {source}: {throws}.").format(
        name=who(namer, entry.actor),
        target=names.country(event.target),
        other=who(namer, entry.other),
        source=names.country(event.source),
        throws=_(" (empate), ").join(throws),
    )


def _hostile(event: ev.HostileControl, entry: Entry, namer: Namer) -> str:
    return _("{name} toma {target} por control hostil desde {source}: 4 fichas contra 1.").format(
        name=who(namer, entry.actor), target=names.country(event.target), source=names.country(event.source)
    )


def _taken(event: ev.CountryTaken, entry: Entry, namer: Namer) -> str:
    facts = {
        "name": who(namer, entry.actor),
        "country": names.country(event.country),
        "other": who(namer, entry.other),
        "fichas": count_fichas(event.placed),
        "origin": names.country(event.origin),
        "lender": who(namer, event.lender),
    }
    defended = entry.seat not in {NOBODY, entry.actor}
    said = _("{name} se defiende y le saca {country} a {other}") if defended else _("{name} toma {country} de {other}")
    said = said.format(**facts)
    if event.origin != NOBODY:
        said += _(", con {fichas} de {origin}").format(**facts)
    elif event.lender != NOBODY:
        said += _(", con una ficha suya que retenía {lender}").format(**facts)
    return forecasts.with_levels(said, entry.levels, namer)


def _eliminated(event: ev.SeatEliminated, entry: Entry, namer: Namer) -> str:
    said = _("{by} elimina a {name}").format(by=who(namer, entry.actor), name=who(namer, event.seat))
    if event.cards:
        said += _(" y se queda con {cards}").format(cards=count_cards(len(event.cards)))
    if event.refills:
        said += _("; completan el mercado: {who}").format(who=_counted(event.refills, namer))
    return said + "."


def _counted(pairs: tuple[tuple[int, int], ...], namer: Namer) -> str:
    return listed([f"{who(namer, seat)} {count}" for seat, count in pairs])


# --- cards and market


def _drawn(event: ev.CardDrawn, entry: Entry, namer: Namer) -> str:
    name = who(namer, entry.actor)
    if event.card == HIDDEN:
        return _("{name} roba una tarjeta.").format(name=name)
    return _("{name} roba {card}.").format(name=name, card=names.card(event.card))


def _played(event: ev.CardPlayed, entry: Entry, namer: Namer) -> str:
    return _("{name} juega {card}.").format(name=who(namer, entry.actor), card=names.card(event.card))


def _placed(event: ev.TokensPlaced, entry: Entry, namer: Namer) -> str:
    return _("{name} pone {fichas} en {country}.").format(
        name=who(namer, entry.actor), fichas=count_fichas(event.tokens), country=names.country(event.country)
    )


def _market(event: ev.MarketRolled, entry: Entry, namer: Namer) -> str:
    del entry
    rows = [[(seat, face) for seat, face in enumerate(row) if face] for row in event.rolls]
    throws = [_counted(tuple(row), namer) for row in rows if row]
    said = _("Dado de todos: {throws}. ").format(throws=_("; de nuevo: ").join(throws))
    if not event.added:
        return said + _("En el mercado no se mueve nada.")
    return said + _("{name} mete {added} en el mercado; sacan: {who}.").format(
        name=who(namer, event.adder), added=event.added, who=_counted(event.removals, namer)
    )


def _icon(event: ev.IconMoved, entry: Entry, namer: Namer) -> str:
    del entry, namer
    said = _("El ícono de {factor} camina: {path}").format(
        factor=names.factor(event.factor), path=names.path(event.path)
    )
    return said + (_(". ¡Coincide!") if FACTOR_OF[event.path[-1]] == event.factor else ".")


def _exchanged(event: ev.MarketExchanged, entry: Entry, namer: Namer) -> str:
    facts = {"name": who(namer, entry.actor), "n": len(event.seats), "seats": whose(namer, event.seats)}
    if event.bonus:
        return _("Bonificación: {name} mete {n} en el mercado y saca una de {seats}.").format(**facts)
    return _("{name} mete {n} en el mercado y saca una de {seats}.").format(**facts)


def _moved(event: ev.TokensMoved, entry: Entry, namer: Namer) -> str:
    said = (
        _("{name} invierte {fichas} de {source} en {target}.")
        if event.invested
        else _("{name} reasigna {fichas} de {source} a {target}.")
    )
    return said.format(
        name=who(namer, entry.actor),
        fichas=count_fichas(event.tokens),
        source=names.country(event.source),
        target=names.country(event.target),
    )


# --- negotiations


def _talks(event: ev.TalksOpened, entry: Entry, namer: Namer) -> str:
    del entry
    stage = words.stage(event.stage.value)
    seats = whose(namer, list(members(event.participants)))
    if event.stage is Stage.COMMON:
        return _("Empieza la negociación común.")
    return _("Empieza la {stage}: {seats}.").format(stage=stage, seats=seats)


def _offered(event: ev.OfferMade, entry: Entry, namer: Namer) -> str:
    facts = _sides(event, entry, namer)
    if event.take == Card(None):
        return _("{name} le muestra {give} a {other} y le pide una.").format(**facts)
    return _("{name} le ofrece a {other} {give} por {take}.").format(**facts)


def _deal(event: ev.DealMade, entry: Entry, namer: Namer) -> str:
    said = _("Trato: {name} le da a {other} {give} por {take}").format(**_sides(event, entry, namer))
    return forecasts.with_levels(said, entry.levels, namer)


def _sides(event: ev.OfferMade | ev.DealMade, entry: Entry, namer: Namer) -> dict[str, str]:
    return {
        "name": who(namer, entry.actor),
        "other": who(namer, entry.other),
        "give": goods(event.give, namer),
        "take": goods(event.take, namer),
    }


def _closed(event: ev.OfferClosed, entry: Entry, namer: Namer) -> str:
    facts = {"name": who(namer, entry.actor), "other": who(namer, entry.other)}
    match event.how:
        case "declined":
            return _("{name} rechaza la oferta de {other}.").format(**facts)
        case "withdrawn":
            return _("{name} retira su oferta a {other}.").format(**facts)
        case _:
            return _("La oferta de {name} a {other} quedó sin efecto.").format(**facts)


# --- ballots


def _ballot(event: ev.BallotOpened, entry: Entry, namer: Namer) -> str:
    del entry
    voters = whose(namer, event.voters)
    if event.number > 1:
        return _("No coincidieron: {voters} pueden cambiar una vez.").format(voters=voters)
    if event.kind == "starter":
        return _("Decide quién empieza: {voters}.").format(voters=voters)
    return _("Decide a quién suspender ({kind}): {voters}.").format(kind=words.kind(event.kind, namer), voters=voters)


def _named(event: ev.Named, entry: Entry, namer: Namer) -> str:
    said = _("{name} nombra a {other}").format(name=who(namer, entry.actor), other=who(namer, event.seat))
    return said + (_(", por sorteo.") if event.drawn else ".")


def _suspended(event: ev.SeatSuspended, entry: Entry, namer: Namer) -> str:
    del entry
    said = _("{name} queda suspendido: no tiene turno de control en la ronda que viene ({kind})").format(
        name=who(namer, event.seat), kind=words.kind(event.kind, namer)
    )
    return said + (_(", por sorteo.") if event.drawn else ".")


def _lapsed(event: ev.SuspensionLapsed, entry: Entry, namer: Namer) -> str:
    del entry
    return _("No hay a quién suspender ({kind}).").format(kind=words.kind(event.kind, namer))


def _starter(event: ev.StarterNamed, entry: Entry, namer: Namer) -> str:
    del entry
    said = _("{name} va a empezar la ronda que viene").format(name=who(namer, event.seat))
    return said + (_(", por sorteo.") if event.drawn else ".")


# --- pacts and the end


def _proposed(event: ev.PactProposed, entry: Entry, namer: Namer) -> str:
    facts = {"name": who(namer, entry.actor), "other": who(namer, entry.other)}
    if event.dissolves is not None:
        return _("{name} le propone a {other} disolver el pacto.").format(**facts)
    return _("{name} le propone un pacto a {other}.").format(**facts)


def _unproposed(event: ev.ProposalClosed, entry: Entry, namer: Namer) -> str:
    facts = {"name": who(namer, entry.actor), "other": who(namer, entry.other)}
    match event.how:
        case "declined":
            return _("{name} rechaza la propuesta de {other}.").format(**facts)
        case "withdrawn":
            return _("{name} retira su propuesta a {other}.").format(**facts)
        case "lapsed":
            return _("La propuesta de {name} a {other} quedó sin efecto.").format(**facts)
        case _:
            return ""  # accepted: the end of the pact is the next line


def _pact_ended(event: ev.PactEnded, entry: Entry, namer: Namer) -> str:
    facts = {"name": who(namer, entry.actor), "other": who(namer, entry.other)}
    match event.how:
        case "broken":
            return _("¡{name} rompió el pacto con {other}!").format(**facts)
        case "forced":
            return _("{name} tuvo que romper el pacto con {other}: el intento obligatorio no le dejó otro.").format(
                **facts
            )
        case "dissolved":
            return _("{name} y {other} disuelven su pacto.").format(**facts)
        case _:
            return _("El pacto de {name} y {other} caducó.").format(**facts)


def _pact_made(event: ev.PactMade, entry: Entry, namer: Namer) -> str:
    del event
    if isinstance(entry.deal, Proposal) or entry.actor == NOBODY:
        return _("Hay un pacto nuevo.")
    return _("{name} y {other} tienen un pacto.").format(name=who(namer, entry.other), other=who(namer, entry.actor))


def _won(event: ev.GameWon, entry: Entry, namer: Namer) -> str:
    del entry
    return _("¡Ganó {name}: {how}!").format(name=who(namer, event.seat), how=words.won_how(event.how))


_TELLERS: Final[dict[type, Teller]] = {
    ev.GameStarted: _started,
    ev.CountriesDealt: _simple(lambda: _("Se reparten los 80 países.")),
    ev.ObjectivesDealt: _simple(lambda: _("Cada uno recibe su objetivo.")),
    ev.DeckShuffled: _shuffled,
    ev.RoundStarted: _round,
    ev.TurnStarted: _simple(lambda: _("Juega {name}.")),
    ev.PlaceSkipped: _simple(lambda: _("{name} no tiene quien juegue su turno de control.")),
    ev.StepBegan: _step,
    ev.AttemptRolled: _rolled,
    ev.HostileControl: _hostile,
    ev.CountryTaken: _taken,
    ev.SeatEliminated: _eliminated,
    ev.AttemptsEnded: _simple(lambda: _("{name} termina sus intentos.")),
    ev.CardDrawn: _drawn,
    ev.CardRequested: _simple(lambda: _("{name} pide jugar una tarjeta después de esta.")),
    ev.CardPlayed: _played,
    ev.CardsKept: _simple(lambda: _("{name} no juega tarjeta.")),
    ev.TokensPlaced: _placed,
    ev.MarketRolled: _market,
    ev.IconMoved: _icon,
    ev.MarketExchanged: _exchanged,
    ev.CardFinished: _silent,
    ev.TokensMoved: _moved,
    ev.TurnEnded: _simple(lambda: _("{name} termina su turno.")),
    ev.TalksOpened: _talks,
    ev.OfferMade: _offered,
    ev.OfferClosed: _closed,
    ev.DealMade: _deal,
    ev.SeatDone: _simple(lambda: _("{name} terminó de negociar.")),
    ev.TalksClosed: _simple(lambda: _("Termina la negociación.")),
    ev.RoundEnded: _rounded,
    ev.BallotOpened: _ballot,
    ev.Named: _named,
    ev.SeatSuspended: _suspended,
    ev.SuspensionLapsed: _lapsed,
    ev.StarterNamed: _starter,
    ev.PactProposed: _proposed,
    ev.ProposalClosed: _unproposed,
    ev.PactMade: _pact_made,
    ev.PactEnded: _pact_ended,
    ev.SeatLeft: _simple(lambda: _("{name} se fue: sus países solo se defienden.")),
    ev.GameWon: _won,
}
