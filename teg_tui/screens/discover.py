"""The list of games that were found: on the local network, or in the directory of a broker."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.segment import Segment
from teg_shared.protocol.messages import RoomInfo

from teg_tui import phrases, words
from teg_tui.address import Address
from teg_tui.app import TegApp
from teg_tui.config import Config, Store
from teg_tui.discovery.offers import Listing, Offer, Source
from teg_tui.discovery.plain import state_of, status_line, variant_of
from teg_tui.discovery.probe import ProbeError, probe_any
from teg_tui.i18n import _
from teg_tui.plan import SessionPlan
from teg_tui.screens.front.form import FormSheet, TextField
from teg_tui.screens.front.making import PASSWORD_LENGTH
from teg_tui.screens.front.notes import WaitSheet
from teg_tui.theme import Skin
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import clean, pad, wrap
from teg_tui.widgets.sheet import CLOSE, NOTHING, Deed, Row, Sheet

if TYPE_CHECKING:
    from teg_tui.discovery.lobby import BrokerAddress

Choose = Callable[[Offer, bool, str], None]
"""Go to an offer: whether to watch, and with which password."""


class OffersSheet(Sheet):
    """Every room that was found, those with a free seat first; the choice stays on its line as others come and go."""

    wanted: ClassVar[int] = 76

    def __init__(self, skin: Skin, title: str, source: Callable[[], Source], choose: Choose) -> None:
        super().__init__(skin)
        self._title = title
        self._source = source
        self._choose = choose
        self._listing = Listing()
        self._key = ""

    def refreshed(self) -> bool:
        """Take the list as it is now."""
        self._listing = self._source().listing()
        keys = [offer.key for offer in self._listing.offers]
        if self._key in keys:
            self.chosen = keys.index(self._key)
        self.chosen = max(0, min(self.chosen, len(keys) - 1))
        return True

    def title(self) -> str:
        """Return where the games were looked for."""
        return self._title

    def rows(self, width: int) -> list[Row]:
        """Return the status and one row a line."""
        out = [self.text(row, width) for row in wrap(clean(status_line(self._listing)), width - 2)]
        out.append(self.text("", width))
        return out + [self._line(offer, place, width) for place, offer in enumerate(self._listing.offers)]

    def _line(self, offer: Offer, place: int, width: int) -> Row:
        room = offer.room
        live = offer.enterable
        plain = self.skin.ink("text" if live else "dim")
        name = clean(room.name) if room is not None else "—"
        seats = f"{room.taken}/{room.seats}" if room is not None else ""
        variant = variant_of(room) if room is not None else ""
        pieces = [
            Segment(pad(name, 22), self.skin.ink("bright" if live else "dim", bold=live)),
            Segment(" " + pad(variant, 9), plain),
            Segment(pad(seats, 4), self.skin.ink("good" if live and offer.free else "dim", bold=offer.free)),
            Segment("  " + pad(state_of(offer), 13), plain),
            Segment(pad(_("clave") if room is not None and room.password else "", 6), self.skin.ink("dim")),
            Segment(pad(clean(offer.server), max(8, width - 60)), self.skin.ink("dim")),
        ]
        return self.pick_line(pieces, width, place)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return enter, watch, look again, quit."""
        offer = self._offer
        chosen = []
        if offer is not None and offer.enterable:
            chosen.append(KeyHint("⏎", _("Entrar") if offer.room is not None else _("Abrir mesa"), "enter", hot=True))
            if offer.room is not None:
                chosen.append(KeyHint("w", _("Mirar"), "w"))
        return (*chosen, KeyHint("a", _("Actualizar"), "a"), KeyHint("q", _("Salir"), "q"))

    def press(self, key: str) -> Deed | None:
        """Move, enter, watch, look again or quit."""
        if self.move(key, len(self._listing.offers)):
            self._key = self._offer.key if self._offer is not None else ""
            return NOTHING
        offer = self._offer
        match key:
            case "escape" | "q":
                return Deed(act="quit")
            case "a":
                self._source().refresh()
            case "enter" | "w" if offer is not None and offer.enterable:
                watch = key == "w" and offer.room is not None
                if offer.room is not None and offer.room.password:
                    return Deed(opens=OfferPassword(self.skin, offer, watch, self._choose))
                self._choose(offer, watch, "")
            case _:
                pass
        return NOTHING

    @property
    def _offer(self) -> Offer | None:
        offers = self._listing.offers
        return offers[self.chosen] if self.chosen < len(offers) else None


