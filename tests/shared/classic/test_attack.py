"""Attack and conquest: C10 to C14."""

import pytest
from teg_shared.rules.classic.combat import losses
from teg_shared.rules.classic.commands import AnyCommand, Attack, Occupy, Place, Regroup, Withdraw
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.errors import RuleError
from teg_shared.rules.odds import roll_counts

from tests.support.tables import Order, Table, tags

REST = "america_sur rojo 1, asia negro 1, europa negro 1, * rojo 1"


def facing(attackers: int, defenders: int, *dice: int, more: str = "") -> Table:
    """Return a turn of azul, whose ARG stands against BRA of rojo."""
    return Table(
        f"azul rojo negro | turn azul attack r2 | ARG azul {attackers}, BRA rojo {defenders}, {REST} {more}", dice
    )


def test_c10_an_attack_needs_two_armies() -> None:
    refused, accepted = facing(1, 1).refused("azul attack ARG BRA"), facing(2, 1, 1, 6).play("azul attack ARG BRA")
    assert (refused, tags(accepted)) == ("too-few-armies", ["dice"])


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul attack ARG COL", "not-bordering"),
        ("azul attack ARG ALE", "not-bordering"),
        ("azul attack ARG ARG", "own-target"),
        ("azul attack ARG PER", "own-target"),
        ("azul attack BRA ARG", "not-yours"),
        ("azul attack CHI AUS", "not-yours"),
        ("rojo attack BRA ARG", "not-your-turn"),
        (("azul", Attack(0, 50)), "unknown-country"),
        (("azul", Attack(0, -1)), "unknown-country"),
        (("azul", Attack(50, 0)), "unknown-country"),
        (("azul", Attack(-50, 1)), "unknown-country"),
    ],
)
def test_c10_an_attack_goes_from_an_own_country_to_a_bordering_foreign_one(order: Order, code: str) -> None:
    assert facing(4, 1, more=", PER azul 1").refused(order) == code


def test_c10_a_bridge_is_a_border() -> None:
    table = Table(f"azul rojo negro | turn azul attack r2 | CHI azul 2, {REST}", [1, 6])
    assert table.play("azul attack CHI AUS") == ["dice CHI AUS 1 6"]


def test_c10_every_border_is_listed_in_both_directions() -> None:
    table = Table("azul rojo | turn azul attack r2 | KAM azul 2, ALA azul 2, * rojo 1")
    assert [line for line in table.offers("azul", "attack") if line.endswith("no")] == [
        "attack ALA ORE no", "attack ALA YUK no", "attack KAM CHN no", "attack KAM JAP no", "attack KAM SIB no",
    ]  # fmt: skip


def test_c10_as_many_attacks_as_wanted() -> None:
    table = facing(5, 3, *[6, 6, 6, 1, 1, 1], *[6, 6, 1], *[1, 6])
    table.play("azul attack ARG BRA", "azul occupy 3", "azul attack BRA COL", "azul occupy 1")
    assert table.play("azul attack BRA PER") == ["dice BRA PER 1 6"]


@pytest.mark.parametrize(("attackers", "mine"), [(2, 1), (3, 2), (4, 3), (5, 3), (12, 3)])
@pytest.mark.parametrize(("defenders", "theirs"), [(1, 1), (2, 2), (3, 3), (4, 3), (12, 3)])
def test_c11_dice_are_the_armies_but_one_and_the_armies_three_at_most(
    attackers: int, mine: int, defenders: int, theirs: int
) -> None:
    table = facing(attackers, defenders, *[1] * mine, *[6] * theirs)
    dice = " ".join([",".join("1" * mine), ",".join("6" * theirs)])
    assert table.play("azul attack ARG BRA") == [f"dice ARG BRA {dice}"]


def test_c11_a_roll_is_numbered_and_bound_to_its_purpose() -> None:
    asked: list[object] = []

    class Spy:
        def roll(self, index: int, count: int, context: tuple[int, ...] = ()) -> tuple[int, ...]:
            asked.append((index, count, context))
            return (1,) * count

        def shuffle(self, index: int, size: int) -> tuple[int, ...]:
            raise AssertionError

    table = facing(4, 2, more="| rolls 7")
    table.chance = Spy()  # type: ignore[assignment]
    table.play("azul attack ARG BRA", "azul attack ARG BRA")
    assert asked == [(7, 5, (0, 0, 1)), (8, 3, (0, 0, 1))]


@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ((6, 5, 4), (5, 4, 3), (0, 3)),
        ((6, 5, 4), (6, 5, 4), (3, 0)),
        ((6, 5, 4), (6, 4, 4), (2, 1)),
        ((6, 1, 1), (5,), (0, 1)),
        ((5,), (6, 1, 1), (1, 0)),
        ((3, 3), (3, 2, 2), (1, 1)),
        ((1,), (1,), (1, 0)),
    ],
)
def test_c12_sorted_dice_compare_in_pairs_and_unpaired_ones_do_nothing(
    attack: tuple[int, ...], defence: tuple[int, ...], lost: tuple[int, int]
) -> None:
    assert losses(attack, defence) == lost


def test_c12_a_tie_costs_the_attacker() -> None:
    table = facing(2, 1, 4, 4)
    assert (table.play("azul attack ARG BRA"), table.armies("ARG", "BRA")) == (["dice ARG BRA 4 4"], [1, 1])


def test_c12_the_first_dice_are_the_attackers_and_both_are_sorted() -> None:
    table = facing(4, 4, 2, 6, 4, 1, 5, 3)
    assert (table.play("azul attack ARG BRA"), table.armies("ARG", "BRA")) == (["dice ARG BRA 6,4,2 5,3,1"], [4, 1])


