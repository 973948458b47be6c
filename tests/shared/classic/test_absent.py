"""The clock that runs out (T3) and the seat that is given up (T4), in every phase."""

import pytest
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.errors import RuleError

from tests.support.tables import Table, tags

REST = "america_sur azul 1, ALA azul 1, asia negro 1, europa negro 1, * rojo 1"
NEXT = ["ended azul", "turn rojo 2 azul 9 0,0,0,3,0,2"]


def table(turn: str, more: str = "", *dice: int) -> Table:
    """Return a turn of azul, who holds South America and ALA, with two armies in ARG."""
    return Table(f"azul rojo negro | turn {turn} | ARG azul 2, {REST} {more}", dice)


@pytest.mark.parametrize("phase", ["incorporate", "attack", "regroup"])
def test_t3_with_nothing_due_the_turn_ends(phase: str) -> None:
    assert table(f"azul {phase} r2").expire("azul") == NEXT


def test_t3_armies_go_together_on_the_weakest_border_country() -> None:
    assert table("azul incorporate r2", "| pool 4").expire("azul") == ["placed BRA 4 0", *NEXT]


def test_t3_a_country_without_a_border_gets_none_of_the_free_armies() -> None:
    here = Table(
        "azul rojo negro | turn azul incorporate r2 | pool 1 | CHI azul 1, BRA azul 5, COL azul 5, america_sur azul 1"
        ", AUS azul 1, oceania azul 1, MAL azul 1, IND azul 1, asia negro 1, * rojo 1"
    )
    assert here.expire("azul")[0] == "placed IND 1 0"


def test_t3_bonus_armies_go_first_each_in_its_continent() -> None:
    here = Table(
        "azul rojo negro | turn azul incorporate r2 | pool 3 | bound america_sur 3, oceania 2"
        " | america_sur azul 1, CHI azul 5, oceania azul 1, asia negro 1, europa negro 1, * rojo 1"
    )
    assert here.expire("azul")[:3] == ["placed BRA 3 3", "placed BOR 2 2", "placed COL 3 0"]


def test_t3_bonus_armies_of_a_continent_without_a_border_go_on_its_weakest_country() -> None:
    here = Table(
        "azul rojo negro | turn azul incorporate r2 | bound oceania 2"
        " | oceania azul 2, JAV azul 1, CHI azul 1, MAL azul 1, IND azul 1, asia negro 1, europa negro 1, * rojo 1"
    )
    assert here.expire("azul")[0] == "placed JAV 2 2"


@pytest.mark.parametrize("phase", ["attack", "regroup"])
def test_t3_five_cards_are_not_exchanged_once_the_incorporation_is_over(phase: str) -> None:
    here = table(f"azul {phase} r2", "| hand azul ALE SUE GBR PER BRA")
    assert here.expire("azul") == NEXT


def test_t3_an_exchange_that_is_due_takes_the_first_set() -> None:
    here = table("azul incorporate r2", "| hand azul ALE SUE GBR PER BRA")
    assert here.expire("azul")[:2] == ["exchanged BRA,PER,ALE 4", "placed BRA 4 0"]


def test_t3_exchanges_go_on_until_fewer_than_five_cards_remain() -> None:
    here = table("azul incorporate r2", "| hand azul ALE SUE GBR PER BRA NYK ISL ALA")
    assert tags(here.expire("azul"))[:3] == ["exchanged", "exchanged", "placed"]


def test_t3_with_four_cards_nothing_is_exchanged() -> None:
    assert table("azul incorporate r2", "| hand azul ALE SUE GBR PER").expire("azul") == NEXT


def test_t3_a_pending_conquest_moves_the_minimum() -> None:
    here = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 4, BRA rojo 1, ALA azul 1, america_sur azul 1, asia negro 1"
        ", europa negro 1, * rojo 1 | deck ALE *",
        [6, 6, 6, 1],
    )
    here.play("azul attack ARG BRA")
    assert here.expire("azul")[:3] == ["occupied ARG BRA 1", "drawn azul ALE no", "ended azul"]


def test_t3_the_card_drawn_is_not_claimed() -> None:
    here = table("azul attack r2", "| conquests 1 | deck ARG *")
    assert here.expire("azul") == ["drawn azul ARG yes", *NEXT]


def test_t3_a_claim_that_waits_is_given_up() -> None:
    here = table("azul attack r2", "| conquests 1 | deck ARG *")
    here.play("azul end")
    assert here.expire("azul") == NEXT


