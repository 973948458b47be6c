"""The client in a browser: a page with a terminal, and one process of the program for each visitor.

The page, its font and its scripts come from this machine alone. Whoever has the browser has the seat: a cookie
that no script and no other site can use says who comes, so a reload leads back to the table.
"""

import asyncio
import contextlib
import hashlib
import ipaddress
import json
import logging
import re
import secrets
import socket
import string
import sys
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from teg_tui.i18n import LANGUAGES, SOURCE

log = logging.getLogger(__name__)

COOKIE: Final = "teg"
COOKIE_DAYS: Final = 30
_COOKIE_FORM: Final = re.compile(r"[A-Za-z0-9_-]{43}")
PAGES: Final = Path(__file__).parent / "web_static"
ASSETS: Final = Path(textual_serve.__file__).parent / "static"
LEAST: Final = (20, 8)
MOST: Final = (400, 150)
"""Columns and rows that a browser may ask for."""
LONGEST: Final = 64 * 1024
"""Bytes of a message from a browser; a paste is the longest."""
PER_VISITOR: Final = 4
"""Tabs of one browser."""
STOP: Final = 2.0
"""Seconds that a visitor's program has to end by itself."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
TEXTS: Final = {
    "es": {
        "loading": "Cargando…", "closed": "La sesión terminó o se cortó.", "again": "Volver",
        "noscript": "Hace falta JavaScript.",
    },
    "en": {
        "loading": "Loading…", "closed": "The session has ended, or the line was cut.", "again": "Come back",
        "noscript": "JavaScript is needed.",
    },
}  # fmt: skip
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Site:
    """What is served, and to how many.

    Attributes:
        server: address of the game's server, as `teg join` takes it.
        hosts: names by which browsers may ask for this site, besides addresses; of a site on loopback the only ones.
        loopback: whether only this machine is meant.
        most: visitors at a time.
        visitors: sockets of each visitor.
    """

    server: str
    hosts: frozenset[str]
    loopback: bool
    most: int
    visitors: Counter[str] = field(default_factory=Counter)
    lines: set[web.WebSocketResponse] = field(default_factory=set)

    def serves(self, host: str) -> bool:
        """Return whether the Host that a browser names is this site, and not another name that leads here."""
        name = urlsplit(f"//{host}").hostname or ""
        if name in self.hosts:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.loopback


_SAID: Final = re.compile(
    r'\["(?:stdin|ping)","(?:[^"\\]|\\.)*"\]|\["resize",\{"width":\d{1,5},"height":\d{1,5}\}\]|\["(?:blur|focus)"\]'
)
_STATE: Final = web.AppKey("site", Site)


class VisitorProgram(AppService):
    """The program of one visitor, started without a shell and ended with the socket."""

    def __init__(self, arguments: list[str], language: str, socket: web.WebSocketResponse) -> None:
        super().__init__(
            "teg",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._close,
            download_manager=DownloadManager(),
        )
        self._arguments = arguments
        self._language = language
        self._socket = socket

    async def _close(self) -> None:
        await self._socket.close()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        environment = self._build_environment(width, height)
        environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEG_LANG": self._language}
        for name in ("NO_COLOR", "STY", "TEXTUAL", "TEXTUAL_LOG"):
            environment.pop(name, None)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "teg_tui", *self._arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env=environment,
        )  # fmt: skip
        assert process.stdin is not None
        self._process, self._stdin = process, process.stdin
        return process

    async def end(self) -> None:
        """End the program, kindly first."""
        try:
            await asyncio.wait_for(self.stop(), STOP)
        except (TimeoutError, OSError):
            log.warning("visitor's program did not end by itself")
        process = self._process
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # what it still said goes nowhere, and its pipes are closed


def language_of(accepted: str) -> str:
    """Return the language of the game for what a browser accepts: the first one that there is."""
    for part in accepted.split(","):
        wanted = part.split(";")[0].strip().split("-")[0].lower()
        if wanted in LANGUAGES:
            return wanted
    return SOURCE


def site_names(public_url: str) -> frozenset[str]:
    """Return the names by which browsers may ask for this machine."""
    own = socket.gethostname().lower()
    given = urlsplit(public_url if "//" in public_url else f"//{public_url}").hostname
    short = own.partition(".")[0]
    return frozenset({"localhost", own, short, f"{short}.local", *([given] if given else [])})


def make_app(site: Site) -> web.Application:
    """Return the site as an application of aiohttp."""
    app = web.Application(middlewares=[_guarded])
    app[_STATE] = site
    app.on_shutdown.append(_end_all)
    app.add_routes(
        [
            web.get("/", _index),
            web.get("/ws", _socket),
            web.static("/static", ASSETS),
            web.static("/page", PAGES),
        ]
    )
    return app


@web.middleware
async def _guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse names of other sites (a rebound name would let their pages in), and add the headers of safety."""
    if not request.app[_STATE].serves(request.host):
        raise web.HTTPForbidden(text="wrong host")
    response = await handler(request)
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers[name] = value.format(socket=_socket_address(request))
    return response


