"""Somebody hostile with a key to a public account: gets the game, and neither shell nor file nor another's seat."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from teg_shared.protocol.codec import encode
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import PROTOCOL, Hello

from tests.e2e.programs import end_all, hasten
from tests.e2e.ssh.people import LINE, Remote, raw
from tests.e2e.ssh.public import SECRET, come, public_box
from tests.support.broker import free_port
from tests.support.sshd import SOCKET, Box, box, make_key
from tests.support.terminal import KEYS, Terminal

ACCOUNTS = ("juegos", "publica")
PROOF = "uid="
"""What `id` writes."""
CODE = "() { :;}; /usr/bin/id; $(id) `id`;id"
VARIABLES = {
    "PAGER": "sh -c id", "EDITOR": "sh -c id", "VISUAL": "sh -c id", "BROWSER": "sh -c id", "SHELL": "/bin/sh",
    "BASH_ENV": "/etc/passwd", "ENV": "/etc/passwd", "LD_PRELOAD": "/etc/passwd", "IFS": "/",
    "PYTHONINSPECT": "1", "PYTHONSTARTUP": "/etc/passwd", "PYTHONPATH": "/tmp", "PYTHONHOME": "/tmp",
    "PYTHONBREAKPOINT": "os.system", "PYTHONWARNINGS": "error", "TEXTUAL": "devtools,debug",
    "TEXTUAL_DRIVER": "os:system", "TEXTUAL_LOG": "/home/juegos/log", "TEXTUAL_SCREENSHOT": "1",
    "TEG_SOCKET": "/tmp/other.sock", "TEG_CONFIG_DIR": "/etc", "TEG_DATA_DIR": "/home/juegos", "TEG_PROGRAM": "id",
    "SSH_USER_AUTH": "/etc/passwd", "SSH_ORIGINAL_COMMAND": "id", "LANG": "../../../../etc", "LC_ALL": CODE,
    "COLORTERM": CODE,
}  # fmt: skip
"""What a hostile client sends along."""
COMMANDS = (
    ("id",), ("sh", "-i"), ("bash", "-c", "id"),
    (f"cat /home/juegos/secret; {CODE}",), ("teg", "ssh-guest", "--name", "Ana"),
    ("python3", "-c", "import os; os.system('id')"), ("ssh-guest", "--help"),
)  # fmt: skip


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with public_box(tmp_path_factory.mktemp("public"), careless=True) as made:
        yield made


@pytest.fixture
def machine(standing: Box) -> Box:
    """The machine with a fresh server, whatever the test before has done to it."""
    server = standing.children.pop()
    server.terminate()
    server.communicate()
    standing.run("sh", "-c", "rm -rf /home/*/.local")
    standing.serve_teg()
    return standing


@pytest.fixture
def keys(machine: Box) -> Path:
    """Where the keys lie, beside the machine."""
    return machine.here.parent


def spoken(machine: Box, command: list[str], text: str = "") -> str:
    """Run a client to its end and return what it wrote."""
    env = {**os.environ, "LANG": "es_AR.UTF-8"}
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False, timeout=60, env=env)
    return (done.stdout + done.stderr).decode(errors="replace")


def harmless(said: str) -> bool:
    """Whether nothing was run, read or told of the machine."""
    return not [sign for sign in (PROOF, SECRET, "root:x:", "Traceback", "$ ", ">>> ") if sign in said]


@pytest.mark.parametrize("account", ACCOUNTS)
@pytest.mark.parametrize("options", [("-T",), ("-s",), ("-N", "-T", "-o", "ConnectTimeout=5")], ids=" ".join)
def test_without_a_terminal_no_command_runs(machine: Box, keys: Path, account: str, options: tuple[str, ...]) -> None:
    if "-N" in options:
        process = subprocess.Popen(
            machine.ssh_command(account, keys / "eva", options=options), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        with pytest.raises(subprocess.TimeoutExpired):  # a line with nothing on it
            process.communicate(b"id\n", timeout=2)
        process.kill()
        assert process.communicate()[0] == b""
        return
    for command in COMMANDS:
        said = spoken(
            machine, machine.ssh_command(account, keys / "eva", *command, options=options), "id\ncat secret\n"
        )
        assert harmless(said), said
        assert "Hace falta una terminal" in said or "subsystem request failed" in said


@pytest.mark.parametrize("account", ACCOUNTS)
def test_with_a_terminal_every_command_is_the_game_under_the_key_s_own_name(
    machine: Box, keys: Path, account: str
) -> None:
    for command in COMMANDS[3:]:
        with machine.ssh(account, keys / "eva", *command, env=LINE) as screen:
            screen.wait_for("Mesas en", 20)
            screen.press("n")
            shown = screen.wait_for("Mesa nueva")
            assert "Mesa de eva" in shown
            assert harmless(shown)


@pytest.mark.parametrize("account", ACCOUNTS)
def test_no_files_by_sftp_or_scp(machine: Box, keys: Path, tmp_path: Path, account: str) -> None:
    ssh = machine.ssh_command(account, keys / "eva")
    options, where = ssh[1:-3], ssh[-1]  # without -p PORT ACCOUNT@HOST
    mine, got = tmp_path / "mine", tmp_path / "got"
    mine.write_text("planted")
    port = ["-P", str(machine.port)]
    tries = [
        ["sftp", *options, *port, "-b", "-", where],
        *(
            ["scp", *protocol, *options, *port, *files]
            for protocol in ([], ["-O"])
            for files in ([f"{where}:secret", str(got)], [str(mine), f"{where}:planted"])
        ),
    ]
    for command in tries:
        assert harmless(spoken(machine, command, f"get secret {got}\nput {mine} planted\n"))
    assert not got.exists() or got.read_text() == ""
    assert "planted" not in machine.run("ls", "-R", f"/home/{account}")


@pytest.mark.parametrize("account", ACCOUNTS)
def test_nothing_is_forwarded(machine: Box, keys: Path, tmp_path: Path, account: str) -> None:
    def ssh(*options: str) -> list[str]:
        return machine.ssh_command(account, keys / "eva", options=options)

    assert "SSH-2.0" not in spoken(machine, ssh("-W", f"127.0.0.1:{machine.port}"))
    for wanted in (("-R", "0:127.0.0.1:22"), ("-R", "/tmp/far.sock:127.0.0.1:22"), ("-w", "any")):
        said = spoken(machine, ssh("-N", "-o", "ExitOnForwardFailure=yes", *wanted))
        assert said, wanted  # refused, and said so
    assert "Hace falta una terminal" in spoken(machine, ssh("-T", "-A", "-X"))
    near = tmp_path / "near.sock"
    process = subprocess.Popen(ssh("-N", "-L", f"{near}:{SOCKET}"), stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 20
        while not near.exists() and time.monotonic() < end:
            time.sleep(0.05)
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(str(near))
            line.sendall(frame(encode(Hello(PROTOCOL, "eva"))))
            try:
                heard = line.recv(100)
            except ConnectionResetError:
                heard = b""
            assert heard == b""
    finally:
        process.kill()
        process.wait()


def by_socks(machine: Box, account: str, key: Path, target: int) -> bytes:
    """Return what a port of the machine says through `ssh -D`, empty if nobody is let through."""
    near = free_port()
    command = machine.ssh_command(account, key, options=("-N", "-D", f"127.0.0.1:{near}"))
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 20
        line = socket.socket()
        while line.connect_ex(("127.0.0.1", near)):
            line.close()
            assert time.monotonic() < end, "ssh does not listen"
            time.sleep(0.05)
            line = socket.socket()
        with line:
            line.settimeout(10)
            line.sendall(b"\x05\x01\x00")  # SOCKS 5, nobody in particular
            assert line.recv(2) == b"\x05\x00", "ssh is no proxy"
            line.sendall(b"\x05\x01\x00\x01\x7f\x00\x00\x01" + target.to_bytes(2))  # connect to 127.0.0.1
            try:
                answer = line.recv(10)
                return line.recv(100) if answer[1:2] == b"\x00" else b""
            except ConnectionResetError:
                return b""
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("account", ACCOUNTS)
def test_the_key_makes_no_proxy_into_the_machine_s_network(machine: Box, keys: Path, account: str) -> None:
    assert by_socks(machine, account, keys / "eva", machine.port) == b""


@pytest.mark.parametrize("account", ACCOUNTS)
def test_variables_of_the_client_steer_nothing(machine: Box, keys: Path, account: str) -> None:
    sent = ("-o", "SetEnv=" + " ".join(f'"{name}={value}"' for name, value in VARIABLES.items()))
    for term in ("xterm-256color", CODE, "../../etc/passwd"):
        before = machine.run("find", f"/home/{account}", "-newer", "/home", "-type", "f")
        with machine.ssh(
            account, keys / "eva", options=("-t", *sent), env={**LINE, "TERM": term, **VARIABLES_HERE}
        ) as screen:
            shown = screen.wait_for("Mesas en este servidor", 20)
            assert harmless(shown)
            screen.press("ctrl+c")
            screen.wait_exit()
            assert harmless(screen.screen_text())
        assert machine.run("find", f"/home/{account}", "-newer", "/home", "-type", "f") == before


VARIABLES_HERE = {"COLORTERM": CODE, "LC_ALL": CODE, "LANG": "../../../../etc"}
"""What is sent by the client's own settings, so that the names that sshd accepts do arrive."""


