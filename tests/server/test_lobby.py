"""T1: rooms, chairs, owner, password and house rules, over real sockets."""

import asyncio
from random import Random
from typing import Any

import pytest
from teg_server.rooms.clock import ManualTime
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import (
    ChangeRoom,
    ChooseColour,
    Joined,
    JoinRoom,
    LeaveRoom,
    ListRooms,
    Notice,
    PlanSeat,
    Refused,
    Rooms,
    RoomState,
    SeatPlan,
    StartGame,
)
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings as NegociosSettings

from tests.support.net import RefusedError, TestClient
from tests.support.serving import serving


async def seen_room(client: TestClient, message: Any) -> RoomState:
    """Send a message and return how the room looks after it."""
    await client.drain()
    await client.send(message)
    return await client.wait_or_refusal(RoomState)


async def refusal(client: TestClient, *messages: Any) -> Refused:
    await client.send(*messages)
    return await client.wait(Refused)


async def test_a_room_is_made_listed_and_joined() -> None:
    async with serving() as server:
        ana, beto = await server.client("Ana"), await server.client("Beto")
        room = await ana.create(["open", "open", "random"], name="La mesa")
        await beto.send(ListRooms())
        (info,) = (await beto.wait(Rooms)).rooms
        assert (info.id, info.name, info.seats, info.taken, info.status) == (room, "La mesa", 3, 2, "lobby")
        joined = await beto.join(room)
        assert joined.seat == 1
        state = await ana.room_where(lambda r: r.seats[1].kind == "human")
        assert [seat.name for seat in state.seats][:2] == ["Ana", "Beto"]
        assert state.owner == 0
        assert len(state.commitment) == 32


async def test_a_name_is_unique_in_its_room_whatever_its_case() -> None:
    async with serving() as server:
        ana = await server.client("Ana")
        room = await ana.create(["open", "open"])
        with pytest.raises(RefusedError, match="name-taken"):
            await (await server.client(" ANÁ ")).join(room)
        with pytest.raises(RefusedError, match="name-taken"):
            await (await server.client("ana")).join(room, watch=True)


@pytest.mark.parametrize("name", ["", "a\x1b[2Jb", "\u202eana", "x" * 3_000, "a\u200bb"])
async def test_a_name_that_could_harm_is_refused(name: str) -> None:
    async with serving() as server:
        with pytest.raises(RefusedError, match="name-"):
            await (await server.client(name)).create(["open", "open"])


async def test_only_who_knows_the_password_comes_in() -> None:
    async with serving() as server:
        (ana,) = await server.table(1, "random", "random", password="mate")
        beto = await server.client("Beto")
        with pytest.raises(RefusedError, match="password-needed"):
            await beto.join(ana.room)
        with pytest.raises(RefusedError, match="password-wrong"):
            await beto.join(ana.room, password="té")
        with pytest.raises(RefusedError, match="room-full"):
            await beto.join(ana.room, password="mate")
        assert (await beto.join(ana.room, password="mate", watch=True)).seat == -1
        await beto.send(ListRooms())
        assert (await beto.wait(Rooms)).rooms[0].password


async def test_who_tries_passwords_is_shown_the_door() -> None:
    async with serving() as server:
        (ana,) = await server.table(1, "random", password="mate")
        beto = await server.client("Beto")
        for _ in range(server.service.limits.password_tries):
            with pytest.raises(RefusedError, match="password-wrong"):
                await beto.join(ana.room, password="no")
        async for _ in beto.messages():
            pass
        assert beto.bye is not None
        assert beto.bye.code == "password-tries"


async def test_the_owner_plans_chairs_changes_rules_and_kicks() -> None:
    async with serving() as server:
        ana, beto = await server.table(2)
        state = await seen_room(ana, ChangeRoom(pack_raw(OFFICIAL), 120))
        assert state.clock == 120
        assert state.settings == pack_raw(OFFICIAL)
        state = await seen_room(ana, PlanSeat(1, SeatPlan("bot", "random")))
        assert state.seats[1].kind == "bot"
        assert (await beto.wait(Notice)).code == "kicked"
        assert (await refusal(beto, ChooseColour("rojo"))).code == "not-in-room"
        await seen_room(ana, PlanSeat(1, SeatPlan("open")))
        assert (await beto.join(ana.room)).seat == 1


async def test_only_the_owner_may() -> None:
    async with serving() as server:
        ana, beto = await server.table(2)
        for message in (PlanSeat(0, SeatPlan("open")), ChangeRoom(pack_raw(Settings()), 0), StartGame()):
            assert (await refusal(beto, message)).code == "owner-only"
        assert server.room(ana).status == "lobby"


async def test_the_room_passes_on_when_the_owner_leaves() -> None:
    async with serving() as server:
        ana, beto, caro = await server.table(3)
        await ana.send(LeaveRoom())
        assert (await ana.wait(Notice)).code == "you-left"
        state = await caro.room_where(lambda r: r.owner == 1)
        assert state.seats[0].kind == "open"
        await asyncio.gather(beto.start(), caro.until_dealt())


async def test_a_room_without_people_is_closed() -> None:
    async with serving() as server:
        (ana,) = await server.table(1, "random")
        await ana.send(LeaveRoom())
        await ana.wait(Notice)
        await ana.send(JoinRoom(ana.room, "Ana"))
        assert (await ana.wait(Refused)).code == "room-unknown"
        (row,) = await server.log.rooms()
        assert row.finished is not None


