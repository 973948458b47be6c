"""The client against a scripted server: ways in and back, saved seats, the dice, and what it says by itself."""

from pathlib import Path

import msgspec
import pytest
from teg_shared.protocol import fair
from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import RoomInfo, SeatPlan
from teg_shared.rules.classic.commands import EndTurn
from teg_shared.rules.classic.settings import OFFICIAL

from teg_tui import changes as ch
from teg_tui import connection as conn
from teg_tui.config import Store
from teg_tui.plan import SessionPlan
from tests.client.core.peer import Peer, listening
from tests.client.core.person import Person
from tests.client.core.table import Table


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Come back at once after a cut."""
    monkeypatch.setattr(conn, "FIRST_DELAY", 0.01)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store in an empty folder."""
    return Store(tmp_path / "config.toml", tmp_path / "seats.json")


def plan(port: int, intent: str = "join", **more: object) -> SessionPlan:
    """Return Ana's plan on a server of this machine."""
    values: dict[str, object] = {"host": "127.0.0.1", "port": port, "name": "Ana", **more}
    return SessionPlan(intent, **values)  # type: ignore[arg-type]


def info(room: str = "r1", name: str = "Mesa", *, status: str = "lobby", taken: int = 1) -> RoomInfo:
    """Return one line of the list of rooms."""
    return RoomInfo(room, name, "classic", status, 3, taken, password=False, round=0)  # type: ignore[arg-type]


async def listed(peer: Peer, *rooms: RoomInfo) -> None:
    """Greet, and answer the question for rooms."""
    await peer.welcome()
    await peer.expect(msg.ListRooms)
    peer.send(msg.Rooms(rooms))


async def test_a_local_game_is_made_coloured_and_started_without_a_question() -> None:
    table = Table(3, 1)
    async with listening() as server:
        wish = plan(server.port, "create", seats=("novato", ""), settings=OFFICIAL, local=True, colour="rojo", clock=90)
        async with Person(wish) as ana:
            peer = await server.accept()
            await peer.welcome()
            made = await peer.expect(msg.CreateRoom)
            assert made.seats == (SeatPlan("open"), SeatPlan("bot", "novato"), SeatPlan("open"))
            assert (made.name, made.player, made.variant, made.clock) == ("Mesa de Ana", "Ana", "classic", 90)
            assert made.settings == pack_raw(OFFICIAL)
            assert len(made.commitment) == fair.HASH_SIZE
            peer.send(msg.Joined("r1", 0, "t"), table.room("lobby"))
            assert (await peer.expect(msg.ChooseColour)).colour == "rojo"
            await peer.expect(msg.StartGame)
            peer.send(table.room(), table.snapshot(0))
            await ana.change(ch.ViewReplaced)
            assert ana.model.view is not None


async def test_a_room_on_the_network_waits_for_its_owner() -> None:
    table = Table(3, 1)
    async with listening() as server, Person(plan(server.port, "create", seats=("", ""), room="Torneo")) as ana:
        peer = await server.accept()
        await peer.welcome()
        assert (await peer.expect(msg.CreateRoom)).name == "Torneo"
        peer.send(msg.Joined("r1", 0, "t"), table.room("lobby"))
        await ana.change(ch.RoomChanged)
        assert ana.model.next_step().code == "start-game"
        ana.client.start_game("novato")
        assert (await peer.expect(msg.StartGame)).fill == "novato"


@pytest.mark.parametrize(
    ("room", "rooms"),
    [
        ("", [info("r7")]),
        ("r7", [info("r1", "r7"), info("r7")]),
        ("mesa DOS", [info("r1"), info("r7", "Mesa Dos")]),
    ],
)
async def test_the_room_that_is_meant_is_entered_without_a_question(room: str, rooms: list[RoomInfo]) -> None:
    async with listening() as server, Person(plan(server.port, room=room, password="x")):
        peer = await server.accept()
        await listed(peer, *rooms)
        wanted = await peer.expect(msg.JoinRoom)
        assert (wanted.room, wanted.player, wanted.password, wanted.watch) == ("r7", "Ana", "x", False)
        assert len(wanted.commitment) == fair.HASH_SIZE


