"""Rows of the lists and tables of T.E.G. de los Negocios, computed from what the viewer knows."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from teg_shared.protocol.messages import SeatInfo
from teg_shared.rules.board import members
from teg_shared.rules.negocios import ballots, course, levels
from teg_shared.rules.negocios.data import (
    FACTOR_MASKS,
    FACTORS,
    HIDDEN,
    OBJECTIVES,
    REGION_MASKS,
    WINNING_COUNTRIES,
    Condition,
)
from teg_shared.rules.negocios.objectives import progress, targets
from teg_shared.rules.negocios.state import Phase, Stage, State, market_total
from teg_shared.rules.negocios.victory import hegemony, largest_block

from teg_tui.negocios import questions as ask
from teg_tui.rows import PlayerRow

When: TypeAlias = Literal["done", "now", "later"]


@dataclass(frozen=True)
class Corporation(PlayerRow):
    """One corporation as the list shows it; `armies` are its fichas on the map.

    Attributes:
        acting: the game waits for it, in whatever way.
        place: 1 for the first control turn of this round, 0 for none; `half` 1 or 2, 0 for none (N120).
        leads: map or market, whose leader it is, alone or tied.
        talks: takes part in the negotiation that runs; `done` if it has said so.
    """

    reserve: int = 0
    market: int = 0
    block: int = 0
    acting: bool = False
    suspended: bool = False
    immune: bool = False
    place: int = 0
    half: int = 0
    leads: tuple[str, ...] = ()
    talks: bool = False
    done: bool = False


@dataclass(frozen=True)
class RegionRow:
    """One region: the owner of each of its countries, the strongest first; it counts for objectives only (N7)."""

    region: int
    owners: tuple[int, ...]
    mine: int
    icons: tuple[int, ...]
    """Factors whose icons stand in it."""


@dataclass(frozen=True)
class LevelCell:
    """Countries and level of one corporation in one factor; levels are those of `rules.negocios.levels`."""

    seat: int
    count: int
    level: int


@dataclass(frozen=True)
class LevelRow:
    """One factor: where its icon stands, and the cell of each seat in seat order."""

    factor: int
    icon: int
    cells: tuple[LevelCell, ...]


@dataclass(frozen=True)
class MarketBar:
    """Market fichas of one corporation."""

    seat: int
    tokens: int
    leads: bool


@dataclass(frozen=True)
class MarketBoard:
    """The market: a bar for each seat, all there is, and how much of it wins (N92, N104)."""

    bars: tuple[MarketBar, ...]
    total: int
    threshold: int


@dataclass(frozen=True)
class Zone:
    """Where the 65 fichas of a corporation are, and whose it holds (N17, N142).

    Attributes:
        retains: (colour, fichas) of others in its zone; `held` (seat, own fichas that this seat retains).
    """

    seat: int
    on_map: int
    reserve: int
    market: int
    retains: tuple[tuple[int, int], ...]
    held: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class VictoryRow:
    """A public victory: how far each seat is (N104 to N107).

    Attributes:
        how: hegemony, countries, block or last; for last `need` is the number of the living but one.
        have: by seat; -1 for who is out.
    """

    how: Literal["hegemony", "countries", "block", "last"]
    need: int
    have: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """One condition of the objective, with how far this viewer is.

    Attributes:
        condition: what is asked; words from `negocios.words.condition`.
        targets: seats that it speaks of (eliminate).
        missing: countries that would help, as a mask: of the factor or region, not held yet.
    """

    condition: Condition
    have: int
    need: int
    targets: tuple[int, ...] = ()
    missing: int = 0

    @property
    def done(self) -> bool:
        """Whether this condition holds now."""
        return self.have >= self.need


@dataclass(frozen=True)
class TrailStep:
    """One part of the turn or of the round: behind, under way, or still to come."""

    code: str
    when: When


def corporation(view: State | None, info: SeatInfo | None, seat: int, me: int) -> Corporation:
    """Return the row of one seat from the game and the room, as far as each is known."""
    name = info.name if info is not None else ""
    level = info.level if info is not None else ""
    colour = info.colour if info is not None else ""
    row = Corporation(
        seat,
        name,
        colour,
        me=seat == me,
        bot=info is not None and info.kind == "bot",
        level=level,
        connected=info is None or info.connected or info.kind == "bot",
        substitute=info is not None and info.substitute,
        left=info is not None and info.left,
    )
    return row if view is None else _in_game(view, row)


def _in_game(view: State, row: Corporation) -> Corporation:
    seat = row.seat
    mask = view.masks[seat]
    place = view.order.index(seat) + 1 if seat in view.order else 0
    over = view.phase is Phase.OVER
    return Corporation(
        seat,
        row.name,
        view.colours[seat],
        mask.bit_count(),
        sum(view.tokens[country] for country in members(mask)),
        len(view.hands[seat]),
        me=row.me,
        on_turn=view.turn == seat and view.stage is Stage.TURNS and not over,
        out=not mask,
        killer=view.killers[seat],
        bot=row.bot,
        level=row.level,
        connected=row.connected,
        substitute=row.substitute,
        left=row.left,
        neutral=bool(view.neutral >> seat & 1),
        winner=view.winner == seat,
        reserve=view.reserve[seat],
        market=view.market[seat],
        block=largest_block(mask).bit_count(),
        acting=seat in ask.prompted(view),
        suspended=bool(view.suspended >> seat & 1),
        immune=bool(view.immune >> seat & 1),
        place=place,
        half=0 if not place else 1 if place <= course.half(view) else 2,
        leads=tuple(kind for kind in ("map", "market") if seat in leaders(view, kind)),
        talks=not over and view.stage not in (Stage.TURNS, Stage.BALLOTS) and bool(view.participants >> seat & 1),
        done=bool(view.done >> seat & 1),
    )


def leaders(view: State, kind: Literal["map", "market"]) -> list[int]:
    """Return who leads on the map or in the market, none where there is no market (N93, N146)."""
    if kind == "market" and not view.market_on:
        return []
    return ballots.leaders(view, kind)


def region_rows(view: State, me: int) -> list[RegionRow]:
    """Return a row for each region in the board's order."""
    rows = []
    for number, whole in enumerate(REGION_MASKS):
        counts = [(mask & whole).bit_count() for mask in view.masks]
        order = sorted(range(len(counts)), key=lambda seat: (-counts[seat], seat))
        owners = tuple(seat for seat in order for _ in range(counts[seat]))
        icons = tuple(factor for factor, country in enumerate(view.icons) if whole >> country & 1)
        rows.append(RegionRow(number, owners, counts[me] if me >= 0 else 0, icons))
    return rows


