"""Sidebar and bars at the three sizes: everything named is there, and nothing is wider than its place."""

import pytest
from rich.cells import cell_len
from teg_shared.protocol.messages import Clock
from teg_shared.rules.classic.state import Pact, Phase, Proposal

from teg_tui.changes import LastRoll
from teg_tui.negocios_ui.scene import Scene as NegociosScene
from teg_tui.negocios_ui.top import top_line as negocios_line
from teg_tui.screens.tumble import FRAMES, Tumble, throw_of
from teg_tui.theme import SKINS
from teg_tui.widgets.bars import top_line
from teg_tui.widgets.boxes.continents import continents_box
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.dice import Throw, dice_lines
from teg_tui.widgets.foot import hint_lines, keys_line
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.lines import Line
from teg_tui.widgets.sidebar import sidebar_lines, sidebar_width
from tests.client.core.table import Table
from tests.client.negocios_ui.chair import chair
from tests.client.screens.board import C, Position

SIZES = ((80, 24), (120, 36), (200, 55))
SKIN = SKINS["truecolor"]
MINE = {"brasil": 5, "argentina": 3, "uruguay": 1}


def plain(lines: list[Line]) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in lines)


def sidebar(table: Position, size: tuple[int, int], cursor: str = "brasil", throw: Throw | None = None) -> str:
    columns, rows = size
    width = sidebar_width(columns)
    lines = sidebar_lines(Scene(table.model, SKIN, C[cursor], throw), width, rows - 2)
    assert len(lines) == rows - 2
    assert {sum(cell_len(piece.text) for piece in line) for line in lines} == {width}
    return plain(lines)


@pytest.mark.parametrize("size", SIZES)
def test_players_country_dice_and_pacts_are_at_every_size(size: tuple[int, int]) -> None:
    shown = sidebar(Position(MINE), size)
    for word in ("Jugadores", "País", "Dados", "Pactos", "Ana", "Beto", "Caro", "Brasil"):
        assert word in shown
    assert " 3p" in shown
    assert " 9e" in shown


def test_the_widths_are_those_of_the_layout() -> None:
    assert [sidebar_width(columns) for columns, _rows in SIZES] == [24, 30, 46]


def test_continents_and_chronicle_come_with_the_room() -> None:
    shown = sidebar(Position(MINE), (200, 55))
    assert "Continentes" in shown
    assert "Crónica" in shown


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_stand_with_their_pact(size: tuple[int, int]) -> None:
    table = Position(MINE)
    table.table.state.pacts.append(Pact(1, 0, 1, (C["brasil"], C["peru"]), 2, 7))
    table.model.apply(table.snapshot())
    shown = sidebar(table, size)
    assert "═PER" in shown if size[0] == 80 else any("═" in row and "Perú" in row for row in shown.split("\n"))
    assert "Brasil–Perú" in shown


@pytest.mark.parametrize("size", SIZES)
def test_a_proposal_to_me_stands_first_among_the_pacts(size: tuple[int, int]) -> None:
    table = Position(MINE)
    table.table.state.pacts.append(Pact(1, 1, 2, None, 2, None))
    table.table.state.proposals.append(Proposal(2, 1, 0, None, None))
    table.model.apply(table.snapshot())
    shown = sidebar(table, size)
    assert "Beto te propone" in shown
    assert shown.index("Beto te propone") < shown.index("Beto y Caro")


def test_more_pacts_than_fit_are_counted() -> None:
    table = Position(MINE)
    for number, border in enumerate(("peru", "colombia", "sahara", "chile") * 2):
        table.table.state.pacts.append(Pact(number, 0, 1, (C["brasil"], C[border]), 2, None))
    table.model.apply(table.snapshot())
    assert "más · p" in sidebar(table, (120, 36))


@pytest.mark.parametrize("size", SIZES)
def test_three_pacts_at_a_full_table_are_all_named(size: tuple[int, int]) -> None:
    table = Table(6)
    table.state.pacts = [Pact(1, 0, 1, None, 2, None), Pact(2, 0, 2, None, 2, 9), Pact(3, 3, 4, None, 2, 8)]
    width = sidebar_width(size[0])
    shown = plain(sidebar_lines(Scene(table.model(0), SKIN, C["brasil"]), width, size[1] - 2))
    assert [names for names in ("Ana y Beto", "Ana y Caro", "Dani y Ema") if names not in shown] == []


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("size", [*SIZES, (100, 30), (140, 40), (156, 44), (80, 20)])
def test_the_sidebar_fills_its_place_exactly_for_any_table(seats: int, size: tuple[int, int]) -> None:
    table = Table(seats)
    model = table.model(0)
    width = sidebar_width(size[0])
    lines = sidebar_lines(Scene(model, SKIN, 3), width, size[1] - 2)
    assert len(lines) == size[1] - 2
    assert all(sum(cell_len(piece.text) for piece in line) == width for line in lines)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("rows", [40, 60])
@pytest.mark.parametrize("width", [24, 30, 46])
def test_every_continent_tells_how_many_each_holds_however_narrow(width: int, rows: int, seats: int) -> None:
    scene = Scene(Table(seats).model(0), SKIN, 3)
    shown = plain(continents_box(scene, width, rows)).splitlines()
    for line, row in zip(shown, scene.model.continents(), strict=True):
        assert cell_len(line) == width
        assert "…" not in line
        for owner in set(row.owners):
            sign, count = scene.sign(owner), row.owners.count(owner)
            assert line.count(sign) == count or f"{sign}{count}" in line


