"""Single decisions: cards, placements, attacks, moves into a conquest and regroups of each level."""

import pytest
from teg_server.bots import hand, make
from teg_server.bots.appraisal import Appraisal, reach
from teg_server.bots.bot import luck
from teg_server.bots.position import distances, march, patience
from teg_server.bots.tables import SIZE, chance, losses, needed, safe
from teg_server.bots.treaties import NONE
from teg_server.bots.weights import TUNED
from teg_shared.rules import odds
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.classic.commands import AnyCommand, Attack, Claim, EndTurn, Exchange, Occupy, Place, Regroup
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.position import read_position
from teg_shared.rules.classic.rules import CLASSIC

STEADY = ("sargento", "capitan")
LEVELS = ("novato", *STEADY)


def n(code: str) -> int:
    """Return a country by its letters."""
    return BOARD.index[code]


def choice(level: str, position: str, seed: int = 1) -> AnyCommand:
    """Return the decision of the seat on turn."""
    state = read_position(position)
    return make(level, seed).choose(CLASSIC.view(state, state.turn), state.turn)


# --- cards

FIVE = "azul rojo | turn azul incorporate r3 | america_sur azul 1, * rojo 1 | pool 3 | hand azul {}"


@pytest.mark.parametrize("level", LEVELS)
def test_five_cards_are_exchanged(level: str) -> None:
    """C21: nothing else would be accepted."""
    symbols: dict[str, list[str]] = {}
    for country in BOARD.countries:
        symbols.setdefault(country.symbol, []).append(country.code)
    cards = symbols["galeon"][-2:] + symbols["globo"][-2:] + symbols["canon"][-1:]
    commands = [
        choice(level, FIVE.format(" ".join(cards)) + " | claimed " + " ".join(cards), seed) for seed in range(9)
    ]
    assert all(isinstance(command, Exchange) for command in commands)


def test_jokers_and_bonuses_to_come_are_kept_if_possible() -> None:
    """Of two sets, the one that spends neither a joker nor a bonus still open."""
    own = [c for c in BOARD.countries if c.symbol == "globo"][:4]
    position = FIVE.format(" ".join(["TAY", *(c.code for c in own)]))
    state = read_position(position)
    mine, *others = (n(c.code) for c in own)
    state.owners[mine] = 0
    for other in others:
        state.owners[other] = 1
    exchange = hand.exchange(state, 0)
    assert exchange is not None
    assert set(exchange.cards) == set(others)


def test_a_claim_that_costs_the_card_is_not_made() -> None:
    """C19, `bonus_spends_card`: a card is worth more than two armies."""
    position = "azul rojo | turn azul incorporate r3 | america_sur azul 1, * rojo 1 | pool 3 | hand azul ARG"
    assert hand.bonus(read_position(position), 0) == Claim(n("ARG"))
    assert hand.bonus(read_position(position + " | rules bonus_spends_card:yes"), 0) is None


@pytest.mark.parametrize("level", STEADY)
def test_the_card_just_drawn_is_claimed(level: str) -> None:
    position = "azul rojo | turn azul claim r3 | america_sur azul 1, * rojo 1 | hand azul ARG | drawn ARG"
    assert choice(level, position) == Claim(n("ARG"))
    assert choice(level, position + " | rules bonus_spends_card:yes") == EndTurn()


def test_a_beginner_forgets_some_claims() -> None:
    position = "azul rojo | turn azul claim r3 | america_sur azul 1, * rojo 1 | hand azul ARG | drawn ARG | rolls {}"
    said = [choice("novato", position.format(rolls)) for rolls in range(60)]
    assert {type(command) for command in said} == {Claim, EndTurn}
    assert sum(isinstance(command, Claim) for command in said) > 30


def test_nobody_exchanges_in_a_quiet_first_round() -> None:
    """C9."""
    position = (
        "azul rojo | turn azul incorporate r1 | america_sur azul 1, * rojo 1 | hand azul ARG TAY"
        " | rules first_round_incorporates:no"
    )
    for level in LEVELS:
        assert not isinstance(choice(level, position), Claim | Exchange | Place)


# --- placements


