"""T.E.G. de los Negocios as its screen shows it."""

from collections.abc import Sequence

import msgspec
from teg_shared.rules.negocios.data import BOARD, FACTOR_OF
from teg_shared.rules.negocios.events import MarketRolled
from teg_shared.rules.negocios.state import Phase

from teg_tui import changes as ch
from teg_tui.i18n import _
from teg_tui.map.view import MapView
from teg_tui.negocios import changes as nch
from teg_tui.negocios import forecasts
from teg_tui.negocios.hints import GUIDED_ROUNDS, Hint, hint, titled
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui import sheets
from teg_tui.negocios_ui.desk import NegociosDesk
from teg_tui.negocios_ui.modes.attempting import Attempting
from teg_tui.negocios_ui.modes.carding import Walking
from teg_tui.negocios_ui.naming import letter
from teg_tui.negocios_ui.scene import NOWHERE, Scene
from teg_tui.negocios_ui.sidebar import dice_rows, sidebar_lines
from teg_tui.negocios_ui.toasts import toast
from teg_tui.negocios_ui.top import top_line
from teg_tui.negocios_ui.tumble import ControlTumble
from teg_tui.screens.link import Link
from teg_tui.screens.table_toasts import Toast
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import Line, clean
from teg_tui.widgets.sheet import Sheet

SLUGS = tuple(info.id for info in BOARD.countries)
_LETTERS = {slug: letter(FACTOR_OF[number]) for number, slug in enumerate(SLUGS)}


