"""Tables of what is said about the game and the table: next steps, phases, keys, house rules, notices."""

from typing import Final

from teg_tui.i18n import N_

PHASES: Final = {
    "placement": N_("colocación"),
    "incorporate": N_("incorporación"),
    "attack": N_("ataque"),
    "occupy": N_("ocupación"),
    "regroup": N_("reagrupe"),
    "claim": N_("tarjeta"),
    "over": N_("fin"),
}
"""Phases of the classic game by their slugs; a test holds them against the rules."""

STEPS: Final = {
    "connect": N_("Entrando a la mesa…"),
    "start-game": N_("Empezá la partida cuando estén todos."),
    "wait-start": N_("Esperando que {seat} empiece la partida."),
    "place": N_("Colocá {armies} en tus países."),
    "place-bound": N_("Colocá {armies}: {bound} van en {continent}."),
    "confirm": N_("Confirmá la colocación de {armies}."),
    "incorporate": N_("Incorporá {armies}."),
    "exchange-due": N_("Tenés {cards}: hacé un canje antes de seguir."),
    "attack": N_("Atacá, reagrupá o terminá el turno."),
    "attack-none": N_("No tenés con qué atacar: reagrupá o terminá el turno."),
    "occupy": N_("Conquistaste {target}: decí cuántos ejércitos pasan ({least} a {most})."),
    "regroup": N_("Seguí reagrupando o terminá el turno."),
    "claim": N_("Sacaste {card}: cobrá los dos ejércitos o terminá el turno."),
    "wait-placement": N_("{seat} coloca sus ejércitos."),
    "wait-incorporate": N_("{seat} incorpora."),
    "wait-attack": N_("{seat} ataca."),
    "wait-occupy": N_("{seat} conquistó {target} y pasa ejércitos."),
    "wait-regroup": N_("{seat} reagrupa."),
    "wait-claim": N_("{seat} saca una tarjeta."),
    "won": N_("¡Ganaste!"),
    "lost": N_("Ganó {winner}."),
}
"""Who must do what now, by the code of `NextStep`."""

STATUS: Final = {
    "connecting": N_("Conectando…"),
    "online": N_("En línea."),
    "reconnecting": N_("Reconectando (intento {attempt}, en {seconds} s)."),
    "closed": N_("Desconectado."),
}

ACTIONS: Final = {
    "start": N_("empezar"),
    "plan-seat": N_("lugares"),
    "change-rules": N_("reglas"),
    "choose-colour": N_("color"),
    "place": N_("colocar"),
    "unplace": N_("sacar"),
    "confirm": N_("confirmar"),
    "exchange": N_("canje"),
    "claim": N_("cobrar"),
    "attack": N_("atacar"),
    "occupy": N_("pasar"),
    "regroup": N_("reagrupar"),
    "end-turn": N_("fin de turno"),
    "propose": N_("pactar"),
    "answer": N_("responder"),
    "withdraw": N_("retirar"),
    "dissolve": N_("disolver"),
    "announce": N_("anunciar"),
    "pacts": N_("pactos"),
    "objective": N_("objetivo"),
    "cards": N_("tarjetas"),
    "chat": N_("charla"),
    "rematch": N_("revancha"),
    "results": N_("resultados"),
    "record": N_("guardar partida"),
    "leave": N_("salir"),
}
"""Labels of keys, by `Action`."""

NOTICES: Final = {
    "bot-failed": N_("El bot de {seat} tuvo una falla; se jugó lo mínimo por él."),
    "clock-ran-out": N_("A {seat} se le acabó el tiempo."),
    "dice-withheld": N_("No mostraron su parte de los dados: {seats}. Se juega sin ella."),
    "room-closed": N_("La mesa se cerró."),
    "seat-left": N_("{name} dejó la partida."),
    "you-left": N_("Saliste de la mesa."),
}
"""What the server tells the table besides the events of the game."""

RULE_NAMES: Final = {
    "rotate_first": N_("Cada ronda empieza el siguiente"),
    "small_table_objective": N_("Objetivo con 2 o 3 jugadores"),
    "first_round_incorporates": N_("Se incorpora en la primera ronda"),
    "conquest_move": N_("Ejércitos que pasan al conquistar"),
    "second_conquest_after": N_("Dos conquistas para la tarjeta"),
    "bonus_spends_card": N_("Cobrar los dos ejércitos gasta la tarjeta"),
    "exchange_counter": N_("El valor del canje crece"),
    "orphan_objective": N_("Si otro destruye tu blanco"),
    "pacts": N_("Pactos"),
    "leaver": N_("Lugar de quien se va"),
}
"""House rules, by the field of Settings."""

RULE_VALUES: Final = {
    "small_table_objective": {
        "secret": N_("objetivo secreto"),
        "conquer_all": N_("conquistar los 50 países"),
    },
    "conquest_move": {"up_to_3": N_("de 1 a 3"), "all_but_one": N_("todos menos uno")},
    "exchange_counter": {"game": N_("con cada canje de la partida"), "player": N_("con cada canje propio")},
    "orphan_objective": {
        "right_neighbour": N_("heredás el objetivo de tu derecha"),
        "common_only": N_("te queda el objetivo común"),
    },
    "pacts": {
        "breakable": N_("se pueden romper"),
        "binding": N_("obligan"),
        "notice": N_("terminan con aviso"),
        "none": N_("no hay"),
    },
    "leaver": {"bot": N_("juega un bot"), "neutral": N_("solo se defiende")},
}
"""Values of house rules that are neither yes nor no nor a number."""