async def _end_all(app: web.Application) -> None:
    """Say goodbye to all browsers, so that their programs end with this one."""
    for line in list(app[_STATE].lines):
        await line.close(code=WSCloseCode.GOING_AWAY)


async def _index(request: web.Request) -> web.Response:
    language = language_of(request.headers.get("Accept-Language", ""))
    size = request.query.get("fontsize", "")
    page = string.Template((PAGES / "index.html").read_text(encoding="utf-8")).substitute(
        TEXTS[language],
        language=language,
        socket=_socket_address(request),
        size=max(8, min(48, int(size))) if size.isascii() and size.isdigit() and len(size) < 4 else 16,
    )
    response = web.Response(text=page, content_type="text/html")
    if _visitor(request) is None:
        secure = _socket_address(request).startswith("wss")
        response.set_cookie(
            COOKIE, secrets.token_urlsafe(32), max_age=COOKIE_DAYS * 86400, httponly=True, samesite="Strict",
            secure=secure, path="/",
        )  # fmt: skip
    return response


def _socket_address(request: web.Request) -> str:
    """Return the address of the socket as the browser reaches it, also through a proxy with TLS."""
    secure = request.secure or request.headers.get("X-Forwarded-Proto", "") == "https"
    host = request.host if re.fullmatch(r"[A-Za-z0-9.:\[\]_-]+", request.host) else "localhost"
    return f"{'wss' if secure else 'ws'}://{host}/ws"


def _visitor(request: web.Request) -> str | None:
    """Return the id of the browser that asks; the cookie itself stays between it and this process."""
    cookie = request.cookies.get(COOKIE, "")
    return f"web:{hashlib.sha256(cookie.encode()).hexdigest()[:32]}" if _COOKIE_FORM.fullmatch(cookie) else None


async def _socket(request: web.Request) -> web.StreamResponse:
    site, visitor = request.app[_STATE], _visitor(request)
    if urlsplit(request.headers.get("Origin", "")).netloc != request.host or visitor is None:
        raise web.HTTPForbidden(text="wrong origin")
    if site.visitors.total() >= site.most or site.visitors[visitor] >= PER_VISITOR:
        raise web.HTTPServiceUnavailable(text="full")
    site.visitors[visitor] += 1
    try:
        return await _visit(request, site, visitor)
    finally:
        site.visitors[visitor] -= 1
        site.visitors += Counter()  # drops the zeros


async def _visit(request: web.Request, site: Site, visitor: str) -> web.WebSocketResponse:
    line = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST)
    await line.prepare(request)
    arguments = ["web-guest", "--guest", visitor, "--server", site.server]
    program = VisitorProgram(arguments, language_of(request.headers.get("Accept-Language", "")), line)
    site.lines.add(line)
    log.info("visitor here=%d", site.visitors.total())
    try:
        width, height = request.query.get("width", "80"), request.query.get("height", "24")
        await program.start(*_size(width, height))
        async for message in line:
            if message.type is WSMsgType.TEXT and not await _heard(program, line, message.data):
                break
    except (ConnectionError, OSError) as error:
        log.info("visitor lost: %s", error)
    finally:
        await program.end()
        await line.close()
        site.lines.discard(line)
    return line


async def _heard(program: VisitorProgram, line: web.WebSocketResponse, text: str) -> bool:
    """Pass on what a browser says; return whether it made sense."""
    match _parsed(text):
        case ["stdin", str(typed)]:
            await program.send_bytes(typed.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await program.set_terminal_size(*_size(width, height))
        case ["ping", str(sign)]:
            await line.send_json(["pong", sign[:40]])
        case ["blur"]:
            await program.blur()
        case ["focus"]:
            await program.focus()
        case _:
            return False
    return True


def _parsed(text: str) -> object:
    """Return a message of the page's script, None for anything else; its form is checked before it is read."""
    try:
        return json.loads(text) if _SAID.fullmatch(text) else None
    except ValueError:
        return None


def _size(width: str | int, height: str | int) -> tuple[int, int]:
    """Return columns and rows within what a screen can be."""

    def within(value: str | int, least: int, most: int, usual: int) -> int:
        text = str(value)
        return max(least, min(most, int(text))) if text.isascii() and text.isdigit() and len(text) < 6 else usual

    return within(width, LEAST[0], MOST[0], 80), within(height, LEAST[1], MOST[1], 24)


async def serve(site: Site, bind: str, port: int, stop: asyncio.Event, ready: Callable[[str], None]) -> None:
    """Serve the site until `stop` is set; `ready` gets its address.

    Raises:
        OSError: if the port can't be had.
    """
    runner = web.AppRunner(make_app(site), handle_signals=False, shutdown_timeout=3 * STOP, access_log=None)
    await runner.setup()
    try:
        place = web.TCPSite(runner, bind, port)
        await place.start()
        host, number = runner.addresses[0][:2]
        ready(f"http://{f'[{host}]' if ':' in host else host}:{number}/")
        await stop.wait()
    finally:
        await runner.cleanup()
