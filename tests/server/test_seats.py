"""T4 and the numbers on messages: coming back, being displaced, filling gaps, acting once only."""

import asyncio

import pytest
from teg_server.rooms import gallery
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.messages import Accepted, Act, JoinRoom, LeaveRoom, Notice, Refused, Resync, Snapshot, Update
from teg_shared.rules.classic.commands import EndTurn, Place, ProposePact, Withdraw
from teg_shared.rules.classic.data import HIDDEN
from teg_shared.rules.classic.settings import Settings

from tests.support.chooser import by_lot
from tests.support.net import RefusedError, TestClient
from tests.support.serving import Serving, serving, until


def truth(server: Serving, client: TestClient) -> bytes:
    """Return the hash of what the client should see."""
    room = server.room(client)
    assert room.match is not None
    viewer = client.seat if client.seat >= 0 else None
    return state_hash(room.variant.view(room.match.game.state, viewer))


def own_country(client: TestClient) -> int:
    return int(client.session.view.owners.index(client.seat))


async def one_on_turn(clients: list[TestClient]) -> TestClient:
    """Return the client that is on turn, everybody being up to date."""
    for client in clients:
        await client.drain()
    return next(client for client in clients if client.on_turn)


async def test_who_comes_back_gets_exactly_what_was_missed() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        mover = await one_on_turn([ana, beto])
        away = beto if mover is ana else ana
        await away.cut()
        known = away.session.version
        for _ in range(3):
            assert isinstance(await mover.act(Place(own_country(mover), 1)), Accepted)
        before = len(away.seen)
        await away.come_back(server.host, server.port)
        await away.until(lambda me: me.session.version == known + 3)
        fresh = away.seen[before:]
        assert [m.version for m in fresh if isinstance(m, Update)] == [known + 1, known + 2, known + 3]
        assert not any(isinstance(m, Snapshot) for m in fresh)
        assert state_hash(away.session.view) == truth(server, away)


async def test_who_was_away_for_too_long_gets_the_whole_view(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = 10
    monkeypatch.setattr(gallery, "RING", kept)
    async with serving() as server:
        ana, beto = await server.game(2)
        await beto.drain()
        known = beto.session.version
        await beto.cut()
        while ana.session.version <= known + kept:
            assert isinstance(await ana.act(ProposePact(1)), Accepted)
            assert isinstance(await ana.act(Withdraw(ana.session.view.proposals[0].id)), Accepted)
        before = len(beto.seen)
        await beto.come_back(server.host, server.port)
        await beto.wait(Snapshot)
        assert not any(isinstance(m, Update) for m in beto.seen[before:])
        await beto.drain()
        assert state_hash(beto.session.view) == truth(server, beto)


@pytest.mark.parametrize("since", [-1, -2, 10**6, 0])
async def test_a_resync_from_an_unknown_version_is_answered_by_a_snapshot(since: int) -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "random")
        await ana.drain()
        await ana.send(Resync(since))
        if since == -2:
            assert (await ana.wait(Refused)).code == "number"
            return
        snapshot = await ana.wait(Snapshot)
        assert snapshot.version == server.room(ana).version
        assert snapshot.hash == truth(server, ana)


async def test_a_client_that_lost_an_update_asks_for_it_by_itself() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        mover = await one_on_turn([ana, beto])
        other = beto if mover is ana else ana
        await mover.act(Place(own_country(mover), 1))
        await other.wait(Update)
        other.session.version -= 1  # as if that update had never come
        await mover.act(Place(own_country(mover), 1))
        await other.until(lambda me: me.session.version == mover.session.version)
        assert state_hash(other.session.view) == truth(server, other)


async def test_a_name_alone_takes_no_seat() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        thief = await server.client("Ana")
        with pytest.raises(RefusedError, match="game-running"):
            await thief.join(ana.room)
        for token in ("x", "A" * 32, beto.session.token[:-1]):
            await thief.send(JoinRoom(ana.room, "Ana", token=token))
            assert (await thief.wait(Refused)).code == "token-unknown"
        await ana.drain()
        assert ana.bye is None


async def test_a_second_connection_of_a_seat_displaces_the_first() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        second = await server.client("Otra")
        await second.send(JoinRoom(ana.room, "Otra", token=ana.session.token))
        await second.until_dealt()
        assert second.seat == ana.seat
        async for _ in ana.messages():
            pass
        assert ana.bye is not None
        assert ana.bye.code == "displaced"
        state = await beto.room_where(lambda r: r.seats[0].connected)
        assert state.seats[0].name == "Ana"
        if second.on_turn:
            assert isinstance(await second.act(Place(own_country(second), 1)), Accepted)


