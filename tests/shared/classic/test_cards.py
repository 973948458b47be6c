"""Cards: C17 to C22."""

import itertools

import pytest
from teg_shared.rules.classic.cards import exchange_value, matches, sets
from teg_shared.rules.classic.commands import Claim, Exchange
from teg_shared.rules.classic.data import BOARD, SYMBOLS

from tests.support.tables import Order, Table, country, tags

REST = "america_sur azul 1, asia negro 1, europa negro 1, * rojo 1"
NEXT = ["ended azul", "turn rojo 2 azul 10 0,5,0,3,0,2"]


def table(more: str, *dice: int, phase: str = "attack", shuffles: tuple[tuple[int, ...], ...] = ()) -> Table:
    """Return a turn of azul, who holds South America, in round 2."""
    return Table(f"azul rojo negro | turn azul {phase} r2 | {REST} | {more}", dice, shuffles)


@pytest.mark.parametrize(("conquests", "cards"), [(0, 0), (1, 1), (2, 1), (7, 1)])
def test_c17_a_conquest_earns_one_card_drawn_at_the_end_of_the_turn(conquests: int, cards: int) -> None:
    here = table(f"conquests {conquests} | deck ALE *")
    assert here.play("azul end") == ["drawn azul ALE no"] * cards + NEXT


@pytest.mark.parametrize("phase", ["attack", "regroup"])
def test_c17_the_card_is_never_forfeited_by_the_clock(phase: str) -> None:
    assert table("conquests 1 | deck ALE *", phase=phase).expire("azul") == ["drawn azul ALE no", *NEXT]


def test_c17_conquests_are_counted_as_they_happen() -> None:
    here = Table("azul rojo | turn azul attack r2 | ARG azul 3, BRA rojo 1, asia azul 1, * rojo 1", [6, 6, 1])
    here.play("azul attack ARG BRA")
    assert here.state.conquests == 1


@pytest.mark.parametrize(
    ("late", "exchanges", "conquests", "cards"),
    [(0, 9, 1, 1), (3, 2, 1, 1), (3, 3, 1, 0), (3, 3, 2, 1), (3, 4, 1, 0), (3, 4, 2, 1), (1, 1, 1, 0), (1, 0, 1, 1)],
)
def test_c17_from_the_third_exchange_on_two_conquests_are_needed(
    late: int, exchanges: int, conquests: int, cards: int
) -> None:
    rules = f"rules second_conquest_after:{late} | exchanges azul {exchanges}, rojo 5"
    here = table(f"conquests {conquests} | deck ALE * | {rules}")
    assert tags(here.play("azul end")).count("drawn") == cards


def test_c18_fifty_cards_with_sixteen_of_each_symbol_and_two_jokers() -> None:
    counts = {symbol: SYMBOLS.count(symbol) for symbol in SYMBOLS}
    jokers = [country.id for country in BOARD.countries if country.symbol == "comodin"]
    assert (counts, jokers) == ({"comodin": 2, "galeon": 16, "globo": 16, "canon": 16}, ["argentina", "taymir"])


def matching(*codes: str) -> bool:
    """Whether the cards of these countries make a set."""
    return matches([country(code) for code in codes])


@pytest.mark.parametrize(
    ("cards", "fit"),
    [
        (("BRA", "PER", "ALA"), True),
        (("CHI", "COL", "URU"), True),
        (("CAL", "CAN", "LAB"), True),
        (("BRA", "CHI", "CAL"), True),
        (("BRA", "PER", "CHI"), False),
        (("CHI", "CAL", "CAN"), False),
        (("ARG", "BRA", "PER"), True),
        (("ARG", "BRA", "CHI"), True),
        (("TAY", "CAL", "CHI"), True),
        (("ARG", "TAY", "BRA"), True),
        (("TAY", "ARG", "CAL"), True),
    ],
)
def test_c18_a_joker_stands_for_any_symbol(cards: tuple[str, ...], fit: bool) -> None:
    assert matching(*cards) == fit


