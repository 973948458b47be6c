"""Rows of the sidebar's lists, the phase trail and the next step, computed from what the viewer knows."""

from dataclasses import dataclass, field
from typing import Literal

from teg_shared.protocol.messages import SeatInfo
from teg_shared.rules.board import members
from teg_shared.rules.classic.data import BOARD, COMMON_COUNTRIES, COMMON_ONLY, HIDDEN, NOBODY, OBJECTIVES
from teg_shared.rules.classic.objectives import conquers_all, progress, target_seat
from teg_shared.rules.classic.state import Phase, State, pool_left

from teg_tui.changes import Facts
from teg_tui.questions import exchange_due


@dataclass(frozen=True)
class PlayerRow:
    """One player as the list shows them; seats without a game have zeros."""

    seat: int
    name: str
    colour: str
    countries: int = 0
    armies: int = 0
    cards: int = 0
    me: bool = False
    on_turn: bool = False
    out: bool = False
    killer: int = NOBODY
    bot: bool = False
    level: str = ""
    connected: bool = True
    substitute: bool = False
    left: bool = False
    neutral: bool = False
    winner: bool = False


@dataclass(frozen=True)
class ContinentRow:
    """One continent: its bonus, and the owner of each of its countries, the strongest first."""

    continent: int
    bonus: int
    owners: tuple[int, ...]
    holder: int
    """Seat that holds it whole, or NOBODY."""
    mine: int
    """Countries of this viewer in it."""


@dataclass(frozen=True)
class Part:
    """One part of an objective.

    Attributes:
        kind: continent (whole), count (some countries of one), group (C29), destroy, common (C25), all (C6).
        where: continent number, or the seat to destroy; -1 where neither applies.
        missing: countries of a whole continent that are still to be taken, as a mask.
    """

    kind: Literal["continent", "count", "group", "destroy", "common", "all"]
    where: int
    have: int
    need: int
    missing: int = 0

    @property
    def done(self) -> bool:
        """Whether this part is fulfilled."""
        return self.have >= self.need


@dataclass(frozen=True)
class TrailStep:
    """One phase of the turn: behind, under way, or still to come."""

    phase: Phase
    when: Literal["done", "now", "later"]


@dataclass(frozen=True)
class NextStep:
    """Who must do what now: `words.sentence("next", ...)` says it.

    Attributes:
        seat: who the game waits for, -1 for nobody or for everybody.
        mine: whether that is this viewer.
    """

    code: str
    seat: int = NOBODY
    mine: bool = False
    facts: Facts = field(default_factory=dict)


_TURN = (Phase.INCORPORATE, Phase.ATTACK, Phase.REGROUP)
_PLACE_IN_TURN = {Phase.OCCUPY: Phase.ATTACK, Phase.CLAIM: Phase.REGROUP}


def phase_trail(view: State) -> tuple[TrailStep, ...]:
    """Return the phases of the present turn in order; the single step of the placement or of the end."""
    if view.phase in (Phase.PLACEMENT, Phase.OVER):
        return (TrailStep(view.phase, "now"),)
    at = _TURN.index(_PLACE_IN_TURN.get(view.phase, view.phase))
    if view.phase is Phase.INCORPORATE and not pool_left(view) and not exchange_due(view, view.turn):
        at = _TURN.index(Phase.ATTACK)  # nothing is due any more: what comes next is an attack
    return tuple(
        TrailStep(phase, "done" if place < at else "now" if place == at else "later")
        for place, phase in enumerate(_TURN)
    )


def player_row(view: State | None, info: SeatInfo | None, seat: int, me: int) -> PlayerRow:
    """Return the row of one seat from the game and the room, as far as each is known."""
    name = info.name if info is not None else ""
    known = (
        {
            "bot": info.kind == "bot",
            "connected": info.connected or info.kind == "bot",
            "substitute": info.substitute,
            "left": info.left,
        }
        if info is not None
        else {}
    )
    level = info.level if info is not None else ""
    if view is None:
        colour = info.colour if info is not None else ""
        return PlayerRow(seat, name, colour, me=seat == me, level=level, **known)
    mask = view.masks[seat]
    return PlayerRow(
        seat,
        name,
        view.colours[seat],
        mask.bit_count(),
        sum(view.armies[country] for country in members(mask)),
        len(view.hands[seat]),
        me=seat == me,
        on_turn=view.turn == seat and view.phase is not Phase.OVER,
        out=not mask,
        killer=view.killers[seat],
        level=level,
        neutral=bool(view.neutral >> seat & 1),
        winner=view.winner == seat,
        **known,
    )


def continent_rows(view: State, me: int) -> list[ContinentRow]:
    """Return a row for each continent in the board's order."""
    rows = []
    for number, (continent, whole) in enumerate(zip(BOARD.continents, BOARD.continent_masks, strict=True)):
        counts = [(mask & whole).bit_count() for mask in view.masks]
        order = sorted(range(len(counts)), key=lambda seat: (-counts[seat], seat))
        owners = tuple(seat for seat in order for _ in range(counts[seat]))
        holder = order[0] if counts[order[0]] == whole.bit_count() else NOBODY
        rows.append(ContinentRow(number, continent.bonus, owners, holder, counts[me] if me >= 0 else 0))
    return rows


def objective_parts(view: State, seat: int) -> list[Part]:
    """Return how far `seat` is with its own objective and with the common one; nothing if it is not known."""
    number = view.objectives[seat] if seat >= 0 else HIDDEN
    mask = view.masks[seat] if seat >= 0 else 0
    if number == HIDDEN:
        return []
    if conquers_all(view):
        return [Part("all", -1, mask.bit_count(), len(BOARD.countries), BOARD.full & ~mask)]
    parts = [] if number == COMMON_ONLY else _secret_parts(view, seat, number, mask)
    return [*parts, Part("common", -1, mask.bit_count(), COMMON_COUNTRIES)]


def _secret_parts(view: State, seat: int, number: int, mask: int) -> list[Part]:
    objective = OBJECTIVES[number - 1]
    target = target_seat(view.colours, seat, number)
    if target is not None:
        return [Part("destroy", target, int(view.killers[target] == seat), 1, view.masks[target])]
    parts: list[Part] = []
    for where, have, need in progress(objective, mask):
        if where < 0:
            parts.append(Part("group", -1, have, need))
            continue
        whole = bool(objective.whole & BOARD.continent_masks[where])
        missing = BOARD.continent_masks[where] & ~mask if whole else 0
        parts.append(Part("continent" if whole else "count", where, have, need, missing))
    return parts
