"""Both ends in memory: hello, versions, updates that get lost, acts that get no answer."""

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol import messages as m
from teg_shared.protocol.codec import (
    MalformedError,
    VariantCodec,
    decode_from_client,
    decode_from_server,
    encode,
    pack_raw,
)
from teg_shared.protocol.diff import diff, state_hash
from teg_shared.protocol.session import PATIENCE, ClientSession, ServerHandshake
from teg_shared.rules.classic.commands import Attack, EndTurn
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import State

from tests.shared.protocol.playing import deal, moves

CODEC = VariantCodec(CLASSIC)


def room(variant: str = "classic", status: Any = "playing") -> m.RoomState:
    return m.RoomState("k3f9x", "mesa", variant, status, 0, (), 0, pack_raw(Settings()), 0, (), b"", "")


# --- hello


def test_a_hello_of_this_version_is_welcome() -> None:
    shake = ServerHandshake("teg 0.1", ("x",))
    answer = shake.receive(encode(m.Hello(m.PROTOCOL, "client")))
    assert answer == m.Welcome(m.PROTOCOL, "teg 0.1", ("x",))
    assert shake.hello == m.Hello(m.PROTOCOL, "client")


@pytest.mark.parametrize(
    "hello",
    [
        ["hello", 99, "teg 9"],
        ["hello", 0],
        ["hello", 99, {"a": 1}, [[]], None, "more"],
    ],
)
def test_a_hello_of_another_version_is_told_both_whatever_else_it_says(hello: list[object]) -> None:
    shake = ServerHandshake("teg 0.1")
    assert shake.receive(msgpack.packb(hello)) == m.Bye("version", {"server": m.PROTOCOL, "client": hello[1]})
    assert shake.hello is None


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (encode(m.ListRooms()), "hello-first"),
        (encode(m.Ping(1)), "hello-first"),
        (msgpack.packb(["hello"]), "invalid"),
        (msgpack.packb(["hello", "one", "x"]), "invalid"),
        (msgpack.packb(["hello", 1, 5]), "invalid"),
        (msgpack.packb([]), "invalid"),
        (b"\xc1\xc1", "malformed"),
        (b"\x91" * 5000, "invalid"),
    ],
)
def test_what_is_no_hello_gets_a_bye(payload: bytes, code: str) -> None:
    assert ServerHandshake("teg").receive(payload) == m.Bye(code, {})


@given(st.binary(max_size=60))
def test_noise_instead_of_a_hello_gets_a_bye(noise: bytes) -> None:
    assert isinstance(ServerHandshake("teg").receive(noise), m.Bye)


# --- a small table: what a server does for one viewer, without everything else


@dataclass
class Table:
    """One viewer's end of a server, with a ring of the last updates."""

    ring_size: int = 16
    views: list[State] = field(default_factory=list)
    ring: dict[int, m.Update] = field(default_factory=dict)
    done: dict[int, int] = field(default_factory=dict)

    def begin(self, view: State) -> None:
        self.views = [view]
        self.ring = {}

    @property
    def version(self) -> int:
        return len(self.views) - 1

    def move(self, view: State, events: list[Any]) -> m.Update:
        seen = [CODEC.encode(e) for event in events if (e := CLASSIC.redact(event, 0)) is not None]
        update = m.Update(self.version + 1, tuple(seen), diff(self.views[-1], view), state_hash(view))
        self.views.append(view)
        self.ring[update.version] = update
        self.ring.pop(update.version - self.ring_size, None)
        return update

    def missing(self, since: int) -> list[m.FromServer]:
        if since >= 0 and all(v in self.ring for v in range(since + 1, self.version + 1)):
            return [self.ring[v] for v in range(since + 1, self.version + 1)]
        view = self.views[-1]
        return [m.Snapshot(self.version, CODEC.encode(view), state_hash(view))]

    def receive(self, message: m.FromClient) -> list[m.FromServer]:
        match message:
            case m.Hello():
                return [m.Welcome(m.PROTOCOL, "teg")]
            case m.JoinRoom(since=since):
                return [m.Joined("k3f9x", 0, "token", max(self.done, default=0)), room(), *self.missing(since)]
            case m.Resync(since=since):
                return self.missing(since)
            case m.Act(number=number) if number in self.done:
                return [m.Accepted(number, self.done[number], repeated=True)]
            case m.Act(number=number):
                self.done[number] = self.version
                return [m.Accepted(number, self.version)]
            case _:
                raise AssertionError(message)