async def test_colours_are_chosen_once_and_the_others_are_given_out() -> None:
    async with serving() as server:
        ana, beto = await server.table(2, "random")
        await seen_room(ana, ChooseColour("verde"))
        assert (await refusal(beto, ChooseColour("verde"))).code == "colour-taken"
        assert (await refusal(beto, ChooseColour("rosa"))).code == "colour-unknown"
        await seen_room(beto, ChooseColour("azul"))
        await asyncio.gather(ana.start(), beto.until_dealt())
        assert ana.session.view.colours == ["verde", "azul", "rojo"]


async def test_n3_a_seat_without_a_choice_gets_a_free_colour_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        ana = await server.client("Ana")
        await ana.create(["open"] * 7, variant="negocios")
        await seen_room(ana, ChooseColour("rojo"))
        monkeypatch.setattr("teg_server.rooms.start.SystemRandom", lambda: Random(1))
        await ana.start("random")
        drawn = [colour for colour in NEGOCIOS.colours if colour != "rojo"]
        Random(1).shuffle(drawn)
        assert ana.session.view.colours == ["rojo", *drawn[:6]]
        assert drawn != sorted(drawn, key=NEGOCIOS.colours.index)


async def test_open_chairs_are_filled_by_bots_at_the_start() -> None:
    async with serving() as server:
        ana = await server.client("Ana")
        await ana.create(["open", "open", "open"])
        assert (await refusal(ana, StartGame("mariscal"))).code == "level-unknown"
        await ana.start("random")
        assert ana.room_state is not None
        assert [seat.kind for seat in ana.room_state.seats] == ["human", "bot", "bot"]
        names = [seat.name for seat in ana.room_state.seats]
        assert all(names)
        assert len(set(names)) == 3


async def test_a_running_game_takes_no_newcomers_but_spectators() -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "random")
        beto = await server.client("Beto")
        with pytest.raises(RefusedError, match="game-running"):
            await beto.join(ana.room)
        assert (await refusal(ana, ChangeRoom(pack_raw(Settings()), 0))).code == "game-running"
        await beto.join(ana.room, watch=True)
        await beto.until_dealt()
        assert (await refusal(beto, StartGame())).code == "spectator"


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (["open"], {}, "seat-count"),
        (["open"] * 7, {}, "seat-count"),
        (["open", "mariscal"], {}, "level-unknown"),
        (["open", "open"], {"clock": 1}, "clock"),
        (["open", "open"], {"clock": 2**31 - 1}, "clock"),
        (["open", "open"], {"name": "\x07"}, "name-"),
        (["open", "open"], {"password": "x" * 65}, "password-too-long"),
    ],
)
async def test_an_impossible_room_is_refused(seats: list[str], options: dict[str, Any], code: str) -> None:
    async with serving() as server:
        ana = await server.client("Ana")
        with pytest.raises(RefusedError, match=code):
            await ana.create(seats, **options)
        assert len(server.service.hub) == 0
        await ana.create(["open", "open"])  # the connection goes on as if nothing had been


async def test_unknown_house_rules_are_refused() -> None:
    async with serving() as server:
        (ana,) = await server.table(1, "random")
        for wrong in ({"pacts": "sometimes"}, {"nonsense": 1}, 7, {"second_conquest_after": -1}):
            assert (await refusal(ana, ChangeRoom(pack_raw(wrong), 0))).code == "settings"


@pytest.mark.parametrize(
    "wrong", [NegociosSettings(block_size=11), NegociosSettings(block_size=41), NegociosSettings(round_limit=100)]
)
async def test_house_rules_that_no_game_can_be_dealt_with_are_refused_before_the_start(wrong: NegociosSettings) -> None:
    """N106, N108: kept until the deal, they would break the room there."""
    async with serving() as server:
        ana = await server.client("Ana")
        with pytest.raises(RefusedError, match="setting"):
            await ana.create(["open"] * 4, variant="negocios", settings=wrong)
        await ana.create(["open"] * 4, variant="negocios")
        refused = await refusal(ana, ChangeRoom(pack_raw(wrong), 0))
        assert (refused.code, refused.facts["name"] in ("block_size", "round_limit")) == ("setting", True)
        await ana.start("random")


async def test_a_person_who_is_cut_off_keeps_the_chair_for_a_while() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        ana, beto = await server.table(2)
        await beto.cut()
        await ana.room_where(lambda r: not r.seats[1].connected)
        time.advance(59)
        await server.tick()
        assert server.room(ana).chairs[1].kind == "human"
        joined = await beto.come_back(server.host, server.port)
        assert joined.seat == 1
        await beto.cut()
        await ana.room_where(lambda r: not r.seats[1].connected)
        time.advance(61)
        await server.tick()
        assert server.room(ana).chairs[1].kind == "open"


async def test_an_idle_lobby_is_closed() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        (ana,) = await server.table(1, "open")
        time.advance(3601)
        server.service.hub.tick(time.now())
        notice = await ana.wait(Notice)
        assert (notice.code, notice.facts) == ("room-closed", {"why": "idle"})


async def test_one_connection_makes_only_some_rooms_and_a_server_holds_only_some() -> None:
    async with serving() as server:
        ana = await server.client("Ana")
        for _ in range(server.service.limits.rooms_per_connection):
            await ana.create(["open", "open"])
            await ana.send(LeaveRoom())
            await ana.wait(Notice)
        with pytest.raises(RefusedError, match="rooms-made"):
            await ana.create(["open", "open"])


async def test_who_is_in_a_room_can_not_be_in_another() -> None:
    async with serving() as server:
        (ana,) = await server.table(1, "open")
        with pytest.raises(RefusedError, match="in-room"):
            await ana.create(["open", "open"])
        await ana.send(JoinRoom(ana.room, "Otra"))
        assert (await ana.wait(Refused)).code == "in-room"
        assert not [m for m in ana.seen if isinstance(m, Joined)][1:]