def test_a_destroyed_player_is_out_and_not_zero() -> None:
    table = Position(MINE)
    state = table.table.state
    for number, owner in enumerate(state.owners):
        if owner == 2:
            state.owners[number] = 1
    state.masks[1] |= state.masks[2]
    state.masks[2] = 0
    table.model.apply(table.snapshot())
    assert "afuera" in sidebar(table, (80, 24))


# --- bars


@pytest.mark.parametrize("size", SIZES)
def test_the_top_line_names_round_player_phase_and_clock(size: tuple[int, int]) -> None:
    table = Position(MINE)
    shown = plain([top_line(Scene(table.model, SKIN), size[0], "01:23")])
    assert cell_len(shown) == size[0]
    for word in ("Ronda 3", "Ana", "Atacar", "01:23"):
        assert word in shown


@pytest.mark.parametrize("phase", list(Phase))
def test_the_top_line_fits_in_every_phase(phase: Phase) -> None:
    table = Position(MINE)
    table.table.state.phase = phase
    table.model.apply(table.snapshot())
    for width in (60, 80, 120):
        assert cell_len(plain([top_line(Scene(table.model, SKIN), width, "12:34")])) == width


def test_keys_that_do_not_fit_are_left_out_but_help_stays() -> None:
    hints = [KeyHint(str(n), "una tecla larga", str(n)) for n in range(9)] + [KeyHint("?", "Ayuda", "?")]
    shown = plain([keys_line(SKIN, hints, "plain", 80)])
    assert cell_len(shown) == 80
    assert "? Ayuda" in shown


def test_a_long_hint_takes_a_second_row() -> None:
    rows = hint_lines(SKIN, "palabra " * 20, "alert", 56, 3)
    assert len(rows) == 3
    assert all(sum(cell_len(p.text) for p in row) == 56 for row in rows)


# --- dice


THROW = Throw("Irán", "China", "rojo", "amarillo", (6, 4, 2), (5, 4), (True, False))


@pytest.mark.parametrize(("width", "height", "rows"), [(28, 9, 9), (44, 5, 5), (24, 3, 3), (28, 3, 3)])
def test_dice_take_the_shape_that_fits(width: int, height: int, rows: int) -> None:
    lines = dice_lines(THROW, SKIN, width, height)
    assert len(lines) == rows
    assert all(sum(cell_len(piece.text) for piece in line) <= width for line in lines)
    shown = plain(lines)
    assert "Irán" in shown
    assert "China" in shown


def test_losses_are_told_in_words_and_in_signs() -> None:
    assert "ataque −1 · defensa −1" in plain(dice_lines(THROW, SKIN, 24, 3))
    assert plain(dice_lines(THROW, SKIN, 28, 9)).count("−1") == 2


@pytest.mark.parametrize("size", [(24, 3), (28, 9), (44, 5)])
def test_the_longest_names_fit_beside_the_dice(size: tuple[int, int]) -> None:
    throw = Throw("Gran Bretaña", "Groenlandia", "azul", "verde", (6, 6, 6), (1, 1, 1), (True, True, True))
    assert all(sum(cell_len(p.text) for p in line) <= size[0] for line in dice_lines(throw, SKIN, *size))


def test_dice_tumble_for_six_frames_and_lie_as_they_fell() -> None:
    table = Position(MINE)
    roll = LastRoll(1, C["brasil"], C["peru"], 0, 1, (6, 4, 2), (5, 4), (True, False), taken=False)
    tumble = Tumble()
    tumble.roll(table.model, roll)
    steps = 0
    while tumble.moving:
        assert tumble.throw is not None
        assert not tumble.throw.won
        tumble.step()
        steps += 1
    assert steps == FRAMES - 1
    assert tumble.throw == throw_of(table.model, roll)


def test_switched_off_dice_lie_at_once() -> None:
    table = Position(MINE)
    roll = LastRoll(1, C["brasil"], C["peru"], 0, 1, (6,), (5,), (True,), taken=False)
    tumble = Tumble(animate=False)
    tumble.roll(table.model, roll)
    assert not tumble.moving
    assert tumble.throw is not None
    assert tumble.throw.won


@pytest.mark.parametrize("name", list(SKINS))
def test_without_colour_marks_and_words_still_tell_who_is_who(name: str) -> None:
    table = Position(MINE)
    lines = sidebar_lines(Scene(table.model, SKINS[name], C["brasil"]), 24, 22)
    shown = plain(lines)
    signs = [SKINS[name].palette.sign(colour) for colour in ("azul", "rojo", "negro")]
    assert len(set(signs)) == 3
    assert all(sign in shown for sign in signs)


@pytest.mark.parametrize("seats", [(0,), (0, 2), (1,), (1, 2)])
def test_the_clock_is_lit_for_those_whose_it_is(seats: tuple[int, ...]) -> None:
    """In a negotiation it runs for several at once."""
    gold = SKIN.lit("gold")
    classic, negocios = Position(MINE).model, chair({"argentina": 1}).model
    for model in (classic, negocios):
        model.apply(Clock(seats[0], 30.0, seats), now=10.0)
    lines = (top_line(Scene(classic, SKIN), 120, "00:30"), negocios_line(NegociosScene(negocios, SKIN), 120, "00:30"))
    for line in lines:
        assert [piece.style == gold for piece in line if "00:30" in piece.text] == [0 in seats]
