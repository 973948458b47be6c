"""Tables of what is said about a game of T.E.G. de los Negocios: next steps, parts of the round, keys, options."""

from typing import Final

from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui.i18n import N_

PHASES: Final = {
    Phase.ATTEMPTS: N_("intentos de control"),
    Phase.SUPPLY: N_("refuerzo"),
    Phase.CARD: N_("tarjeta"),
    Phase.PLACE: N_("fichas al mapa"),
    Phase.MOVE: N_("íconos"),
    Phase.EXCHANGE: N_("intercambio en el mercado"),
    Phase.BONUS: N_("bonificación"),
    Phase.TRANSFER: N_("inversión y reasignación"),
    Phase.NEGOTIATE: N_("negociación"),
    Phase.BALLOT: N_("suspensiones"),
    Phase.OVER: N_("fin"),
}

STAGES: Final = {
    Stage.TURNS: N_("turnos de control"),
    Stage.FIRST: N_("negociación de la primera mitad"),
    Stage.SECOND: N_("negociación de la segunda mitad"),
    Stage.COMMON: N_("negociación común"),
    Stage.BALLOTS: N_("suspensiones"),
}

TRAIL: Final = {
    "attempts": N_("intentos"),
    "card": N_("tarjeta"),
    "transfer": N_("inversiones"),
    "turns-first": N_("1.ª mitad"),
    "talks-first": N_("negociación"),
    "turns-second": N_("2.ª mitad"),
    "talks-second": N_("negociación"),
    "talks-common": N_("común"),
    "ballots": N_("suspensiones"),
}
"""Parts of the turn and of the round, by the code of `rows.TrailStep`."""

KINDS: Final = {
    "map": N_("líder del mapa"),
    "market": N_("líder del mercado"),
    "starter": N_("quién empieza"),
}
"""Rights of leaders, by kind of ballot (N93)."""
SECOND: Final = N_("segundo en el mapa")
"""Whose right it is that of the market's leader where there is no market (N91)."""

STEPS: Final = {
    "attempt-first": N_("Elegí un país tuyo y uno ajeno enlazado: el primer intento es obligatorio."),
    "attempt-more": N_("Intentá otra vez (te quedan {left}) o plantate."),
    "attempt-streak": N_("¡{won} ganados seguidos! Seguí hasta la primera derrota, o plantate."),
    "supply": N_("No te queda reserva: elegí de qué país sale la ficha para {country}."),
    "card": N_("Podés jugar una tarjeta ({cards} en la mano) o guardarla."),
    "place-fichas": N_("Poné {fichas} en tus países, hasta 4 por país."),
    "confirm-fichas": N_("Confirmá dónde van {fichas}."),
    "move-icon": N_("Mové el ícono de {factor}: {left} de {steps} países ({number}.º ícono de 3)."),
    "confirm-path": N_("Confirmá el camino del ícono de {factor}."),
    "exchange": N_("Elegí de quiénes sacás una ficha del mercado: faltan {left}."),
    "confirm-exchange": N_("Confirmá el intercambio de {count} en el mercado."),
    "bonus": N_("Bonificación: elegí de quiénes sacás una ficha (faltan {left}), o dejala."),
    "confirm-bonus": N_("Confirmá la bonificación de {count} fichas, o dejala."),
    "transfer": N_("Hacé una inversión, una reasignación, las dos, o terminá el turno."),
    "transfer-invest": N_("Hacé una inversión o terminá el turno."),
    "transfer-reassign": N_("Hacé una reasignación o terminá el turno."),
    "talks": N_("Negociá: ofrecé algo, o avisá que terminaste."),
    "answer-offers": N_("Te hicieron una oferta ({offers}): aceptala o rechazala."),
    "talks-alone": N_("Sos el único en esta negociación: jugá una tarjeta o avisá que terminaste."),
    "talks-done": N_("Terminaste de negociar. Faltan: {seats}."),
    "name-map": N_("Liderás el mapa: elegí a quién suspender."),
    "name-map-again": N_("No coincidieron: podés cambiar a quién suspender, una vez."),
    "name-market": N_("Liderás el mercado: elegí a quién suspender."),
    "name-market-again": N_("No coincidieron: podés cambiar a quién suspender, una vez."),
    "name-starter": N_("Elegí quién empieza la ronda que viene."),
    "name-starter-again": N_("No coincidieron: podés cambiar quién empieza, una vez."),
    "answer-pact": N_("{partner} te propone algo sobre un pacto: contestale."),
    "wait-attempts": N_("{seat} intenta tomar países."),
    "wait-supply": N_("{seat} elige de dónde sale la ficha para {country}."),
    "wait-card": N_("{seat} decide si juega una tarjeta."),
    "wait-place": N_("{seat} pone fichas de su tarjeta."),
    "wait-move": N_("{seat} mueve el ícono de {factor}."),
    "wait-exchange": N_("{seat} elige un intercambio en el mercado."),
    "wait-bonus": N_("{seat} decide sobre la bonificación."),
    "wait-transfer": N_("{seat} invierte y reasigna."),
    "wait-negotiate": N_("Negocian: {seats}."),
    "wait-name-map": N_("{seats}: a quién suspende el líder del mapa."),
    "wait-name-market": N_("{seats}: a quién suspende el líder del mercado."),
    "wait-name-starter": N_("{seats}: quién empieza la ronda que viene."),
}
"""Who must do what now, by the code of `NextStep`; those of the lobby and of the end are `words_table.STEPS`."""

