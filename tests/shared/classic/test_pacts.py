"""Pacts are proposed, made and seen: C31 and C32."""

import pytest
from teg_shared.rules.chatter import A_ROUND
from teg_shared.rules.classic.commands import Answer, ProposeDissolve, ProposePact, Withdraw
from teg_shared.rules.classic.pacts import LONGEST_TERM, MOST_PROPOSALS
from teg_shared.rules.classic.position import show_position
from teg_shared.rules.classic.rules import CLASSIC

from tests.support.tables import Order, Table

BOARD = "ARG azul 3, BRA rojo 1, america_sur azul 1, asia negro 1, europa negro 1, * rojo 1"


def table(more: str = "", *dice: int, phase: str = "attack", turn: str = "azul") -> Table:
    """Return round 2 of azul, who borders rojo, who borders negro."""
    when = phase if phase == "placement" else f"{phase} r2"
    return Table(f"azul rojo negro | turn {turn} {when} | {BOARD} {more}", dice)


@pytest.mark.parametrize(
    ("order", "event"),
    [
        ("azul propose rojo ARG-BRA", "proposed 1 azul rojo ARG-BRA - -"),
        ("azul propose rojo map", "proposed 1 azul rojo map - -"),
        ("azul propose rojo map 2", "proposed 1 azul rojo map 2 -"),
        ("rojo propose azul BRA-ARG 5", "proposed 1 rojo azul BRA-ARG 5 -"),
        ("negro propose azul map", "proposed 1 negro azul map - -"),
    ],
)
def test_c31_a_pact_is_proposed_on_a_border_or_the_whole_map(order: str, event: str) -> None:
    assert table().play(order) == [event]


@pytest.mark.parametrize("phase", ["placement", "incorporate", "attack", "regroup", "claim"])
@pytest.mark.parametrize("order", ["azul propose rojo", "rojo propose negro", "negro propose azul"])
def test_c31_proposals_are_possible_at_any_time(phase: str, order: str) -> None:
    assert table(phase=phase).play(order)[0].split()[0] == "proposed"


def test_c31_a_pact_is_proposed_while_a_conquest_waits() -> None:
    here = table("", 6, 6, 1)
    here.play("azul attack ARG BRA")
    assert here.play("rojo propose azul") == ["proposed 1 rojo azul map - -"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul propose azul", "pact-with-oneself"),
        ("azul propose rojo ARG-SAH", "not-bordering"),
        ("azul propose rojo SAH-BRA", "not-yours"),
        ("azul propose negro ARG-BRA", "not-yours"),
        ("azul propose rojo BRA-ARG", "not-yours"),
        (("azul", ProposePact(1, (0, 50))), "unknown-country"),
        (("azul", ProposePact(1, (-1, 1))), "unknown-country"),
        (("azul", ProposePact(3)), "unknown-seat"),
        (("azul", ProposePact(-1)), "unknown-seat"),
        ("azul propose rojo map 1", "term"),
        ("azul propose rojo map 102", "term"),
        ("azul propose rojo map -1", "term"),
        (("azul", ProposePact(1, None, 0)), "term"),
    ],
)
def test_c31_a_pact_is_between_two_players_on_their_border(order: Order, code: str) -> None:
    assert table().refused(order) == code


@pytest.mark.parametrize(("phase", "round_", "least"), [("placement", 0, 1), ("attack", 2, 2)])
def test_c31_the_term_lies_between_this_round_and_the_longest(phase: str, round_: int, least: int) -> None:
    facts = table(phase=phase).refusal(("azul", ProposePact(1, None, 999))).facts
    assert facts == {"last": 999, "least": least, "most": round_ + LONGEST_TERM}


@pytest.mark.parametrize("partner", ["rojo", "negro"])
def test_c31_no_pact_with_a_seat_that_is_out_or_only_defends(partner: str) -> None:
    here = Table("azul rojo negro | turn azul attack r2 | asia azul 1, * negro 1 | neutral negro")
    assert here.refused(f"azul propose {partner}") == "seat-out"