def test_c18_five_cards_always_hold_a_set() -> None:
    codes = ("ARG", "TAY", "BRA", "PER", "ALA", "CHI", "COL", "URU", "CAL", "CAN", "LAB")
    one_of_each_kind = [country(code) for code in codes]
    assert all(any(sets(hand)) for hand in itertools.combinations(one_of_each_kind, 5))


def test_c18_four_cards_may_hold_none() -> None:
    assert list(sets([country(code) for code in ("BRA", "PER", "CHI", "COL")])) == []


def test_c19_the_card_of_an_own_country_gives_two_armies_there_and_is_kept() -> None:
    here = table("hand azul BRA", phase="incorporate")
    assert (here.play("azul claim BRA"), here.armies("BRA"), here.hand("azul")) == (["claimed BRA no"], [3], ["BRA"])


def test_c19_card_0_may_be_claimed_like_any_other() -> None:
    here = table("hand azul ARG", phase="incorporate")
    assert (here.play("azul claim ARG"), here.armies("ARG")) == (["claimed ARG no"], [3])


def test_c19_once_per_card() -> None:
    here = table("hand azul ARG BRA", phase="incorporate")
    here.play("azul claim ARG")
    assert (here.refused("azul claim ARG"), here.offers("azul", "claim")) == ("card-claimed", ["claim BRA"])


def test_c19_once_per_card_whoever_holds_it_until_it_returns_to_the_deck() -> None:
    here = table("hand azul ARG | claimed ARG", phase="incorporate")
    assert here.refused("azul claim ARG") == "card-claimed"


def test_c19_a_card_that_was_exchanged_may_be_claimed_again() -> None:
    here = table("hand azul BRA PER ALA | claimed BRA | conquests 1 | deck none", phase="incorporate")
    here.play("azul exchange BRA,PER,ALA", "azul place ARG 4")
    here.chance.shuffles = [(1, 2, 0)]
    assert here.play("azul end")[-1:] + here.play("azul claim BRA") == ["drawn azul BRA yes", "claimed BRA no", *NEXT]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul claim ALE", "not-yours"),
        ("azul claim BRA", "not-your-card"),
        ("rojo claim BRA", "not-your-turn"),
        (("azul", Claim(-1)), "not-your-card"),
        (("azul", Claim(50)), "not-your-card"),
    ],
)
def test_c19_only_an_own_card_of_an_own_country(order: Order, code: str) -> None:
    assert table("hand azul ALE ARG | hand rojo BRA", phase="incorporate").refused(order) == code


@pytest.mark.parametrize("phase", ["attack", "regroup"])
def test_c19_not_while_attacking_or_regrouping(phase: str) -> None:
    assert table("hand azul ARG", phase=phase).refused("azul claim ARG") == "wrong-phase"


def test_c19_on_drawing_the_card_of_an_own_country_the_turn_waits_for_the_claim() -> None:
    here = table("conquests 1 | deck ARG *")
    assert (here.play("azul end"), here.offers("azul", "claim"), here.offers("azul", "end")) == (
        ["drawn azul ARG yes"],
        ["claim ARG"],
        ["end"],
    )


def test_c19_claiming_the_drawn_card_ends_the_turn() -> None:
    here = table("conquests 1 | deck ARG *")
    assert here.play("azul end", "azul claim ARG") == ["claimed ARG no", *NEXT]


def test_c19_the_drawn_card_need_not_be_claimed() -> None:
    here = table("conquests 1 | deck ARG *")
    assert (here.play("azul end", "azul end"), here.armies("ARG"), here.state.drawn) == (NEXT, [1], -1)


def test_c19_a_drawn_card_may_be_claimed_later() -> None:
    here = table("conquests 1 | deck ARG *")
    here.play("azul end", "azul end")
    for colour in ("rojo", "negro"):
        here.expire(colour)
    assert here.play("azul claim ARG") == ["claimed ARG no"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul claim BRA", "only-drawn-card"),
        ("azul attack COL MEX", "wrong-phase"),
        ("azul regroup ARG BRA 1", "wrong-phase"),
        ("azul place ARG 1", "wrong-phase"),
        ("azul exchange ARG,BRA,PER", "wrong-phase"),
        ("azul occupy 1", "wrong-phase"),
    ],
)
def test_c19_while_the_drawn_card_waits_nothing_else_is_done(order: str, code: str) -> None:
    here = table("conquests 1 | deck ARG * | hand azul BRA PER")
    here.play("azul end")
    assert here.refused(order) == code


