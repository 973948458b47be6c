"""Laws that hold for every variant, in games of semi-random players (see docs/rules-classic.md for what they play).

The normal run plays a few hundred games; `TEG_SOAK_GAMES` games are played behind the marker `soak`.
"""

import os
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from teg_shared.protocol.codec import MalformedError, VariantCodec
from teg_shared.protocol.diff import apply_patch, diff, state_hash
from teg_shared.rules.chance import LoadedChance, VerifiableChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.game import replay
from teg_shared.rules.registry import VARIANTS

from tests.support.laws import Player, Step, begin, finished, packed, player, seed_bytes, steps

BATCHES = 10
GAMES = 24
"""Games a batch of the normal run."""

pytestmark = pytest.mark.parametrize("name", sorted(VARIANTS))


EDGES = (-1, 50, 80, 2**31 - 1, 2**63 - 1, -(2**63), 2**64 - 1)
"""Whole numbers that are no country, seat or card, or that hardly fit through the wire."""


def viewers(step: Step) -> tuple[int | None, ...]:
    """Return everybody who looks at a game."""
    return (*range(len(step.game.state.colours)), None)


def refusals(name: str) -> frozenset[str]:
    """Return the published codes of a variant."""
    published: frozenset[str] = import_module(f"teg_shared.rules.{name}.refusals").REFUSALS
    return published


def random_value(random: Random, declared: Any) -> Any:
    """Return a value of a declared type that need not make sense."""
    if declared is int:
        return random.choice([random.randint(-1, 8), random.randint(0, 79), random.choice(EDGES)])
    if declared is bool:
        return random.random() < 0.5
    if declared is str:
        return random.choice(["", "azul", "x" * 50])
    if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
        return random_struct(random, declared)
    options = get_args(declared)
    if type(None) in options:
        inner = next(option for option in options if option is not type(None))
        return None if random.random() < 0.3 else random_value(random, inner)
    if Ellipsis in options:
        return tuple(random_value(random, options[0]) for _ in range(random.randint(0, 4)))
    if all(isinstance(option, type) and issubclass(option, msgspec.Struct) for option in options):
        return random_struct(random, random.choice(options))
    return tuple(random_value(random, option) for option in options)


def random_command(random: Random, who: Player) -> Any:
    """Return a command of right types, most of them nonsense."""
    return random_struct(random, random.choice(get_args(who.rules.command_type)))


def random_struct(random: Random, kind: type[msgspec.Struct]) -> Any:
    """Return a value of a type that travels, each of its fields by itself."""
    hints = get_type_hints(kind)
    return kind(**{field: random_value(random, hints[field]) for field in kind.__struct_fields__})