@pytest.mark.parametrize("level", LEVELS)
def test_armies_bound_to_a_continent_are_placed_there_even_if_it_is_all_interior(level: str) -> None:
    """C8: Oceania is whole, and none of its countries has a foreign neighbour."""
    position = "azul rojo | turn azul incorporate r3 | africa rojo 1, * azul 1 | bound oceania 2"
    state = read_position(position)
    command = choice(level, position)
    assert isinstance(command, Place)
    assert state.owners[command.country] == 0
    assert BOARD.continents[BOARD.countries[command.country].continent].id == "oceania"


def test_a_sergeant_brings_the_borders_of_a_whole_continent_to_three() -> None:
    position = (
        "azul rojo | turn azul incorporate r3 | BRA azul 3, CHI azul 3, COL azul 1, america_sur azul 1, * rojo 5"
        " | pool 6"
    )
    assert choice("sargento", position) == Place(n("COL"), 2)


def test_a_captain_places_where_a_continent_can_be_completed() -> None:
    position = (
        "azul rojo negro | turn azul incorporate r3 | CHI rojo 1, america_sur azul 1, PER azul 2"
        ", TUR azul 2, * rojo 4 | pool 3"
    )
    command = choice("capitan", position)
    assert isinstance(command, Place)
    assert command.country in {n("PER"), n("ARG")}


def test_a_captain_places_everything_in_finitely_many_steps() -> None:
    state = read_position("azul rojo | turn azul incorporate r30 | asia azul 1, * rojo 400 | pool 900 | bound asia 7")
    bot, steps = make("capitan", 1), 0
    while state.pool or any(state.bound):
        command = bot.choose(CLASSIC.view(state, 0), 0)
        assert isinstance(command, Place)
        for event in CLASSIC.decide(state, 0, command, LoadedChance()):
            state = CLASSIC.evolve(state, event)
        steps += 1
        assert steps < 60
    heaps = sorted(state.armies[c] for c in range(50) if state.owners[c] == 0)
    assert heaps[-1] < 700, "a heap in one place reaches little"


# --- attacks


def test_a_beginner_and_a_sergeant_attack_in_superior_numbers_only() -> None:
    position = "azul rojo | turn azul attack r2 | BRA azul 6, COL azul 3, america_sur azul 1, SAH rojo {}, * rojo 9"
    for level in ("novato", "sargento"):
        attacked = {choice(level, position.format(2) + f" | rolls {rolls}") for rolls in range(20)}
        assert Attack(n("BRA"), n("SAH")) in attacked
        assert attacked <= {Attack(n("BRA"), n("SAH")), EndTurn(), *_regroups()}
        held = {choice(level, position.format(9) + f" | rolls {rolls}") for rolls in range(20)}
        assert not any(isinstance(command, Attack) for command in held)


def _regroups() -> set[AnyCommand]:
    codes = [n(c) for c in ("ARG", "BRA", "CHI", "COL", "PER", "URU")]
    return {Regroup(a, b, k) for a in codes for b in codes for k in range(1, 9)}


def test_a_captain_takes_the_country_that_completes_a_continent_first() -> None:
    position = (
        "azul rojo negro verde | turn azul attack r2 | BRA azul 9, PER azul 9, CHI rojo 2, SAH rojo 2"
        ", america_sur azul 1, AUS azul 1, asia negro 5, europa verde 5, america_norte verde 5, * rojo 5"
    )
    assert choice("capitan", position) == Attack(n("PER"), n("CHI"))


def test_a_captain_breaks_the_continent_of_another_before_it_takes_something_alike() -> None:
    position = (
        "azul rojo negro verde | turn azul attack r4 | BRA azul 7, COL azul 7, SAH rojo 2, MEX negro 2, africa rojo 2"
        ", america_sur azul 1, oceania rojo 3, CHN negro 2, asia verde 3, CAL azul 1, * negro 3"
        " | conquests 1"
    )
    assert choice("capitan", position) == Attack(n("BRA"), n("SAH"))


def test_a_captain_does_not_throw_armies_at_a_pile() -> None:
    position = "azul rojo negro | turn azul attack r4 | BRA azul 9, america_sur azul 2, * rojo 12 | conquests 1"
    assert not isinstance(choice("capitan", position), Attack)


# --- conquest and regroup


