"""Sheets that are only read: the chronicle, the levels, the market, and how everybody stands."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style

from teg_tui.i18n import _
from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.boxes.chronicle import CHRONICLE
from teg_tui.negocios_ui.boxes.corporations import corporations_box
from teg_tui.negocios_ui.boxes.levels import levels_box
from teg_tui.negocios_ui.boxes.market import market_box
from teg_tui.negocios_ui.boxes.victories import icons_box, victory_line
from teg_tui.negocios_ui.naming import letter, region
from teg_tui.negocios_ui.scene import Scene
from teg_tui.screens.sheets.papers import ReadingSheet, StorySheet
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.telling import Telling
from teg_tui.widgets.lines import Line, full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, Deed, Row


class PlaceSheet(ReadingSheet[NegociosModel]):
    """Base: a sheet that knows where the cursor of the map stands."""

    def __init__(self, skin: Skin, model: NegociosModel, cursor: int = -1) -> None:
        super().__init__(skin, model)
        self.cursor = cursor

    @property
    def scene(self) -> Scene:
        """What it is drawn from."""
        return Scene(self.model, self.skin, self.cursor)

    def said(self, text: str, width: int, *, bold: bool = False) -> list[Row]:
        """Return a paragraph."""
        return [self.text(row, width, bold=bold) for row in wrap(text, width - 2)]

    def boxed(self, lines: list[Line], width: int) -> list[Row]:
        """Return the lines of a box as rows."""
        plain = self.skin.ink("text")
        return [Row(full(line, width, plain)) for line in lines]


class ChronicleSheet(StorySheet[NegociosModel]):
    """Everything that happened, newest first."""

    wanted: ClassVar[int] = 76
    telling: ClassVar[Telling] = CHRONICLE

    @property
    def beginning(self) -> str:
        """What came before the first round, in words."""
        return _("Reparto")


class LevelsSheet(PlaceSheet):
    """The table of factors and corporations, with what its signs mean."""

    wanted: ClassVar[int] = 56

    def title(self) -> str:
        """Return the title."""
        return _("Niveles: países de cada factor")

    def rows(self, width: int) -> list[Row]:
        """Return the table and the legend."""
        skin = self.skin
        out = self.boxed(levels_box(self.scene, width, 9), width)
        out.append(self.text("", width))
        legend: tuple[tuple[str, Style, str], ...] = (
            (" 6D", skin.lit("gold"), _("Dominio: 6 o más de los diez países")),
            (" 3P", skin.chip(self.model.colour_of(max(0, self.model.seat)) or None), _("Preponderancia: el que más")),
            (" 2 ", skin.ink("text"), _("Participación: alguno")),
            (" · ", skin.ink("faint"), _("Nada")),
        )
        for sign, look, meaning in legend:
            out.append(Row(full((Segment(" ", skin.ink("text")), Segment(sign, look), Segment(" " + meaning,
                           skin.ink("text"))), width, skin.ink("text"))))  # fmt: skip
        out.append(self.text("", width))
        note = _("Atacás con tu nivel en el factor de tu país; el otro se defiende con el suyo en el del país atacado.")
        dice = _("Igual nivel: 2 dados contra 2 (50 %). Un escalón más: 3 (67 %). Dos: 4 (77 %).")
        return out + self.said(note, width) + self.said(dice, width)

    def press(self, key: str) -> Deed | None:
        """Scroll; the key that opened it closes it too."""
        return CLOSE if key == "n" else super().press(key)


class MarketSheet(PlaceSheet):
    """The market with its threshold."""

    wanted: ClassVar[int] = 62

    def title(self) -> str:
        """Return the title."""
        return _("Mercado")

    def rows(self, width: int) -> list[Row]:
        """Return a bar for each corporation, what wins, and the last dice."""
        board = self.model.market()
        if board is None:
            return self.said(_("En esta mesa se juega sin mercado."), width)
        out = self.boxed(market_box(self.scene, width, len(board.bars)), width)
        out.append(self.text("", width))
        text = _("Hay {total} fichas en total. Gana quien junta {n} (la marca).")
        out += self.said(text.format(total=board.total, n=board.threshold), width)
        last = self.model.market_dice
        if last is not None:
            out += [self.text("", width), self.text(_("Último dado de todos"), width, bold=True)]
            for faces in last.rolls:
                pieces = [Segment(" ", self.skin.ink("text"))]
                for seat, face in enumerate(faces):
                    if face:
                        pieces += [self.scene.badge(seat), Segment(f"{face} ", self.skin.ink("bright", bold=True))]
                out.append(Row(full(pieces, width, self.skin.ink("text"))))
            name = self.scene.player(last.adder)
            out += self.said(_("{player} metió {n}.").format(player=name, n=last.added), width)
            for seat, count in last.removals:
                out += self.said(_("{player} sacó {n}.").format(player=self.scene.player(seat), n=count), width)
        return out

    def press(self, key: str) -> Deed | None:
        """Scroll; the key that opened it closes it too."""
        return CLOSE if key == "m" else super().press(key)


class StateSheet(PlaceSheet):
    """Corporations with their fichas, victories, regions, icons, and the options of the room."""

    wanted: ClassVar[int] = 66

    def title(self) -> str:
        """Return the title."""
        return _("Estado de la partida")

    def rows(self, width: int) -> list[Row]:
        """Return all of it."""
        scene = self.scene
        out = self.boxed(corporations_box(scene, width, 0), width)
        out += [self.text("", width), self.text(_("Fichas de cada corporación"), width, bold=True)]
        out += [row for seat in range(self.model.seats()) for row in self._zone(seat, width)]
        out += [self.text("", width), self.text(_("Para ganar"), width, bold=True)]
        for row in self.model.victories():
            out.append(Row(victory_line(scene, row, width)))
        out += [self.text("", width), self.text(_("Íconos"), width, bold=True)]
        out += self.boxed(icons_box(scene, width, 4), width)
        out += [self.text("", width), self.text(_("Regiones (cuentan para objetivos)"), width, bold=True)]
        out += self._regions(width)
        out += [self.text("", width), self.text(_("Opciones de la mesa"), width, bold=True)]
        for name, value in words.options(self.model.settings):
            out += self.said(f"{name}: {value}", width)
        room = self.model.room
        if room is not None and room.fingerprint:
            out.append(self.text(_("Huella de los dados: {sign}").format(sign=room.fingerprint), width))
        return out

    def _zone(self, seat: int, width: int) -> list[Row]:
        zone, scene, skin = self.model.zone(seat), self.scene, self.skin
        if zone is None:
            return []
        parts = _("mapa {map} · reserva {reserve}").format(map=zone.on_map, reserve=zone.reserve)
        if self.model.market() is not None:
            parts += " · " + _("mercado {n}").format(n=zone.market)
        pieces = [Segment(" ", skin.ink("text")), scene.badge(seat), Segment(f" {parts}", skin.ink("text"))]
        if zone.retains:
            pieces.append(Segment(" · " + _("retiene") + " ", skin.ink("dim")))
            for colour, count in zone.retains:
                pieces += [Segment(f"{scene.sign(colour)}{count}", skin.chip(scene.slug(colour))),
                           Segment(" ", skin.ink("text"))]  # fmt: skip
        return [Row(full(pieces, width, skin.ink("text")))]

    def _regions(self, width: int) -> list[Row]:
        scene, skin = self.scene, self.skin
        out = []
        for row in self.model.regions():
            icons = "".join(letter(f) for f in row.icons)
            pieces = [Segment(" " + pad(region(row.region), 26), skin.ink("text"))]
            pieces.append(Segment(pad(f"◉{icons}" if icons else "", 6), skin.ink("accent", bold=True)))
            for owner in dict.fromkeys(row.owners):
                marks = scene.sign(owner) * row.owners.count(owner)
                pieces.append(Segment(marks, skin.chip(scene.slug(owner))))
            out.append(Row(full(pieces, width, skin.ink("text"))))
        return out
