# ruff: noqa: PLC0415 # each command imports what it needs when it runs
"""`teg doctor`: what may be wrong, and what to do about it."""

import os
from typing import TYPE_CHECKING, Final

import click

from teg_tui.cli_options import language
from teg_tui.cli_text import SpokenCommand, option
from teg_tui.i18n import N_

if TYPE_CHECKING:
    from teg_tui.doctor import Finding

DOCTOR_HELP: Final = N_("""Revisar la terminal y esta máquina, y decir qué hacer.

Mira el tamaño, los colores, el ancho de los signos y el mouse de la terminal; los ajustes, el socket compartido, el puerto, la red local y el broker. El código de salida es 1 si algo no anda.""")  # noqa: E501 # one paragraph
OPTION_JSON: Final = N_("Escribir el resultado para otros programas.")
MARKS: Final = {"ok": "✓", "note": "·", "bad": "✗"}
COLOURS: Final = {"ok": "green", "note": "yellow", "bad": "red"}


def register(group: click.Group) -> None:
    """Add the command to the program's group."""

    @group.command(cls=SpokenCommand, help=DOCTOR_HELP)
    @option("--json", "as_text", is_flag=True, help=OPTION_JSON)
    @language
    def doctor(as_text: bool) -> None:
        """Look around."""
        from teg_tui.doctor import as_json, look_around
        from teg_tui.doctor_terminal import terminal

        findings: list[Finding] = []
        for finding in (*terminal(os.environ), *look_around(os.environ)):
            findings.append(finding)
            if not as_text:
                _say(finding)
        if as_text:
            click.echo(as_json(findings))
        if any(finding.level == "bad" for finding in findings):
            raise SystemExit(1)


def _say(finding: "Finding") -> None:
    """Write one finding, and under it what to do."""
    mark = click.style(MARKS[finding.level], fg=COLOURS[finding.level], bold=True)
    click.echo(f"{mark} {finding.text}")
    if finding.advice:
        click.echo(f"    → {finding.advice}")
