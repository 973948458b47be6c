"""The units for systemd: what systemd says of them, and that their command runs as an account without rights."""

import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.sshd import BIN, ROOT, SOCKET, box
from tests.support.terminal import Terminal

UNITS = ROOT / "packaging" / "systemd"
ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="systemd: no systemd-analyze on this machine")
@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.glob("*.service")))
def test_systemd_finds_nothing_wrong(unit: str, tmp_path: Path) -> None:
    text = (UNITS / unit).read_text(encoding="utf-8")
    here = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text)  # the program is not installed on this machine
    (tmp_path / unit).write_text(here, encoding="utf-8")
    (tmp_path / "teg.service").touch()
    manager = ["--user"] if "user" in unit else []
    assert ANALYZE is not None
    done = subprocess.run(
        [ANALYZE, "verify", "--man=no", *manager, str(tmp_path / unit)], capture_output=True, check=False,
        encoding="utf-8", env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)},
    )  # fmt: skip
    said = [line for line in (done.stdout + done.stderr).splitlines() if unit in line]
    assert said == []
    assert done.returncode == 0 or unit != "teg.service", done.stderr


def test_the_server_s_command_runs_without_rights_and_every_account_finds_it(tmp_path: Path) -> None:
    unit = (UNITS / "teg.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    settings = tmp_path / "teg.toml"
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```\n(   # /etc/teg\.toml\n.*?)```", page, re.DOTALL)
    with box(tmp_path / "box", {"teg": "/bin/sh", "ana": "/bin/sh"}) as machine:
        machine.write("/home/teg/teg.toml", block.replace("/var/lib/teg", "/home/teg/log"), "teg", "644")
        machine.run("chown", "teg:", str(SOCKET.parent))
        words = command.replace("/opt/teg/bin", str(BIN)).replace("/etc/teg.toml", "/home/teg/teg.toml").split()
        process = subprocess.Popen(
            machine.inside("runuser", "-u", "teg", "--", "env", "-i", "PATH=/usr/bin:/bin", "HOME=/", *words),
            stdout=subprocess.PIPE,
        )
        machine.children.append(process)
        assert process.stdout is not None
        assert process.stdout.readline().decode().strip() == f"teg-server listening on unix:{SOCKET}"
        play = machine.inside("runuser", "-u", "ana", "--", "env", "HOME=/home/ana", str(BIN / "teg"))
        env: dict[str, str | None] = {"LOGNAME": "ana", "USER": "ana"}
        with Terminal(play, (80, 24), env) as screen:
            screen.wait_for("Mesas en este servidor", 30)
        rights = machine.run("stat", "-c", "%a %U", "/home/teg/log/teg.sqlite").split()
        assert rights == ["600", "teg"]
        machine.run("pkill", "-TERM", "-u", "teg", "-f", "teg_server host")
        end = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        assert process.returncode == 0
        assert not settings.exists()
        assert "No such file" in machine.run("ls", str(SOCKET))
