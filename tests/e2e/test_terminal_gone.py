"""A terminal that goes away takes its program along, whatever signals the program was started to ignore."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.support.terminal import Terminal


def test_a_client_ends_with_its_terminal_even_under_nohup(tmp_path: Path) -> None:
    ignoring = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
        "os.execv(sys.executable, [sys.executable, '-m', 'teg_tui'])"
    )
    env = {"TEG_DATA_DIR": str(tmp_path), "TEG_CONFIG_DIR": str(tmp_path)}
    with Terminal([sys.executable, "-c", ignoring], (80, 24), env) as terminal:
        terminal.wait_for("Jugar contra bots", 30)
        ignored = Path(f"/proc/{terminal.pid}/status").read_text(encoding="ascii")
        mask = int(next(line for line in ignored.splitlines() if line.startswith("SigIgn")).split()[1], 16)
        assert not mask >> (signal.SIGHUP - 1) & 1
        subprocess.run(["kill", "-HUP", str(terminal.pid)], check=True)
        assert terminal.wait_exit(20) != 0


def test_a_client_ends_with_its_terminal_even_if_its_parent_waits_for_it(tmp_path: Path) -> None:
    """As `make play` does: the first program of the terminal gets the signal and stays."""
    child = tmp_path / "pid"
    waiting = (
        "import signal, subprocess, sys; signal.signal(signal.SIGHUP, lambda *_: None); "
        "client = subprocess.Popen([sys.executable, '-m', 'teg_tui']); "
        f"open({str(child)!r}, 'w').write(str(client.pid)); "
        "sys.exit(client.wait())"
    )
    env = {"TEG_DATA_DIR": str(tmp_path), "TEG_CONFIG_DIR": str(tmp_path)}
    with Terminal([sys.executable, "-c", waiting], (80, 24), env) as terminal:
        terminal.wait_for("Jugar contra bots", 30)
        terminal.hang_up()
        assert terminal.wait_exit(20) != 0
        assert not Path(f"/proc/{child.read_text()}").exists()