@pytest.mark.parametrize("account", ACCOUNTS)
def test_no_key_leads_out_of_the_program(machine: Box, keys: Path, account: str) -> None:
    """Before the first screen, in the list, in a form and at a table; what runs for the account is looked at."""
    odd = [
        ":shell\r",
        ":!id\r",
        "!id\r",
        "\x1b:",
        "\x1b]52;c;?\x07",
        "\x1b[5i",
        "\x1bP$p p\x1b\\",
        "\x1b[200~id\r\x1b[201~",
    ]
    control = [KEYS[name] for name in KEYS if name.startswith(("ctrl+", "f"))]
    control = [key for key in control if key not in {"\x03", "\x11"}]  # ^C and ^Q leave, which is another test
    early = ("\x1a", "\x1c", "\x1a\x1a", "\x03")  # ^Z, ^\\ and ^C, while Python starts
    # the last time at a table, if what was typed has opened one
    for first, prologue in ((early, ""), (early, "n"), ((), "")):
        with machine.ssh(account, keys / "eva", env=LINE) as screen:
            raw(screen)
            for key in first:
                screen.pump(0.1)
                screen.send(key.encode())
            try:
                screen.wait_for(re.compile("Mesas en|Colocación|dueño"), 20)
            except TimeoutError:
                # a signal came before the trap: the connection has ended, and nothing is left of it
                assert first
                assert screen.exit_code is not None
                continue
            screen.press(prologue)
            for key in [*control, *odd]:
                screen.send(key.encode())
                screen.pump(0.02)
            screen.settle()
            assert harmless(screen.screen_text())
            # whatever the keys came upon, "Salir" among them: the game runs, or the connection has ended with it
            assert screen.exit_code in {None, 0}
            assert programs_of(machine, account) <= {"sshd", "python3", "python"}


