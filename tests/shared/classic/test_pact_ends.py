"""How pacts are broken, bind, are announced and lapse, and what the ledger says: C33, C34 and C36."""

import pytest
from teg_shared.rules.classic.commands import Announce
from teg_shared.rules.classic.position import show_position
from teg_shared.rules.classic.rules import CLASSIC

from tests.support.tables import Order, Table, tags

BOARD = "ARG azul 3, BRA rojo 1, america_sur azul 1, asia negro 1, europa negro 1, * rojo 1"
ORDERS = ["azul propose rojo", "rojo answer 1 yes", "azul withdraw 1", "azul dissolve 1", "azul announce 1"]


def table(rule: str, more: str = "", *dice: int, turn: str = "azul", phase: str = "attack") -> Table:
    """Return round 2 of a game with a house rule for pacts."""
    when = phase if phase == "placement" else f"{phase} r2"
    return Table(f"azul rojo negro | turn {turn} {when} | {BOARD} | rules pacts:{rule} {more}", dice)


PACTS = ["azul rojo ARG-BRA", "rojo azul BRA-ARG", "azul rojo map", "rojo azul map"]


@pytest.mark.parametrize("pact", PACTS)
def test_c33_an_attack_over_a_pact_is_asked_about_naming_the_pact(pact: str) -> None:
    refusal = table("breakable", f"| pact {pact} id 7").refusal("azul attack ARG BRA")
    assert (refusal.code, refusal.facts) == ("pact-in-the-way", {"pacts": [7]})


@pytest.mark.parametrize("pact", PACTS)
def test_c33_said_so_the_attack_breaks_the_pact_for_good(pact: str) -> None:
    here = table("breakable", f"| pact {pact}", 1, 1, 6)
    events = here.play("azul attack ARG BRA yes")
    assert (events, here.state.pacts) == (["unpact 1 broken azul", "dice ARG BRA 1,1 6"], [])


def test_c33_all_pacts_in_the_way_are_broken() -> None:
    here = table("breakable", "| pact azul rojo ARG-BRA | pact azul rojo map", 1, 1, 6)
    assert here.refusal("azul attack ARG BRA").facts == {"pacts": [1, 2]}
    assert tags(here.play("azul attack ARG BRA yes")) == ["unpact", "unpact", "dice"]


def test_c33_the_second_attack_over_a_broken_pact_needs_no_word() -> None:
    here = table("breakable", "| pact azul rojo map", 1, 6, 1, 6, 1, 6)
    here.state.armies[0] = 2
    here.play("azul attack ARG BRA yes")
    here.state.armies[0] = 2
    assert here.play("azul attack ARG BRA") == ["dice ARG BRA 1 6"]


def test_c33_the_word_is_harmless_where_nothing_is_in_the_way() -> None:
    assert table("breakable", "", 1, 1, 6).play("azul attack ARG BRA yes") == ["dice ARG BRA 1,1 6"]


@pytest.mark.parametrize("pact", ["azul rojo COL-BRA", "azul negro map", "rojo negro map", "rojo negro SAH-ESP"])
def test_c33_a_pact_elsewhere_is_not_in_the_way(pact: str) -> None:
    here = table("breakable", f"| pact {pact}", 1, 1, 6)
    assert here.play("azul attack ARG BRA") == ["dice ARG BRA 1,1 6"]


@pytest.mark.parametrize("viewer", ["azul", "rojo", "negro", None])
def test_c33_everyone_sees_who_broke_what(viewer: str | None) -> None:
    here = table("breakable", "| pact azul rojo map", 1, 1, 6)
    assert here.told(here.decided("azul attack ARG BRA yes"), viewer)[0] == "unpact 1 broken azul"


def test_c33_a_broken_pact_ends_the_proposal_to_dissolve_it() -> None:
    here = table("breakable", "| pact azul rojo map | offer rojo azul map ends 1", 1, 1, 6)
    assert here.play("azul attack ARG BRA yes")[:2] == ["unpact 1 broken azul", "closed 2 lapsed"]


def test_c33_a_refused_attack_breaks_nothing() -> None:
    here = table("breakable", "| pact azul rojo map")
    here.state.armies[0] = 1
    assert (here.refused("azul attack ARG BRA yes"), len(here.state.pacts)) == ("too-few-armies", 1)


@pytest.mark.parametrize("rule", ["binding", "notice"])
@pytest.mark.parametrize("pact", PACTS)
@pytest.mark.parametrize("word", ["no", "yes"])
def test_c33_where_pacts_bind_the_attack_is_refused(rule: str, pact: str, word: str) -> None:
    refusal = table(rule, f"| pact {pact}").refusal(f"azul attack ARG BRA {word}")
    assert (refusal.code, refusal.facts) == ("pact-binds", {"pacts": [1]})


