# ruff: noqa: PLC0415 # each command imports what it needs when it runs
"""The commands that find games: `teg lan` and `teg lobby BROKER`."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from teg_tui import cli_text as text
from teg_tui.cli_options import colors, language, named
from teg_tui.cli_start import player_of, settings_and_store, show
from teg_tui.cli_text import SpokenCommand, option
from teg_tui.i18n import N_, _

if TYPE_CHECKING:
    from textual.app import App

    from teg_tui.discovery.lobby import BrokerAddress
    from teg_tui.discovery.offers import Source

LAN_HELP: Final = N_("""Buscar mesas en la red local.

Muestra las que responden y entra con Enter. Fuera de una terminal escribe la lista y termina.""")
LOBBY_HELP: Final = N_("""Buscar mesas en el directorio de un broker MQTT.

BROKER es [mqtts://][USUARIO@]HOST[:PUERTO][/PREFIJO]; la contraseña va en TEG_MQTT_PASSWORD.""")
OPTION_PLAIN: Final = N_("Escribir la lista y terminar.")
OPTION_SECONDS: Final = N_("Segundos que se busca con --plain.")
OPTION_INTERFACE: Final = N_("Dirección de la interfaz en la que se busca; se puede repetir.")
OPTION_CA: Final = N_("Archivo de certificados en los que confiar; pide TLS.")

MakeSource = Callable[[Callable[[], None]], "Source"]


def register(group: click.Group) -> None:
    """Add the commands to the program's group."""
    _register_lan(group)
    _register_lobby(group)


plain_option = option("--plain", is_flag=True, help=OPTION_PLAIN)
seconds_option = option("--seconds", type=click.FloatRange(4, 60), default=5.0, show_default=True, help=OPTION_SECONDS)


def _register_lan(group: click.Group) -> None:
    @group.command(cls=SpokenCommand, help=LAN_HELP)
    @option("--interface", multiple=True, metavar="IP", help=OPTION_INTERFACE)
    @plain_option
    @seconds_option
    @named
    @colors
    @language
    @click.pass_obj
    def lan(
        outer_color: str | None, interface: tuple[str, ...], plain: bool, seconds: float, name: str, color: str | None
    ) -> None:
        """Find games on the local network."""
        from teg_tui.words import sentence

        try:
            import zeroconf  # noqa: F401 # an extra
        except ImportError as error:
            raise text.Refusal(sentence("lan-missing")) from error
        from teg_tui.discovery.lan import Lan

        _show(_("Mesas en la red local"), lambda news: Lan(news, interface), plain, seconds, name, color or outer_color)


def _register_lobby(group: click.Group) -> None:
    @group.command(cls=SpokenCommand, help=LOBBY_HELP)
    @click.argument("broker", default="", metavar="[BROKER]")
    @option("--ca", "ca_file", type=click.Path(exists=True, dir_okay=False), help=OPTION_CA)
    @plain_option
    @seconds_option
    @named
    @colors
    @language
    @click.pass_obj
    def lobby(
        outer_color: str | None, *, broker: str, ca_file: str | None, plain: bool, seconds: float, name: str,
        color: str | None,
    ) -> None:  # fmt: skip
        """Find games in the directory of a broker."""
        found = _broker(broker, ca_file or "")
        from teg_tui.discovery.lobby import Lobby

        title = _("Mesas en {broker}").format(broker=found)
        _show(title, lambda news: Lobby(found, news), plain, seconds, name, color or outer_color)


def _broker(named: str, ca_file: str) -> "BrokerAddress":
    """Return the broker that is named, or that of the settings.

    Raises:
        Refusal: if there is none, it is no broker, or the extra is missing.
    """
    from teg_tui.address import AddressError
    from teg_tui.words import sentence

    try:
        import aiomqtt  # noqa: F401 # an extra
    except ImportError as error:
        raise text.Refusal(sentence("lobby-missing")) from error
    from teg_tui.discovery.lobby import PASSWORD_VARIABLE, parse_broker

    chosen = named or settings_and_store()[0].broker
    if not chosen:
        raise text.Refusal(_('Falta el broker: teg lobby HOST, o broker = "HOST" en los ajustes.'))
    try:
        return parse_broker(chosen, ca_file=ca_file, password=os.environ.get(PASSWORD_VARIABLE, ""))
    except AddressError as error:
        raise text.Refusal(sentence(error.code, error.facts)) from error


def _show(title: str, source: MakeSource, plain: bool, seconds: float, name: str, color: str | None) -> None:
    """Show the list on a screen, or write it where there is none."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        import asyncio

        from teg_tui.discovery.plain import collect, report

        listing = asyncio.run(collect(source, seconds))
        for line in report(listing):
            click.echo(line)
        raise SystemExit(0 if listing.offers else 1)
    settings, store = settings_and_store()

    def screens() -> "App[None]":
        from teg_tui.plan import SessionPlan
        from teg_tui.screens.discover import DiscoverApp

        return DiscoverApp(title, source, SessionPlan("menu", name=player_of(settings, name)), settings, store)

    show(screens, settings, color)
