"""Every key and the rules in short, in one sheet that scrolls."""

from typing import ClassVar, Final

from rich.segment import Segment

from teg_tui.i18n import N_, _
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import full, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

KEYS: Final = (
    (
        N_("En el mapa"),
        (
            ("← ↑ ↓ →, h j k l", N_("mover el cursor al país vecino en esa dirección")),
            (N_("Tab, Mayús+Tab"), N_("saltar al próximo país que sirve (o al anterior)")),
            ("/", N_("buscar un país por su nombre")),
            ("Enter", N_("lo que dice la línea de arriba: poner, elegir, tirar, mover")),
            ("Esc", N_("un paso atrás")),
        ),
    ),
    (
        N_("Colocar"),
        (
            ("Enter, +", N_("poner un ejército")),
            ("1 a 9", N_("poner esa cantidad")),
            ("a", N_("poner todos los que quedan")),
            ("-", N_("sacar uno que todavía no confirmaste")),
            ("Enter", N_("con todo puesto: confirmar")),
        ),
    ),
    (
        N_("Atacar"),
        (
            ("Enter", N_("sobre un país tuyo: atacar desde ahí; sobre el blanco: tirar")),
            ("x", N_("tirar otra vez el mismo ataque")),
            ("1 2 3", N_("al conquistar: cuántos ejércitos pasan")),
            ("r", N_("pasar a reagrupar")),
            ("f", N_("fin del turno")),
        ),
    ),
    (
        N_("Siempre"),
        (
            ("c", N_("tus tarjetas y los canjes")),
            ("o", N_("tu objetivo secreto; la misma tecla lo esconde")),
            ("p", N_("pactos: responder, proponer, disolver, libro")),
            ("t", N_("charla")),
            ("b", N_("crónica: todo lo que pasó")),
            ("e", N_("estado: jugadores, continentes y reglas de la mesa")),
            ("v", N_("velocidad con que se ve jugar a los demás")),
            (N_("Espacio"), N_("saltear lo que falta ver")),
            ("d", N_("dados con o sin animación")),
            ("q", N_("salir")),
        ),
    ),
)
"""Groups of keys: title, and each key with what it does."""

RULES: Final = (
    N_("Cada uno tiene un objetivo secreto. Gana quien lo cumple en su turno, o quien llega a 30 países."),
    N_("El turno tiene tres etapas, siempre en este orden: incorporar, atacar y reagrupar."),
    N_(
        "Se incorpora la mitad de los países, mínimo 3, más lo que da cada continente completo; "
        "eso último se coloca en el continente."
    ),
    N_("Se ataca a un país limítrofe desde uno con dos ejércitos o más. Los puentes son límites."),
    N_(
        "El atacante tira un dado por ejército menos uno, el defensor uno por ejército, hasta tres cada uno. "
        "Se comparan de mayor a menor; el empate es del defensor."
    ),
    N_("Al conquistar pasan de uno a tres ejércitos, y con ellos se puede seguir atacando."),
    N_("Quien conquistó saca una tarjeta al terminar. Tres iguales o tres distintas se canjean por ejércitos."),
    N_("La tarjeta de un país propio da dos ejércitos en ese país, una vez."),
    N_("Al reagrupar, cada ejército se mueve un solo paso entre países propios limítrofes."),
    N_("Los pactos de no agresión se ven en el mapa con ═. Romper uno queda escrito en el libro."),
)

LEGEND: Final = (
    N_("p países · e ejércitos · t tarjetas · › de quién es el turno · tu nombre va subrayado"),
    N_("! perdió la conexión o juega un bot por él · - dejó la partida"),
)


class HelpSheet(Sheet):
    """All keys first, then the rules."""

    wanted: ClassVar[int] = 72

    def __init__(self, skin: Skin) -> None:
        super().__init__(skin)
        self.top = 0

    def title(self) -> str:
        """Return the title."""
        return _("Ayuda")

    def rows(self, width: int) -> list[Row]:
        """Return keys and rules."""
        out: list[Row] = []
        for title, keys in KEYS:
            out.append(self.text(_(title), width, bold=True))
            for key, meaning in keys:
                out += self._key(_(key) if len(key) > 4 else key, _(meaning), width)
        out += [self.text("", width), self.text(_("Señales"), width, bold=True)]
        out += [self.text(row, width) for text in LEGEND for row in wrap(_(text), width - 2)]
        out += [self.text("", width), self.text(_("Reglas en breve"), width, bold=True)]
        for rule in RULES:
            for place, row in enumerate(wrap(_(rule), width - 4)):
                out.append(self.text(("∙ " if not place else "  ") + row, width))
        return out

    def _key(self, key: str, meaning: str, width: int) -> list[Row]:
        left = 18
        rows = wrap(meaning, width - left - 2)
        plain = self.skin.ink("text")
        return [
            Row(
                full(
                    (
                        Segment(" " + pad(key if not place else "", left), self.skin.ink("accent", bold=True)),
                        Segment(row, plain),
                    ),
                    width,
                    plain,
                )
            )
            for place, row in enumerate(rows)
        ]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return scroll and close."""
        return (
            KeyHint("↑↓", _("Leer"), ""),
            KeyHint(_("Espacio"), _("Página"), "space"),
            KeyHint("Esc", _("Cerrar"), "escape"),
        )

    def press(self, key: str) -> Deed | None:
        """Scroll; Esc, ? or Enter close."""
        if self.scroll(key):
            return NOTHING
        return CLOSE if key in {"escape", "?", "enter"} else NOTHING
