"""T2, T5 and T6: spectators, chat and rematch; and the dice that nobody could choose."""

import asyncio

import pytest
from teg_server.rooms.clock import ManualTime
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import (
    Act,
    GetRecord,
    Joined,
    LeaveRoom,
    Notice,
    Record,
    Refused,
    Rematch,
    Reveal,
    RevealNow,
    Said,
    Say,
)
from teg_shared.protocol.record import Witness, read_record, verify
from teg_shared.rules.classic.commands import EndTurn

from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import Serving, serving, until


async def played(server: Serving, people: int, *bots: str) -> list[TestClient]:
    """Return clients whose game is over."""
    clients = await server.game(people, *bots)
    await asyncio.gather(*(client.play(by_lot(n)) for n, client in enumerate(clients)))
    return clients


# --- spectators


async def test_a_spectator_sees_the_game_and_may_not_touch_it() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        watcher = await server.client("Mira")
        await watcher.join(ana.room, watch=True)
        await watcher.until_dealt()
        state = await ana.room_where(lambda r: r.watchers == 1)
        assert state.watchers == 1
        for message in (Act(1, pack_raw(EndTurn())), Rematch(), Reveal(b"x" * 32)):
            await watcher.send(message)
            assert (await watcher.wait(Refused)).code == "spectator"
        await watcher.send(LeaveRoom())
        assert (await watcher.wait(Notice)).code == "you-left"
        await ana.room_where(lambda r: r.watchers == 0)
        assert server.room(beto).status == "playing"


async def test_a_room_holds_only_so_many_spectators() -> None:
    async with serving(watchers=1) as server:
        (ana,) = await server.table(1, "random")
        await (await server.client("Mira")).join(ana.room, watch=True)
        second = await server.client("Otra")
        with pytest.raises(Exception, match="watchers-full"):
            await second.join(ana.room, watch=True)


# --- chat


async def test_chat_reaches_all_and_newcomers_get_the_last_lines() -> None:
    async with serving() as server:
        ana, beto = await server.table(2)
        await ana.send(Say("hola \x1b]52;c;aG9sYQ==\x07 a \u202etodos"))
        said = await beto.wait(Said)
        assert said == Said(0, "Ana", "hola a todos", private=False)
        watcher = await server.client("Mira")
        await watcher.join(ana.room, watch=True)
        assert await watcher.wait(Said) == said


async def test_a_private_line_is_for_two() -> None:
    async with serving() as server:
        ana, beto, caro = await server.table(3)
        await ana.send(Say("entre nos", to=1))
        line = Said(0, "Ana", "entre nos", private=True, to=1)
        assert await beto.wait(Said) == line
        assert await ana.wait(Said) == line
        await ana.send(Say("y a todos"))
        assert (await caro.wait(Said)).text == "y a todos"
        await beto.cut()
        await caro.drain()
        await beto.come_back(server.host, server.port)
        assert await beto.wait(Said) == line
        watcher = await server.client("Mira")
        await watcher.join(ana.room, watch=True)
        await watcher.drain()
        assert [m.text for m in watcher.seen if isinstance(m, Said)] == ["y a todos"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (Say(""), "chat-empty"),
        (Say("\u200b\u202e\x00"), "chat-empty"),
        (Say("a" * 241), "chat-too-long"),
        (Say("hola", to=5), "chat-nobody"),
        (Say("hola", to=0), "chat-nobody"),
        (Say("hola", to=2), "chat-nobody"),
    ],
)
async def test_a_line_that_can_not_be_said_is_refused(line: Say, code: str) -> None:
    async with serving() as server:
        ana, beto = await server.table(2, "random")
        await ana.send(line)
        assert (await ana.wait(Refused)).code == code
        await beto.drain()
        assert not any(isinstance(m, Said) for m in beto.seen)


async def test_who_talks_too_fast_is_not_heard() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        ana, beto = await server.table(2)
        await ana.send(*(Say(f"{n}") for n in range(8)))
        for _ in range(3):
            assert (await ana.wait(Refused)).code == "chat-too-fast"
        time.advance(2)
        await ana.send(Say("de nuevo"))
        assert (await beto.wait(Said, lambda s: s.text == "de nuevo")).seat == 0
        assert len([m for m in beto.seen if isinstance(m, Said)]) == 6


# --- rematch


async def another_game(client: TestClient, earlier: str) -> None:
    """Wait until another game than `earlier` has been dealt."""
    await client.until(lambda me: me.room_state is not None and me.room_state.game != earlier)
    await client.until_dealt()


