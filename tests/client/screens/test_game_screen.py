"""The screen of a game under Textual's pilot: keys in, commands out, and what stands on the screen at three sizes."""

import pytest
from teg_shared.protocol.messages import Clock, Notice, Said, Say
from teg_shared.rules.classic.commands import Attack, EndTurn, Occupy, Place, ProposePact
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Pact, Phase
from textual.pilot import Pilot
from textual.widgets._toast import Toast as ToastWidget

from teg_tui.changes import CountryChanged, GameOver, LastRoll, Rolled, Status
from teg_tui.map.palette import CUBE, GREY, TRUECOLOR, Palette
from teg_tui.screens.sheets.pacts import PactsSheet
from teg_tui.screens.stack import SheetScreen
from teg_tui.screens.table_toasts import Toast
from teg_tui.widgets.lines import harmless
from tests.client.screens.board import C, Position
from tests.client.screens.demo import BoardApp

SIZES = [(80, 24), (120, 36), (200, 55)]
MINE = {"brasil": 5, "argentina": 3, "uruguay": 1}


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


class Played:
    """A position on a screen; answers of the rules come back at once."""

    def __init__(self, table: Position, palette: Palette = TRUECOLOR, *, animate: bool = False) -> None:
        self.table = table
        self.app = BoardApp(table.model, table, palette, animate=animate)

    @property
    def desk(self) -> object:
        return self.app.game.desk

    async def press(self, pilot: Pilot[None], *keys: str) -> None:
        for key in keys:
            await pilot.press(key)
            await self.answer(pilot)

    async def answer(self, pilot: Pilot[None]) -> None:
        while self.table.answers:
            self.app.receive(self.table.answers.pop(0))
        await pilot.pause()

    def at(self, slug: str) -> None:
        self.app.game.map.move_cursor(slug)

    def rows(self) -> list[str]:
        screen = self.app.screen
        return ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]

    def text(self) -> str:
        return "\n".join(self.rows())


@pytest.mark.parametrize("size", SIZES)
async def test_the_layout_names_everything_at_every_size(size: tuple[int, int]) -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = played.text()
        for word in ("Ronda 3", "Ana", "Atacar", "Te toca", "Jugadores", "País", "Dados", "Pactos", "Ayuda"):
            assert word in shown, word
        assert "Bra" in shown
        assert len(played.rows()) == size[1]


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_turn_by_keys(size: tuple[int, int]) -> None:
    table = Position(MINE, phase=Phase.INCORPORATE, pool=3, dice=(6, 6, 6, 1))
    played = Played(table)
    async with played.app.run_test(size=size) as pilot:
        played.at("brasil")
        await pilot.pause()
        await played.press(pilot, "2", "plus", "minus", "plus", "enter")
        assert table.commands == [Place(C["brasil"], 3)]
        await played.press(pilot, "enter")
        played.at("peru")
        await played.press(pilot, "enter")
        assert Attack(C["brasil"], C["peru"]) in table.commands
        assert "¿Cuántos pasan" in played.text()
        await played.press(pilot, "3")
        assert Occupy(3) in table.commands
        await played.press(pilot, "f")
        assert EndTurn() in table.commands
        assert "Juega Beto" in played.text()


async def test_arrows_and_letters_move_the_cursor_of_the_map() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(120, 36)) as pilot:
        played.at("brasil")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        away = played.app.game.desk.cursor
        assert away != C["brasil"]
        await pilot.press("h")
        await pilot.pause()
        assert played.app.game.desk.cursor != away


async def test_staged_armies_stand_on_the_map_before_they_are_sent() -> None:
    table = Position(MINE, phase=Phase.INCORPORATE, pool=3)
    played = Played(table)
    async with played.app.run_test(size=(120, 36)) as pilot:
        played.at("brasil")
        await played.press(pilot, "3")
        assert played.app.game.map.state.armies["brasil"] == 8
        assert not table.commands


async def test_marks_show_source_options_and_target() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(120, 36)) as pilot:
        played.at("brasil")
        await played.press(pilot, "enter")
        state = played.app.game.map.state
        assert state.selected == "brasil"
        assert state.options == {"colombia", "peru", "sahara"}
        assert state.target in state.options
        assert state.kind == "attack"


