"""Objectives that are orphaned and handed on: C27 and C28.

Seats in order: azul, rojo, negro, amarillo, verde, magenta; objective 10 is to destroy azul, 15 magenta.
"""

import pytest
from teg_shared.rules.classic.data import BOARD

from tests.support.tables import Table, tags

SIX = ("azul", "rojo", "negro", "amarillo", "verde", "magenta")


def about_to_fall(
    by: str, victim: str, objectives: str, *, colours: tuple[str, ...] = SIX, more: str = "", out: tuple[str, ...] = ()
) -> Table:
    """Return a turn in which `by` can take the last country of `victim`, BRA, from ARG."""
    others = [colour for colour in colours if colour != victim and colour not in out]
    places = [f"ARG {by} 2", f"BRA {victim} 1"]
    places += [f"{BOARD.countries[n].code} {others[n % len(others)]} 1" for n in range(2, 50)]
    position = f"{' '.join(colours)} | turn {by} attack r3 | {', '.join(places)} | objective {objectives} {more}"
    return Table(position, [6, 1])


def inherited(table: Table) -> list[str]:
    """Return who inherits what from whom when BRA falls."""
    by = table.state.colours[table.state.turn]
    return [line for line in table.play(f"{by} attack ARG BRA") if line.startswith("inherited")]


def test_c27_the_target_destroyed_by_another_hands_on_the_right_neighbours_objective() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 11, verde 3, magenta 4")
    assert (inherited(table), table.state.objectives) == (["inherited amarillo 2 negro"], [1, 0, 2, 2, 3, 4])


def test_c27_seat_0_looks_to_the_last_seat() -> None:
    table = about_to_fall("rojo", "negro", "azul 12, rojo 1, amarillo 2, verde 3, magenta 4")
    assert inherited(table) == ["inherited azul 4 magenta"]


def test_c27_the_neighbour_keeps_the_objective() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 11, verde 3, magenta 4")
    inherited(table)
    assert table.state.objectives[2] == 2


def test_c27_the_destroyer_s_own_objective_can_be_the_one_taken_over() -> None:
    table = about_to_fall("azul", "amarillo", "azul 1, rojo 13, negro 2, verde 3, magenta 4")
    assert inherited(table) == ["inherited rojo 1 azul"]


def test_c27_the_objective_that_was_dealt_is_remembered() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 11, verde 3, magenta 4")
    inherited(table)
    assert table.state.dealt[3] == 11


def test_c27_only_the_owner_is_told() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 11, verde 3, magenta 4")
    events = table.decided("azul attack ARG BRA")
    told = {viewer: next(iter(tags(table.told(events, viewer))[3:]), None) for viewer in (*SIX, None)}
    assert told == dict.fromkeys((*SIX, None), None) | {"amarillo": "inherited"}


def test_c27_the_nearest_surviving_neighbour_counts() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 5, verde 11, magenta 4", out=("amarillo", "negro"))
    assert inherited(table) == ["inherited verde 1 azul"]


def test_c27_the_destroyed_neighbour_is_passed_over() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, rojo 5, negro 11, amarillo 2, verde 3, magenta 4")
    assert inherited(table) == ["inherited negro 1 azul"]


def test_c27_an_objective_to_destroy_oneself_is_passed_over() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 13, amarillo 11, verde 3, magenta 4")
    assert inherited(table) == ["inherited amarillo 1 azul"]


def test_c27_an_objective_orphaned_for_the_new_owner_is_passed_over() -> None:
    table = about_to_fall(
        "azul", "rojo", "azul 1, negro 14, amarillo 11, verde 3, magenta 4", out=("verde",), more="| killed verde azul"
    )
    assert inherited(table) == ["inherited amarillo 1 azul"]


def test_c27_an_objective_against_another_living_colour_is_taken_over() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 14, amarillo 11, verde 3, magenta 4")
    assert inherited(table) == ["inherited amarillo 14 negro"]


def test_c27_an_objective_against_an_absent_colour_means_the_heirs_own_right_neighbour() -> None:
    five = SIX[:5]
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 15, verde 11", colours=five)
    assert inherited(table) == ["inherited verde 15 amarillo"]


def test_c27_an_absent_colour_whose_stand_in_is_destroyed_is_orphaned_for_the_heir() -> None:
    five = SIX[:5]
    table = about_to_fall("azul", "rojo", "azul 2, negro 11, amarillo 4, verde 3", colours=five)
    table.state.objectives[1] = 15
    assert inherited(table) == ["inherited negro 2 azul"]


def test_c27_the_stand_in_of_an_absent_colour_is_a_target_too() -> None:
    table = about_to_fall("azul", "negro", "azul 1, rojo 2, amarillo 15, verde 3", colours=SIX[:5])
    assert inherited(table) == ["inherited amarillo 2 rojo"]


