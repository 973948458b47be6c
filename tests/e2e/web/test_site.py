"""The site of `teg web` without a browser: who may come, what is served, and what odd messages do."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from teg_tui.web import COOKIE, Site, language_of, serve, site_names


@pytest.fixture
async def site() -> AsyncIterator[aiohttp.ClientSession]:
    stop, address = asyncio.Event(), asyncio.get_running_loop().create_future()
    served = Site("127.0.0.1:9", site_names(""), loopback=True, most=2)
    running = asyncio.create_task(serve(served, "127.0.0.1", 0, stop, address.set_result))
    jar = aiohttp.CookieJar(unsafe=True)  # it would keep none for an address otherwise
    async with aiohttp.ClientSession(await address, cookie_jar=jar) as client:
        yield client
    stop.set()
    await running
    assert not served.lines


async def origin(client: aiohttp.ClientSession) -> str:
    """Return where the site is, after its page has been asked for."""
    answer = await client.get("/")
    assert answer.status == 200
    return f"http://{answer.url.authority}"


async def test_the_page_asks_nothing_of_other_machines_and_says_so(site: aiohttp.ClientSession) -> None:
    answer = await site.get("/")
    page = await answer.text()
    assert "https://" not in page
    assert "http://" not in page
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    for path in ("/static/js/textual.js", "/static/css/xterm.css", "/page/page.css", "/page/page.js"):
        assert (await site.get(path)).status == 200
    for path in ("/static/", "/page/", "/page/../web.py", "/static/../server.py", "/download/x", "/page/%2e%2e/web.py"):
        assert (await site.get(path)).status in {403, 404}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", ""])
async def test_a_name_of_another_site_that_leads_here_is_refused(site: aiohttp.ClientSession, host: str) -> None:
    assert (await site.get("/", headers={"Host": host})).status in {400, 403}


@pytest.mark.parametrize("far", ["http://evil.example", "null", ""])
async def test_a_page_of_another_site_gets_no_terminal(site: aiohttp.ClientSession, far: str) -> None:
    await origin(site)
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await site.ws_connect("/ws", headers={"Origin": far} if far else {})
    assert caught.value.status == 403


async def test_without_the_cookie_there_is_no_terminal(site: aiohttp.ClientSession) -> None:
    here = await origin(site)
    site.cookie_jar.clear()
    for cookie in ("", f"{COOKIE}=short", f"{COOKIE}={'x' * 42}/"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await site.ws_connect("/ws", headers={"Origin": here, "Cookie": cookie})
        assert caught.value.status == 403


@pytest.mark.parametrize(
    "said",
    ["", "[", "{}", '["quit"]', '["stdin", 5]', '["resize", {"width": "80"}]', '["deliver"]', "[" * 5000, "x" * 70000],
    ids=lambda said: str(said)[:12],
)
async def test_a_message_that_makes_no_sense_ends_the_visit(site: aiohttp.ClientSession, said: str) -> None:
    here = await origin(site)
    async with site.ws_connect("/ws?width=80&height=24", headers={"Origin": here}) as line:
        await line.send_str(said)
        async for message in line:
            assert message.type is aiohttp.WSMsgType.BINARY  # the screen, up to the end
    assert line.closed


async def test_no_more_visitors_than_the_host_allows(site: aiohttp.ClientSession) -> None:
    here = await origin(site)
    lines = [await site.ws_connect("/ws", headers={"Origin": here}) for _ in range(2)]
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await site.ws_connect("/ws", headers={"Origin": here})
    assert caught.value.status == 503
    await lines[0].send_str(json.dumps(["ping", "1"]))
    for line in lines:
        await line.close()
    message = None
    while message is None:  # a place is free when the program of who has left is gone
        with contextlib.suppress(aiohttp.WSServerHandshakeError):
            async with site.ws_connect("/ws?width=99999999&height=-1", headers={"Origin": here}) as line:
                message = await line.receive(20)
    assert message.type is aiohttp.WSMsgType.BINARY


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("es-AR,es;q=0.9,en;q=0.8", "es"), ("en-US,en;q=0.5", "en"), ("fr, en;q=0.7", "en"), ("pt-BR", "es"), ("", "es")],
)
def test_the_browser_s_language_is_spoken_if_there_is_one(accepted: str, language: str) -> None:
    assert language_of(accepted) == language
