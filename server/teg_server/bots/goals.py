"""What a seat still needs for its objective and for the common one (C24 to C28), as sets of countries."""

from typing import NamedTuple

from teg_shared.rules.classic.data import BOARD, COMMON_COUNTRIES, OBJECTIVES
from teg_shared.rules.classic.objectives import conquers_all, target_seat
from teg_shared.rules.classic.state import State

from teg_server.bots.tables import CONTINENTS


class Part(NamedTuple):
    """So many more countries of this set are wanted."""

    among: int
    """Mask of the countries that count and are not held."""
    lacking: int


class Goal(NamedTuple):
    """One way to win: all parts together, or the end of a seat."""

    parts: tuple[Part, ...]
    victim: int | None
    """Seat to destroy, None for countries."""

    @property
    def lacking(self) -> int:
        """Countries still to take."""
        return sum(part.lacking for part in self.parts)

    @property
    def among(self) -> int:
        """Mask of all countries that help."""
        mask = 0
        for part in self.parts:
            mask |= part.among
        return mask


def goals(view: State, seat: int) -> list[Goal]:
    """Return the ways in which `seat` can win, the secret one first, from its own view."""
    mask = view.masks[seat]
    if conquers_all(view):
        missing = BOARD.full & ~mask
        return [Goal((Part(missing, missing.bit_count()),), None)]
    secret = _secret(view, seat, mask)
    common = Goal((Part(BOARD.full & ~mask, max(0, COMMON_COUNTRIES - mask.bit_count())),), None)
    return [secret, common] if secret is not None else [common]


def wanted(view: State, seat: int) -> int:
    """Return the mask of foreign countries that the secret objective of `seat` asks for."""
    number = view.objectives[seat]
    if number <= 0 or conquers_all(view):
        return 0
    secret = _secret(view, seat, view.masks[seat])
    return secret.among if secret is not None else 0


def _secret(view: State, seat: int, mask: int) -> Goal | None:
    number = view.objectives[seat]
    if number <= 0:
        return None
    victim = target_seat(view.colours, seat, number)
    if victim is not None:
        left = view.masks[victim]
        return Goal((Part(left, left.bit_count()),), victim) if left else None
    objective = OBJECTIVES[number - 1]
    parts: list[Part] = []
    for continent in objective.continents:
        missing = CONTINENTS[continent] & ~mask
        if missing:
            parts.append(Part(missing, missing.bit_count()))
    for continent, count in objective.counts:
        lacking = count - (CONTINENTS[continent] & mask).bit_count()
        if lacking > 0:
            parts.append(Part(CONTINENTS[continent] & ~mask, lacking))
    if objective.cluster:
        parts.extend(_cluster(objective.whole, tuple(k for k, _ in objective.counts), mask))
    return Goal(tuple(parts), None)


def _cluster(whole: int, counted: tuple[int, ...], mask: int) -> list[Part]:
    """Return what the cheapest group of bordering countries outside the counted continents lacks (C29)."""
    for continent in counted:
        whole |= CONTINENTS[continent]
    best = min(((triangle & ~mask).bit_count(), triangle) for triangle in BOARD.triangles if not triangle & whole)
    missing = best[1] & ~mask
    return [Part(missing, missing.bit_count())] if missing else []
