"""Directories of a test, for tests in which other accounts of the machine take part."""

from pathlib import Path


def open_to_all(place: Path, mode: int = 0o755) -> None:
    """Let every account into a temporary directory of pytest, which keeps others out of all its parents."""
    for parent in place.parents:
        if not parent.name.startswith(("pytest-", "popen-")):
            break
        parent.chmod(0o755)
    place.chmod(mode)
