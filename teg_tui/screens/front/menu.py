# ruff: noqa: PLC0415 # what a choice opens is loaded when it is chosen, or while the menu is looked at
"""The menu: the first thing that is seen without a plan."""

from typing import ClassVar

from rich.segment import Segment

from teg_tui.i18n import _, language
from teg_tui.screens.front.doors import Doors
from teg_tui.theme import Skin
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import pad
from teg_tui.widgets.sheet import NOTHING, Deed, Row, Sheet


class MenuSheet(Sheet):
    """The first thing that is seen without a plan."""

    wanted: ClassVar[int] = 58

    def __init__(self, skin: Skin, doors: Doors) -> None:
        super().__init__(skin)
        self.doors = doors

    def title(self) -> str:
        """Return the title."""
        return _("Plan Táctico y Estratégico de la Guerra")

    def _choices(self) -> list[tuple[str, str]]:
        other = "English" if language() == "es" else "Español"
        return [
            ("1", _("Jugar contra bots")),
            ("2", _("Entrar a un servidor")),
            ("3", _("Hospedar una mesa")),
            ("4", other),
            ("?", _("Ayuda y reglas")),
            ("q", _("Salir")),
        ]

    def rows(self, width: int) -> list[Row]:
        """Return the choices."""
        return [
            self.pick_line(
                [
                    Segment(pad(key, 3), self.skin.ink("accent", bold=True)),
                    Segment(label, self.skin.ink("bright", bold=place == self.chosen)),
                ],
                width,
                place,
            )
            for place, (key, label) in enumerate(self._choices())
        ]

    def keys(self) -> tuple[KeyHint, ...]:
        """Return choose and quit."""
        return (KeyHint("⏎", _("Elegir"), "enter"), KeyHint("↑↓", _("Mover"), ""), KeyHint("q", _("Salir"), "q"))

    def press(self, key: str) -> Deed | None:
        """Choose by arrows or by the sign in front."""
        choices = self._choices()
        if self.move(key, len(choices)):
            return NOTHING
        if key == "enter":
            key = choices[self.chosen][0]
        if (deed := self._choose(key)) is not None:
            return deed
        match key:
            case "?":
                from teg_tui.screens.sheets.helping import HelpSheet

                return Deed(opens=HelpSheet(self.skin))
            case "q" | "escape":
                return Deed(act="quit")
            case _:
                return NOTHING

    def _choose(self, key: str) -> Deed | None:
        """Do what a number stands for, None for what is none."""
        match key:
            case "1":
                from teg_tui.screens.front.starting import PlaySheet

                return Deed(opens=PlaySheet(self.skin, self.doors))
            case "2":
                from teg_tui.screens.front.starting import ServerSheet

                return Deed(opens=ServerSheet(self.skin, self.doors))
            case "3":
                from teg_tui.screens.front.starting import HostSheet

                return Deed(opens=HostSheet(self.skin))
            case "4":
                self.doors.speak("en" if language() == "es" else "es")
                return NOTHING
            case _:
                return None