@pytest.mark.parametrize(
    ("room", "rooms"),
    [
        ("", []),
        ("", [info("r1"), info("r2")]),
        ("", [info("r1", status="playing")]),
        ("", [info("r1", taken=3)]),
        ("nadie", [info("r1")]),
        ("r1", [info("r1", status="playing")]),
    ],
)
async def test_where_there_is_a_doubt_the_list_is_shown(room: str, rooms: list[RoomInfo]) -> None:
    async with listening() as server, Person(plan(server.port, room=room)) as ana:
        peer = await server.accept()
        await listed(peer, *rooms)
        shown = await ana.change(ch.RoomsListed)
        assert list(shown.rooms) == rooms == list(ana.client.rooms)
        ana.client.list_rooms()
        await peer.expect(msg.ListRooms)  # and nothing else came before it


async def test_watching_needs_no_seat_and_no_token() -> None:
    async with listening() as server, Person(plan(server.port, "watch")) as ana:
        peer = await server.accept()
        await listed(peer, info("r1", status="playing", taken=3))
        wanted = await peer.expect(msg.JoinRoom)
        assert (wanted.watch, wanted.token, wanted.commitment) == (True, "", b"")
        table = Table(3, 2)
        peer.send(msg.Joined("r1", -1, ""), table.room(), table.snapshot(-1))
        await ana.change(ch.ViewReplaced)
        assert ana.model.spectator
        assert ana.model.hand() == []
        assert ana.model.objective_progress() == []


async def test_a_seat_is_saved_and_taken_again_by_another_run_of_the_program(store: Store) -> None:
    """A client that was killed leaves its token on the disk; a name alone would not do."""
    table = Table(3, 3)
    async with listening() as server:
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer, info())
            first = await peer.expect(msg.JoinRoom)
            peer.send(msg.Joined("r1", 0, "secret-token"), table.room("lobby"))
            await ana.until(store.seats)
        saved = store.seats()[0]
        assert (saved.room, saved.room_name, saved.name, saved.seat) == ("r1", "Mesa", "Ana", 0)
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer, info("r0"), info("r1", status="playing", taken=3))
            back = await peer.expect(msg.JoinRoom)
            assert (back.room, back.token) == ("r1", "secret-token")
            peer.send(msg.Joined("r1", 0, "secret-token", 4), table.room(), table.snapshot(0))
            await ana.change(ch.ViewReplaced)
            ana.client.act(EndTurn())
            assert (await peer.expect(msg.Act)).number == 5
            peer.send(msg.RevealNow((first.commitment, b"", b"")))
            shown = (await peer.expect(msg.Reveal)).value
            assert fair.commit_seat(shown) == first.commitment


async def test_the_seat_of_another_name_is_not_taken(store: Store) -> None:
    table = Table(3, 3)
    async with listening() as server:
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer, info())
            await peer.seat(table, 0, token="of-ana")
            await ana.until(store.seats)
        async with Person(plan(server.port, name="Beto"), store):
            peer = await server.accept()
            await listed(peer, info("r1"))
            assert (await peer.expect(msg.JoinRoom)).token == ""


async def test_a_saved_seat_that_is_gone_is_forgotten_and_said(store: Store) -> None:
    table = Table(3, 3)
    async with listening() as server:
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer, info())
            await peer.seat(table, 0, token="gone")
            await ana.until(store.seats)
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer, info())
            await peer.expect(msg.JoinRoom)
            peer.send(msg.Refused("token-unknown", {}))
            refused = await ana.change(ch.EntryRefused)
            assert (refused.code, refused.resumed) == ("token-unknown", True)
            await ana.until(lambda: not store.seats())
            await peer.expect(msg.ListRooms)


async def test_a_saved_seat_whose_room_is_not_listed_is_asked_for_once_and_quietly(store: Store) -> None:
    table = Table(3, 3)
    async with listening() as server:
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer, info())
            await peer.seat(table, 0, token="gone")
            await ana.until(store.seats)
        async with Person(plan(server.port), store) as ana:
            peer = await server.accept()
            await listed(peer)
            assert (await peer.expect(msg.JoinRoom)).token == "gone"
            peer.send(msg.Refused("room-unknown", {}))
            await peer.expect(msg.ListRooms)
            peer.send(msg.Rooms(()))
            await ana.until(lambda: not store.seats())
            await ana.change(ch.RoomsListed, 2)
            assert ana.all(ch.EntryRefused) == []