class OfferPassword(FormSheet):
    """The password of a room on the list."""

    wanted: ClassVar[int] = 54
    label_width: ClassVar[int] = 14

    def __init__(self, skin: Skin, offer: Offer, watch: bool, choose: Choose) -> None:
        super().__init__(skin, [TextField("password", _("Contraseña"), Editor(most=PASSWORD_LENGTH, secret=True))])
        self._offer, self._watch, self._choose = offer, watch, choose

    def title(self) -> str:
        """Return the name of the room."""
        return clean(self._offer.room.name) if self._offer.room is not None else ""

    def go(self) -> str:
        """Return the label of the row that enters."""
        return _("Mirar") if self._watch else _("Entrar")

    def submit(self) -> Deed:
        """Go there with what was typed."""
        self._choose(self._offer, self._watch, self.text_of("password"))
        return CLOSE


class DiscoverApp(TegApp):
    """The program begun with a list of games; the menu of every other start is the list here."""

    CSS_PATH: ClassVar[str] = "../styles/teg.tcss"

    def __init__(
        self, title: str, source: Callable[[Callable[[], None]], Source], plan: SessionPlan,
        config: Config | None = None, store: Store | None = None,
    ) -> None:  # fmt: skip
        """Show the list of what `source` makes; it is handed what to call when the list changes."""
        self._title = title
        self._source: Source | None = None
        self._make_source = source
        super().__init__(plan, config, store)

    def broker(self) -> "BrokerAddress | str":
        """Return the broker on which the games were found; else that of the settings."""
        found: BrokerAddress | None = getattr(self._source, "broker", None)
        return found or super().broker()

    @property
    def source(self) -> Source:
        """Where the list comes from."""
        if self._source is None:
            self._source = self._make_source(self._news)
        return self._source

    def _first_sheet(self) -> Sheet:
        return self._offers()

    def _offers(self) -> OffersSheet:
        sheet = OffersSheet(self.skin, self._title, lambda: self.source, self.go)
        sheet.refreshed()
        return sheet

    def on_mount(self) -> None:
        """Begin to look around."""
        self.run_worker(self.source.run(), group="discovery", exit_on_error=True)
        super().on_mount()

    def _news(self) -> None:
        """Show the list as it is now, if it is shown at all."""
        if isinstance(self.front.top, OffersSheet):
            self.front.look_again()
            if self.front.is_mounted and self.front.is_current:
                self.front.paint()

    def go(self, offer: Offer, watch: bool, password: str) -> None:
        """Find out at which address the server answers now, and go there."""
        self.front.replace(WaitSheet(self.skin, _("Conectando con {server}…").format(server=clean(offer.server))))
        self.run_worker(self._go(offer, watch, password), group="going", exclusive=True)

    async def _go(self, offer: Offer, watch: bool, password: str) -> None:
        try:
            answer = await probe_any(offer.addresses)
        except ProbeError as error:
            self._menu()
            known = phrases.known(error.code) and error.code != "silent"
            facts = {"server": clean(offer.server), **_where(offer.addresses)}
            self.front.said = words.sentence(error.code if known else "offer-silent", facts)
            self.front.paint()
            return
        self.follow(answer.address, offer.room, "watch" if watch else "join", password)

    def follow(self, address: Address, room: RoomInfo | None, intent: Literal["join", "watch"], password: str) -> None:
        """Enter a room, or show the rooms of a server."""
        if room is None:
            self.connect(str(address), self.player)
            return
        self.begin(SessionPlan(intent, address.host, address.port, room=room.id, name=self.player, password=password))

    def _menu(self) -> None:
        self._close_game()
        self._part()
        self.front.replace(self._offers())


def _where(addresses: tuple[Address, ...]) -> dict[str, object]:
    """Return the facts that sentences about a connection need."""
    first = addresses[0] if addresses else Address("?", 0)
    return {"host": first.host, "port": first.port}
