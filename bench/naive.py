"""The baseline for bytes to the terminal: the same map, cell by cell, as the text of one Static.

`python -m bench.naive`; x adds an army to Rusia, o lets it change hands, as in the demo of the map.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from teg_tui.map.drawing import Drawing
from teg_tui.map.palette import TRUECOLOR
from teg_tui.map.raster import fitting, load
from teg_tui.map.state import MapState
from tests.client.map.demo import position


class NaiveMap(App[None]):
    """One Static, painted anew whenever anything changes."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("x", "army"), Binding("o", "owner")]

    def __init__(self) -> None:
        super().__init__()
        self.owners, self.armies = position("classic")
        self.text = Static(id="map")
        self.drawing = Drawing(load("classic", "s"), TRUECOLOR, self._state())

    def _state(self) -> MapState:
        return MapState(owners=dict(self.owners), armies=dict(self.armies))

    def compose(self) -> ComposeResult:
        """Yield the text."""
        yield self.text

    def on_resize(self) -> None:
        """Take the largest drawing that fits."""
        self.drawing = Drawing(fitting("classic", *self.size), TRUECOLOR, self._state())
        self.paint()

    def paint(self) -> None:
        """Write the whole map."""
        raster, out = self.drawing.raster, Text(no_wrap=True)
        for y in range(raster.height):
            for segment in self.drawing.strip(y, 0, raster.width):
                out.append(segment.text, segment.style)
            out.append("\n")
        self.text.update(out)

    def action_army(self) -> None:
        """Add an army."""
        self.armies["rusia"] += 1
        self._changed()

    def action_owner(self) -> None:
        """Let a country change hands."""
        self.owners["rusia"] = "azul" if self.owners["rusia"] == "rojo" else "rojo"
        self._changed()

    def _changed(self) -> None:
        self.drawing.update(self._state())
        self.paint()


if __name__ == "__main__":
    NaiveMap().run()