@pytest.mark.parametrize(("rule", "hand", "discard"), [("no", ["BRA"], []), ("yes", [], [1])])
def test_c19_whether_the_bonus_spends_the_card_is_a_house_rule(rule: str, hand: list[str], discard: list[int]) -> None:
    here = table(f"hand azul BRA | rules bonus_spends_card:{rule}", phase="incorporate")
    assert (here.play("azul claim BRA"), here.hand("azul"), here.state.discard) == (
        [f"claimed BRA {rule}"],
        hand,
        discard,
    )


def test_c19_a_spent_card_may_be_claimed_again_when_it_comes_back() -> None:
    here = table("hand azul BRA | deck none | conquests 1 | rules bonus_spends_card:yes", phase="incorporate")
    here.play("azul claim BRA")
    assert here.play("azul end") + here.play("azul claim BRA") == [
        "shuffled BRA", "drawn azul BRA yes", "claimed BRA yes", *NEXT,
    ]  # fmt: skip


def test_c20_exchanges_grow() -> None:
    assert [exchange_value(made) for made in range(8)] == [4, 7, 10, 15, 20, 25, 30, 35]


@pytest.mark.parametrize(
    ("counter", "made", "armies"),
    [
        ("game", "azul 0", 4),
        ("game", "rojo 1", 7),
        ("game", "azul 1, rojo 1, negro 1", 15),
        ("player", "azul 0, rojo 2", 4),
        ("player", "azul 1, rojo 9", 7),
        ("player", "azul 3", 15),
    ],
)
def test_c20_the_counter_is_the_games_or_the_players(counter: str, made: str, armies: int) -> None:
    here = table(f"hand azul BRA PER ALA | exchanges {made} | rules exchange_counter:{counter}", phase="incorporate")
    assert here.play("azul exchange ALA,BRA,PER") == [f"exchanged BRA,PER,ALA {armies}"]


def test_c20_the_armies_of_an_exchange_are_placed_freely() -> None:
    here = table("hand azul BRA PER ALA | pool 2", phase="incorporate")
    here.play("azul exchange BRA,PER,ALA")
    assert (here.state.pool, here.refused("azul end"), here.play("azul place URU 6")) == (
        6,
        "place-first",
        ["placed URU 6 0"],
    )


def test_c20_cards_with_id_0_are_exchanged_too() -> None:
    here = table("hand azul CHI ARG BRA", phase="incorporate")
    assert (here.play("azul exchange BRA,ARG,CHI"), here.hand("azul"), here.state.discard) == (
        ["exchanged ARG,BRA,CHI 4"],
        [],
        [0, 1, 2],
    )


def test_c20_several_exchanges_in_one_turn() -> None:
    here = table("hand azul BRA PER ALA CHI COL URU", phase="incorporate")
    assert here.play("azul exchange BRA,PER,ALA") + here.play("azul exchange CHI,COL,URU") == [
        "exchanged BRA,PER,ALA 4",
        "exchanged CHI,COL,URU 7",
    ]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul exchange BRA,PER,CHI", "cards-do-not-match"),
        ("azul exchange BRA,PER,GBR", "not-your-card"),
        ("azul exchange BRA,BRA,PER", "cards-repeated"),
        ("azul exchange BRA,BRA,BRA", "cards-repeated"),
        ("rojo exchange BRA,PER,ALA", "not-your-turn"),
        (("azul", Exchange((-1, 1, 4))), "not-your-card"),
        (("azul", Exchange((1, 4, 50))), "not-your-card"),
    ],
)
def test_c20_three_different_cards_of_the_own_hand_that_match(order: Order, code: str) -> None:
    assert table("hand azul BRA PER ALA CHI | hand rojo GBR", phase="incorporate").refused(order) == code


