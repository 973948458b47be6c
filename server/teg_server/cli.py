"""The command line of the server: options over settings over defaults, and errors that a host can act on."""

import asyncio
import errno
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import click
import msgspec

from teg_server import logs
from teg_server.adapters import tcp, unix
from teg_server.config import LOG_FILE, Config, ConfigError, load_config
from teg_server.limits import raise_file_limit
from teg_server.service import Service
from teg_server.speech import say
from teg_server.storage.memory import MemoryLog
from teg_server.storage.protocol import Log, LogOpenError
from teg_server.storage.sqlite import SqliteLog
from teg_server.thinker import Workers

log = logging.getLogger(__name__)


@click.group(help=say("group"), context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """See `say("group")`."""


@main.command(help=say("host"))
@click.option("--bind", metavar="HOST", help=say("bind"))
@click.option("--port", type=click.IntRange(0, 65535), help=say("port"))
@click.option("--lan", is_flag=True, help=say("lan"))
@click.option("--socket", metavar="PATH", help=say("socket"))
@click.option("--data", metavar="DIR", help=say("data"))
@click.option("--config", type=click.Path(path_type=Path), help=say("config"))
@click.option("--log-level", type=click.Choice(logs.LEVELS), help=say("log_level"))
@click.option("--bot-delay", type=click.FloatRange(0, 60), help=say("bot_delay"))
@click.option("--ephemeral", is_flag=True, help=say("ephemeral"))
@click.option("--parent", is_flag=True, help=say("parent"))
def host(
    *, bind: str | None, port: int | None, lan: bool, socket: str | None, data: str | None, config: Path | None,
    log_level: str | None, bot_delay: float | None, ephemeral: bool, parent: bool,
) -> None:  # fmt: skip
    """See `say("host")`."""
    given = {
        "bind": "0.0.0.0" if lan and bind is None else bind,  # noqa: S104 -- asked for by --lan
        "port": port, "socket": socket, "data": data, "log_level": log_level, "bot_delay": bot_delay,
    }  # fmt: skip
    try:
        settings = msgspec.structs.replace(
            load_config(config), **{name: value for name, value in given.items() if value is not None}
        )
    except ConfigError as error:
        raise click.ClickException(say("config_failed", why=error)) from error
    if settings.log_level not in logs.LEVELS:
        raise click.ClickException(say("config_failed", why=f"log_level: {', '.join(logs.LEVELS)}"))
    logs.setup(settings.log_level)
    asyncio.run(serve(settings, ephemeral=ephemeral, parent=parent))


async def serve(settings: Config, *, ephemeral: bool, parent: bool) -> None:
    """Run a server until a signal, the end of standard input or the end of the log.

    Raises:
        click.ClickException: if it can't start, or its log fails.
    """
    book = MemoryLog() if ephemeral else await _open_log(settings)
    stop = asyncio.Event()
    _stop_on_signals(stop)
    if parent:
        _stop_with_input(asyncio.get_running_loop(), stop.set)
    service = Service(book, Workers(settings.bot_processes), settings.conduct(raise_file_limit()))
    async with service.running(), AsyncExitStack() as doors:
        await _listen(service, settings, doors)
        broken = asyncio.create_task(book.failed(), name="log watch")
        ending = asyncio.create_task(stop.wait(), name="stop watch")
        done, waiting = await asyncio.wait({broken, ending}, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
    if broken in done:
        raise click.ClickException(say("log_broken", why=broken.result()))


async def _open_log(settings: Config) -> Log:
    path = settings.directory() / LOG_FILE
    try:
        return await SqliteLog.open(path)
    except LogOpenError as error:
        raise click.ClickException(say("data_failed", why=error)) from error


async def _listen(service: Service, settings: Config, doors: AsyncExitStack) -> None:
    where = f"{settings.bind}:{settings.port}"
    try:
        server = await tcp.listen(service, settings.bind, settings.port)
        doors.callback(server.close)
        if settings.socket:
            where = settings.socket
            local = await unix.listen(service, Path(settings.socket))
            doors.callback(local.close)
            log.info("listening socket=%s", settings.socket)
    except OSError as error:
        key = "port_used" if error.errno == errno.EADDRINUSE else "bind_failed"
        raise click.ClickException(say(key, where=where, why=error.strerror or error)) from error
    address, port = tcp.address_of(server)
    shown = f"[{address}]" if ":" in address else address
    log.info("listening address=%s:%d", shown, port)
    # whoever started this program reads here where it listens
    print(f"teg-server listening on {shown}:{port}", flush=True)  # noqa: T201


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)


def _stop_with_input(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    """Call `stop` when standard input ends: the program that opened it is gone."""

    def watch() -> None:
        try:
            while os.read(sys.stdin.fileno(), 4096):
                pass
        except OSError:
            pass  # closed from the beginning: the same
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop)

    threading.Thread(target=watch, name="stdin", daemon=True).start()
