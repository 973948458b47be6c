"""Menu, rooms, lobby and forms: what they say and what they lead to."""

import msgspec
import pytest
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import (
    ChangeRoom,
    ChooseColour,
    LeaveRoom,
    PlanSeat,
    RoomInfo,
    RoomState,
    SeatInfo,
    SeatPlan,
    StartGame,
)
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.negocios.settings import Settings as NegociosSettings

from teg_tui import i18n
from teg_tui.model import Model
from teg_tui.screens.front.doors import LocalGame, NewRoom
from teg_tui.screens.front.games import game_of
from teg_tui.screens.front.lobby import LobbySheet, RulesSheet
from teg_tui.screens.front.making import CreateSheet, NameSheet, PasswordSheet
from teg_tui.screens.front.menu import MenuSheet
from teg_tui.screens.front.notes import SaidSheet, WaitSheet
from teg_tui.screens.front.rooms import RoomsSheet
from teg_tui.screens.front.rules import chosen_settings
from teg_tui.screens.front.starting import HostSheet, PlaySheet, ServerSheet
from tests.client.core.table import Table
from tests.client.screens.test_sheets import SKIN, press, shown

ROOMS = (
    RoomInfo("r1", "Asado", "classic", "lobby", 4, 2, False, 0),
    RoomInfo("r2", "\x1b[2JPrivada", "classic", "playing", 6, 6, True, 7),
)


class FakeDoors:
    player = "Ana"
    server = "localhost:7464"
    rooms: tuple[RoomInfo, ...] = ROOMS

    def __init__(self) -> None:
        self.done: list[object] = []
        self.problem = ""

    def play_local(self, game: LocalGame) -> None:
        self.done.append(game)

    def connect(self, address: str, name: str) -> str:
        self.done.append((address, name))
        return self.problem

    def refresh_rooms(self) -> None:
        self.done.append("refresh")

    def enter(self, room: RoomInfo, *, watch: bool = False, password: str = "") -> None:
        self.done.append((room.id, watch, password))

    def rename(self, name: str) -> None:
        self.done.append(("rename", name))

    def create(self, room: NewRoom) -> None:
        self.done.append(room)

    def speak(self, language: str) -> None:
        i18n.choose(language)
        self.done.append(language)

    def perform(self, what: str) -> None:
        self.done.append(what)


# --- menu


def test_the_menu_leads_everywhere() -> None:
    sheet = MenuSheet(SKIN, FakeDoors())
    assert isinstance(press(sheet, "1").opens, PlaySheet)
    assert isinstance(press(sheet, "2").opens, ServerSheet)
    assert isinstance(press(sheet, "3").opens, HostSheet)
    assert press(sheet, "q").act == "quit"
    assert isinstance(press(sheet, "home", "down", "enter").opens, ServerSheet)


def test_the_other_language_is_one_key_away() -> None:
    doors = FakeDoors()
    try:
        press(MenuSheet(SKIN, doors), "4")
        assert doors.done == ["en"]
    finally:
        i18n.choose("es")


def test_a_game_against_bots_starts_with_enter() -> None:
    doors = FakeDoors()
    press(PlaySheet(SKIN, doors), "enter")
    assert doors.done == [LocalGame("Ana", ("sargento",) * 4)]


def test_rivals_level_colour_and_rules_are_chosen_with_arrows() -> None:
    doors = FakeDoors()
    press(
        PlaySheet(SKIN, doors),
        "down",
        "down",
        "left",
        "down",
        "right",
        "down",
        "right",
        "right",
        "down",
        "right",
        "enter",
    )
    assert doors.done == [LocalGame("Ana", ("capitan",) * 3, "rojo", OFFICIAL)]


def test_a_name_that_cannot_be_is_refused_with_a_sentence() -> None:
    doors = FakeDoors()
    sheet = PlaySheet(SKIN, doors)
    press(sheet, "ctrl+u", "enter")
    assert not doors.done
    assert "nombre" in shown(sheet)


def test_connecting_says_what_is_wrong_with_the_address() -> None:
    doors = FakeDoors()
    doors.problem = "Eso no es una dirección."
    sheet = ServerSheet(SKIN, doors)
    press(sheet, *"x", "enter")
    assert doors.done == [("localhost:7464x", "Ana")]
    assert doors.problem in shown(sheet)


def test_how_to_host_shows_both_commands() -> None:
    text = shown(HostSheet(SKIN))
    assert "teg host --lan" in text
    assert "teg join" in text


# --- rooms


