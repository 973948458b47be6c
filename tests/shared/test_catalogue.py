"""The shipped data is refused if it contradicts itself."""

from copy import deepcopy
from typing import Any

import pytest
from teg_shared.rules.catalogue import CatalogueError, build_board, build_objectives, read_toml
from teg_shared.rules.classic.data import BOARD, COLOURS

BOARD_DATA = read_toml("classic", "board.toml")
OBJECTIVES_DATA = read_toml("classic", "objectives.toml")


def changed(data: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """Return the data with one value changed."""
    copy = deepcopy(data)
    place: Any = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return copy


def test_the_shipped_board_is_accepted() -> None:
    assert build_board(BOARD_DATA) == BOARD


@pytest.mark.parametrize(
    ("path", "to", "problem"),
    [
        (("country", 1, "id"), "argentina", "a country stands twice"),
        (("country", 0, "continent"), "atlantida", "argentina lies in no continent"),
        (("country", 0, "neighbours"), ["brasil", "narnia"], "argentina borders an unknown country"),
        (("country", 0, "neighbours"), ["argentina", "brasil", "chile", "peru", "uruguay"], "borders itself"),
        (("country", 0, "neighbours"), ["brasil", "brasil", "chile", "peru", "uruguay"], "or one twice"),
        (("country", 0, "neighbours"), ["brasil", "chile", "peru"], "one-sided"),
        (("bridges", "pairs"), [["argentina", "taymir"]], "a bridge is no border"),
        (("board", "countries"), 51, "number of countries"),
        (("board", "borders"), 90, "number of borders"),
        (("board", "bridges"), 24, "number of bridges"),
        (("country", 1, "code"), "ARG", "a code stands twice"),
        (("continent", 0, "countries"), 7, "size of america_sur"),
    ],
)
def test_a_board_that_contradicts_itself_is_refused(path: tuple[str | int, ...], to: Any, problem: str) -> None:
    with pytest.raises(CatalogueError, match=problem):
        build_board(changed(BOARD_DATA, *path, to=to))


def test_a_board_in_two_parts_is_refused() -> None:
    data = deepcopy(BOARD_DATA)
    oceania = {"australia", "borneo", "java", "sumatra"}
    for row in data["country"]:
        inside = row["id"] in oceania
        row["neighbours"] = [near for near in row["neighbours"] if (near in oceania) == inside]
    with pytest.raises(CatalogueError, match="not connected"):
        build_board(data)


def test_the_shipped_objectives_are_accepted() -> None:
    assert [o.number for o in build_objectives(OBJECTIVES_DATA, BOARD, COLOURS)] == list(range(1, 16))


@pytest.mark.parametrize(
    ("path", "to", "problem"),
    [
        (("objective", 3, "number"), 9, "objective 9 stands in place 4"),
        (("objective", 9, "colour"), "blanco", "objective 10 names the colour blanco"),
        (("objective", 0, "counts"), {"oceania": 5}, "objective 1 wants more than there is"),
    ],
)
def test_objectives_that_contradict_the_board_are_refused(path: tuple[str | int, ...], to: Any, problem: str) -> None:
    with pytest.raises(CatalogueError, match=problem):
        build_objectives(changed(OBJECTIVES_DATA, *path, to=to), BOARD, COLOURS)


@pytest.mark.parametrize("number", range(1, 10))
def test_the_printed_minimum_of_each_objective_is_what_its_parts_add_up_to(number: int) -> None:
    row = OBJECTIVES_DATA["objective"][number - 1]
    sizes = {c["id"]: c["countries"] for c in BOARD_DATA["continent"]}
    parts = sum(sizes[c] for c in row["continents"]) + sum(row["counts"].values()) + row.get("cluster", 0)
    assert row["min_countries"] == parts
