"""What means the same in every game: leaving, the end, its results, and how the chronicle is told."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from teg_shared.protocol.messages import FromClient, GetRecord, Rematch

from teg_tui.map.palette import TRUECOLOR
from teg_tui.models import Outside, model_for
from teg_tui.negocios_ui.boxes import chronicle as negocios_chronicle
from teg_tui.screens.games import kit_for
from teg_tui.screens.kit import Kit
from teg_tui.screens.sheets.ending import EndingSheet
from teg_tui.theme import skin_for
from teg_tui.widgets.boxes import chronicle
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.sheet import Deed, Sheet, sheet_lines
from tests.client.core.table import Table as ClassicTable
from tests.client.negocios.table import Table as NegociosTable

SKIN = skin_for(TRUECOLOR)
TABLES: dict[str, Any] = {"classic": ClassicTable, "negocios": NegociosTable}
CHRONICLES = {"classic": chronicle.CHRONICLE, "negocios": negocios_chronicle.CHRONICLE}

both = pytest.mark.parametrize("variant", list(TABLES))


class Nowhere:
    """A link that leads to no server."""

    def act(self, command: msgspec.Struct) -> int:
        raise AssertionError(command)

    def send(self, message: FromClient) -> None:
        raise AssertionError(message)


def seen_by(variant: str, viewer: int = 0, *, over: bool = False, rematch: tuple[int, ...] = ()) -> Kit:
    """Return what a viewer has in front of them; where it is over, seat 1 has won."""
    table = TABLES[variant](4)
    if over:
        state = table.state
        state.phase, state.winner, state.won_by = type(state.phase)("over"), 1, "limit"
    model = table.model(viewer)
    model.apply(msgspec.structs.replace(table.room("over" if over else "playing"), rematch=rematch))
    return kit_for(model, Nowhere(), SKIN, animate=False)


def played(variant: str) -> Any:
    """Return what seat 0 knows after forty moves of a game of four."""
    table = TABLES[variant](4)
    model = table.model(0)
    for seat, command in table.moves(40):
        model.apply(table.play(seat, command, (0,))[0])
    return model


def presses(hints: Iterable[KeyHint]) -> list[str]:
    return [hint.press for hint in hints if hint.press]


def results(kit: Kit) -> Sheet:
    step = kit.desk.press("enter")
    assert step is not None
    sheet = kit.open_by_name(step.opens)
    assert sheet is not None
    return sheet


def paper(sheet: Sheet | None) -> str:
    assert sheet is not None
    return "\n".join("".join(piece.text for piece in line) for line in sheet_lines(sheet, 100, 80))


@both
def test_before_a_game_nobody_plays_and_nothing_is_over(variant: str) -> None:
    model: Any = model_for(variant, Outside())
    assert (model.playing, model.over) == (False, False)
    with pytest.raises(ValueError, match="no game"):
        _ = model.begun


@both
@pytest.mark.parametrize(("viewer", "over", "gives_up"), [(0, False, True), (-1, False, False), (0, True, False)])
def test_only_who_plays_on_can_give_the_game_up(variant: str, viewer: int, over: bool, gives_up: bool) -> None:
    kit = seen_by(variant, viewer, over=over)
    assert kit.desk.over is over
    assert ("Abandonar la partida" in paper(kit.open_by_key("q"))) is gives_up


@both
def test_at_the_end_enter_opens_the_results(variant: str) -> None:
    kit = seen_by(variant, over=True)
    assert presses(kit.desk.keys()) == ["enter"]
    assert results(kit).title() == "Resultados"
    assert "Ganó Beto" in paper(results(kit))


@both
@pytest.mark.parametrize("viewer", [0, -1])
def test_only_who_played_can_ask_for_another_game_and_everybody_can_keep_the_record(variant: str, viewer: int) -> None:
    sheet = results(seen_by(variant, viewer, over=True))
    assert presses(sheet.keys()) == (["r"] if viewer >= 0 else []) + ["g", "m", "escape"]
    deeds = {key: sheet.press(key) or Deed() for key in ("r", "g", "m", "escape")}
    assert deeds["r"].messages == ((Rematch(),) if viewer >= 0 else ())
    assert deeds["g"].messages == (GetRecord(),)
    assert deeds["m"].act == "menu"
    assert deeds["escape"].closes


@both
def test_the_results_name_who_wants_another_game_and_begin_with_the_winner(variant: str) -> None:
    sheet = results(seen_by(variant, over=True, rematch=(2, 3)))
    assert "Quieren la revancha: Caro y Dani." in paper(sheet)
    assert isinstance(sheet, EndingSheet)
    assert sheet.ranking()[0] == 1


@both
def test_each_line_of_the_chronicle_has_the_sign_of_who_did_it(variant: str) -> None:
    model = played(variant)
    told = paper(kit_for(model, Nowhere(), SKIN, animate=False).open_by_key("b"))
    signs = {SKIN.palette.sign(model.colour_of(entry.actor)) for entry in model.chronicle if entry.actor >= 0}
    assert signs
    assert all(f" {sign} " in told for sign in signs)


@both
def test_a_line_of_the_chronicle_that_finds_no_room_says_that_it_goes_on(variant: str) -> None:
    """In a box of any height and width each entry stands whole, or ends in an ellipsis."""
    model = played(variant)
    scene: Any = kit_for(model, Nowhere(), SKIN, animate=False).scene  # type: ignore[attr-defined]
    telling = CHRONICLES[variant]
    for width in (16, 24, 30):
        whole = [telling.lines(scene, entry, width) for entry in reversed(model.chronicle)]
        every = ["".join(piece.text for piece in line).rstrip() for lines in whole for line in lines]
        ends = {sum(len(lines) for lines in whole[:n]) for n in range(len(whole) + 1)}
        for rows in (1, 2, 3, 7):
            shown = ["".join(piece.text for piece in line).rstrip() for line in telling.box(scene, width, rows)]
            assert len(shown) == rows
            assert shown[:-1] == every[: rows - 1]
            assert shown[-1].endswith("…") is (rows not in ends)
