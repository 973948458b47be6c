"""Games go from one server to another, real processes on real files: none is lost, none is played twice."""

import asyncio
from pathlib import Path

import pytest
from teg_shared.rules.classic.settings import OFFICIAL

from tests.server.handover.town import back_at, fill, game_log, host, receipts, rooms_of, settled
from tests.support.chooser import by_lot
from tests.support.net import ClosedError, TestClient
from tests.support.serving import ServerProcess, until


async def said_goodbye(client: TestClient) -> tuple[str, dict[str, object]]:
    """Wait until the server closes and return its last word."""
    try:
        while True:
            await client.receive()
    except ClosedError as closed:
        await client.cut()
        return (closed.bye.code, dict(closed.bye.facts)) if closed.bye is not None else ("", {})


async def test_people_find_their_game_on_the_other_server_as_it_was(tmp_path: Path) -> None:
    old, new, folder = tmp_path / "old", tmp_path / "new", tmp_path / "between"
    settings = tmp_path / "old.toml"
    settings.write_text("[waiting]\nmoved = 1.5\n")
    async with await ServerProcess.start("--config", str(settings), data=old) as first:
        ana, beto = [await TestClient(name).connect(first.host, first.port) for name in ("Ana", "Beto")]
        room = await ana.create(["open", "open", "random"], settings=OFFICIAL, password="mate")
        await beto.join(room, password="mate")
        await asyncio.gather(ana.start(), beto.until_dealt())
        await asyncio.gather(*(c.play(by_lot(5), until=lambda: ana.session.version > 20) for c in (ana, beto)))
        code, said, _ = await host("--data", old, "--hand-over", folder)
        assert (code, str(folder) in said) == (0, True)
        assert [await said_goodbye(client) for client in (ana, beto)] == [("moving", {})] * 2
        await until(lambda: any(folder.glob("*.teggame")))
        # nobody has it yet: whoever comes back is asked for patience
        await ana.cut()
        await ana.connect(first.host, first.port)
        await ana.send(*ana.session.receive(ana.seen[-1]).send)
        assert await said_goodbye(ana) == ("moving", {})
        seen = max(ana.session.version, beto.session.version)
        async with await ServerProcess.start("--adopt", str(folder), data=new) as second:
            await settled(folder, 1)
            await until(lambda: receipts(folder)[0].addresses == (f"{second.host}:{second.port}",))
            where = await _sent_on(ana, first)
            assert where == f"{second.host}:{second.port}"
            for client in (ana, beto):
                await back_at(client, where)
                assert client.session.version >= seen
            version = ana.session.version
            await asyncio.gather(*(c.play(by_lot(6), until=lambda: ana.session.version > version) for c in (ana, beto)))
            assert await asyncio.wait_for(first.process.wait(), 20) == 0, "it ends once everybody could be told"
            await asyncio.gather(ana.cut(), beto.cut())
            await second.stop()
    ((there, _),) = (await rooms_of(new)).values()
    assert (there.id, there.settings, bool(there.password)) == (room, OFFICIAL, True)
    assert there.match is not None
    assert await rooms_of(old) == {}
    assert not list(folder.glob("*.teggame*"))


async def _sent_on(client: TestClient, server: ServerProcess) -> str:
    """Come back to the old server until it says where the room is."""
    async with asyncio.timeout(20):
        while True:
            await client.cut()
            await client.connect(server.host, server.port)
            await client.send(*client.session.receive(client.seen[-1]).send)
            code, facts = await said_goodbye(client)
            if code == "moved":
                addresses = facts["addresses"]
                assert isinstance(addresses, list)
                return str(addresses[0])
            assert code == "moving"


