"""`teg doctor` as people run it: in terminals that answer, that draw too wide, that say nothing, and in none."""

import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from teg_tui import doctor
from teg_tui.doctor_terminal import SIGNS
from tests.e2e.programs import TEG
from tests.support.sshd import SOCKET, box
from tests.support.terminal import Terminal


def environment(where: Path, **more: str) -> dict[str, str]:
    return {"TEG_CONFIG_DIR": str(where), "TEG_DATA_DIR": str(where), "TEG_LANG": "es", **more}


def examine(where: Path, **more: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the findings without a terminal."""
    env = {**os.environ, **environment(where, **more)}
    done = subprocess.run(
        [TEG, "doctor", "--json"], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60, env=env
    )
    assert not done.stderr, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    assert said["ok"] is (done.returncode == 0)
    return done.returncode, said


def of(said: dict[str, Any], area: str) -> list[dict[str, Any]]:
    return [finding for finding in said["findings"] if finding["area"] == area]


def in_terminal(
    where: Path, size: tuple[int, int] = (100, 30), wide: str = "", *, answers: bool = True,
    env: Mapping[str, str | None] | None = None,
) -> tuple[int, str]:  # fmt: skip
    """Run it in a terminal that draws the signs of `wide` in two columns, and return exit code and screen."""
    asked = 0
    with Terminal([TEG, "doctor"], size, {**environment(where), **(env or {})}) as screen:
        end = time.monotonic() + 60
        while screen.exit_code is None and time.monotonic() < end:
            screen.pump(0.02)
            count = bytes(screen.output).count(b"\x1b[6n")
            for _ in range(count - asked if answers else 0):
                sign = SIGNS[asked]
                asked += 1
                screen.send(f"\x1b[1;{3 if sign in wide else 2}R".encode())
            if answers and b"\x1b[?1006$p" in screen.output and asked <= len(SIGNS):
                asked += 1000
                screen.send(b"\x1b[?1006;2$y")
        return screen.wait_exit(), screen.screen_text()


def test_a_good_terminal_is_called_good(tmp_path: Path) -> None:
    code, shown = in_terminal(tmp_path)
    assert code == 0
    assert "✓ Tamaño 100×30" in shown
    assert f"✓ Los {len(SIGNS)} signos" in shown
    assert "✓ Mouse: sí" in shown
    assert "✓ Colores: paleta truecolor" in shown


def test_signs_that_are_drawn_too_wide_are_named_with_what_to_do(tmp_path: Path) -> None:
    code, shown = in_terminal(tmp_path, wide="▴●")
    assert code == 1
    assert "✗ La terminal dibuja estos signos con otro ancho: ▴ ●" in shown
    assert "→ Elegí ancho angosto" in shown


def test_a_terminal_that_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    code, shown = in_terminal(tmp_path, answers=False)
    assert code == 0
    assert "no dice dónde está el cursor" in shown


def test_a_small_terminal_and_an_ssh_line_without_colours_are_said(tmp_path: Path) -> None:
    ssh: dict[str, str | None] = {"SSH_CONNECTION": "x", "COLORTERM": None}
    code, shown = in_terminal(tmp_path, (100, 20), env=ssh)
    assert code == 1
    assert "necesita 80×24" in shown
    assert "AcceptEnv" in shown


def test_without_a_terminal_it_works_and_says_what_it_could_not_see(tmp_path: Path) -> None:
    code, said = examine(tmp_path)
    assert code == 0
    assert [finding["level"] for finding in of(said, "terminal")] == ["note"]
    assert {finding["area"] for finding in said["findings"]} >= {"program", "settings", "socket", "port"}
    assert all(finding["advice"] for finding in said["findings"] if finding["level"] != "ok")


@pytest.mark.parametrize("content", ["colour = 'rojo'\n", "name = \n", 'mouse = "maybe"\n'])
def test_a_bad_settings_file_is_named_and_left_where_it_is(tmp_path: Path, content: str) -> None:
    (tmp_path / "config.toml").write_text(content)
    code, said = examine(tmp_path)
    assert code == 1
    (bad,) = [finding for finding in of(said, "settings") if finding["level"] == "bad"]
    assert str(tmp_path / "config.toml") in bad["text"]
    assert (tmp_path / "config.toml").read_text() == content


def test_saved_seats_that_others_can_read_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "seats.json").write_text("{}")
    (tmp_path / "seats.json").chmod(0o644)
    code, said = examine(tmp_path)
    assert code == 1
    assert f"chmod 600 {tmp_path / 'seats.json'}" in [finding["advice"] for finding in of(said, "settings")]


def test_a_broker_that_does_not_answer_is_a_fault_and_its_password_is_not_told(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: refused
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        (tmp_path / "config.toml").write_text(f'broker = "ana:hush@{where}"\n')
        code, said = examine(tmp_path)
    assert code == 1
    (bad,) = of(said, "broker")
    assert where in bad["text"]
    assert "hush" not in json.dumps(said)


def test_a_dead_socket_and_a_file_in_its_place_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "teg.sock"
    with closing(socket.socket(socket.AF_UNIX)) as dead:
        dead.bind(str(path))
    _, said = examine(tmp_path, TEG_SOCKET=str(path))
    assert [finding["level"] for finding in of(said, "socket")] == ["note"]
    path.unlink()
    path.write_text("")
    code, said = examine(tmp_path, TEG_SOCKET=str(path))
    assert code == 1
    assert "no es un socket" in of(said, "socket")[0]["text"]


async def test_a_port_with_another_program_is_told_from_a_server_and_from_a_free_one() -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        number = other.getsockname()[1]
        assert (await doctor.port(number)).level == "ok"  # nobody listens
        other.listen(0)
        finding = await doctor.port(number)
    assert finding.level == "note"
    assert f"--port {number + 1}" in finding.advice


def test_a_network_without_multicast_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teg_tui.discovery.lan.interfaces", lambda: ("10.0.0.2",))
    for name, flags in (("lo", "0x1009"), ("tun0", "0x1")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "flags").write_text(flags)
    (finding,) = doctor.lan(tmp_path)
    assert finding.level == "note"
    assert "teg join" in finding.advice


def test_an_account_that_may_not_use_the_socket_is_told_which_group_it_needs(tmp_path: Path) -> None:
    with box(tmp_path / "box", {"ana": "/bin/sh"}) as machine:
        machine.serve_teg()
        ask = ("runuser", "-u", "ana", "--", "env", "HOME=/home/ana", "TEG_LANG=es", TEG, "doctor", "--json")
        (good,) = of(json.loads(machine.run(*ask)), "socket")
        assert good["level"] == "ok"
        machine.run("chmod", "660", str(SOCKET))
        (bad,) = of(json.loads(machine.run(*ask)), "socket")
        assert bad["level"] == "bad"
        assert "usermod -aG root" in bad["advice"]
