"""The deal: C1 to C6."""

from collections.abc import Sequence

from teg_shared.rules.chance import Chance
from teg_shared.rules.classic.data import COLOURS, COMMON_ONLY, COUNTRIES, OBJECTIVES
from teg_shared.rules.classic.events import (
    AnyEvent,
    CountriesDealt,
    DeckShuffled,
    GameStarted,
    ObjectivesDealt,
    PlacementStarted,
    StarterRolled,
)
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.errors import RuleError

Roll = tuple[int, ...]

DEAL, OBJECTIVE_DEAL, FIRST_DECK = range(3)
"""Numbers of the game's first three shuffles."""


def setup(colours: Sequence[str], settings: Settings, chance: Chance) -> list[AnyEvent]:
    """Return the events of the deal, up to the first placement.

    Raises:
        RuleError: seat-count or colours (C1).
    """
    seats = len(colours)
    if not 2 <= seats <= len(COLOURS):
        raise RuleError("seat-count", seats=seats, least=2, most=len(COLOURS))
    if len(set(colours)) != seats or not set(colours) <= set(COLOURS):
        raise RuleError("colours", colours=list(colours))
    first, starter_rolls = draw_highest(tuple(range(seats)), seats, chance, 0)
    owners, left_rolls = deal_countries(seats, chance, len(starter_rolls))
    return [
        GameStarted(tuple(colours), settings),
        StarterRolled(starter_rolls, first),
        CountriesDealt(owners, left_rolls),
        ObjectivesDealt(deal_objectives(seats, settings, chance)),
        DeckShuffled(chance.shuffle(FIRST_DECK, COUNTRIES)),
        PlacementStarted(first, 1, first_placement(seats, first, owners)),
    ]


def draw_highest(seats: Roll, count: int, chance: Chance, index: int) -> tuple[int, tuple[Roll, ...]]:
    """Return the one of `seats` with the highest die, ties rolled again among the tied, and the rolls (C2).

    A roll has one face for each of `count` seats, 0 for those who do not roll; `index` numbers the first one.
    """
    rolls: list[Roll] = []
    while len(seats) > 1 or not rolls:
        faces = iter(chance.roll(index + len(rolls), len(seats)))
        roll = tuple(next(faces) if seat in seats else 0 for seat in range(count))
        rolls.append(roll)
        seats = tuple(seat for seat in seats if roll[seat] == max(roll))
    return seats[0], tuple(rolls)


def deal_countries(seats: int, chance: Chance, index: int) -> tuple[Roll, tuple[Roll, ...]]:
    """Return the owner of each country and the rolls for the left-over cards (C3).

    The left-over cards go one each to the seats with the highest dice; only those tied across the last place
    roll again.
    """
    order = chance.shuffle(DEAL, COUNTRIES)
    laps, left = divmod(COUNTRIES, seats)
    receivers = [seat for _ in range(laps) for seat in range(seats)]
    rolls: list[Roll] = []
    waiting = tuple(range(seats))
    lucky: list[int] = []
    while left > len(lucky):
        faces = iter(chance.roll(index + len(rolls), len(waiting)))
        roll = tuple(next(faces) if seat in waiting else 0 for seat in range(seats))
        rolls.append(roll)
        wanted = left - len(lucky)
        bar = sorted((roll[seat] for seat in waiting), reverse=True)[wanted - 1]
        above = [seat for seat in waiting if roll[seat] > bar]
        level = [seat for seat in waiting if roll[seat] == bar]
        lucky += above
        if len(above) + len(level) == wanted:
            lucky += level
        else:
            waiting = tuple(level)
    owners = [0] * COUNTRIES
    for country, seat in zip(order, receivers + lucky, strict=True):
        owners[country] = seat
    return tuple(owners), tuple(rolls)


def deal_objectives(seats: int, settings: Settings, chance: Chance) -> Roll:
    """Return the objective number of each seat (C6)."""
    order = chance.shuffle(OBJECTIVE_DEAL, len(OBJECTIVES))
    if settings.small_table_objective == "conquer_all" and seats <= 3:
        return (COMMON_ONLY,) * seats
    return tuple(number + 1 for number in order[:seats])


def first_placement(seats: int, seat: int, owners: Sequence[int]) -> int:
    """Return the armies of `seat` in the first placement round (C4, C5)."""
    return owners.count(seat) // 2 if seats <= 3 else 5
