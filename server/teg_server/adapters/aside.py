"""A task beside the games, for as long as a block of code lasts: whatever becomes of it, no game notices."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def aside(
    name: str, work: Coroutine[Any, Any, None], stop: Callable[[], None], farewell: float
) -> AsyncIterator[None]:
    """Let `work` run beside the block; at its end `stop` is called, and a second more than `farewell` waited for it."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_report)
    try:
        yield
    finally:
        stop()
        _, late = await asyncio.wait({task}, timeout=farewell + 1)
        for slow in late:
            slow.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _report(task: "asyncio.Task[None]") -> None:
    """A bug in the work ends it and nothing else."""
    if not task.cancelled() and task.exception() is not None:
        log.error("%s broken", task.get_name(), exc_info=task.exception())
