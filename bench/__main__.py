"""Everything that is measured: `python -m bench [GROUP ...] [--profile]`, the groups as below.

Every figure that depends on the machine stands beside a baseline of the same run.
"""

import click

from bench import bots, core, directory, restart, server, ssh, startup, terminal
from bench.report import show

GROUPS = {
    "core": core.measure,
    "bots": bots.measure,
    "server": server.measure,
    "terminal": terminal.measure,
    "startup": startup.measure,
    "directory": directory.measure,
    "restart": restart.measure,
    "ssh": ssh.measure,
}


@click.command()
@click.argument("groups", nargs=-1, type=click.Choice(tuple(GROUPS)))
@click.option("--profile", is_flag=True, help="Where the time of the core goes.")
def main(groups: tuple[str, ...], *, profile: bool) -> None:
    """Measure GROUPS, or all of them: core, bots, server, terminal, startup, directory, restart, ssh."""
    if profile:
        core.profile()
        return
    for name in groups or GROUPS:
        click.echo(f"\n{name}")
        show(GROUPS[name]())


if __name__ == "__main__":
    main()
