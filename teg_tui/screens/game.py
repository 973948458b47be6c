"""The screen of a running game: it shows the desk, and carries keys, clicks and changes to it."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer

from teg_tui import changes as ch
from teg_tui import words
from teg_tui.i18n import _
from teg_tui.map.view import MapView
from teg_tui.screens.boardwork import GameMap
from teg_tui.screens.kit import Kit, Pressed
from teg_tui.screens.link import Link, Window
from teg_tui.screens.pacing import Pacer
from teg_tui.screens.stack import SheetScreen, key_of
from teg_tui.screens.table_toasts import Toast
from teg_tui.screens.tumble import PER_SECOND
from teg_tui.theme import Skin
from teg_tui.widgets.foot import ASIDE, HINT, aside_lines, hint_lines, keys_line
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.panel import Lines
from teg_tui.widgets.sheet import Deed, Sheet, SheetView
from teg_tui.widgets.sidebar import sidebar_width

ARROWS: Final = frozenset({"up", "down", "left", "right", "h", "j", "k", "l"})
"""Keys that the map itself takes."""
WHOLE: Final = (80, 24)
"""Columns and rows of the terminal from which the whole map is seen."""
LAST_CALL: Final = 2.0
"""Seconds of the turn's clock at which staged armies are sent, so that none is lost."""


