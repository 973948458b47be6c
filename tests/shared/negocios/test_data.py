"""The printed data: N2, N5, N7 to N10, N156."""

from collections import Counter
from copy import deepcopy

import pytest
from teg_shared.rules.board import mask_of
from teg_shared.rules.catalogue import CatalogueError, read_toml
from teg_shared.rules.negocios import data
from teg_shared.rules.negocios.data import (
    BOARD,
    CARDS,
    COLOURS,
    DISTRIBUTION,
    FACTOR_MASKS,
    FACTOR_OF,
    FACTORS,
    OBJECTIVES,
    PATHS,
    REGION_MASKS,
)


def test_n2_eight_colours_the_eighth_is_violeta() -> None:
    assert len(set(COLOURS)) == 8
    assert COLOURS[-1] == "violeta"


def test_n5_every_factor_is_printed_on_ten_countries() -> None:
    assert [mask.bit_count() for mask in FACTOR_MASKS] == [10] * 8
    assert sum(FACTOR_MASKS) == BOARD.full


def test_n8_each_icon_starts_in_a_region_of_its_own() -> None:
    assert len(REGION_MASKS) == 8
    assert all(sum(mask >> f.start & 1 for f in FACTORS) == 1 for mask in REGION_MASKS)


def test_n9_eighty_countries_88_borders_and_50_bridges() -> None:
    assert len(BOARD.countries) == 80
    assert (len(BOARD.borders), len(BOARD.bridges)) == (138, 50)
    assert (len(CARDS), len(OBJECTIVES), len(DISTRIBUTION)) == (56, 20, 8)


def test_n9_links_go_both_ways() -> None:
    assert all(a in BOARD.neighbours[b] for a, near in enumerate(BOARD.neighbours) for b in near)


def test_n10_each_icon_starts_on_its_own_factor() -> None:
    assert [FACTOR_OF[f.start] for f in FACTORS] == list(range(8))
    assert BOARD.countries[FACTORS[0].start].id == "argentina"


def test_n70_paths_are_all_the_simple_ones() -> None:
    argentina = BOARD.index["ARG"]
    assert {BOARD.countries[p[0]].id for p in PATHS[1][argentina]} == {"bolivia", "brasil", "chile", "uruguay"}
    for steps in (1, 2, 3):
        for start in range(80):
            assert all(len({start, *path}) == steps + 1 for path in PATHS[steps][start])
    brute = sum(
        len({start, a, b}) == 3 for start in range(80) for a in BOARD.neighbours[start] for b in BOARD.neighbours[a]
    )
    assert sum(len(paths) for paths in PATHS[2]) == brute


def test_n156_icons_of_a_distribution_card_are_counted_from_the_data() -> None:
    for card in DISTRIBUTION:
        counts = Counter(FACTOR_OF[c] for c in card)
        assert (len(counts), max(counts.values())) == (8, 2)
        assert not any(BOARD.adjacency[c] & mask_of(card) for c in card)


@pytest.mark.parametrize(
    ("country", "field", "value", "problem"),
    [
        (0, "region", "luna", "lies in no region"),
        (0, "factor", "luna", "prints no factor"),
        (0, "neighbours", [], "one-sided"),
        (0, "neighbours", ["luna"], "is linked to luna"),
        (0, "neighbours", ["estados_unidos", "estados_unidos"], "twice"),
        (0, "bridges", ["islandia", "estados_unidos"], "one-sided"),
        (1, "iso3", "CAN", "a code stands twice"),
        (1, "id", "canada", "80 different countries"),
    ],
)
def test_n9_a_board_that_contradicts_itself_starts_no_game(
    country: int, field: str, value: object, problem: str
) -> None:
    raw = deepcopy(read_toml("negocios", "countries.toml"))
    raw["country"][country][field] = value
    with pytest.raises(CatalogueError, match=problem):
        data._board(raw)


def test_n7_regions_appear_in_objectives_only() -> None:
    wanted = {c.kind for o in OBJECTIVES for c in o.conditions if c.region != data.NOBODY}
    assert wanted == {"countries", "icons"}
