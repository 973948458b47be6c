"""How a game is won and what is shown then: C24 to C26, C29 and C30."""

import pytest
from teg_shared.rules.board import mask_of
from teg_shared.rules.classic.data import BOARD, COLOURS, OBJECTIVES
from teg_shared.rules.classic.objectives import occupied, progress, target_seat
from teg_shared.rules.classic.rules import CLASSIC

from tests.support.tables import Table, country, tags

CONTINENTS = {continent.id: n for n, continent in enumerate(BOARD.continents)}

# objective number: the continents to hold whole, and how many countries of the others
PRINTED = {
    1: ("africa", {"america_norte": 5, "europa": 4}),
    3: ("asia", {"america_sur": 2}),
    4: ("europa", {"asia": 4, "america_sur": 2}),
    5: ("america_norte", {"oceania": 2, "asia": 4}),
    6: ("", {"oceania": 2, "africa": 2, "america_sur": 2, "europa": 3, "america_norte": 4, "asia": 3}),
    7: ("oceania america_norte", {"europa": 2}),
    8: ("america_sur africa", {"asia": 4}),
    9: ("oceania africa", {"america_norte": 5}),
}


def some(continent: str, count: int) -> list[int]:
    """Return the first countries of a continent."""
    return [n for n, c in enumerate(BOARD.countries) if c.continent == CONTINENTS[continent]][:count]


def least(number: int) -> list[int]:
    """Return just enough countries for an occupation objective without a group."""
    whole, counts = PRINTED[number]
    countries = [n for continent in whole.split() for n in some(continent, 99)]
    return countries + [n for continent, wanted in counts.items() for n in some(continent, wanted)]


@pytest.mark.parametrize("number", PRINTED)
def test_c24_an_occupation_objective_needs_all_its_parts_and_no_more(number: int) -> None:
    objective, countries = OBJECTIVES[number - 1], least(number)
    lacking = [occupied(objective, mask_of(countries) & ~(1 << n)) for n in countries]
    assert (occupied(objective, mask_of(countries)), any(lacking)) == (True, False)


@pytest.mark.parametrize("number", PRINTED)
def test_c24_a_surplus_never_matters(number: int) -> None:
    assert occupied(OBJECTIVES[number - 1], BOARD.full)


@pytest.mark.parametrize("number", range(10, 16))
def test_c24_an_objective_to_destroy_is_not_fulfilled_by_countries(number: int) -> None:
    assert not occupied(OBJECTIVES[number - 1], BOARD.full)


def test_c24_the_objective_wins_at_the_moment_it_is_fulfilled() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | america_sur azul 2, africa azul 1, ARA azul 1, ARL azul 1, CHN azul 1"
        ", GOB azul 1, MAD rojo 1, EGI azul 2, europa negro 1, * rojo 1 | objective azul 8, rojo 1, negro 12",
        [6, 1],
    )
    assert table.play("azul attack EGI MAD")[1:] == [
        "taken EGI MAD 1", "won azul objective 8,1,12 8,1,12 ();();()",
    ]  # fmt: skip


def test_c24_an_objective_is_not_won_on_another_players_turn() -> None:
    table = Table(
        "azul rojo negro | turn rojo attack r2 | asia azul 1, america_sur azul 1, ALA azul 1, ORE rojo 2"
        ", europa negro 1, * rojo 1 | objective azul 3",
        [6, 1],
    )
    assert tags(table.play("rojo attack ORE ALA")) == ["dice", "taken"]


def test_c24_destroying_the_colour_wins_for_who_takes_its_last_country() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1 | objective azul 11",
        [6, 1],
    )
    assert table.play("azul attack ARG BRA")[2:] == [
        "destroyed rojo azul ()", "won azul objective 11,0,0 11,0,0 ();();()",
    ]  # fmt: skip


def test_c24_destroying_another_colour_does_not_win() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1 | objective azul 12",
        [6, 1],
    )
    assert tags(table.play("azul attack ARG BRA")) == ["dice", "taken", "destroyed"]


def test_c24_an_objective_that_the_deal_fulfilled_wins_at_the_start_of_the_own_turn() -> None:
    table = Table(
        "azul rojo negro | turn negro attack r1 | asia azul 1, america_sur azul 1, europa negro 1, * rojo 1"
        " | objective azul 3"
    )
    assert tags(table.play("negro end")) == ["ended", "turn", "won"]