@pytest.mark.parametrize(
    ("turn", "after"),
    [("azul placement lap 1", "placement rojo 1 5"), ("azul placement lap 2", "placement rojo 2 3")],
)
def test_t3_the_placement_is_made_and_passes_on(turn: str, after: str) -> None:
    here = Table(f"azul rojo negro verde | turn {turn} | ARG azul 2, {REST} | pool 2")
    assert here.expire("azul") == ["placed BRA 2 0", after]


def test_t3_the_last_placement_of_a_lap_opens_the_next() -> None:
    here = Table(
        "azul rojo negro verde | turn verde placement lap 1 | pool 5"
        " | europa verde 1, asia azul 1, * rojo 1, MON negro 1"
    )
    assert here.expire("verde") == ["placed ESP 5 0", "placement azul 2 3"]


def test_t3_the_last_placement_opens_the_first_turn_and_leaves_it_alone() -> None:
    here = Table(f"azul rojo negro | turn negro placement | ARG azul 2, {REST} | pool 8")
    assert here.expire("negro") == ["placed ESP 8 0", "turn azul 1 azul 3 3,0,0,0,0,0"]


def test_t3_the_turn_of_the_only_seat_left_to_play_ends_too() -> None:
    here = table("azul attack r2", "| neutral rojo negro")
    assert here.expire("azul") == ["ended azul", "turn azul 3 azul 3 3,0,0,0,0,0"]


def test_t3_without_incorporation_the_first_round_ends_at_once() -> None:
    here = table("azul incorporate r1", "| rules first_round_incorporates:no")
    assert here.expire("azul")[0] == "ended azul"


def test_t3_nothing_of_it_asks_for_dice() -> None:
    here = table("azul incorporate r2", "| pool 5 | bound america_sur 3 | hand azul BRA PER ALE SUE GBR")
    here.expire("azul")
    assert here.chance.faces == []


def test_t3_an_empty_deck_is_shuffled_for_the_clock_too() -> None:
    here = table("azul attack r2", "| conquests 1 | deck none | discard ALE")
    assert here.expire("azul")[:2] == ["shuffled ALE", "drawn azul ALE no"]


def test_t3_the_clock_of_another_seat_is_refused() -> None:
    here = table("azul attack r2")
    with pytest.raises(RuleError) as refusal:
        here.expire("rojo")
    assert (refusal.value.code, refusal.value.facts) == ("not-your-turn", {"turn": 0})


@pytest.mark.parametrize("what", ["expire", "leave"])
def test_t3_t4_nothing_happens_after_the_end(what: str) -> None:
    here = table("azul over r2", "| won azul common")
    with pytest.raises(RuleError) as refusal:
        getattr(here, what)("azul")
    assert refusal.value.code == "game-over"


def test_t3_the_state_asked_stays_as_it_is() -> None:
    here = table("azul incorporate r2", "| pool 4 | conquests 1")
    before = here.state.copy()
    CLASSIC.expire(here.state, 0, here.chance)
    CLASSIC.leave(here.state, 0, here.chance)
    assert here.state == before


def test_t4_a_seat_that_leaves_on_anothers_turn_only_defends() -> None:
    here = table("azul attack r2")
    assert (here.leave("rojo"), here.play("azul end")[-1].split()[1]) == (["left rojo"], "negro")


@pytest.mark.parametrize(
    ("turn", "more", "events"),
    [
        ("azul placement", "| pool 2", ["placed BRA 2 0", "placement rojo 1 9"]),
        ("azul incorporate r2", "| pool 2", ["placed BRA 2 0", *NEXT]),
        ("azul attack r2", "", NEXT),
        ("azul attack r2", "| conquests 1 | deck ALE *", ["drawn azul ALE no", *NEXT]),
        ("azul occupy r2", "| occupy ARG CHI 3", ["occupied ARG CHI 1", *NEXT]),
        ("azul regroup r2", "", NEXT),
        ("azul claim r2", "| hand azul ARG | drawn ARG", NEXT),
    ],
)  # fmt: skip
def test_t4_the_turn_of_a_seat_that_leaves_ends_as_by_the_clock(turn: str, more: str, events: list[str]) -> None:
    assert table(turn, more).leave("azul") == ["left azul", *events]


