"""Three people in three panes, each through another door, and somebody who looks on in a browser: one table."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.e2e.programs import WAIT, Person, hasten
from tests.support.browser import Page, browser
from tests.support.club import COMMANDS, PEOPLE, SITE, Club, window
from tests.support.keyboard import Robot, play
from tests.support.namespaces import inside
from tests.support.panes import Pane, Tmux

SIZE: Final = (100, 30)
"""Columns and rows of each pane."""
ROOM: Final = "Mesa de Ana"
WATCHER: Final = "Dora"
MAP: Final = 75
"""Columns of the map at this width; the boxes are to its right."""
WINDOW: Final = (1000, 640)
"""Pixels of the browser's window: as many columns as a pane."""
_ARMIES: Final = re.compile(r"[▮▴✱✚◊▾]\d+")


class Seated(Person):
    """Somebody in a pane, who has typed a command at the prompt of a shell."""

    def __init__(self, name: str, pane: Pane, command: str) -> None:
        self.name, self.terminal = name, pane
        pane.press(command, "enter")


@dataclass
class Table:
    """A game that has begun.

    Attributes:
        people: Ana by ssh, Beto through the local network, Caro through the broker.
        page: Dora's browser.
        tmux: the window with all three.
    """

    place: Club
    people: list[Seated]
    page: Page
    tmux: Tmux

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let everything be drawn until something holds.

        Raises:
            AssertionError: if it does not come to hold; the message holds all screens.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + WAIT
        while not holds():
            assert loop.time() < end, f"{self.tmux.screen_text()}\n{self.page.text}"
            await asyncio.to_thread(self._look)

    def _look(self) -> None:
        for person in self.people:
            person.terminal.pump(0.03)

    def boards(self) -> list[list[str]]:
        """Return owner's sign and armies of every country, as each of the four screens shows them."""
        texts = [person.terminal.screen_text() for person in self.people]
        return [armies(text) for text in (*texts, self.page.text)]

    async def play(self, robots: list[Robot], within: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let robots play, while the browser goes on."""
        await asyncio.to_thread(play, *robots, timeout=within, until=until)


def armies(text: str) -> list[str]:
    """Return owner's sign and armies of every country on the map of a screen."""
    return _ARMIES.findall("\n".join(line[:MAP] for line in text.splitlines()[2:-1]))


def seat(people: list[Seated], *bots: str) -> None:
    """Let the first make a room for all, and the others come in from their lists."""
    first, *others = people
    first.open_room(*["abierto"] * len(others), *bots)
    for person in others:
        person.expect(ROOM)
        person.press("enter")
        person.expect("Esperando que")
        first.expect(person.name)


async def look_on(page: Page, more: str = "", window: tuple[int, int] = WINDOW) -> None:
    """Come to the site for the first time and look on at the only table.

    Args:
        page: of a fresh browser.
        more: what stands behind the site's address.
        window: pixels of the browser's window.
    """
    await page.open(SITE + more, *window)
    await page.wait_for("Tu nombre")
    await page.press(WATCHER, "enter")
    await page.wait_for(ROOM)
    await page.press("w")
    await page.wait_for("estás mirando")
    await page.press("v", "v", "tab")


@contextlib.asynccontextmanager
async def table(
    place: Club, folder: Path, *bots: str, size: tuple[int, int] = SIZE, more: str = "",
    browsing: tuple[int, int] = WINDOW,
) -> AsyncIterator[Table]:  # fmt: skip
    """Yield a game of three and some bots that has begun, with a spectator; everything was done by keys.

    Args:
        place: where they are.
        folder: for what the browser keeps.
        bots: what the other seats are, in the words of the form.
        size: columns and rows of each pane.
        more: what stands behind the site's address.
        browsing: pixels of the browser's window.
    """
    with window(place, size) as (tmux, panes), inside(place.network):
        people = [Seated(*each) for each in zip(map(str.capitalize, PEOPLE), panes, COMMANDS, strict=True)]
        seat(people, *bots)
        people[0].press("s")
        for person in people:
            person.expect("Colocación")
        hasten(*people)
        async with browser(folder / "browser") as page:
            await look_on(page, more, browsing)
            yield Table(place, people, page, tmux)
