"""Looking for a room on other servers while its own does not answer any more."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Final

from teg_shared.protocol.session import ClientSession

from teg_tui.address import Address, AddressError
from teg_tui.changes import Status

if TYPE_CHECKING:
    from teg_tui.discovery.lobby import BrokerAddress

AFTER: Final = 4
"""Attempts to come back after which the room is looked for elsewhere as well."""

Seek = Callable[[str, str], Coroutine[None, None, tuple[Address, ...]]]
"""Waits until the room with this id is found on another server that knows the seat with this token."""


def through(broker: "BrokerAddress | str") -> Seek | None:
    """Return how to look in the directory of a broker; None if there is none."""
    if not broker:
        return None

    async def seek(room: str, token: str) -> tuple[Address, ...]:
        try:
            import aiomqtt  # noqa: F401, PLC0415 # an extra
        except ImportError:
            return ()
        # loaded only when a server has been away for a while
        from teg_tui.discovery.lobby import PASSWORD_VARIABLE, parse_broker  # noqa: PLC0415
        from teg_tui.discovery.whereabouts import whereabouts  # noqa: PLC0415

        try:
            known = broker
            if isinstance(known, str):
                known = parse_broker(known, password=os.environ.get(PASSWORD_VARIABLE, ""))
        except AddressError:
            return ()
        return await whereabouts(known, room, token)

    return seek


class Elsewhere:
    """One search at a time, from some failed attempts on until the connection stands again.

    Args:
        seek: how to look; None for not at all.
        go_to: called with the places where the room is.
    """

    def __init__(self, seek: Seek | None, go_to: Callable[[Sequence[Address]], None]) -> None:
        self._seek = seek
        self._go_to = go_to
        self._task: asyncio.Task[None] | None = None

    def watch(self, status: Status, session: ClientSession) -> None:
        """Look, or stop looking, as the connection stands."""
        if status.condition != "reconnecting":
            self.stop()
        elif self._seek is not None and self._task is None and status.attempt >= AFTER and session.token:
            self._task = asyncio.create_task(self._look(self._seek(session.room, session.token)), name="elsewhere")

    def stop(self) -> None:
        """Stop looking."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def _look(self, found: Coroutine[None, None, tuple[Address, ...]]) -> None:
        if places := await found:
            self._go_to(places)
