"""What becomes of the program when its terminal goes away."""

import signal


def end_with_terminal() -> None:
    """End this program when its terminal goes away, even if whoever started it ignores that signal (`nohup`, some CI).

    Without its terminal the screen library would read the end of the input for ever, at full speed.
    """
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