def test_the_list_shows_rooms_harmlessly() -> None:
    text = shown(RoomsSheet(SKIN, FakeDoors()))
    for word in ("Asado", "2/4", "esperando", "jugando, ronda 7", "con contraseña", "[2JPrivada"):
        assert word in text
    assert "\x1b" not in text


def test_the_list_names_the_address_of_a_server_and_not_the_path_of_a_socket() -> None:
    doors = FakeDoors()
    assert RoomsSheet(SKIN, doors).title() == "Mesas en localhost:7464"
    doors.server = "unix:/run/teg/teg.sock"
    assert RoomsSheet(SKIN, doors).title() == "Mesas en este servidor"


def test_enter_and_w_enter_and_watch() -> None:
    doors = FakeDoors()
    press(RoomsSheet(SKIN, doors), "enter")
    press(RoomsSheet(SKIN, doors), "w")
    assert doors.done == [("r1", False, ""), ("r1", True, "")]


def test_the_choice_stays_with_its_room_when_others_come_and_go() -> None:
    doors = FakeDoors()
    sheet = RoomsSheet(SKIN, doors)
    press(sheet, "down")
    new = RoomInfo("r0", "Nueva", "classic", "lobby", 3, 1, False, 0)
    doors.rooms = (new, *ROOMS)
    assert sheet.refreshed()
    assert sheet.chosen == 2
    doors.rooms = (new,)
    assert sheet.refreshed()
    assert sheet.chosen == 0
    doors.rooms = ()
    assert sheet.refreshed()
    press(sheet, "down", "enter")
    assert not doors.done


def test_the_list_of_rooms_is_asked_for_again_with_every_beat() -> None:
    doors = FakeDoors()
    RoomsSheet(SKIN, doors).beat()
    assert doors.done == ["refresh"]


def test_a_refused_name_can_be_changed_where_it_was_refused() -> None:
    doors = FakeDoors()
    sheet = NameSheet(SKIN, doors, "Ya hay alguien que se llama Ana.")
    assert "Ana" in shown(sheet)
    assert "Ya hay alguien" in shown(sheet)
    press(sheet, "ctrl+u", "enter")
    assert not doors.done
    deed = press(sheet, "A", "n", "i", "enter")
    assert deed.closes
    assert doors.done == [("rename", "Ani")]


def test_a_room_with_a_password_asks_for_it_and_hides_it() -> None:
    doors = FakeDoors()
    sheet = press(RoomsSheet(SKIN, doors), "down", "enter").opens
    assert isinstance(sheet, PasswordSheet)
    press(sheet, *"abc")
    assert "abc" not in shown(sheet)
    press(sheet, "enter")
    assert doors.done == [("r2", False, "abc")]


def test_a_new_room_is_made_with_its_seats_clock_and_rules() -> None:
    doors = FakeDoors()
    sheet = CreateSheet(SKIN, doors)
    press(sheet, "ctrl+u", *"Truco", "down", "down", *"pw", "down", "left", "down", "right", "down", "left")
    press(sheet, "down", "down", "down", "down", "right", "enter")
    assert doors.done == [NewRoom("Truco", ("novato", ""), OFFICIAL, 120, "pw")]


def test_a_room_of_negocios_has_eight_seats_and_its_own_rules() -> None:
    doors = FakeDoors()
    sheet = CreateSheet(SKIN, doors)
    press(sheet, "down", "right")
    assert "Lugar 8" in shown(sheet)
    press(sheet, "enter")
    (room,) = doors.done
    assert isinstance(room, NewRoom)
    assert (room.variant, room.settings, len(room.levels)) == ("negocios", NegociosSettings(), 5)


def test_negocios_needs_four_at_the_table() -> None:
    doors = FakeDoors()
    sheet = CreateSheet(SKIN, doors)
    press(sheet, "down", "right", "down", "down", "down", "left", "down", "left", "down", "left", "enter")
    assert not doors.done
    assert "Se juega de 4 a 8" in shown(sheet)


def test_a_game_of_negocios_against_bots_has_three_rivals_or_more_and_its_own_colours() -> None:
    doors = FakeDoors()
    sheet = PlaySheet(SKIN, doors)
    press(sheet, "down", "right", "down", "left", "left", "down", "down", "left", "enter")
    assert doors.done == [LocalGame("Ana", ("novato",) * 3, "violeta", NegociosSettings(), "negocios")]


def test_going_back_to_the_classic_game_takes_its_fields_back() -> None:
    sheet = PlaySheet(SKIN, FakeDoors())
    press(sheet, "down", "right", "right")
    assert sheet.value("bots") == 4


def test_a_room_needs_a_name() -> None:
    doors = FakeDoors()
    sheet = CreateSheet(SKIN, doors)
    press(sheet, "ctrl+u", "enter")
    assert not doors.done
    assert "Falta el nombre" in shown(sheet)


