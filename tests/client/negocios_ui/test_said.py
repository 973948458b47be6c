"""Sentences of sheets and corner: they say what holds at this table, to whom it matters."""

import pytest
from teg_shared.rules.negocios.data import OBJECTIVES
from teg_shared.rules.negocios.state import Ballot, Phase, Stage

from teg_tui import i18n
from teg_tui.negocios_ui.naming import objective
from tests.client.negocios_ui.chair import Chair, chair

MINE = {"argentina": 1, "brasil": 1, "chile": 1}
WORDS = ("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete")


@pytest.mark.parametrize("spoken", ["es", "en"])
@pytest.mark.parametrize("seats", range(4, 9))
def test_an_objective_names_only_the_number_of_countries_that_holds_at_the_table(seats: int, spoken: str) -> None:
    before = i18n.language()
    try:
        i18n.choose(spoken)
        for number, card in enumerate(OBJECTIVES):
            said = objective(number, seats)
            assert "(" not in said
            for condition in card.conditions:
                if condition.kind == "countries":
                    wanted = condition.few if seats <= 5 and condition.few else condition.count
                    assert f"{WORDS[wanted] if spoken == 'es' else wanted} " in said
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