@pytest.mark.parametrize("rule", ["binding", "notice"])
def test_c33_where_pacts_bind_attacks_elsewhere_go_on(rule: str) -> None:
    assert tags(table(rule, "| pact azul negro map", 1, 1, 6).play("azul attack ARG BRA")) == ["dice"]


@pytest.mark.parametrize("order", ORDERS)
def test_c33_without_pacts_nothing_about_them_is_accepted(order: str) -> None:
    here = table("none", "| pact azul rojo map | offer azul rojo map")
    assert (here.refused(order), here.offers("azul", "propose")) == ("pacts-off", [])


def test_c33_under_notice_a_pact_ends_by_announcement() -> None:
    here = table("notice", "| pact azul rojo map")
    assert (here.play("azul announce 1"), here.refused("azul attack ARG BRA")) == (["notice 1 azul"], "pact-binds")


@pytest.mark.parametrize(
    ("by", "turn", "ends"),
    [
        ("azul", "azul", "rojo/2"),
        ("azul", "rojo", "rojo/3"),
        ("azul", "negro", "rojo/3"),
        ("rojo", "azul", "azul/3"),
        ("rojo", "rojo", "azul/3"),
        ("rojo", "negro", "azul/3"),
    ],
)
def test_c33_an_announced_pact_binds_until_the_other_sides_next_turn_has_ended(by: str, turn: str, ends: str) -> None:
    here = table("notice", "| pact azul rojo map", turn=turn)
    here.play(f"{by} announce 1")
    played = []
    while here.state.pacts:
        played.append(f"{here.state.colours[here.state.turn]}/{here.state.round}")
        events = here.expire(here.state.colours[here.state.turn])
    assert (played[-1], [line for line in events if "unpact" in line]) == (ends, ["unpact 1 announced nobody"])


def test_c33_a_pact_announced_during_the_placement_binds_through_the_other_sides_first_turn() -> None:
    here = table("notice", "| pact azul rojo map | pool 5", turn="rojo", phase="placement")
    here.play("azul announce 1")
    lives = []
    while here.state.pacts:
        here.expire(here.state.colours[here.state.turn])
        lives.append((here.state.turn, here.state.round))
    assert lives[-1] == (2, 1)


def test_c33_after_the_end_of_the_notice_the_attack_is_free() -> None:
    here = table("notice", "| pact azul rojo map notice azul 1", 1, 1, 6, turn="rojo")
    here.play("rojo end")
    here.expire("negro")
    assert tags(here.play("azul place CHI 3", "azul attack ARG BRA")) == ["dice"]


@pytest.mark.parametrize(
    ("rule", "order", "code"),
    [
        ("breakable", "azul announce 1", "no-announcements"),
        ("binding", "azul announce 1", "no-announcements"),
        ("notice", "negro announce 1", "not-your-pact"),
        ("notice", "azul announce 9", "no-such-pact"),
        ("notice", ("azul", Announce(-1)), "no-such-pact"),
    ],
)
def test_c33_only_a_side_announces_and_only_under_notice(rule: str, order: Order, code: str) -> None:
    assert table(rule, "| pact azul rojo map").refused(order) == code


@pytest.mark.parametrize("by", ["azul", "rojo"])
def test_c33_an_end_is_announced_once(by: str) -> None:
    here = table("notice", "| pact azul rojo map")
    here.play("azul announce 1")
    assert here.refused(f"{by} announce 1") == "announced-already"


def test_c33_a_pact_with_a_seat_that_only_defends_ends_with_its_announcement() -> None:
    here = table("notice", "| pact azul rojo map | neutral rojo")
    assert here.play("azul announce 1") == ["notice 1 azul", "unpact 1 announced azul"]


def test_c33_an_announced_pact_can_still_be_dissolved() -> None:
    here = table("notice", "| pact azul rojo map")
    here.play("azul announce 1", "azul dissolve 1")
    assert here.play("rojo answer 2 yes") == ["closed 2 accepted", "unpact 1 dissolved rojo"]


def test_c33_the_end_of_the_notice_ends_the_proposal_to_dissolve() -> None:
    here = table("notice", "| pact azul rojo map notice azul 1 | offer azul rojo map ends 1", turn="rojo")
    assert here.play("rojo end")[1:3] == ["unpact 1 announced nobody", "closed 2 lapsed"]


def test_c33_notice_and_term_that_end_together_end_the_pact_once() -> None:
    here = table("notice", "| pact azul negro map last 2 notice azul 1", turn="negro")
    assert [line for line in here.play("negro end") if "unpact" in line] == ["unpact 1 announced nobody"]


@pytest.mark.parametrize("how", ["no", "yes"])
def test_c33_under_notice_the_legal_attacks_leave_out_bound_ones(how: str) -> None:
    lines = table("notice", "| pact azul rojo ARG-BRA").offers("azul", "attack")
    assert f"attack ARG BRA {how}" not in lines


