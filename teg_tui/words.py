# ruff: noqa: PLC0415 # the rules are loaded by who speaks of them: a refused connection needs none
"""What the screens say, by code: refusals, next steps, phases, house rules, keys and objectives.

Whatever is played is asked for here; what is said of T.E.G. de los Negocios is passed on to its own words. Names typed
by people are put in as they are: a screen that reads markup must escape the whole sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from teg_tui import names
from teg_tui.changes import Status
from teg_tui.i18n import N_, _
from teg_tui.phrases import STRANGER, Namer, count_countries, fill, plain, who
from teg_tui.words_table import ACTIONS, RULE_NAMES, RULE_VALUES, STATUS, STEPS

if TYPE_CHECKING:
    from teg_tui.rows import NextStep, Part


def sentence(code: str, facts: Mapping[str, object] | None = None, namer: Namer = STRANGER) -> str:
    """Return the sentence for a refusal, a notice, a farewell or a failure of the connection.

    A refusal of T.E.G. de los Negocios names its rule among the facts, and is said by that game's words.
    """
    if facts and "rule" in facts:
        from teg_tui.negocios import words as negocios

        if negocios.known(code):
            return negocios.sentence(code, facts, namer)
    return plain(code, facts or {}, namer)


def step(next_step: NextStep, namer: Namer = STRANGER) -> str:
    """Return the sentence that says who must do what now."""
    if next_step.code not in STEPS:
        from teg_tui.negocios import words as negocios

        return negocios.step(next_step, namer)
    said = fill(STEPS[next_step.code], {"seat": next_step.seat, **next_step.facts}, namer)
    if next_step.facts.get("out"):
        said += " " + _("Vos quedaste afuera: mirás.")
    return said


def status(now: Status, seconds: float | None = None) -> str:
    """Return how the connection stands; `seconds` until the next attempt, if one is waited for."""
    facts: dict[str, object] = {"attempt": now.attempt, "seconds": f"{max(0.0, seconds or 0.0):.0f}"}
    said = fill(STATUS[now.condition], facts)
    return f"{said} {sentence(now.code, now.facts)}" if now.code else said


def action(slug: str) -> str:
    """Return the label of a key."""
    if slug not in ACTIONS:
        from teg_tui.negocios import words_table as negocios

        return _(negocios.ACTIONS[slug])
    return _(ACTIONS[slug])


def house_rule(name: str) -> str:
    """Return the name of a house rule."""
    return _(RULE_NAMES[name])


def house_value(name: str, value: object) -> str:
    """Return the name of a value of a house rule."""
    if isinstance(value, bool):
        return _("sí") if value else _("no")
    if isinstance(value, int):
        return _("no") if value == 0 else _("desde el {n}.º canje").format(n=value)
    return _(RULE_VALUES[name][str(value)])


def house_rules(settings: msgspec.Struct) -> list[tuple[str, str]]:
    """Return every house rule with its value, in words, of whichever game."""
    from teg_shared.rules.classic.settings import Settings

    if not isinstance(settings, Settings):
        from teg_tui.negocios import words as negocios

        return negocios.options(settings)
    return [(house_rule(n), house_value(n, getattr(settings, n))) for n in settings.__struct_fields__]


def won_how(how: str) -> str:
    """Return in words how a game was won (C24, C25, C6; N100 to N108)."""
    if how in _WON:
        return _(_WON[how])
    from teg_tui.negocios import words_table as negocios

    return _(negocios.WON[how]) if how in negocios.WON else how


_WON: Final = {
    "objective": N_("cumplió su objetivo secreto"),
    "common": N_("cumplió el objetivo común de 30 países"),
    "all": N_("conquistó todo el mapa"),
}


def objective(number: int, colours: list[str] | None = None, seat: int = -1, namer: Namer = STRANGER) -> str:
    """Return an objective in words; with colours and seat also whom it means at this table (C6, C26, C29)."""
    from teg_shared.rules.classic.data import COMMON_COUNTRIES, HIDDEN, OBJECTIVES
    from teg_shared.rules.classic.objectives import target_seat

    if number == HIDDEN:
        return _("Objetivo secreto, sin mostrar.")
    if number == 0:
        return _("Ocupar {n} países (objetivo común).").format(n=COMMON_COUNTRIES)
    card = OBJECTIVES[number - 1]
    if card.colour is None:
        parts = [names.continent(k) for k in card.continents]
        parts += [
            _("{countries} de {continent}").format(countries=count_countries(n), continent=names.continent(k))
            for k, n in card.counts
        ]
        if card.cluster:
            parts.append(_("{n} países limítrofes entre sí en cualquier lugar").format(n=card.cluster))
        return _("Ocupar {parts}.").format(parts=names.listed(parts))
    text = _("Destruir al ejército {colour}.").format(colour=names.colour(card.colour))
    target = target_seat(colours, seat, number) if colours is not None and seat >= 0 else None
    if target is not None and colours is not None and colours[target] != card.colour:
        text += " " + _("Como no se puede, el blanco es el de tu derecha: {name} ({colour}).").format(
            name=who(namer, target), colour=names.colour(colours[target])
        )
    return text


def part(piece: Part, namer: Namer = STRANGER) -> str:
    """Return one part of an objective in words, without its numbers."""
    match piece.kind:
        case "continent":
            return names.continent(piece.where)
        case "count":
            return _("{countries} de {continent}").format(
                countries=count_countries(piece.need), continent=names.continent(piece.where)
            )
        case "group":
            return _("{n} limítrofes entre sí").format(n=piece.need)
        case "destroy":
            return _("destruir a {name}").format(name=who(namer, piece.where))
        case "common":
            return _("objetivo común")
        case "all":
            return _("todo el mapa")