def test_t4_a_seat_that_left_places_nothing_any_more() -> None:
    here = Table(f"azul rojo negro verde | turn azul placement | ARG azul 2, ESP verde 1, {REST} | pool 5")
    here.leave("rojo")
    assert [here.play("azul place ARG 5"), here.expire("negro"), here.expire("verde")] == [
        ["placed ARG 5 0", "placement negro 1 5"],
        ["placed FRA 5 0", "placement verde 1 5"],
        ["placed ESP 5 0", "placement azul 2 3"],
    ]


def test_t4_the_first_player_may_leave_during_the_placement() -> None:
    here = table("rojo placement first rojo", "| pool 8")
    here.leave("rojo")
    assert (here.expire("negro"), here.expire("azul")) == (
        ["placed ESP 12 0", "placement azul 1 3"],
        ["placed BRA 3 0", "turn negro 1 negro 12 0,0,5,0,7,0"],
    )


def test_t4_who_starts_after_the_first_player_has_left_does_not_start_the_second_round_as_well() -> None:
    """C2: with rotate_first the round goes on to the next seat."""
    here = table("azul placement first rojo", "| pool 3 | rules rotate_first:yes")
    here.leave("rojo")
    here.expire("azul")
    here.expire("negro")
    assert here.state.starter == 2
    here.expire("azul")
    assert (here.state.turn, here.state.round) == (0, 2)


def test_t4_a_seat_that_left_is_attacked_like_any_other_and_can_be_destroyed() -> None:
    here = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1 | neutral rojo"
        " | hand rojo ARG | objective azul 11",
        [6, 1],
    )
    assert tags(here.play("azul attack ARG BRA"))[2:] == ["destroyed", "won"]


def test_t4_the_last_player_can_not_leave() -> None:
    here = table("azul attack r2", "| neutral rojo negro")
    with pytest.raises(RuleError) as refusal:
        here.leave("azul")
    assert refusal.value.code == "last-player"


@pytest.mark.parametrize("board", [f"{REST} | neutral rojo", "asia azul 1, * negro 1"])
def test_t4_who_is_out_or_has_left_can_not_leave_again(board: str) -> None:
    here = Table(f"azul rojo negro | turn azul attack r2 | {board}")
    with pytest.raises(RuleError) as refusal:
        here.leave("rojo")
    assert (refusal.value.code, refusal.value.facts) == ("seat-out", {"seat": 1})


@pytest.mark.parametrize("order", ["rojo propose azul", "rojo dissolve 1", "rojo answer 2 yes", "rojo withdraw 3"])
def test_t4_a_seat_that_only_defends_does_nothing_and_is_asked_nothing(order: str) -> None:
    here = table("azul attack r2", "| pact azul rojo map | offer azul rojo map ends 1 | offer rojo negro map")
    here.leave("rojo")
    assert (here.refused(order), here.legal("rojo"), CLASSIC.prompted(here.state)) == ("seat-out", [], (0,))


def test_t4_its_proposals_lapse_and_its_pacts_stand() -> None:
    here = table("azul attack r2", "| pact azul rojo map | offer azul rojo map ends 1 | offer rojo negro map")
    assert (here.leave("rojo"), len(here.state.pacts)) == (["left rojo", "closed 2 lapsed", "closed 3 lapsed"], 1)


def test_t4_a_pact_that_waits_for_the_end_of_its_turn_waits_no_longer() -> None:
    """C33: under notice the pact would bind for ever."""
    here = table(
        "azul attack r2",
        "| rules pacts:notice | pact azul rojo map notice azul 1 | pact rojo negro map notice rojo 1"
        " | offer azul rojo map ends 1",
    )
    assert (here.leave("rojo"), [pact.id for pact in here.state.pacts]) == (
        ["left rojo", "unpact 1 announced nobody", "closed 3 lapsed"],
        [2],
    )


def test_t4_a_pact_announced_in_the_turn_of_who_leaves_waits_no_longer_either() -> None:
    here = table("azul attack r2", "| rules pacts:notice | pact azul rojo map notice rojo 2")
    assert here.leave("azul")[:2] == ["left azul", "unpact 1 announced nobody"]


def test_t4_a_seat_that_left_does_not_win_any_more() -> None:
    """C28: its turn never starts."""
    here = table("azul attack r2", "| objective negro 4 | neutral negro")
    here.play("azul end")
    assert here.expire("rojo")[-1].split()[1] == "azul"


def test_t4_everyone_sees_who_left() -> None:
    here = table("azul attack r2")
    here.leave("rojo")
    assert [CLASSIC.view(here.state, viewer).neutral for viewer in (0, 1, 2, None)] == [2] * 4
