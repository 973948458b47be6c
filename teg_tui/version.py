"""Which version this is, asked of the installation only when somebody wants to know."""

from functools import cache


@cache
def version() -> str:
    """Return the version of the installed distribution, 0 for a bare checkout."""
    from importlib import metadata  # noqa: PLC0415 # 30 ms of the start

    try:
        return metadata.version("teg-tui")
    except metadata.PackageNotFoundError:
        return "0"
