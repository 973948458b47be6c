# ruff: noqa: PLC0415 # each command imports what it needs when it runs
"""What a system wants to know of the program: completion for shells, and a manual page made of its own help."""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from teg_tui import cli_text as text
from teg_tui.cli_options import language
from teg_tui.cli_text import SpokenCommand
from teg_tui.i18n import N_, _

COMPLETION_HELP: Final = N_("""Escribir lo que hace que el shell complete con Tab.

bash: teg completion bash > ~/.local/share/bash-completion/completions/teg; zsh: una carpeta de $fpath, con el nombre _teg; fish: ~/.config/fish/completions/teg.fish.""")  # noqa: E501 # one paragraph
MAN_HELP: Final = N_("""Escribir la página del manual.

teg man > ~/.local/share/man/man6/teg.6, y después: man teg.""")
SHELLS: Final = ("bash", "zsh", "fish")
PROGRAMS: Final = ("host", "selfplay")
"""Commands that are programs of the server, which say their options themselves."""
FILES: Final = (
    ("~/.config/teg-tui/config.toml", N_("Ajustes; TEG_CONFIG_DIR elige otra carpeta.")),
    ("~/.local/share/teg-tui/", N_("Lugares guardados y partidas; TEG_DATA_DIR elige otra.")),
    ("/run/teg/teg.sock", N_("Socket del servidor de la máquina; TEG_SOCKET elige otro.")),
)
VARIABLES: Final = (
    ("TEG_LANG", N_("Idioma: es o en.")),
    ("NO_COLOR", N_("Sin colores: las marcas dicen de quién es cada país.")),
    ("COLORTERM", N_("truecolor si la terminal tiene todos los colores; por ssh hay que dejarla pasar.")),
    ("TEG_MQTT_PASSWORD", N_("Contraseña del broker.")),
)


def register(group: click.Group) -> None:
    """Add the commands to the program's group."""

    @group.command(cls=SpokenCommand, help=COMPLETION_HELP)
    @click.argument("shell", type=click.Choice(SHELLS), required=False)
    @language
    def completion(shell: str | None) -> None:
        """Write the script for a shell."""
        from click.shell_completion import get_completion_class

        chosen = shell or Path(os.environ.get("SHELL", "")).name
        found = get_completion_class(chosen) if chosen in SHELLS else None
        if found is None:
            raise text.Refusal(_("¿Para qué shell? teg completion bash, zsh o fish."))
        click.echo(found(group, {}, "teg", "_TEG_COMPLETE").source())

    @group.command(cls=SpokenCommand, help=MAN_HELP)
    @language
    @click.pass_context
    def man(ctx: click.Context) -> None:
        """Write the manual page."""
        assert ctx.parent is not None
        for line in manual(group, ctx.parent):
            click.echo(line)


def manual(group: click.Group, ctx: click.Context) -> Iterator[str]:
    """Yield the lines of the manual page, in the language in use."""
    from teg_shared.version import VERSION

    day = datetime.now(UTC).strftime("%Y-%m-%d")
    yield f'.TH TEG 6 "{day}" "teg {VERSION}" "T.E.G."'
    yield from _section(_("NOMBRE"), [_("teg \\- T.E.G. (Plan Táctico y Estratégico de la Guerra) en la terminal")])
    yield from _section(_("SINOPSIS"), [".B teg", _("[OPCIONES] [COMANDO] [ARGUMENTOS]")])
    yield from _section(_("DESCRIPCIÓN"), _paragraphs(_help_of(group)))
    yield from _options(group, ctx)
    yield f".SH {_quoted(_('COMANDOS'))}"
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if command is not None and not command.hidden:
            yield from _command(name, command, ctx)
    for title, pairs in ((_("ARCHIVOS"), FILES), (_("ENTORNO"), VARIABLES)):
        yield f".SH {_quoted(title)}"
        for word, said in pairs:
            yield from (".TP", f".B {_plain(word)}", _plain(_(said)))
    yield from _section(_("VER TAMBIÉN"), [".BR ssh (1)"])


def _command(name: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    ctx = click.Context(command, info_name=name, parent=parent)
    pieces = " ".join(command.collect_usage_pieces(ctx))
    yield f".SS teg {_plain(name)} {_plain(pieces)}"
    if name in PROGRAMS:
        yield from _paragraphs(_help_of(command))
        yield from (".PP", ".nf", *map(_plain, _told(name)), ".fi")
        return
    yield from _paragraphs(_help_of(command))
    yield from _options(command, ctx)


def _help_of(command: click.Command) -> str:
    return _(command.help) if command.help else ""  # the empty sentence is the catalogue's header


def _options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            yield from (".TP", f".B {_plain(record[0])}", _plain(re.sub(r"\s+", " ", record[1])))


def _told(name: str) -> list[str]:
    """Return the options of a program of the server, as it says them."""
    import subprocess

    from teg_tui.i18n import language
    from teg_tui.local_server import server_command

    env = {**os.environ, "TEG_PROGRAM": "teg", "TEG_LANG": language(), "COLUMNS": "78"}
    said = subprocess.run(  # noqa: S603 # our own interpreter, no shell
        server_command(name, "--help"), capture_output=True, check=True, env=env, encoding="utf-8"
    ).stdout
    lines = said.splitlines()
    start = next((place for place, line in enumerate(lines) if line.startswith(("Options", "Opciones"))), 0)
    return lines[start + 1 :]


def _section(title: str, lines: list[str] | Iterator[str]) -> Iterator[str]:
    yield f".SH {_quoted(title)}"
    for line in lines:
        yield line if line.startswith((".", "teg \\-")) else _plain(line)


def _paragraphs(said: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", said.strip()):
        yield ".PP"
        yield _plain(re.sub(r"\s+", " ", paragraph))


def _plain(line: str) -> str:
    """Return text that roff takes as it is."""
    safe = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


def _quoted(title: str) -> str:
    return f'"{title}"'
