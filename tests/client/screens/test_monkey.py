"""Any keys at any time: nothing breaks, nothing unlawful is sent, and the screen stays whole."""

import random

import pytest
from teg_shared.protocol.messages import Refused

from teg_tui.changes import Status
from teg_tui.map.palette import TRUECOLOR
from teg_tui.screens.pacing import INSTANT
from tests.client.core.table import Table
from tests.client.screens.demo import BoardApp, LocalLink

KEYS = (
    *("enter",) * 8, *("tab",) * 4, "shift+tab", "escape", "escape", "up", "down", "+", "-",
    "1", "2", "3", "9", "a", "x", "x", "r", "f", "c", "o", "p", "t", "b", "e", "v", "d", "n", "s", "l", "/",
    "?", "space", "backspace", "home", "end", "pagedown", "q", "ctrl+u", "m", "ñ",
)  # fmt: skip


@pytest.mark.parametrize(("seed", "size"), [(1, (80, 24)), (2, (120, 36)), (3, (60, 18))])
async def test_any_keys_at_any_time(seed: int, size: tuple[int, int]) -> None:
    keys = random.Random(seed)
    table = Table(3, seed)
    link = LocalLink(table)
    model = table.model(0)
    model.connected(Status("online"))
    app = BoardApp(model, link, TRUECOLOR)
    app.pacer.speed = INSTANT
    refused: list[str] = []

    def deliver(message: object) -> None:
        if isinstance(message, Refused):
            refused.append(message.code)
        app.call_later(app.receive, message)  # as over a socket: never within the key that asked for it

    link.deliver = deliver
    async with app.run_test(size=size) as pilot:
        link.go_on()
        await pilot.pause()
        for number in range(240):
            app.game.action_press("escape" if number % 6 == 0 else keys.choice(KEYS))
            if number % 5 == 0:
                await pilot.pause()
        await pilot.pause()
        rows = app.screen._compositor.render_strips()
        assert all(strip.cell_length == size[0] for strip in rows)
    assert len(link.commands) > 2
    assert not set(refused) - {"proposal-open", "pact-stands"}


async def test_a_key_in_the_bottom_line_can_be_clicked() -> None:
    table = Table(3, 1)
    link = LocalLink(table)
    model = table.model(0)
    model.connected(Status("online"))
    app = BoardApp(model, link, TRUECOLOR)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        row = "".join(s.text for s in app.screen._compositor.render_strips()[-1])
        await pilot.click(offset=(row.index("Objetivo"), 35))
        await pilot.pause()
        assert app.game.top is not None
