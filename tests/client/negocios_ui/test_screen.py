"""The game screen with a game of Negocios on it, under Textual's pilot at three sizes."""

import pytest
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import FromServer, RoomState, Said
from teg_shared.rules.negocios.commands import Attempt, EndAttempts
from teg_shared.rules.negocios.state import Phase, Stage
from textual.pilot import Pilot

from teg_tui.changes import SeatOut, Status
from teg_tui.map.palette import CONSOLE, GREY, TRUECOLOR, Palette
from teg_tui.screens.table_toasts import Toast
from teg_tui.widgets.lines import harmless
from tests.client.negocios.table import Table
from tests.client.negocios_ui.chair import C, Chair, chair
from tests.client.screens.demo import BoardApp

SIZES = [(80, 24), (120, 36), (200, 55)]
MINE = {"argentina": 1, "brasil": 1, "chile": 1}
HOSTILE = ("\x1b[31mAna\x07", "[b]Beto[/b]\u202e", "C\u0301\u0301\u0301\u200baro", "Dani\x9b2J")


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


class Played:
    """A chair in front of the real screen: keys go through the terminal, answers of the rules come back at once."""

    def __init__(self, seat: Chair, palette: Palette = TRUECOLOR) -> None:
        self.seat = seat
        self.app = BoardApp(seat.model, seat, palette)

    async def press(self, pilot: Pilot[None], *keys: str) -> None:
        for key in keys:
            await pilot.press(key)
            for answer in self.seat.drain():
                self.app.receive(answer)
            self.app.pacer.hurry()
            self.app.pump()
            await pilot.pause()

    async def take(self, pilot: Pilot[None], *messages: FromServer) -> None:
        for message in messages:
            self.app.receive(message)
        await pilot.pause()

    def at(self, slug: str) -> None:
        self.app.game.map.move_cursor(slug)

    def rows(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    def text(self) -> str:
        return "\n".join(self.rows())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [4, 8])
async def test_the_layout_names_what_matters_at_every_size(size: tuple[int, int], seats: int) -> None:
    played = Played(chair(MINE, seats=seats))
    async with played.app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = played.text()
        words = ["Ana", "Te toca", "intentos 1/5", "Corporaciones", "País", "Ayuda", "◉"]
        words += ["Niv", "Intento", "≥32", "≥16"] if size[0] > 80 else ["Fichas y niveles"]
        words += ["Gana con países", "Crónica"] if size[0] == 200 else []
        for word in words:
            assert word in shown, word
        assert len(played.rows()) == size[1]
        assert all(len(row) == size[0] for row in played.rows())


@pytest.mark.parametrize("size", SIZES)
async def test_an_attempt_and_the_end_of_the_attempts_by_keys(size: tuple[int, int]) -> None:
    played = Played(chair(MINE, dice=(6, 6, 1, 1)))
    async with played.app.run_test(size=size) as pilot:
        played.at("argentina")
        await pilot.pause()
        await played.press(pilot, "enter")
        played.at("uruguay")
        await pilot.pause()
        assert "ganás" in played.text()
        await played.press(pilot, "enter")
        assert Attempt(C["argentina"], C["uruguay"]) in played.seat.commands
        assert "12 a 2" in played.text()
        await played.press(pilot, "escape", "f")
        assert EndAttempts() in played.seat.commands


async def test_the_guide_is_read_once_and_comes_and_goes_with_its_key() -> None:
    played = Played(chair(MINE, round=1))
    async with played.app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "El intento obligatorio" in played.text()
        await played.press(pilot, "tab")
        assert "El intento obligatorio" not in played.text()
        await played.press(pilot, "g")
        assert "El intento obligatorio" in played.text()
        await played.press(pilot, "g")
        assert "El intento obligatorio" not in played.text()


async def test_there_is_no_guide_after_the_first_round_unless_it_is_asked_for() -> None:
    played = Played(chair(MINE, round=2))
    async with played.app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "El intento obligatorio" not in played.text()
        await played.press(pilot, "g")
        assert "El intento obligatorio" in played.text()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", ["?", "c", "o", "n", "m", "p", "b", "e", "t", "/", "q"])
