"""The command line of the server: options over settings over defaults, and errors that a host can act on."""

import asyncio
import contextlib
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

from teg_server.host import logs
from teg_server.host.config import LOG_FILE, Config, ConfigError, load_config
from teg_server.host.doors import DoorError, Ways, open_doors
from teg_server.host.handover import adopt_running, hand_over, heritage, obey
from teg_server.host.programs import Programs
from teg_server.host.running import DRAIN, REOPEN, PidFile, tell_server
from teg_server.host.service import Service
from teg_server.host.speech import say
from teg_server.rooms.limits import raise_file_limit
from teg_server.storage.memory import MemoryLog
from teg_server.storage.protocol import Log, LogOpenError
from teg_server.storage.sqlite import SqliteLog
from teg_server.thinking.thinker import Workers

log = logging.getLogger(__name__)


@click.group(cls=Programs, help=say("group"), context_settings={"help_option_names": ["-h", "--help"]})
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
@click.option("--shared", is_flag=True, help=say("shared"))
@click.option("--name", "server_name", help=say("name"))
@click.option("--drain", is_flag=True, help=say("drain"))
@click.option("--reopen", is_flag=True, help=say("reopen"))
@click.option("--hand-over", "give", metavar="DIR", type=click.Path(path_type=Path), help=say("hand_over"))
@click.option("--adopt", metavar="DIR", type=click.Path(path_type=Path), help=say("adopt"))
@click.option("--ephemeral", is_flag=True, help=say("ephemeral"))
@click.option("--parent", is_flag=True, help=say("parent"))
def host(
    *, bind: str | None, port: int | None, lan: bool, socket: str | None, data: str | None, config: Path | None,
    log_level: str | None, bot_delay: float | None, shared: bool, server_name: str | None, drain: bool, reopen: bool,
    give: Path | None, adopt: Path | None, ephemeral: bool, parent: bool,
) -> None:  # fmt: skip
    """See `say("host")`."""
    given = {
        "bind": "0.0.0.0" if lan and bind is None else bind,  # noqa: S104 -- asked for by --lan
        "port": port, "socket": socket, "data": data, "log_level": log_level, "bot_delay": bot_delay,
        "name": server_name,
    }  # fmt: skip
    try:
        settings = msgspec.structs.replace(
            load_config(config), **{name: value for name, value in given.items() if value is not None}
        )
    except ConfigError as error:
        raise click.ClickException(say("config_failed", why=error)) from error
    if settings.log_level not in logs.LEVELS:
        raise click.ClickException(say("config_failed", why=f"log_level: {', '.join(logs.LEVELS)}"))
    if drain or reopen:
        _tell_running(settings, drain)
        return
    os.umask(0o077)  # the log holds the secrets of the dice, and other people may have accounts here
    if give is not None:
        hand_over(settings, give)
        return
    if adopt is not None and adopt_running(settings, adopt):
        return
    logs.setup(settings.log_level)
    network = not shared or lan or bind is not None or port is not None
    ways = Ways(network, shared, lan, not ephemeral, heritage(settings, adopt, keep=not ephemeral))
    asyncio.run(serve(settings, ways, parent=parent))


async def serve(settings: Config, ways: Ways, *, parent: bool) -> None:
    """Run a server until a signal, the end of standard input, the last room of a drained one, or the end of the log.

    Raises:
        click.ClickException: if it can't start, or its log fails.
    """
    book = await _open_log(settings) if ways.keep else MemoryLog()
    stop = asyncio.Event()
    _stop_on_signals(stop)
    if parent:
        _stop_with_input(asyncio.get_running_loop(), stop.set)
    service = Service(book, Workers(settings.bot_processes), settings.conduct(raise_file_limit(), keep=ways.keep))
    async with service.running(), AsyncExitStack() as doors:
        if ways.keep:
            doors.callback(PidFile(settings.directory()).close)
        try:
            lines = await open_doors(service, settings, ways, doors)
        except DoorError as error:
            raise click.ClickException(str(error)) from error
        _drain_on_signals(service, settings.directory())
        for line in lines:
            # whoever started this program reads here where it listens
            print(line, flush=True)  # noqa: T201
        broken = asyncio.create_task(book.failed(), name="log watch")
        ending = asyncio.create_task(stop.wait(), name="stop watch")
        drained = asyncio.create_task(service.drained.wait(), name="drain watch")
        done, waiting = await asyncio.wait({broken, ending, drained}, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
    if broken in done:
        raise click.ClickException(say("log_broken", why=broken.result()))


async def _open_log(settings: Config) -> Log:
    path = settings.directory() / LOG_FILE
    _hide(path)
    try:
        return await SqliteLog.open(path)
    except LogOpenError as error:
        raise click.ClickException(say("data_failed", why=error)) from error


def _hide(path: Path) -> None:
    """Keep others from reading a log that an earlier version left open to all."""
    for part in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with contextlib.suppress(OSError):
            part.chmod(0o600)


def _drain_on_signals(service: Service, home: Path) -> None:
    """Let `teg host` with `--drain`, `--reopen`, `--hand-over` or `--adopt` speak to this process."""
    loop = asyncio.get_running_loop()
    tasks: set[asyncio.Task[None]] = set()
    loop.add_signal_handler(DRAIN, obey, service, home, tasks)
    loop.add_signal_handler(REOPEN, service.drain, False)


def _tell_running(settings: Config, drain: bool) -> None:
    """Tell the server that runs on the same data to make no new rooms, or to make them again.

    Raises:
        click.ClickException: if there is none, or it is somebody else's.
    """
    where = settings.directory()
    try:
        if not tell_server(where, DRAIN if drain else REOPEN):
            raise click.ClickException(say("not_running", where=where))
    except PermissionError as error:
        raise click.ClickException(say("not_yours", where=where)) from error
    click.echo(say("drained" if drain else "reopened"))


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
