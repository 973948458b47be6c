"""The deal: N1 to N24."""

from collections.abc import Sequence

from teg_shared.rules.board import mask_of
from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios.data import (
    CARDS,
    COLOURS,
    COUNTRIES,
    DISTRIBUTION,
    DOMINANCE,
    FACTOR_MASKS,
    LEAST_SEATS,
    NOBODY,
    OBJECTIVES,
)
from teg_shared.rules.negocios.events import (
    AnyEvent,
    CountriesDealt,
    DeckShuffled,
    GameStarted,
    ObjectivesDealt,
    RoundStarted,
    TurnStarted,
)
from teg_shared.rules.negocios.evolve import blank, evolve
from teg_shared.rules.negocios.objectives import met
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.settings import LEAST_BLOCK, MOST_BLOCK, MOST_ROUNDS, MOST_SECONDS, Settings
from teg_shared.rules.negocios.state import State

MOST_DEALS = 1000
"""Deals, or draws of an objective, after which the luck must be broken."""


def setup(colours: Sequence[str], settings: Settings, chance: Chance) -> list[AnyEvent]:
    """Return the events of the deal, up to the first control turn.

    Raises:
        RuleError: seat-count, colours or setting (N1 to N3, N89).
    """
    seats = len(colours)
    if not LEAST_SEATS <= seats <= len(COLOURS):
        raise refuse("seat-count", seats=seats, least=LEAST_SEATS, most=len(COLOURS))
    if len(set(colours)) != seats or not set(colours) <= set(COLOURS):
        raise refuse("colours", colours=list(colours))
    check_settings(settings)
    started = GameStarted(tuple(colours), settings, market_on(settings, seats))
    dealt = deal_countries(seats, chance)
    state = evolve(blank(started), dealt)
    objectives = deal_objectives(state, chance)
    evolve(state, objectives)
    deck = DeckShuffled(chance.shuffle(state.shuffles, len(CARDS)))
    starter = chance.shuffle(state.shuffles + 1, seats)[0]
    order = tuple((starter + step) % seats for step in range(seats))
    return [started, dealt, objectives, deck, RoundStarted(1, starter, order, drawn=True), TurnStarted(starter)]


def check_settings(settings: Settings) -> None:
    """Refuse numbers that make no sense (setting)."""
    bounds = (
        ("negotiation_seconds", 0, MOST_SECONDS, "N130"),
        ("agreement_seconds", 0, MOST_SECONDS, "N95"),
        ("round_limit", 0, MOST_ROUNDS, "N108"),
        ("block_size", LEAST_BLOCK, MOST_BLOCK, "N106"),
    )
    for name, least, most, rule in bounds:
        if not least <= getattr(settings, name) <= most:
            raise refuse("setting", rule, name=name, least=least, most=most)


def market_on(settings: Settings, seats: int) -> bool:
    """Whether the market is part of the game (N89)."""
    return seats >= 6 if settings.market == "auto" else settings.market == "on"


def deal_countries(seats: int, chance: Chance) -> CountriesDealt:
    """Return the deal by distribution cards; left-over cards go round country by country (N14 to N16)."""
    order = chance.shuffle(0, len(DISTRIBUTION))
    whole = len(DISTRIBUTION) // seats
    cards = tuple(tuple(order[seat + seats * lap] for lap in range(whole)) for seat in range(seats))
    owners = [NOBODY] * COUNTRIES
    for seat, own in enumerate(cards):
        for card in own:
            for country in DISTRIBUTION[card]:
                owners[country] = seat
    left = [country for card in order[whole * seats :] for country in DISTRIBUTION[card]]
    shuffles = 1
    while left:
        for place, pick in enumerate(chance.shuffle(shuffles, len(left))):
            owners[left[pick]] = place % seats
        shuffles += 1
        if not _dominated(owners, seats):
            break
        assert shuffles < MOST_DEALS, "no deal without a dominio"
    return CountriesDealt(tuple(owners), cards, shuffles)


def _dominated(owners: Sequence[int], seats: int) -> bool:
    """Whether somebody holds six countries of a factor (N16)."""
    masks = [mask_of(c for c, owner in enumerate(owners) if owner == seat) for seat in range(seats)]
    return any((mask & among).bit_count() >= DOMINANCE for mask in masks for among in FACTOR_MASKS)


def deal_objectives(state: State, chance: Chance) -> ObjectivesDealt:
    """Return an objective for each seat, drawn anew as long as it is met already (N19, N20)."""
    index = state.shuffles
    pile = list(chance.shuffle(index, len(OBJECTIVES)))
    index += 1
    out: list[int] = []
    for seat in range(len(state.colours)):
        while met(state, seat, pile[-1]):
            assert index < MOST_DEALS, "no objective that is not met"
            pile = [pile[place] for place in chance.shuffle(index, len(pile))]
            index += 1
        out.append(pile.pop())
    return ObjectivesDealt(tuple(out), index - state.shuffles)