@pytest.mark.parametrize("phase", ["attack", "regroup"])
def test_c20_only_in_the_incorporate_step(phase: str) -> None:
    assert table("hand azul BRA PER ALA", phase=phase).refused("azul exchange BRA,PER,ALA") == "wrong-phase"


def test_c20_the_sets_of_a_hand_are_listed_once_each() -> None:
    here = table("hand azul BRA PER ALA CHI CAL", phase="incorporate")
    assert here.offers("azul", "exchange") == [
        "exchange BRA,CHI,CAL", "exchange BRA,PER,ALA", "exchange CHI,PER,CAL", "exchange CHI,ALA,CAL",
    ]  # fmt: skip


HELD = ["CHI", "COL", "URU", "GRO", "ESP"]
TAKEN = ["BRA", "PER", "ALA", "NYK", "ALE"]


@pytest.mark.parametrize("held", range(6))
@pytest.mark.parametrize("captured", range(6))
def test_c21_no_card_is_drawn_with_five_and_the_next_step_exchanges_below_five(held: int, captured: int) -> None:
    here = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, america_sur azul 1, america_norte azul 1"
        ", europa azul 1, * negro 1 | deck TAY *"
        f" | hand azul {' '.join(HELD[:held])} | hand rojo {' '.join(TAKEN[:captured])}",
        [6, 1],
    )
    here.play("azul attack ARG BRA")
    drawn = tags(here.play("azul end")).count("drawn")
    here.expire("negro")
    due = []
    while len(here.hand("azul")) >= 5:
        due.append(here.refused("azul end"))
        here.play("azul " + here.offers("azul", "exchange")[0])
    total = held + captured
    assert (drawn, len(due), len(here.hand("azul")) < 5) == (int(total < 5), max(0, (total + drawn - 2) // 3), True)


def test_c21_the_refusal_names_the_number_of_cards() -> None:
    here = table("hand azul CHI COL URU GRO ESP BRA", phase="incorporate")
    assert (here.refusal("azul end").code, here.refusal("azul end").facts) == ("exchange-first", {"cards": 6})


@pytest.mark.parametrize("order", ["azul attack COL MEX", "azul regroup ARG BRA 1"])
def test_c21_with_five_cards_nothing_goes_on_before_the_exchange(order: str) -> None:
    assert table("hand azul CHI COL URU GRO ESP", phase="incorporate").refused(order) == "exchange-first"


def test_c21_with_five_cards_armies_may_be_placed_first() -> None:
    here = table("hand azul CHI COL URU GRO ESP | pool 3", phase="incorporate")
    assert here.play("azul place ARG 3") == ["placed ARG 3 0"]


def test_c21_spending_a_card_by_its_bonus_helps_too() -> None:
    here = table("hand azul CHI COL URU GRO ESP | rules bonus_spends_card:yes", phase="incorporate")
    assert here.play("azul claim CHI", "azul end")[0] == "ended azul"


def test_c22_exchanged_cards_go_to_the_discard() -> None:
    here = table("hand azul BRA PER ALA | discard GBR", phase="incorporate")
    here.play("azul exchange ALA,PER,BRA")
    assert here.state.discard == [country(code) for code in ("GBR", "BRA", "PER", "ALA")]


def test_c22_an_empty_deck_is_the_shuffled_discard() -> None:
    here = table("conquests 1 | deck none | discard GBR ALE SUE", shuffles=((2, 0, 1),))
    assert (here.play("azul end"), here.state.discard, here.state.shuffles) == (
        ["shuffled SUE,GBR,ALE", "drawn azul ALE no", *NEXT],
        [],
        4,
    )


def test_c22_the_last_card_of_the_deck_is_drawn_without_a_shuffle() -> None:
    here = table("conquests 1 | deck ALE | discard GBR")
    assert (here.play("azul end")[0], here.state.deck) == ("drawn azul ALE no", [])


def test_c22_without_any_card_left_none_is_drawn() -> None:
    assert table("conquests 1 | deck none").play("azul end") == NEXT
