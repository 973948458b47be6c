"""The board of 80 countries, its factors and the three decks, loaded and checked once (N8 to N10).

Countries, factors, regions, cards and objectives are numbers in the order of their files. Whatever the rules
state about the printed data is checked here, so that a wrong file starts no game.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from teg_shared.rules.board import Board, ContinentInfo, CountryInfo, mask_of, members
from teg_shared.rules.catalogue import read_toml, require

COLOURS: Final = ("verde", "azul", "blanco", "naranja", "rojo", "negro", "amarillo", "violeta")
"""N2."""
LEAST_SEATS: Final = 4
"""N1."""
FEW_SEATS: Final = 5
"""Up to so many seats the second numbers of an objective count (N137)."""
TOKENS: Final = 65
"""Fichas of a corporation (N17, N142)."""
DONATION: Final = 5
"""Fichas that each corporation puts into the market at the start (N17)."""
MOST_ON_COUNTRY: Final = 4
"""N66, N118d."""
DOMINANCE: Final = 6
"""Countries of one factor that give dominio (N25)."""
WINNING_COUNTRIES: Final = 32
"""N105."""

HIDDEN: Final = -1
"""Stands for a card or an objective that the viewer may not know."""
NOBODY: Final = -1
"""Stands where a number of a seat, country or card would, when there is none."""


@dataclass(frozen=True)
class FactorInfo:
    """One factor of power: its slug, names, letter on the map, and the country where its icon starts."""

    id: str
    name_es: str
    name_en: str
    letter: str
    start: int


@dataclass(frozen=True)
class PowerCard:
    """A consolidation card: fichas of parts 1 and 2, and the factors whose icons move 3, 2 and 1 steps (N65)."""

    id: str
    tokens: int
    icons: tuple[int, int, int]


@dataclass(frozen=True)
class Condition:
    """One condition of an objective; what a field means depends on `kind` (N133 to N137).

    Attributes:
        kind: status, statuses, countries, icons or eliminate.
        factor: number of the factor (status).
        level: 1 preponderancia, 2 dominio (status, statuses).
        region: number of the region (countries, icons).
        count: factors, countries or icons wanted.
        few: the same where 4 or 5 seats started, 0 for no other number.
        held: whether the icons must stand on own countries (icons).
        target: left, right or any (eliminate).
        weaken: the target holds at most 1/weaken of what it was dealt (eliminate).
        taken: countries that the holder has taken from it (eliminate).
        few_weaken: as weaken, where 4 or 5 seats started, 0 for no other number.
        few_taken: as taken, likewise.
    """

    kind: str
    factor: int = NOBODY
    level: int = 0
    region: int = NOBODY
    count: int = 0
    few: int = 0
    held: bool = False
    target: str = ""
    weaken: int = 0
    taken: int = 0
    few_weaken: int = 0
    few_taken: int = 0

    def at(self, seats: int) -> "Condition":
        """Return the condition with the numbers that count where so many seats started (N137)."""
        if seats > FEW_SEATS:
            return self
        return replace(
            self,
            count=self.few or self.count,
            weaken=self.few_weaken or self.weaken,
            taken=self.few_taken or self.taken,
        )


@dataclass(frozen=True)
class Objective:
    """One secret objective; every condition must hold at the same checkpoint (N133)."""

    id: str
    kind: str
    name_es: str
    name_en: str
    conditions: tuple[Condition, ...]


LEVELS: Final = {"participacion": 0, "preponderancia": 1, "dominio": 2}
STEPS: Final = (3, 2, 1)
"""Links that the first, second and third icon of a card move (N69)."""


def _board(raw: dict[str, Any]) -> Board:
    regions = tuple(ContinentInfo(r["id"], r["es"], r["en"], 0) for r in raw["region"])
    number = {r.id: n for n, r in enumerate(regions)}
    factors = {f["id"] for f in raw["factor"]}
    rows = raw["country"]
    slugs = {row["id"]: n for n, row in enumerate(rows)}
    require(len(slugs) == len(rows) == 80, "80 different countries")
    land: set[frozenset[int]] = set()
    bridges: set[frozenset[int]] = set()
    for row in rows:
        require(row["region"] in number, f"{row['id']} lies in no region")
        require(row["factor"] in factors, f"{row['id']} prints no factor")
        for kind, links in (("neighbours", land), ("bridges", bridges)):
            require(len(set(row[kind])) == len(row[kind]), f"{row['id']} names one of its {kind} twice")
            for near in row[kind]:
                require(near in slugs and near != row["id"], f"{row['id']} is linked to {near}")
                require(row["id"] in rows[slugs[near]][kind], f"{row['id']}-{near} is one-sided")
                links.add(frozenset((slugs[row["id"]], slugs[near])))
    require(not land & bridges, "a border is a bridge too")
    require((len(land), len(bridges)) == (88, 50), "88 borders and 50 bridges")
    neighbours = tuple(tuple(sorted(slugs[n] for n in row["neighbours"] + row["bridges"])) for row in rows)
    countries = tuple(CountryInfo(r["id"], r["es"], r["en"], r["iso3"], number[r["region"]], r["factor"]) for r in rows)
    require(len({c.code for c in countries}) == 80, "a code stands twice")
    board = Board("T.E.G. de los Negocios", countries, regions, neighbours, frozenset(bridges))
    _check_connected(board)
    return board


def _check_connected(board: Board) -> None:
    reached = frontier = 1
    while frontier:
        frontier = mask_of(b for a in members(frontier) for b in board.neighbours[a]) & ~reached
        reached |= frontier
    require(reached == board.full, "the board is not connected")


_RAW: Final = read_toml("negocios", "countries.toml")
BOARD: Final[Board] = _board(_RAW)
COUNTRIES: Final = len(BOARD.countries)
REGION_MASKS: Final = BOARD.continent_masks
FACTORS: Final = tuple(
    FactorInfo(f["id"], f["es"], f["en"], f["letter"], BOARD.index[f["icon_start"]]) for f in _RAW["factor"]
)
_FACTOR_NUMBER: Final = {f.id: n for n, f in enumerate(FACTORS)}
FACTOR_OF: Final = tuple(_FACTOR_NUMBER[c.symbol] for c in BOARD.countries)
"""Factor printed on each country."""
FACTOR_MASKS: Final = tuple(mask_of(c for c in range(COUNTRIES) if FACTOR_OF[c] == f) for f in range(len(FACTORS)))
"""Countries that print each factor."""


def _check_factors() -> None:
    require(len(FACTORS) == len(BOARD.continents) == 8, "8 factors and 8 regions")
    require(len({f.letter for f in FACTORS}) == 8, "a letter stands twice")
    require(all(mask.bit_count() == 10 for mask in FACTOR_MASKS), "10 countries a factor")
    for n, factor in enumerate(FACTORS):
        require(FACTOR_OF[factor.start] == n, f"{factor.id} starts on another factor (N10)")
    require(len({BOARD.countries[f.start].continent for f in FACTORS}) == 8, "one icon a region (N8)")
    chile, argentina = BOARD.index["chile"], BOARD.index["argentina"]
    require(BOARD.borders_on(chile, argentina), "Chile borders Argentina")


def _simple_paths(start: int, steps: int) -> tuple[tuple[int, ...], ...]:
    paths: list[tuple[int, ...]] = [()]
    for _ in range(steps):
        paths = [
            (*path, near)
            for path in paths
            for near in BOARD.neighbours[path[-1] if path else start]
            if near != start and near not in path
        ]
    return tuple(paths)


_check_factors()
PATHS: Final = tuple(
    tuple(_simple_paths(country, steps) for country in range(COUNTRIES)) for steps in range(max(STEPS) + 1)
)
"""PATHS[steps][country]: every simple path of that many links, the start left out, in the order of numbers (N70)."""
require(all(PATHS[steps][c] for steps in STEPS for c in range(COUNTRIES)), "a country without a path (N69)")


def _distribution() -> tuple[tuple[int, ...], ...]:
    cards = tuple(
        tuple(BOARD.index[c] for c in row["countries"]) for row in read_toml("negocios", "distribution.toml")["card"]
    )
    require(len(cards) == 8 and all(len(card) == 10 for card in cards), "8 cards of 10 countries")
    require(sorted(c for card in cards for c in card) == list(range(COUNTRIES)), "each country on one card")
    starts = {f.start for f in FACTORS}
    for n, card in enumerate(cards):
        counts = Counter(FACTOR_OF[c] for c in card)
        require(sorted(counts.values()) == [1] * 6 + [2] * 2, f"factors of distribution card {n}")
        require(len(starts & set(card)) == 1, f"icon starts of distribution card {n}")
        mask = mask_of(card)
        require(not any(BOARD.adjacency[c] & mask for c in card), f"linked countries on distribution card {n}")
    return cards


def _power_cards() -> tuple[PowerCard, ...]:
    rows = read_toml("negocios", "consolidation.toml")["card"]
    cards = []
    for row in rows:
        first, second, third = (_FACTOR_NUMBER[icon] for icon in row["move"])
        cards.append(PowerCard(row["id"], row["fichas"], (first, second, third)))
    require(len({card.id for card in cards}) == len(cards) == 56, "56 different consolidation cards")
    require(Counter(card.tokens for card in cards) == {1: 16, 2: 24, 3: 16}, "fichas of the cards")
    require(all(len(set(card.icons)) == 3 for card in cards), "a card moves an icon twice")
    for slot in range(3):
        require(set(Counter(card.icons[slot] for card in cards).values()) == {7}, f"icons of slot {slot}")
    return tuple(cards)


def _condition(row: dict[str, Any], regions: dict[str, int]) -> Condition:
    kind = row["type"]
    require(kind in ("status", "statuses", "countries", "icons", "eliminate"), f"condition {kind}")
    region = regions[row["region"]] if "region" in row else NOBODY
    count = row.get("count", 0)
    few = row.get("count_4_5", count)
    if kind == "countries":
        require(0 < count <= few <= REGION_MASKS[region].bit_count(), "an objective wants more than there is")
    if kind == "eliminate":
        require(row["target"] in ("left", "right", "any"), f"target {row['target']}")
    return Condition(
        kind,
        factor=_FACTOR_NUMBER[row["factor"]] if "factor" in row else NOBODY,
        level=LEVELS[row["level"]] if "level" in row else 0,
        region=region,
        count=count,
        few=few,
        held=row.get("held", False),
        target=row.get("target", ""),
        weaken=row.get("weaken", 0),
        taken=row.get("taken", 0),
        few_weaken=row.get("weaken_4_5", 0),
        few_taken=row.get("taken_4_5", 0),
    )


def _objectives() -> tuple[Objective, ...]:
    regions = {r.id: n for n, r in enumerate(BOARD.continents)}
    out = tuple(
        Objective(row["id"], row["kind"], row["es"], row["en"], tuple(_condition(c, regions) for c in row["all"]))
        for row in read_toml("negocios", "objectives.toml")["objective"]
    )
    require(len({o.id for o in out}) == len(out) == 20, "20 different objectives")
    return out


DISTRIBUTION: Final = _distribution()
"""Countries on each distribution card (N14)."""
CARDS: Final = _power_cards()
"""Consolidation cards; a card's number is its place here."""
OBJECTIVES: Final = _objectives()
"""Secret objectives; an objective's number is its place here (N19)."""
