"""apply(a, diff(a, b)) == b, for any structs and for whole games; a patch that does not fit changes nothing."""

import statistics
from contextlib import suppress
from copy import deepcopy

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol.codec import MalformedError, VariantCodec, encode
from teg_shared.protocol.diff import HASH_LENGTH, apply_patch, diff, state_hash
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import Update
from teg_shared.rules.classic.commands import Attack
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings

from tests.shared.protocol.playing import deal, moves

CODEC = VariantCodec(CLASSIC)


class Point(msgspec.Struct, frozen=True, array_like=True):
    x: int
    label: str | None = None


class Thing(msgspec.Struct):
    number: int
    maybe: int | None
    words: list[str]
    numbers: list[int]
    nested: list[list[int]]
    points: list[Point]
    names: dict[str, int]
    pair: tuple[int, int]


_SMALL = st.integers(-3, 300)
_POINTS = st.builds(Point, _SMALL, st.none() | st.text(max_size=3))
THINGS = st.builds(
    Thing,
    _SMALL,
    st.none() | _SMALL,
    st.lists(st.text(max_size=3), max_size=6),
    st.lists(_SMALL, max_size=12),
    st.lists(st.lists(_SMALL, max_size=3), max_size=4),
    st.lists(_POINTS, max_size=5),
    st.dictionaries(st.text(max_size=2), _SMALL, max_size=3),
    st.tuples(_SMALL, _SMALL),
)


def thing(**changes: object) -> Thing:
    base = Thing(1, 2, ["a"], list(range(20)), [[1], []], [Point(1)], {"a": 1}, (1, 2))
    return msgspec.structs.replace(base, **changes)


@given(THINGS, THINGS)
def test_a_patch_makes_the_one_of_the_other(before: Thing, after: Thing) -> None:
    kept = deepcopy(before)
    made = apply_patch(before, diff(before, after))
    assert made == after
    assert state_hash(made) == state_hash(after)
    assert before == kept


@pytest.mark.parametrize(
    ("after", "patch"),
    [
        (thing(), []),
        (thing(number=5), [{"number": 5}]),
        (thing(maybe=None), [{"maybe": None}]),
        (thing(numbers=[*range(19), 99]), [{}, {"numbers": {19: 99}}]),
        (thing(numbers=[*range(20), 20]), [{}, {"numbers": [20, [20], {}]}]),
        (thing(numbers=list(range(18))), [{}, {"numbers": [18, [], {}]}]),
        (thing(numbers=[]), [{"numbers": []}]),
        (thing(numbers=[7]), [{"numbers": [7]}]),
    ],
)
def test_a_patch_is_the_shortest_of_its_forms(after: Thing, patch: list[object]) -> None:
    assert msgpack.unpackb(diff(thing(), after), strict_map_key=False) == patch


@pytest.mark.parametrize(
    "patch",
    [
        {},
        [{}, {}, {}],
        [{"unknown": 1}],
        [{"number": "one"}],
        [{"number": 5, "maybe": "x"}],
        [{"number": 5}, {"numbers": {20: 1}}],
        [{"number": 5}, {"numbers": {-1: 1}}],
        [{"number": 5}, {"numbers": {0: "x"}}],
        [{"number": 5}, {"numbers": [21, [], {}]}],
        [{"number": 5}, {"numbers": [-1, [], {}]}],
        [{"number": 5}, {"numbers": [2, [1], {2: 5}]}],
        [{"number": 5}, {"number": {0: 1}}],
        [{"numbers": [1]}, {"numbers": {0: 1}}],
        [{"number": 5}, {"pair": {0: 1}}],
        [{"number": 5}, {"what": {0: 1}}],
        [{"points": [[1, 2]]}],
        b"noise",
    ],
)
def test_a_patch_that_does_not_fit_changes_nothing(patch: object) -> None:
    before = thing()
    with pytest.raises(MalformedError):
        apply_patch(before, msgpack.packb(patch))
    assert before == thing()


@given(st.binary(max_size=40))
def test_noise_is_no_patch(noise: bytes) -> None:
    with suppress(MalformedError):
        assert isinstance(apply_patch(thing(), noise), Thing)


def test_a_hash_is_four_bytes_and_differs() -> None:
    assert len(state_hash(thing())) == HASH_LENGTH
    assert state_hash(thing()) == state_hash(thing())
    assert state_hash(thing()) != state_hash(thing(number=2))


@pytest.mark.parametrize(("seats", "settings"), [(2, None), (4, OFFICIAL), (6, Settings(pacts="notice"))])
def test_every_viewer_follows_a_whole_game_by_patches(seats: int, settings: Settings | None) -> None:
    game, chance = deal(seats, seats, settings)
    viewers = [*range(seats), None]
    seen = {viewer: CLASSIC.view(game.state, viewer) for viewer in viewers}
    for _ in moves(game, chance, seed=seats, limit=400):
        for viewer in viewers:
            now = CLASSIC.view(game.state, viewer)
            patch = diff(seen[viewer], now)
            seen[viewer] = apply_patch(seen[viewer], patch)
            assert seen[viewer] == now
    assert seen[0].round > 1


def test_an_attack_is_120_bytes_or_less_on_the_wire_in_the_median() -> None:
    game, chance = deal(4, 11)
    before = CLASSIC.view(game.state, 0)
    sizes: list[int] = []
    for version, (command, events) in enumerate(moves(game, chance, seed=1, limit=1000)):
        now = CLASSIC.view(game.state, 0)
        if isinstance(command, Attack):
            seen = tuple(CODEC.encode(e) for event in events if (e := CLASSIC.redact(event, 0)) is not None)
            message = Update(100_000 + version, seen, diff(before, now), state_hash(now))
            sizes.append(len(frame(encode(message))))
        before = now
    assert len(sizes) > 200
    assert statistics.median(sizes) <= 120