def joined(session: ClientSession, table: Table) -> None:
    """Let the session connect and take in all that the table says."""
    session.room = session.room or "k3f9x"
    talk(session, table, [session.hello()])


def talk(session: ClientSession, table: Table, send: list[m.FromClient]) -> None:
    waiting: deque[m.FromClient] = deque(send)
    while waiting:
        message = decode_from_client(encode(waiting.popleft()))
        for answer in table.receive(message):
            waiting.extend(session.receive(decode_from_server(encode(answer))).send)


def started(seed: int = 1) -> tuple[ClientSession, Table, Any]:
    game, chance = deal(3, seed)
    table = Table()
    table.begin(CLASSIC.view(game.state, 0))
    session = ClientSession("teg 0.1", "Ana")
    joined(session, table)
    flow = (table.move(CLASSIC.view(game.state, 0), events) for _, events in moves(game, chance, seed, limit=1000))
    return session, table, flow


def test_a_client_that_joins_has_its_seat_and_the_view() -> None:
    session, table, _ = started()
    assert (session.seat, session.token, session.version) == (0, "token", 0)
    assert session.view == table.views[0]


def test_updates_carry_the_view_along_and_give_their_events() -> None:
    session, table, flow = started()
    step = session.receive(next(flow))
    assert step.moved
    assert not step.replaced
    assert step.events
    assert (session.version, session.view) == (1, table.views[1])


def test_an_update_that_came_before_changes_nothing() -> None:
    session, _, flow = started()
    update = next(flow)
    session.receive(update)
    step = session.receive(update)
    assert (step.send, step.events, step.moved) == ((), (), False)
    assert session.version == 1


def test_a_gap_asks_once_for_what_is_missing() -> None:
    session, table, flow = started()
    _, second, third = next(flow), next(flow), next(flow)
    assert session.receive(second).send == (m.Resync(0),)
    assert session.receive(third).send == ()
    talk(session, table, [m.Resync(0)])
    assert (session.version, session.view) == (3, table.views[3])


def test_a_request_that_was_lost_is_made_again() -> None:
    session, _, flow = started()
    next(flow)
    asked = [n for n in range(2 * PATIENCE) if session.receive(next(flow)).send]
    assert asked == [0, PATIENCE]


@pytest.mark.parametrize(
    "change",
    [
        {"hash": b"\x00\x00\x00\x00"},
        {"patch": pack_raw([{"round": 77}])},
        {"patch": pack_raw([{"no such field": 1}])},
        {"events": (pack_raw(["no such event"]),)},
    ],
)
def test_an_update_that_does_not_fit_asks_for_the_whole_view(change: dict[str, Any]) -> None:
    session, table, flow = started()
    step = session.receive(msgspec.structs.replace(next(flow), **change))
    assert step.send == (m.Resync(-1),)
    assert not step.moved
    assert session.view is None
    talk(session, table, list(step.send))
    assert session.view == table.views[1]


def test_a_snapshot_with_a_wrong_hash_ends_the_connection() -> None:
    session, table, _ = started()
    with pytest.raises(MalformedError) as caught:
        session.receive(m.Snapshot(5, CODEC.encode(table.views[0]), b"\x00\x00\x00\x00"))
    assert caught.value.code == "hash"
    assert session.version == 0


def test_a_game_before_its_room_can_not_be_understood() -> None:
    _, table, _ = started()
    fresh = ClientSession("teg")
    with pytest.raises(MalformedError):
        fresh.receive(m.Snapshot(0, CODEC.encode(table.views[0]), state_hash(table.views[0])))


def test_a_variant_that_this_client_does_not_know_is_said() -> None:
    with pytest.raises(MalformedError, match="chess"):
        ClientSession("teg").receive(room("chess"))