async def test_a_saved_seat_goes_with_its_room_to_another_server(store: Store) -> None:
    table = Table(3, 3)
    async with listening() as old, listening() as new:
        async with Person(plan(old.port), store) as ana:
            peer = await old.accept()
            await listed(peer, info())
            await peer.seat(table, 0, token="of-ana")
            await ana.until(store.seats)
        async with Person(plan(old.port), store) as ana:
            peer = await old.accept()
            await listed(peer)
            assert (await peer.expect(msg.JoinRoom)).token == "of-ana"
            peer.send(msg.Bye("moving", {}))  # nobody has it yet
            peer = await old.accept()
            await listed(peer)
            assert (await peer.expect(msg.JoinRoom)).token == "of-ana"
            peer.send(msg.Bye("moved", {"addresses": [f"127.0.0.1:{new.port}"]}))
            peer = await new.accept()
            await listed(peer, info("r1"))
            wanted = await peer.seat(table, 0, token="of-ana")
            assert (wanted.room, wanted.token) == ("r1", "of-ana")
            await ana.change(ch.ViewReplaced)
            assert [(seat.server, seat.token) for seat in store.seats()] == [(f"127.0.0.1:{new.port}", "of-ana")]


async def test_a_local_game_saves_nothing(store: Store) -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port, "create", local=True), store) as ana:
        peer = await server.accept()
        await peer.welcome()
        await peer.expect(msg.CreateRoom)
        peer.send(msg.Joined("r1", 0, "t"), table.room(), table.snapshot(0))
        await ana.change(ch.ViewReplaced)
        assert store.seats() == []


async def test_a_refused_entry_is_told_apart_from_a_refused_move() -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.expect(msg.JoinRoom)
        peer.send(msg.Refused("name-taken", {"name": "Ana"}))
        assert await ana.change(ch.EntryRefused) == ch.EntryRefused("name-taken", {"name": "Ana"}, resumed=False)
        ana.client.join("r1", player="Anita")
        await peer.seat(table, 0)
        await ana.change(ch.ViewReplaced)
        number = ana.client.act(EndTurn())
        await peer.expect(msg.Act)
        peer.send(msg.Refused("not-your-turn", {"turn": 1}, number))
        await ana.until(lambda: ch.Rejected("not-your-turn", {"turn": 1}, number) in ana.changes)
        peer.send(msg.Refused("chat-empty", {}))
        await ana.until(lambda: ch.Rejected("chat-empty", {}, 0) in ana.changes)
        assert len(ana.all(ch.EntryRefused)) == 1


@pytest.mark.parametrize("intent", ["join", "watch"])
async def test_a_refused_name_is_tried_again_under_another_one_in_the_same_way(intent: str) -> None:
    async with listening() as server, Person(plan(server.port, intent=intent, password="mate")) as ana:
        peer = await server.accept()
        await listed(peer, info(status="lobby" if intent == "join" else "playing"))
        first = await peer.expect(msg.JoinRoom)
        peer.send(msg.Refused("name-taken", {"name": "Ana"}))
        await ana.change(ch.EntryRefused)
        assert ana.client.can_rename
        peer.send(msg.Rooms((info(),)))
        assert ana.client.again("Anita")
        second = await peer.expect(msg.JoinRoom)
        assert (second.player, ana.client.plan.name) == ("Anita", "Anita")
        assert (second.room, second.password, second.watch) == (first.room, "mate", intent == "watch")
        assert (second.commitment != first.commitment) is (intent == "join")


async def test_a_room_that_comes_up_while_the_list_is_looked_at_is_not_entered_unasked() -> None:
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer)
        await ana.change(ch.RoomsListed)
        peer.send(msg.Rooms((info(),)))
        await ana.change(ch.RoomsListed, 2)
        ana.client.list_rooms()
        await peer.expect(msg.ListRooms)


async def test_a_room_that_is_wished_for_by_its_name_is_entered_when_it_comes_up() -> None:
    async with listening() as server, Person(plan(server.port, room="Mesa")) as ana:
        peer = await server.accept()
        await listed(peer)
        await ana.change(ch.RoomsListed)
        peer.send(msg.Rooms((info(),)))
        assert (await peer.expect(msg.JoinRoom)).room == "r1"


async def test_after_a_cut_a_room_that_is_gone_is_said_and_left() -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.seat(table, 0)
        await ana.change(ch.ViewReplaced)
        peer.cut()
        back = await server.accept()
        await back.welcome()
        await back.expect(msg.JoinRoom)
        back.send(msg.Refused("room-unknown", {}))
        assert (await ana.change(ch.EntryRefused)).resumed
        assert ana.model.view is None
        assert ana.model.room is None
        await back.expect(msg.ListRooms)


