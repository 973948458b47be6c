"""What the screens say about a game of T.E.G. de los Negocios, by code: refusals, steps, options, objectives, deals.

Names typed by people are put in as they are: a screen that reads markup must escape the whole sentence.
"""

from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

import msgspec
from teg_shared.rules.negocios.data import LEVELS, NOBODY, OBJECTIVES
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.state import OpenOffer, Phase, Stage

from teg_tui.i18n import N_, _, ngettext
from teg_tui.names import listed, printed
from teg_tui.negocios import names
from teg_tui.negocios import words_table as table
from teg_tui.negocios.deals import OfferView
from teg_tui.negocios.rows import Part, TrailStep, VictoryRow
from teg_tui.negocios.words_refused import BY_FACT, REFUSED
from teg_tui.phrases import STRANGER, Namer, count_cards, count_countries, filled, plain, who
from teg_tui.rows import NextStep
from teg_tui.words_table import ACTIONS as COMMON_ACTIONS
from teg_tui.words_table import STEPS as COMMON_STEPS

_COUNTRIES: Final = frozenset({"country", "source", "target"})
_SEATS: Final = frozenset({"seat", "partner", "by", "turn", "owner", "winner", "killer", "voter"})
_FICHAS: Final = frozenset({"fichas", "room", "tokens"})
RULE: Final = N_("(regla {rule})")


@runtime_checkable
class KnowsMarket(Namer, Protocol):
    """A namer that knows whether the table plays with a market."""

    @property
    def market_on(self) -> bool:
        """Whether there is a market; without one its leader's right is that of the second on the map (N91)."""
        ...


def count_fichas(number: int) -> str:
    """Return a number of fichas in words."""
    return ngettext("{n} ficha", "{n} fichas", number).format(n=number)


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
    if key == "kind":
        return kind(value, namer)
    one = {"card": names.card, "factor": names.factor, "phase": phase, "stage": stage}.get(key)
    if one is not None:
        return one(value)
    return listed([str(item) for item in value]) if isinstance(value, list | tuple) else str(value)


def fill(template: str, facts: Mapping[str, object], namer: Namer = STRANGER) -> str:
    """Return a sentence of a table, in the language in use, with its facts in words."""
    return filled(template, {key: _fact(key, value, namer) for key, value in facts.items()})


def known(code: str) -> bool:
    """Whether there is a sentence for this refusal."""
    return code in REFUSED


def sentence(code: str, facts: Mapping[str, object] | None = None, namer: Namer = STRANGER) -> str:
    """Return the sentence for a refusal with the number of its rule; codes of the server are said as ever."""
    given = dict(facts or {})
    if code not in REFUSED:
        return plain(code, {k: v for k, v in given.items() if k != "rule"}, namer)
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


def kind(slug: object, namer: Namer = STRANGER) -> str:
    """Return whose right a ballot is about, or that it is about the starter (N91, N93)."""
    if slug == "market" and isinstance(namer, KnowsMarket) and not namer.market_on:
        return _(table.SECOND)
    return _(table.KINDS[slug]) if isinstance(slug, str) and slug in table.KINDS else str(slug)


def trail(step_: TrailStep) -> str:
    """Return the name of a part of the turn or of the round."""
    return _(table.TRAIL[step_.code])


def step(next_step: NextStep, namer: Namer = STRANGER, *, market_on: bool = True) -> str:
    """Return the sentence that says who must do what now; without a market its leader is the second on the map."""
    code = next_step.code
    template = table.STEPS.get(code) or COMMON_STEPS[code]
    if next_step.facts.get("leaders"):
        template = table.TIED_STEPS.get(code, template)
    if not market_on:
        second = table.SECOND_TIED_STEPS if next_step.facts.get("leaders") else table.SECOND_STEPS
        template = second.get(code, template)
    said = fill(template, {"seat": next_step.seat, **next_step.facts}, namer)
    if next_step.facts.get("out"):
        said += " " + _("Vos quedaste afuera: mirás.")
    elif next_step.facts.get("suspended") and not next_step.mine:
        said += " " + _("Estás suspendido: en esta ronda no tenés turno de control.")
    return said


def action(slug: str) -> str:
    """Return the label of a key."""
    return _(table.ACTIONS[slug]) if slug in table.ACTIONS else _(COMMON_ACTIONS[slug])


def won_how(how: str, *, mine: bool = False) -> str:
    """Return in words how a game was won, said of somebody or to the winner."""
    said = table.WON_BY_YOU if mine else table.WON
    return _(said[how]) if how in said else how


def ballot_title(slug: str, *, market_on: bool = True) -> str:
    """Return what a ballot decides, for the head of a narrow list."""
    second = slug == "market" and not market_on
    return _(table.SECOND_BALLOT) if second else _(table.BALLOTS.get(slug, slug))


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
    return printed(number, OBJECTIVES)


def part(piece: Part, namer: Namer = STRANGER) -> str:
    """Return one condition of an objective in words, without how far one is."""
    condition = piece.condition
    match condition.kind:
        case "status":
            return _("{level} en {factor}").format(
                level=names.level(condition.level), factor=names.factor(condition.factor)
            )
        case "statuses":
            highest = condition.level == max(LEVELS.values())
            least = _("{level} en {n} factores") if highest else _("{level} o más en {n} factores")
            return least.format(level=names.level(condition.level), n=piece.need)
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
        aim=aim, n=count_countries(condition.taken), part=condition.weaken
    )


def progress(piece: Part) -> str:
    """Return how far one condition is: a level by its name, anything else as have/need."""
    if piece.condition.kind == "status":
        return names.level(piece.have) if piece.have else _("todavía no")
    return f"{piece.have}/{piece.need}"


# --- goods and offers


def goods(ware: Goods, namer: Namer = STRANGER, me: int = NOBODY) -> str:
    """Return what one side of a deal gives, in words; `me` is spoken to."""
    match ware:
        case Tokens(colour, count) if colour == me:
            return ngettext("{n} ficha tuya", "{n} fichas tuyas", count).format(n=count)
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
