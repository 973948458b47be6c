# ruff: noqa: PLC0415 # the words of the other game are loaded by who sits down to it
"""Events of the game as sentences for the chronicle.

Each kind of event has one function; it is given the line of the chronicle, which knows who and whom. What is
secret stays unsaid: a hidden card is 'a card'.
"""

from collections.abc import Callable
from typing import Any, Final

from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.data import HIDDEN, NOBODY

from teg_tui import names
from teg_tui.changes import Entry
from teg_tui.i18n import _
from teg_tui.phrases import Namer, count_armies, count_cards, faces, pact_words, who
from teg_tui.words import objective, won_how

Teller = Callable[[Any, Entry, Namer], str]


def narrate(entry: Entry, namer: Namer) -> str:
    """Return the sentence of one line of the chronicle, of whichever game; empty for what needs none."""
    if type(entry.event) not in _TELLERS:
        from teg_tui.negocios import narration as negocios

        return negocios.narrate(entry, namer)
    return _TELLERS[type(entry.event)](entry.event, entry, namer)


def _started(event: ev.GameStarted, entry: Entry, namer: Namer) -> str:
    del entry
    players = [who(namer, seat) for seat in range(len(event.colours))]
    return _("Empieza la partida: {players}.").format(players=names.listed(players))


def _starter(event: ev.StarterRolled, entry: Entry, namer: Namer) -> str:
    del entry
    rolls = [face for face in event.rolls[0] if face]
    return _("{name} gana el sorteo y empieza ({dice}).").format(name=who(namer, event.first), dice=faces(tuple(rolls)))


def _dealt(event: ev.CountriesDealt, entry: Entry, namer: Namer) -> str:
    del event, entry, namer
    return _("Se reparten los 50 países.")


def _objectives(event: ev.ObjectivesDealt, entry: Entry, namer: Namer) -> str:
    del event, entry, namer
    return _("Cada uno recibe su objetivo.")


def _shuffled(event: ev.DeckShuffled, entry: Entry, namer: Namer) -> str:
    del namer
    if entry.round == 0:
        return ""
    return _("Se mezcla el mazo: {cards}.").format(cards=count_cards(len(event.cards)))


def _placement(event: ev.PlacementStarted, entry: Entry, namer: Namer) -> str:
    del entry
    return _("{name} coloca {armies}.").format(name=who(namer, event.seat), armies=count_armies(event.armies))


def _turn(event: ev.TurnStarted, entry: Entry, namer: Namer) -> str:
    del entry
    said = _("Ronda {round}: juega {name}, incorpora {armies}.").format(
        round=event.round, name=who(namer, event.seat), armies=count_armies(event.pool)
    )
    extra = [
        _("{n} en {continent}").format(n=armies, continent=names.continent(number))
        for number, armies in enumerate(event.bound)
        if armies
    ]
    return f"{said[:-1]} + {names.listed(extra)}." if extra else said


def _placed(event: ev.ArmiesPlaced, entry: Entry, namer: Namer) -> str:
    return _("{name} pone {armies} en {country}.").format(
        name=who(namer, entry.actor), armies=count_armies(event.armies), country=names.country(event.country)
    )


def _exchanged(event: ev.CardsExchanged, entry: Entry, namer: Namer) -> str:
    cards = names.listed([names.card(card) for card in event.cards])
    return _("{name} canjea {cards} por {armies}.").format(
        name=who(namer, entry.actor), cards=cards, armies=count_armies(event.armies)
    )


def _claimed(event: ev.BonusClaimed, entry: Entry, namer: Namer) -> str:
    return _("{name} cobra 2 ejércitos en {country} por su tarjeta.").format(
        name=who(namer, entry.actor), country=names.country(event.card)
    )


def _rolled(event: ev.DiceRolled, entry: Entry, namer: Namer) -> str:
    return _("{name} ataca {target} desde {source}: {attack} contra {defence}.").format(
        name=who(namer, entry.actor),
        target=names.country(event.target),
        source=names.country(event.source),
        attack=faces(event.attack),
        defence=faces(event.defence),
    )


def _taken(event: ev.CountryTaken, entry: Entry, namer: Namer) -> str:
    return _("{name} conquista {country}, que era de {other}.").format(
        name=who(namer, entry.actor), country=names.country(event.target), other=who(namer, entry.other)
    )


def _occupied(event: ev.ArmiesOccupied, entry: Entry, namer: Namer) -> str:
    return _("{name} pasa {armies} a {country}.").format(
        name=who(namer, entry.actor), armies=count_armies(event.armies), country=names.country(event.target)
    )


def _regrouped(event: ev.ArmiesRegrouped, entry: Entry, namer: Namer) -> str:
    return _("{name} reagrupa {armies} de {source} a {target}.").format(
        name=who(namer, entry.actor),
        armies=count_armies(event.armies),
        source=names.country(event.source),
        target=names.country(event.target),
    )


def _destroyed(event: ev.SeatDestroyed, entry: Entry, namer: Namer) -> str:
    del entry
    said = _("{by} destruye a {name}").format(by=who(namer, event.by), name=who(namer, event.seat))
    if event.cards:
        said += _(" y se queda con {cards}").format(cards=count_cards(len(event.cards)))
    return said + "."