def test_c34_a_border_pact_lapses_when_a_third_player_takes_a_country() -> None:
    here = Table(
        "azul rojo negro | turn azul attack r2 | BRA azul 3, america_sur azul 1, asia negro 1, europa negro 1, * rojo 1"
        " | pact rojo negro SAH-ESP | pact rojo negro map",
        [6, 6, 1],
    )
    assert here.play("azul attack BRA SAH")[1:] == ["taken BRA SAH 2", "unpact 1 lapsed nobody"]


def test_c34_a_border_pact_lapses_when_one_side_takes_the_country_from_elsewhere() -> None:
    here = table("breakable", "| pact azul rojo COL-BRA", 6, 6, 1)
    assert here.play("azul attack ARG BRA")[2:] == ["unpact 1 lapsed nobody"]


def test_c34_a_whole_map_pact_outlives_a_conquest() -> None:
    here = table("breakable", "| pact rojo negro map", 6, 6, 1)
    assert tags(here.play("azul attack ARG BRA")) == ["dice", "taken"]


def test_c34_a_whole_map_pact_lapses_when_a_side_is_destroyed() -> None:
    here = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1"
        " | pact rojo negro map | pact azul negro map | offer negro rojo map ends 1",
        [6, 1],
    )
    assert here.play("azul attack ARG BRA")[2:4] == ["unpact 1 lapsed nobody", "closed 3 lapsed"]


def test_c34_a_pact_broken_by_the_attack_does_not_lapse_as_well() -> None:
    here = table("breakable", "| pact azul rojo ARG-BRA | offer azul rojo ARG-BRA ends 1", 6, 6, 1)
    assert here.play("azul attack ARG BRA yes") == [
        "unpact 1 broken azul", "closed 2 lapsed", "dice ARG BRA 6,6 1", "taken ARG BRA 2",
    ]  # fmt: skip


def test_c34_destroying_the_own_partner_breaks_the_border_and_the_map() -> None:
    here = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1"
        " | pact azul rojo map | pact azul rojo ARG-BRA",
        [6, 1],
    )
    assert [line for line in here.play("azul attack ARG BRA yes") if "unpact" in line] == [
        "unpact 1 broken azul", "unpact 2 broken azul",
    ]  # fmt: skip


def ledger(here: Table) -> list[str]:
    """Return the lines of the ledger."""
    sections = show_position(here.state).split(" | ")
    return next((s[7:].split(", ") for s in sections if s.startswith("ledger ")), [])


def test_c36_the_ledger_keeps_every_step_with_its_turn() -> None:
    here = table("breakable", "", 1, 1, 6)
    here.play("azul propose rojo map 9", "rojo answer 1 yes", "rojo propose negro SAH-ESP", "negro answer 2 no")
    here.play("negro propose rojo", "negro withdraw 3", "azul attack ARG BRA yes", "azul propose rojo")
    here.play("rojo answer 4 yes", "rojo dissolve 4", "azul answer 5 yes", "azul propose negro map 2", "azul end")
    here.expire("rojo")
    here.expire("negro")
    assert ledger(here) == [
        "r2 azul proposed 1 azul rojo map",
        "r2 azul accepted 1 rojo azul map",
        "r2 azul proposed 2 rojo negro SAH-ESP",
        "r2 azul declined 2 negro rojo SAH-ESP",
        "r2 azul proposed 3 negro rojo map",
        "r2 azul withdrawn 3 negro rojo map",
        "r2 azul broken 1 azul rojo map",
        "r2 azul proposed 4 azul rojo map",
        "r2 azul accepted 4 rojo azul map",
        "r2 azul dissolve-proposed 5 rojo azul map",
        "r2 azul dissolved 4 azul rojo map",
        "r2 azul proposed 6 azul negro map",
        "r2 negro lapsed 6 azul negro map",
    ]


def test_c36_announcements_are_in_the_ledger_too() -> None:
    here = table("notice", "| pact azul rojo map made 1")
    here.play("rojo announce 1")
    for colour in ("azul", "rojo", "negro", "azul"):
        here.expire(colour)
    assert ledger(here) == ["r2 azul announced 1 rojo azul map", "r3 azul announced 1 azul rojo map"]


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_c36_every_viewer_reads_the_whole_ledger_during_and_after_the_game(viewer: int | None) -> None:
    here = table("breakable", "| offer azul rojo map")
    here.play("rojo answer 1 no")
    during = CLASSIC.view(here.state, viewer).ledger
    over = table("breakable", "| ledger r1 azul proposed 1 azul rojo map", phase="over")
    assert (during, CLASSIC.view(over.state, viewer).ledger) == (here.state.ledger, over.state.ledger)