def programs_of(machine: Box, account: str) -> set[str]:
    """Return the names of what runs for an account."""
    said = machine.run("ps", "-u", account, "-o", "comm=,stat=")
    assert not [line for line in said.splitlines() if line.split()[1].startswith("T")], said  # nothing is stopped
    return {line.split()[0] for line in said.splitlines()}


@pytest.mark.parametrize("key", ["\x03", "\x04", "\x1c"])
def test_the_keyboard_before_the_first_screen_ends_the_line_or_does_nothing(machine: Box, keys: Path, key: str) -> None:
    for pause in (0.0, 0.1, 0.3, 0.6):
        with machine.ssh("juegos", keys / "eva", env=LINE) as screen:
            raw(screen)
            screen.pump(pause)
            screen.send(key.encode())
            end = time.monotonic() + 20
            while screen.exit_code is None and "Mesas en" not in screen.screen_text() and time.monotonic() < end:
                screen.pump(0.05)
            assert 'File "' not in screen.screen_text()
            assert harmless(screen.screen_text())


def test_names_that_look_like_paths_and_commands_are_only_names(machine: Box, keys: Path) -> None:
    planted = Path(f"/tmp/teg{os.getpid()}")
    with machine.ssh("juegos", keys / "eva", env=LINE) as screen:
        screen.wait_for("Mesas en", 20)
        before = machine.run("find", "/home/juegos", "-type", "f")
        for name in ("../../etc/passwd", f"$(id>{planted})", "|id;`id`"):
            screen.press("n")
            screen.wait_for("Mesa nueva")
            screen.press(*["backspace"] * 24, pause=0.01)
            screen.press(name, "ctrl+s", "end", "enter", pause=0.2)
            shown = screen.wait_for("dueño", 20)
            assert harmless(shown)
            leave(screen)
        assert not planted.exists()  # /tmp is not the namespace's own
        after = set(machine.run("find", "/home/juegos", "-type", "f").split()) - set(before.split())
        assert {Path(path).name for path in after} <= {"seats.json"}


