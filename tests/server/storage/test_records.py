"""The record that a real server hands out after a game over real sockets and a real log is clean."""

import asyncio
from pathlib import Path

import pytest
from teg_server.storage.sqlite import SqliteLog
from teg_shared.protocol.messages import GetRecord, LeaveRoom, Record, RevealNow
from teg_shared.protocol.record import Problem, Witness, read_record, verify
from teg_shared.rules.classic.settings import OFFICIAL, Settings

from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import serving


def witness(client: TestClient) -> Witness:
    """Return what this client has seen of the dice before the deal."""
    asked = next(message for message in client.seen if isinstance(message, RevealNow))
    assert client.room_state is not None
    return Witness(client.room_state.commitment, asked.commitments, client.seat, client.contribution)


async def record_of(client: TestClient) -> bytes:
    await client.send(GetRecord())
    return (await client.wait(Record)).data


def grave(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.grave]


@pytest.mark.parametrize("settings", [Settings(), OFFICIAL])
async def test_every_client_finds_the_record_of_its_game_clean(tmp_path: Path, settings: Settings) -> None:
    log = await SqliteLog.open(tmp_path / "teg.db")
    async with serving(log=log) as server:
        clients = await server.game(2, "novato", "novato", settings=settings)
        async with asyncio.timeout(60):
            await asyncio.gather(*(client.play(by_lot(n)) for n, client in enumerate(clients)))
        record = read_record(await record_of(clients[0]))
        assert len(record.entries) > 20
        for client in clients:
            assert verify(record, witness(client)) == []
            assert client.room_state is not None
            assert record.fingerprint == client.room_state.fingerprint


@pytest.mark.parametrize("leaver", ["bot", "neutral"])
async def test_a_game_that_somebody_left_has_a_clean_record(leaver: str) -> None:
    async with serving() as server:
        stays, goes = await server.game(2, "novato", settings=Settings(leaver=leaver))  # type: ignore[arg-type]
        seen = witness(stays)
        await goes.send(LeaveRoom(for_good=True))
        async with asyncio.timeout(60):
            await stays.play(by_lot(1))
        record = read_record(await record_of(stays))
        assert grave(verify(record, seen)) == []
        assert any(entry.cause == "leave" for entry in record.entries) == (leaver == "neutral")


async def test_a_contribution_that_was_withheld_is_in_the_record() -> None:
    async with serving() as server:
        fair_one, silent = await server.table(2)
        silent.withhold = True
        await asyncio.gather(fair_one.start(), silent.until_dealt())
        async with asyncio.timeout(60):
            await asyncio.gather(fair_one.play(by_lot(1)), silent.play(by_lot(2)))
        problems = verify(read_record(await record_of(fair_one)), witness(fair_one))
        assert [(problem.code, problem.facts, problem.grave) for problem in problems] == [
            ("withheld", {"seat": 1}, False)
        ]
