# ruff: noqa: PLC0415 # each command imports what it needs when it runs
"""Playing in a browser: `teg web`, and the program behind each visitor."""

import contextlib
import ipaddress
import os
import signal
import sys
import time
from typing import Final

import click

from teg_tui import cli_text as text
from teg_tui.cli_options import language
from teg_tui.cli_text import SpokenCommand, option
from teg_tui.i18n import N_, _

WEB_HELP: Final = N_("""Jugar desde un navegador.

Sirve el mismo programa en una página, para quienes no tienen terminal. Solo para esta máquina, salvo con --bind. Sin --server usa el servidor de esta máquina, o abre uno que dura lo que este programa.""")  # noqa: E501 # one paragraph
OPTION_BIND: Final = N_("Dirección en la que escuchar; sin esto, solo esta máquina.")
OPTION_PORT: Final = N_("Puerto; 0 toma uno libre.")
OPTION_SERVER: Final = N_("Servidor de las partidas: HOST[:PUERTO] o unix:/camino.")
OPTION_PUBLIC: Final = N_("Dirección con la que llegan los navegadores, si hay un proxy delante.")
OPTION_VISITORS: Final = N_("Visitas a la vez; cada una es un proceso de unos 40 MB.")
PORT: Final = 7480


def register(group: click.Group) -> None:
    """Add the commands to the program's group."""

    @group.command(cls=SpokenCommand, help=WEB_HELP)
    @option("--bind", default="127.0.0.1", show_default=True, metavar="HOST", help=OPTION_BIND)
    @option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help=OPTION_PORT)
    @option("--server", default="", metavar="HOST[:PORT]", help=OPTION_SERVER)
    @option("--public-url", default="", metavar="URL", help=OPTION_PUBLIC)
    @option("--visitors", type=click.IntRange(1, 1000), default=20, show_default=True, help=OPTION_VISITORS)
    @language
    def web(bind: str, port: int, server: str, public_url: str, visitors: int) -> None:
        """Serve the client to browsers."""
        try:
            import textual_serve  # noqa: F401 # an extra
        except ImportError as error:
            raise text.Refusal(_("Falta una parte: pip install 'teg-tui[web]'.")) from error
        _serve(bind, port, server, public_url, visitors)

    @group.command("web-guest", cls=SpokenCommand, hidden=True)
    @option("--guest", required=True)
    @option("--server", required=True)
    def web_guest(guest: str, server: str) -> None:
        """Be the program of a visitor; only `teg web` starts it."""
        if "TEXTUAL_DRIVER" not in os.environ:
            raise text.Refusal(_("Esto lo arranca teg web."))
        from teg_tui.address import parse_address
        from teg_tui.guest import run_guest

        raise SystemExit(run_guest(guest, parse_address(server), ""))


def _serve(bind: str, port: int, server: str, public_url: str, visitors: int) -> None:
    """Serve until a signal comes.

    Raises:
        Refusal: if the port can't be had, or there is no server.
    """
    import asyncio

    from teg_tui.guest import forget_old_guests
    from teg_tui.web import Site, serve, site_names

    forget_old_guests(time.time())
    with contextlib.ExitStack() as stack:
        where = _server(server, stack)
        site = Site(where, site_names(public_url), _loopback(bind) and not public_url, visitors)

        def ready(address: str) -> None:
            click.echo(
                _("T.E.G. en el navegador: {address} (partidas en {server})").format(address=address, server=where)
            )
            if not site.loopback:
                click.echo(_("Sin cifrar, y entra quien llegue a esta dirección: para más que una red de confianza, "
                             "un proxy con TLS."), err=True)  # fmt: skip
            sys.stdout.flush()

        async def run() -> None:
            stop = asyncio.Event()
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop.set)
            await serve(site, bind, port, stop, ready)

        try:
            asyncio.run(run())
        except OSError as error:
            said = _("No se puede escuchar en {where}: {why}")
            raise text.Refusal(said.format(where=f"{bind}:{port}", why=error.strerror or error)) from error


def _server(server: str, stack: contextlib.ExitStack) -> str:
    """Return the address of the server: the one given, this machine's, or one of our own.

    Raises:
        Refusal: if the one given is no address, or our own does not start.
    """
    from teg_tui.address import AddressError, parse_address
    from teg_tui.discovery.machine import shared_socket
    from teg_tui.local_server import LocalServer, LocalServerError
    from teg_tui.words import sentence

    if server:
        try:
            return str(parse_address(server))
        except AddressError as error:
            raise text.Refusal(sentence(error.code, error.facts)) from error
    shared = shared_socket()
    if shared:
        return f"unix:{shared}"
    try:
        return str(stack.enter_context(LocalServer()).address())
    except LocalServerError as error:
        raise text.Refusal(_("El servidor local no arrancó.") + f"\n{error.log}") from error


def _loopback(bind: str) -> bool:
    try:
        return ipaddress.ip_address(bind).is_loopback
    except ValueError:
        return bind == "localhost"
