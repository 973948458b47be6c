"""A room before its game: who sits where, colours, bots, house rules, and the start (T1)."""

from typing import ClassVar

import msgspec
from rich.segment import Segment
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import (
    ChangeRoom,
    ChooseColour,
    LeaveRoom,
    PlanSeat,
    RoomState,
    SeatInfo,
    SeatPlan,
    StartGame,
)

from teg_tui import words
from teg_tui.i18n import _
from teg_tui.models import AnyModel
from teg_tui.names import colour, level
from teg_tui.screens.front.form import Field, FormSheet
from teg_tui.screens.front.games import LEVELS, Game, game_of
from teg_tui.screens.front.rules import LABEL, chosen_settings, clock_field, preset_field, rule_fields, take_preset
from teg_tui.screens.sheets.talk import ChatSheet
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.people import People
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import clean, pad
from teg_tui.widgets.sheet import NOTHING, Deed, Row, Sheet


class LobbySheet(Sheet):
    """The seats; the owner plans them and starts."""

    tone: ClassVar[Tone] = "place"
    wanted: ClassVar[int] = 70

    def __init__(self, skin: Skin, model: AnyModel) -> None:
        super().__init__(skin)
        self.model = model

    @property
    def room(self) -> RoomState | None:
        """The room as all see it."""
        return self.model.room

    @property
    def game(self) -> Game:
        """What is played here."""
        return game_of(self.model.variant)

    @property
    def owner(self) -> bool:
        """Whether this viewer owns the room."""
        return self.room is not None and self.model.seat >= 0 and self.room.owner == self.model.seat

    def refreshed(self) -> bool:
        """Keep the choice inside the list."""
        seats = self.room.seats if self.room is not None else ()
        self.chosen = max(0, min(self.chosen, len(seats) - 1))
        return True

    def title(self) -> str:
        """Return the name of the room."""
        return clean(self.room.name) if self.room is not None else ""

    def rows(self, width: int) -> list[Row]:
        """Return the seats, what comes next, and below it, for there may be many, the rules that differ."""
        room = self.room
        if room is None:
            return []
        out = [self._seat(info, seat, width) for seat, info in enumerate(room.seats)]
        step = words.step(self.model.next_step(), self.model)
        out += [self.text("", width), self.text(clean(step), width, bold=True), self.text("", width)]
        return out + [self.text(text, width) for text in self._facts(room)]

    def _seat(self, info: SeatInfo, seat: int, width: int) -> Row:
        scene, skin = People(self.model, self.skin), self.skin
        if info.kind == "open":
            what, name = "", _("abierto")
        elif info.kind == "bot":
            what, name = _("bot {level}").format(level=level(info.level)), clean(info.name)
        else:
            what, name = "" if info.connected else _("sin conexión"), clean(info.name)
        badge = scene.badge(seat) if info.colour else Segment(" ∙ ", skin.ink("dim"))
        marks = []
        if self.room is not None and seat == self.room.owner:
            marks.append(_("dueño"))
        if seat == self.model.seat:
            marks.append(_("vos"))
        look = skin.ink("dim") if info.kind == "open" else skin.ink("bright", bold=True)
        pieces = [
            badge,
            Segment(" " + pad(name, 18), look),
            Segment(pad(what, 14), skin.ink("text")),
            Segment(pad(colour(info.colour) if info.colour else "", 10), skin.ink("text")),
            Segment(", ".join(marks), skin.ink("accent")),
        ]
        return self.pick_line(pieces, width, seat)

    def _facts(self, room: RoomState) -> list[str]:
        clock = _("{n} segundos por turno").format(n=room.clock) if room.clock else _("sin reloj")
        game = self.game
        settings: msgspec.Struct = self.model.settings
        out = [] if game.variant == "classic" else [_("Se juega {game}, de {least} a {most}").format(
            game=game.name, least=game.seats[0], most=game.seats[1]
        )]  # fmt: skip
        out.append(_("Reloj: {clock}").format(clock=clock))
        other = [
            f"{game.rule(name)}: {game.value(name, getattr(settings, name))}"
            for name in game.names()
            if getattr(settings, name) != getattr(game.settings, name)
        ]
        out += other or [_("Reglas: de la mesa")]
        if room.watchers:
            out.append(_("Mirando: {n}").format(n=room.watchers))
        return out

    def keys(self) -> tuple[KeyHint, ...]:
        """Return what this viewer may do here."""
        out: list[KeyHint] = []
        if self.owner:
            out += [
                KeyHint("s", _("Empezar"), "s", hot=True),
                KeyHint("b", _("Bot/abrir"), "b"),
                KeyHint("r", _("Reglas"), "r"),
            ]
        if not self.model.spectator:
            out.append(KeyHint("c", _("Color"), "c"))
        return (
            *out,
            KeyHint("t", _("Charla"), "t"),
            KeyHint("Esc", _("Irse"), "escape"),
            KeyHint("?", _("Ayuda"), "?"),
        )

    def press(self, key: str) -> Deed | None:
        """Start, plan, change, choose a colour, talk or leave."""
        room = self.room
        if room is None:
            return NOTHING
        if self.move(key, len(room.seats)):
            return NOTHING
        match key:
            case "escape" | "q":
                return Deed(messages=(LeaveRoom(),))
            case "?":
                return Deed(opens=self.game.help(self.skin))
            case "t":
                return Deed(opens=ChatSheet(self.skin, self.model))
            case "c" if not self.model.spectator:
                return self._next_colour(room)
            case "s" if self.owner:
                return Deed(messages=(StartGame(self.game.fill),))
            case "b" if self.owner:
                return self._plan(room)
            case "r" if self.owner:
                return Deed(opens=RulesSheet(self.skin, self.model.settings, room.clock, self.game))
            case "s" | "b" | "r":
                return Deed(say=_("Eso lo decide el dueño de la mesa."))
            case _:
                return NOTHING

    def _next_colour(self, room: RoomState) -> Deed:
        taken = {info.colour for n, info in enumerate(room.seats) if n != self.model.seat}
        mine, colours = room.seats[self.model.seat].colour, self.game.colours
        start = colours.index(mine) if mine in colours else -1
        ring = [colours[(start + step) % len(colours)] for step in range(1, len(colours) + 1)]
        free = next((one for one in ring if one not in taken), "")
        return Deed(messages=(ChooseColour(free),)) if free else NOTHING

    def _plan(self, room: RoomState) -> Deed:
        """Give the chosen seat to the next level of bot; after the last one it is open again."""
        info = room.seats[self.chosen]
        if self.chosen == self.model.seat:
            return Deed(say=_("Ese es tu lugar."))
        ring = ["", *LEVELS]
        now = info.level if info.kind == "bot" else ""
        wanted = ring[(ring.index(now) + 1) % len(ring)] if now in ring else ""
        plan = SeatPlan("bot", wanted) if wanted else SeatPlan("open")
        return Deed(messages=(PlanSeat(self.chosen, plan),))


class RulesSheet(FormSheet):
    """The house rules and the clock, changed by the owner."""

    wanted: ClassVar[int] = 72
    label_width: ClassVar[int] = LABEL

    def __init__(self, skin: Skin, settings: msgspec.Struct, clock: int, game: Game | None = None) -> None:
        self.game = game or game_of("classic")
        fields = [clock_field(clock), preset_field(self.game, settings), *rule_fields(self.game, settings)]
        super().__init__(skin, fields)

    def title(self) -> str:
        """Return the title."""
        return _("Reglas de la mesa")

    def go(self) -> str:
        """Return the label of the row that changes them."""
        return _("Cambiar")

    def changed(self, field: Field) -> None:
        """Keep preset and rules in step."""
        if field.name != "clock":
            take_preset(self.fields, field, self.game)

    def submit(self) -> Deed:
        """Send the rules."""
        clock = self.value("clock")
        message = ChangeRoom(pack_raw(chosen_settings(self.fields, self.game)), clock if isinstance(clock, int) else 0)
        return Deed(messages=(message,), closes=True)
