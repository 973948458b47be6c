"""The terminal client: screens and what feeds them. It must never import the server."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

try:
    VERSION: Final = version("teg-tui")
except PackageNotFoundError:  # run from a bare checkout
    VERSION = "0"  # type: ignore[misc]
PROGRAM: Final = f"teg-tui/{VERSION}"
"""How this client calls itself in the hello."""
