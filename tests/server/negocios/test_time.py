"""T3 and T4 where several seats are awaited at once: N95, N130, N153."""

from teg_server.rooms.clock import ManualTime
from teg_shared.protocol.messages import Accepted, Clock, Notice
from teg_shared.rules.negocios.commands import Done
from teg_shared.rules.negocios.events import SeatDone
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Stage

from tests.server.negocios.company import LONG, negotiation, participants, play_on, sees, talks
from tests.support.net import TestClient
from tests.support.serving import serving

TALK = 45
TIMED = Settings(block_size=40, negotiation_seconds=TALK)


def clocks(client: TestClient) -> list[Clock]:
    return [message for message in client.seen if isinstance(message, Clock)]


def ran_out(client: TestClient) -> list[object]:
    return [m.facts["seat"] for m in client.seen if isinstance(m, Notice) and m.code == "clock-ran-out"]


async def test_n130_a_negotiation_has_one_clock_that_ends_it_for_everybody() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await negotiation(server, 6, settings=TIMED, clock=100)
        seats = tuple(client.seat for client in participants(clients))
        for client in clients:
            await client.until(lambda me: clocks(me)[-1] == Clock(seats[0], TALK, seats))
        time.advance(TALK - 0.1)
        await server.tick()
        for client in clients:
            await client.drain()
            assert talks(client)
        time.advance(0.2)
        await server.tick()
        for client in clients:
            await client.until(lambda me: not talks(me))
            assert ran_out(client) == list(seats)
            turn = sees(client).actor
            await client.until(lambda me, turn=turn: clocks(me)[-1] == Clock(turn, 100, (turn,)))  # type: ignore[misc]


async def test_n130_who_is_done_is_not_waited_for_and_gets_no_other_clock() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await negotiation(server, 4, settings=TIMED, clock=100)
        first, second = participants(clients)
        time.advance(20)
        assert isinstance(await first.act(Done()), Accepted)
        await second.until(lambda me: clocks(me)[-1] == Clock(second.seat, TALK - 20, (second.seat,)))
        time.advance(TALK - 19)
        await server.tick()
        await first.until(lambda me: not talks(me))
        assert ran_out(first) == [second.seat]


async def test_n153_a_table_that_never_acts_goes_through_a_round_by_the_clock() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await server.game(4, variant="negocios", settings=TIMED, clock=100)
        stages = set()
        for _ in range(200):
            for client in clients:
                await client.drain(0.005)
            stages.add(sees(clients[0]).stage)
            if sees(clients[0]).round >= 2:
                break
            time.advance(101)
            await server.tick()
        assert stages >= {Stage.TURNS, Stage.FIRST, Stage.SECOND, Stage.COMMON}
        assert sees(clients[0]).round == 2


async def test_t4_substitutes_talk_for_everybody_who_is_away() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await negotiation(server, 4)
        away = participants(clients)
        here = [client for client in clients if client not in away]
        for client in away:
            await client.cut()
        await here[0].room_where(lambda r: not any(r.seats[client.seat].connected for client in away))
        before = len(here[0].events)
        time.advance(59)
        await server.tick()
        assert not server.thinker.asked
        time.advance(2)
        await server.tick()
        await here[0].until(lambda me: not talks(me))
        done = [event.seat for _, event in here[0].events[before:] if isinstance(event, SeatDone)]
        assert set(done) == {client.seat for client in away}
        assert {question.seat for question in server.thinker.asked} >= set(done)
        state = await here[0].room_where(lambda r: all(r.seats[client.seat].substitute for client in away))
        assert [state.seats[client.seat].name for client in away] == [client.name for client in away]


async def test_t4_who_comes_back_in_a_negotiation_speaks_again() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await negotiation(server, 4)
        away, other = participants(clients)
        server.thinker.free.clear()
        await away.cut()
        await other.room_where(lambda r: not r.seats[away.seat].connected)
        time.advance(61)
        await server.tick()
        assert [question.seat for question in server.thinker.asked] == [away.seat]
        version = server.room(other).version
        await away.come_back(server.host, server.port)
        server.thinker.free.set()
        await away.drain()
        assert server.room(other).version == version
        assert isinstance(await away.act(Done()), Accepted)


async def test_without_a_clock_a_negotiation_may_last_for_ever() -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        clients = await negotiation(server, 4, settings=LONG)
        time.advance(10**6)
        await server.tick()
        for client in clients:
            await client.drain()
            assert talks(client)
            assert not clocks(client)
        await play_on(clients)
