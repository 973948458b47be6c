"""Sentences of sheets and corner: they say what holds at this table, to whom it matters."""

import pytest
from teg_shared.rules.negocios.data import OBJECTIVES
from teg_shared.rules.negocios.state import Ballot, Phase, Stage

from teg_tui import i18n
from teg_tui.negocios.changes import LevelChange
from teg_tui.negocios.forecasts import changed_levels
from teg_tui.negocios_ui.naming import objective
from tests.client.negocios_ui.chair import Chair, chair

MINE = {"argentina": 1, "brasil": 1, "chile": 1}
WORDS = ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"]
PARTS = {
    "es": {3: "tercio", 4: "cuarto", 5: "quinto", 8: "octavo"},
    "en": {3: "third", 4: "quarter", 5: "fifth", 8: "eighth"},
}


@pytest.mark.parametrize("spoken", ["es", "en"])
@pytest.mark.parametrize("seats", range(4, 9))
def test_an_objective_names_no_other_numbers_than_hold_at_the_table(seats: int, spoken: str) -> None:
    before = i18n.language()
    try:
        i18n.choose(spoken)
        for number, card in enumerate(OBJECTIVES):
            said = objective(number, seats)
            assert "(" not in said
            few = seats <= 5
            for condition in card.conditions:
                wanted = 0
                if condition.kind in ("countries", "icons", "statuses"):
                    wanted = condition.few if few and condition.few else condition.count
                elif condition.kind == "eliminate":
                    wanted = condition.few_taken if few and condition.few_taken else condition.taken
                    part = condition.few_weaken if few and condition.few_weaken else condition.weaken
                    assert PARTS[spoken][part] in said
                    assert sum(word in said for word in PARTS[spoken].values()) == 1
                assert not wanted or f"{WORDS[wanted] if spoken == 'es' else wanted}" in said
    finally:
        i18n.choose(before)


def naming(**more: object) -> Chair:
    return chair(
        MINE,
        phase=Phase.BALLOT,
        stage=Stage.BALLOTS,
        turn=-1,
        actor=-1,
        ballot=Ballot("market", (0,), (-1,), 1, ()),
        **more,  # type: ignore[arg-type]
    )


def test_a_leader_reads_why_somebody_is_on_no_list() -> None:
    seat = naming(immune=0b0010, suspended=0b0100)
    seat.press("enter")
    shown = " ".join(seat.paper().split())
    assert "Beto no puede: ya lo suspendieron para esta ronda (N94)." in shown
    assert "Caro ya está suspendido." in shown
    assert "Dani" in shown


@pytest.mark.parametrize("won_by", ["objective", "block", "limit"])
@pytest.mark.parametrize("seats", range(4, 9))
def test_how_all_stand_at_the_end_is_read_without_scrolling_on_the_smallest_screen(seats: int, won_by: str) -> None:
    seat = chair(MINE, seats=seats, phase=Phase.OVER, winner=1, won_by=won_by, round=4, hand=(3, 4))
    seat.press("enter")
    shown = seat.paper(80, 22).splitlines()
    assert "Ganó Beto" in shown[1]
    for number in range(seats):
        name = seat.model.name_of(number)
        assert any(name in row and "bloque de" in row for row in shown[2:])
    assert any("Ana" in row and "2 tarjetas" in row for row in shown)


def test_who_comes_to_the_same_level_is_said_together_and_oneself_apart() -> None:
    namer = chair(MINE).model
    changes = [LevelChange(1, 3, 1, 0), LevelChange(2, 3, 1, 0), LevelChange(0, 3, 1, 0), LevelChange(3, 3, 0, -1)]
    said = changed_levels(changes, namer, 0)
    assert said == [
        "en Tecnología bajás a participación, Beto y Caro bajan a participación y Dani se queda sin países",
    ]