async def test_a_server_that_is_started_again_still_says_where_its_games_went(tmp_path: Path) -> None:
    old, new, folder = tmp_path / "old", tmp_path / "new", tmp_path / "between"
    first = await ServerProcess.start(data=old)
    ana = await TestClient("Ana").connect(first.host, first.port)
    await ana.create(["open", "open"])
    await host("--data", old, "--hand-over", folder)
    await until(lambda: any(folder.glob("*.teggame")))
    await first.kill()
    async with await ServerProcess.start("--adopt", str(folder), data=new) as second:
        await settled(folder, 1)
        async with await ServerProcess.start(data=old) as again:
            assert await _sent_on(ana, again) == f"{second.host}:{second.port}"
            await again.kill()
        async with await ServerProcess.start(data=old) as again:
            assert await _sent_on(ana, again) == f"{second.host}:{second.port}"
    await ana.cut()


@pytest.mark.parametrize("variant", ["classic", "negocios"])
async def test_the_data_of_a_server_that_has_ended_are_taken_over_in_one_line(tmp_path: Path, variant: str) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    before = await fill(old, await game_log(variant=variant), 5)
    async with await ServerProcess.start("--adopt", str(old), data=new) as server:
        await settled(old / "handover", 5)
        await server.stop()
    assert {name: fate[1] for name, fate in (await rooms_of(new)).items()} == before
    assert await rooms_of(old) == {}


async def test_the_data_of_a_server_that_runs_are_left_alone(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    async with await ServerProcess.start(data=old) as first:
        ana = await TestClient("Ana").connect(first.host, first.port)
        room = await ana.create(["open", "open"])
        code, _, logged = await host("--port", "0", "--data", new, "--adopt", old)
        assert code == 1
        assert "running" in logged
        assert not (old / "handover").exists()
        await ana.cut()
        await first.stop()
    assert set(await rooms_of(old)) == {room}


async def test_of_two_servers_exactly_one_gets_each_game(tmp_path: Path) -> None:
    folder, old = tmp_path / "between", tmp_path / "old"
    before = await fill(old, await game_log(), 40)
    heirs = [tmp_path / name for name in ("one", "two", "three")]
    servers = [await ServerProcess.start("--adopt", str(_made(folder)), data=data) for data in heirs]
    code, said, _ = await host("--data", old, "--hand-over", folder)
    assert (code, "40" in said) == (0, True)
    await settled(folder, 40)
    for server in servers:
        await server.stop()
    shares = [{name: fate[1] for name, fate in (await rooms_of(data)).items()} for data in heirs]
    assert sum(map(len, shares)) == 40
    assert {name: state for share in shares for name, state in share.items()} == before


async def test_a_server_killed_while_it_takes_over_goes_on_and_has_every_game_once(tmp_path: Path) -> None:
    folder, old, new = _made(tmp_path / "between"), tmp_path / "old", tmp_path / "new"
    before = await fill(old, await game_log(), 60)
    await host("--data", old, "--hand-over", folder)
    for kill in range(5):
        server = await ServerProcess.start("--adopt", str(_made(tmp_path / "empty")), data=new)
        await host("--data", new, "--adopt", folder)
        await until(lambda: len(receipts(folder)) >= 8 * (kill + 1))  # noqa: B023 -- at once
        await server.kill()
    assert 0 < len(receipts(folder)) < 60, "it was killed in the middle"
    async with await ServerProcess.start("--adopt", str(folder), data=new) as server:
        await settled(folder, 60)
        await server.stop()
    assert {name: fate[1] for name, fate in (await rooms_of(new)).items()} == before
    assert [path for path in folder.iterdir() if path.suffix not in {".moved", ".lock"} and path.name != ".lock"] == []


async def test_a_game_comes_home_to_the_server_that_gave_it_away(tmp_path: Path) -> None:
    folder, old, new = tmp_path / "between", tmp_path / "old", tmp_path / "new"
    before = await fill(old, await game_log(), 2)
    await host("--data", old, "--hand-over", folder)
    for data in (old, new, old):  # taken back unplayed, given to another, and given back by that one
        async with await ServerProcess.start("--adopt", str(folder), data=data) as server:
            await until(lambda: not list(folder.glob("*.teggame*")))
            await server.stop()
        assert {name: fate[1] for name, fate in (await rooms_of(data)).items()} == before
        await host("--data", data, "--hand-over", folder)
        assert await rooms_of(data) == {}


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder
