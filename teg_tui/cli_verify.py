"""What `teg verify` says of a saved game: who played, and everything in it that is not as it should be."""

import time
from pathlib import Path
from typing import Final

from teg_shared.protocol.codec import MalformedError
from teg_shared.protocol.record import GameRecord, Problem, read_record, verify

from teg_tui import names, witness
from teg_tui.cli_text import Refusal
from teg_tui.i18n import N_, _
from teg_tui.phrases import fill

PROBLEMS: Final = {
    "chain": N_("La cadena del registro no cierra: el archivo fue cambiado."),
    "contribution": N_("Lo que mostró {player} para los dados no es lo que había prometido."),
    "impossible": N_("La jugada no puede haber ocurrido ({detail})."),
    "luck": N_("Los dados o las tarjetas no son los que da la semilla: decía {found}, corresponde {expected}."),
    "no-contribution": N_("Ningún jugador puso su parte de los dados: solo el servidor los sorteó."),
    "rules": N_("Las reglas no dan ese resultado."),
    "seats": N_("Los jugadores, las promesas y las partes de los dados no son los mismos."),
    "secret": N_("El secreto del servidor no es el que había prometido."),
    "unfinished": N_("La partida no llegó a su fin."),
    "unreadable": N_("La jugada no se puede leer ({detail})."),
    "variant": N_("Esta versión no conoce ese juego ({variant})."),
    "withheld": N_("{player} prometió su parte de los dados y no la mostró."),
    "witness-commitments": N_("Las promesas no son las que vio este programa."),
    "witness-contribution": N_("La parte de {player} no es la que mostró este programa."),
    "witness-server": N_("La promesa del servidor no es la que vio este programa."),
}
"""A sentence for every code of a Problem."""


def examine(file: str) -> tuple[list[str], bool]:
    """Return what is to be said of the record in `file`, and whether it can be trusted.

    Raises:
        Refusal: if there is no record in it.
    """
    try:
        record = read_record(Path(file).read_bytes())
    except MalformedError as error:
        raise Refusal(_("{file} no es una partida guardada.").format(file=file)) from error
    except OSError as error:
        raise Refusal(_("No se pudo leer {path}: {reason}").format(path=file, reason=error.strerror)) from error
    seen = witness.seen(witness.witness_file(), record.game)
    problems = _judged(record, seen)
    grave = [problem for problem in problems if problem.grave]
    lines = [*_head(record), *(f"{'✗' if p.grave else '·'} {said(p, record)}" for p in problems)]
    if grave:
        lines.append(_("Esta partida NO es de fiar."))
    else:
        lines.append(_("Los dados y las jugadas son correctos."))
    if not seen:
        lines.append(_("Este programa no vio el sorteo de esa partida: compará la huella con la que vieron los demás."))
    elif not any(problem.code.startswith("witness-") for problem in problems):
        lines.append(_("Coinciden con lo que este programa vio al empezar la partida."))
    return lines, not grave


def _judged(record: GameRecord, seen: list[witness.SeenDice]) -> list[Problem]:
    """Return every problem once, seen by each seat of this program that was there."""
    if not seen:
        return verify(record)
    found: list[Problem] = []
    for dice in seen:
        found += [problem for problem in verify(record, dice.witness) if problem not in found]
    return found


def _head(record: GameRecord) -> list[str]:
    players = [f"{player.name} ({names.colour(player.colour)})" for player in record.players]
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(record.at))
    return [
        _("{table}, {when}: {players}.").format(table=record.table, when=when, players=names.listed(players)),
        _("Jugadas: {n}. Huella de los dados: {fingerprint}.").format(
            n=len(record.entries), fingerprint=record.fingerprint
        ),
    ]


def said(problem: Problem, record: GameRecord) -> str:
    """Return one problem as a sentence, with the number of the step that it is about."""
    facts = dict(problem.facts)
    seat = facts.pop("seat", None)
    if isinstance(seat, int) and 0 <= seat < len(record.players):
        facts["player"] = record.players[seat].name
    sentence = fill(PROBLEMS[problem.code], facts) if problem.code in PROBLEMS else problem.code
    if problem.entry < 0:
        return sentence
    return _("Jugada {n}: {problem}").format(n=problem.entry, problem=sentence)