async def test_a_rematch_moves_everybody_by_one_when_all_agree() -> None:
    async with serving() as server:
        ana, beto = await played(server, 2, "novato")
        before = ana.room_state
        assert before is not None
        token = ana.session.token
        await ana.send(Rematch(ana.commitment))
        state = await beto.room_where(lambda r: r.rematch == (0,))
        assert state.status == "over"
        await beto.send(Rematch(beto.commitment))
        assert (await ana.wait(Joined)).seat == 2
        assert (await beto.wait(Joined)).seat == 0
        await asyncio.gather(another_game(ana, before.game), another_game(beto, before.game))
        assert ana.session.token == token
        assert ana.room_state is not None
        names = [seat.name for seat in before.seats]
        assert [seat.name for seat in ana.room_state.seats] == names[1:] + names[:1]
        assert ana.room_state.commitment != before.commitment
        assert ana.room_state.game != before.game
        await asyncio.gather(ana.play(by_lot(1)), beto.play(by_lot(2)))
        assert ana.finished


async def test_who_left_after_the_game_is_a_bot_in_the_rematch() -> None:
    async with serving() as server:
        ana, beto = await played(server, 2)
        await beto.send(LeaveRoom())
        await beto.wait(Notice, lambda n: n.code == "you-left")
        await ana.send(Rematch())
        assert ana.room_state is not None
        await another_game(ana, ana.room_state.game)
        assert [seat.kind for seat in ana.room_state.seats] == ["bot", "human"]


async def test_no_rematch_before_the_end() -> None:
    async with serving() as server:
        ana, _ = await server.game(2)
        await ana.send(Rematch())
        assert (await ana.wait(Refused)).code == "game-not-over"


# --- the dice


async def test_the_record_of_a_game_proves_its_dice() -> None:
    async with serving() as server:
        ana, beto = await server.table(2, "novato")
        assert ana.room_state is not None
        promised = ana.room_state.commitment
        await asyncio.gather(ana.start(), beto.until_dealt())
        call = next(m for m in ana.seen if isinstance(m, RevealNow))
        await ana.send(GetRecord())
        assert (await ana.wait(Refused)).code == "game-not-over"
        await asyncio.gather(ana.play(by_lot(0)), beto.play(by_lot(1)))
        await ana.send(GetRecord())
        record = read_record((await ana.wait(Record)).data)
        assert verify(record, Witness(promised, call.commitments, 0, ana.contribution)) == []
        assert record.contributions == (ana.contribution, beto.contribution, b"")
        assert record.fingerprint == beto.room_state.fingerprint  # type: ignore[union-attr]


async def test_who_withholds_a_contribution_is_named_and_recorded() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        ana, beto = await server.table(2)
        beto.withhold = True
        starting = asyncio.gather(ana.start(), beto.until_dealt())
        await all_but_one_shown(server, ana)
        assert server.room(ana).status == "lobby"
        time.advance(1.1)
        server.service.tick()
        await starting
        assert Notice("dice-withheld", {"seats": [1]}) in ana.seen
        await asyncio.gather(ana.play(by_lot(0)), beto.play(by_lot(1)))
        await ana.send(GetRecord())
        problems = verify(read_record((await ana.wait(Record)).data))
        assert [(p.code, p.grave, p.facts) for p in problems] == [("withheld", False, {"seat": 1})]


async def all_but_one_shown(server: Serving, client: TestClient) -> None:
    """Wait until all contributions but one have been shown."""
    table = server.service.find(client.room)
    await until(lambda: table.ceremony is not None and table.ceremony.missing == [1])


async def test_a_contribution_that_was_not_promised_is_refused() -> None:
    async with serving() as server:
        ana, beto = await server.table(2)
        await ana.send(Reveal(ana.contribution))
        assert (await ana.wait(Refused)).code == "reveal-unasked"
        beto.contribution = b"another one of 32 bytes in size.."[:32]
        starting = asyncio.gather(ana.start(), beto.wait(Refused))
        _, refused = await starting
        assert refused.code == "reveal-wrong"


async def test_nothing_may_change_while_the_dice_are_settled() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        ana, beto = await server.table(2)
        beto.withhold = True
        starting = asyncio.create_task(ana.start())
        await all_but_one_shown(server, ana)
        await beto.send(LeaveRoom())
        assert (await beto.wait(Refused)).code == "starting"
        time.advance(1.1)
        server.service.tick()
        await starting
