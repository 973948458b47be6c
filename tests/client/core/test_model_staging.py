"""What the model says of armies on their way to the board: staged, sent, placed or refused."""

import pytest
from teg_shared.protocol import messages as msg
from teg_shared.rules.board import mask_of, members
from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.state import Phase

from teg_tui import changes as ch
from teg_tui.model import Model
from tests.client.core.table import Table, on_turn


def test_staging_never_takes_more_than_there_is() -> None:
    table = Table(4, 5)
    model = table.model(table.state.turn)
    one, two = list(model.placeable())[:2]
    assert model.stage(one, 3) == 3
    assert model.stage(two, 99) == 2
    assert model.stage(two) == 0
    assert model.placeable() == {}
    assert model.reserve() == (0, [0] * 6)
    assert (model.armies(one), model.armies(two)) == (4, 3)
    assert model.unstage(one) == 1
    assert model.unstage(one, 99) == 2
    assert model.unstage(one) == 0
    assert model.staged == {two: 2}
    model.unstage_all()
    assert model.staged == {}


def test_staging_on_what_is_not_ones_own_takes_nothing() -> None:
    table = Table(4, 5)
    model = table.model(table.state.turn)
    foreign = next(n for n in range(50) if model.owner(n) != model.seat)
    assert model.stage(foreign) == 0
    assert model.stage(next(iter(model.placeable())), 0) == 0
    assert model.stage(next(iter(model.placeable())), -4) == 0
    assert table.model((table.state.turn + 1) % 4).stage(foreign) == 0


def test_armies_of_a_continent_stay_in_it() -> None:
    """Bound armies are used first inside their continent, and nowhere else (C8)."""
    table = Table(2, 6)
    seat = table.state.turn
    south = list(members(BOARD.continent_masks[0]))
    owners = [seat if n in south else table.state.owners[n] for n in range(50)]
    masks = [mask_of(n for n in range(50) if owners[n] == s) for s in range(2)]
    model = on_turn(table, phase=Phase.INCORPORATE, pool=2, bound=[3, 0, 0, 0, 0, 0], owners=owners, masks=masks)
    outside = next(n for n in members(masks[seat]) if n not in south)
    assert model.room_on(south[0]) == 5
    assert model.room_on(outside) == 2
    assert model.stage(south[0], 4) == 4
    assert model.reserve() == (1, [0] * 6)
    assert model.room_on(outside) == 1
    model.unstage_all()
    model.stage(outside, 2)
    assert model.reserve() == (0, [3, 0, 0, 0, 0, 0])
    assert model.room_on(south[1]) == 3
    assert model.room_on(outside) == 0


def sending(table: Table, armies: int = 2) -> tuple[Model, int]:
    """Return the model of who is on turn, and the country on which it has staged and sent some armies as act 1."""
    model = table.model(table.state.turn)
    own = next(iter(model.placeable()))
    model.stage(own, armies)
    for command in model.confirm_staged():
        model.sending(1, command)
    return model, own


def test_what_is_staged_stays_staged_until_it_goes_out() -> None:
    table = Table(4, 7)
    model = table.model(table.state.turn)
    own = next(iter(model.placeable()))
    model.stage(own, 2)
    assert model.confirm_staged() == [Place(own, 2)]
    assert (model.staged, model.sent) == ({own: 2}, {})
    model.sending(1, Place(own, 2))
    assert (model.armies(own), model.staged, model.sent) == (3, {}, {own: 2})


def test_what_was_sent_is_shown_until_the_server_has_placed_it() -> None:
    table = Table(4, 7)
    model, own = sending(table)
    assert model.reserve()[0] == 3
    model.apply(table.play(model.seat, Place(own, 2), (model.seat,))[model.seat])
    assert (model.armies(own), model.sent) == (3, {})


def test_an_answer_before_its_update_leaves_the_armies_where_they_are() -> None:
    """Updates may be shown later than answers: the army must not vanish and come back."""
    table = Table(4, 7)
    model, own = sending(table)
    update = table.play(model.seat, Place(own, 2), (model.seat,))[model.seat]
    model.apply(msg.Accepted(1, table.version, repeated=False))
    assert (model.armies(own), model.reserve()[0]) == (3, 3)
    model.apply(update)
    assert (model.armies(own), model.reserve()[0], model.sent) == (3, 3, {})


@pytest.mark.parametrize("answer_first", [True, False])
def test_a_whole_view_that_has_the_placement_shows_it_once(answer_first: bool) -> None:
    """After a cut the view comes as a whole, without the event that says what was placed."""
    table = Table(4, 7)
    model, own = sending(table)
    table.play(model.seat, Place(own, 2), ())
    messages: list[msg.FromServer] = [msg.Accepted(1, table.version, repeated=True), table.snapshot(model.seat)]
    for message in messages if answer_first else reversed(messages):
        model.apply(message)
    assert (model.armies(own), model.reserve()[0], model.sent) == (3, 3, {})


def test_a_refusal_gives_back_what_was_sent() -> None:
    model, own = sending(Table(4, 7))
    changes = model.apply(msg.Refused("not-your-turn", {"turn": 1}, 1))
    assert changes == [ch.Rejected("not-your-turn", {"turn": 1}, 1)]
    assert model.armies(own) == 1
    assert model.reserve()[0] == 5


@pytest.mark.parametrize("number", [0, 2])
def test_the_refusal_of_something_else_gives_nothing_back(number: int) -> None:
    """A line of chat that is refused must not make armies that are on their way placeable again."""
    model, own = sending(Table(4, 7))
    model.apply(msg.Refused("chat-too-fast", {}, number))
    assert (model.armies(own), model.reserve()[0]) == (3, 3)


def test_staged_armies_do_not_outlive_the_turn() -> None:
    """The clock may place for a player who only staged (T3)."""
    table = Table(4, 7)
    seat = table.state.turn
    model = table.model(seat)
    one, two = list(model.placeable())[:2]
    model.stage(one, 4)
    model.apply(table.play(seat, Place(two, 5), (seat,))[seat])
    assert model.staged == {}
    assert not model.my_turn
