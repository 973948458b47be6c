"""What the screens say about a game of T.E.G. de los Negocios, by code: refusals, steps, options, objectives, deals.

Names typed by people are put in as they are: a screen that reads markup must escape the whole sentence.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from teg_shared.rules.negocios.data import FACTOR_OF, OBJECTIVES
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.state import OpenOffer, Phase, Stage

from teg_tui import words as table_words
from teg_tui.i18n import N_, _, language, ngettext
from teg_tui.names import listed
from teg_tui.negocios import names
from teg_tui.negocios import words_table as table
from teg_tui.negocios.card_questions import CardView, Foretold
from teg_tui.negocios.changes import LevelChange
from teg_tui.negocios.deals import DealEffect, OfferView, SideEffect
from teg_tui.negocios.questions import AttemptView
from teg_tui.negocios.rows import Part, TrailStep, VictoryRow
from teg_tui.negocios.words_refused import BY_FACT, REFUSED
from teg_tui.rows import NextStep
from teg_tui.words import STRANGER, Namer, who
from teg_tui.words_table import STEPS as COMMON_STEPS

_COUNTRIES: Final = frozenset({"country", "source", "target"})
_SEATS: Final = frozenset({"seat", "partner", "by", "turn", "owner", "winner", "killer", "voter"})
_FICHAS: Final = frozenset({"fichas", "room", "tokens"})
RULE: Final = N_("(regla {rule})")


class _Spoken(dict[str, str]):
    """Facts in words; one that the server did not send leaves a gap instead of an error."""

    def __missing__(self, key: str) -> str:
        return "…"


def count_fichas(number: int) -> str:
    """Return a number of fichas in words."""
    return ngettext("{n} ficha", "{n} fichas", number).format(n=number)


def count_cards(number: int) -> str:
    """Return a number of cards in words."""
    return table_words.count_cards(number)


def whose(namer: Namer, seats: object) -> str:
    """Return several seats as a spoken list."""
    if not isinstance(seats, list | tuple):
        return str(seats)
    return listed([who(namer, seat) for seat in seats]) if seats else _("nadie")


def _fact(key: str, value: object, namer: Namer) -> str:
    if key in _COUNTRIES:
        return names.country(value)
    if key in _SEATS or (key == "colour" and isinstance(value, int)):
        return who(namer, value)
    if key in {"seats", "leaders"} and isinstance(value, list | tuple):
        return whose(namer, value)
    if key in {"options", "path"} and isinstance(value, list | tuple):
        said = [names.country(number) for number in value]
        return " → ".join(said) if key == "path" else listed(said)
    if key in _FICHAS and isinstance(value, int):
        return count_fichas(value)
    if key == "cards" and isinstance(value, int):
        return count_cards(value)
    one = {"card": names.card, "factor": names.factor, "phase": phase, "stage": stage, "kind": kind}.get(key)
    if one is not None:
        return one(value)
    return listed([str(item) for item in value]) if isinstance(value, list | tuple) else str(value)


def fill(template: str, facts: Mapping[str, object], namer: Namer = STRANGER) -> str:
    """Return a sentence of a table, in the language in use, with its facts in words."""
    spoken = _Spoken({key: _fact(key, value, namer) for key, value in facts.items()})
    return _(template).format_map(spoken)


def known(code: str) -> bool:
    """Whether there is a sentence for this refusal."""
    return code in REFUSED


def sentence(code: str, facts: Mapping[str, object] | None = None, namer: Namer = STRANGER) -> str:
    """Return the sentence for a refusal with the number of its rule; codes of the server are said as ever."""
    given = dict(facts or {})
    if code not in REFUSED:
        return table_words.sentence(code, {k: v for k, v in given.items() if k != "rule"}, namer)
    said = _reason(code, given, namer)
    rule = given.get("rule")
    return f"{said} {_(RULE).format(rule=rule)}" if rule else said


def _reason(code: str, facts: dict[str, object], namer: Namer) -> str:
    """Return the sentence without its rule; that of a void offer holds what made it so (N126)."""
    template = REFUSED[code]
    if code == "not-your-turn" and facts.get("turn") == -1:
        template = BY_FACT[code, "nobody"]
    for fact in facts:
        template = BY_FACT.get((code, fact), template)
    if code == "setting":
        facts["option"] = option_name(str(facts.get("name", "")))
    if code == "offer-void":
        why = facts.get("why")
        inner = {str(k): v for k, v in why.items()} if isinstance(why, dict) else {}
        reason = str(facts.get("reason", ""))
        said = _reason(reason, inner, namer) if reason in REFUSED else ""
        return _(template).format(why=said).strip()
    return fill(template, facts, namer)


def phase(slug: object) -> str:
    """Return the name of a phase."""
    return _(table.PHASES[Phase(slug)]) if isinstance(slug, str) and slug in set(Phase) else str(slug)


def stage(slug: object) -> str:
    """Return the name of a part of the round."""
    return _(table.STAGES[Stage(slug)]) if isinstance(slug, str) and slug in set(Stage) else str(slug)


def kind(slug: object) -> str:
    """Return whose right a ballot is about, or that it is about the starter (N93)."""
    return _(table.KINDS[slug]) if isinstance(slug, str) and slug in table.KINDS else str(slug)


def trail(step_: TrailStep) -> str:
    """Return the name of a part of the turn or of the round."""
    return _(table.TRAIL[step_.code])


def step(next_step: NextStep, namer: Namer = STRANGER, *, market_on: bool = True) -> str:
    """Return the sentence that says who must do what now; without a market its leader is the second on the map."""
    code = next_step.code
    template = table.STEPS.get(code) or COMMON_STEPS[code]
    if not market_on:
        template = table.SECOND_STEPS.get(code, template)
    said = fill(template, {"seat": next_step.seat, **next_step.facts}, namer)
    if next_step.facts.get("out"):
        said += " " + _("Vos quedaste afuera: mirás.")
    elif next_step.facts.get("suspended") and not next_step.mine:
        said += " " + _("Estás suspendido: en esta ronda no tenés turno de control.")
    return said


def action(slug: str) -> str:
    """Return the label of a key."""
    return _(table.ACTIONS[slug]) if slug in table.ACTIONS else table_words.action(slug)


def won_how(how: str) -> str:
    """Return in words how a game was won."""
    return _(table.WON[how]) if how in table.WON else how


def victory(row: VictoryRow) -> str:
    """Return the name of a public victory."""
    return _(table.VICTORIES[row.how])


# --- options


def option_name(name: str) -> str:
    """Return the name of an option of the lobby; an unknown one stays as it is."""
    return _(table.OPTION_NAMES[name]) if name in table.OPTION_NAMES else name


def option_value(name: str, value: object) -> str:
    """Return the name of a value of an option."""
    if name in table.OPTION_VALUES:
        return _(table.OPTION_VALUES[name][str(value)])
    if name == "block_size":
        return str(value)
    if not value:
        return _("sin límite")
    return _("{n} segundos").format(n=value) if name in table.SECONDS else str(value)


def options(settings: msgspec.Struct) -> list[tuple[str, str]]:
    """Return every option with its value, in words."""
    return [(option_name(n), option_value(n, getattr(settings, n))) for n in settings.__struct_fields__]


# --- objectives


def objective(number: int) -> str:
    """Return an objective in words."""
    if not 0 <= number < len(OBJECTIVES):
        return _("Objetivo secreto, sin mostrar.")
    return OBJECTIVES[number].name_en if language() == "en" else OBJECTIVES[number].name_es


def part(piece: Part, namer: Namer = STRANGER) -> str:
    """Return one condition of an objective in words, without how far one is."""
    condition = piece.condition
    match condition.kind:
        case "status":
            return _("{level} en {factor}").format(
                level=names.level(condition.level), factor=names.factor(condition.factor)
            )
        case "statuses":
            return _("{level} o más en {n} factores").format(level=names.level(condition.level), n=piece.need)
        case "countries":
            return _("{n} países de {region}").format(n=piece.need, region=names.region(condition.region))
        case "icons":
            where = _("{n} íconos en países tuyos de {region}") if condition.held else _("{n} íconos en {region}")
            return where.format(n=piece.need, region=names.region(condition.region))
        case _:
            return _elimination(piece, namer)


def _elimination(piece: Part, namer: Namer) -> str:
    condition = piece.condition
    if condition.target == "any":
        aim = _("otra corporación")
    else:
        aim = whose(namer, piece.targets) if piece.targets else _("tu vecino")
    return _("eliminar a {aim}, o tomarle {n} y que le quede 1/{part} de lo que le tocó").format(
        aim=aim, n=table_words.count_countries(condition.taken), part=condition.weaken
    )


def progress(piece: Part) -> str:
    """Return how far one condition is: a level by its name, anything else as have/need."""
    if piece.condition.kind == "status":
        return names.level(piece.have) if piece.have else _("todavía no")
    return f"{piece.have}/{piece.need}"


# --- goods, deals, attempts, cards


def goods(ware: Goods, namer: Namer = STRANGER) -> str:
    """Return what one side of a deal gives, in words."""
    match ware:
        case Tokens(colour, count):
            return _("{fichas} de {name}").format(fichas=count_fichas(count), name=who(namer, colour))
        case Land(country):
            return names.country(country)
        case Card(None):
            return _("una tarjeta a elección")
        case Card(card):
            return names.card(card)
    raise AssertionError(ware)


def offer(made: OpenOffer, namer: Namer = STRANGER) -> str:
    """Return an offer in words: who gives what for what."""
    facts = {
        "name": who(namer, made.proposer),
        "other": who(namer, made.partner),
        "give": goods(made.give, namer),
        "take": goods(made.take, namer),
    }
    if made.take == Card(None):
        return _("{name} le muestra {give} a {other} y le pide una tarjeta").format(**facts)
    return _("{name} le da {give} a {other} por {take}").format(**facts)


def blocked(view: OfferView, namer: Namer = STRANGER) -> str:
    """Return why an open offer can't be accepted now, empty if it can."""
    return sentence(view.blocked, view.facts, namer) if view.blocked else ""


