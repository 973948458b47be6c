"""What the map costs on a slow line, counted at the terminal's end in truecolor."""

import pytest

from bench.terminal import SIZES, keyed


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_an_army_and_an_owner_are_cheap_and_nothing_costs_nothing(size: tuple[int, int]) -> None:
    costs = keyed("tests.client.map.demo", size)
    assert 0 < max(costs["army"]) <= 1_500
    assert 0 < max(costs["owner"]) <= 12_000
    assert costs["idle"] == [0]
