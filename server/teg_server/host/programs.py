"""A group of commands some of which are imported only when they are asked for."""

from importlib import import_module

import click


class Programs(click.Group):
    """The command line of the server: what it measures with is loaded by who measures."""

    def __init__(self, *args: object, **settings: object) -> None:
        super().__init__(*args, **settings)  # type: ignore[arg-type] # whatever click takes
        self._later: dict[str, str] = {}

    def later(self, **commands: str) -> None:
        """Add commands by their names; each is given as MODULE:ATTRIBUTE."""
        self._later |= commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *self._later})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, and import it if it is one of the later ones."""
        if cmd_name not in self._later:
            return super().get_command(ctx, cmd_name)
        module, attribute = self._later[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command