def level_change(change: LevelChange, namer: Namer = STRANGER) -> str:
    """Return that somebody has another level in a factor."""
    facts = {
        "name": who(namer, change.seat),
        "level": names.level(change.after),
        "before": names.level(change.before),
        "factor": names.factor(change.factor),
    }
    if change.after < 0:
        return _("{name} se queda sin {factor}").format(**facts)
    up = change.after > change.before
    return (_("{name} sube a {level} en {factor}") if up else _("{name} baja a {level} en {factor}")).format(**facts)


def deal(effect: DealEffect, namer: Namer = STRANGER) -> list[str]:
    """Return what a deal would change, one line each: both sides, then levels."""
    lines = [line for side in (effect.proposer, effect.partner) for line in _side(side, namer)]
    return lines + [level_change(change, namer) + "." for change in effect.levels]


def _side(side: SideEffect, namer: Namer) -> list[str]:
    name = who(namer, side.seat)
    lines = [_("{name} da {gives} y recibe {gets}.").format(
        name=name, gives=goods(side.gives, namer), gets=goods(side.gets, namer)
    )]  # fmt: skip
    if side.reserve:
        lines.append(_("Reserva de {name}: {change}.").format(name=name, change=f"{side.reserve:+d}"))
    if side.placed:
        lines.append(_("{name} pone {fichas} ahí.").format(name=name, fichas=count_fichas(side.placed)))
    lines += [
        _("Retenidas por {name}, de {colour}: {change}.").format(
            name=name, colour=who(namer, colour), change=f"{change:+d}"
        )
        for colour, change in side.retained
    ]
    if side.block[0] != side.block[1]:
        lines.append(_("Bloque de {name}: de {before} a {after} países.").format(
            name=name, before=side.block[0], after=side.block[1]
        ))  # fmt: skip
    if side.wins:
        lines.append(_("¡Con esto gana {name}: {how}!").format(name=name, how=won_how(side.wins)))
    return lines


