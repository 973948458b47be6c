"""Looking one attempt further: what a win or a loss leads to is worth more or less than it looks (N52).

The state that an attempt leads to is made of the view by the rules' own events, so that levels, blocks and the
streak are those of the next attempt.
"""

from collections.abc import Sequence

from teg_shared.rules.negocios.course import attempts_over
from teg_shared.rules.negocios.data import NOBODY
from teg_shared.rules.negocios.events import CountryTaken
from teg_shared.rules.negocios.evolve import evolve
from teg_shared.rules.negocios.state import State

from teg_server.bots.negocios.appraisal import Appraisal
from teg_server.bots.negocios.attack import Prospect, prospects


def best(appraisal: Appraisal, options: Sequence[Prospect], width: int) -> Prospect:
    """Return the best of the `width` options that are worth most at first sight, all that may follow counted in."""
    ranked = sorted(options, key=lambda prospect: -prospect.worth)
    if width < 2 or len(ranked) < 2:
        return ranked[0]
    good = [prospect for prospect in ranked[:width] if prospect.worth > 0] or ranked[:1]
    return max(good, key=lambda prospect: _foreseen(appraisal, prospect))


def _foreseen(appraisal: Appraisal, prospect: Prospect) -> float:
    odds = prospect.odds
    worth = odds * (prospect.gain + _next(appraisal, prospect, won=True))
    if odds < 1:
        worth += (1 - odds) * (_next(appraisal, prospect, won=False) - prospect.loss)
    return worth


def _next(appraisal: Appraisal, prospect: Prospect, *, won: bool) -> float:
    """Return the worth of the best attempt after this one, 0 if none is worth it or none is left."""
    seat = appraisal.seat
    view = _after(appraisal.view, prospect, seat, won=won)
    if attempts_over(view) or not view.masks[seat] or appraisal.wins(view.masks[seat]):
        return 0.0
    found = prospects(Appraisal(view, seat, appraisal.weights))
    return max(0.0, max((option.worth for option in found), default=0.0))


def _after(view: State, prospect: Prospect, seat: int, *, won: bool) -> State:
    """Return what the view will be after an attempt; reserves are taken to suffice (N43)."""
    state = view.copy()
    state.attempts += 1
    taker = seat if won else state.owners[prospect.target]
    country = prospect.target if won else prospect.source
    if prospect.hostile:
        evolve(state, CountryTaken(country, taker, 1, prospect.source, NOBODY))
    else:
        placed = max(1, min(state.tokens[country], state.reserve[taker]))
        evolve(state, CountryTaken(country, taker, placed, NOBODY, NOBODY))
    return state
