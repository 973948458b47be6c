"""Boards as graphs, and masks of countries."""

from hypothesis import given
from hypothesis import strategies as st
from teg_shared.rules.board import Board, ContinentInfo, CountryInfo, mask_of, members
from teg_shared.rules.classic.data import BOARD


def small() -> Board:
    """Return a board of two continents: a-b-c is a triangle, d hangs on c by a bridge."""
    continents = (ContinentInfo("west", "Oeste", "West", 2), ContinentInfo("east", "Este", "East", 1))
    countries = tuple(
        CountryInfo(name, name.upper(), name.upper(), name.upper() * 3, place, "globo")
        for name, place in (("a", 0), ("b", 0), ("c", 0), ("d", 1))
    )
    return Board("small", countries, continents, ((1, 2), (0, 2), (0, 1, 3), (2,)), frozenset({frozenset((2, 3))}))


def test_a_country_is_found_by_slug_and_by_code() -> None:
    assert (small().index["a"], small().index["DDD"]) == (0, 3)


def test_masks_of_neighbours_and_continents() -> None:
    board = small()
    assert (board.adjacency, board.continent_masks, board.full) == ((0b110, 0b101, 0b1011, 0b100), (0b111, 0b1000), 15)


def test_each_border_is_listed_once() -> None:
    assert small().borders == ((0, 1), (0, 2), (1, 2), (2, 3))


def test_three_countries_that_border_each_other_are_found_once() -> None:
    assert small().triangles == (0b111,)


def test_a_bridge_counts_as_a_border() -> None:
    assert (small().borders_on(2, 3), small().borders_on(3, 2), small().borders_on(0, 3)) == (True, True, False)


def test_country_0_has_borders_like_any_other() -> None:
    assert (BOARD.borders_on(0, 1), BOARD.borders_on(1, 0), BOARD.borders_on(0, 0)) == (True, True, False)


@given(st.sets(st.integers(0, 60)))
def test_a_mask_has_the_members_that_made_it_in_order(countries: set[int]) -> None:
    assert list(members(mask_of(countries))) == sorted(countries)


def test_every_triangle_of_the_board_is_one() -> None:
    for triangle in BOARD.triangles:
        a, b, c = members(triangle)
        assert BOARD.borders_on(a, b)
        assert BOARD.borders_on(b, c)
        assert BOARD.borders_on(a, c)
    assert len(set(BOARD.triangles)) == len(BOARD.triangles) == 32
