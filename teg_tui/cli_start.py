# ruff: noqa: PLC0415 # what is imported here waits until a command needs it
"""From a command to the screens: the settings, who plays, the colours of the terminal, and the app itself."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from teg_tui import cli_text as text
from teg_tui import collector, i18n
from teg_tui.cli_options import COLOR_SYSTEMS
from teg_tui.i18n import _

if TYPE_CHECKING:
    from textual.app import App

    from teg_tui.config import Config, Store
    from teg_tui.local_server import LocalServer
    from teg_tui.plan import SessionPlan


def settings_and_store() -> "tuple[Config, Store]":
    """Return the settings and their store, and speak their language unless the environment names one."""
    from teg_tui.config import Store

    store = Store()
    settings = store.config()
    if settings.language and not os.environ.get("TEG_LANG"):
        i18n.choose(settings.language)
    for trouble in store.troubles:
        said = _("No se pudo leer {path}: {reason}").format(path=trouble.path, reason=trouble.reason)
        if trouble.aside is not None:
            said += "\n" + _("Quedó apartado en {aside}; sigo con los valores de siempre.").format(aside=trouble.aside)
        click.echo(said, err=True)
    return settings, store


def player_of(settings: "Config", name: str) -> str:
    """Return the player's name: the one given, the one set, or that of the account.

    Raises:
        Refusal: if the one given can't be a name.
    """
    from teg_shared.protocol.text import player_name
    from teg_shared.rules.errors import RuleError

    from teg_tui.words import sentence

    wanted = name or settings.name
    if wanted:
        try:
            return player_name(wanted)
        except RuleError as error:
            raise text.Refusal(sentence(error.code, error.facts)) from error
    account = os.environ.get("LOGNAME") or os.environ.get("USER") or ""
    try:
        return player_name(account[:16].capitalize())
    except RuleError:
        return _("Jugador")


def need_terminal() -> None:
    """Refuse to draw into a file or a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise text.Refusal(_("El juego necesita una terminal: ni la entrada ni la salida pueden ser un archivo."))


def color_environment(color: str | None, environment: "dict[str, str] | os._Environ[str]") -> None:
    """Set what Textual reads when it is imported; nothing where it decides well by itself.

    GNU screen prints garbage for truecolor and hands COLORTERM on all the same.
    """
    if color == "none":
        environment["NO_COLOR"] = "1"
    elif color in COLOR_SYSTEMS:
        environment["TEXTUAL_COLOR_SYSTEM"] = COLOR_SYSTEMS[color]
        environment.pop("NO_COLOR", None)
    elif environment.get("STY") and "TEXTUAL_COLOR_SYSTEM" not in environment:
        environment["TEXTUAL_COLOR_SYSTEM"] = "256"


def run(
    plan: "SessionPlan",
    settings: "Config",
    store: "Store",
    color: str | None,
    local: "LocalServer | None" = None,
) -> None:
    """Run the screens until the person leaves them; `local` is the server of a local plan."""
    need_terminal()
    collector.hold()

    def screens() -> "App[None]":
        from teg_tui.app import TegApp

        return TegApp(plan, settings, store, local)

    show(screens, settings, color)


def show(screens: "Callable[[], App[None]]", settings: "Config", color: str | None) -> None:
    """Run the app that `screens` makes until the person leaves it; Textual is imported by it, with its colours set."""
    color_environment(color or (settings.color if settings.color != "auto" else None), os.environ)
    from teg_tui.hangup import end_with_terminal

    end_with_terminal()
    app = screens()
    app.run(mouse=settings.mouse)
    if app.return_code:
        raise SystemExit(app.return_code)