async def test_pacts_are_drawn_on_the_map() -> None:
    table = Position(MINE)
    table.table.state.pacts += [Pact(1, 0, 1, (C["brasil"], C["peru"]), 2, None), Pact(2, 1, 2, None, 2, None)]
    table.model.apply(table.snapshot())
    played = Played(table)
    async with played.app.run_test(size=(120, 36)):
        state = played.app.game.map.state
        assert state.edges == {frozenset(("brasil", "peru"))}
        assert state.pairs == {frozenset(("rojo", "negro"))}


async def test_breaking_a_pact_is_asked_on_the_screen() -> None:
    table = Position(MINE, dice=(6, 6, 6, 1))
    table.table.state.pacts.append(Pact(1, 0, 1, (C["brasil"], C["peru"]), 2, 5))
    table.model.apply(table.snapshot())
    played = Played(table)
    async with played.app.run_test(size=(80, 24)) as pilot:
        played.at("brasil")
        await played.press(pilot, "enter")
        played.at("peru")
        await played.press(pilot, "enter")
        shown = played.text()
        assert "¿Romper tu pacto con Beto" in shown
        assert "Sí, romperlo" in shown
        await played.press(pilot, "enter", "x")
        assert not table.commands
        await played.press(pilot, "s")
        assert table.commands == [Attack(C["brasil"], C["peru"], breaking=True)]


async def test_a_proposal_is_made_through_sheets_by_keys() -> None:
    table = Position(MINE)
    played = Played(table)
    async with played.app.run_test(size=(80, 24)) as pilot:
        await played.press(pilot, "p", "n", "enter", "enter", "enter")
        assert table.commands == [ProposePact(1, None, None)]
        assert "Propuestas tuyas" in played.text()
        assert isinstance(played.app.game.top, PactsSheet)
        await played.press(pilot, "escape")
        assert played.app.game.top is None


async def test_keys_on_a_sheet_never_reach_the_board() -> None:
    table = Position(MINE)
    played = Played(table)
    async with played.app.run_test(size=(80, 24)) as pilot:
        before = played.app.game.desk.cursor
        await played.press(pilot, "question_mark", "down", "right", "f", "r", "x", "a")
        assert not table.commands
        assert played.app.game.desk.cursor == before


async def test_chat_is_typed_sent_and_read() -> None:
    table = Position(MINE)
    played = Played(table)
    async with played.app.run_test(size=(80, 24)) as pilot:
        await played.press(pilot, "t", *"hola", "space", *"f", "enter")
        assert table.sent == [Say("hola f", -1)]
        assert not table.commands
        played.app.receive(Said(1, "Beto", "¡buenas!", private=False))
        await pilot.pause()
        assert "¡buenas!" in played.text()


async def test_unread_chat_is_counted_in_the_bottom_line() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(120, 36)) as pilot:
        played.app.receive(Said(1, "Beto", "hola", private=False))
        played.app.receive(Said(1, "Beto", "¿estás?", private=True, to=0))
        await pilot.pause()
        assert "Charla 2" in played.rows()[-1]


async def test_finding_a_country_moves_the_cursor() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(80, 24)) as pilot:
        await played.press(pilot, "slash", *"kam", "enter")
        assert played.app.game.desk.cursor == C["kamchatka"]
        assert played.app.game.map.cursor == "kamchatka"


HOSTILE = ("\x1b[31mAna\x07", "\u202eBeto[/b][red]", "C\u200ba\u2066ro" + "o" * 60)


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_and_chat_are_shown_harmlessly(size: tuple[int, int]) -> None:
    table = Position(MINE, names=HOSTILE)
    played = Played(table)
    async with played.app.run_test(size=size) as pilot:
        played.app.receive(Said(1, HOSTILE[1], "\x1b]0;título\x07[bold]\u202e" + "x" * 240, private=False))
        played.app.receive(Notice("joined", {"name": HOSTILE[0] + "[/]"}))
        await pilot.pause()
        for keys in (("t",), ("escape", "e"), ("escape", "b"), ("escape", "p", "n"), ("escape", "escape", "q")):
            await played.press(pilot, *keys)
            assert all(harmless(row) for row in played.rows())
        assert "Beto[/b]" in played.text() or size[0] == 80


async def test_a_spectator_has_no_cards_and_no_commands() -> None:
    table = Position(MINE, seat=-1)
    played = Played(table)
    async with played.app.run_test(size=(120, 36)) as pilot:
        await played.press(pilot, "enter", "f", "a", "r", "c", "o")
        assert not table.commands
        assert "mirando" in played.text()
        assert "Tarjetas" not in played.rows()[-1]