def level_rows(view: State) -> list[LevelRow]:
    """Return a row for each factor with the cell of each seat (N25 to N31)."""
    table, counts = levels.table(view.masks), levels.counts(view.masks)
    seats = range(len(view.masks))
    return [
        LevelRow(f, view.icons[f], tuple(LevelCell(s, counts[s][f], table[s][f]) for s in seats))
        for f in range(len(FACTORS))
    ]


def market_board(view: State) -> MarketBoard | None:
    """Return the market, None where the table plays without it (N89)."""
    if not view.market_on:
        return None
    best = leaders(view, "market")
    bars = tuple(MarketBar(seat, held, seat in best) for seat, held in enumerate(view.market))
    return MarketBoard(bars, market_total(view), hegemony(view.settings, len(view.colours)))


def zone(view: State, seat: int) -> Zone:
    """Return where the fichas of a seat are."""
    return Zone(
        seat,
        sum(view.tokens[country] for country in members(view.masks[seat])),
        view.reserve[seat],
        view.market[seat],
        tuple((colour, held) for colour, held in enumerate(view.retained[seat]) if held),
        tuple((other, row[seat]) for other, row in enumerate(view.retained) if row[seat]),
    )


def victory_rows(view: State) -> list[VictoryRow]:
    """Return how far everybody is with each public victory that this table has (N104 to N107)."""
    alive = [bool(mask) for mask in view.masks]

    def row(how: Literal["hegemony", "countries", "block", "last"], need: int, have: list[int]) -> VictoryRow:
        return VictoryRow(how, need, tuple(n if a else -1 for n, a in zip(have, alive, strict=True)))

    gone = alive.count(False)
    rows = [
        row("countries", WINNING_COUNTRIES, [mask.bit_count() for mask in view.masks]),
        row("block", view.settings.block_size, [largest_block(mask).bit_count() for mask in view.masks]),
        row("last", len(alive) - 1, [gone] * len(alive)),
    ]
    if view.market_on:
        rows.insert(0, row("hegemony", hegemony(view.settings, len(view.colours)), view.market))
    return rows


def objective_parts(view: State, seat: int) -> list[Part]:
    """Return how far `seat` is with each condition of its objective; nothing if that is not known (N133 to N137)."""
    number = view.objectives[seat] if seat >= 0 else HIDDEN
    if number == HIDDEN:
        return []
    return [_part(view, seat, condition.at(len(view.colours))) for condition in OBJECTIVES[number].conditions]


def _part(view: State, seat: int, condition: Condition) -> Part:
    have, need = progress(view, seat, condition)
    if condition.kind == "eliminate":
        aims = tuple(targets(view, seat, condition.target))
        missing = 0
        for other in aims if condition.target != "any" else ():
            missing |= view.masks[other]
        return Part(condition, have, need, aims, missing)
    missing = 0
    if condition.kind == "status":
        missing = FACTOR_MASKS[condition.factor] & ~view.masks[seat]
    elif condition.kind == "countries" or condition.held:
        missing = REGION_MASKS[condition.region] & ~view.masks[seat]
    return Part(condition, have, need, (), missing)


_TURN = ("attempts", "card", "transfer")
_IN_TURN = {
    Phase.ATTEMPTS: 0, Phase.SUPPLY: 0, Phase.CARD: 1, Phase.PLACE: 1, Phase.MOVE: 1, Phase.EXCHANGE: 1,
    Phase.BONUS: 1, Phase.TRANSFER: 2,
}  # fmt: skip
_ROUND = ("turns-first", "talks-first", "turns-second", "talks-second", "talks-common", "ballots")
_IN_ROUND = {Stage.FIRST: 1, Stage.SECOND: 3, Stage.COMMON: 4, Stage.BALLOTS: 5}


def _trail(codes: tuple[str, ...], at: int) -> tuple[TrailStep, ...]:
    return tuple(
        TrailStep(code, "done" if place < at else "now" if place == at else "later") for place, code in enumerate(codes)
    )


def turn_trail(view: State) -> tuple[TrailStep, ...]:
    """Return the parts of the control turn that runs, in order; nothing outside of one (N149)."""
    if view.stage is not Stage.TURNS or view.phase not in _IN_TURN:
        return ()
    return _trail(_TURN, _IN_TURN[view.phase])


def round_trail(view: State) -> tuple[TrailStep, ...]:
    """Return the parts of the round in order (N120, N121); nothing once the game is over."""
    if view.phase is Phase.OVER:
        return ()
    at = _IN_ROUND.get(view.stage, 0 if view.place < course.half(view) else 2)
    return _trail(_ROUND, at)


def order_row(view: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats of the first and of the second half of the round in turn order (N120)."""
    half = course.half(view)
    return tuple(view.order[:half]), tuple(view.order[half:])
