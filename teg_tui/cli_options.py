"""Options that several commands have, each the same wherever it stands."""

from typing import Final

import click

from teg_tui import cli_text as text
from teg_tui import i18n
from teg_tui.cli_text import option

COLOR_SYSTEMS: Final = {"truecolor": "truecolor", "256": "256", "16": "standard"}


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    del ctx, param
    if value:
        i18n.choose(value)


language = option(
    "--lang",
    type=click.Choice(i18n.LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help=text.OPTION_LANG,
)
colors = option("--color", "color", type=click.Choice((*COLOR_SYSTEMS, "none")), help=text.OPTION_COLOR)
named = option("--name", "-n", default="", help=text.OPTION_NAME)
in_room = option("--room", "-r", default="", help=text.OPTION_ROOM)
with_password = option("--password", "-p", default="", help=text.OPTION_PASSWORD)