def test_c27_two_orphans_look_at_the_objectives_as_they_were() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 11, amarillo 11, verde 3, magenta 4")
    assert inherited(table) == ["inherited negro 1 azul", "inherited amarillo 1 azul"]


def test_c27_a_neighbour_without_an_objective_is_passed_over() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 0, amarillo 11, verde 3, magenta 4")
    assert inherited(table) == ["inherited amarillo 1 azul"]


def test_c27_the_search_goes_once_round_the_table() -> None:
    table = about_to_fall("azul", "rojo", "azul 13, negro 13, amarillo 11, verde 3, magenta 13")
    assert inherited(table) == ["inherited amarillo 3 verde"]


def test_c27_when_no_seat_is_left_only_the_common_objective_remains() -> None:
    table = about_to_fall("azul", "rojo", "azul 13, negro 13, amarillo 11, verde 13, magenta 0")
    assert (inherited(table), table.state.objectives[3]) == (["inherited amarillo 0 nobody"], 0)


def test_c27_with_three_players_the_destroyer_is_the_only_one_left_to_inherit_from() -> None:
    three = SIX[:3]
    assert [
        inherited(about_to_fall("azul", "rojo", "azul 1, negro 11", colours=three)),
        inherited(about_to_fall("azul", "rojo", "azul 12, negro 11", colours=three)),
    ] == [["inherited negro 1 azul"], ["inherited negro 0 nobody"]]


def test_c27_a_seat_that_only_defends_is_a_neighbour_like_any_other() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 11, verde 3, magenta 4", more="| neutral negro")
    assert inherited(table) == ["inherited amarillo 2 negro"]


def test_c27_under_common_only_nothing_is_inherited() -> None:
    table = about_to_fall(
        "azul", "rojo", "azul 1, negro 2, amarillo 11, verde 3, magenta 4", more="| rules orphan_objective:common_only"
    )
    assert inherited(table) == ["inherited amarillo 0 nobody"]


def test_c27_who_has_another_target_keeps_the_objective() -> None:
    assert inherited(about_to_fall("azul", "rojo", "azul 1, negro 2, amarillo 14, verde 3, magenta 4")) == []


def test_c27_an_inherited_objective_can_be_orphaned_again() -> None:
    table = about_to_fall("azul", "rojo", "azul 1, negro 14, amarillo 11, verde 3, magenta 4")
    inherited(table)
    state = table.state
    state.owners = [0 if owner == 4 else owner for owner in state.owners]
    state.owners[1] = 4
    state.armies[0] = 2
    state.masks = [sum(1 << n for n, owner in enumerate(state.owners) if owner == seat) for seat in range(6)]
    table.chance.faces = [6, 1]
    assert inherited(table) == ["inherited negro 1 azul", "inherited amarillo 1 azul"]


def test_c27_who_destroys_the_own_target_wins_and_nobody_inherits() -> None:
    table = about_to_fall("azul", "rojo", "azul 11, negro 2, amarillo 11, verde 3, magenta 4")
    assert tags(table.play("azul attack ARG BRA")) == ["dice", "taken", "destroyed", "won"]


HEIR = (
    "azul rojo negro | turn azul attack r3 | ARG azul 2, BRA rojo 1, europa negro 1, oceania negro 1, ARA negro 1"
    ", ARL negro 1, CHN negro 1, GOB negro 1, URU negro 1, CHI negro 1, ALA negro 1, MEX negro 1, CAL negro 1"
    ", SAH azul 2, * azul 1 | deck ALE * | objective azul 4, negro 11"
)


def test_c28_an_inherited_objective_already_fulfilled_wins_at_the_heirs_next_turn() -> None:
    table = Table(HEIR, [6, 1])
    during = tags(table.play("azul attack ARG BRA"))
    assert (during, table.play("azul end")[1:]) == (
        ["dice", "taken", "destroyed", "inherited"],
        ["ended azul", "turn negro 3 azul 11 0,0,5,0,0,2", "won negro objective 4,0,4 4,0,11 ALE;();()"],
    )


@pytest.mark.parametrize(("rule", "hand"), [("no", "BRA"), ("yes", "()")])
def test_c28_the_hands_shown_are_those_after_the_turn_that_went(rule: str, hand: str) -> None:
    """C19, C30: the card just drawn is shown, and not if its bonus has spent it."""
    table = Table(f"{HEIR.replace('ALE', 'BRA')} | rules bonus_spends_card:{rule}", [6, 1])
    table.play("azul attack ARG BRA", "azul end")
    assert (table.play("azul claim BRA")[-1].split()[-1], len(table.state.deck)) == (f"{hand};();()", 49)


def test_c28_it_does_not_win_if_it_no_longer_holds() -> None:
    table = Table(HEIR, [6, 1, 6, 1])
    table.play("azul attack ARG BRA", "azul attack SAH ESP")
    assert tags(table.play("azul end"))[-1] == "turn"