async def test_a_cut_is_told_over_the_game_which_stays() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(80, 24)) as pilot:
        played.app.game.changed(played.table.model.connected(Status("reconnecting", 3, None, "lost")))
        await pilot.pause()
        shown = played.text()
        assert "intento 3" in shown
        assert "Jugadores" in shown
        played.app.game.changed(played.table.model.connected(Status("online")))
        await pilot.pause()
        assert "intento" not in played.text()


async def test_the_clock_of_the_turn_is_in_the_top_line() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(80, 24)) as pilot:
        played.app.game.changed(played.table.model.apply(Clock(0, 83.4), __import__("time").monotonic()))
        await pilot.pause()
        assert "01:2" in played.rows()[0]


async def test_staged_armies_are_sent_before_the_clock_runs_out() -> None:
    table = Position(MINE, phase=Phase.INCORPORATE, pool=3)
    played = Played(table)
    async with played.app.run_test(size=(80, 24)) as pilot:
        played.at("brasil")
        await played.press(pilot, "2")
        played.app.game.changed(table.model.apply(Clock(0, 1.0), __import__("time").monotonic()))
        await pilot.pause()
        assert table.commands == [Place(C["brasil"], 2)]


async def test_tumbling_dice_never_swallow_what_was_meant_for_the_same_moment() -> None:
    table = Position(MINE, dice=(1, 1, 1, 6, 6, 1, 1, 1, 6, 6), armies={"peru": 2})
    played = Played(table, animate=True)
    async with played.app.run_test(size=(120, 36)) as pilot:
        played.at("brasil")
        await played.press(pilot, "enter")
        played.at("peru")
        await played.press(pilot, "enter", "enter")
        assert table.commands == [Attack(C["brasil"], C["peru"])] * 2


async def test_a_key_pressed_while_the_dice_still_fall_answers_no_question_it_did_not_see() -> None:
    table = Position(MINE, dice=(6, 6, 6, 1))
    played = Played(table, animate=True)
    async with played.app.run_test(size=(120, 36)) as pilot:
        played.at("brasil")
        await played.press(pilot, "enter")
        played.at("peru")
        await played.press(pilot, "enter", "enter")
        assert len(table.commands) == 1
        assert "¿Cuántos pasan" in played.text()


@pytest.mark.parametrize("palette", [CUBE, GREY])
async def test_other_palettes_show_the_same_words(palette: Palette) -> None:
    played = Played(Position(MINE), palette)
    async with played.app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        shown = played.text()
        for word in ("Brasil", "Jugadores", "Te toca"):
            assert word in shown
        assert palette.sign("azul") + "5" in shown


async def test_a_click_on_a_country_is_a_choice() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(120, 36)) as pilot:
        label = played.app.game.map.drawing.raster.labels["brasil"]
        origin = played.app.game.map.query_one("Board").region.offset
        await pilot.click(offset=(origin.x + label.at[0], origin.y + label.at[1]))
        await pilot.pause()
        assert played.app.game.map.state.selected == "brasil"


