"""What the standing pacts forbid to a seat, read from its view at each decision."""

from typing import NamedTuple

from teg_shared.rules.classic.state import Pact, State

Front = tuple[int, int]
"""(own country, country of the other side)."""


class Treaties(NamedTuple):
    """The pacts of one seat, as the attacks that they forbid it."""

    partners: frozenset[int]
    """Seats with which peace holds on the whole map."""
    fronts: frozenset[Front]
    """Borders on which peace holds."""

    def forbid(self, source: int, target: int, owner: int) -> bool:
        """Whether an attack on `target`, which is of `owner`, would violate a pact (C33)."""
        return owner in self.partners or (source, target) in self.fronts


NONE = Treaties(frozenset(), frozenset())


def treaties(view: State, seat: int) -> Treaties:
    """Return what the standing pacts forbid `seat`."""
    if not view.pacts:
        return NONE
    partners: list[int] = []
    fronts: list[Front] = []
    for pact in view.pacts:
        if seat not in (pact.a, pact.b):
            continue
        if pact.border is None:
            partners.append(other(pact, seat))
        else:
            fronts.append(pact.border if pact.a == seat else (pact.border[1], pact.border[0]))
    return Treaties(frozenset(partners), frozenset(fronts))


def other(pact: Pact, seat: int) -> int:
    """Return the side of `pact` that is not `seat`."""
    return pact.b if pact.a == seat else pact.a
