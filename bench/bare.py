"""The baseline for the start: a Textual app that shows one word. `python -m bench.bare`."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Bare(App[None]):
    """One word."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """Yield the word."""
        yield Static("listo")


if __name__ == "__main__":
    Bare().run()
