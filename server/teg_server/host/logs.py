"""The host's log: one line an event on standard error, `what key=value …`, and never a secret in it."""

import logging
import sys
from typing import Final

LEVELS: Final = ("debug", "info", "warning", "error")


class _OneLine(logging.Formatter):
    """Keeps what other people typed from making lines or colours of its own."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if record.exc_info:
            return text  # a bug's traceback is ours, and of many lines
        return "".join(sign if sign.isprintable() else "�" for sign in text)


def setup(level: str) -> None:
    """Log to standard error from `level` on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
