"""The deal and the placement rounds: C1 to C6."""

from typing import TypeVar

import pytest
from teg_shared.rules.chance import LoadedChance, VerifiableChance
from teg_shared.rules.classic.data import COLOURS, COMMON_ONLY, COUNTRIES
from teg_shared.rules.classic.events import (
    AnyEvent,
    CountriesDealt,
    DeckShuffled,
    ObjectivesDealt,
    PlacementStarted,
    StarterRolled,
)
from teg_shared.rules.classic.objectives import target_seat
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.errors import RuleError
from teg_shared.rules.game import replay, start

from tests.support.tables import Table

FOUR = "america_sur azul 1, america_norte rojo 1, europa negro 1, * amarillo 1"
DEFAULT = Settings()

E = TypeVar("E")


def deal(seats: int, *dice: int, settings: Settings = DEFAULT) -> list[AnyEvent]:
    """Return the events of the deal with loaded dice and unshuffled cards."""
    return CLASSIC.setup(COLOURS[:seats], settings, LoadedChance(dice))


def one(events: list[AnyEvent], kind: type[E]) -> E:
    """Return the only event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_c1_a_game_needs_two_to_six_players(seats: int) -> None:
    with pytest.raises(RuleError) as refusal:
        CLASSIC.setup(["azul"] * seats, DEFAULT, LoadedChance())
    assert (refusal.value.code, refusal.value.facts) == ("seat-count", {"seats": seats, "least": 2, "most": 6})


@pytest.mark.parametrize("colours", [("azul", "azul"), ("azul", "blanco"), ("azul", "")])
def test_c1_the_colours_are_six_and_each_is_taken_once(colours: tuple[str, ...]) -> None:
    with pytest.raises(RuleError) as refusal:
        CLASSIC.setup(colours, DEFAULT, LoadedChance())
    assert refusal.value.code == "colours"


@pytest.mark.parametrize("seats", range(2, 7))
def test_c1_two_to_six_players_are_dealt_a_game(seats: int) -> None:
    game = start(CLASSIC, COLOURS[:seats], DEFAULT, VerifiableChance(b"c1"))
    assert CLASSIC.prompted(game.state) == (game.state.first,)


def test_c1_the_next_seat_plays_next_and_the_last_is_followed_by_the_first() -> None:
    table = Table(f"azul rojo negro amarillo | turn negro attack | {FOUR}")
    assert [table.play("negro end")[-1].split()[1], table.expire("amarillo")[-1].split()[1]] == ["amarillo", "azul"]


def test_c1_the_player_on_the_right_is_the_one_who_plays_just_before() -> None:
    own_colour = {"azul": 10, "rojo": 11, "negro": 12}
    colours = list(own_colour)
    assert [target_seat(colours, seat, own_colour[colour]) for seat, colour in enumerate(colours)] == [2, 0, 1]


def test_c2_the_highest_die_begins() -> None:
    assert one(deal(4, 3, 5, 6, 2, 1, 2, 3, 4), StarterRolled) == StarterRolled(((3, 5, 6, 2),), 2)


def test_c2_ties_roll_again_among_the_tied() -> None:
    rolled = one(deal(4, 6, 1, 6, 6, 2, 2, 1, 3, 4, 1, 2, 3, 4), StarterRolled)
    assert rolled == StarterRolled(((6, 1, 6, 6), (2, 0, 2, 1), (3, 0, 4, 0)), 2)


def test_c2_seat_0_can_win_the_draw() -> None:
    assert one(deal(2, 2, 1), PlacementStarted) == PlacementStarted(0, 1, 12)


@pytest.mark.parametrize(("rotate", "starters"), [("no", "azul azul azul"), ("yes", "azul rojo negro")])
def test_c2_the_order_is_fixed_unless_the_first_rotates(rotate: str, starters: str) -> None:
    table = Table(f"azul rojo negro amarillo | turn azul attack r1 | rules rotate_first:{rotate} | {FOUR}")
    turns = [table.expire(table.state.colours[table.state.turn])[-1].split() for _ in range(11)]
    first_of_round = {int(turn[2]): turn[1] for turn in reversed(turns)}
    assert "azul " + " ".join(first_of_round[n] for n in (2, 3)) == starters


def test_c2_the_round_of_a_rotated_start_has_every_seat_once() -> None:
    table = Table(f"azul rojo negro amarillo | turn negro attack r2 starter rojo | rules rotate_first:yes | {FOUR}")
    turns = [table.expire(table.state.colours[table.state.turn])[-1].split()[1:4] for _ in range(7)]
    assert [" ".join(turn) for turn in turns] == [
        "amarillo 2 rojo", "azul 2 rojo",
        "negro 3 negro", "amarillo 3 negro", "azul 3 negro", "rojo 3 negro",
        "amarillo 4 amarillo",
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 5])
def test_c3_an_even_deal_needs_no_dice(seats: int) -> None:
    dealt = one(deal(seats, *range(1, seats + 1)), CountriesDealt)
    assert dealt == CountriesDealt(tuple(range(seats)) * (COUNTRIES // seats), ())


def test_c3_left_over_countries_go_to_the_highest_dice() -> None:
    dealt = one(deal(4, 6, 1, 1, 1, 3, 1, 6, 2), CountriesDealt)
    assert (dealt.owners[48:], dealt.rolls) == ((2, 0), ((3, 1, 6, 2),))


def test_c3_dice_tied_across_the_last_place_roll_again() -> None:
    dealt = one(deal(4, 6, 1, 1, 1, 6, 5, 1, 5, 2, 4), CountriesDealt)
    assert (dealt.owners[48:], dealt.rolls) == ((0, 3), ((6, 5, 1, 5), (0, 2, 0, 4)))


def test_c3_dice_tied_for_all_places_roll_again_until_decided() -> None:
    dealt = one(deal(6, 6, 1, 1, 1, 1, 1, 4, 4, 4, 1, 1, 1, 2, 2, 2, 3, 1, 2), CountriesDealt)
    assert (dealt.owners[48:], dealt.rolls[1:]) == ((0, 2), ((2, 2, 2, 0, 0, 0), (3, 1, 2, 0, 0, 0)))


def test_c3_dice_tied_within_the_places_need_no_second_roll() -> None:
    dealt = one(deal(6, 6, 1, 1, 1, 1, 1, 1, 1, 5, 1, 5, 1), CountriesDealt)
    assert (dealt.owners[48:], len(dealt.rolls)) == ((2, 4), 1)


@pytest.mark.parametrize("seats", range(2, 7))
def test_c3_each_country_starts_with_one_army_and_shares_differ_by_one(seats: int) -> None:
    state = start(CLASSIC, COLOURS[:seats], DEFAULT, VerifiableChance(b"c3")).state
    shares = {mask.bit_count() for mask in state.masks}
    assert (set(state.armies), max(shares) - min(shares), state.deal) == ({1}, int(50 % seats > 0), state.owners)


def test_c3_all_fifty_cards_go_back_into_the_deck() -> None:
    events = deal(2, 2, 1)
    assert (sorted(one(events, DeckShuffled).cards), replay(CLASSIC, events).hands) == (list(range(50)), [[], []])


def test_c3_the_three_shuffles_of_a_game_are_asked_one_by_one() -> None:
    turned = tuple(reversed(range(50)))
    chance = LoadedChance([2, 1], [turned, tuple(range(15)), turned])
    events = CLASSIC.setup(["azul", "rojo"], DEFAULT, chance)
    assert (one(events, CountriesDealt).owners[49], one(events, DeckShuffled).cards[0]) == (0, 49)


def test_c4_two_rounds_of_five_and_three_armies_in_turn_order() -> None:
    table = Table(f"azul rojo negro amarillo | turn negro placement first negro | pool 5 | {FOUR}")
    orders = ["negro place ESP 5", "amarillo place EGI 5", "azul place ARG 5", "rojo place ALA 5"]
    orders += ["negro place ESP 3", "amarillo place EGI 3", "azul place ARG 3"]
    assert [table.play(order)[-1] for order in orders] == [
        "placement amarillo 1 5", "placement azul 1 5", "placement rojo 1 5",
        "placement negro 2 3", "placement amarillo 2 3", "placement azul 2 3", "placement rojo 2 3",
    ]  # fmt: skip


def test_c4_the_first_player_opens_the_first_round_after_the_placement() -> None:
    table = Table(f"azul rojo negro amarillo | turn rojo placement lap 2 first negro | pool 3 | {FOUR}")
    assert table.play("rojo place CAL 3") == ["placed CAL 3 0", "turn negro 1 negro 4 0,0,5,0,0,0"]


def test_c4_armies_may_be_spread_over_own_countries() -> None:
    table = Table(f"azul rojo negro amarillo | turn azul placement | pool 5 | {FOUR}")
    assert table.play("azul place ARG 2", "azul place ARG 1", "azul place BRA 2")[1:] == ["placement rojo 1 5"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("azul place ALA 1", "not-yours"),
        ("azul place ARG 0", "armies"),
        ("azul place ARG 6", "armies"),
        ("azul place ARG -1", "armies"),
        ("azul end", "wrong-phase"),
        ("azul attack COL MEX", "wrong-phase"),
        ("azul regroup ARG BRA 1", "wrong-phase"),
        ("azul exchange ARG,BRA,CHI", "wrong-phase"),
        ("azul claim ARG", "wrong-phase"),
        ("azul occupy 1", "wrong-phase"),
        ("rojo place ALA 1", "not-your-turn"),
    ],
)
def test_c4_placement_takes_only_the_armies_of_the_seat_on_turn(order: str, code: str) -> None:
    table = Table(f"azul rojo negro amarillo | turn azul placement | pool 5 | hand azul ARG BRA CHI | {FOUR}")
    assert table.refused(order) == code


@pytest.mark.parametrize(("seats", "armies"), [(2, 12), (3, 8), (4, 5), (5, 5), (6, 5)])
def test_c5_small_tables_place_half_of_their_countries(seats: int, armies: int) -> None:
    game = start(CLASSIC, COLOURS[:seats], DEFAULT, VerifiableChance(b"c5"))
    assert game.history[-1] == PlacementStarted(game.state.first, 1, armies)


@pytest.mark.parametrize("seats", [2, 3])
def test_c5_small_tables_place_once(seats: int) -> None:
    game = start(CLASSIC, COLOURS[:seats], DEFAULT, VerifiableChance(b"c5"))
    for _ in range(seats):
        game.apply(CLASSIC.expire(game.state, game.state.turn, LoadedChance()))
    assert (game.state.turn, game.state.round, game.state.phase) == (game.state.first, 1, "incorporate")


def test_c6_each_player_gets_a_different_objective_of_the_fifteen() -> None:
    dealt = one(CLASSIC.setup(COLOURS, DEFAULT, VerifiableChance(b"c6")), ObjectivesDealt).objectives
    assert (len(set(dealt)), set(dealt) <= set(range(1, 16))) == (6, True)


def test_c6_objectives_follow_the_shuffle() -> None:
    shuffles = [range(50), [14, 0, *range(1, 14)]]
    events = CLASSIC.setup(["azul", "rojo"], DEFAULT, LoadedChance([2, 1], shuffles))
    assert one(events, ObjectivesDealt).objectives == (15, 1)


@pytest.mark.parametrize(("seats", "secret"), [(2, False), (3, False), (4, True)])
def test_c6_conquer_all_takes_the_secret_objectives_from_small_tables(seats: int, secret: bool) -> None:
    dealt = one(CLASSIC.setup(COLOURS[:seats], OFFICIAL, VerifiableChance(b"c6")), ObjectivesDealt).objectives
    assert (COMMON_ONLY not in dealt) == secret


@pytest.mark.parametrize(
    ("colours", "rule", "how"),
    [
        ("azul rojo", "secret", ["won"]),
        ("azul rojo", "conquer_all", []),
        ("azul rojo negro", "conquer_all", []),
        ("azul rojo negro amarillo", "conquer_all", ["won"]),
    ],
)
def test_c6_under_conquer_all_thirty_countries_do_not_win(colours: str, rule: str, how: list[str]) -> None:
    table = Table(
        f"{colours} | turn azul attack r3 | rules small_table_objective:{rule}"
        " | COL azul 2, MEX rojo 1, america_norte rojo 1, asia azul 1, europa azul 1, america_sur azul 1, * rojo 1",
        [6, 1],
    )
    won = [line.split()[0] for line in table.play("azul attack COL MEX") if line.startswith("won")]
    assert won == how


def test_c6_under_conquer_all_the_fiftieth_country_wins() -> None:
    table = Table(
        "azul rojo | turn azul attack r3 | rules small_table_objective:conquer_all | COL azul 2, MEX rojo 1, * azul 1",
        [6, 1],
    )
    assert table.play("azul attack COL MEX")[1:] == [
        "taken COL MEX 1", "destroyed rojo azul ()", "won azul all 0,0 0,0 ();()",
    ]  # fmt: skip
