"""`teg web` in a real browser: a turn is played, the window changes its size, and a reload leads back to the seat."""

import asyncio
import contextlib
import io
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from tests.e2e.programs import TEG
from tests.support.browser import Page, browser, needs_chromium
from tests.support.chooser import by_lot
from tests.support.net import TestClient

pytestmark = pytest.mark.timeout(240)
GROUND = (11, 18, 32)
"""Colour of the page where no cell is."""


@contextlib.asynccontextmanager
async def site(where: Path, *arguments: str) -> AsyncIterator[tuple[str, str]]:
    """Yield the address of a `teg web` and that of the games behind it."""
    env = {**os.environ, "TEG_DATA_DIR": str(where / "data"), "TEG_CONFIG_DIR": str(where / "data"), "TEG_LANG": "es"}
    process = await asyncio.create_subprocess_exec(
        TEG, "web", "--port", "0", *arguments, stdout=asyncio.subprocess.PIPE, env=env
    )
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        words = line.replace(")", " ").split()
        assert "navegador:" in words, line
        yield words[words.index("navegador:") + 1], words[-1]
        assert process.returncode is None, "it still serves"
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await asyncio.wait_for(process.wait(), 20)


async def sit(page: Page, address: str, name: str) -> None:
    """Come for the first time: say a name, and stand before the rooms."""
    await page.open(address)
    await page.wait_for("Tu nombre")
    await page.press(name, "enter")
    await page.wait_for("Mesas en")


async def test_a_turn_is_played_and_a_reload_leads_back_to_the_seat(tmp_path: Path) -> None:
    needs_chromium()
    async with site(tmp_path) as (address, games), browser(tmp_path / "profile") as page:
        host, _, port = games.rpartition(":")
        await sit(page, address, "Ana")
        beto = await TestClient("Beto").connect(host, int(port))
        await beto.create(["open", "open", *["novato"] * 3], name="Mesa de Beto")
        while "Mesa de Beto" not in page.text:  # the server makes its list anew a few times a second at most
            await page.press("a", pause=0.5)
        await page.press("enter")
        await beto.until(lambda me: me.room_state is not None and me.room_state.seats[1].name == "Ana")
        playing = asyncio.create_task(play(beto))
        await page.wait_for("Te toca: colocá")
        before = page.size
        await page.window(1280, 800)
        await page.wait_for("╭ Jugadores")  # boxes, for which there is room now
        assert page.size > before
        await page.press("a", "enter")  # all here, and that is all
        assert await page.until(lambda: "Te toca" not in page.text)
        await page.wait_for("Te toca")
        await page.until_quiet()
        board, sockets = board_of(page), page.sockets

        await page.reload()
        assert await page.until(lambda: page.sockets > sockets)
        await page.wait_for("Te toca")
        await page.until_quiet()
        assert board_of(page) == board
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        await beto.cut()
        await looks_like_a_game(page)
        own = address.removeprefix("http:").removesuffix("/")
        assert page.requests
        outside = [asked for asked in page.requests if not asked.split(":", 1)[1].startswith((own, ","))]
        assert outside == [], "nothing comes from another machine"
        assert page.errors == []


async def play(client: TestClient) -> None:
    """Start the game, and play whenever it is this client's turn."""
    await client.start()
    await client.play(by_lot())


def board_of(page: Page) -> list[str]:
    """Return the map, as far as nothing lies on it."""
    return [line[:56].rstrip() for line in page.text.splitlines()[4:20]]


async def looks_like_a_game(page: Page) -> None:
    """The browser paints what it was sent: many colours, not one empty plane."""
    picture = Image.open(io.BytesIO(await page.picture())).convert("RGB")
    colours = picture.getcolors(1 << 20) or []
    assert len(colours) > 30
    assert max(count for count, _ in colours) < 0.9 * picture.width * picture.height


async def test_a_window_of_any_size_has_the_page_s_own_ground_at_its_edges(tmp_path: Path) -> None:
    """No white strip where the cells do not fill the window, and none where a scroll bar would be."""
    needs_chromium()
    async with site(tmp_path) as (address, _), browser(tmp_path / "profile") as page:
        await page.open(address, 1003, 747)
        await page.wait_for("Tu nombre")
        for width in range(1003, 1010, 3):
            await page.window(width, 747)
            await page.until_quiet()
            picture = Image.open(io.BytesIO(await page.picture())).convert("RGB")
            right = {picture.getpixel((width - 1, y)) for y in range(747)}
            below = {picture.getpixel((x, 746)) for x in range(width)}
            assert right | below == {GROUND}


async def test_another_browser_is_somebody_else(tmp_path: Path) -> None:
    needs_chromium()
    async with site(tmp_path) as (address, games):
        host, _, port = games.rpartition(":")
        beto = await TestClient("Beto").connect(host, int(port))
        await beto.create(["open", "open", "open"], name="Mesa de Beto")
        for name in ("Ana", "Caro"):
            async with browser(tmp_path / name) as page:
                await sit(page, address, name)
                await page.press("enter")
                await page.wait_for("Esperando que")
                await page.reload()
                await page.wait_for("Esperando que")
                assert name in page.text
        await beto.cut()
