"""What the model says of single situations: steps, staging, clock, chat, objectives, gaps."""

import msgspec
import pytest
from teg_shared.protocol import messages as msg
from teg_shared.rules.classic.commands import ProposePact
from teg_shared.rules.classic.data import HIDDEN, NOBODY
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import Occupation, Phase

from teg_tui import changes as ch
from teg_tui import rows
from teg_tui.changes import Status
from teg_tui.model import Model
from teg_tui.steps import Action
from tests.client.core.table import Table, edited, on_turn

# --- before the game


def test_a_new_model_knows_nothing_and_says_so() -> None:
    model = Model()
    assert (model.view, model.version, model.seat, model.token) == (None, -1, -1, "")
    assert model.next_step().code == "connect"
    assert model.players() == []
    assert model.continents() == []
    assert model.available_actions() == []
    assert model.phase_trail() == ()
    assert model.placeable() == {}
    assert model.attack_sources() == model.regroup_sources() == []
    assert model.attack_targets(0) == model.regroup_targets(0) == []
    assert model.movable(0) == model.room_on(0) == model.armies(0) == model.exchange_worth() == 0
    assert model.owner(0) == model.whose_turn == NOBODY
    assert model.objective() == HIDDEN
    assert model.reserve() == (0, [])
    assert model.pacts() == model.pacts_in_way(0, 1) == []
    assert model.pact_borders(0) == []
    assert model.settings == Settings()
    assert model.name_of(0) == model.colour_of(0) == ""
    assert not model.my_turn


def test_the_lobby_waits_for_its_owner() -> None:
    table = Table(3, 1, OFFICIAL)
    model = Model()
    model.apply(msg.Joined("r1", 0, "t"))
    model.apply(table.room("lobby"))
    assert model.next_step() == rows.NextStep("start-game", 0, mine=True, facts={"free": 0})
    assert model.available_actions()[0] is Action.START
    assert model.settings == OFFICIAL
    assert [row.name for row in model.players()] == ["Ana", "Beto", "Caro"]
    assert [row.colour for row in model.players()] == ["azul", "rojo", "negro"]
    guest = Model()
    guest.apply(msg.Joined("r1", 1, "t"))
    guest.apply(table.room("lobby"))
    assert guest.next_step().code == "wait-start"
    assert Action.START not in guest.available_actions()
    assert Action.CHOOSE_COLOUR in guest.available_actions()


def test_bots_and_absent_people_are_marked() -> None:
    table = Table(2, 1)
    bot = msg.SeatInfo("bot", "Zonda", "capitan", "", connected=False, substitute=False, left=False)
    away = msg.SeatInfo("human", "Beto", "", "", connected=False, substitute=True, left=True)
    model = table.model(-1)
    model.apply(msgspec.structs.replace(table.room(), seats=(bot, away)))
    first, second = model.players()
    assert (first.bot, first.level, first.connected) == (True, "capitan", True)
    assert (second.connected, second.substitute, second.left) == (False, True, True)


# --- steps


def test_placement_counts_what_is_left_and_then_asks_to_confirm() -> None:
    table = Table(4, 2)
    model = table.model(table.state.turn)
    assert model.next_step().code == "place"
    assert model.next_step().facts == {"armies": 5, "lap": 1}
    own = next(iter(model.placeable()))
    model.stage(own, 5)
    assert model.next_step() == rows.NextStep("confirm", model.seat, mine=True, facts={"armies": 5})
    assert Action.CONFIRM in model.available_actions()
    assert Action.PLACE not in model.available_actions()


def test_others_are_named_while_they_play() -> None:
    table = Table(3, 2)
    other = (table.state.turn + 1) % 3
    model = table.model(other)
    step = model.next_step()
    assert (step.code, step.seat, step.mine) == ("wait-placement", table.state.turn, False)
    assert step.facts == {"seat": table.state.turn, "out": False}
    assert model.phase_trail() == (rows.TrailStep(Phase.PLACEMENT, "now"),)


def test_who_is_out_is_told_with_every_step() -> None:
    table = Table(3, 2)
    out = (table.state.turn + 1) % 3
    masks = table.state.masks[:]
    masks[out] = 0
    model = edited(table, out, masks=masks)
    assert model.next_step().facts["out"] is True
    assert model.pact_partners() == []