async def test_every_sheet_opens_and_fits(size: tuple[int, int], key: str) -> None:
    table = Table(6, 5)
    for _, (who, command) in zip(range(200), table.moves(), strict=False):
        table.play(who, command)
    seat = Chair(table)
    played = Played(seat)
    async with played.app.run_test(size=size) as pilot:
        await pilot.pause()
        await played.press(pilot, key)
        assert played.app.game.sheets
        assert "╭─" in played.text()
        assert all(len(row) == size[0] for row in played.rows())
        await played.press(pilot, "escape" if key != "o" else "o")
        assert not played.app.game.sheets


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_and_chat_are_shown_harmlessly(size: tuple[int, int]) -> None:
    seat = chair(MINE)
    room = seat.table.room()
    infos = tuple(
        type(info)("human", name, "", info.colour, connected=True, substitute=False, left=False)
        for info, name in zip(room.seats, HOSTILE, strict=True)
    )
    fields = {f: getattr(room, f) for f in room.__struct_fields__} | {
        "seats": infos,
        "settings": pack_raw(seat.table.settings),
    }
    played = Played(seat)
    async with played.app.run_test(size=size) as pilot:
        await played.take(pilot, RoomState(**fields))
        await played.take(pilot, Said(1, HOSTILE[1], "\x1b]0;título\x07[bold]\u202e" + "x" * 240, private=False))
        for keys in (("t",), ("escape", "e"), ("escape", "b"), ("escape", "p"), ("escape", "m"), ("escape", "q")):
            await played.press(pilot, *keys)
            assert all(harmless(row) for row in played.rows())


@pytest.mark.parametrize("palette", [GREY, CONSOLE])
async def test_owners_factors_and_levels_are_told_apart_without_colours(palette: Palette) -> None:
    played = Played(chair(MINE, seats=8), palette)
    async with played.app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        shown = played.text()
        sign = palette.sign("verde")
        assert f"A{sign}1" in shown or f"A {sign}1" in shown
        assert any(f"{n}P" in shown or f"{n}D" in shown for n in range(1, 10))


async def test_the_hint_steps_aside_for_a_country_at_the_head_of_the_map() -> None:
    played = Played(chair({"canada": 1}))
    async with played.app.run_test(size=(80, 24)) as pilot:
        played.at("canada")
        await pilot.pause()
        assert "Can" in "".join(played.rows()[1:3])
        assert "Te toca" in "".join(played.rows()[15:23])


async def test_a_spectator_has_neither_cards_nor_commands() -> None:
    seat = chair(MINE)
    watcher = Chair(Table.at(seat.table.state), -1)
    played = Played(watcher)
    async with played.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "estás mirando" in played.text()
        await played.press(pilot, "enter", "f", "c", "o", "g", "x")
        assert not watcher.commands
        assert not played.app.game.sheets


async def test_a_cut_connection_is_said_and_tried_again_at_once_with_a_key() -> None:
    played = Played(chair(MINE))
    async with played.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        played.app.game.changed(played.seat.model.connected(Status("reconnecting", 3, 1e12, "lost")))
        await pilot.pause()
        assert "Reintentar ya" in played.text()
        await played.press(pilot, "R")
        assert played.app.performed == ["retry"]


@pytest.mark.parametrize("stage", [Stage.FIRST, Stage.SECOND, Stage.COMMON])
async def test_a_negotiation_shows_its_offers_in_the_sidebar(stage: Stage) -> None:
    seat = chair(MINE, phase=Phase.NEGOTIATE, stage=stage, turn=-1, actor=-1, participants=0b1111)
    played = Played(seat)
    async with played.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Negociación" in played.text()
        assert "Nadie ofreció nada" in played.text()


@pytest.mark.parametrize("size", SIZES[:2])
async def test_whoever_is_eliminated_is_told_however_much_the_corner_says_already(size: tuple[int, int]) -> None:
    played = Played(chair(MINE))
    async with played.app.run_test(size=size) as pilot:
        await pilot.pause()
        for seat in (1, 2, 3, 1, 2):
            played.app.game.corner(Toast(f"noticia {seat}"))
            await pilot.pause()
        assert len(played.app._notifications) == (3 if size[1] > 30 else 2)
        played.app.game.changed([SeatOut(0, 2)])
        await pilot.pause()
        assert "Quedaste afuera" in [note.title for note in played.app._notifications]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"phase": Phase.CARD},
        {"phase": Phase.TRANSFER},
        {"phase": Phase.NEGOTIATE, "stage": Stage.COMMON, "turn": -1, "actor": -1, "participants": 0b1111},
        {"turn": 1, "actor": 1},
    ],
)
async def test_the_bottom_line_offers_no_key_twice(size: tuple[int, int], more: dict[str, int]) -> None:
    """A key that means something else at the moment would be a riddle: `n` offers a deal, or shows the levels."""
    played = Played(chair({"argentina": 3, "brasil": 2, "chile": 1}, **more))  # type: ignore[arg-type]
    async with played.app.run_test(size=size) as pilot:
        await pilot.pause()
        actions = [piece.style.meta.get("@click") for piece in played.app.game.bottom.lines[0] if piece.style]
        keys = [
            action for before, action in zip([None, *actions], actions, strict=False) if action and action != before
        ]
        assert len(keys) > 3
        assert len(keys) == len(set(keys))
