"""What a game brings to the screen it is played on: its desk, its dice, its map, its boxes and its sheets.

The screen is the same for every game; whatever it shows of one comes through these.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec
from teg_shared.protocol.messages import RoomState

from teg_tui.changes import Status
from teg_tui.map.view import MapView
from teg_tui.screens.board_mode import Marks
from teg_tui.screens.table_toasts import Toast
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import Line
from teg_tui.widgets.sheet import Sheet


class Viewer(Protocol):
    """What the screen asks of the model of any game."""

    @property
    def seat(self) -> int:
        """This viewer's seat, -1 for a spectator."""
        ...

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this viewer."""
        ...

    @property
    def whose_turn(self) -> int:
        """Seat on turn, -1 for none."""
        ...

    @property
    def room(self) -> RoomState | None:
        """The room as all see it."""
        ...

    @property
    def connection(self) -> Status:
        """How the connection stands."""
        ...

    @property
    def clock_deadline(self) -> float | None:
        """Monotonic time in seconds when the clock runs out, None if none runs."""
        ...


class Pressed(Protocol):
    """What a key on the board did."""

    @property
    def commands(self) -> tuple[msgspec.Struct, ...]:
        """What the server was asked."""
        ...

    @property
    def say(self) -> str:
        """A sentence for the player."""
        ...

    @property
    def opens(self) -> str:
        """Name of a sheet to open."""
        ...


class Played(Protocol):
    """The player's side of the game; `BoardDesk` is one."""

    cursor: int

    @property
    def mode(self) -> object:
        """The point of the turn."""
        ...

    @property
    def tone(self) -> Tone:
        """The tone of the moment."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        ...

    def press(self, key: str) -> Pressed | None:
        """Do what a key means; None if it means nothing."""
        ...

    def act(self, commands: Iterable[msgspec.Struct]) -> None:
        """Send commands."""
        ...

    def applied(self, changes: Iterable[object]) -> None:
        """Take note of what a message changed."""
        ...

    def point(self, country: int) -> None:
        """Move the cursor to a country."""
        ...

    def marks(self) -> Marks:
        """Return what the map lights up."""
        ...

    def hint(self) -> str:
        """Return the sentence that names the next step."""
        ...

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the mode."""
        ...


class Dice(Protocol):
    """Dice that tumble."""

    animate: bool

    @property
    def moving(self) -> bool:
        """Whether they have not come to rest."""
        ...

    def step(self) -> None:
        """Go to the next frame."""
        ...

    def settle(self) -> None:
        """Let them lie at once."""
        ...


class Kit(Protocol):
    """Everything of one game that its screen shows."""

    @property
    def variant(self) -> str:
        """Slug of the game, which is also that of its map."""
        ...

    @property
    def slugs(self) -> Sequence[str]:
        """Slug of each country on the map."""
        ...

    @property
    def viewer(self) -> Viewer:
        """The model."""
        ...

    @property
    def desk(self) -> Played:
        """The player's side."""
        ...

    @property
    def tumble(self) -> Dice:
        """The dice."""
        ...

    def lay_dice(self) -> None:
        """Show the last roll at rest."""
        ...

    def throws(self, change: object) -> bool:
        """Let the dice of a change tumble; False for a change without dice."""
        ...

    def show(self, board: MapView) -> None:
        """Show owners, counts and pacts on the map."""
        ...

    def flashes(self, change: object) -> int:
        """Return the country that a change lights up, -1 for none."""
        ...

    def top_line(self, width: int, clock: str) -> Line:
        """Return the line above the map."""
        ...

    def side(self, width: int, height: int) -> list[Line]:
        """Return the sidebar."""
        ...

    def dice_rows(self, width: int, height: int) -> slice:
        """Return which of its lines show the dice."""
        ...

    def aside(self) -> str:
        """Return what is said below the hint, empty for nothing."""
        ...

    def pressed(self) -> None:
        """Take note that a key was pressed, or that the cursor was moved."""
        ...

    def other_key(self, key: str) -> str:
        """Do what only this game's keys do, and return what is said of it; empty for any other key."""
        ...

    def keys(self, *, short: bool) -> tuple[KeyHint, ...]:
        """Return the game's own keys that mean the same all through it, with what waits behind them."""
        ...

    def open_by_key(self, key: str) -> Sheet | None:
        """Return the sheet that a key opens, None for a key without one."""
        ...

    def open_by_name(self, name: str) -> Sheet | None:
        """Return the sheet that a mode asks for."""
        ...

    def toast(self, change: object) -> Toast | None:
        """Return what the corner says of a change."""
        ...

    def last_call(self) -> Sequence[msgspec.Struct]:
        """Return what is to be sent just before the clock runs out, so that no choice is lost."""
        ...
