"""Pure questions on a viewer's state about consolidation cards: playing, placing, icons and market exchanges."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from teg_shared.rules.board import members
from teg_shared.rules.negocios import cards, course, market
from teg_shared.rules.negocios.data import CARDS, FACTOR_OF, HIDDEN, MOST_ON_COUNTRY, PATHS, STEPS
from teg_shared.rules.negocios.state import Phase, State, plays

from teg_tui.negocios.questions import acts

EFFECT: Final = {2: 2, 3: 3}
"""Fichas exchanged for so many coincidences (N71, N74)."""
When: TypeAlias = Literal["now", "queued", "no"]


@dataclass(frozen=True)
class IconStep:
    """One of the three icons of a card (N69).

    Attributes:
        slot: 0 to 2; it moves `steps` countries along links.
        country: where it stands now.
        reach: countries that it can end on; `coincide` those among them that print its factor.
    """

    factor: int
    slot: int
    steps: int
    country: int
    reach: int
    coincide: int


@dataclass(frozen=True)
class CardView:
    """What a card of the hand would do now (N65 to N74).

    Attributes:
        tokens: printed on it; `places` of them can be put on the map now.
        exchange: fichas that everybody's die moves in the market; 0 without one.
        icons: its three icons in their order.
        when: whether it can be played now, after the card being resolved, or not.
    """

    card: int
    tokens: int
    places: int
    exchange: int
    icons: tuple[IconStep, IconStep, IconStep]
    when: When

    @property
    def most_coincidences(self) -> int:
        """Icons that could end on their own factor."""
        return sum(bool(icon.coincide) for icon in self.icons)


@dataclass(frozen=True)
class Foretold:
    """What a path of the icon that is to be moved would come to (N71 to N76).

    Attributes:
        coincides: whether it ends on a country that prints the icon's factor.
        coincided: coincidences of this card once it is walked.
        most: those that can still be reached with the icons that come after it.
        exchange: fichas of the chosen exchange if these are all, as far as market and reserve allow.
    """

    coincides: bool
    coincided: int
    most: int
    exchange: int


@dataclass(frozen=True)
class ExchangeView:
    """A chosen exchange in the market (N74 to N77, N85, N86).

    Attributes:
        count: how many corporations must be chosen.
        choices: (seat, its market fichas) of each that can be.
        bonus: whether it may be declined; `left` bonus exchanges are open.
    """

    count: int
    choices: tuple[tuple[int, int], ...]
    bonus: bool
    left: int


def playable(view: State, seat: int) -> When:
    """Return whether `seat` may play some card of its hand now, or queue it (N61 to N64, N150)."""
    if seat < 0 or not plays(view, seat) or not course.can_play(view, seat):
        return "no"
    if acts(view, seat, Phase.CARD):
        return "now"
    if not cards.talking(view) or not view.participants >> seat & 1:
        return "no"
    if any(request.seat == seat for request in view.requests):
        return "no"
    return "queued" if cards.resolving(view) else "now"


def playable_cards(view: State, seat: int) -> list[int]:
    """Return the cards that `seat` may play now, or ask to play next."""
    return view.hands[seat][:] if playable(view, seat) != "no" else []


def card_view(view: State, seat: int, card: int) -> CardView:
    """Return what `card` would do for `seat` as things stand now."""
    printed = CARDS[card]
    places = min(printed.tokens, view.reserve[seat], cards.room(view, seat))
    first, second, third = (_icon(view, factor, slot) for slot, factor in enumerate(printed.icons))
    exchange = printed.tokens if view.market_on else 0
    return CardView(card, printed.tokens, places, exchange, (first, second, third), playable(view, seat))


def hand(view: State, seat: int) -> list[CardView]:
    """Return what each card of the own hand would do; nothing for a hand that is not known."""
    if seat < 0:
        return []
    return [card_view(view, seat, card) for card in view.hands[seat] if card != HIDDEN]


def _icon(view: State, factor: int, slot: int) -> IconStep:
    reach = coincide = 0
    for path in PATHS[STEPS[slot]][view.icons[factor]]:
        reach |= 1 << path[-1]
        if FACTOR_OF[path[-1]] == factor:
            coincide |= 1 << path[-1]
    return IconStep(factor, slot, STEPS[slot], view.icons[factor], reach, coincide)


# --- part 1: fichas


def room_on(view: State, seat: int, waiting: dict[int, int], country: int) -> int:
    """Return how many more fichas `seat` can put on `country` beside those that are staged or sent (N66)."""
    if country < 0 or not acts(view, seat, Phase.PLACE) or view.owners[country] != seat:
        return 0
    free = view.value - sum(waiting.values())
    return max(0, min(free, MOST_ON_COUNTRY - view.tokens[country] - waiting.get(country, 0)))


def placeable(view: State, seat: int, waiting: dict[int, int]) -> dict[int, int]:
    """Return how many more fichas each own country can take now, if any."""
    if not acts(view, seat, Phase.PLACE):
        return {}
    places = {country: room_on(view, seat, waiting, country) for country in members(view.masks[seat])}
    return {country: most for country, most in places.items() if most}


# --- part 3: icons


def icon_task(view: State) -> IconStep | None:
    """Return the icon that is to be moved now by whoever acts, None if none is (N69)."""
    if view.phase is not Phase.MOVE:
        return None
    factor, _ = cards.moving_icon(view)
    return _icon(view, factor, view.slot)


def icon_next(view: State, path: tuple[int, ...]) -> list[int]:
    """Return the countries with which `path` can go on so that a whole path can still come of it (N69, N70)."""
    if view.phase is not Phase.MOVE:
        return []
    at = len(path)
    return sorted({whole[at] for whole in cards.legal_paths(view) if len(whole) > at and whole[:at] == path})


def icon_paths(view: State, end: int) -> list[tuple[int, ...]]:
    """Return every whole path of the icon to be moved that ends on `end`."""
    return [path for path in cards.legal_paths(view) if path[-1] == end] if view.phase is Phase.MOVE else []


def icon_foretold(view: State, path: tuple[int, ...]) -> Foretold | None:
    """Return what a whole path comes to, None for one that is none (N71)."""
    if view.phase is not Phase.MOVE or path not in cards.legal_paths(view):
        return None
    factor, _ = cards.moving_icon(view)
    coincides = FACTOR_OF[path[-1]] == factor
    now = view.coincided + coincides
    later = CARDS[view.card].icons[view.slot + 1 :]
    most = now + sum(bool(_icon(view, f, view.slot + 1 + n).coincide) for n, f in enumerate(later))
    exchange = market.amount(view, view.actor, EFFECT.get(now, 0)) if view.market_on else 0
    return Foretold(coincides, now, most, exchange)


# --- exchanges


def exchange_view(view: State) -> ExchangeView | None:
    """Return the exchange that whoever acts has to choose, None if there is none (N77, N86)."""
    if view.phase not in (Phase.EXCHANGE, Phase.BONUS):
        return None
    choices = tuple((seat, view.market[seat]) for seat in market.sources(view, view.actor))
    return ExchangeView(view.value, choices, view.phase is Phase.BONUS, view.bonuses)


def emptied_by(view: State, seats: tuple[int, ...]) -> list[int]:
    """Return those of `seats` that an exchange leaves without a market ficha: each gives a bonus (N85)."""
    return [seat for seat in seats if view.market[seat] == 1]