def holding(countries: int, objective: str) -> Table:
    """Return a turn of azul with so many countries, from which ARG can take BRA."""
    mine = range(2, countries + 1)
    places = ", ".join(f"{BOARD.countries[n].code} azul 1" for n in mine)
    return Table(f"azul rojo | turn azul attack r2 | ARG azul 2, BRA rojo 1, {places}, * rojo 1 | {objective}", [6, 1])


@pytest.mark.parametrize(("countries", "over"), [(28, []), (29, ["won azul common 12,0 12,0 ();()"])])
def test_c25_thirty_countries_win_at_once(countries: int, over: list[str]) -> None:
    assert holding(countries, "objective azul 12").play("azul attack ARG BRA")[2:] == over


def test_c25_whatever_the_secret_objective_says() -> None:
    wins = [holding(29, f"objective azul {n}").play("azul attack ARG BRA")[-1].split()[2] for n in (0, 10, 12, 15)]
    assert wins == ["common"] * 4


def test_c25_the_secret_objective_is_named_if_both_are_fulfilled() -> None:
    table = Table(
        "azul rojo | turn azul attack r2 | africa azul 1, europa azul 1, america_norte azul 1, america_sur azul 1"
        ", BRA rojo 1, ETI azul 2, ZAI rojo 1, * rojo 1 | objective azul 1",
        [6, 1],
    )
    table.play("azul attack ETI ZAI")
    assert (table.state.masks[0].bit_count(), table.state.won_by) == (30, "objective")


@pytest.mark.parametrize(
    ("seats", "seat", "colour", "target"),
    [
        ("azul rojo negro", 0, "rojo", 1),
        ("azul rojo negro", 0, "negro", 2),
        ("azul rojo negro", 1, "azul", 0),
        ("azul rojo negro", 0, "azul", 2),
        ("azul rojo negro", 1, "rojo", 0),
        ("azul rojo negro", 0, "verde", 2),
        ("azul rojo negro", 2, "magenta", 1),
        ("azul rojo", 0, "azul", 1),
        ("azul rojo", 1, "verde", 0),
    ],
)
def test_c26_an_own_or_absent_colour_means_the_player_on_the_right(
    seats: str, seat: int, colour: str, target: int
) -> None:
    number = 10 + COLOURS.index(colour)
    assert target_seat(seats.split(), seat, number) == target


@pytest.mark.parametrize("number", [-1, 0, *range(1, 10)])
def test_c26_other_objectives_have_no_target(number: int) -> None:
    assert target_seat(["azul", "rojo"], 0, number) is None


@pytest.mark.parametrize(("number", "over"), [(10, True), (14, True), (11, True), (12, False)])
def test_c26_destroying_the_player_on_the_right_wins(number: int, over: bool) -> None:
    table = Table(
        "rojo azul negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1"
        f" | objective azul {number}",
        [6, 1],
    )
    assert (table.play("azul attack ARG BRA")[-1].split()[0] == "won") == over


SOUTH = mask_of(some("america_sur", 9))
EUROPE = mask_of(some("europa", 7))


def group(*codes: str) -> int:
    """Return the mask of some countries."""
    return mask_of(country(code) for code in codes)


@pytest.mark.parametrize(
    ("extra", "fulfilled"),
    [
        (group("ALA", "ORE", "YUK"), True),
        (group("ALA", "ORE"), False),
        (group("ALA", "YUK", "KAM"), False),
        (group("EGI", "ISR", "TUR"), True),
        (group("EGI", "TUR"), False),
        (group("ARA", "ISR", "TUR"), True),
        (0, False),
    ],
)
def test_c29_three_further_countries_each_border_the_other_two(extra: int, fulfilled: bool) -> None:
    assert occupied(OBJECTIVES[1], SOUTH | EUROPE | extra) == fulfilled


def test_c29_the_group_may_not_count_for_the_other_parts() -> None:
    south = [occupied(OBJECTIVES[1], SOUTH | EUROPE), occupied(OBJECTIVES[1], SOUTH | EUROPE | group("POL", "EGI"))]
    assert south == [False, False]