def test_c31_seat_0_can_be_the_partner_and_the_proposer() -> None:
    here = table()
    here.play("rojo propose azul")
    assert (here.play("azul answer 1 yes"), here.state.pacts[0].b) == (["pact 1"], 0)


@pytest.mark.parametrize(
    ("offer", "order", "code"),
    [
        ("pact azul rojo ARG-BRA", "azul propose rojo ARG-BRA", "pact-stands"),
        ("pact azul rojo ARG-BRA", "rojo propose azul BRA-ARG", "pact-stands"),
        ("pact azul rojo map", "rojo propose azul map", "pact-stands"),
        ("pact azul rojo map", "azul propose rojo ARG-BRA", "pact-stands"),
        ("offer azul rojo ARG-BRA", "azul propose rojo ARG-BRA", "proposal-open"),
        ("offer azul rojo ARG-BRA", "rojo propose azul BRA-ARG", "proposal-open"),
        ("offer azul rojo map", "rojo propose azul map", "proposal-open"),
    ],
)
def test_c31_what_stands_or_waits_is_not_proposed_again(offer: str, order: str, code: str) -> None:
    assert table(f"| {offer}").refused(order) == code


@pytest.mark.parametrize(
    ("offer", "order"),
    [
        ("pact azul rojo ARG-BRA", "azul propose rojo map"),
        ("pact azul rojo ARG-BRA", "azul propose rojo COL-BRA"),
        ("pact azul rojo map", "azul propose negro map"),
        ("offer azul rojo map", "azul propose rojo ARG-BRA"),
        ("offer azul rojo ARG-BRA", "azul propose rojo COL-BRA"),
        ("pact azul rojo map | offer azul rojo map ends 1", "azul propose negro map"),
    ],
)
def test_c31_another_border_the_map_or_another_partner_is_another_pact(offer: str, order: str) -> None:
    assert table(f"| {offer}").play(order)[0].split()[0] == "proposed"


def test_c31_open_proposals_of_a_seat_are_counted() -> None:
    europe = Table("azul rojo | turn azul attack r2 | europa azul 1, america_sur azul 1, * rojo 1")
    orders = europe.offers("azul", "propose")
    for line in orders[:MOST_PROPOSALS]:
        europe.play(f"azul {line[:-2]}")
    refusal = europe.refusal(f"azul {orders[MOST_PROPOSALS][:-2]}")
    assert (refusal.code, refusal.facts) == ("too-many-proposals", {"most": MOST_PROPOSALS})


def chatter(table_: Table, say: str, take_back: str) -> None:
    """Propose and take back, as often as one round allows."""
    for number in range(1, A_ROUND + 1):
        table_.play(f"azul {say}")
        table_.play(f"azul {take_back.format(number)}")


def test_c31_proposals_taken_back_count_for_the_round() -> None:
    europe = Table("azul rojo | turn azul attack r2 | europa azul 1, * rojo 1")
    chatter(europe, "propose rojo map", "withdraw {}")
    refusal = europe.refusal("azul propose rojo map")
    assert (refusal.code, refusal.facts) == ("enough-proposals", {"most": A_ROUND})


def test_c35_proposals_to_dissolve_count_for_the_round_too() -> None:
    europe = Table("azul rojo | turn azul attack r2 | europa azul 1, * rojo 1 | pact azul rojo map")
    pact = europe.state.pacts[0].id
    for _ in range(A_ROUND):
        offered = europe.play(f"azul dissolve {pact}")[0].split()
        europe.play(f"azul withdraw {offered[1]}")
    assert europe.refusal(f"azul dissolve {pact}").code == "enough-proposals"
    assert europe.offers("azul", "dissolve") == []


def test_c31_a_border_proposal_that_was_open_may_be_accepted_under_a_whole_map_pact() -> None:
    """C33: an attack then breaks both."""
    here = table("| pact azul rojo map | offer azul rojo ARG-BRA", 1, 1, 6)
    here.play("rojo answer 2 yes")
    assert here.play("azul attack ARG BRA yes")[:2] == ["unpact 1 broken azul", "unpact 2 broken azul"]