@pytest.mark.parametrize(
    ("fields", "code", "facts"),
    [
        ({"phase": Phase.REGROUP}, "regroup", {}),
        ({"phase": Phase.CLAIM, "drawn": 7}, "claim", {"card": 7}),
        ({"phase": Phase.INCORPORATE, "pool": 4}, "incorporate", {"armies": 4}),
        (
            {"phase": Phase.INCORPORATE, "pool": 4, "bound": [0, 5, 0, 0, 0, 0]},
            "place-bound",
            {"armies": 9, "bound": 5, "continent": 1},
        ),
        (
            {"phase": Phase.OCCUPY, "occupation": Occupation(3, 4, 3)},
            "occupy",
            {"source": 3, "target": 4, "least": 1, "most": 3},
        ),
        ({"phase": Phase.ATTACK, "armies": [1] * 50}, "attack-none", {}),
        ({"phase": Phase.ATTACK, "armies": [3] * 50}, "attack", {}),
        ({"phase": Phase.INCORPORATE, "armies": [3] * 50}, "attack", {}),
        ({"phase": Phase.INCORPORATE, "armies": [1] * 50}, "attack-none", {}),
    ],
)
def test_each_phase_of_an_own_turn_has_its_step(fields: dict[str, object], code: str, facts: dict[str, object]) -> None:
    model = on_turn(Table(3, 4), **fields)
    assert model.next_step() == rows.NextStep(code, model.seat, mine=True, facts=facts)


def test_five_cards_force_an_exchange_before_anything_else() -> None:
    table = Table(3, 4)
    hands: list[list[int]] = [[], [], []]
    hands[table.state.turn] = [2, 3, 4, 5, 6]
    model = on_turn(table, phase=Phase.INCORPORATE, hands=hands, armies=[3] * 50)
    assert model.next_step().code == "exchange-due"
    assert model.next_step().facts == {"cards": 5, "armies": 0}
    assert model.attack_sources() == []
    assert Action.EXCHANGE in model.available_actions()
    assert Action.END_TURN not in model.available_actions()
    assert model.exchange_worth() == 4


def test_a_conquest_of_another_names_where() -> None:
    table = Table(3, 4)
    other = (table.state.turn + 1) % 3
    model = edited(table, other, phase=Phase.OCCUPY, occupation=Occupation(3, 4, 3))
    assert model.next_step().code == "wait-occupy"
    assert model.next_step().facts["target"] == 4


def test_the_end_is_won_or_lost_by_who_looks() -> None:
    table = Table(3, 4)
    won = edited(table, 1, phase=Phase.OVER, winner=1, won_by="common")
    lost = edited(table, 2, phase=Phase.OVER, winner=1, won_by="common")
    assert (won.next_step().code, lost.next_step().code) == ("won", "lost")
    assert lost.next_step().facts == {"how": "common", "winner": 1}
    assert won.whose_turn == NOBODY
    assert won.available_actions()[:2] == [Action.RESULTS, Action.REMATCH]
    watching = edited(table, -1, phase=Phase.OVER, winner=1, won_by="common")
    assert Action.REMATCH not in watching.available_actions()
    assert [row.winner for row in won.players()] == [False, True, False]
    assert won.phase_trail() == (rows.TrailStep(Phase.OVER, "now"),)


@pytest.mark.parametrize(
    ("phase", "when"),
    [
        (Phase.INCORPORATE, ["now", "later", "later"]),
        (Phase.ATTACK, ["done", "now", "later"]),
        (Phase.OCCUPY, ["done", "now", "later"]),
        (Phase.REGROUP, ["done", "done", "now"]),
        (Phase.CLAIM, ["done", "done", "now"]),
    ],
)
def test_the_trail_shows_where_the_turn_is(phase: Phase, when: list[str]) -> None:
    occupation = Occupation(3, 4, 3) if phase is Phase.OCCUPY else None
    model = on_turn(Table(3, 4), phase=phase, occupation=occupation, pool=1 if phase is Phase.INCORPORATE else 0)
    assert [step.when for step in model.phase_trail()] == when


def test_the_trail_goes_on_to_the_attack_once_nothing_is_due() -> None:
    """Whoever has placed everything reads the phase that the next key belongs to; five cards keep it back (C21)."""
    model = on_turn(Table(3, 4), phase=Phase.INCORPORATE, pool=0, round=2)
    assert [step.when for step in model.phase_trail()] == ["done", "now", "later"]
    seat = model.seat
    hands = [[1, 2, 3, 4, 5] if n == seat else [] for n in range(3)]
    model = on_turn(Table(3, 4), phase=Phase.INCORPORATE, pool=0, round=2, hands=hands)
    assert [step.when for step in model.phase_trail()] == ["now", "later", "later"]


# --- what comes in


def test_the_clock_becomes_a_deadline_of_the_own_monotonic_time() -> None:
    model = Table(2, 1).model(0)
    assert model.apply(msg.Clock(1, 30.0), now=100.0) == [ch.ClockChanged(1, 130.0)]
    assert (model.clock_seat, model.clock_deadline) == (1, 130.0)
    assert model.apply(msg.Clock(-1, -1.0), now=101.0) == [ch.ClockChanged(-1, None)]


