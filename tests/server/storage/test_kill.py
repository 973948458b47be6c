"""kill -9 at any moment: nothing that was acknowledged is lost, and nothing is half there."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from teg_server.storage.protocol import check_chain, first_link
from teg_server.storage.sqlite import SqliteLog

WRITER = Path(__file__).parent / "writer.py"
ROOMS = 5


def killed_after(path: Path, seconds: float) -> dict[str, int]:
    """Run the writer, kill it `seconds` after its first answer, and return the last number that each room saw."""
    with subprocess.Popen([sys.executable, WRITER, path, str(ROOMS)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        said = child.stdout.readline()
        time.sleep(seconds)  # the moment is what is tested
        child.send_signal(signal.SIGKILL)
        said += child.stdout.read()
        assert child.wait(10) == -signal.SIGKILL
    acked: dict[str, int] = {}
    for line in said.decode().split("\n")[:-1]:
        name, seq = line.split()
        acked[name] = int(seq)
    return acked


async def test_what_was_acknowledged_survives_kill_9_at_20_random_moments(tmp_path: Path) -> None:
    luck = random.Random(20)
    total = 0
    for moment in range(20):
        path = tmp_path / f"{moment}.db"
        acked = killed_after(path, luck.uniform(0, 0.15))
        log = await SqliteLog.open(path)
        for name, seq in acked.items():
            records = await log.load(name)
            check_chain(name, records, 0, first_link(name))
            assert [r.payload for r in records] == [f"{name} {n + 1}".encode() for n in range(len(records))]
            assert seq <= len(records) <= seq + 2
            assert len(records) % 2 == 0
            total += seq
        await log.close()
    assert total > 100
