"""Objectives: N133 to N138."""

import pytest
from teg_shared.rules.board import members
from teg_shared.rules.negocios.data import BOARD, FACTOR_MASKS, OBJECTIVES, Condition, Objective
from teg_shared.rules.negocios.objectives import met, progress, target, targets, wanted_countries
from teg_shared.rules.negocios.state import State

from tests.shared.negocios.table import no, nos, position
from tests.shared.negocios.test_elimination import fight, last_stand


def number(name: str) -> int:
    """Return the number of an objective by its name."""
    return next(n for n, o in enumerate(OBJECTIVES) if o.id == name)


def food(count: int) -> str:
    """Return so many food countries."""
    return " ".join(["GTM", "ARG", "DNK", "ESP", "GRC", "UKR", "SDN", "SEN", "PHL", "NZL"][:count])


def weapons(count: int) -> str:
    """Return so many weapon countries."""
    return " ".join(["COL", "FRA", "BGR", "RUS", "LBY", "COD", "ZAF", "IRQ", "PAK", "JPN"][:count])


def southern(count: int) -> str:
    """Return so many countries of South America that print neither food nor weapons."""
    return " ".join(["CHL", "URY", "BOL", "PER", "ECU", "VEN", "BRA"][:count])


def wanted(name: str, seats: int = 4) -> list[Condition]:
    """Return the conditions of an objective as they count where so many seats started."""
    return [condition.at(seats) for condition in OBJECTIVES[number(name)].conditions]


def test_n133_all_conditions_at_the_same_checkpoint() -> None:
    """O01: dominio in food, a preponderance in weapons, countries of South America; Argentina and Colombia count."""
    south = wanted("O01")[2].count - 2
    whole = position(owns={0: food(6) + " " + weapons(5) + " " + southern(south)})
    assert met(whole, 0, number("O01"))
    for less in (
        food(5) + " " + weapons(5) + " " + southern(south),
        food(6) + " " + southern(south + 1),
        food(6) + " " + weapons(5) + " " + southern(south - 1),
    ):
        only = position(only={0: less, 1: "ARG"} if "ARG" not in less else {0: less})
        assert not met(only, 0, number("O01")), less


def test_n133_a_higher_level_is_enough() -> None:
    state = position(owns={0: food(6) + " " + weapons(6) + " " + southern(wanted("O01")[2].count - 2)})
    assert met(state, 0, number("O01"))


@pytest.mark.parametrize("held", ["CAN USA MEX", "CAN USA MEX GTM CUB PAN", ""])
def test_n134_icons_count_where_they_stand_whoever_owns_the_country(held: str) -> None:
    """O09 in North America: Cuba's icon is there at the start."""
    state = position(only={0: held + " FJI"})
    icons, _countries = OBJECTIVES[number("O09")].conditions
    assert progress(state, 0, icons)[0] == 1
    state.icons[0] = no("MEX")
    assert progress(state, 0, icons) == (2, wanted("O09")[0].count)


def test_n134_held_icons_must_stand_on_own_countries() -> None:
    """No printed card asks for it; the data may."""
    icons, _ = OBJECTIVES[number("O09")].conditions
    held = Condition("icons", region=icons.region, count=1, held=True)
    assert progress(position(only={0: "FJI"}), 0, held) == (0, 1)
    assert progress(position(only={0: "CUB"}), 0, held) == (1, 1)


def test_n137_more_countries_are_wanted_where_four_or_five_started() -> None:
    countries = Condition("countries", region=0, count=5, few=6)
    assert [progress(position(seats), 0, countries)[1] for seats in (4, 5, 6, 7, 8)] == [6, 6, 5, 5, 5]


@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda o: o.id)
def test_n137_no_card_asks_for_fewer_countries_or_icons_where_four_or_five_started(objective: Objective) -> None:
    for condition in objective.conditions:
        assert condition.at(4) == condition.at(5)
        assert condition.at(6) == condition.at(8) == condition
        assert condition.at(4).count >= condition.count


def test_n135_the_target_is_the_nearest_living_seat_on_that_side() -> None:
    state = position(6, out=(1, 5), market=(5, 5, 10, 5, 5, 5))
    assert (target(state, 0, "left"), target(state, 0, "right")) == (2, 4)
    assert targets(state, 0, "any") == [2, 3, 4]


def test_n135_who_is_alone_has_no_target() -> None:
    state = position()
    state.owners = [0] * 80
    state.__dict__.pop("masks")
    assert (target(state, 0, "left"), targets(state, 0, "right"), targets(state, 0, "any")) == (None, [], [])


