"""The laws under hypothesis: any list of numbers is a game, and a broken law shrinks to the shortest one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from teg_shared.rules.errors import RuleError
from teg_shared.rules.game import replay
from teg_shared.rules.registry import VARIANTS

from tests.support.laws import begin, packed, player

NUMBERS = st.lists(st.integers(0, 2**16), max_size=150)
CLOCK, LEAVE = 0, 1
"""Numbers that let the clock run out, or a seat be given up; all others choose a seat and a legal command."""


@pytest.mark.parametrize("name", sorted(VARIANTS))
@given(seed=st.integers(0, 2**32), numbers=NUMBERS)
@settings(max_examples=60, deadline=None)
def test_laws_1_to_4_hold_in_any_play(name: str, seed: int, numbers: list[int]) -> None:
    who = player(name)
    rules = who.rules
    game, _, chance = begin(who, seed)
    seats = (*range(len(game.state.colours)), None)
    folds: dict[int | None, Any] = {viewer: told(rules, None, game.history, viewer) for viewer in seats}
    for number in numbers:
        prompted = rules.prompted(game.state)
        if not prompted:
            break
        seat = prompted[number % len(prompted)]
        before = game.state.copy()
        try:
            if number == CLOCK:
                events = game.apply(rules.expire(game.state, prompted[0], chance))
            elif number == LEAVE:
                events = game.apply(rules.leave(game.state, seat, chance))
            else:
                offered = list(rules.legal(game.state, seat))
                events = game.play(seat, offered[number // 7 % len(offered)], chance)
        except RuleError:
            assert number == LEAVE
            assert packed(game.state) == packed(before)
            continue
        who.step(before, events, game.state)
        for viewer in seats:
            folds[viewer] = told(rules, folds[viewer], events, viewer)
            assert folds[viewer] == rules.view(game.state, viewer)
    assert replay(rules, game.history) == game.state


def told(rules: Any, state: Any, events: list[Any], viewer: int | None) -> Any:
    """Return what a viewer knows after some events."""
    for event in events:
        seen = rules.redact(event, viewer)
        if seen is not None:
            state = rules.evolve(state, seen)
    return state
