"""Bots think in processes of their own: a question with what the seat may see goes out, a command comes back.

The event loop never waits for a bot, a bot that crashes or hangs takes nobody with it, and there is at most
one thought at a time for each process.
"""

import asyncio
import contextlib
import logging
import os
import sys
from collections import deque
from typing import Final, Protocol

import msgspec

from teg_server.bots import LEVELS

log = logging.getLogger(__name__)

HEADER: Final = 4
PATIENCE: Final = 30.0
"""Seconds after which a thought is given up and its process ended."""


ENDING: Final = 5.0
"""Seconds for the system to end a process."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    """What a bot is asked."""

    variant: str
    level: str
    seed: int
    seat: int
    on_turn: bool
    """The game waits for the seat; otherwise only an answer to a proposal or an offer is wanted."""
    view: msgspec.Raw


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What it says: a command, or nothing; `error` if it failed."""

    command: bytes = b""
    """Encoded; empty for nothing."""
    error: str = ""


class ThinkerError(Exception):
    """No answer will come."""


class Thinker(Protocol):
    """Whoever lets bots think."""

    levels: tuple[str, ...]

    async def ask(self, question: Question) -> bytes | None:
        """Return the command that the bot chose, or None for nothing.

        Raises:
            ThinkerError: if the bot failed.
        """
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


class _Worker:
    """One process that thinks."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> "_Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "teg_server.thinking.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
        )  # fmt: skip
        log.debug("worker pid=%d", process.pid)
        return cls(process)

    async def ask(self, question: bytes) -> Answer:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise ThinkerError("no pipes")
        stdin.write(len(question).to_bytes(HEADER, "big") + question)
        head = await stdout.readexactly(HEADER)
        return msgspec.msgpack.decode(await stdout.readexactly(int.from_bytes(head, "big")), type=Answer)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING):
                await self._process.wait()


class Workers:
    """Processes that think, started when first needed and again after a crash.

    Args:
        most: most processes at a time; 0 for one a core.
    """

    levels = LEVELS

    def __init__(self, most: int = 0) -> None:
        self._idle: deque[_Worker] = deque()
        self._places = asyncio.Semaphore(most or os.cpu_count() or 1)

    async def ask(self, question: Question) -> bytes | None:
        """See Thinker.ask."""
        async with self._places:
            worker = await self._take()
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await worker.ask(msgspec.msgpack.encode(question))
            except (TimeoutError, EOFError, OSError, msgspec.MsgspecError) as error:
                await worker.end()
                raise ThinkerError(f"worker lost: {type(error).__name__}: {error}") from error
            except BaseException:
                # cancelled in the middle of an answer: what comes next would belong to somebody else's question
                await asyncio.shield(worker.end())
                raise
            self._idle.append(worker)
        if answer.error:
            raise ThinkerError(answer.error)
        return answer.command or None

    async def _take(self) -> _Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            await worker.end()
        try:
            return await _Worker.start()
        except OSError as error:
            raise ThinkerError(f"no worker: {error}") from error

    async def close(self) -> None:
        """End all processes that wait; those that think end with the tasks that asked them."""
        while self._idle:
            await self._idle.pop().end()
