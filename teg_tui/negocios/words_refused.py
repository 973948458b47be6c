"""A sentence for every reason with which T.E.G. de los Negocios refuses something; a test holds it complete.

Facts stand in braces; the number of the rule is put after the sentence by `negocios.words.sentence`.
"""

from typing import Final

from teg_tui.i18n import N_

REFUSED: Final = {
    # the table
    "seat-count": N_("La mesa es de {least} a {most} corporaciones."),
    "colours": N_("Los colores no sirven: uno distinto por corporación, de los ocho del juego."),
    "setting": N_("Esa opción no va: {option} tiene que ser de {least} a {most}."),
    "unknown-seat": N_("Esa corporación no existe."),
    "unknown-country": N_("Ese país no existe."),
    "seat-out": N_("{seat} ya no juega."),
    "seat-neutral": N_("{seat} se fue y solo se defiende: no decide nada."),
    "last-player": N_("No podés irte: no quedaría nadie jugando."),
    "game-over": N_("La partida ya terminó."),
    "not-your-turn": N_("No es tu turno: juega {turn}."),
    "wrong-phase": N_("Eso no se puede ahora: estás en {phase}."),
    # attempts
    "not-yours": N_("{country} no es tuyo."),
    "own-target": N_("{country} ya es tuyo."),
    "not-linked": N_("{source} y {target} no están enlazados por frontera ni por puente."),
    "hostile-tokens": N_("Por control hostil pasan de {least} a {most} fichas."),
    "dice-tokens": N_("Donde deciden los dados no elegís fichas: entran tantas como había."),
    "attempt-first": N_("Antes de plantarte tenés que hacer un intento: el primero es obligatorio."),
    "supply": N_("La ficha tiene que salir de uno de tus países con más fichas: {options}."),
    # cards
    "not-your-card": N_("No tenés esa tarjeta."),
    "card-played": N_("Ya jugaste una tarjeta en esta ronda."),
    "card-requested": N_("Ya pediste jugar una tarjeta: esperá a que termine la otra."),
    "card-resolving": N_("Se está usando una tarjeta de {seat}: los tratos esperan a que termine."),
    "tokens": N_("Esa cantidad no va: tiene que ser de {least} a {most} fichas."),
    "no-room": N_("En {country} entran {room} más: el tope es de 4 fichas por país."),
    "path-length": N_("El ícono de {factor} camina exactamente {steps} países, no {length}."),
    "path-broken": N_("De {source} a {target} no hay enlace."),
    "path-repeats": N_("El camino no puede repetir un país, tampoco el de salida: {path}."),
    "exchange-count": N_("Hay que elegir {count} corporaciones para el intercambio."),
    "exchange-repeated": N_("De cada corporación sale a lo sumo una ficha: elegí corporaciones distintas."),
    "exchange-own": N_("Del intercambio salen fichas ajenas: no podés elegirte."),
    "exchange-empty": N_("{seat} no tiene fichas en el mercado."),
    # transfers
    "same-country": N_("La salida y el destino son el mismo país."),
    "other-factor": N_("Una inversión va entre países del mismo factor: {source} y {target} no lo son."),
    "invested-already": N_("Ya hiciste tu inversión de este turno."),
    "reassigned-already": N_("Ya hiciste tu reasignación de este turno."),
    "tokens-stay": N_("De {country} pueden salir {most}: una se queda, y lo que ya se movió no se vuelve a mover."),
    # negotiation
    "no-talks": N_("Ahora no se negocia."),
    "not-participant": N_("No participás de esta negociación: {stage}."),
    "done-already": N_("Ya avisaste que terminaste."),
    "offer-to-oneself": N_("No podés hacerte una oferta a vos mismo."),
    "goods-differ": N_("Se cambia lo mismo por lo mismo: fichas por fichas, país por país, tarjeta por tarjeta."),
    "count": N_("Hay que ofrecer al menos {least}."),
    "unequal": N_("Los dos lados tienen que ser iguales: das {give} y pedís {take}."),
    "same-colour": N_("Los dos lados no pueden ser fichas del mismo color, {colour}."),
    "not-retained": N_("{seat} no retiene tantas fichas de {colour}: tiene {held}."),
    "not-theirs": N_("{country} ya no es de {seat}."),
    "no-cards": N_("{seat} no tiene tarjetas."),
    "card-unnamed": N_("Para pedir una tarjeta tenés que mostrar una tuya."),
    "card-not-shown": N_("{seat} no te mostró esa tarjeta: solo podés pedir una que te ofrezca."),
    "too-many-offers": N_("Tenés {most} ofertas abiertas: esperá o retirá alguna."),
    "offer-repeated": N_("Esa misma oferta ya está abierta."),
    "no-such-offer": N_("Esa oferta ya no está en pie."),
    "not-addressed": N_("Esa oferta no es para vos."),
    "not-your-offer": N_("Esa oferta no es tuya."),
    "name-a-card": N_("Esa oferta te pide que nombres tu tarjeta: contestá con otra oferta."),
    "offer-void": N_("Esa oferta ya no se puede cumplir. {why}"),
    # ballots
    "no-ballot": N_("Ahora no se nombra a nadie."),
    "not-a-leader": N_("Eso lo decide quien lidera: {leaders}."),
    "named-already": N_("Ya nombraste a {seat}."),
    "oneself": N_("Nadie se suspende a sí mismo."),
    "immune": N_("{seat} estuvo suspendido en esta ronda y no puede estarlo en la que viene."),
    "suspended-already": N_("{seat} ya está suspendido para la ronda que viene."),
    # pacts
    "pacts-off": N_("En esta mesa los pactos no se anotan."),
    "pact-with-oneself": N_("No podés pactar con vos mismo."),
    "pact-stands": N_("Ese pacto ya está vigente."),
    "no-pact": N_("No tenés un pacto con {seat}."),
    "pact-in-the-way": N_("Tenés un pacto con {seat}: para atacar hay que decir que lo rompés."),
    "no-pact-to-break": N_("No hay ningún pacto que romper por {country}."),
    "proposal-open": N_("Entre ustedes ya hay una propuesta esperando respuesta."),
    "enough-proposals": N_("Ya hiciste {most} propuestas en esta ronda: seguí en la próxima."),
    "no-such-proposal": N_("Esa propuesta ya no está en pie."),
    "not-your-proposal": N_("Esa propuesta no es tuya."),
}
"""By code of `rules.negocios.refusals`."""

BY_FACT: Final = {
    ("not-your-turn", "nobody"): N_("No es tu turno: ahora hay {phase}."),
    ("not-participant", "seat"): N_("{seat} no participa de esta negociación: {stage}."),
    ("not-theirs", "card"): N_("{seat} ya no tiene esa tarjeta."),
    ("not-addressed", "proposal"): N_("Esa propuesta no es para vos."),
}
"""Other sentences for a code when it comes with this fact."""