def test_c29_countries_of_europe_beyond_the_seven_may_be_in_the_group() -> None:
    seven = group("ALE", "ESP", "FRA", "GBR", "ISL", "ITA", "SUE")
    assert occupied(OBJECTIVES[1], SOUTH | seven | group("POL", "RUS", "TUR"))


def test_c29_with_eight_of_europe_only_one_is_free_for_the_group() -> None:
    seven = group("ALE", "ESP", "FRA", "GBR", "ISL", "ITA", "RUS")
    assert [
        occupied(OBJECTIVES[1], SOUTH | seven | group("POL", "TUR")),
        occupied(OBJECTIVES[1], SOUTH | seven | group("POL", "EGI", "TUR")),
    ] == [False, True]


def test_c29_the_other_parts_are_still_needed() -> None:
    triangle = group("ALA", "ORE", "YUK")
    lacking = [SOUTH & ~1 | EUROPE | triangle, SOUTH | EUROPE & ~group("ALE") | triangle]
    assert [occupied(OBJECTIVES[1], mask) for mask in lacking] == [False, False]


@pytest.mark.parametrize(
    ("extra", "held"), [(0, 0), (group("ALA"), 1), (group("ALA", "YUK"), 2), (group("ALA", "ORE", "YUK"), 3)]
)
def test_c29_progress_counts_the_best_group_apart(extra: int, held: int) -> None:
    south, europe, cluster = progress(OBJECTIVES[1], SOUTH | EUROPE | extra)
    assert (south, europe, cluster) == ((0, 6, 6), (2, 7, 7), (-1, held, 3))


def test_c24_progress_names_each_part_of_an_objective() -> None:
    assert progress(OBJECTIVES[0], mask_of(some("africa", 3) + some("america_norte", 9))) == [
        (3, 3, 6), (1, 5, 5), (2, 0, 4),
    ]  # fmt: skip


def test_c24_an_objective_to_destroy_has_no_progress() -> None:
    assert progress(OBJECTIVES[10], BOARD.full) == []


def test_c30_at_the_end_every_objective_and_hand_is_shown() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, europa azul 1, * negro 1"
        " | hand azul CHI | hand rojo ARG | hand negro TAY SUM | objective azul 11, rojo 2, negro 0 | dealt negro 10",
        [6, 1],
    )
    events = table.decided("azul attack ARG BRA")
    shown = ["won azul objective 11,2,0 11,2,10 CHI,ARG;();TAY,SUM"] * 4
    assert [table.told(events, viewer)[-1] for viewer in ("azul", "rojo", "negro", None)] == shown


def test_c30_before_the_end_a_viewer_sees_neither_objectives_nor_hands_of_others() -> None:
    table = Table(
        "azul rojo | turn azul attack r2 | asia azul 1, * rojo 1 | hand azul CHI | hand rojo ARG TAY"
        " | objective azul 11, rojo 2"
    )
    seen = CLASSIC.view(table.state, 0)
    assert (seen.hands, seen.objectives, seen.dealt, set(seen.deck)) == ([[2], [-1, -1]], [11, -1], [11, -1], {-1})


def test_c30_after_the_end_everyone_sees_objectives_hands_and_the_deal() -> None:
    table = Table(
        "azul rojo | turn azul over r2 | asia azul 1, * rojo 1 | hand azul CHI | hand rojo ARG TAY"
        " | objective azul 11, rojo 2 | won azul common"
    )
    views = [CLASSIC.view(table.state, viewer) for viewer in (0, 1, None)]
    assert [(view.hands, view.objectives, view.deal) for view in views] == [
        ([[2], [0, 44]], [11, 2], table.state.owners)
    ] * 3


def test_c30_nobody_is_asked_after_the_end() -> None:
    table = Table("azul rojo | turn azul over r2 | asia azul 1, * rojo 1 | offer azul rojo map | won rojo common")
    assert (CLASSIC.prompted(table.state), CLASSIC.outcome(table.state)) == ((), 1)


def test_c30_while_the_game_goes_on_nobody_has_won() -> None:
    assert CLASSIC.outcome(Table("azul rojo | turn azul attack | asia azul 1, * rojo 1").state) is None
