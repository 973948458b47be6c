# ruff: noqa: PLC0415 # what the first screen does not show is loaded after it has been painted
"""A window that is seen at once: what it is for is loaded and begun behind its first screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import App

from teg_tui import collector, loading
from teg_tui.i18n import _

if TYPE_CHECKING:
    from textual.theme import Theme

    from teg_tui.local_server import LocalServer
    from teg_tui.plan import SessionPlan


BREATH: Final = 0.3
"""Seconds for what was begun to be shown: what is loaded beside it takes turns with it."""


class PromptApp(App[None]):
    """Base of the program's window: it has a plan, and carries it out once it is seen.

    Args:
        plan: what this start is to lead to.
        local: a server of the program's own that has just been started, for a plan that is local.
    """

    def __init__(self, plan: SessionPlan, local: LocalServer | None) -> None:
        super().__init__()
        self.plan = plan
        self._local = local
        self._waiting = plan if self._goes_on else None
        """The plan, until it has been begun or given up."""

    def wear(self, theme: Theme) -> None:
        """Take a theme from the start: `theme` is for changing it, and would have every style sheet read twice."""
        self.register_theme(theme)
        self.set_reactive(App.theme, theme.name)
        self.stylesheet.set_variables(self.get_css_variables())

    def begin(self, plan: SessionPlan) -> None:
        """Connect as a plan says."""
        raise NotImplementedError

    def end(self, said: str) -> None:
        """Say why nothing goes on."""
        raise NotImplementedError

    @property
    def _goes_on(self) -> bool:
        """Whether the plan leads to a server at once; with a host, even the menu does: to its rooms."""
        return self.plan.intent != "menu" or bool(self.plan.host)

    def on_mount(self) -> None:
        """Wait until something is seen."""
        self.call_after_refresh(self._seen)

    def _seen(self) -> None:
        self.run_worker(self._load(), group="loading")

    async def _load(self) -> None:
        """Carry the plan out, and load what may come after it.

        A server of one's own takes its time to start, in which the game is loaded.
        """
        try:
            if self._waiting is not None:
                if self._waiting.local:
                    await loading.load((*loading.FRONT, *loading.GAMES[self._waiting.variant]))
                await self.carry_out()
                await asyncio.sleep(BREATH)
            await loading.load(loading.ALL)
        finally:
            collector.release()

    async def carry_out(self) -> None:
        """Begin what is waited for, unless it is given up meanwhile."""
        plan = begun = self._waiting
        if plan is not None and plan.local and self._local is not None:
            begun = await self._at_home(plan, self._local)
        if begun is not None and self._waiting is plan:
            self.begin(begun)

    async def _at_home(self, plan: SessionPlan, server: LocalServer) -> SessionPlan | None:
        """Return the plan with the address of one's own server; None if that does not start, which is said."""
        from teg_tui.local_server import LocalServerError

        try:
            address = await asyncio.to_thread(server.address)
        except LocalServerError as error:
            if self._waiting is plan:
                self.end(_("El servidor local no arrancó.") + " " + error.log)
            return None
        return replace(plan, host=address.host, port=address.port)
