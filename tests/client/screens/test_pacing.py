"""The pace at which others' moves are shown; time is passed in."""

import msgspec
from teg_shared.protocol.messages import Accepted, RoomState, Said, Snapshot, Update
from teg_shared.rules.classic.events import ArmiesPlaced, DiceRolled

from teg_tui.changes import Change, Chronicled, Entry
from teg_tui.screens.pacing import INSTANT, NORMAL, Pacer
from tests.client.core.table import Table

ME, OTHER = 0, 1
ROLL = DiceRolled(0, 1, (6,), (1,))


def update(version: int) -> Update:
    return Update(version, (), msgspec.Raw(b"\x80"), b"")


def snapshot(version: int) -> Snapshot:
    return Snapshot(version, msgspec.Raw(b"\x80"), b"")


def told(actor: int, *events: DiceRolled | ArmiesPlaced) -> list[Change]:
    return [Chronicled(Entry(1, actor, event, actor)) for event in events]


def waiting(*versions: int) -> Pacer:
    pacer = Pacer()
    for version in versions:
        pacer.push(update(version))
    return pacer


def test_the_first_update_comes_at_once() -> None:
    assert waiting(1).take(0.0) == update(1)


def test_anothers_roll_holds_the_next_update_back() -> None:
    pacer = waiting(1, 2)
    pacer.take(0.0)
    pacer.shown(told(OTHER, ROLL), ME, 0.0)
    assert pacer.take(0.3) is None
    assert pacer.take(1.0) == update(2)


def test_ones_own_roll_holds_nothing_back() -> None:
    pacer = waiting(1, 2)
    pacer.take(0.0)
    pacer.shown(told(ME, ROLL), ME, 0.0)
    assert pacer.take(0.0) == update(2)


def test_a_spectator_sees_everybody_at_that_pace() -> None:
    pacer = waiting(1, 2)
    pacer.take(0.0)
    pacer.shown(told(ME, ROLL), -1, 0.0)
    assert pacer.take(0.3) is None


def test_hurry_shows_all_that_waits_and_no_more() -> None:
    pacer = waiting(1, 2, 3)
    pacer.hurry()
    for version in (1, 2, 3):
        assert pacer.take(0.0) == update(version)
        pacer.shown(told(OTHER, ROLL), ME, 0.0)
    pacer.push(update(4))
    assert pacer.take(0.1) is None


def test_without_pauses_nothing_waits() -> None:
    pacer = Pacer(INSTANT)
    pacer.push(update(1))
    pacer.push(update(2))
    pacer.take(0.0)
    pacer.shown(told(OTHER, ROLL), ME, 0.0)
    assert pacer.take(0.0) == update(2)


def test_the_speeds_go_round() -> None:
    pacer = Pacer()
    names = [pacer.next_speed() for _ in range(4)]
    assert len(set(names)) == 4
    assert pacer.speed == NORMAL


def test_a_whole_view_makes_the_updates_before_it_pointless() -> None:
    pacer = waiting(1, 2)
    pacer.push(snapshot(9))
    assert pacer.take(0.0) == snapshot(9)
    assert pacer.take(0.0) is None


def test_the_room_keeps_its_place_among_the_updates() -> None:
    room: RoomState = Table(2).room()
    pacer = waiting(1)
    pacer.push(room)
    pacer.push(snapshot(5))
    assert pacer.take(0.0) == room


def test_chat_and_answers_never_wait() -> None:
    pacer = waiting(1, 2)
    assert not pacer.push(Said(1, "Beto", "hola", private=False))
    assert not pacer.push(Accepted(1, 1))
    assert pacer.waiting == 2


def test_a_crowd_of_updates_is_shown_faster() -> None:
    def pause(crowd: int) -> float:
        pacer = waiting(*range(crowd + 1))
        pacer.take(0.0)
        pacer.shown(told(OTHER, ROLL), ME, 0.0)
        delay = pacer.delay(0.0)
        assert delay is not None
        return delay

    assert pause(200) < pause(1) / 3


def test_the_delay_is_none_when_nothing_waits() -> None:
    assert Pacer().delay(0.0) is None


def test_after_leaving_nothing_of_the_room_is_shown() -> None:
    pacer = waiting(1, 2)
    pacer.clear()
    assert pacer.take(9.0) is None
