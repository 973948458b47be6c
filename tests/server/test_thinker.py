"""Bots think in processes of their own: they answer, they crash, they hang, and the server goes on."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator

import msgspec
import pytest
from teg_server.bots import LEVELS, make
from teg_server.thinking import thinker as module
from teg_server.thinking.thinker import Question, ThinkerError, Workers
from teg_shared.protocol.codec import VariantCodec
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import State
from teg_shared.rules.game import start

from tests.support.serving import until

CODEC = VariantCodec(CLASSIC)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    crew = Workers(1)
    yield crew
    await crew.close()


def position() -> State:
    """Return a dealt game of three."""
    game = start(CLASSIC, ("azul", "rojo", "negro"), Settings(), VerifiableChance(b"thinker"))
    state = game.state
    assert isinstance(state, State)
    return state


def question(level: str = "random", **changes: object) -> Question:
    state = position()
    asked = Question("classic", level, 7, state.turn, on_turn=True, view=CODEC.encode(CLASSIC.view(state, state.turn)))
    return msgspec.structs.replace(asked, **changes)


@pytest.mark.parametrize("level", LEVELS)
async def test_a_worker_answers_what_the_bot_would_choose_here(workers: Workers, level: str) -> None:
    state = position()
    answer = await workers.ask(question(level))
    assert answer is not None
    assert CODEC.command(answer) == make(level, 7).choose(CLASSIC.view(state, state.turn), state.turn)


async def test_who_is_not_on_turn_and_has_no_proposal_says_nothing(workers: Workers) -> None:
    other = (position().turn + 1) % 3
    assert await workers.ask(question(seat=other, on_turn=False)) is None


async def test_a_bot_that_raises_is_reported_and_its_process_goes_on(workers: Workers) -> None:
    with pytest.raises(ThinkerError, match="no level"):
        await workers.ask(question("mariscal"))
    assert await workers.ask(question()) is not None


async def test_a_process_that_dies_is_replaced(workers: Workers) -> None:
    await workers.ask(question())
    (worker,) = workers._idle
    os.kill(worker._process.pid, signal.SIGKILL)
    # whether it is noticed before or while asking, at most one thought is lost
    with contextlib.suppress(ThinkerError):
        await workers.ask(question())
    assert not worker.alive
    assert await workers.ask(question()) is not None


async def test_a_process_that_hangs_is_ended(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    await workers.ask(question())
    (worker,) = workers._idle
    os.kill(worker._process.pid, signal.SIGSTOP)
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    with pytest.raises(ThinkerError, match="Timeout"):
        await workers.ask(question())
    assert not worker.alive
    monkeypatch.undo()
    assert await workers.ask(question()) is not None


async def test_a_thought_that_is_not_wanted_any_more_takes_its_process_with_it(workers: Workers) -> None:
    await workers.ask(question())
    (worker,) = workers._idle
    os.kill(worker._process.pid, signal.SIGSTOP)
    task = asyncio.create_task(workers.ask(question()))
    await until(lambda: not workers._idle)  # its process has been taken
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not worker.alive
    assert await workers.ask(question()) is not None


async def test_no_more_processes_than_allowed_think_at_a_time() -> None:
    crew = Workers(2)
    try:
        await asyncio.gather(*(crew.ask(question()) for _ in range(8)))
        assert len(crew._idle) <= 2
    finally:
        await crew.close()


async def test_a_worker_ends_with_its_server(workers: Workers) -> None:
    await workers.ask(question())
    (worker,) = workers._idle
    assert worker._process.stdin is not None
    worker._process.stdin.close()
    async with asyncio.timeout(10):
        assert await worker._process.wait() == 0
