"""What an attempt, a deal, a card or the path of an icon would change, in words; what one does oneself as one's own."""

from collections.abc import Iterable

from teg_shared.rules.negocios.data import FACTOR_OF, NOBODY
from teg_shared.rules.negocios.goods import Land, Tokens

from teg_tui.i18n import _, language, ngettext
from teg_tui.names import listed
from teg_tui.negocios import names
from teg_tui.negocios.card_questions import CardView, Foretold
from teg_tui.negocios.changes import LevelChange
from teg_tui.negocios.deals import DealEffect, SideEffect
from teg_tui.negocios.questions import AttemptView
from teg_tui.negocios.words import count_fichas, goods, won_how
from teg_tui.phrases import STRANGER, Namer, who


def changed_levels(changes: Iterable[LevelChange], namer: Namer = STRANGER, me: int = NOBODY) -> list[str]:
    """Return what happens to levels, one phrase a factor, that of `me` first; `me` is spoken to."""
    by_factor: dict[int, list[LevelChange]] = {}
    for change in sorted(changes, key=lambda change: change.seat != me):
        by_factor.setdefault(change.factor, []).append(change)
    return [
        _("en {factor} {changes}").format(factor=names.factor(factor), changes=listed(_shifts(group, namer, me)))
        for factor, group in by_factor.items()
    ]


def _shifts(group: Iterable[LevelChange], namer: Namer, me: int) -> list[str]:
    """Return what happens to the levels in one factor; whoever comes to the same level in the same way, together."""
    alike: dict[tuple[bool, int, bool], list[LevelChange]] = {}
    for change in group:
        alike.setdefault((change.seat == me, change.after, change.after > change.before), []).append(change)
    return [
        _mine(after, up=up) if mine else _shift([who(namer, change.seat) for change in changes], after, up=up)
        for (mine, after, up), changes in alike.items()
    ]


def _mine(after: int, *, up: bool) -> str:
    if after < 0:
        return _("te quedás sin países")
    return (_("subís a {level}") if up else _("bajás a {level}")).format(level=names.level(after))


def _shift(people: list[str], after: int, *, up: bool) -> str:
    if after < 0:
        said = ngettext("{name} se queda sin países", "{name} se quedan sin países", len(people))
    elif up:
        said = ngettext("{name} sube a {level}", "{name} suben a {level}", len(people))
    else:
        said = ngettext("{name} baja a {level}", "{name} bajan a {level}", len(people))
    return said.format(name=listed(people), level=names.level(after))


def deal(effect: DealEffect, namer: Namer = STRANGER, me: int = NOBODY) -> list[str]:
    """Return what a deal would change, one line each: both sides, that of `me` first, then levels."""
    sides = sorted((effect.proposer, effect.partner), key=lambda side: side.seat != me)
    lines = [line for side in sides for line in _side(side, namer, me)]
    return lines + [said[:1].upper() + said[1:] + "." for said in changed_levels(effect.levels, namer, me)]


def _side(side: SideEffect, namer: Namer, me: int) -> list[str]:
    name, mine = who(namer, side.seat), side.seat == me
    said = _("Das {gives} y recibís {gets}") if mine else _("{name} da {gives} y recibe {gets}")
    said = said.format(name=name, gives=goods(side.gives, namer, me), gets=_own(side, namer, mine=mine))
    lines = [f"{said}{_fate(side, mine=mine)}."]
    if side.block[0] != side.block[1]:
        said = _("Tu bloque: de {before} a {after} países.") if mine else _("Bloque de {name}: de {before} a {after}.")
        lines.append(said.format(name=name, before=side.block[0], after=side.block[1]))
    if side.wins:
        said = _("¡Con esto ganás: {how}!") if mine else _("¡Con esto gana {name}: {how}!")
        lines.append(said.format(name=name, how=won_how(side.wins, mine=mine)))
    return lines


def _own(side: SideEffect, namer: Namer, *, mine: bool) -> str:
    """Return what a side gets; its own fichas as its own."""
    gets = side.gets
    if mine or not isinstance(gets, Tokens) or gets.colour != side.seat:
        return goods(gets, namer, side.seat if mine else NOBODY)
    return ngettext("{n} ficha suya", "{n} fichas suyas", gets.count).format(n=gets.count)


def _fate(side: SideEffect, *, mine: bool) -> str:
    """Return what becomes of what a side gets: own fichas are free again, a country wants its fichas (N124, N127)."""
    match side.gets:
        case Tokens(colour=colour) if colour == side.seat:
            return _(": a tu reserva") if mine else _(": a su reserva")
        case Tokens():
            return _(": retenidas en tu zona") if mine else _(": retenidas en la suya")
        case Land() if side.placed:
            said = _(", con {fichas} tuyas") if mine else _(", con {fichas} suyas")
            if side.placed == 1:
                said = _(", con {fichas} tuya") if mine else _(", con {fichas} suya")
            return said.format(fichas=count_fichas(side.placed))
        case _:
            return ""


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


def attempt_outcome(view: AttemptView, namer: Namer = STRANGER, me: int = NOBODY) -> tuple[str, str]:
    """Return what winning and what losing an attempt of `me` would change, each in one sentence."""
    won = _("Si ganás: {country} es tuyo").format(country=names.country(view.target))
    lost = _("Si perdés: {country} es de {name}").format(
        country=names.country(view.source), name=who(namer, view.defender)
    )
    won = with_levels(won, view.if_won, namer, me)
    return won, "" if view.hostile else with_levels(lost, view.if_lost, namer, me)


def with_levels(said: str, changes: Iterable[LevelChange], namer: Namer = STRANGER, me: int = NOBODY) -> str:
    """Return a sentence with what happens to levels at its end."""
    return "; ".join([said, *changed_levels(changes, namer, me)]) + "."


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


def foretold(view: Foretold) -> str:
    """Return what a whole path of an icon comes to: coincidences so far, those possible, and the exchange (N71)."""
    said = _("Coincidencias de la tarjeta: {n} de {most} posibles.").format(n=view.coincided, most=view.most)
    if view.exchange:
        return said + " " + _("Ya te da un intercambio de {n} en el mercado.").format(n=view.exchange)
    if view.most > 1:
        return said + " " + _("Con dos hay un intercambio en el mercado; con tres, mayor.")
    return said + " " + _("No alcanza para un intercambio.")