def test_a_snapshot_in_mid_game_replaces_the_view() -> None:
    session, table, flow = started()
    for _ in range(30):
        next(flow)
    step = session.receive(table.missing(-1)[0])
    assert step.replaced
    assert session.version == 30


@pytest.mark.parametrize("seed", range(4))
def test_views_agree_after_any_losses_and_cuts(seed: int) -> None:
    """A link loses one update in five and delays the rest; sometimes it is cut altogether."""
    luck = random.Random(seed)
    session, table, flow = started(seed)
    late: deque[m.FromServer] = deque()
    for update in flow:
        if luck.random() > 0.2:
            late.append(update)
        if luck.random() < 0.02:
            late.clear()
            joined(session, table)
        while late and luck.random() < 0.7:
            for request in session.receive(late.popleft()).send:
                late.extend(table.receive(request))
        if session.view is not None:
            assert session.view == table.views[session.version]
    joined(session, table)
    assert table.version > 200
    assert (session.version, session.view) == (table.version, table.views[-1])


# --- acts


def test_acts_are_numbered_and_kept_until_they_are_answered() -> None:
    session, table, _ = started()
    first, second = session.act(Attack(1, 2)), session.act(EndTurn())
    assert (first.number, second.number) == (1, 2)
    session.receive(table.receive(first)[0])
    assert list(session.pending) == [2]
    session.receive(m.Refused("not-your-turn", {}, 2))
    assert not session.pending


def test_acts_without_an_answer_are_repeated_after_a_cut_and_done_once() -> None:
    session, table, _ = started()
    arrived, lost = session.act(Attack(1, 2)), session.act(EndTurn())
    table.receive(arrived)
    del lost
    joined(session, table)
    assert not session.pending
    assert sorted(table.done) == [1, 2]


def test_the_seat_is_said_again_by_its_token_and_what_is_known() -> None:
    session, _, flow = started()
    session.receive(next(flow))
    session.hello()
    step = session.receive(m.Welcome(m.PROTOCOL, "teg"))
    assert step.send == (m.JoinRoom("k3f9x", "Ana", "", "token", since=1, watch=False),)


def test_a_spectator_comes_back_as_one() -> None:
    session = ClientSession("teg", "Ana")
    session.receive(m.Joined("k3f9x", -1, ""))
    session.hello()
    (message,) = session.receive(m.Welcome(m.PROTOCOL, "teg")).send
    assert isinstance(message, m.JoinRoom)
    assert message.watch


def test_a_client_without_a_room_only_says_hello() -> None:
    session = ClientSession("teg")
    assert session.hello() == m.Hello(m.PROTOCOL, "teg")
    assert session.receive(m.Welcome(m.PROTOCOL, "teg")).send == ()


def test_a_client_that_starts_anew_counts_on_from_the_servers_number() -> None:
    session = ClientSession("teg", "Ana", room="k3f9x", token="token")
    session.receive(m.Joined("k3f9x", 0, "token", number=41))
    assert session.act(EndTurn()).number == 42


def test_joined_again_by_a_rematch_repeats_nothing() -> None:
    session, _, _ = started()
    session.act(EndTurn())
    step = session.receive(m.Joined("k3f9x", 2, "token"))
    assert step.send == ()
    assert session.seat == 2


def test_a_new_lobby_forgets_the_old_game() -> None:
    session, _, _ = started()
    session.receive(room(status="lobby"))
    assert (session.view, session.version) == (None, -1)
    assert session.token == "token"


def test_another_seat_forgets_what_the_old_one_saw() -> None:
    session, _, _ = started()
    session.receive(m.Joined("k3f9x", 1, "another"))
    assert session.view is None


def test_leaving_forgets_everything() -> None:
    session, _, _ = started()
    session.act(EndTurn())
    session.leave()
    assert (session.room, session.token, session.view, session.pending) == ("", "", None, {})


def test_other_messages_ask_nothing_of_the_session() -> None:
    session, _, _ = started()
    assert session.receive(m.Pong(1)).send == ()
    assert session.receive(m.Notice("x", {})).send == ()