async def test_a_smaller_and_a_larger_terminal_are_drawn_anew() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(200, 55)) as pilot:
        for size in ((80, 24), (120, 36), (60, 20), (200, 55)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            rows = played.rows()
            assert len(rows) == size[1]
            assert "Ayuda" in rows[-1]


async def test_a_sheet_is_not_hidden_by_what_stood_in_the_corner() -> None:
    played = Played(Position(MINE))
    async with played.app.run_test(size=(80, 24)) as pilot:
        played.app.receive(Said(1, "Beto", "hola", private=False))
        await pilot.pause()
        assert [notice.message for notice in played.app._notifications] == ["hola"]
        await pilot.press("e")
        await pilot.pause()
        assert not played.app._notifications
        assert "Estado de la partida" in played.text()


async def test_a_terminal_too_small_for_the_map_is_told_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told once; what was said counts, not what still stands in the corner, which goes by the clock."""
    said: list[str] = []
    monkeypatch.setattr(SheetScreen, "corner", lambda _screen, toast: said.append(toast.text))
    played = Played(Position(MINE))
    async with played.app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(62, 21)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
    assert said == ["Ventana de 60×20: el mapa entero entra en 80×24."]


async def test_bots_moves_wait_but_space_skips_them() -> None:
    table = Position(MINE, turn=1, dice=(6, 6, 6, 1) * 4, armies={"colombia": 9, "mexico": 9})
    played = Played(table)
    async with played.app.run_test(size=(80, 24)) as pilot:
        table.other(1, Attack(C["colombia"], C["brasil"]))
        table.other(1, Attack(C["colombia"], C["brasil"]))
        await played.answer(pilot)
        assert played.app.pacer.waiting == 1
        assert "Saltear" in played.rows()[-1]
        await pilot.press("space")
        await pilot.pause()
        assert not played.app.pacer.waiting


async def test_the_house_rules_are_on_a_key() -> None:
    played = Played(Position(MINE, settings=Settings(pacts="binding")))
    async with played.app.run_test(size=(80, 24)) as pilot:
        await played.press(pilot, "e", "end")
        assert "obligan" in played.text()


@pytest.mark.parametrize("size", SIZES)
async def test_while_the_dice_tumble_nothing_tells_how_they_fall(size: tuple[int, int]) -> None:
    table = Position(MINE, dice=(6, 6, 6, 1))
    played = Played(table, animate=True)
    async with played.app.run_test(size=size) as pilot:
        played.at("brasil")
        await played.press(pilot, "enter")
        played.at("peru")
        await played.press(pilot, "enter")
        assert played.app.game.tumble.moving
        assert "Perú · Beto" in played.text()
        assert "conquista" not in played.text()
        assert played.app.game.map.state.owners["peru"] == "rojo"
        await pilot.press("space")
        await pilot.pause()
        assert "Perú · Ana" in played.text()
        assert played.app.game.map.state.owners["peru"] == "azul"


@pytest.mark.parametrize("size", SIZES)
async def test_the_corner_tells_no_result_before_the_dice_lie(size: tuple[int, int]) -> None:
    played = Played(Position(MINE, dice=(6, 6, 6, 1)), animate=True)
    game = played.app.game
    async with played.app.run_test(size=size) as pilot:
        played.at("brasil")
        await played.press(pilot, "enter")
        played.at("peru")
        await played.press(pilot, "enter")
        assert game.tumble.moving
        game.changed([CountryChanged(C["brasil"], 0, 1, 5, 1)])
        await pilot.pause()
        assert not played.app._notifications
        await pilot.press("space")
        await pilot.pause()
        assert ["Brasil" in note.message for note in played.app._notifications] == [True]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cursor", ["alaska", "argentina"])
async def test_the_corner_hides_no_row_of_the_hint_however_much_it_says(size: tuple[int, int], cursor: str) -> None:
    played = Played(Position(MINE | {"alaska": 2}))
    game = played.app.game
    async with played.app.run_test(size=size, notifications=True) as pilot:
        played.at(cursor)
        await pilot.pause()
        for number in range(5):
            game.corner(Toast(f"noticia {number} " + "con muchas palabras " * 9, severity="error"))
            await pilot.pause()
        await pilot.pause()
        shown = [game.find_widget(toast).visible_region for toast in game.query(ToastWidget)]
        assert sum(region.height for region in shown) > 5
        for bar in (game.hint, game.bottom, game.top_bar):
            assert not any(region.overlaps(bar.region) for region in shown)


@pytest.mark.parametrize("animate", [True, False])
async def test_nothing_in_the_corner_hides_the_results(*, animate: bool) -> None:
    """What the last move did comes with the end of the game, in one message."""
    table = Position(MINE)
    played = Played(table, animate=animate)
    roll = LastRoll(1, C["peru"], C["brasil"], 1, 0, (6,), (1,), (True,), taken=True)
    async with played.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.table.state.phase, table.table.state.winner, table.table.state.won_by = Phase.OVER, 1, "all"
        table.model.apply(table.snapshot())
        played.app.game.changed([Rolled(roll), CountryChanged(C["brasil"], 0, 1, 5, 1), GameOver(1, "all")])
        assert played.app.game.tumble.moving is animate
        assert bool(played.app.game.sheets) is not animate
        await pilot.press("space")
        await pilot.pause()
        assert [type(sheet).__name__ for sheet in played.app.game.sheets] == ["ResultsSheet"]
        assert not played.app._notifications