def _inherited(event: ev.ObjectiveInherited, entry: Entry, namer: Namer) -> str:
    del entry
    if event.neighbour == NOBODY:
        return _("Otro destruyó tu blanco: te queda el objetivo común.")
    return _("Otro destruyó tu blanco: heredás el objetivo de {name}: {objective}").format(
        name=who(namer, event.neighbour), objective=objective(event.objective)
    )


def _drawn(event: ev.CardDrawn, entry: Entry, namer: Namer) -> str:
    name = who(namer, entry.actor)
    if event.card == HIDDEN:
        return _("{name} saca una tarjeta.").format(name=name)
    return _("{name} saca {card}.").format(name=name, card=names.card(event.card))


def _ended(event: ev.TurnEnded, entry: Entry, namer: Namer) -> str:
    del entry
    return _("{name} termina su turno.").format(name=who(namer, event.seat))


def _proposed(event: ev.PactProposed, entry: Entry, namer: Namer) -> str:
    facts = {
        "name": who(namer, entry.actor),
        "other": who(namer, entry.other),
        "where": names.border(event.border),
    }
    if event.dissolves is not None:
        return _("{name} le propone a {other} disolver el pacto ({where}).").format(**facts)
    if event.last is not None:
        said = _("{name} le propone un pacto a {other} ({where}), hasta la ronda {last}.")
        return said.format(**facts, last=event.last)
    return _("{name} le propone un pacto a {other} ({where}).").format(**facts)


def _closed(event: ev.ProposalClosed, entry: Entry, namer: Namer) -> str:
    names_of = {"name": who(namer, entry.actor), "other": who(namer, entry.other)}
    match event.how:
        case "declined":
            return _("{name} rechaza la propuesta de {other}.").format(**names_of)
        case "withdrawn":
            return _("{name} retira su propuesta a {other}.").format(**names_of)
        case "lapsed":
            return _("La propuesta de {name} a {other} quedó sin efecto.").format(**names_of)
        case _:
            return ""  # accepted: the end of the pact is the next line


def _made(event: ev.PactMade, entry: Entry, namer: Namer) -> str:
    del event
    if entry.bargain is None:
        return _("Hay un pacto nuevo.")
    return _("Pacto entre {pact}.").format(pact=pact_words(namer, entry.bargain))


def _unmade(event: ev.PactEnded, entry: Entry, namer: Namer) -> str:
    where = names.border(entry.bargain.border) if entry.bargain is not None else "…"
    facts = {"name": who(namer, entry.actor), "other": who(namer, entry.other), "where": where}
    match event.how:
        case "broken":
            return _("¡{name} rompió el pacto con {other} ({where})!").format(**facts)
        case "dissolved":
            return _("{name} y {other} disuelven su pacto ({where}).").format(**facts)
        case "announced":
            return _("Termina el pacto de {name} y {other} ({where}), anunciado antes.").format(**facts)
        case _:
            return _("El pacto de {name} y {other} ({where}) caducó.").format(**facts)


def _announced(event: ev.EndAnnounced, entry: Entry, namer: Namer) -> str:
    del event
    where = names.border(entry.bargain.border) if entry.bargain is not None else "…"
    said = _("{name} anuncia el fin del pacto con {other} ({where}): vale hasta que {other} termine su turno.")
    return said.format(name=who(namer, entry.actor), other=who(namer, entry.other), where=where)


def _left(event: ev.SeatLeft, entry: Entry, namer: Namer) -> str:
    del entry
    return _("{name} se fue: sus países solo se defienden.").format(name=who(namer, event.seat))


def _won(event: ev.GameWon, entry: Entry, namer: Namer) -> str:
    del entry
    return _("¡Ganó {name}: {how}!").format(name=who(namer, event.seat), how=won_how(event.how))


_TELLERS: Final[dict[type, Teller]] = {
    ev.GameStarted: _started,
    ev.StarterRolled: _starter,
    ev.CountriesDealt: _dealt,
    ev.ObjectivesDealt: _objectives,
    ev.DeckShuffled: _shuffled,
    ev.PlacementStarted: _placement,
    ev.TurnStarted: _turn,
    ev.ArmiesPlaced: _placed,
    ev.CardsExchanged: _exchanged,
    ev.BonusClaimed: _claimed,
    ev.DiceRolled: _rolled,
    ev.CountryTaken: _taken,
    ev.ArmiesOccupied: _occupied,
    ev.ArmiesRegrouped: _regrouped,
    ev.SeatDestroyed: _destroyed,
    ev.ObjectiveInherited: _inherited,
    ev.CardDrawn: _drawn,
    ev.TurnEnded: _ended,
    ev.PactProposed: _proposed,
    ev.ProposalClosed: _closed,
    ev.PactMade: _made,
    ev.PactEnded: _unmade,
    ev.EndAnnounced: _announced,
    ev.SeatLeft: _left,
    ev.GameWon: _won,
}
