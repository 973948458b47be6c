# ruff: noqa: PLC0415 # each command imports what it needs when it runs
"""Playing through the sshd of a shared machine: `teg ssh-guest` behind a key, and `teg ssh-key` to let a key in.

What a client of SSH sends along is never trusted: neither variables nor the command that it wanted to run.
"""

import hashlib
import os
import signal
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from teg_tui import cli_text as text
from teg_tui import collector
from teg_tui.cli_start import color_environment
from teg_tui.cli_text import SpokenCommand, option
from teg_tui.i18n import N_, _

if TYPE_CHECKING:
    from teg_tui.address import Address

GUEST_HELP: Final = N_("""Jugar como invitado de esta cuenta, detrás de sshd.

Es el comando de una clave en authorized_keys (lo escribe teg ssh-key) o el ForceCommand de una cuenta pública. La clave dice quién es: vuelve a su lugar sin contraseña, y no puede hacer otra cosa en la máquina.""")  # noqa: E501 # one paragraph
KEY_HELP: Final = N_("""Escribir la línea de authorized_keys que deja entrar a una clave a jugar, y a nada más.

FILE es la clave pública (un .pub); con - se lee de la entrada.""")
OPTION_GUEST_NAME: Final = N_("Nombre en la mesa, y quién es: la misma persona con otra clave vuelve al mismo lugar.")
OPTION_SOCKET: Final = N_("Socket del servidor; si no, los de siempre.")
OPTION_KEYS: Final = N_("Archivo de claves de cuyos comentarios salen los nombres (con ExposeAuthInfo).")
OPTION_KEY_NAME: Final = N_("Nombre en la mesa; si no, el del comentario de la clave.")

KEPT: Final = frozenset(
    {"TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "HOME", "USER", "LOGNAME", "PATH"}
)
"""Variables that a guest's session keeps; the rest could steer Python, Textual or this program."""
IDLE_SIGNALS: Final = (signal.SIGTSTP, signal.SIGQUIT)


def register(group: click.Group) -> None:
    """Add the commands to the program's group."""

    @group.command("ssh-guest", cls=SpokenCommand, help=GUEST_HELP)
    @option("--name", "-n", default="", help=OPTION_GUEST_NAME)
    @option("--socket", "socket_path", default="", metavar="PATH", help=OPTION_SOCKET)
    @option("--keys", type=click.Path(path_type=Path), default=None, help=OPTION_KEYS)
    def ssh_guest(name: str, socket_path: str, keys: Path | None) -> None:
        """Play as a guest of the account."""
        raise SystemExit(_play(name, socket_path, keys))

    @group.command("ssh-key", cls=SpokenCommand, help=KEY_HELP)
    @click.argument("file", type=click.File(encoding="utf-8", errors="replace"))
    @option("--name", "-n", default="", help=OPTION_KEY_NAME)
    @option("--socket", "socket_path", default="", metavar="PATH", help=OPTION_SOCKET)
    def ssh_key(file: TextIO, name: str, socket_path: str) -> None:
        """Write a line for authorized_keys."""
        click.echo(_line_for("".join(file), name, socket_path))


def clean_environment(environment: MutableMapping[str, str]) -> str:
    """Remove every variable that the far side may have sent to steer something; return where sshd says who came.

    Raises:
        Refusal: if Python has been steered already.
    """
    if not sys.flags.isolated and any(name.startswith("PYTHON") for name in environment):
        raise text.Refusal(_("Llegaron variables PYTHON* de afuera: hace falta el comando que escribe teg ssh-key."))
    auth_info = environment.get("SSH_USER_AUTH", "")
    for name in [name for name in environment if name not in KEPT]:
        del environment[name]
    return auth_info


def _play(name: str, socket_path: str, keys: Path | None) -> int:
    """Clean up, find out who it is and where the server is, and run the screens."""
    collector.hold()
    for number in IDLE_SIGNALS:
        signal.signal(number, signal.SIG_IGN)  # before the screens hold the keyboard, ^Z and ^\ would reach us
    try:
        auth_info = clean_environment(os.environ)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise text.Refusal(_("Hace falta una terminal: ssh -t."))
        guest, called = _who(name, auth_info, keys)
        address = _server(socket_path)
        from teg_tui.guest import run_guest

        color_environment(None, os.environ)
        return run_guest(guest, address, called)
    except KeyboardInterrupt:
        return 130


def _who(name: str, auth_info: str, keys: Path | None) -> tuple[str, str]:
    """Return id and name of the guest: what the host's command says, else the key that sshd has accepted.

    Raises:
        Refusal: if neither says it.
    """
    from teg_tui.sshkeys import key_in_use, known_as

    if name:
        from teg_shared.protocol.text import folded

        called = _player(name)
        who = folded(called)
        return f"name:{who if who.isascii() else hashlib.sha256(who.encode()).hexdigest()[:32]}", called
    key = key_in_use(Path(auth_info)) if auth_info else None
    if key is None:
        raise text.Refusal(_("No se sabe quién entra: hace falta --name, o ExposeAuthInfo yes en sshd."))
    authorized = keys or Path.home() / ".ssh" / "authorized_keys"
    return f"key:{key.fingerprint}", _player(known_as(key, authorized), ask=True)


def _player(name: str, *, ask: bool = False) -> str:
    """Return a name as the table has it; with `ask` an unfit one is empty, and asked for later.

    Raises:
        Refusal: if it can't be a name.
    """
    from teg_shared.protocol.text import player_name
    from teg_shared.rules.errors import RuleError

    from teg_tui.words import sentence

    try:
        return player_name(name)
    except RuleError as error:
        if ask:
            return ""
        raise text.Refusal(sentence(error.code, error.facts)) from error


def _server(socket_path: str) -> "Address":
    """Return the socket to go to.

    Raises:
        Refusal: if no server answers.
    """
    from teg_tui.address import AddressError, parse_address
    from teg_tui.discovery.machine import shared_socket
    from teg_tui.words import sentence

    found = socket_path or shared_socket()
    if not found:
        raise text.Refusal(_("En esta máquina no hay ningún servidor: lo abre teg host --shared."))
    try:
        return parse_address(f"unix:{found.removeprefix('unix:')}")
    except AddressError as error:
        raise text.Refusal(sentence(error.code, error.facts)) from error


def _line_for(content: str, name: str, socket_path: str) -> str:
    """Return the line of authorized_keys for the key in `content`.

    Raises:
        Refusal: if there is no key, or no name.
    """
    from teg_tui.sshkeys import KeyLineError, authorized_line, read_key

    try:
        key = read_key(content)
    except KeyLineError as error:
        raise text.Refusal(_("Eso no es una clave pública sola, sin opciones: va el archivo .pub.")) from error
    called = _player(name or key.owner)
    command = [sys.executable, "-I", "-m", "teg_tui", "ssh-guest", "--name", called]
    if socket_path:
        command += ["--socket", str(_server(socket_path).host)]
    return authorized_line(key, command, called)
