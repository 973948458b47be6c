"""The drawings tell the truth about the board: who touches, who is linked, who has a name and room for armies."""

import tomllib
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any

import pytest

from teg_tui.map.layers import Pair, contacts, layers_of
from teg_tui.map.raster import DEEP, SIZES, Raster, Route, fitting, load, parse, sizes

ALL = [(variant, size) for variant in ("classic", "negocios") for size in SIZES]
every_drawing = pytest.mark.parametrize(("variant", "size"), ALL)

TINY = """# a comment
[px]
aagb....
aagb....
aa......
........
[country]
# another
a alfa 0 Al_fa@0,0 @0,1,1
b beta 1 B@1,0 @1,0,1
g gama 2 G@1,0 @1,0,1
[link]
a b 2,0 3,0
[text]
2 1 MAR
[stub]
a b -1 1 0 0 -
b a 1 0 2 4 Alfa
"""


def classic_board() -> dict[str, Any]:
    return tomllib.loads((files("teg_shared") / "data" / "classic" / "board.toml").read_text(encoding="utf-8"))


def links(raster: Raster) -> set[Pair]:
    return {route.ends for route in raster.routes} | {frozenset((s.country, s.other)) for s in raster.stubs}


def test_a_drawing_is_read_from_plain_text() -> None:
    raster = parse("tiny", TINY)
    assert (raster.width, raster.height) == (4, 2)
    assert raster.cells[0] == ("aaaa", "gbgb", "....", "....")
    assert raster.main[0] == ("alfa", "gama", None, None)
    assert raster.labels["alfa"].text == "Al fa"
    assert raster.routes == (Route(frozenset(("alfa", "beta")), ((2, 0), (3, 0))),)
    assert [stub.cells for stub in raster.stubs] == [(), ((3, 0), (2, 0))]
    assert raster.bbox["alfa"] == (0, 0, 1, 2)
    assert raster.depth == ((0, 0, 1, 2), (0, 1, 2, 3))


@every_drawing
def test_every_country_has_a_name_and_room_for_armies(variant: str, size: str) -> None:
    raster = load(variant, size)
    assert len(raster.labels) == {"classic": 50, "negocios": 80}[variant]
    assert raster.bbox.keys() == raster.labels.keys() == raster.centre.keys() == raster.tints.keys()
    for label in raster.labels.values():
        assert label.text
        assert label.chip_width >= 3


@every_drawing
def test_names_and_chips_stand_on_their_own_land_and_on_nobody_elses(variant: str, size: str) -> None:
    raster = load(variant, size)
    taken: dict[tuple[int, int], str] = {}
    for country, label in raster.labels.items():
        for (x, y), length in ((label.at, len(label.text)), (label.chip, label.chip_width)):
            for i in range(length):
                char = next(char for char, slug in raster.slugs.items() if slug == country)
                assert char in raster.cells[y][x + i], (country, x + i, y)
                assert taken.setdefault((x + i, y), country) == country


@every_drawing
def test_countries_that_touch_have_different_tints(variant: str, size: str) -> None:
    raster = load(variant, size)
    for one, other in contacts(raster):
        assert raster.tints[one] != raster.tints[other]


@every_drawing
def test_the_sea_gets_deeper_by_steps(variant: str, size: str) -> None:
    raster = load(variant, size)
    for row in (*raster.depth, *zip(*raster.depth, strict=True)):
        assert all(abs(one - other) <= 1 for one, other in pairwise(row))
    assert {0, DEEP} <= set(chain.from_iterable(raster.depth))


@pytest.mark.parametrize("size", SIZES)
def test_the_classic_drawings_agree_with_the_board(size: str) -> None:
    board = classic_board()
    raster = load("classic", size)
    borders = {frozenset((c["id"], n)) for c in board["country"] for n in c["neighbours"]}
    bridges = {frozenset(pair) for pair in board["bridges"]["pairs"]}
    assert set(contacts(raster)) == borders - bridges
    assert links(raster) == bridges


@pytest.mark.parametrize("size", SIZES)
def test_the_classic_names_are_the_boards(size: str) -> None:
    names = {c["id"]: {c["name_es"], c["code"]} for c in classic_board()["country"]}
    names["gran_bretana"].add("G. Bretaña")
    for country, label in load("classic", size).labels.items():
        assert {label.text, label.text.upper()} & names[country]


def test_the_largest_drawing_says_every_classic_name_in_full() -> None:
    names = {c["id"]: c["name_es"] for c in classic_board()["country"]} | {"gran_bretana": "G. Bretaña"}
    assert {c: label.text for c, label in load("classic", "l").labels.items()} == names


@pytest.mark.parametrize("variant", ["classic", "negocios"])
def test_the_four_sizes_draw_the_same_board(variant: str) -> None:
    first, *others = sizes(variant)
    for other in others:
        assert contacts(other).keys() == contacts(first).keys()
        assert links(other) == links(first)


@every_drawing
def test_every_bridge_is_seen_as_a_line_or_at_both_edges(variant: str, size: str) -> None:
    raster = load(variant, size)
    assert all(route.cells for route in raster.routes)
    ends = [(stub.country, stub.other) for stub in raster.stubs]
    assert sorted(ends) == sorted((other, country) for country, other in ends)
    assert all(layers_of(raster).route_cells[pair] for pair in links(raster))


@every_drawing
def test_every_frontier_has_a_place_for_the_sign_of_peace(variant: str, size: str) -> None:
    raster = load(variant, size)
    knots = layers_of(raster).knots
    assert set(knots.values()) == contacts(raster).keys()
    for (x, y), pair in knots.items():
        assert pair & {raster.slugs[char] for char in raster.cells[y][x] if char != "."}


@pytest.mark.parametrize(
    ("width", "height", "name"),
    [(56, 22, "teg-s"), (89, 60, "teg-s"), (90, 33, "teg-m"), (110, 36, "teg-m"), (300, 51, "teg-l"), (10, 5, "teg-s")],
)
def test_the_largest_drawing_that_fits_is_taken(width: int, height: int, name: str) -> None:
    assert fitting("classic", width, height).name == name
