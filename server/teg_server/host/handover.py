"""Giving games away and taking them over, as the command line asks for it: without a server, or by one that runs."""

import asyncio
import logging
from pathlib import Path
from typing import Final

import click
from teg_shared.version import VERSION

from teg_server.host.config import LOG_FILE, Config
from teg_server.host.orders import Order, give_order, take_order
from teg_server.host.running import DRAIN, last_machine, running_server, tell_server
from teg_server.host.service import Service
from teg_server.host.speech import say
from teg_server.rooms.leaving import FOLDER, send_all
from teg_server.storage.parcel import Origin, may_write
from teg_server.storage.protocol import LogError, LogOpenError
from teg_server.storage.sqlite import SqliteLog

log = logging.getLogger(__name__)

PROGRAM: Final = f"teg-server {VERSION}"


def hand_over(settings: Config, folder: Path) -> None:
    """Give all games of a data directory away through `folder`: by the server that runs on it, or without one.

    Raises:
        click.ClickException: if that can't be done.
    """
    home, folder = settings.directory(), folder.expanduser().absolute()
    try:
        may_write(folder)
        if _tell(home, Order("hand-over", str(folder))):
            click.echo(say("handing_over", folder=folder))
            return
    except OSError as error:
        raise click.ClickException(say("folder_failed", folder=folder, why=error.strerror or error)) from error
    if not (home / LOG_FILE).exists():
        raise click.ClickException(say("no_log", where=home))
    sent, wrong = _emptied(home, folder)
    for why in wrong:
        click.echo(say("not_sent", why=why), err=True)
    click.echo(say("handed_over", games=sent, folder=folder))


def adopt_running(settings: Config, folder: Path) -> bool:
    """Tell the server that runs on these data to take over what lies in `folder`; False if none does.

    Raises:
        click.ClickException: if it is somebody else's.
    """
    try:
        found = _tell(settings.directory(), Order("adopt", str(ready(folder))))
    except OSError as error:
        raise click.ClickException(say("not_yours", where=settings.directory())) from error
    if found:
        click.echo(say("adopting", folder=folder))
    return found


def heritage(settings: Config, named: Path | None, *, keep: bool) -> Path | None:
    """Return the folder whose games this server is to take over: the one that is named, or that of the settings.

    Raises:
        click.ClickException: if it can't be used, or the server would not keep them.
    """
    usual = Path(settings.handover.adopt).expanduser() if settings.handover.adopt and keep else None
    folder = named or usual
    if folder is None:
        return None
    if not keep:
        raise click.ClickException(say("adopt_ephemeral"))
    try:
        if usual is not None:
            usual.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(say("folder_failed", folder=usual, why=error.strerror or error)) from error
    return ready(folder)


def ready(folder: Path) -> Path:
    """Return the folder with the files of games: `folder`, or if that is the data of a server, the one beside its log.

    Games in the log of a server that has ended are written to files first.

    Raises:
        click.ClickException: if there is none, or a server runs on it.
    """
    folder = folder.expanduser().absolute()
    if not folder.is_dir():
        raise click.ClickException(say("no_folder", folder=folder))
    if not (folder / LOG_FILE).exists():
        return folder
    if running_server(folder) is not None:
        raise click.ClickException(say("still_running", folder=folder))
    _, wrong = _emptied(folder, folder / FOLDER)
    for why in wrong:
        click.echo(say("not_sent", why=why), err=True)
    return folder / FOLDER


def obey(service: Service, home: Path, tasks: set["asyncio.Task[None]"]) -> None:
    """Do what the command line wants of this running server: without an order it is to drain."""
    order = take_order(home)
    if order is None:
        service.drain()
    elif order.what == "adopt" and service.adopter is not None:
        log.info("adopting folder=%s", order.folder)
        service.adopter.folders.add(Path(order.folder))
    elif order.what == "hand-over":
        task = asyncio.create_task(service.hand_over(Path(order.folder)), name="hand over")
        tasks.add(task)
        task.add_done_callback(tasks.discard)


def _tell(home: Path, order: Order) -> bool:
    if running_server(home) is None:
        return False
    give_order(home, order)
    return tell_server(home, DRAIN)


def _emptied(home: Path, folder: Path) -> tuple[int, list[str]]:
    """Write every unfinished game of a log on which no server runs to a file.

    Raises:
        click.ClickException: if that can't be done.
    """

    async def work() -> tuple[int, list[str]]:
        book = await SqliteLog.open(home / LOG_FILE)
        try:
            return await send_all(book, home, folder, Origin(PROGRAM, last_machine(home)))
        finally:
            await book.close()

    try:
        return asyncio.run(work())
    except LogOpenError as error:
        raise click.ClickException(say("data_failed", why=error)) from error
    except LogError as error:
        raise click.ClickException(say("folder_failed", folder=folder, why=error)) from error