async def test_a_repeated_act_changes_nothing_and_says_so() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        mover = await one_on_turn([ana, beto])
        first = await mover.act(Place(own_country(mover), 1))
        assert isinstance(first, Accepted)
        hash_before = truth(server, mover)
        again = Act(first.number, pack_raw(Place(own_country(mover), 1)))
        await mover.send(again, again)
        for _ in range(2):
            answer = await mover.wait(Accepted)
            assert (answer.number, answer.version, answer.repeated) == (first.number, first.version, True)
        assert truth(server, mover) == hash_before


async def test_an_act_without_an_answer_is_repeated_after_a_cut_and_done_once() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        mover = await one_on_turn([ana, beto])
        country = own_country(mover)
        armies = mover.session.view.armies[country]
        version = mover.session.version
        await mover.send(mover.session.act(Place(country, 1)))
        await until(lambda: server.room(mover).version > version)  # it has been done, and nobody has read the answer
        await mover.cut()
        await mover.come_back(server.host, server.port)
        answer = await mover.wait(Accepted)
        assert answer.repeated
        assert mover.session.view.armies[country] == armies + 1
        assert not mover.session.pending


async def test_a_client_that_starts_anew_learns_its_number() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        mover = await one_on_turn([ana, beto])
        await mover.act(Place(own_country(mover), 1))
        fresh = await server.client("Nueva")
        await fresh.send(JoinRoom(mover.room, "Nueva", token=mover.session.token))
        await fresh.until_dealt()
        answer = await fresh.act(Place(own_country(fresh), 1))
        assert isinstance(answer, Accepted)
        assert (answer.number, answer.repeated) == (2, False)


async def test_a_refused_act_names_its_number_and_changes_nothing() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        mover = await one_on_turn([ana, beto])
        other = beto if mover is ana else ana
        hash_before, version = truth(server, other), server.room(ana).version
        answer = await other.act(EndTurn())
        assert isinstance(answer, Refused)
        assert (answer.code, answer.number) == ("not-your-turn", 1)
        assert (truth(server, other), server.room(ana).version) == (hash_before, version)


async def test_leaving_a_game_for_a_while_keeps_the_seat() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        await beto.send(LeaveRoom())
        assert (await beto.wait(Notice)).code == "you-left"
        state = await ana.room_where(lambda r: not r.seats[1].connected)
        assert (state.seats[1].kind, state.seats[1].left) == ("human", False)
        await beto.send(JoinRoom(ana.room, "Beto", token=beto.session.token))
        await ana.room_where(lambda r: r.seats[1].connected)


async def test_who_leaves_for_good_is_played_by_a_bot_and_can_not_come_back() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        token = beto.session.token
        await beto.send(LeaveRoom(for_good=True))
        await beto.wait(Notice, lambda n: n.code == "you-left")
        state = await ana.room_where(lambda r: r.seats[1].left)
        assert state.seats[1].name == "Beto"
        await ana.play(by_lot(1))
        assert ana.finished
        await beto.send(JoinRoom(ana.room, "Beto", token=token))
        assert (await beto.wait(Refused)).code == "token-unknown"


async def test_with_neutral_leavers_the_seat_only_defends() -> None:
    async with serving() as server:
        ana, beto, caro = await server.table(3, settings=Settings(leaver="neutral"))
        await asyncio.gather(ana.start(), beto.until_dealt(), caro.until_dealt())
        await beto.send(LeaveRoom(for_good=True))
        await beto.wait(Notice, lambda n: n.code == "you-left")
        await ana.until(lambda me: bool(me.session.view.neutral >> 1 & 1))
        await asyncio.gather(ana.play(by_lot(1)), caro.play(by_lot(2)))
        assert ana.finished
        assert not server.thinker.asked


async def test_a_game_nobody_is_left_to_play_is_closed() -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "random")
        await ana.send(LeaveRoom(for_good=True))
        await ana.wait(Notice, lambda n: n.code == "you-left")
        await until(lambda: len(server.service.hub) == 0)


async def test_nobody_but_the_seat_sees_its_hand_and_objective_in_a_snapshot() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        assert ana.session.view.objectives[0] != HIDDEN
        assert ana.session.view.objectives[1] == HIDDEN
        assert beto.session.view.objectives[0] == HIDDEN
