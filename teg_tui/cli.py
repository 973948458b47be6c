# ruff: noqa: PLC0415 # each command imports what it needs when it runs
"""The command `teg`: every way to start the program.

Screens, rules and sockets are imported only by the command that needs them, so that help comes at once. Server
programs are started by replacing this process: the client never imports the server.
"""

import os
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from teg_tui import cli_text as text
from teg_tui import i18n
from teg_tui.cli_options import colors, in_room, language, named, with_password
from teg_tui.cli_start import need_terminal, player_of, run, settings_and_store
from teg_tui.cli_text import SpokenCommand, SpokenGroup, option
from teg_tui.i18n import _

if TYPE_CHECKING:
    import msgspec

TABLES: Final = {
    "classic": (range(2, 7), ("azul", "rojo", "negro", "amarillo", "verde", "magenta")),
    "negocios": (range(4, 9), ("verde", "azul", "blanco", "naranja", "rojo", "negro", "amarillo", "violeta")),
}
"""Numbers of players and colours of each game; a test holds them against the rules, which load too late for help."""
COLOURS: Final = tuple(dict.fromkeys(colour for _seats, colours in TABLES.values() for colour in colours))
LEVELS: Final = ("novato", "sargento", "capitan")
RIVALS: Final = {"classic": "capitan", "negocios": "novato"}
"""Level of the bots where none is named: in Negocios better ones end many a game in the first round."""
LATER: Final = {
    "lan": "teg_tui.cli_discovery",
    "lobby": "teg_tui.cli_discovery",
    "ssh-guest": "teg_tui.cli_ssh",
    "ssh-key": "teg_tui.cli_ssh",
    "web": "teg_tui.cli_web",
    "doctor": "teg_tui.cli_doctor",
    "completion": "teg_tui.cli_pages",
    "man": "teg_tui.cli_pages",
    "web-guest": "teg_tui.cli_web",
}
"""Commands in files of their own."""
EXTERNAL: Final[dict[str, Any]] = {"ignore_unknown_options": True, "allow_extra_args": True}


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value:
        from teg_shared.version import VERSION

        click.echo(f"teg {VERSION}")
        ctx.exit()


@click.group(
    cls=SpokenGroup,
    later=LATER,
    invoke_without_command=True,
    context_settings=text.HELP_NAMES,
    help=text.GROUP_HELP,
    epilog=text.GROUP_EPILOG,
)
@language
@colors
@option("--version", "-V", is_flag=True, is_eager=True, expose_value=False, callback=_version, help=text.OPTION_VERSION)
@click.pass_context
def teg(ctx: click.Context, color: str | None) -> None:
    """Open the menu, unless a command is given."""
    ctx.obj = color
    if ctx.invoked_subcommand is None:
        from teg_tui.discovery.machine import shared_socket
        from teg_tui.plan import SessionPlan

        settings, store = settings_and_store()
        # on a machine with a server for all its accounts, its rooms come first and the menu is behind them
        run(SessionPlan("menu", shared_socket(), 0, name=player_of(settings, "")), settings, store, color)


@teg.command(cls=SpokenCommand, help=text.PLAY_HELP)
@option("--variant", type=click.Choice(tuple(TABLES)), default="classic", show_default=True, help=text.OPTION_VARIANT)
@option("--players", "-j", type=click.IntRange(2, 8), default=4, show_default=True, help=text.OPTION_PLAYERS)
@option("--level", "-l", type=click.Choice(LEVELS), help=text.OPTION_LEVEL)
@named
@option("--colour", "-c", type=click.Choice(COLOURS), help=text.OPTION_COLOUR)
@option("--oficial", "official", is_flag=True, help=text.OPTION_OFFICIAL)
@option("--fast", is_flag=True, help=text.OPTION_FAST)
@colors
@language
@click.pass_obj
def play(  # noqa: PLR0917 # click gives one argument for each option
    outer_color: str | None,
    variant: str,
    players: int,
    level: str | None,
    name: str,
    colour: str | None,
    official: bool,
    fast: bool,
    color: str | None,
) -> None:
    """Start a local server, make a room on it and enter the game at once."""
    from teg_tui.local_server import LocalServer
    from teg_tui.plan import SessionPlan

    rules = _house_rules(variant, players, colour, official=official)
    need_terminal()
    settings, store = settings_and_store()
    player = player_of(settings, name)
    with LocalServer(fast=fast) as server:
        plan = SessionPlan(
            "create",
            name=player,
            seats=(level or RIVALS[variant],) * (players - 1),
            variant=variant,
            settings=rules,
            local=True,
            colour=colour or "",
            fast=fast,
        )
        run(plan, settings, store, color or outer_color, server)


