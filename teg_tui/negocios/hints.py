"""What a beginner is told in a guided first round of T.E.G. de los Negocios, by the code of the next step."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from teg_tui.i18n import N_, _


@dataclass(frozen=True)
class Hint:
    """What a beginner is told at one moment: what it is about, what to do, and which section says more."""

    title: str
    text: str
    section: str


_FIRST: Final = N_(
    "Elegí un país tuyo de un factor en el que seas fuerte y, al lado, uno de quien apenas participe en el factor "
    "de ese país. Si perdés, el país desde el que atacaste pasa al otro."
)
_HINTS: Final = {
    "attempt-first": (N_("El intento obligatorio"), _FIRST, "attempts"),
    "attempt-more": (
        N_("¿Otro intento?"),
        N_("Ya cumpliste con el obligatorio. Si ganaste uno ya tenés tarjeta: seguí solo si los dados te favorecen."),
        "attempts",
    ),
    "attempt-streak": (
        N_("La racha"),
        N_("Ganaste los cinco intentos, así que podés seguir hasta la primera derrota; también podés plantarte."),
        "attempts",
    ),
    "supply": (
        N_("Sin reserva"),
        N_("Ganaste un país y no te quedan fichas en la reserva: una sale de tu país con más fichas. Elegí de cuál."),
        "attempts",
    ),
    "card": (
        N_("Tu tarjeta"),
        N_(
            "Podés jugar una por ronda. Da fichas en el mapa, mueve el mercado y tres íconos. Si la guardás, sirve "
            "después."
        ),
        "cards",
    ),
    "place-fichas": (
        N_("Fichas al mapa"),
        N_("Con 4 fichas un país puede tomar por control hostil a otro que tenga 1. Un país con 1 se expone a eso."),
        "cards",
    ),
    "confirm-fichas": (
        N_("Fichas al mapa"),
        N_("Están todas puestas: confirmá, o sacá alguna para ponerla en otro país."),
        "cards",
    ),
    "move-icon": (
        N_("Mover un ícono"),
        N_(
            "Camina de enlace en enlace, sin repetir países. Si termina en un país de su factor, coincide; con dos "
            "hay intercambio. La x le busca un camino así."
        ),
        "cards",
    ),
    "confirm-path": (
        N_("Mover un ícono"),
        N_("El camino está completo: confirmalo, o volvé atrás para dibujar otro."),
        "cards",
    ),
    "exchange": (
        N_("Intercambio en el mercado"),
        N_("Ponés fichas tuyas y sacás ajenas, una de cada corporación. A quien dejes en cero te da una bonificación."),
        "market",
    ),
    "confirm-exchange": (
        N_("Intercambio en el mercado"),
        N_("Elegiste a todas: confirmá, o sacá a alguna para elegir otra."),
        "market",
    ),
    "bonus": (
        N_("Bonificación"),
        N_("Dejaste a alguien sin fichas en el mercado: podés hacer otro intercambio de 3, o dejarlo."),
        "market",
    ),
    "confirm-bonus": (
        N_("Bonificación"),
        N_("Elegiste a todas: confirmá, o dejá la bonificación."),
        "market",
    ),
    "transfer": (
        N_("Inversión y reasignación"),
        N_(
            "Juntá fichas donde sirvan: 4 en un país con vecinos de 1 es una amenaza. Si no hace falta, terminá el "
            "turno."
        ),
        "zone",
    ),
    "transfer-invest": (
        N_("Inversión"),
        N_("Podés mover fichas entre dos países tuyos del mismo factor, estén donde estén."),
        "zone",
    ),
    "transfer-reassign": (
        N_("Reasignación"),
        N_("Podés mover fichas entre dos países tuyos que estén enlazados."),
        "zone",
    ),
    "talks": (
        N_("Negociación"),
        N_(
            "Lo más útil: cambiar las fichas que retenés de otro por las tuyas que retiene él. Si no querés nada, "
            "terminá."
        ),
        "talks",
    ),
    "answer-offers": (
        N_("Una oferta"),
        N_("Enter la muestra con lo que cambiaría para los dos, niveles incluidos. Rechazar no cuesta nada."),
        "talks",
    ),
    "talks-alone": (
        N_("Negociación"),
        N_("No hay con quién negociar; podés jugar una tarjeta guardada, o terminar."),
        "talks",
    ),
    "talks-done": (
        N_("Negociación"),
        N_("Si te llega una oferta todavía podés aceptarla; si hacés una, volvés a negociar."),
        "talks",
    ),
    "name-map": (
        N_("Liderás el mapa"),
        N_("Suspendé a quien más te amenace: no tendrá turno de control en la ronda que viene."),
        "suspensions",
    ),
    "name-market": (
        N_("Liderás el mercado"),
        N_("Suspendé a alguien que no esté suspendido; después vas a decir quién empieza."),
        "suspensions",
    ),
    "name-starter": (
        N_("Quién empieza"),
        N_("Empezar es jugar primero, y negociar en la primera mitad. Podés nombrarte."),
        "suspensions",
    ),
    "answer-pact": (
        N_("Un pacto"),
        N_("Los pactos quedan anotados, pero no impiden nada: romperlos se ve."),
        "talks",
    ),
    "wait-attempts": (
        N_("Juega otro"),
        N_("Si atacan un país tuyo y ganás los dados, el país atacante es tuyo."),
        "attempts",
    ),
    "wait-card": (N_("Juega otro"), N_("Decide si usa una tarjeta ahora o la guarda."), "cards"),
    "wait-place": (N_("Una tarjeta"), N_("Está poniendo fichas de su reserva en sus países."), "cards"),
    "wait-move": (N_("Una tarjeta"), N_("Mueve íconos: con dos coincidencias intercambia en el mercado."), "cards"),
    "wait-transfer": (N_("Juega otro"), N_("Acomoda sus fichas; con eso termina su turno."), "zone"),
    "wait-negotiate": (N_("Negociación"), N_("En esta no participás: esperá la común."), "talks"),
    "wait-name-map": (N_("Suspensiones"), N_("Los que más países tienen eligen a quién suspender."), "suspensions"),
    "wait-name-market": (N_("Suspensiones"), N_("Los que más mercado tienen eligen a quién suspender."), "suspensions"),
    "wait-name-starter": (N_("Suspensiones"), N_("Falta decir quién empieza la ronda que viene."), "suspensions"),
    "won": (N_("Fin"), N_("Se ven todos los objetivos y tarjetas."), "winning"),
    "lost": (N_("Fin"), N_("Se ven todos los objetivos y tarjetas."), "winning"),
}
"""By the code of a step: title, text and section."""
_SAME: Final = {
    "name-map-again": "name-map",
    "name-market-again": "name-market",
    "name-starter-again": "name-starter",
    "wait-supply": "wait-attempts",
    "wait-exchange": "wait-move",
    "wait-bonus": "wait-move",
}
GUIDED_ROUNDS: Final = 1
"""Rounds in which a screen shows hints unasked."""


def hint(step: str) -> Hint | None:
    """Return what a beginner is told while the next step has this code; None where there is nothing to tell."""
    found = _HINTS.get(_SAME.get(step, step))
    return Hint(_(found[0]), _(found[1]), found[2]) if found is not None else None


def titled(told: Hint) -> str:
    """Return a hint as one text; a title that ends like a sentence needs no colon."""
    return f"{told.title}{'' if told.title[-1] in '?!.' else ':'} {told.text}"


def guided(round_: int, seen: Collection[str], step: str) -> Hint | None:
    """Return the hint that a guided first round shows: one for each code, once, in the first round only."""
    return hint(step) if round_ <= GUIDED_ROUNDS and step not in seen else None