def test_c31_accepting_makes_the_pact_with_its_round_and_term() -> None:
    here = table("| offer rojo azul BRA-ARG id 7 last 4")
    here.play("azul answer 7 yes")
    assert show_position(here.state).split(" | ")[3] == "pact rojo azul BRA-ARG id 7 made 2 last 4"


def test_c31_a_pact_agreed_during_the_placement_was_made_in_round_0() -> None:
    here = table("| offer azul rojo map", phase="placement")
    here.play("rojo answer 1 yes")
    assert here.state.pacts[0].made == 0


def test_c31_declining_makes_none() -> None:
    here = table("| offer azul rojo map")
    assert (here.play("rojo answer 1 no"), here.state.pacts, here.state.proposals) == (["closed 1 declined"], [], [])


def test_c31_the_proposer_may_withdraw_before_the_answer() -> None:
    here = table("| offer azul rojo map")
    assert (here.play("azul withdraw 1"), here.refused("rojo answer 1 yes")) == (
        ["closed 1 withdrawn"],
        "no-such-proposal",
    )


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul answer 1 yes", "not-addressed"),
        ("negro answer 1 yes", "not-addressed"),
        ("negro answer 1 no", "not-addressed"),
        ("rojo answer 2 yes", "no-such-proposal"),
        ("rojo withdraw 1", "not-your-proposal"),
        ("negro withdraw 1", "not-your-proposal"),
        ("azul withdraw 0", "no-such-proposal"),
        (("rojo", Answer(-1, accept=True)), "no-such-proposal"),
        (("azul", Withdraw(10**9)), "no-such-proposal"),
    ],
)
def test_c31_only_the_partner_answers_and_only_the_proposer_withdraws(order: Order, code: str) -> None:
    assert table("| offer azul rojo map").refused(order) == code


def test_c31_an_answer_given_twice_is_refused_the_second_time() -> None:
    here = table("| offer azul rojo map")
    here.play("rojo answer 1 yes")
    assert here.refused("rojo answer 1 yes") == "no-such-proposal"


def test_c31_ids_are_never_used_again() -> None:
    here = table()
    here.play("azul propose rojo", "azul withdraw 1", "azul propose rojo", "rojo answer 2 yes", "azul dissolve 2")
    assert [p.id for p in here.state.proposals] == [3]


def test_c31_the_partner_of_a_proposal_is_asked_beside_the_seat_on_turn() -> None:
    here = table("| offer negro rojo map | offer rojo azul map")
    assert CLASSIC.prompted(here.state) == (0, 1)


@pytest.mark.parametrize(("last", "ended"), [(2, ["closed 1 lapsed"]), (3, [])])
def test_c31_a_proposal_lapses_when_its_last_round_is_over(last: int, ended: list[str]) -> None:
    here = table(f"| offer azul rojo map id 1 last {last}", turn="negro")
    assert [line for line in here.play("negro end") if line.startswith("closed")] == ended


@pytest.mark.parametrize(("last", "ended"), [(1, ["unpact 1 lapsed nobody"]), (2, ["unpact 1 lapsed nobody"]), (3, [])])
def test_c31_a_pact_lapses_when_its_last_round_is_over(last: int, ended: list[str]) -> None:
    here = table(f"| pact azul rojo map last {last}", turn="negro")
    assert [line for line in here.play("negro end") if line.startswith("unpact")] == ended


@pytest.mark.parametrize("turn", ["azul", "rojo"])
def test_c31_a_pact_lasts_to_the_end_of_its_last_round(turn: str) -> None:
    here = table("| pact azul rojo map last 2", turn=turn)
    assert [line for line in here.play(f"{turn} end") if line.startswith("unpact")] == []


def test_c31_the_end_of_a_term_also_ends_the_proposal_to_dissolve_it() -> None:
    here = table("| pact azul rojo map last 2 | offer azul rojo map ends 1", turn="negro")
    assert here.play("negro end")[1:3] == ["unpact 1 lapsed nobody", "closed 2 lapsed"]