class GameScreen(SheetScreen):
    """The board, the sidebar, two lines, and one sheet at a time over them."""

    def __init__(self, kit: Kit, link: Link, skin: Skin, pacer: Pacer, window: Window) -> None:
        super().__init__(link, window, SheetView(skin, id="sheet"))
        self.kit = kit
        self.model = kit.viewer
        self.skin = skin
        self.pacer = pacer
        self.tumble = kit.tumble
        self.desk = kit.desk
        self.unread = 0
        ground = skin.ink("text", on="panel")
        self.top_bar = Lines(ground, id="top")
        self.map = GameMap(kit.variant, palette=skin.palette, letters=skin.palette.letters, id="map")
        self.side = Lines(skin.ink("text"), id="side")
        self.hint = Lines(ground, id="hint")
        self.bottom = Lines(ground, id="keys")
        self._columns = 0
        self._small = False
        self._untold: list[Callable[[], None]] = []
        self._seen: type = type(self.desk.mode)
        self._dice_timer: Timer | None = None
        self._clock_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the five parts, already filled: the first paint is the right one."""
        self.hold()
        self.kit.lay_dice()
        size = self.app.size
        self._fit(size.width)
        self.map.prepare(size.width - sidebar_width(size.width), size.height - 2)
        yield self.top_bar
        with Horizontal(id="middle"):
            yield self.map
            yield self.side
        yield self.bottom
        yield self.hint
        yield self.view
        self.paint()

    def on_mount(self) -> None:
        """Give the keys to the map."""
        self.map.focus()
        self._tick()

    def on_resize(self, event: events.Resize) -> None:
        """Give the sidebar its width, and draw for the new size."""
        self._fit(event.size.width)
        self.call_after_refresh(self.paint)
        self._too_small(event.size.width, event.size.height)

    def _too_small(self, width: int, height: int) -> None:
        """Say it, once, where the map does not fit: it scrolls, and nobody would know why."""
        small = width < WHOLE[0] or height < WHOLE[1]
        if small and not self._small:
            text = _("Ventana de {width}×{height}: el mapa entero entra en {w}×{h}.").format(
                width=width, height=height, w=WHOLE[0], h=WHOLE[1]
            )
            self.corner(Toast(text, severity="warning"))
        self._small = small

    def _fit(self, columns: int) -> None:
        width = sidebar_width(columns)
        if self._columns == columns:
            return
        self._columns = columns
        self.side.display = width > 0
        self.side.styles.width = width or 1
        self.hint.styles.width = max(1, columns - width)

    # --- what comes in

    def changed(self, changes: Sequence[object]) -> None:
        """Show what a message changed."""
        self.desk.applied(changes)
        for change in changes:  # first of all: what falls now keeps the rest from being told
            if self.kit.throws(change):
                self._roll()
        over = any(isinstance(change, ch.GameOver) for change in changes)
        for change in changes:
            if not over:  # the results say it all, and nothing may hide them
                self._tell(change)
            if isinstance(change, ch.ViewReplaced | ch.StoryTold):
                self.kit.lay_dice()
            elif isinstance(change, ch.ClockChanged | ch.StatusChanged):
                self._tick()
            elif isinstance(change, ch.GameOver):
                self._untold.clear()
                self._when_they_lie(partial(self._open, "results"))
        self.look_again()
        if not self.tumble.moving:
            self.paint()
            self._flash(changes)

    def _tell(self, change: object) -> None:
        if isinstance(change, ch.ChatArrived) and self.top is not None and self.top.reads_chat:
            return
        self.unread += isinstance(change, ch.ChatArrived)
        self._when_they_lie(partial(self.corner, self.kit.toast(change)))

    def _when_they_lie(self, tell: Callable[[], None]) -> None:
        """Tell something now, or after the dice, for it would say how they fall."""
        if self.tumble.moving:
            self._untold.append(tell)
        else:
            tell()

    def _flash(self, changes: Sequence[object]) -> None:
        for change in changes:
            if (country := self.kit.flashes(change)) >= 0:
                self.map.flash(self.kit.slugs[country])

    # --- dice and clock

    def _roll(self) -> None:
        if self.tumble.moving and self._dice_timer is None:
            self._dice_timer = self.set_interval(1 / PER_SECOND, self._frame)

    def _frame(self) -> None:
        self.tumble.step()
        if self.tumble.moving:
            self.paint_side()
        else:
            self.settle_dice()

    def settle_dice(self) -> None:
        """Let the dice lie and show what they did to the board."""
        if self._dice_timer is not None:
            self._dice_timer.stop()
            self._dice_timer = None
        self.tumble.settle()
        untold, self._untold = self._untold, []
        for tell in untold:
            tell()
        self.paint()

    def _tick(self) -> None:
        """Show the clock, and go on ticking while one runs."""
        deadline, status = self.model.clock_deadline, self.model.connection
        runs = deadline is not None or status.condition != "online"
        if runs and self._clock_timer is None:
            self._clock_timer = self.set_interval(1.0, self._tick)
        elif not runs and self._clock_timer is not None:
            self._clock_timer.stop()
            self._clock_timer = None
        if deadline is not None and self.model.my_turn and deadline - time.monotonic() <= LAST_CALL:
            self.desk.act(self.kit.last_call())
        if not self.tumble.moving:
            self.paint_bars()

    # --- drawing

    def paint(self) -> None:
        """Draw everything again, as far as it changed."""
        self._seen = type(self.desk.mode)
        self.kit.show(self.map)
        self._show_marks()
        cursor = self._slug(self.desk.cursor)
        if self.map.cursor != cursor:
            self.map.cursor = cursor
        self.paint_side()
        self.paint_bars()
        self.paint_sheet()

    def _show_marks(self) -> None:
        marks = self.desk.marks()
        self.map.set_marks(
            selected=self._slug(marks.selected),
            options=[self.kit.slugs[number] for number in marks.options],
            target=self._slug(marks.target),
            kind=marks.kind,
            way=[self.kit.slugs[number] for number in marks.way],
        )

    def _slug(self, country: int) -> str | None:
        return self.kit.slugs[country] if country >= 0 else None

    def paint_side(self) -> None:
        """Draw the sidebar; while the dice tumble only they are new, for the rest would tell how they fall."""
        size = self.app.size
        width, height = sidebar_width(size.width), max(1, size.height - 2)
        if not width:
            return
        lines = self.kit.side(width, height)
        if self.tumble.moving and len(self.side.lines) == len(lines):
            dice = self.kit.dice_rows(width, height)
            lines = [*self.side.lines[: dice.start], *lines[dice], *self.side.lines[dice.stop :]]
        self.side.show(lines)

    def paint_bars(self) -> None:
        """Draw the two lines and the hint."""
        width = self.app.size.width
        room = width - sidebar_width(width)
        self.top_bar.show([self.kit.top_line(width, self._clock())])
        text, tone = self._sentence()
        aside = self.kit.aside() if self.top is None else ""
        lines = [*hint_lines(self.skin, text, tone, room, HINT), *aside_lines(self.skin, aside, room, ASIDE)]
        row = self._hint_row(len(lines))
        self.hint.styles.offset = (0, row)
        self.hint.show(lines)
        self.keep_clear(0 if row > 1 else len(lines), len(lines) if row > 1 else 0)
        if self.top is not None:
            self.bottom.show([keys_line(self.skin, self.top.keys(), self.top.tone, width)])
            return
        own = self.desk.keys()
        taken = {key.press for key in own}
        keys = (*own, *(key for key in self._common() if key.press not in taken))
        self.bottom.show([keys_line(self.skin, keys, self.desk.tone, width)])

    def _hint_row(self, rows: int) -> int:
        """Return where a hint of so many rows stands: at the head, or at the foot where it would hide the cursor."""
        height, raster, cursor = self.app.size.height - 2, self.map.drawing.raster, self.map.cursor
        if cursor is None or raster.height > height:
            return 1
        label = raster.labels[cursor]
        first = min(label.at[1], label.chip[1]) + (height - raster.height) // 2
        return 1 if first >= rows else max(1, 1 + height - rows)

    def _clock(self) -> str:
        if self.model.clock_deadline is None:
            return ""
        seconds = max(0, round(self.model.clock_deadline - time.monotonic()))
        return f"{seconds // 60:02}:{seconds % 60:02}"

    @property
    def _cut(self) -> bool:
        """Whether the connection is down and an attempt to bring it back is waited for."""
        return self.model.connection.retry_at is not None

    def _sentence(self) -> tuple[str, Tone]:
        status = self.model.connection
        if status.condition != "online":
            left = status.retry_at - time.monotonic() if status.retry_at is not None else None
            return words.status(status, left), "alert"
        if self.said:
            return self.said, "alert"
        return self.desk.hint(), self.desk.tone

    @property
    def _skips(self) -> bool:
        """Whether moves are waited for that can be skipped; all through a bot's turn, or the line would jump."""
        seat, room = self.model.whose_turn, self.model.room
        bot = room is not None and 0 <= seat < len(room.seats) and room.seats[seat].kind == "bot"
        return bot or bool(self.pacer.waiting)

    def queued(self) -> None:
        """Show that moves wait which can be skipped."""
        if not self.tumble.moving:
            self.paint_bars()

    def _common(self) -> tuple[KeyHint, ...]:
        """Return the keys that mean the same all through the game, with what waits behind them."""
        out = [KeyHint("R", _("Reintentar ya"), "R", hot=True)] if self._cut else []
        out += [KeyHint(_("Esp"), _("Saltear"), "space")] if self._skips else []
        keys = self.kit.keys(short=self.app.size.width < 100)
        out += [key for key in keys if key.hot]
        if self.unread:  # before what can wait: on a narrow screen the rest may find no room
            out.append(KeyHint("t", _("Charla {n}").format(n=self.unread), "t"))
        out += [key for key in keys if not key.hot]
        out.append(KeyHint("/", _("Buscar"), "/"))
        if not self.unread:
            out.append(KeyHint("t", _("Charla"), "t"))
        more = (KeyHint("b", _("Crónica"), "b"), KeyHint("e", _("Estado"), "e"), KeyHint("q", _("Salir"), "q"))
        return (*out, *more, KeyHint("?", _("Ayuda"), "?"))

    # --- keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Carry a key to the sheet, to the board, or to what means the same everywhere."""
        key = key_of(event)
        if not self.sheets and key in ARROWS:
            return
        event.stop()
        event.prevent_default()
        self.action_press(key)

    def action_press(self, key: str) -> None:
        """Do what a key means now."""
        self.said = ""
        self.kit.pressed()
        if key == "R" and self._cut and not (self.top is not None and self.top.typing):
            self.window.perform("retry")
            return
        if self.sheets:
            self.press_sheet(key)
            return
        if self.tumble.moving:
            seen = self._seen
            self.settle_dice()
            if type(self.desk.mode) is not seen:
                return  # the key was meant for the board before the dice fell
        step = self.desk.press(key)
        if step is not None:
            self._stepped(step)
        else:
            self._everywhere(key)

    def _stepped(self, step: Pressed) -> None:
        if step.commands:
            self.pacer.hurry()
        self.said = step.say
        if step.opens:
            self._open(step.opens)
        self.paint()

    def _open(self, name: str) -> None:
        sheet = self.kit.open_by_name(name)
        if sheet is not None:
            self.lay(sheet)

    def _everywhere(self, key: str) -> None:
        if key == "space":
            self.pacer.hurry()
            self.window.pump()
        elif key == "v":
            self.said = _("Velocidad de los demás: {speed}").format(speed=_(self.pacer.next_speed()))
            self.window.pump()
        elif key == "d":
            self.tumble.animate = self.map.animated = not self.tumble.animate
            self.said = _("Animación: {state}").format(state=_("sí") if self.tumble.animate else _("no"))
        elif said := self.kit.other_key(key):
            self.said = said
        else:
            sheet = self.kit.open_by_key(key)
            if sheet is not None:
                self.lay(sheet)
        self.paint()

    def lay(self, sheet: Sheet) -> None:
        """Lay a sheet on top; what stood in the corner makes way, for it would hide a part of it."""
        self.app.clear_notifications()
        super().lay(sheet)
        if sheet.reads_chat:
            self.unread = 0

    def play(self, deed: Deed) -> None:
        """Play the commands of a deed, and move the cursor."""
        if deed.cursor >= 0:
            self.desk.point(deed.cursor)
        if deed.commands:
            self.pacer.hurry()
            self.desk.act(deed.commands)

    def on_map_view_hovered(self, event: MapView.Hovered) -> None:
        """Follow the cursor of the map."""
        self.desk.point(self.kit.slugs.index(event.country))
        self.said = ""
        self.kit.pressed()
        if self.tumble.moving:
            self.paint_side()
        else:
            self.paint()

    def on_map_view_picked(self, event: MapView.Picked) -> None:
        """A click on a country is a move of the cursor and Enter."""
        self.desk.point(self.kit.slugs.index(event.country))
        self.action_press("enter")
