"""The game explained from zero, and every key."""

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment

from teg_tui.i18n import N_, _
from teg_tui.negocios.help import Block, Grid, Items, Section, Text, sections
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

KEYS: Final = (
    (
        N_("En el mapa"),
        (
            ("← ↑ ↓ →, h j k l", N_("mover el cursor al país que está en esa dirección")),
            (N_("Tab, Mayús+Tab"), N_("saltar al próximo país que sirve (o al anterior)")),
            ("/", N_("buscar un país por su nombre, o los de una corporación o un factor, con la chance de cada uno")),
            ("Enter", N_("lo que dice la línea de arriba: elegir, intentar, poner, mover")),
            ("Esc", N_("un paso atrás")),
            ("f", N_("terminar lo que se está haciendo: plantarse, guardar la tarjeta, fin del turno, terminé")),
        ),
    ),
    (
        N_("En tu turno"),
        (
            ("1 2 3", N_("control hostil: cuántas fichas pasan")),
            ("a, -", N_("poner todas las fichas acá, sacar una")),
            ("x", N_("ícono: ir hasta un país donde coincide")),
            ("i, r", N_("inversión, reasignación")),
        ),
    ),
    (
        N_("Siempre"),
        (
            ("c", N_("tus tarjetas de consolidación")),
            ("o", N_("tu objetivo secreto; la misma tecla lo esconde")),
            ("p", N_("negociar: ofertas (y pactos, si la mesa los anota)")),
            ("n", N_("niveles: los ocho factores y las corporaciones")),
            ("m", N_("mercado")),
            ("e", N_("estado: fichas, victorias, regiones y opciones de la mesa")),
            ("b", N_("crónica: todo lo que pasó")),
            ("t", N_("charla")),
            ("g", N_("la guía de la primera ronda: sí o no")),
            ("v", N_("velocidad con que se ve jugar a los demás")),
            (N_("Espacio"), N_("saltear lo que falta ver")),
            ("d", N_("dados con o sin animación")),
            ("q", N_("salir")),
        ),
    ),
)
"""Groups of keys: title, and each key with what it does."""
LEGEND: Final = (
    N_("p países · r reserva · m mercado · t tarjetas · › a quién se espera · dorado: quien lidera"),
    N_("x suspendido · ✓ terminó de negociar · ! sin conexión · - dejó la partida"),
    N_("En el mapa: la letra del factor, la marca del dueño y las fichas. ◉ y una letra: ahí está ese ícono."),
)


class HelpSheet(Sheet):
    """The chapters of the help one after the other; left and right jump from one to the next."""

    wanted: ClassVar[int] = 74

    def __init__(self, skin: Skin, section: str = "") -> None:
        super().__init__(skin)
        self.top = 0
        self._starts: list[int] = []
        self._wanted = section

    def title(self) -> str:
        """Return the title."""
        return _("Ayuda: T.E.G. de los Negocios desde cero")

    def rows(self, width: int) -> list[Row]:
        """Return all chapters, then the keys."""
        out: list[Row] = []
        self._starts = []
        for place, chapter in enumerate(sections()):
            if place:
                out.append(self.text("", width))
            if chapter.key == self._wanted:
                self.top, self._wanted = len(out), ""
            self._starts.append(len(out))
            out += self._chapter(chapter, width)
        out.append(self.text("", width))
        self._starts.append(len(out))
        return out + self._keys(width)

    def _chapter(self, chapter: Section, width: int) -> list[Row]:
        look = self.skin.ink("gold", bold=True)
        out = [Row(full((Segment(f" {chapter.title}", look),), width, look))]
        for block in chapter.blocks:
            out += self._block(block, width)
        return out

    def _block(self, block: Block, width: int) -> list[Row]:
        match block:
            case Text(text):
                return [self.text(row, width) for row in wrap(text, width - 2)]
            case Items(items, numbered):
                out = []
                for place, item in enumerate(items):
                    lead = f"{place + 1}. " if numbered else "∙ "
                    rows = wrap(item, width - 3 - len(lead))
                    out += [self.text((" " * len(lead) if n else lead) + row, width) for n, row in enumerate(rows)]
                return out
            case Grid(head, rows):
                return self._grid(head, rows, width)

    def _grid(self, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], width: int) -> list[Row]:
        """Return a table; the last column is broken to what the others leave."""
        columns = [max(cell_len(row[n]) for row in (head, *rows)) for n in range(len(head) - 1)]
        columns = [min(column, (width - 4) // len(head)) for column in columns]
        rest = max(10, width - 2 - sum(columns) - 2 * len(columns))
        out: list[Row] = []
        for place, row in enumerate((head, *rows)):
            cells = [wrap(cell, size) or [""] for cell, size in zip(row, [*columns, rest], strict=True)]
            for line in range(max(len(cell) for cell in cells)):
                parts = [pad(cell[line] if line < len(cell) else "", size)
                         for cell, size in zip(cells, [*columns, rest], strict=True)]  # fmt: skip
                out.append(self.text("  ".join(parts), width, bold=not place))
        return out

    def _keys(self, width: int) -> list[Row]:
        out: list[Row] = []
        for title, keys in KEYS:
            look = self.skin.ink("gold", bold=True)
            out.append(Row(full((Segment(f" {_(title)}", look),), width, look)))
            for key, meaning in keys:
                out += self._key(_(key) if len(key) > 4 else key, _(meaning), width)
        out += [self.text("", width), self.text(_("Señales"), width, bold=True)]
        return out + [self.text(row, width) for text in LEGEND for row in wrap(_(text), width - 2)]

    def _key(self, key: str, meaning: str, width: int) -> list[Row]:
        left, plain = 18, self.skin.ink("text")
        out = []
        for place, row in enumerate(wrap(meaning, width - left - 2)):
            sign = Segment(" " + pad(key if not place else "", left), self.skin.ink("accent", bold=True))
            out.append(Row(full((sign, Segment(row, plain)), width, plain)))
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return scroll, jump and close."""
        return (
            KeyHint("↑↓", _("Leer"), ""),
            KeyHint(_("Espacio"), _("Página"), "space"),
            KeyHint("←→", _("Capítulo"), ""),
            KeyHint("Esc", _("Cerrar"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Scroll, jump or close."""
        if key in {"right", "l", "tab"}:
            self.top = next((start for start in self._starts if start > self.top), self.top)
            return NOTHING
        if key in {"left", "h", "shift+tab"}:
            self.top = next((start for start in reversed(self._starts) if start < self.top), 0)
            return NOTHING
        if self.scroll(key):
            return NOTHING
        return CLOSE if key in {"escape", "?", "enter"} else NOTHING
