"""What becomes of the program when its terminal goes away."""

import os
import select
import signal
import threading
from typing import Final

LOOK: Final = 5000
"""Milliseconds after which the terminal is looked at again where no system call says that it has gone."""


def end_with_terminal() -> None:
    """End this program when its terminal goes away, even if whoever started it ignores that signal (`nohup`, some CI).

    Only the first program of a terminal gets the signal. If that one waits for its children, as `make` does, the
    terminal itself has to be watched: without it the screen library would read the end of the input for ever.
    """
    if not hasattr(signal, "SIGHUP"):
        return
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if hasattr(select, "poll") and os.isatty(0):
        threading.Thread(target=_watch, name="terminal", daemon=True).start()


def _watch() -> None:
    """Wait until the terminal has hung up, and end as if by its signal."""
    poll = select.poll()
    poll.register(0, 0)  # nothing but that it hangs up
    while not any(event & select.POLLHUP for _, event in poll.poll(LOOK)):
        pass
    os.kill(os.getpid(), signal.SIGHUP)