SECOND_STEPS: Final = {
    "name-market": N_("Sos segundo en el mapa: elegí a quién suspender."),
    "wait-name-market": N_("{seats}: a quién suspende el segundo en el mapa."),
}
"""Instead of those of the market's leader where there is no market (N91)."""

TIED_STEPS: Final = {
    "name-map": N_("Liderás el mapa junto con {leaders}: elegí a quién suspender."),
    "name-market": N_("Liderás el mercado junto con {leaders}: elegí a quién suspender."),
    "name-starter": N_("Junto con {leaders}, elegí quién empieza la ronda que viene."),
}
"""Instead of those of `STEPS` where several lead (N95)."""

SECOND_TIED_STEPS: Final = {
    "name-market": N_("Sos segundo en el mapa junto con {leaders}: elegí a quién suspender."),
    "wait-name-market": SECOND_STEPS["wait-name-market"],
}
"""The same without a market (N91)."""

BALLOTS: Final = {
    "map": N_("El mapa suspende a…"),
    "market": N_("El mercado suspende a…"),
    "starter": N_("Empieza la ronda…"),
}
"""What a ballot decides, for the head of a list of 24 columns."""
SECOND_BALLOT: Final = N_("El segundo suspende a…")

ACTIONS: Final = {
    "attempt": N_("intentar"),
    "stop": N_("plantarse"),
    "supply": N_("reforzar"),
    "play-card": N_("jugar tarjeta"),
    "keep-cards": N_("guardar"),
    "place": N_("colocar"),
    "unplace": N_("sacar"),
    "confirm": N_("confirmar"),
    "move-icon": N_("mover ícono"),
    "market-exchange": N_("intercambiar"),
    "decline-bonus": N_("dejar"),
    "invest": N_("invertir"),
    "reassign": N_("reasignar"),
    "end-turn": N_("fin de turno"),
    "answer": N_("responder"),
    "offer": N_("ofrecer"),
    "withdraw": N_("retirar"),
    "done": N_("terminé"),
    "name": N_("nombrar"),
    "answer-pact": N_("responder pacto"),
    "propose": N_("pactar"),
    "withdraw-pact": N_("retirar pacto"),
    "dissolve": N_("disolver"),
    "pacts": N_("pactos"),
    "levels": N_("niveles"),
    "market": N_("mercado"),
    "zone": N_("zona"),
    "talks": N_("tratos"),
    "cards": N_("tarjetas"),
    "objective": N_("objetivo"),
    "victories": N_("victorias"),
    "chat": N_("charla"),
    "rematch": N_("revancha"),
    "results": N_("resultados"),
    "record": N_("guardar partida"),
    "leave": N_("salir"),
}
"""Labels of keys, by `steps.Action`."""

WON: Final = {
    "objective": N_("cumplió su objetivo secreto"),
    "hegemony": N_("tiene la hegemonía del mercado"),
    "countries": N_("controla 32 países"),
    "block": N_("formó un solo bloque de países"),
    "last": N_("es la última corporación"),
    "limit": N_("tenía más países al llegar el límite de rondas"),
    "abandoned": N_("era la más fuerte cuando se fueron todos"),
}
"""How a game was won (N100 to N108)."""

WON_BY_YOU: Final = {
    "objective": N_("cumpliste tu objetivo secreto"),
    "hegemony": N_("tenés la hegemonía del mercado"),
    "countries": N_("controlás 32 países"),
    "block": N_("formaste un solo bloque de países"),
    "last": N_("sos la última corporación"),
    "limit": N_("tenías más países al llegar el límite de rondas"),
    "abandoned": N_("eras la más fuerte cuando se fueron todos"),
}
"""The same said to the winner."""

VICTORIES: Final = {
    "hegemony": N_("Hegemonía: fichas en el mercado"),
    "countries": N_("Consolidación: países"),
    "block": N_("Bloque: países unidos"),
    "last": N_("Última: corporaciones eliminadas"),
}
"""Public victories, by `rows.VictoryRow.how`."""

OPTION_NAMES: Final = {
    "market": N_("Mercado"),
    "hegemony": N_("Hegemonía"),
    "transfers": N_("Inversiones y reasignaciones"),
    "negotiation_seconds": N_("Duración de una negociación"),
    "agreement_seconds": N_("Tiempo para ponerse de acuerdo"),
    "pacts": N_("Pactos"),
    "round_limit": N_("Límite de rondas"),
    "block_size": N_("Países unidos que ganan"),
    "leaver": N_("Lugar de quien se va"),
}
"""Options of the lobby, by the field of Settings."""

OPTION_VALUES: Final = {
    "market": {"auto": N_("de 6 a 8 corporaciones"), "on": N_("sí"), "off": N_("no")},
    "hegemony": {"three_quarters": N_("tres cuartos del mercado"), "majority": N_("más de la mitad")},
    "transfers": {"one": N_("una de cada una por turno"), "phase": N_("las que quieras, cada ficha una vez")},
    "pacts": {"breakable": N_("se anotan y se pueden romper"), "none": N_("no se anotan")},
    "leaver": {"bot": N_("juega un bot"), "neutral": N_("solo se defiende")},
}
"""Values of the options that are no number."""

SECONDS: Final = frozenset({"negotiation_seconds", "agreement_seconds"})
"""Options that are a time."""
