"""`f` ends one part of the round: held down, or hammered, it never ends the next one as well."""

from teg_shared.rules.negocios.commands import Done, EndAttempts, EndTurn, KeepCards
from teg_shared.rules.negocios.state import Phase, Stage

from tests.client.negocios_ui.chair import Chair, chair

SOUTH = {"argentina": 2, "brasil": 1, "chile": 1}
HELD = 0.03
"""Seconds between the repetitions of a key that is held down."""
AGAIN = 1.0
"""Seconds after which a key is pressed again on purpose."""


class Clock:
    """Monotonic seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def watched(seat: Chair) -> Clock:
    """Let a chair's `f` be watched, by the clock that is returned."""
    clock = Clock()
    seat.kit.desk.now, seat.kit.desk.guarded = clock, True
    return clock


def hold(seat: Chair, clock: Clock, times: int = 60) -> None:
    """Hold `f` down: after the first time a terminal waits two thirds of a second, then it repeats quickly."""
    seat.press("f")
    clock.seconds += 0.66
    for _ in range(times):
        seat.press("f")
        clock.seconds += HELD


def in_attempts() -> Chair:
    return chair(SOUTH, phase=Phase.ATTEMPTS, attempts=1, captures=1, hand=(3,))


def test_f_held_down_ends_the_attempts_and_neither_keeps_the_card_nor_ends_the_turn() -> None:
    seat = in_attempts()
    hold(seat, watched(seat))
    assert seat.commands == [EndAttempts()]
    assert "Soltá la f" in seat.said


def test_each_part_of_a_turn_is_ended_by_an_f_of_its_own() -> None:
    seat = in_attempts()
    clock = watched(seat)
    for _ in range(3):
        seat.press("f")
        clock.seconds += AGAIN
    assert seat.commands == [EndAttempts(), KeepCards(), EndTurn()]


def test_f_held_down_to_end_the_turn_does_not_end_the_negotiation_that_follows() -> None:
    seat = chair(SOUTH, phase=Phase.TRANSFER, order=[1, 0, 2, 3], place=1)
    clock = watched(seat)
    hold(seat, clock)
    assert seat.table.state.stage is Stage.FIRST
    assert seat.commands == [EndTurn()]
    clock.seconds += AGAIN
    seat.press("f")
    assert seat.last == Done()


def test_who_plays_without_pauses_is_not_held_up() -> None:
    seat = in_attempts()
    watched(seat)
    seat.kit.desk.guarded = False
    seat.press("f", "f", "f")
    assert seat.commands == [EndAttempts(), KeepCards(), EndTurn()]


def test_after_any_other_key_an_f_is_meant() -> None:
    seat = in_attempts()
    watched(seat)
    seat.press("f", "tab", "f", "escape", "f")
    assert seat.commands == [EndAttempts(), KeepCards(), EndTurn()]
