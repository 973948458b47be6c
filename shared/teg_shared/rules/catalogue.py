"""Loads the printed data (boards, cards, objectives) and refuses it if it contradicts itself.

The checks run once, at import of a variant: a board that is wrong must not start a game.
"""

import tomllib
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from teg_shared.rules.board import Board, ContinentInfo, CountryInfo, mask_of, members


class CatalogueError(Exception):
    """The shipped data contradicts itself or the rule that counts it."""


@dataclass(frozen=True)
class Objective:
    """One secret objective card (C6).

    Attributes:
        number: 1 to 15 in the published list.
        whole: mask of the countries of the continents to hold whole.
        counts: (continent number, countries wanted there) of the further continents.
        cluster: size of a further group of countries that border each other, 0 for none (C29).
        colour: colour to destroy, or None for an occupation objective.
    """

    number: int
    id: str
    whole: int
    continents: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    cluster: int
    colour: str | None


def read_toml(*path: str) -> dict[str, Any]:
    """Return one data file of the package as plain values."""
    return tomllib.loads(files("teg_shared").joinpath("data", *path).read_text(encoding="utf-8"))


def require(condition: object, problem: str) -> None:
    """Raise CatalogueError with `problem` unless `condition` holds."""
    if not condition:
        raise CatalogueError(problem)


def build_board(raw: dict[str, Any]) -> Board:
    """Return the board in `raw`, checked: symmetric, connected, continents partition it, totals as declared."""
    continents = tuple(ContinentInfo(c["id"], c["name_es"], c["name_en"], c["bonus"]) for c in raw["continent"])
    number = {c.id: n for n, c in enumerate(continents)}
    rows = raw["country"]
    slugs = {row["id"]: n for n, row in enumerate(rows)}
    require(len(slugs) == len(rows), "a country stands twice")
    for row in rows:
        require(row["continent"] in number, f"{row['id']} lies in no continent")
        require(all(near in slugs for near in row["neighbours"]), f"{row['id']} borders an unknown country")
    countries = tuple(
        CountryInfo(r["id"], r["name_es"], r["name_en"], r["code"], number[r["continent"]], r["symbol"]) for r in rows
    )
    neighbours = tuple(tuple(sorted(slugs[near] for near in row["neighbours"])) for row in rows)
    bridges = frozenset(frozenset((slugs[a], slugs[b])) for a, b in raw["bridges"]["pairs"])
    board = Board(raw["board"]["name"], countries, continents, neighbours, bridges)
    _check_graph(board)
    _check_totals(board, raw)
    return board


def _check_graph(board: Board) -> None:
    for a, near in enumerate(board.neighbours):
        require(
            len(set(near)) == len(near) and a not in near,
            f"{board.countries[a].id} borders itself or one twice",
        )
        for b in near:
            require(a in board.neighbours[b], f"{board.countries[a].id}-{board.countries[b].id} is one-sided")
    reached = frontier = 1
    while frontier:
        frontier = mask_of(b for a in members(frontier) for b in board.neighbours[a]) & ~reached
        reached |= frontier
    require(reached == board.full, "the board is not connected")
    require(all(tuple(sorted(pair)) in board.borders for pair in board.bridges), "a bridge is no border")


def _check_totals(board: Board, raw: dict[str, Any]) -> None:
    declared = raw["board"]
    require(len(board.countries) == declared["countries"], "number of countries")
    require(len(board.borders) == declared["borders"], "number of borders")
    require(len(board.bridges) == declared["bridges"], "number of bridges")
    require(len({c.code for c in board.countries}) == len(board.countries), "a code stands twice")
    sizes = Counter(c.continent for c in board.countries)
    for n, row in enumerate(raw["continent"]):
        require(sizes[n] == row["countries"], f"size of {row['id']}")


def build_objectives(raw: dict[str, Any], board: Board, colours: tuple[str, ...]) -> tuple[Objective, ...]:
    """Return the objectives in `raw` in the order of their numbers, checked against `board` and `colours`."""
    number = {c.id: n for n, c in enumerate(board.continents)}
    out: list[Objective] = []
    for place, row in enumerate(raw["objective"], start=1):
        require(row["number"] == place, f"objective {row['number']} stands in place {place}")
        colour = row.get("colour")
        require(colour is None or colour in colours, f"objective {place} names the colour {colour}")
        continents = tuple(number[c] for c in row.get("continents", ()))
        counts = tuple((number[c], wanted) for c, wanted in row.get("counts", {}).items())
        for k, wanted in counts:
            require(board.continent_masks[k].bit_count() >= wanted, f"objective {place} wants more than there is")
        whole = 0
        for k in continents:
            whole |= board.continent_masks[k]
        out.append(Objective(place, row["id"], whole, continents, counts, row.get("cluster", 0), colour))
    return tuple(out)