async def test_being_sent_away_leaves_the_room(store: Store) -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port), store) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.seat(table, 0)
        await ana.until(store.seats)
        peer.send(msg.Notice("kicked", {}))
        assert (await ana.change(ch.Noticed)).code == "kicked"
        assert ana.model.view is None
        assert store.seats() == []
        peer.cut()
        back = await server.accept()
        await back.welcome()
        await back.expect(msg.ListRooms)  # not back into the room


@pytest.mark.parametrize(("for_good", "kept"), [(True, 0), (False, 1)])
async def test_a_seat_is_forgotten_only_when_it_is_given_up(store: Store, for_good: bool, kept: int) -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port), store) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.seat(table, 0)
        await ana.until(store.seats)
        ana.client.send(msg.LeaveRoom(for_good))
        assert (await peer.expect(msg.LeaveRoom)).for_good == for_good
        assert len(store.seats()) == kept


async def test_a_server_with_another_promise_of_ours_is_shown_nothing() -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.seat(table, 0)
        await ana.change(ch.ViewReplaced)
        peer.send(msg.RevealNow((b"x" * fair.HASH_SIZE, b"")))
        await ana.change(ch.DiceDoubted)
        ana.client.list_rooms()
        await peer.expect(msg.ListRooms)  # no Reveal came before it


@pytest.mark.parametrize("lie", ["", "server", "seat"])
async def test_promises_that_change_before_the_deal_are_noticed(lie: str) -> None:
    """A server that tells each client something else can be found out by their fingerprints."""
    table = Table(2, 3)
    seen = msgspec.structs.replace(table.room("lobby"), game="r1-1", commitment=b"s" * 32)
    async with listening() as server, Person(plan(server.port, "watch", room="r1")) as ana:
        peer = await server.accept()
        await listed(peer, info("r1"))
        await peer.expect(msg.JoinRoom)
        promises = (b"a" * 32, b"b" * 32)
        peer.send(msg.Joined("r1", -1, ""), seen, msg.RevealNow(promises))
        told = (b"a" * 32, b"x" * 32) if lie == "seat" else promises
        secret = b"z" * 32 if lie == "server" else seen.commitment
        sign = fair.fingerprint("r1-1", secret, told)
        begun = msgspec.structs.replace(seen, status="playing", commitment=secret, fingerprint=sign)
        peer.send(begun, begun, table.snapshot(-1))
        await ana.change(ch.ViewReplaced)
        assert len(ana.all(ch.DiceDoubted)) == (1 if lie else 0)


async def test_a_rematch_promises_new_dice() -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer, info())
        first = await peer.seat(table, 0)
        await ana.change(ch.ViewReplaced)
        ana.client.send(msg.Rematch())
        again = await peer.expect(msg.Rematch)
        assert len(again.commitment) == fair.HASH_SIZE
        assert again.commitment != first.commitment
        peer.send(msg.RevealNow((again.commitment, b"")))
        assert fair.commit_seat((await peer.expect(msg.Reveal)).value) == again.commitment


async def test_each_wish_at_the_table_is_its_message() -> None:
    table = Table(2, 3)
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.seat(table, 0)
        await ana.change(ch.ViewReplaced)
        client = ana.client
        client.say("hola", 1)
        assert await peer.expect(msg.Say) == msg.Say("hola", 1)
        for wish in (msg.PlanSeat(1, SeatPlan("bot", "novato")), msg.GetRecord(), msg.Say("chau")):
            client.send(wish)
            assert await peer.expect(type(wish)) == wish


async def test_staged_armies_are_sent_as_one_command_a_country() -> None:
    table = Table(2, 3)
    seat = table.state.turn
    async with listening() as server, Person(plan(server.port)) as ana:
        peer = await server.accept()
        await listed(peer, info())
        await peer.seat(table, seat)
        await ana.change(ch.ViewReplaced)
        one, two = list(ana.model.placeable())[:2]
        assert ana.model.stage(one, 2) == 2
        assert ana.model.stage(two) == 1
        numbers = [ana.client.act(command) for command in ana.model.confirm_staged()]
        acts = [await peer.expect(msg.Act) for _ in numbers]
        assert [act.number for act in acts] == numbers == [1, 2]