@pytest.mark.parametrize("mine", [1, 2, 3])
@pytest.mark.parametrize("theirs", [1, 2, 3])
def test_c12_losses_agree_with_the_exact_odds_over_all_throws(mine: int, theirs: int) -> None:
    counts: dict[tuple[int, int], int] = {}
    for number in range(6 ** (mine + theirs)):
        faces = [number // 6**k % 6 + 1 for k in range(mine + theirs)]
        lost = losses(tuple(sorted(faces[:mine], reverse=True)), tuple(sorted(faces[mine:], reverse=True)))
        counts[lost] = counts.get(lost, 0) + 1
    assert counts == roll_counts(mine, theirs)


def taken(attackers: int, rule: str = "up_to_3") -> Table:
    """Return the table just after BRA was taken from ARG with so many armies."""
    table = facing(attackers, 1, *[6] * min(3, attackers - 1), 1, more=f"| rules conquest_move:{rule}")
    table.play("azul attack ARG BRA")
    return table


@pytest.mark.parametrize(
    ("rule", "attackers", "most"),
    [
        ("up_to_3", 3, 2),
        ("up_to_3", 4, 3),
        ("up_to_3", 9, 3),
        ("all_but_one", 3, 2),
        ("all_but_one", 4, 3),
        ("all_but_one", 9, 8),
    ],
)
def test_c13_one_to_three_armies_move_in_or_all_but_one(rule: str, attackers: int, most: int) -> None:
    table = taken(attackers, rule)
    assert table.offers("azul", "occupy") == [f"occupy {n}" for n in range(1, most + 1)]


@pytest.mark.parametrize("rule", ["up_to_3", "all_but_one"])
def test_c13_with_two_armies_one_moves_in_and_nothing_is_asked(rule: str) -> None:
    table = taken(2, rule)
    assert (table.armies("ARG", "BRA"), table.owner("BRA"), table.state.phase) == ([1, 1], "azul", "attack")


@pytest.mark.parametrize(("armies", "left"), [(1, [4, 1]), (2, [3, 2]), (3, [2, 3])])
def test_c13_the_armies_said_are_those_that_have_moved_altogether(armies: int, left: list[int]) -> None:
    table = taken(5)
    assert (table.play(f"azul occupy {armies}"), table.armies("ARG", "BRA")) == ([f"occupied ARG BRA {armies}"], left)


def test_c13_the_country_taken_says_how_many_may_move() -> None:
    assert facing(5, 1, 6, 5, 4, 3).play("azul attack ARG BRA") == ["dice ARG BRA 6,5,4 3", "taken ARG BRA 3"]


@pytest.mark.parametrize("armies", [0, -1, 4, 2**31])
def test_c13_more_than_may_move_or_none_is_refused(armies: int) -> None:
    refusal = taken(5).refusal(("azul", Occupy(armies)))
    assert (refusal.code, refusal.facts) == ("armies", {"armies": armies, "least": 1, "most": 3})


@pytest.mark.parametrize(
    "order",
    [
        "azul attack ARG CHI",
        "azul attack BRA COL",
        "azul regroup ARG BRA 1",
        "azul place ARG 1",
        "azul end",
        "azul exchange ARG,BRA,CHI",
        "azul claim ARG",
    ],
)
def test_c13_nothing_else_is_done_before_the_move(order: str) -> None:
    refusal = taken(5).refusal(order)
    assert (refusal.code, refusal.facts) == ("occupy-first", {"target": 1})


def test_c13_a_conquest_of_country_0_waits_like_any_other() -> None:
    table = Table(f"azul rojo negro | turn azul attack r2 | BRA azul 5, ARG rojo 1, {REST}", [6, 5, 4, 3])
    table.play("azul attack BRA ARG")
    assert (table.refusal("azul end").facts, table.play("azul occupy 2")) == ({"target": 0}, ["occupied BRA ARG 2"])


def test_c13_without_a_conquest_nothing_is_occupied() -> None:
    assert facing(5, 1).refused("azul occupy 1") == "wrong-phase"


def test_c13_the_thirtieth_country_ends_the_game_with_one_army_in_it() -> None:
    table = Table(
        "azul rojo | turn azul attack r2 | ARG azul 5, asia azul 1, europa azul 1, CHI azul 1, COL azul 1, PER azul 1"
        ", URU azul 1, * rojo 1",
        [6, 6, 6, 1],
    )
    events = tags(table.play("azul attack ARG BRA"))
    seen = (events, table.state.phase, table.state.occupation, table.armies("ARG", "BRA"), table.legal("azul"))
    assert seen == (["dice", "taken", "won"], "over", None, [4, 1], [])


def test_c14_armies_moved_in_may_attack_on_in_the_same_turn() -> None:
    table = facing(5, 1, 6, 6, 6, 1, 6, 6, 1)
    assert table.play("azul attack ARG BRA", "azul occupy 3", "azul attack BRA COL")[1:] == ["taken BRA COL 2"]


@pytest.mark.parametrize("seat", [-1, 3, 99])
@pytest.mark.parametrize("command", [Attack(0, 1), Place(0, 1), Regroup(0, 1, 1), Withdraw(1)])
def test_c1_a_seat_that_is_not_at_the_table_is_refused(seat: int, command: AnyCommand) -> None:
    table = facing(4, 1)
    with pytest.raises(RuleError) as refusal:
        CLASSIC.decide(table.state, seat, command, table.chance)
    assert (refusal.value.code, refusal.value.facts) == ("unknown-seat", {"seat": seat})
