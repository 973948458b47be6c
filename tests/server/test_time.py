"""T3 and T4 with a clock that goes when it is told to: turn clock, grace, substitute, pause."""

from teg_server.rooms.clock import Grace, ManualTime, TurnClock
from teg_server.storage.memory import MemoryLog
from teg_shared.protocol.messages import Accepted, Clock, Notice
from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.state import State

from tests.support.net import TestClient
from tests.support.serving import Serving, serving, until


async def mover(server: Serving, clients: list[TestClient]) -> tuple[TestClient, TestClient]:
    """Return who is on turn and who is not."""
    for client in clients:
        await client.drain()
    on, off = sorted(clients, key=lambda client: not client.on_turn)
    assert on.on_turn
    assert not off.on_turn
    return on, off


def armies_of(view: State, seat: int) -> int:
    return sum(armies for armies, owner in zip(view.armies, view.owners, strict=True) if owner == seat)


async def pass_time(server: Serving, time: ManualTime, seconds: float) -> None:
    time.advance(seconds)
    await server.tick()


async def test_everybody_is_told_how_long_a_turn_lasts() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2, clock=30)
        on, _ = await mover(server, clients)
        for client in clients:
            told = [m for m in client.seen if isinstance(m, Clock)]
            assert told == [Clock(on.seat, 30.0, (on.seat,))]
        time.advance(12)
        watcher = await server.client("Mira")
        await watcher.join(on.room, watch=True)
        assert await watcher.wait(Clock) == Clock(on.seat, 18.0, (on.seat,))


async def test_a_turn_without_end_is_ended_by_the_rules() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2, clock=30)
        on, off = await mover(server, clients)
        pool = on.session.view.pool
        armies = sum(
            n for n, owner in zip(on.session.view.armies, on.session.view.owners, strict=True) if owner == on.seat
        )
        await pass_time(server, time, 29.9)
        await off.drain()
        assert not off.on_turn
        await pass_time(server, time, 0.2)
        notice = await off.wait(Notice)
        assert (notice.code, notice.facts) == ("clock-ran-out", {"seat": on.seat})
        await off.until(lambda me: me.on_turn)
        assert armies_of(off.session.view, on.seat) == armies + pool
        await off.wait(Clock, lambda c: c == Clock(off.seat, 30.0, (off.seat,)))


async def test_acting_does_not_lengthen_the_turn() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2, clock=30)
        on, off = await mover(server, clients)
        time.advance(20)
        assert isinstance(await on.act(Place(on.session.view.owners.index(on.seat), 1)), Accepted)
        await pass_time(server, time, 11)
        await off.until(lambda me: me.on_turn)


async def test_without_a_clock_a_person_may_think_for_ever() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2)
        _, off = await mover(server, clients)
        await pass_time(server, time, 10**6)
        await off.drain()
        assert not off.on_turn
        assert not any(isinstance(m, Clock) for m in off.seen)


async def test_a_bot_plays_after_the_grace_and_hands_over_at_once() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2)
        on, off = await mover(server, clients)
        await on.cut()
        state = await off.room_where(lambda r: not r.seats[on.seat].connected)
        await pass_time(server, time, 59)
        assert not server.thinker.asked
        await pass_time(server, time, 2)
        state = await off.room_where(lambda r: r.seats[on.seat].substitute)
        assert state.seats[on.seat].name == on.name
        await off.until(lambda me: me.on_turn)
        assert {question.level for question in server.thinker.asked} == {"capitan"}
        await on.come_back(server.host, server.port)
        state = await off.room_where(lambda r: r.seats[on.seat].connected)
        assert not state.seats[on.seat].substitute


async def test_a_person_who_returns_while_the_bot_thinks_takes_over_and_the_thought_is_dropped() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2)
        on, off = await mover(server, clients)
        server.thinker.free.clear()
        await on.cut()
        await off.room_where(lambda r: not r.seats[on.seat].connected)
        await pass_time(server, time, 61)
        assert len(server.thinker.asked) == 1
        version = server.room(off).version
        await on.come_back(server.host, server.port)
        server.thinker.free.set()
        await on.drain()
        assert server.room(off).version == version
        assert isinstance(await on.act(Place(on.session.view.owners.index(on.seat), 1)), Accepted)


async def test_only_time_of_the_own_turn_counts_for_the_grace() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2)
        _, off = await mover(server, clients)
        await off.cut()
        await clients[1 - off.seat].room_where(lambda r: not r.seats[off.seat].connected)
        await pass_time(server, time, 10**4)
        assert not server.room(clients[1 - off.seat]).chairs[off.seat].substitute


async def test_a_game_that_nobody_sees_stands_still() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(2, clock=30)
        on, off = await mover(server, clients)
        time.advance(10)
        version = server.room(on).version
        for client in clients:
            await client.cut()
        await until(lambda: server.service.find(on.room).vacant)
        await server.tick()
        await pass_time(server, time, 3600)
        room = server.room(on)
        assert room.version == version
        assert not any(chair.substitute for chair in room.chairs)
        await off.come_back(server.host, server.port)
        assert await off.wait(Clock) == Clock(on.seat, 20.0, (on.seat,))


async def test_an_abandoned_game_is_closed_in_the_end() -> None:
    time, log = ManualTime(), MemoryLog()
    async with serving(time=time, log=log) as server:
        (ana,) = await server.game(1, "random")
        room = ana.room
        await ana.cut()
        await until(lambda: server.service.find(room).vacant)
        await server.tick()
        await pass_time(server, time, 6 * 86400)
        assert len(server.service.hub) == 1
        await pass_time(server, time, 86400)
        assert len(server.service.hub) == 0
        assert [row.finished is not None for row in await log.rooms() if row.id == room] == [True]


async def test_a_bot_that_fails_is_replaced_by_the_rules_and_the_game_goes_on() -> None:
    async with serving() as server:
        server.thinker.broken = True
        (ana,) = await server.game(1, "random")
        notice = Notice("bot-failed", {"seat": 1})
        if not ana.on_turn:
            await ana.wait(Notice, lambda n: n == notice)
        await ana.until(lambda me: me.on_turn)
        answer = await ana.act(Place(ana.session.view.owners.index(0), ana.session.view.pool))
        assert isinstance(answer, Accepted)
        await ana.until(lambda me: notice in me.seen)
        await ana.until(lambda me: me.on_turn)


def test_a_turn_clock_starts_with_each_turn_and_only_then() -> None:
    clock = TurnClock()
    assert clock.turn(("game", 0), 30, 100.0)
    assert not clock.turn(("game", 0), 30, 110.0)
    assert clock.left(110.0) == 20.0
    assert clock.turn(("game", 1), 30, 110.0)
    assert clock.left(110.0) == 30.0
    assert clock.left(999.0) == 0.0
    assert TurnClock().left(5.0) == -1.0


def test_grace_counts_only_while_it_runs() -> None:
    grace = Grace(60.0)
    grace.run(waiting=True, now=0.0)
    grace.run(waiting=False, now=40.0)
    assert not grace.over(1000.0)
    assert grace.deadline() is None
    grace.run(waiting=True, now=1000.0)
    assert grace.deadline() == 1020.0
    assert not grace.over(1019.0)
    assert grace.over(1020.0)
