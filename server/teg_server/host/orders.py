"""What the command line tells a server that runs already: a file in its data directory, and a signal to look at it."""

import contextlib
import os
from pathlib import Path
from typing import Final, Literal

import msgspec

FILE: Final = "order.json"


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give all games away through a folder, or take over those that lie in one."""

    what: Literal["hand-over", "adopt"]
    folder: str


def give_order(directory: Path, order: Order) -> None:
    """Leave an order for the server of a data directory.

    Raises:
        OSError: if that is not allowed.
    """
    part = directory / f".{FILE}.{os.getpid()}"
    part.write_bytes(msgspec.json.encode(order))
    part.replace(directory / FILE)


def take_order(directory: Path) -> Order | None:
    """Return the order that lies there, once; None if there is none."""
    path = directory / FILE
    with contextlib.suppress(OSError, ValueError):
        data = path.read_bytes()
        path.unlink()
        return msgspec.json.decode(data, type=Order)
    return None
