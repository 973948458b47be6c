"""Where a server of a shared machine listens: the same list of paths for the host and for who looks for it."""

from collections.abc import Mapping
from typing import Final

SYSTEM_SOCKET: Final = "/run/teg/teg.sock"
"""Made by the administrator's service; everybody on the machine looks here."""
VARIABLE: Final = "TEG_SOCKET"
UNIX: Final = "unix:"
"""Begins an address that is the path of a Unix socket."""


def socket_places(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the paths at which a server's Unix socket may lie, the first one first.

    The path in TEG_SOCKET is the only one where it is set; otherwise that of the system, and that of the user.
    """
    if chosen := environment.get(VARIABLE, ""):
        return (chosen.removeprefix(UNIX),)
    own = environment.get("XDG_RUNTIME_DIR", "")
    return (SYSTEM_SOCKET, f"{own}/teg/teg.sock") if own.startswith("/") else (SYSTEM_SOCKET,)
