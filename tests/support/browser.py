"""A headless Chromium for a test, driven over its own debugging socket, and the screen that its page was sent."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

import aiohttp
import pyte
import pytest

from tests.support.terminal import KEYS, Screen, feedable

CHROMIUM: Final = next(
    (path for name in ("chromium-headless-shell", "chromium", "google-chrome") if (path := shutil.which(name))), None
)
WAIT: Final = 40.0
STEP: Final = 0.05
KEY_NAMES: Final = {
    "enter": ("Enter", 13, "\r"), "tab": ("Tab", 9, ""), "escape": ("Escape", 27, ""), "up": ("ArrowUp", 38, ""),
    "down": ("ArrowDown", 40, ""), "left": ("ArrowLeft", 37, ""), "right": ("ArrowRight", 39, ""),
}  # fmt: skip
"""What a keyboard event says for keys that are no text."""


def needs_chromium() -> None:
    """Skip the test where there is no Chromium; in CI that is a failure."""
    if CHROMIUM is None:
        pytest.skip("browser: no Chromium on this machine (Debian, Ubuntu: apt install chromium-headless-shell)")


class Page:
    """One page, and what came to it.

    Attributes:
        screen: what the bytes that the page's socket has received make of a terminal.
        requests: every address that the page has asked for.
        errors: what the page's scripts complained about.
    """

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.session = ""
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.sockets = 0
        self.size = (0, 0)
        self.screen = Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self._held = b""
        self._reader = asyncio.create_task(self._read())

    # --- the page

    async def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command to the browser and return its answer.

        Raises:
            AssertionError: if it refuses.
        """
        number = next(self._numbers)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        await self._line.send_json(message)
        answer = await asyncio.wait_for(future, WAIT)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def open(self, address: str, width: int = 900, height: int = 560) -> None:
        """Go to an address in a window of some pixels."""
        await self.window(width, height)
        await self.ask("Page.navigate", url=address)

    async def window(self, width: int, height: int) -> None:
        """Change the size of the window, in pixels."""
        await self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def reload(self) -> None:
        """Load the page again, as F5 does."""
        await self.ask("Page.reload")

    async def run(self, script: str) -> Any:
        """Return the value of an expression in the page; a promise is waited for."""
        answer = await self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value")

    async def press(self, *keys: str, pause: float = 0.12) -> None:
        """Press keys by name, or type text."""
        for key in keys:
            if key in KEY_NAMES:
                name, code, text = KEY_NAMES[key]
                event = {"key": name, "code": name, "windowsVirtualKeyCode": code}
                await self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
                await self.ask("Input.dispatchKeyEvent", type="keyUp", **event)
            else:
                assert key not in KEYS, f"{key} is not known here"
                for sign in key:
                    await self.ask("Input.dispatchKeyEvent", type="keyDown", key=sign, text=sign)
                    await self.ask("Input.dispatchKeyEvent", type="keyUp", key=sign)
            await asyncio.sleep(pause)

    async def picture(self) -> bytes:
        """Return what the page looks like, as PNG."""
        return base64.b64decode((await self.ask("Page.captureScreenshot", format="png"))["data"])

    # --- what it shows

    @property
    def text(self) -> str:
        """What the terminal in the page shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def wait_for(self, text: str) -> str:
        """Wait until the terminal in the page shows a text, and return all of it.

        Raises:
            TimeoutError: if it does not come.
        """
        if not await self.until(lambda: text in self.text):
            raise TimeoutError(f"{text!r} is not in the page\n{self.text}\n{self.errors}\n{self.requests}")
        return self.text

    async def until(self, holds: Callable[[], bool]) -> bool:
        """Wait until something holds, and return whether it does."""
        for _ in range(int(WAIT / STEP)):
            if holds():
                return True
            await asyncio.sleep(STEP)
        return False

    async def until_quiet(self, quiet: float = 0.5) -> None:
        """Wait until the screen has not changed for some seconds."""
        before = ""
        while before != self.text:
            before = self.text
            await asyncio.sleep(quiet)

    async def close(self) -> None:
        """Close the debugging line."""
        await self._line.close()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader

    # --- inside

    async def _read(self) -> None:
        async for message in self._line:
            if message.type is aiohttp.WSMsgType.TEXT:
                self._take(json.loads(message.data))

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            future = self._answers.pop(message["id"], None)
            if future is not None and not future.done():
                future.set_result(message)
            return
        content = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(content["request"]["url"])
            case "Network.webSocketCreated":
                self.requests.append(content["url"])
                self.sockets += 1
                columns, rows = (int(found) for found in re.findall(r"=(\d+)", content["url"])[:2])
                self._resized(columns, rows)
                self.screen.reset()
            case "Network.webSocketFrameSent":
                sent = content["response"]["payloadData"]
                if sent.startswith('["resize"'):
                    asked = json.loads(sent)[1]
                    self._resized(asked["width"], asked["height"])
            case "Network.webSocketFrameReceived" if content["response"]["opcode"] == 2:
                self._feed(base64.b64decode(content["response"]["payloadData"]))
            case "Log.entryAdded" if content["entry"]["level"] != "error":
                pass
            case "Runtime.exceptionThrown" | "Log.entryAdded":
                self.errors.append(json.dumps(content)[:300])
            case _:
                pass

    def _resized(self, columns: int, rows: int) -> None:
        self.size = (columns, rows)
        self.screen.resize(rows, columns)

    def _feed(self, data: bytes) -> None:
        whole, self._held = feedable(self._held + data)
        self._stream.feed(whole)


@contextlib.asynccontextmanager
async def browser(profile: Path) -> AsyncIterator[Page]:
    """Yield an empty page of a fresh browser; its profile is kept in a folder of the test."""
    needs_chromium()
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
        "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        address = ""
        while not address:
            line = await asyncio.wait_for(process.stderr.readline(), WAIT)
            assert line, "Chromium ended"
            found = re.search(rb"DevTools listening on (ws://\S+)", line)
            address = found[1].decode() if found else ""
        drain = asyncio.create_task(process.stderr.read())
        async with aiohttp.ClientSession() as session, session.ws_connect(address, max_msg_size=0) as line_:
            page = Page(line_)
            target = (await page.ask("Target.createTarget", url="about:blank"))["targetId"]
            page.session = (await page.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
            for domain in ("Page", "Network", "Runtime", "Log"):
                await page.ask(f"{domain}.enable")
            yield page
            await page.close()
        drain.cancel()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the group of our own browser, its helpers with it
        await process.wait()