@pytest.mark.parametrize("level", STEADY)
def test_all_go_on_when_the_front_has_moved_on(level: str) -> None:
    """Behind lies only one's own; before, the enemy."""
    position = (
        "azul rojo | turn azul occupy r4 | CHI azul 5, ARG azul 1, PER azul 1, AUS azul 1, SUM rojo 2, BOR rojo 2"
        ", JAV rojo 2, america_sur azul 1, * rojo 9 | occupy CHI AUS 3 | conquests 1"
    )
    assert choice(level, position) == Occupy(3)


def test_interior_armies_march_to_the_front_one_step_at_a_time() -> None:
    """C15: an army moves one step a turn, so those that arrived wait."""
    position = "azul rojo | turn azul attack r4 | URU azul 7, america_sur azul 1, * rojo 9"
    state = read_position(position)
    step = march(state, 0, NONE)
    assert step == Regroup(n("URU"), n("BRA"), 6)
    for event in CLASSIC.decide(state, 0, step, LoadedChance()):
        state = CLASSIC.evolve(state, event)
    assert march(state, 0, NONE) is None


def test_a_captain_moves_idle_armies_to_the_neighbour_that_is_in_danger() -> None:
    position = (
        "azul rojo negro | turn azul regroup r4 | BRA azul 9, COL azul 1, MEX rojo 4, SAH rojo 1, america_sur azul 1"
        ", AUS rojo 1, * rojo 3"
    )
    command = choice("capitan", position)
    assert isinstance(command, Regroup)
    assert (command.source, command.target) == (n("BRA"), n("COL"))


def test_distances_count_steps_inside_one_s_own() -> None:
    mask = sum(1 << n(code) for code in ("ARG", "URU", "BRA", "CHI"))
    assert distances(mask, [n("CHI")]) == {n("CHI"): 0, n("ARG"): 1, n("URU"): 2, n("BRA"): 2}


# --- numbers


def test_large_battles_are_scaled_and_small_ones_exact() -> None:
    assert chance(8, 5) == odds.win_probability(8, 5)
    assert losses(8, 5) == pytest.approx(8 - odds.expected_left(8, 5).attackers)
    assert chance(3000, 1000) > 0.95
    assert chance(1000, 3000) < 0.01
    assert 1000 < losses(3000, 1000) < 2000
    assert chance(2, 500) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("armies", [1, 2, 5, 20, SIZE])
def test_needed_and_safe_are_the_fewest(armies: int) -> None:
    assert odds.win_probability(needed(armies), armies) >= 0.75 > odds.win_probability(needed(armies) - 1, armies)
    assert odds.win_probability(armies, safe(armies)) <= 0.25
    assert safe(armies) == 1 or odds.win_probability(armies, safe(armies) - 1) > 0.25


def test_needed_and_safe_go_on_beyond_the_table() -> None:
    assert needed(10 * SIZE) == pytest.approx(10 * needed(SIZE), rel=0.01)
    assert safe(10 * SIZE) == pytest.approx(10 * safe(SIZE), rel=0.01)


def test_patience_runs_out() -> None:
    assert patience(1) == patience(12) == 1
    assert 1 > patience(13) > patience(20) > patience(21) > patience(60) > 0
    assert patience(60) < 0.05


def test_reach_counts_what_falls_next_turn_and_only_of_those_near_the_goal() -> None:
    far = read_position("azul rojo | turn azul attack r2 | america_sur azul 9, * rojo 1")
    near = read_position("azul rojo | turn azul attack r2 | africa rojo 1, ESP rojo 9, * azul 9")
    assert reach(far, 0) == 0
    assert reach(near, 0) == 2


def test_the_losses_of_whoever_may_win_count_more() -> None:
    position = "azul rojo negro | turn azul attack r5 | america_sur azul 3, asia {}, europa rojo 9, * negro 2"
    ahead, level = (Appraisal(read_position(position.format(who)), 0, TUNED).lead for who in ("rojo 9", "negro 9"))
    assert ahead[1] > ahead[2]
    assert ahead[1] > level[1]


def test_luck_depends_on_seed_seat_and_position_and_on_nothing_else() -> None:
    state = read_position("azul rojo | turn azul attack r2 | america_sur azul 9, * rojo 1")
    draws = {luck(seed, state, seat).random() for seed in (1, 2) for seat in (0, 1)}
    assert len(draws) == 4
    assert luck(1, state, 0).random() == luck(1, state.copy(), 0).random()
    state.armies[0] += 1
    assert luck(1, state, 0).random() not in draws
