# ruff: noqa: PLC0415 # what the first screen does not show is loaded after it has been painted
"""The program for a guest: somebody who uses an account of the host's through a key or a browser.

A guest has one server and nothing else of the machine: no address to connect to, no program to start, no file to
write but the small one with their own seats, whose name they do not choose.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from teg_shared.protocol.messages import NAME_LENGTH
from teg_shared.protocol.text import player_name
from teg_shared.rules.errors import RuleError

from teg_tui.address import Address
from teg_tui.app import TegApp
from teg_tui.config import OLD, Config, Store, data_dir, write_private
from teg_tui.hangup import end_with_terminal
from teg_tui.i18n import _, language
from teg_tui.plan import SessionPlan
from teg_tui.screens.front.form import FormSheet, TextField
from teg_tui.screens.front.menu import MenuSheet
from teg_tui.screens.front.notes import WaitSheet
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.sheet import NOTHING, Deed, Sheet

if TYPE_CHECKING:
    from teg_tui.screens.front.doors import LocalGame

NAME_FILE: Final = "name"


def guest_folder(guest: str) -> Path:
    """Return where a guest's seats are kept; nothing of the id gets into the path but its hash."""
    return data_dir() / "guests" / hashlib.sha256(guest.encode()).hexdigest()[:32]


def forget_old_guests(now: float) -> None:
    """Remove what is kept of guests who have not been here for so long that their seats are forgotten as well."""
    try:
        folders = list((data_dir() / "guests").iterdir())
    except OSError:
        return
    for folder in folders:
        if now - folder.stat().st_mtime > OLD:
            shutil.rmtree(folder, ignore_errors=True)


class GuestStore(Store):
    """The seats of one guest, and the name that they gave; the settings are the program's own."""

    def __init__(self, guest: str) -> None:
        folder = guest_folder(guest)
        super().__init__(folder / "config.toml", folder / "seats.json")
        self._name = folder / NAME_FILE

    def name(self) -> str:
        """Return the name that this guest gave the last time, empty for none."""
        try:
            return player_name(self._name.read_text(encoding="utf-8")[: 4 * NAME_LENGTH])
        except (OSError, ValueError, RuleError):
            return ""

    def keep_name(self, name: str) -> None:
        """Keep a name for the next time; a full disk is no reason not to play."""
        try:
            write_private(self._name, name.encode())
        except OSError:
            return


def guest_plan(guest: str, address: Address, name: str, store: Store) -> SessionPlan:
    """Return the plan of a guest: back to a seat if there is one, else to the list of rooms."""
    seated = any(seat.name == name for seat in store.seats_on(address))
    return SessionPlan("join" if seated else "menu", address.host, address.port, name=name, guest=guest)


class GuestMenu(MenuSheet):
    """The rooms, the language, help, and the way out."""

    def title(self) -> str:
        """Return the title."""
        return _("Menú")

    def _choices(self) -> list[tuple[str, str]]:
        other = "English" if language() == "es" else "Español"
        return [("1", _("Ver las mesas")), ("2", other), ("?", _("Ayuda y reglas")), ("q", _("Salir"))]

    def _choose(self, key: str) -> Deed | None:
        match key:
            case "1":
                self.doors.connect("", "")
            case "2":
                self.doors.speak("en" if language() == "es" else "es")
            case _:
                return None
        return NOTHING


class NameSheet(FormSheet):
    """Who somebody is whose key or browser does not say it."""

    def __init__(self, app: GuestApp) -> None:
        self.app = app
        super().__init__(app.skin, [TextField("name", _("Tu nombre"), Editor("", NAME_LENGTH))])

    def title(self) -> str:
        """Return the title."""
        return "T.E.G."

    def go(self) -> str:
        """Return the label of the row that goes on."""
        return _("Entrar")

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the form; Esc leaves."""
        return (*super().keys()[:-1], KeyHint("Esc", _("Salir"), "escape"))

    def press(self, key: str) -> Deed | None:
        """Leave the program with Esc: there is nothing behind this sheet."""
        return Deed(act="quit") if key == "escape" else super().press(key)

    def submit(self) -> Deed:
        """Go on to the rooms."""
        from teg_tui.screens.front.starting import name_problem

        name = self.text_of("name")
        self.problem = name_problem(name)
        if not self.problem:
            self.app.called(player_name(name))
        return NOTHING


class GuestApp(TegApp):
    """The window of a guest.

    Args:
        plan: where to; it names the guest, and has no name if the guest is to be asked for one.
        config: settings, which are the host's.
        store: the guest's seats.
    """

    def __init__(self, plan: SessionPlan, config: Config, store: GuestStore) -> None:
        self._guests = store
        super().__init__(plan, config, store)

    def _first_sheet(self) -> Sheet:
        return super()._first_sheet() if self.plan.name else NameSheet(self)

    @property
    def _goes_on(self) -> bool:
        """To the rooms, unless the name is asked for first."""
        return bool(self.plan.name)

    def called(self, name: str) -> None:
        """Go on under a name that was typed."""
        self._guests.keep_name(name)
        self._go(guest_plan(self.plan.guest, Address(self.plan.host, self.plan.port), name, self.store))

    def _go(self, plan: SessionPlan) -> None:
        self.front.replace(WaitSheet(self.skin, self._connecting()))
        self.begin(plan)

    # --- what a guest may not

    def connect(self, address: str, name: str) -> str:
        """Connect to the one server that there is, whatever was asked for."""
        del address, name
        plan = self.plan
        self._go(SessionPlan("menu", plan.host, plan.port, name=plan.name, guest=plan.guest))
        return ""

    def play_local(self, game: LocalGame) -> None:
        """Start nothing: bots play in rooms of the server."""
        del game

    def _keep(self, data: bytes) -> None:
        """Write no record: nobody could fetch it."""
        del data
        self.notify(_("Quien entra como invitado no guarda partidas en esta máquina."), markup=False)

    def _menu(self) -> None:
        self._close_game()
        self._part()
        self.front.replace(GuestMenu(self.skin, self))


def run_guest(guest: str, address: Address, name: str, *, mouse: bool = True) -> int:
    """Run the screens for a guest and return the exit code."""
    store = GuestStore(guest)
    called = name or store.name()
    app = GuestApp(guest_plan(guest, address, called, store), Config(mouse=mouse), store)
    end_with_terminal()
    app.run(mouse=mouse)
    return app.return_code or 0
