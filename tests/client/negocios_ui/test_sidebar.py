"""The sidebar of Negocios at every table and size: nothing that matters is cut, and what just happened is told."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from teg_shared.rules.negocios.data import BOARD, FACTORS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui import i18n
from teg_tui.negocios import hints
from teg_tui.negocios_ui.dice import ControlThrow, dice_lines
from teg_tui.negocios_ui.modes.attempting import Attempting, Storming
from teg_tui.negocios_ui.naming import brief, country, factor
from teg_tui.negocios_ui.sidebar import dice_rows, layout, sidebar_lines
from teg_tui.widgets.foot import ASIDE, HINT, aside_lines, hint_lines
from tests.client.negocios_ui.chair import SKIN, C, Chair, chair

NAMES = ("Lucía", "Pampero", "Quebracho", "Carancho", "Ceibo", "Tatú", "Zonda", "Ombú")
"""A person among computer players, whose names have up to nine letters."""
MINE = {"argentina": 1, "brasil": 1}
PLACES = [(24, 22), (30, 34), (46, 53)]
"""Cells of the sidebar at 80×24, 120×36 and 200×55."""
MARKET = Settings(market="on")


@pytest.fixture(params=["es", "en"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    before = i18n.language()
    yield i18n.choose(request.param)
    i18n.choose(before)


def named(seat: Chair) -> Chair:
    """Give a chair's table the names that people and computer players have."""
    room = seat.model.room
    assert room is not None
    called = tuple(replace(info, name=NAMES[number]) for number, info in enumerate(room.seats))
    seat.model.room = replace(room, seats=called)
    return seat


def seated(seats: int, moment: str = "attempts") -> Chair:
    match moment:
        case "attempts":
            return named(chair(MINE, seats=seats, settings=MARKET))
        case "others":
            return named(chair(MINE, seats=seats, settings=MARKET, turn=1, actor=1))
        case _:
            talks = {"phase": Phase.NEGOTIATE, "stage": Stage.COMMON, "turn": -1, "actor": -1}
            everybody = (1 << seats) - 1
            return named(chair(MINE, seats=seats, settings=MARKET, participants=everybody, **talks))  # type: ignore[arg-type]


def rows(seat: Chair, width: int, height: int) -> list[str]:
    return ["".join(piece.text for piece in line) for line in sidebar_lines(seat.kit.scene, width, height)]


@pytest.mark.parametrize("moment", ["attempts", "others", "talks"])
@pytest.mark.parametrize("place", [*PLACES, (24, 40), (30, 60), (46, 30)])
@pytest.mark.parametrize("seats", range(4, 9))
def test_the_sidebar_fills_its_place_exactly_and_cuts_neither_names_nor_figures(
    seats: int, place: tuple[int, int], moment: str, spoken: str
) -> None:
    seat = seated(seats, moment)
    shown = rows(seat, *place)
    assert len(shown) == place[1]
    assert {cell_len(row) for row in shown} == {place[0]}
    assert not [row for row in shown if "…" in row]
    for name in NAMES[:seats]:
        assert sum(name in row for row in shown) > 0


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("most", [9, 10, 31])
def test_names_of_nine_letters_are_whole_beside_two_figures_of_the_market(most: int, place: tuple[int, int]) -> None:
    seat = named(chair(MINE, seats=8, settings=MARKET, market=[most, *[1] * 7], immune=0b0110, suspended=0b1000))
    for name, row in zip(NAMES, rows(seat, *place)[1:], strict=False):
        assert name in row
    assert f"{most}m" in rows(seat, *place)[1]


@pytest.mark.parametrize("place", PLACES[1:])
@pytest.mark.parametrize("seats", range(4, 9))
def test_what_wins_stands_with_what_everybody_has_wherever_the_levels_stand(seats: int, place: tuple[int, int]) -> None:
    seat = seated(seats)
    shown = rows(seat, *place)
    view = seat.model.view
    assert view is not None
    countries = [view.masks[s].bit_count() for s in range(seats)]
    line = next(row for row in shown if "≥32" in row)
    assert line.split("≥32")[1].split() == [str(number) for number in countries]
    assert all(row.split("≥")[1][2] == " " for row in shown if "≥" in row)
    assert any("≥16" in row for row in shown)
    head = next(row for row in shown if row.startswith("─ Niv"))
    assert head.split()[-seats:] == [seat.kit.scene.sign(s) for s in range(seats)]