def test_c31_the_terms_run_out_before_the_turn_begins() -> None:
    here = table("| pact azul rojo map last 2", turn="negro")
    assert [line.split()[0] for line in here.play("negro end")] == ["ended", "unpact", "turn"]


@pytest.mark.parametrize(
    ("offer", "left"),
    [
        ("azul rojo ARG-BRA", 0),
        ("rojo azul BRA-ARG", 0),
        ("azul rojo COL-BRA", 0),
        ("azul rojo map", 1),
        ("rojo negro map", 1),
        ("rojo negro SAH-ESP", 1),
    ],
)
def test_c31_a_proposal_lapses_when_its_border_is_gone(offer: str, left: int) -> None:
    here = table(f"| offer {offer}", 6, 6, 1)
    here.play("azul attack ARG BRA")
    assert len(here.state.proposals) == left


@pytest.mark.parametrize(("offer", "left"), [("azul rojo map", 0), ("rojo negro map", 0), ("negro azul map", 1)])
def test_c31_a_proposal_lapses_when_either_player_is_out(offer: str, left: int) -> None:
    here = Table(
        f"azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1 | offer {offer}",
        [6, 1],
    )
    here.play("azul attack ARG BRA")
    assert len(here.state.proposals) == left


def test_c32_every_viewer_sees_every_pact_and_when_it_was_made() -> None:
    here = table("| pact azul rojo map made 1 | pact rojo negro SAH-ESP made 2 last 9 | offer azul negro map")
    views = [CLASSIC.view(here.state, viewer) for viewer in (0, 1, 2, None)]
    assert [(view.pacts, view.proposals) for view in views] == [(here.state.pacts, here.state.proposals)] * 4


@pytest.mark.parametrize("viewer", ["azul", "rojo", "negro", None])
def test_c32_every_viewer_is_told_of_proposals_and_pacts(viewer: str | None) -> None:
    here = table()
    events = here.decided("azul propose rojo") + here.decided("rojo answer 1 yes")
    assert here.told(events, viewer) == here.brief(events)


def test_c35_both_sides_end_a_pact_together() -> None:
    here = table("| pact azul rojo map made 1")
    proposed = here.play("rojo dissolve 1")
    assert (proposed, here.play("azul answer 2 yes"), here.state.pacts, here.state.proposals) == (
        ["proposed 2 rojo azul map - 1"],
        ["closed 2 accepted", "unpact 1 dissolved azul"],
        [],
        [],
    )


def test_c35_a_declined_dissolution_leaves_the_pact() -> None:
    here = table("| pact azul rojo map | offer azul rojo map ends 1")
    assert (here.play("rojo answer 2 no"), len(here.state.pacts)) == (["closed 2 declined"], 1)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("negro dissolve 1", "not-your-pact"),
        ("azul dissolve 2", "no-such-pact"),
        (("azul", ProposeDissolve(-1)), "no-such-pact"),
        (("azul", ProposeDissolve(0)), "no-such-pact"),
    ],
)
def test_c35_only_a_side_proposes_to_dissolve(order: Order, code: str) -> None:
    assert table("| pact azul rojo map").refused(order) == code


@pytest.mark.parametrize("order", ["azul dissolve 1", "rojo dissolve 1"])
def test_c35_a_dissolution_is_proposed_once(order: str) -> None:
    assert table("| pact azul rojo map | offer azul rojo map ends 1").refused(order) == "proposal-open"


def test_c35_a_new_pact_may_be_proposed_while_a_dissolution_of_the_same_border_waits() -> None:
    here = table("| pact azul rojo ARG-BRA | offer azul rojo ARG-BRA ends 1")
    assert here.refused("azul propose rojo ARG-BRA") == "pact-stands"


def test_c35_the_other_side_of_a_seat_that_only_defends_dissolves_alone() -> None:
    here = table("| pact azul rojo map | neutral rojo")
    assert here.play("azul dissolve 1") == ["unpact 1 dissolved azul"]
