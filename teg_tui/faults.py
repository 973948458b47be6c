"""A fault of this program, kept where its player finds it and can pass it on: the screen has no room for it."""

import platform
import sys
import time
import traceback
from pathlib import Path
from typing import Final

from teg_tui.config import data_dir, write_private

NAME: Final = "fault.txt"


def noted(error: BaseException) -> Path | None:
    """Write down the newest fault, in place of the one before, and return where it lies; None if that fails."""
    when = time.strftime("%Y-%m-%d %H:%M:%S %z")
    on = f"Python {platform.python_version()}, {sys.platform}"
    path = data_dir() / NAME
    try:
        write_private(path, f"{when}, {on}\n{''.join(traceback.format_exception(error))}".encode())
    except OSError:
        return None
    return path
