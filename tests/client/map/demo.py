"""A made-up position on a map that fills the terminal, for pictures and for counting bytes.

python -m tests.client.map.demo [classic|negocios] [palette] [letters]
Keys: x one army more in Rusia, o Rusia changes hands, a attack marks, m move marks, n no marks, p pacts, f flash.
"""

from __future__ import annotations

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from teg_tui.map.palette import COLOURS, PALETTES, Palette
from teg_tui.map.raster import load
from teg_tui.map.view import MapView

_CLASSIC = {
    "azul": "groenlandia:8 islandia:2 suecia:3 alaska:8 canada:2 alemania:1 gran_bretana:12 espana:2 kamchatka:8",
    "rojo": "yukon:3 rusia:2 tartaria:2 taymir:3 aral:3 siberia:1 polonia:1 iran:4 gobi:12",
    "verde": "oregon:1 california:3 colombia:3 zaire:1 india:1 australia:2 java:8 sumatra:1",
    "amarillo": "labrador:1 terranova:3 francia:12 italia:1 mexico:6 mongolia:4 china:2 japon:3",
    "negro": "nueva_york:2 peru:1 brasil:3 chile:2 argentina:6 uruguay:1 malasia:4 borneo:1",
    "magenta": "turquia:1 israel:1 arabia:12 egipto:1 sahara:4 etiopia:1 sudafrica:8 madagascar:6",
}


def position(variant: str) -> tuple[dict[str, str], dict[str, int]]:
    """Owners and armies of a game in its middle."""
    if variant == "classic":
        places = [(colour, place.split(":")) for colour, text in _CLASSIC.items() for place in text.split()]
        return {c: colour for colour, (c, _) in places}, {c: int(n) for _, (c, n) in places}
    countries = sorted(load(variant, "s").labels)
    return (
        {c: COLOURS[i // 10] for i, c in enumerate(countries)},
        {c: (1, 2, 4, 1, 12, 3)[i % 6] for i, c in enumerate(countries)},
    )


class MapDemo(App[None]):
    """One map and nothing else."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "army"),
        Binding("o", "owner"),
        Binding("a", "marks('attack')"),
        Binding("m", "marks('move')"),
        Binding("n", "marks('')"),
        Binding("p", "pacts"),
        Binding("f", "flash"),
        Binding("c", "cursor"),
    ]

    def __init__(self, variant: str = "classic", palette: Palette | None = None, *, letters: bool = False) -> None:
        super().__init__()
        self.map = MapView(variant, palette=palette, letters=letters, id="map")
        self.owners, self.armies = position(variant)
        self.said: list[tuple[str, str]] = []
        self.map.update_board(self.owners, self.armies)
        if variant == "negocios":
            self.map.set_factors({c: "AFGMOPRT"[i % 8] for i, c in enumerate(sorted(self.owners))})

    def compose(self) -> ComposeResult:
        yield self.map

    def on_mount(self) -> None:
        self.map.focus()

    def on_map_view_hovered(self, event: MapView.Hovered) -> None:
        self.said.append(("hovered", event.country))

    def on_map_view_picked(self, event: MapView.Picked) -> None:
        self.said.append(("picked", event.country))

    def action_army(self) -> None:
        self.armies["rusia"] += 1
        self.map.update_board(self.owners, self.armies)

    def action_owner(self) -> None:
        self.owners["rusia"] = "azul" if self.owners["rusia"] == "rojo" else "rojo"
        self.map.update_board(self.owners, self.armies)

    def action_marks(self, kind: str) -> None:
        if kind == "attack":
            options = ("mongolia", "china", "india", "turquia")
            self.map.set_marks(selected="iran", options=options, target="china", kind="attack")
        elif kind == "move":
            self.map.set_marks(selected="iran", options=("aral", "gobi"), target="gobi", kind="move")
        else:
            self.map.set_marks()

    def action_pacts(self) -> None:
        edges = [frozenset(pair) for pair in (("brasil", "sahara"), ("china", "malasia"), ("chile", "australia"))]
        self.map.set_pacts(edges, [frozenset(("rojo", "azul"))])

    def action_flash(self) -> None:
        self.map.flash("rusia")

    def action_cursor(self) -> None:
        self.map.move_cursor("rusia" if self.map.cursor != "rusia" else "china")


if __name__ == "__main__":
    args = sys.argv[1:]
    MapDemo(
        args[0] if args else "classic",
        PALETTES[args[1]] if len(args) > 1 else None,
        letters="letters" in args,
    ).run()