def percent(chance: float) -> str:
    """Return a probability as the screens show it: 67,1 %."""
    said = f"{100 * chance:.1f}".removesuffix(".0")
    return (said if language() == "en" else said.replace(".", ",")) + " %"


def attempt(view: AttemptView, namer: Namer = STRANGER) -> str:
    """Return an attempt in words: levels, dice and exact chance."""
    if view.hostile:
        return _("Control hostil: 4 fichas contra 1, sin dados.")
    said = _("{own} en {factor} contra {other} en {factor2} de {name}: {a} dados contra {b}, {chance}.").format(
        own=names.level(view.own),
        factor=names.factor(FACTOR_OF[view.source]),
        other=names.level(view.other),
        factor2=names.factor(FACTOR_OF[view.target]),
        name=who(namer, view.defender),
        a=view.dice,
        b=view.against,
        chance=percent(view.chance),
    )
    return said[:1].upper() + said[1:]


def attempt_outcome(view: AttemptView, namer: Namer = STRANGER) -> tuple[str, str]:
    """Return what winning and what losing an attempt would change, each in one sentence."""
    won = _("Si ganás: {country} es tuyo").format(country=names.country(view.target))
    lost = _("Si perdés: {country} es de {name}").format(
        country=names.country(view.source), name=who(namer, view.defender)
    )
    return _with_levels(won, view.if_won, namer), "" if view.hostile else _with_levels(lost, view.if_lost, namer)


def _with_levels(said: str, changes: tuple[LevelChange, ...], namer: Namer) -> str:
    return "; ".join([said, *(level_change(change, namer) for change in changes)]) + "."


def card_lines(view: CardView) -> list[str]:
    """Return what a card would do now, in its order (N65)."""
    first = _("1. Ponés {fichas} en tus países").format(fichas=count_fichas(view.places))
    if view.places < view.tokens:
        first += _(" (de {n}: no hay más reserva o lugar)").format(n=view.tokens)
    second = _("2. Intercambio de {fichas} en el mercado, por dado de todos").format(fichas=count_fichas(view.exchange))
    moves = [
        _("{factor} {steps} (desde {country}, {can})").format(
            factor=names.factor(icon.factor),
            steps=icon.steps,
            country=names.country(icon.country),
            can=_("puede coincidir") if icon.coincide else _("no llega a coincidir"),
        )
        for icon in view.icons
    ]
    third = _("3. Íconos: {moves}").format(moves=listed(moves))
    return [first + ".", second + "." if view.exchange else _("2. Sin mercado, no hay intercambio."), third + "."]


def foretold(view: Foretold, namer: Namer = STRANGER) -> str:
    """Return what a whole path of an icon comes to (N71)."""
    del namer
    said = _("Coincide") if view.coincides else _("No coincide")
    said += _("; van {n} coincidencias").format(n=view.coincided)
    if view.most > view.coincided:
        said += _(", podés llegar a {n}").format(n=view.most)
    if view.exchange:
        said += _("; con eso ya tenés un intercambio de {n}").format(n=view.exchange)
    return said + "."
