"""Commands and options of click that say their help in the language in use, not in that of the import."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, TypeVar

import click

from teg_tui.i18n import N_, _

F = TypeVar("F", bound=Callable[..., Any])

HELP_NAMES: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class SpokenOption(click.Option):
    """An option whose help is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's line of the help page."""
        source = self.help
        self.help = _(source) if source else source
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = source


class SpokenCommand(click.Command):
    """A command whose help is translated when it is shown."""

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        kept = self.help, self.short_help, self.epilog
        self.help, self.short_help, self.epilog = (_(text) if text else text for text in kept)
        try:
            yield
        finally:
            self.help, self.short_help, self.epilog = kept

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the whole help page."""
        with self._spoken():
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the line of the command in its group's list."""
        with self._spoken():
            return super().get_short_help_str(limit + 40)


class SpokenGroup(SpokenCommand, click.Group):
    """A group whose help is translated when it is shown; it accepts the unambiguous beginning of a command.

    Args:
        later: modules of commands that are imported when they are asked for, by the names of the commands; each
            adds its own to the group by its function `register`.
    """

    command_class = SpokenCommand

    def __init__(self, *args: Any, later: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._later = dict(later)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *self._later})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or the only one that begins with it."""
        module = self._later.get(cmd_name)
        if module is not None:
            self._later = {name: other for name, other in self._later.items() if other != module}
            import_module(module).register(self)
        exact = super().get_command(ctx, cmd_name)
        if exact is not None:
            return exact
        close = [name for name in self.list_commands(ctx) if name.startswith(cmd_name)]
        return self.get_command(ctx, close[0]) if len(close) == 1 else None


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """Return the decorator of an option with translated help."""
    return click.option(*names, cls=SpokenOption, **settings)


class Refusal(click.ClickException):
    """An error said in one sentence, without the usage line; the exit code is 2 as for wrong usage."""

    exit_code = 2


GROUP_HELP: Final = N_("""T.E.G. en la terminal: contra bots, en red o mirando.

Sin comando abre el menú.""")
GROUP_EPILOG: Final = N_("Ejemplos: teg play · teg host --lan · teg join 192.168.0.10 · teg odds 8 5")
PLAY_HELP: Final = N_("Jugar ya contra bots, en esta máquina.")
HOST_HELP: Final = N_("Abrir un servidor para jugar en red.")
JOIN_HELP: Final = N_("""Entrar a una mesa de un servidor, o volver a tu lugar.

HOST es un nombre, una dirección IPv4 o una IPv6 (con puerto: [::1]:7464).""")
WATCH_HELP: Final = N_("Mirar una partida sin jugar.")
SELFPLAY_HELP: Final = N_("Hacer jugar a los bots entre ellos y contar quién gana.")
ODDS_HELP: Final = N_("""Probabilidad exacta de conquistar, atacando hasta el final.

ATACANTES son todos los ejércitos del país que ataca (uno nunca sale); DEFENSORES, los del atacado.""")
VERIFY_HELP: Final = N_("Comprobar los dados y las jugadas de una partida guardada.")

OPTION_VARIANT: Final = N_("Juego: el clásico, o el T.E.G. de los Negocios.")
OPTION_PLAYERS: Final = N_("Jugadores en la mesa, vos incluido (2 a 6; en los Negocios 4 a 8).")
OPTION_LEVEL: Final = N_("Nivel de los bots; si falta, capitan, y novato en Negocios.")
OPTION_NAME: Final = N_("Tu nombre en la mesa.")
OPTION_FAST: Final = N_("Sin pausas entre las jugadas de los bots ni dados que ruedan.")
OPTION_COLOUR: Final = N_("Tu color.")
OPTION_OFFICIAL: Final = N_("Reglas del folleto oficial en lugar de las de la mesa.")
OPTION_ROOM: Final = N_("Mesa, por su nombre o su código; si hay una sola no hace falta.")
OPTION_PASSWORD: Final = N_("Contraseña de la mesa.")
OPTION_COLOR: Final = N_("Colores de la terminal; se detectan solos.")
OPTION_LANG: Final = N_("Idioma: es o en; si no, el del sistema.")
OPTION_VERSION: Final = N_("Mostrar la versión y salir.")