@pytest.mark.parametrize("place", PLACES[1:])
@pytest.mark.parametrize("seats", range(4, 7))
def test_up_to_six_corporations_have_a_chronicle_while_others_play(seats: int, place: tuple[int, int]) -> None:
    assert "chronicle" in [box.name for box in layout(seated(seats, "others").kit.scene, *place)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seats", range(4, 9))
def test_the_dice_stand_where_the_screen_looks_for_them_in_one_s_own_turn_and_in_others(
    seats: int, place: tuple[int, int]
) -> None:
    for moment in ("attempts", "others"):
        seat = seated(seats, moment)
        lines = rows(seat, *place)[dice_rows(seat.kit.scene, *place)]
        assert "Intento" in lines[0]
        assert "Sin intentos" in lines[1]


def test_in_one_s_own_attempts_the_chances_make_the_chronicle_wait() -> None:
    seat = seated(6).at("argentina")
    shown = "\n".join(rows(seat, *PLACES[1]))
    assert "Crónica" not in shown
    assert shown.count(" %") == len(seat.model.attack_targets(C["argentina"]))


@pytest.mark.parametrize("width", range(9, 24))
def test_a_factor_is_never_cut_where_nine_letters_fit(width: int) -> None:
    for number in range(len(FACTORS)):
        assert "…" not in brief(number, width)
        assert len(brief(number, width)) >= min(3, len(factor(number)))


@pytest.mark.parametrize("width", [24, 30, 46])
@pytest.mark.parametrize("won", [True, False])
def test_the_verdict_of_an_attempt_is_never_cut(width: int, spoken: str, *, won: bool) -> None:
    throw = ControlThrow("Costa Rica", "Guatemala", "verde", "azul", (6, 6), (6, 5), 3, won)
    for line in dice_lines(throw, SKIN, width, 3):
        assert cell_len("".join(piece.text for piece in line)) <= width


@pytest.mark.parametrize("width", [24, 30, 46])
def test_a_country_beside_its_dice_is_cut_only_where_both_together_have_no_room(width: int) -> None:
    longest = sorted((info.name_es for info in BOARD.countries), key=len)
    for source in longest[::3]:
        for target in longest[::-5]:
            throw = ControlThrow(source, target, "verde", "azul", (6, 1), (5, 2), 0, won=True)
            head = "".join(piece.text for piece in dice_lines(throw, SKIN, width, 3)[0])
            assert cell_len(head) <= width
            assert ("…" in head) == (len(source) + len(target) + 9 > width)


def test_what_a_beginner_is_told_is_never_cut_on_the_smallest_screen(spoken: str) -> None:
    for code in hints._HINTS:
        told = hints.hint(code)
        assert told is not None
        lines = aside_lines(SKIN, hints.titled(told), 80 - PLACES[0][0], 4)
        assert not [line for line in lines if "…" in line[0].text], code


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("where", [info.id for info in BOARD.countries])
def test_the_head_of_a_country_is_never_cut(where: str, place: tuple[int, int], spoken: str) -> None:
    seat = seated(8).at(where)
    shown = rows(seat, *place)
    head = shown[next(n for n, row in enumerate(shown) if row.startswith(("─ País", "─ Country"))) + 1]
    assert country(C[where])[:16] in head
    assert "…" not in head


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_what_comes_of_an_attempt_is_hardly_ever_cut_on_the_smallest_screen(seats: int, spoken: str) -> None:
    """Only where it changes the levels of three or more at once."""
    seat = named(chair({info.id: 1 for info in BOARD.countries[:: seats - 1]}, seats=seats))
    seat.kit.guided = False
    told, cut = 0, 0
    for source in seat.model.attack_sources():
        for target in seat.model.attack_targets(source):
            seat.kit.desk.mode, seat.kit.desk.cursor = Attempting(source), target
            lines = aside_lines(SKIN, seat.kit.aside(), 80 - PLACES[0][0], ASIDE)
            told += 1
            cut += any("…" in line[0].text for line in lines)
    assert told > 20
    assert cut <= told / 20


@pytest.mark.parametrize("moment", ["attempts", "others"])
@pytest.mark.parametrize("seats", range(4, 9))
def test_on_a_large_screen_the_chronicle_has_the_rows_that_nothing_else_needs(seats: int, moment: str) -> None:
    boxes = {box.name: box.rows for box in layout(seated(seats, moment).kit.scene, *PLACES[-1])}
    assert boxes["chronicle"] >= 5
    assert sum(boxes.values()) + len(boxes) == PLACES[-1][1]
    assert boxes["country"] == 7


def test_no_hint_of_an_attempt_is_cut_on_the_smallest_screen(spoken: str) -> None:
    """Every pair of linked countries, with dice, without them, and before an own pact is broken."""
    room = 80 - PLACES[0][0]
    seat = named(chair({info.id: 1 for info in BOARD.countries[::2]}, seats=6))
    for fichas in (1, 4):
        seat.table.state.tokens[:] = [fichas if owner == 0 else 1 for owner in seat.table.state.owners]
        seat.model.apply(seat.table.snapshot(0))
        for source in seat.model.attack_sources():
            for target in seat.model.attack_targets(source):
                storming = fichas == 4
                mode = Storming(source, target) if storming else Attempting(source)
                seat.kit.desk.mode, seat.kit.desk.cursor = mode, target
                lines = hint_lines(SKIN, seat.hint, mode.tone, room, HINT)
                assert not [line for line in lines if "…" in "".join(piece.text for piece in line)], seat.hint