def test_chat_is_kept_with_its_round() -> None:
    model = Table(2, 1).model(0)
    changes = model.apply(msg.Said(1, "Beto", "[b]hola[/b]", private=True, to=0))
    assert changes == [ch.ChatArrived(ch.ChatLine(1, "Beto", "[b]hola[/b]", private=True, to=0, round=0))]
    assert len(model.chat) == 1
    for number in range(1500):
        model.apply(msg.Said(1, "Beto", str(number), private=False))
    assert len(model.chat) == 1000


@pytest.mark.parametrize(
    ("message", "change"),
    [
        (msg.Accepted(3, 9, repeated=True), ch.ActDone(3, repeated=True)),
        (msg.Notice("clock-ran-out", {"seat": 1}), ch.Noticed("clock-ran-out", {"seat": 1})),
        (msg.RevealNow((b"a", b"")), ch.RevealAsked((b"a", b""))),
        (msg.Record(b"x"), ch.RecordArrived(b"x")),
        (msg.Bye("shutdown", {}), ch.Ended("shutdown", {})),
        (msg.Rooms(()), ch.RoomsListed(())),
    ],
)
def test_each_message_is_its_change(message: msg.FromServer, change: ch.Change) -> None:
    assert Table(2, 1).model(0).apply(message) == [change]


@pytest.mark.parametrize("message", [msg.Welcome(1, "x"), msg.Pong(3)])
def test_some_messages_change_nothing(message: msg.FromServer) -> None:
    assert Table(2, 1).model(0).apply(message) == []


def test_the_status_changes_once() -> None:
    model = Model()
    assert model.connected(Status("online")) == [ch.StatusChanged(Status("online"))]
    assert model.connected(Status("online")) == []
    model.apply(Table(2, 1).room("lobby"))
    model.connected(Status("closed", code="lost"))
    assert model.available_actions() == []


def test_an_update_out_of_turn_changes_nothing() -> None:
    """The connection asks for what is missing; until then the view stays as it was."""
    table = Table(3, 9)
    model = table.model(0)
    moves = table.moves()
    seat, command = next(moves)
    missed = table.play(seat, command, (0,))[0]
    seat, command = next(moves)
    later = table.play(seat, command, (0,))[0]
    view = model.view
    assert model.apply(later) == []
    assert model.view == view
    model.apply(missed)
    model.apply(later)
    assert model.view == CLASSIC.view(table.state, 0)
    assert model.apply(missed) == []


def test_a_lobby_after_a_game_forgets_it() -> None:
    table = Table(3, 9)
    model = table.model(0)
    for seat, command in table.moves(20):
        model.apply(table.play(seat, command, (0,))[0])
    assert model.chronicle
    changes = model.apply(table.room("lobby"))
    assert changes == [ch.RoomChanged(), ch.ViewReplaced(-1)]
    assert model.view is None
    assert not model.chronicle
    assert model.dice is None


def test_a_snapshot_of_the_same_game_keeps_the_chronicle_and_one_of_another_does_not() -> None:
    table = Table(3, 9)
    model = table.model(0)
    for seat, command in table.moves(20):
        model.apply(table.play(seat, command, (0,))[0])
    lines = len(model.chronicle)
    assert model.apply(table.snapshot(0))[0] == ch.ViewReplaced(table.version)
    assert len(model.chronicle) == lines > 0
    model.apply(Table(3, 10).snapshot(0))
    assert not model.chronicle


def test_a_snapshot_brings_the_proposals_that_wait() -> None:
    table = Table(3, 9)
    table.play(1, ProposePact(0))
    changes = table.model(0).apply(table.snapshot(0))
    assert changes[1:] == [ch.ProposalArrived(table.state.proposals[0])]
    assert len(table.model(2).apply(table.snapshot(2))) == 1


def test_a_message_of_a_room_that_was_left_is_too_late() -> None:
    table = Table(3, 9)
    model = table.model(0)
    seat, command = next(table.moves())
    update = table.play(seat, command, (0,))[0]
    model.apply(msg.Notice("kicked", {}))
    assert (model.room, model.view, model.seat, model.token) == (None, None, -1, "")
    assert model.apply(update) == []
    assert model.apply(table.snapshot(0)) == []
    assert model.next_step().code == "connect"


def test_a_pact_change_says_whether_it_concerns_this_viewer() -> None:
    table = Table(3, 9)
    models = {seat: table.model(seat) for seat in range(3)}
    updates = table.play(1, ProposePact(0), (0, 1, 2))
    told = {seat: models[seat].apply(updates[seat]) for seat in models}
    assert ch.PactChanged(mine=True) in told[0]
    assert ch.PactChanged(mine=True) in told[1]
    assert ch.PactChanged(mine=False) in told[2]
    assert [type(c) for c in told[0]].count(ch.ProposalArrived) == 1
    assert [type(c) for c in told[1]].count(ch.ProposalArrived) == 0
    assert models[0].open_proposals_to_me() == models[1].open_proposals_by_me() == table.state.proposals
    assert Action.ANSWER in models[0].available_actions()
    assert Action.WITHDRAW in models[1].available_actions()