def _house_rules(variant: str, players: int, colour: str | None, *, official: bool) -> "msgspec.Struct":
    """Return the house rules of a local game.

    Raises:
        Refusal: if the game is not played so: other numbers of players, other colours, another booklet.
    """
    seats, colours = TABLES[variant]
    if players not in seats:
        said = _("Ese juego es de {least} a {most} jugadores.")
        raise text.Refusal(said.format(least=seats[0], most=seats[-1]))
    if colour is not None and colour not in colours:
        raise text.Refusal(_("En ese juego no hay ese color. Hay: {colours}.").format(colours=", ".join(colours)))
    if variant == "negocios":
        if official:
            raise text.Refusal(_("Las reglas del folleto oficial son del juego clásico."))
        from teg_shared.rules.negocios.settings import Settings as NegociosSettings

        return NegociosSettings()
    from teg_shared.rules.classic.settings import OFFICIAL, Settings

    return OFFICIAL if official else Settings()


def _entrance(intent: Literal["join", "watch"], help_text: str) -> None:
    """Add a command that goes into a room on a server."""

    @teg.command(intent, cls=SpokenCommand, help=help_text)
    @click.argument("host", default="", metavar="[HOST[:PORT]]")
    @in_room
    @named
    @with_password
    @colors
    @language
    @click.pass_obj
    def enter(outer_color: str | None, host: str, room: str, name: str, password: str, color: str | None) -> None:
        """Enter a room, go back to a seat there, or look on."""
        from teg_tui.address import AddressError, parse_address
        from teg_tui.plan import SessionPlan
        from teg_tui.words import sentence

        settings, store = settings_and_store()
        try:
            address = parse_address(host or settings.server or "localhost")
        except AddressError as error:
            raise text.Refusal(sentence(error.code, error.facts)) from error
        player = player_of(settings, name)
        plan = SessionPlan(intent, address.host, address.port, room=room, name=player, password=password)
        run(plan, settings, store, color or outer_color)


_entrance("join", text.JOIN_HELP)
_entrance("watch", text.WATCH_HELP)


@teg.command(cls=SpokenCommand, help=text.ODDS_HELP)
@click.argument("attackers", metavar="ATACANTES", type=int)
@click.argument("defenders", metavar="DEFENSORES", type=int)
@language
def odds(attackers: int, defenders: int) -> None:
    """Print the exact odds of a battle to the end and of one roll."""
    from teg_tui.cli_odds import OddsRangeError, report

    try:
        lines = report(attackers, defenders)
    except OddsRangeError as error:
        raise text.Refusal(str(error)) from error
    for line in lines:
        click.echo(line)


@teg.command(cls=SpokenCommand, help=text.VERIFY_HELP)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@language
def verify(file: str) -> None:
    """Check a saved game; the exit code is 1 if it does not hold."""
    from teg_tui.cli_verify import examine

    lines, holds = examine(file)
    for line in lines:
        click.echo(line)
    if not holds:
        raise SystemExit(1)


def _program(name: str, help_text: str) -> None:
    """Add a command that becomes a program of the server, with all its arguments."""

    @teg.command(name, cls=SpokenCommand, help=help_text, context_settings=EXTERNAL, add_help_option=False)
    @click.pass_context
    def become(ctx: click.Context) -> None:
        """Replace this process."""
        from teg_tui.local_server import server_command

        command = server_command(name, *ctx.args)
        os.environ["TEG_PROGRAM"] = "teg"  # usage lines then say what was typed
        os.execv(command[0], command)  # noqa: S606 # our own interpreter, no shell


_program("host", text.HOST_HELP)
_program("selfplay", text.SELFPLAY_HELP)


def main() -> None:
    """Run the command line; the entry point of the installed program."""
    i18n.language()
    teg(prog_name="teg")