def near_miss(random: Random, value: Any) -> Any:
    """Return a value that differs from a sensible one in a single place."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value - 1, value + 1, random.randint(0, 79)])
    if isinstance(value, tuple) and value:
        place, kind = random.randrange(len(value)), random.random()
        if kind < 0.2:
            return value[:place] + value[place + 1 :] if kind < 0.1 else (*value, value[place])
        return (*value[:place], near_miss(random, value[place]), *value[place + 1 :])
    if isinstance(value, msgspec.Struct) and value.__struct_fields__:
        field = random.choice(value.__struct_fields__)
        return msgspec.structs.replace(value, **{field: near_miss(random, getattr(value, field))})
    return value


def well_typed(who: Player, command: Any) -> bool:
    """Whether a command could come through the wire: a tuple of three stays one of three."""
    try:
        msgspec.convert(msgspec.to_builtins(command), who.rules.command_type)
    except msgspec.ValidationError:
        return False
    return True


def check_refused_or_legal(who: Player, name: str, state: Any, seat: int, command: Any) -> None:
    """A command is accepted exactly if it is legal; refused, it has a published code and changes nothing."""
    rules, before = who.rules, packed(state)
    chance = VerifiableChance(b"law 3")
    refusal: RuleError | None = None
    try:
        rules.decide(state, seat, command, chance)
    except RuleError as error:
        refusal = error
    assert packed(state) == before
    offered = who.normal(command) in rules.legal(state, seat)
    if refusal is None:
        assert offered, (seat, command)
    else:
        assert refusal.code in refusals(name)
        assert msgspec.msgpack.encode(refusal.facts)
        assert not offered or not who.listed(command), (seat, command, refusal.code)


def check_replay(who: Player, seed: int) -> None:
    """Law 1 and 8: the history gives the state without luck; at the end nobody can do anything."""
    game = finished(who, seed)
    rules, state = who.rules, game.state
    assert replay(rules, game.history) == state
    assert rules.prompted(state) == ()
    before = packed(state)
    for seat in range(len(state.colours)):
        assert not list(rules.legal(state, seat))
        for attempt in (rules.expire, rules.leave):
            with pytest.raises(RuleError):
                attempt(state, seat, LoadedChance())
    assert packed(state) == before


@pytest.mark.parametrize("batch", range(BATCHES))
def test_law_1_and_8_a_history_gives_the_state_and_every_game_ends(name: str, batch: int) -> None:
    who = player(name)
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        check_replay(who, seed)


def check_sight(who: Player, seed: int, every: int) -> None:
    """Law 2: what a viewer is told adds up to what the viewer may see, after every step or every few."""
    rules = who.rules
    game, _, _ = begin(who, seed)
    seats = (*range(len(game.state.colours)), None)
    folds: dict[int | None, Any] = dict.fromkeys(seats)

    def tell(events: list[Any]) -> None:
        for viewer in seats:
            for event in events:
                seen = rules.redact(event, viewer)
                if seen is not None:
                    folds[viewer] = rules.evolve(folds[viewer], seen)

    tell(game.history)
    for number, step in enumerate(steps(who, seed)):
        tell(step.events)
        if number % every == 0 or rules.outcome(step.game.state) is not None:
            for viewer in seats:
                assert folds[viewer] == rules.view(step.game.state, viewer), (viewer, step.command, step.events)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_law_2_what_a_viewer_is_told_adds_up_to_the_view(name: str, batch: int) -> None:
    who = player(name)
    for seed in range(batch * 2, batch * 2 + 2):
        check_sight(who, 1000 + seed, 1)


@pytest.mark.parametrize("batch", range(4))
def test_law_2_a_view_does_not_depend_on_what_it_hides(name: str, batch: int) -> None:
    who, random = player(name), Random(batch)
    for number, step in enumerate(steps(who, 2000 + batch)):
        if number % 5:
            continue
        for viewer in viewers(step):
            state = step.game.state
            other = who.disguise(random, state, viewer)
            assert packed(who.rules.view(other, viewer)) == packed(who.rules.view(state, viewer)), viewer


def check_legal(who: Player, name: str, seed: int, every: int) -> None:
    """Law 3, at every few steps of a game: for legal commands, those of another time or seat, and nonsense."""
    random = Random(seed)
    remembered: list[Any] = []
    for number, step in enumerate(steps(who, seed)):
        if number % every:
            continue
        state = step.before
        seats = range(len(state.colours))
        for seat in seats:
            offered = list(who.rules.legal(state, seat))
            assert len(set(map(packed, offered))) == len(offered), "a legal command is listed twice"
            sample = random.sample(offered, min(8, len(offered)))
            for command in sample:
                assert who.rules.decide(state, seat, command, VerifiableChance(b"law 3"))
            remembered += sample
            for command in sample:
                missed = near_miss(random, command)
                if well_typed(who, missed):
                    check_refused_or_legal(who, name, state, seat, missed)
        for _ in range(6):
            check_refused_or_legal(who, name, state, random.choice(seats), random.choice(remembered))
            check_refused_or_legal(who, name, state, random.choice(seats), random_command(random, who))
        remembered = remembered[-200:]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_law_3_legal_commands_are_accepted_and_all_others_refused(name: str, batch: int) -> None:
    who = player(name)
    for seed in range(batch * 2, batch * 2 + 2):
        check_legal(who, name, 3000 + seed, 12)


@pytest.mark.parametrize("batch", range(4))
def test_law_3_a_player_sees_the_same_legal_commands_in_the_own_view(name: str, batch: int) -> None:
    who = player(name)
    for number, step in enumerate(steps(who, 3100 + batch)):
        if number % 9 == 0:
            for seat in range(len(step.before.colours)):
                view = who.rules.view(step.before, seat)
                assert list(who.rules.legal(view, seat)) == list(who.rules.legal(step.before, seat))


def check_conserved(who: Player, seed: int) -> None:
    """Law 4 and 8: what one command does is as stated, and nobody is asked who is out."""
    rules = who.rules
    for step in steps(who, seed):
        state = step.game.state
        who.step(step.before, step.events, state)
        for seat in rules.prompted(state):
            assert any(True for _ in rules.legal(state, seat)), f"seat {seat} is asked but can do nothing"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_law_4_nothing_is_lost_or_made_but_what_the_events_say(name: str, batch: int) -> None:
    who = player(name)
    for seed in range(batch * 4, batch * 4 + 4):
        check_conserved(who, 4000 + seed)


@pytest.mark.parametrize("batch", range(3))
def test_law_5_commands_events_and_views_survive_the_wire(name: str, batch: int) -> None:
    who = player(name)
    codec = VariantCodec(who.rules)
    for number, step in enumerate(steps(who, 5000 + batch)):
        assert codec.command(codec.encode(step.command)) == step.command
        for event in step.events:
            assert codec.event(codec.encode(event)) == event
        if number % 10 == 0:
            for viewer in viewers(step):
                view = who.rules.view(step.game.state, viewer)
                assert codec.state(codec.encode(view)) == view
    settings = who.table(Random(batch))[1]
    assert codec.settings(codec.encode(settings)) == settings


def spoilt(value: msgspec.Struct) -> Iterator[bytes]:
    """Yield the bytes of a value with something of the wrong kind in it, or something more or less."""
    plain = msgspec.msgpack.decode(msgspec.msgpack.encode(value))
    if isinstance(plain, dict):
        yield msgspec.msgpack.encode(plain | {"magic": 1})
        yield from (msgspec.msgpack.encode({k: v for k, v in plain.items() if k != name}) for name in plain)
        yield from (msgspec.msgpack.encode(plain | {name: {"a": 1.5}}) for name in plain)
    else:
        yield msgspec.msgpack.encode([*plain, 1])
        yield msgspec.msgpack.encode(["magic", *plain[1:]])
        yield msgspec.msgpack.encode(dict(enumerate(plain)))
        for place in range(len(plain)):
            yield msgspec.msgpack.encode([*plain[:place], {"a": 1.5}, *plain[place + 1 :]])
    yield msgspec.msgpack.encode(value)[:-1]
    yield b""


def test_law_5_unknown_fields_and_wrong_types_are_refused(name: str) -> None:
    who = player(name)
    codec = VariantCodec(who.rules)
    seen: set[type] = set()
    for step in steps(who, 5100):
        for value, decode in [(step.command, codec.command), *((event, codec.event) for event in step.events)]:
            if type(value) in seen:
                continue
            seen.add(type(value))
            for payload in spoilt(value):
                with pytest.raises(MalformedError):
                    decode(payload)
    for payload in spoilt(step.game.state):
        with pytest.raises(MalformedError):
            codec.state(payload)


def check_patches(who: Player, seed: int, every: int) -> None:
    """Law 6: a patch makes the new view of the old one, and both sides know it by its hash."""
    rules = who.rules
    for number, step in enumerate(steps(who, seed)):
        if number % every:
            continue
        for viewer in viewers(step):
            before, after = rules.view(step.before, viewer), rules.view(step.game.state, viewer)
            kept = packed(before)
            made = apply_patch(before, diff(before, after))
            assert (made, state_hash(made)) == (after, state_hash(after))
            assert packed(before) == kept


@pytest.mark.parametrize("batch", range(4))
def test_law_6_a_patch_makes_the_next_view_of_the_last(name: str, batch: int) -> None:
    check_patches(player(name), 6000 + batch, 3)


@pytest.mark.parametrize("batch", range(4))
def test_law_6_a_patch_does_not_depend_on_what_it_hides(name: str, batch: int) -> None:
    who, random = player(name), Random(batch)
    rules = who.rules
    for number, step in enumerate(steps(who, 6100 + batch)):
        if number % 9 or rules.outcome(step.game.state) is not None:
            continue
        for viewer in viewers(step):
            before = rules.view(step.before, viewer)
            seen = rules.view(step.game.state, viewer)
            other = rules.view(who.disguise(random, step.game.state, viewer), viewer)
            assert bytes(diff(before, seen)) == bytes(diff(before, other))


@pytest.mark.parametrize("batch", range(3))
def test_law_7_the_same_seed_and_commands_give_the_same_record(name: str, batch: int) -> None:
    who = player(name)
    first, second = (packed(finished(who, 7000 + batch).history) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("batch", range(3))
def test_law_7_the_commands_of_a_record_replay_on_their_seed(name: str, batch: int) -> None:
    who, seed = player(name), 7100 + batch
    orders = [(step.seat, step.command) for step in steps(who, seed)]
    game, _, _ = begin(who, seed)
    for seat, command in orders:
        game.play(seat, command, VerifiableChance(seed_bytes(seed)))
    assert game.history == finished(who, seed).history


@pytest.mark.parametrize("batch", range(3))
def test_law_7_no_two_viewers_disagree_on_a_public_fact(name: str, batch: int) -> None:
    who = player(name)
    if who.secret is None:
        pytest.skip("the variant does not say which fields are secret")
    public = [field for field in who.rules.state_type.__struct_fields__ if field not in who.secret]
    for number, step in enumerate(steps(who, 7200 + batch)):
        if number % 10 == 0:
            for viewer in viewers(step):
                view = who.rules.view(step.game.state, viewer)
                assert all(getattr(view, field) == getattr(step.game.state, field) for field in public)


def check_idle(who: Player, seed: int, most: int, leaving: float) -> None:
    """T3, T4: whoever does nothing is played for; what the clock does is accepted history like any other."""
    rules = who.rules
    game, random, chance = begin(who, seed)
    for _ in range(most):
        if rules.outcome(game.state) is not None:
            break
        seats = range(len(game.state.colours))
        before = game.state.copy()
        turn = rules.prompted(game.state)[0]
        chosen = random.random()
        if chosen < leaving:
            try:
                events = game.apply(rules.leave(game.state, random.choice(seats), chance))
            except RuleError:
                continue
        elif chosen < 0.5 and leaving:
            events = game.play(*who.choose(random, game.state), chance)
        else:
            events = game.apply(rules.expire(game.state, turn, chance))
            assert events
        who.step(before, events, game.state)
        for seat in rules.prompted(game.state):
            assert any(True for _ in rules.legal(game.state, seat))
    assert replay(rules, game.history) == game.state


@pytest.mark.parametrize("batch", range(5))
def test_t3_a_table_that_never_acts_goes_on_by_the_clock(name: str, batch: int) -> None:
    for seed in range(batch * 4, batch * 4 + 4):
        check_idle(player(name), 8000 + seed, 120, 0)


def run_out(rules: Any, state: Any, chance: VerifiableChance) -> None:
    """Let the clock of a stretch run out for each seat that holds it up, until another stretch begins."""
    key = rules.pace(state, 90).key
    for _ in range(2 * len(state.colours)):
        seats = rules.pace(state, 90).seats
        if rules.pace(state, 90).key != key or not seats:
            return
        for event in rules.expire(state, seats[0], chance):
            rules.evolve(state, event)
    raise AssertionError(key)


def check_pace(who: Player, seed: int, every: int) -> None:
    """T3: whoever holds up the game is asked, everybody sees who it is, and the clock always leads on."""
    rules = who.rules
    chance = VerifiableChance(b"clock")
    for number, step in enumerate(steps(who, seed)):
        state = step.game.state
        pace = rules.pace(state, 90)
        assert set(pace.seats) <= set(rules.prompted(state))
        assert bool(pace.seats) == (rules.outcome(state) is None)
        if number % every == 0:
            assert all(rules.pace(rules.view(state, viewer), 90) == pace for viewer in viewers(step))
            assert rules.pace(state, 0).seconds == 0
            run_out(rules, state.copy(), chance)


@pytest.mark.parametrize("batch", range(5))
def test_t3_the_clock_of_a_stretch_ends_it_for_everybody_who_holds_it_up(name: str, batch: int) -> None:
    for seed in range(batch * 4, batch * 4 + 4):
        check_pace(player(name), 8500 + seed, 5)


@pytest.mark.parametrize("batch", range(5))
def test_t4_seats_given_up_at_any_moment_leave_a_table_that_goes_on(name: str, batch: int) -> None:
    for seed in range(batch * 8, batch * 8 + 8):
        check_idle(player(name), 8100 + seed, 600, 0.01)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_many_games(name: str) -> None:
    """Play `TEG_SOAK_GAMES` games (10,000 unless it says otherwise) and look at all laws in turn."""
    who = player(name)
    for seed in range(int(os.environ.get("TEG_SOAK_GAMES", "10000"))):
        check_conserved(who, 10**6 + seed)
        check_replay(who, 10**6 + seed)
        match seed % 5:
            case 0:
                check_sight(who, 10**6 + seed, 7)
            case 1:
                check_legal(who, name, 10**6 + seed, 29)
            case 2:
                check_patches(who, 10**6 + seed, 17)
            case 3:
                check_idle(who, 10**6 + seed, 300, 0)
            case _:
                check_idle(who, 10**6 + seed, 600, 0.01)