class NegociosKit:
    """Ties model, desk and dice of Negocios to the screen.

    Attributes:
        guided: whether hints for beginners are shown; by itself in the first round only, with `g` at any time.
        read: codes of steps whose hint has been read: it goes away with the next key, for it covers the map.
    """

    variant = "negocios"
    slugs: Sequence[str] = SLUGS

    def __init__(self, model: NegociosModel, link: Link, skin: Skin, *, animate: bool = True) -> None:
        self.viewer = model
        self.skin = skin
        self.tumble = ControlTumble(animate=animate)
        self.desk = NegociosDesk(model, link, guarded=animate)
        self.guided: bool | None = None
        self.read: set[str] = set()
        self._last_told = False
        self._helped = False
        self._dice_lie = False

    @property
    def scene(self) -> Scene:
        """What everything but the map is drawn from."""
        return Scene(self.viewer, self.skin, self.desk.cursor, self.tumble.throw)

    def lay_dice(self) -> None:
        """Show the last throw at rest."""
        self.tumble.lay(self.viewer)

    def throws(self, change: object) -> bool:
        """Let the dice of a change tumble; False for a change without dice."""
        if not isinstance(change, nch.ControlRolled | nch.MarketThrown):
            return False
        self.tumble.roll(self.viewer, change.roll)
        return True

    # --- the map

    def show(self, board: MapView) -> None:
        """Show owners, fichas, factors, icons and pacts on the map."""
        model, view = self.viewer, self.viewer.view
        if view is None:
            return
        colours = view.colours
        board.set_factors(_LETTERS)
        board.update_board(
            {slug: colours[view.owners[n]] for n, slug in enumerate(SLUGS) if view.owners[n] >= 0},
            {slug: model.fichas(n) for n, slug in enumerate(SLUGS)},
        )
        icons: dict[str, str] = {}
        for factor, where in enumerate(view.icons):
            icons[SLUGS[where]] = icons.get(SLUGS[where], "") + letter(factor)
        board.set_icons(icons)
        board.set_pacts((), [frozenset((colours[pact.a], colours[pact.b])) for pact in view.pacts])

    def flashes(self, change: object) -> int:
        """Return the country that changed hands or to which an icon came, -1 for any other change."""
        if isinstance(change, ch.CountryChanged) and change.owner != change.owner_before:
            return change.country
        return change.country if isinstance(change, nch.IconStands) else -1

    # --- lines and boxes

    def top_line(self, width: int, clock: str) -> Line:
        """Return the line above the map."""
        return top_line(self.scene, width, clock)

    def side(self, width: int, height: int) -> list[Line]:
        """Return the sidebar."""
        rows = dice_rows(self.scene, width, height)
        self._dice_lie = rows.stop > rows.start
        return sidebar_lines(self.scene, width, height)

    def dice_rows(self, width: int, height: int) -> slice:
        """Return which of its lines show the dice."""
        return dice_rows(self.scene, width, height)

    @property
    def guides(self) -> bool:
        """Whether hints for beginners are shown now."""
        if self.viewer.spectator or self.viewer.view is None or self.desk.over:
            return False
        return self.viewer.round <= GUIDED_ROUNDS if self.guided is None else self.guided

    def _told(self) -> Hint | None:
        """Return the hint for beginners that is shown now."""
        code = self.viewer.next_step().code if self.guides else ""
        return hint(code) if code and code not in self.read else None

    def aside(self) -> str:
        """Return what comes of a whole path, what a beginner is told, or what the attempt under the cursor changes."""
        told = self.viewer.icon_foretold() if isinstance(self.desk.mode, Walking) else None
        if told is not None:
            return forecasts.foretold(told)
        found = self._told()
        return clean(titled(found) if found is not None else self._outcome())

    def _outcome(self) -> str:
        mode, here = self.desk.mode, self.desk.cursor
        source = mode.source_now(self.desk.table) if isinstance(mode, Attempting) else NOWHERE
        if here not in self.viewer.attack_targets(source):
            return ""
        attempt = self.viewer.attempt(source, here)
        if attempt is None or not (attempt.if_won or attempt.if_lost):
            return ""
        return " ".join(forecasts.attempt_outcome(attempt, self.viewer, self.viewer.seat))

    def pressed(self) -> None:
        """Take note that a key was pressed: what was told has been read."""
        self._last_told = self._told() is not None
        if self._last_told:
            self.read.add(self.viewer.next_step().code)

    # --- keys

    def keys(self, *, short: bool) -> tuple[KeyHint, ...]:
        """Return deals, cards, objective, levels and market; deals come first while an offer waits."""
        model, out = self.viewer, list[KeyHint]()
        view = model.view
        waits = 0 if self.desk.over else len(model.proposals_to_me())
        if view is not None and view.phase is not Phase.OVER:
            waits += len([offer for offer in model.open_offers_to_me() if offer.to_me])
        deals = KeyHint("p", _("Tratos {n}!").format(n=waits) if waits else _("Tratos"), "p", hot=bool(waits))
        if waits:
            out.append(deals)
        if not model.spectator:
            cards = _("Tarj. {n}") if short else _("Tarjetas {n}")
            hot = model.playable() != "no" and view is not None and view.phase is Phase.NEGOTIATE
            out.append(KeyHint("c", cards.format(n=len(model.hand())), "c", hot=hot))
            out.append(KeyHint("o", _("Obj.") if short else _("Objetivo"), "o"))
        out.append(KeyHint("n", _("Niveles"), "n"))
        if not waits:
            out.append(deals)
        if view is not None and view.market_on:
            out.append(KeyHint("m", _("Mercado"), "m"))
        if not model.spectator and not self.desk.over:
            out.append(KeyHint("g", _("Guía"), "g"))
        return tuple(out)

    def other_key(self, key: str) -> str:
        """Show the guide, or switch it off while it is shown; return what is said of it, empty for any other key."""
        if key != "g" or self.viewer.spectator:
            return ""
        if self.guides and self._last_told:
            self.guided = False
            return _("Guía: no. Con g vuelve.")
        self.guided = True
        self.read.clear()
        return _("Guía: sí. Con g se va.")

    def open_by_key(self, key: str) -> Sheet | None:
        """Return the sheet that a key opens, None for a key without one."""
        section = ""
        if key in {"?", "f1"} and self._helped:  # the first time it is read from its beginning
            found = hint(self.viewer.next_step().code) if self.viewer.view is not None else None
            section = found.section if found is not None else ""
        self._helped = self._helped or key in {"?", "f1"}
        return sheets.open_by_key(key, self.skin, self.viewer, self.desk.cursor, section)

    def open_by_name(self, name: str) -> Sheet | None:
        """Return the sheet that a mode asks for."""
        return sheets.open_by_name(name, self.skin, self.viewer)

    def toast(self, change: object) -> Toast | None:
        """Return what the corner says of a change; the market's dice of others are read where they lie."""
        said = toast(change, self.viewer)
        market = isinstance(change, ch.Chronicled) and isinstance(change.entry.event, MarketRolled)
        return None if said is not None and market and self._dice_lie and said.severity == "information" else said

    def last_call(self) -> Sequence[msgspec.Struct]:
        """Return the staged fichas, so that none is lost."""
        return self.viewer.confirm_staged()