def leave(screen: Terminal) -> None:
    """Go back to the list of rooms, wherever it is."""
    for _ in range(9):
        screen.press("escape", pause=0.3)
        if "Mesas en" in screen.screen_text():
            return
        if "Ver las mesas" in screen.screen_text():
            screen.press("1", pause=0.3)
        elif "¿Salir?" in screen.screen_text():
            screen.press("down", "enter", pause=0.3)
    screen.wait_for("Mesas en")


@pytest.mark.timeout(200)
def test_nobody_takes_another_s_seat_before_or_in_the_game(machine: Box, keys: Path) -> None:
    ana, beto = come(machine, keys, "ana"), come(machine, keys, "beto")
    eva = come(machine, keys, "eva")
    try:
        ana.open_room("abierto")
        beto.expect("Mesas en")
        beto.press("a")
        beto.choose("down", "Mesa de ana")
        beto.press("enter")
        ana.expect("beto")
        beto.kill()  # the seat is empty, and still his
        eva.expect("Mesas en")
        eva.press("a")
        eva.choose("down", "Mesa de ana")
        eva.press("enter")
        assert "eva" not in ana.seen.text
        beto.start_again()
        beto.expect("Esperando que")
        ana.press("s")
        for person in (ana, beto):
            person.expect("Colocación")
        hasten(ana, beto)
        ana.kill()
        eva.press("escape", "a")
        eva.terminal.settle()
        eva.press("enter")
        eva.terminal.settle()
        assert "Te toca" not in eva.seen.text
        assert "estás mirando" not in eva.seen.text
        ana.start_again()
        ana.hint("coloc")
    finally:
        end_all([ana, beto, eva])


@pytest.mark.timeout(200)
def test_a_key_with_another_s_name_is_still_somebody_else(machine: Box, keys: Path) -> None:
    """One command for all keys: the name is in the key's comment, which anybody can write; the key is the person."""
    double = make_key(keys / f"double{os.getpid()}", "ana@laptop").with_suffix(".pub").read_text().strip()
    machine.run("sh", "-c", f"echo '{double}' >> /home/publica/.ssh/authorized_keys")
    ana = come(machine, keys, "ana", "publica")
    eva = Remote(machine, "publica", keys / f"double{os.getpid()}", name="ana")
    try:
        ana.open_room("bot novato")
        ana.press("s")
        ana.expect("Colocación")
        ana.kill()
        eva.expect("Mesas en")
        eva.press("a")
        eva.choose("down", "Mesa de ana")
        eva.press("enter")
        eva.terminal.settle()
        assert "Te toca" not in eva.seen.text
        ana.start_again()
        ana.hint("coloc")
        eva.terminal.settle()
        assert "Te toca" not in eva.seen.text
    finally:
        end_all([ana, eva])


def test_a_key_without_fences_does_all_that(machine: Box, keys: Path, tmp_path: Path) -> None:
    """A test that could not tell a shell from the game would prove nothing."""
    with box(tmp_path / "open", {"abierta": "/bin/sh"}) as careless:
        careless.authorize("abierta", (keys / "eva.pub").read_text().strip())
        careless.write("/home/abierta/secret", SECRET, "abierta")
        for command in ("id", "cat secret"):
            assert not harmless(spoken(machine, careless.ssh_command("abierta", keys / "eva", command)))
        said = spoken(
            machine, careless.ssh_command("abierta", keys / "eva", options=("-W", f"127.0.0.1:{machine.port}"))
        )
        assert "SSH-2.0" in said
        assert b"SSH-2.0" in by_socks(careless, "abierta", keys / "eva", machine.port)
