"""Take a picture of a terminal program: run it under a pty, press keys, draw the screen as a PNG.

Example: python tools/terminal_shot.py --size 120x36 --keys right,enter --out map.png -- teg demo
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, from any folder

from tests.support.terminal import Terminal


def _size(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, int]:
    """Read a size such as 80x24."""
    cols, _, rows = value.partition("x")
    if not (cols.isdigit() and rows.isdigit()):
        raise click.BadParameter("a size looks like 80x24")
    return int(cols), int(rows)


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--size", default="80x24", callback=_size, help="Columns and rows.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The PNG to write.")
@click.option("--keys", default="", help="Keys to press, with commas between them.")
@click.option("--env", "variables", multiple=True, help="NAME=VALUE; without =VALUE the variable is removed.")
@click.option("--wait", default=15.0, help="Longest wait for a quiet screen, in seconds.")
@click.option("--scale", default=1, help="Pixels for each of a cell's 10x20.")
@click.option("--text", is_flag=True, help="Print the screen's text too.")
@click.argument("command", nargs=-1, required=True)
def main(
    *,
    size: tuple[int, int],
    out: Path,
    keys: str,
    variables: tuple[str, ...],
    wait: float,
    scale: int,
    text: bool,
    command: tuple[str, ...],
) -> None:
    """Run COMMAND in a terminal and save what it shows."""
    env = {name: (value if equals else None) for name, equals, value in (v.partition("=") for v in variables)}
    with Terminal(command, size, env) as terminal:
        while not terminal.mark and terminal.exit_code is None:
            terminal.pump(0.1)
        terminal.settle(quiet=0.8, timeout=wait)
        click.echo(f"first screen: {terminal.mark} bytes")
        for key in filter(None, keys.split(",")):
            mark = terminal.mark
            terminal.press(key)
            terminal.settle(timeout=wait)
            click.echo(f"{key}: {len(terminal.bytes_since(mark))} bytes")
        terminal.png(out, scale)
        if text:
            click.echo(terminal.screen_text())


if __name__ == "__main__":
    main()
