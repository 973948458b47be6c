"""A directory for tests in which other accounts of the machine take part."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def public_path() -> Iterator[Path]:
    """Return a directory that every account may enter.

    It is none of pytest's: those keep everybody else out, and another run on this machine closes them again.
    """
    with tempfile.TemporaryDirectory(prefix="teg-public-") as name:
        place = Path(name)
        place.chmod(0o755)
        yield place
        place.chmod(0o755)
