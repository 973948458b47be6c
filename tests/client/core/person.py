"""A person for tests: a client whose screen is a list of what changed."""

import asyncio
import time
from collections.abc import Callable
from typing import Self, TypeVar

from teg_shared.protocol.messages import FromServer

from teg_tui.changes import Change
from teg_tui.client import Client
from teg_tui.config import Store
from teg_tui.model import Model
from teg_tui.plan import SessionPlan

C = TypeVar("C", bound=Change)
PATIENCE = 10.0
"""Seconds until a test gives up waiting; only a failing one waits so long."""


class Person:
    """A client that applies every message at once and remembers what changed."""

    def __init__(self, plan: SessionPlan, store: Store | None = None) -> None:
        self.changes: list[Change] = []
        self._news = asyncio.Event()
        self.client = Client(plan, self._message, self._changed, store)

    @property
    def model(self) -> Model:
        """The classic model; fails at a table where something else is played."""
        assert isinstance(self.client.model, Model)
        return self.client.model

    def _message(self, message: FromServer) -> None:
        self._changed(self.client.show(message, time.monotonic()))

    def _changed(self, changes: list[Change]) -> None:
        self.changes += changes
        self._news.set()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so; it is looked at whenever anything has changed."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def change(self, kind: type[C], count: int = 1) -> C:
        """Wait for the `count`-th change of this kind and return it."""
        await self.until(lambda: len(self.all(kind)) >= count)
        return self.all(kind)[count - 1]

    def all(self, kind: type[C]) -> list[C]:
        """Return every change of this kind so far."""
        return [change for change in self.changes if isinstance(change, kind)]

    async def __aenter__(self) -> Self:
        self.client.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.client.close()