def test_n135_a_target_that_another_eliminates_is_followed_by_the_next() -> None:
    state = last_stand()
    assert target(state, 5, "right") == 4
    assert target(state, 2, "right") == 1
    table, _ = fight(state)
    assert target(table.state, 2, "right") == 0
    assert not met(table.state, 2, number("O18"))


def test_n136_who_eliminates_its_target_meets_the_objective_for_good() -> None:
    table, _ = fight(last_stand())
    assert met(table.state, 0, number("O17"))
    assert not met(table.state, 0, number("O18"))
    assert met(table.state, 0, number("O19"))
    assert not any(met(table.state, seat, number(name)) for seat in range(2, 6) for name in ("O17", "O18", "O19"))


def test_n136_the_target_is_judged_at_that_moment() -> None:
    """Blanco (2) eliminates azul (1), its right neighbour; verde's right one is violeta's seat."""
    table, _ = fight(position(6, only={1: "ARG"}, owns={2: "BRA"}, turn=2))
    assert met(table.state, 2, number("O18"))
    assert not met(table.state, 2, number("O17"))


def weakened(held: int, taken: int) -> State:
    """Return azul dealt thirteen countries that holds so many, of which verde took so many."""
    codes = ["ARG", "CHL", "URY", "BOL", "PER", "ECU", "COL", "VEN"][:held]
    state = position(6, only={1: " ".join(codes)})
    state.taken[0][1] = taken
    state.dealt[1] = 13
    return state


@pytest.mark.parametrize("name", ["O17", "O19"])
@pytest.mark.parametrize(("held", "taken", "done"), [(0, 0, True), (1, 0, False), (0, -1, False), (-1, 3, True)])
def test_n136_a_weakened_target_will_do(name: str, held: int, taken: int, done: bool) -> None:
    """A part of thirteen, rounded down, and as many taken by the holder as the card says; or off by so many."""
    (condition,) = wanted(name, 6)
    state = weakened(max(1, 13 // condition.weaken + held), condition.taken + taken)
    assert met(state, 0, number(name)) is done


def test_n136_attack_hostile_and_defence_count_as_taken() -> None:
    table, _ = fight(position(owns={0: "BRA", 1: "ARG"}))
    assert table.state.taken[0][1] == 1
    table, _ = fight(position(owns={0: "BRA", 1: "ARG"}), win=False)
    assert table.state.taken[1][0] == 1
    table, _ = fight(position(owns={0: "BRA", 1: "ARG"}, tokens={"BRA": 4}))
    assert table.state.taken[0][1] == 1


def test_n136_progress_of_a_weakened_target_stays_short_while_it_is_strong() -> None:
    (condition,) = wanted("O17", 6)
    most, taken = 13 // condition.weaken, condition.taken
    assert progress(weakened(most + 1, taken + 3), 0, condition) == (taken - 1, taken)
    assert progress(weakened(most, taken), 0, condition) == (taken, taken)


def test_n138_a_seat_that_a_bot_plays_is_a_target_as_before() -> None:
    """Who plays a seat is no part of the state; one that only defends is a corporation too."""
    state = position(6)
    state.neutral = 1 << 1
    assert target(state, 0, "left") == 1


def test_n133_preponderance_in_so_many_factors() -> None:
    """Five countries of a factor, or six, make no difference here."""
    (condition,) = wanted("O20")
    for factors in range(3, len(FACTOR_MASKS) + 1):
        own = [c for among in FACTOR_MASKS[:factors] for c in list(members(among))[:6]]
        state = position(only={0: " ".join(BOARD.countries[c].code for c in own)})
        assert progress(state, 0, condition) == (factors, condition.count)
        assert met(state, 0, number("O20")) is (factors >= condition.count)


def test_n133_the_map_can_show_the_wanted_regions() -> None:
    assert set(nos("ARG BRA CHL URY BOL PER ECU COL VEN")) == set(wanted_countries(number("O10")))
    assert wanted_countries(number("O20")) == []


def test_n133_the_map_shows_region_0_like_any_other() -> None:
    named = {c.region for o in OBJECTIVES for c in o.conditions}
    assert 0 in named
    for place, objective in enumerate(OBJECTIVES):
        regions = {c.region for c in objective.conditions if c.region != -1}
        expected = [n for n, c in enumerate(BOARD.countries) if c.continent in regions]
        assert wanted_countries(place) == expected