def test_changing_one_rule_makes_it_a_mixture_and_the_preset_takes_all_back() -> None:
    sheet = RulesSheet(SKIN, Settings(), 0)
    press(sheet, "down", "down", "right")
    assert sheet.value("preset") == "mixed"
    assert chosen_settings(sheet.fields) == Settings(rotate_first=True)
    press(sheet, "up", "right")
    assert chosen_settings(sheet.fields) == Settings()
    press(sheet, "right")
    assert chosen_settings(sheet.fields) == OFFICIAL


@pytest.mark.parametrize("width", [78, 60])
def test_every_house_rule_is_in_the_form(width: int) -> None:
    sheet = RulesSheet(SKIN, Settings(), 180)
    text = "\n".join("".join(p.text for p in row.line) for row in sheet.rows(width))
    assert text.count("\n") >= len(Settings.__struct_fields__) + 2
    assert "180 segundos" in text


# --- lobby


def seat(name: str = "", kind: str = "human", level: str = "", colour: str = "") -> SeatInfo:
    return SeatInfo(kind, name, level, colour, connected=True, substitute=False, left=False)  # type: ignore[arg-type]


def lobby(me: int = 0, settings: Settings | None = None) -> LobbySheet:
    base = Table(2).room("lobby")
    seats = (seat("Ana", colour="rojo"), seat("Beto"), seat(kind="open"), seat("Pampero", "bot", "novato"))
    room: RoomState = msgspec.structs.replace(base, seats=seats, settings=pack_raw(settings or Settings()), clock=90)
    model = Model()
    model.session.room, model.session.seat = "r1", me
    model.apply(room)
    return LobbySheet(SKIN, model)


def test_the_lobby_shows_who_sits_where() -> None:
    text = shown(lobby())
    for word in ("Ana", "rojo", "dueño, vos", "Beto", "abierto", "Pampero", "bot novato", "90 segundos"):
        assert word in text


def test_house_rules_that_differ_are_named() -> None:
    assert "Pactos: obligan" in shown(lobby(settings=Settings(pacts="binding")))


def test_what_comes_next_stands_above_the_rules_however_many_there_are() -> None:
    """Nobody has to scroll for it: a full table and its rules may be taller than the screen."""
    lines = shown(lobby(settings=Settings(pacts="binding"))).splitlines()
    step = next(n for n, line in enumerate(lines) if "cuando estén todos" in line)
    assert step < next(n for n, line in enumerate(lines) if "Reloj" in line)
    assert step < next(n for n, line in enumerate(lines) if "Pactos" in line)


def test_the_owner_starts_and_plans_seats() -> None:
    sheet = lobby()
    assert press(sheet, "s").messages == (StartGame(),)
    assert press(sheet, "down", "down", "b").messages == (PlanSeat(2, SeatPlan("bot", "novato")),)
    assert press(sheet, "down", "b").messages == (PlanSeat(3, SeatPlan("bot", "sargento")),)


def test_open_chairs_of_negocios_go_to_the_level_with_which_games_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Captains end a third of their games of four in the first round (docs/balance-negocios.md)."""
    monkeypatch.setattr(LobbySheet, "game", game_of("negocios"))
    assert press(lobby(), "s").messages == (StartGame("novato"),)


def test_others_can_not_start() -> None:
    deed = press(lobby(1), "s")
    assert not deed.messages
    assert "dueño" in deed.say


def test_c_takes_the_next_free_colour() -> None:
    assert press(lobby(1), "c").messages == (ChooseColour("azul"),)
    assert press(lobby(0), "c").messages == (ChooseColour("negro"),)


def test_rules_are_changed_by_the_owner() -> None:
    sheet = press(lobby(), "r").opens
    assert isinstance(sheet, RulesSheet)
    deed = press(sheet, "down", "right", "enter")
    assert deed.messages == (ChangeRoom(pack_raw(OFFICIAL), 90),)
    assert deed.closes


def test_leaving_the_lobby() -> None:
    assert press(lobby(), "escape").messages == (LeaveRoom(),)


# --- notes


def test_what_ends_goes_on_to_the_menu() -> None:
    sheet = SaidSheet(SKIN, "El dueño de la mesa liberó tu lugar.\x1b[2J")
    assert "liberó tu lugar" in shown(sheet)
    assert press(sheet, "enter").act == "menu"
    assert press(sheet, "q").act == "quit"


def test_waiting_can_be_given_up() -> None:
    assert press(WaitSheet(SKIN, "Conectando…"), "escape").act == "menu"
