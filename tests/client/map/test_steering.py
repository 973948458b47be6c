"""Arrow keys lead from any country to any other."""

import pytest

from teg_tui.map.raster import SIZES, Raster, load
from teg_tui.map.steering import middle_country, next_country

ARROWS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def reached(raster: Raster, start: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        country = todo.pop()
        for dx, dy in ARROWS:
            other = next_country(raster, country, dx, dy)
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", ["classic", "negocios"])
def test_every_country_is_reached_from_every_country(variant: str, size: str) -> None:
    raster = load(variant, size)
    everything = set(raster.labels)
    assert [start for start in raster.labels if reached(raster, start) != everything] == []


@pytest.mark.parametrize(
    ("start", "arrow", "end"),
    [
        ("argentina", (1, 0), "uruguay"),
        ("argentina", (-1, 0), "chile"),
        ("rusia", (-1, 0), "polonia"),
        ("rusia", (0, 1), "turquia"),
        ("brasil", (1, 0), "sahara"),
        ("alaska", (1, 0), "yukon"),
        ("egipto", (0, 1), "etiopia"),
        ("sahara", (0, -1), "espana"),
    ],
)
def test_an_arrow_leads_where_the_eye_expects(start: str, arrow: tuple[int, int], end: str) -> None:
    assert next_country(load("classic", "m"), start, *arrow) == end


def test_at_the_edge_the_cursor_stays() -> None:
    assert next_country(load("classic", "m"), "alaska", -1, 0) == "alaska"


def test_a_cursor_that_is_nowhere_starts_in_the_middle() -> None:
    raster = load("classic", "m")
    x, y = raster.centre[middle_country(raster)]
    assert abs(x - 45) < 12
    assert abs(y - 16.5) < 6
