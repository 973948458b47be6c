"""No country is no country: the number that stands for none (-1) never means the last one of the board."""

import pytest
from teg_shared.rules.classic import state as classic
from teg_shared.rules.classic.data import BOARD as CLASSIC
from teg_shared.rules.negocios.data import BOARD as NEGOCIOS
from teg_shared.rules.negocios.state import Phase

from teg_tui import questions
from teg_tui.negocios import card_questions
from teg_tui.negocios import questions as negocios
from tests.client.negocios_ui.chair import C, chair
from tests.client.screens.board import Position

NOWHERE = -1
LAST = {"classic": CLASSIC.countries[-1].id, "negocios": NEGOCIOS.countries[-1].id}


@pytest.mark.parametrize("phase", list(classic.Phase))
def test_a_question_on_no_country_of_the_classic_game_finds_nothing(phase: classic.Phase) -> None:
    view = Position({LAST["classic"]: 5, "india": 3}, phase=phase).model.view
    assert view is not None
    assert questions.room_on(view, 0, {}, NOWHERE) == 0
    assert questions.attack_targets(view, 0, NOWHERE) == []
    assert questions.movable(view, 0, NOWHERE) == 0
    assert questions.regroup_targets(view, 0, NOWHERE) == []


@pytest.mark.parametrize("phase", [Phase.ATTEMPTS, Phase.PLACE, Phase.TRANSFER, Phase.CARD, Phase.MOVE])
def test_a_question_on_no_country_of_negocios_finds_nothing(phase: Phase) -> None:
    view = chair({LAST["negocios"]: 3, "japon": 1}, phase=phase, value=2).table.state
    assert negocios.attack_targets(view, 0, NOWHERE) == []
    assert negocios.transfer_targets(view, 0, NOWHERE, invest=True) == []
    assert negocios.transfer_targets(view, 0, NOWHERE, invest=False) == []
    assert negocios.transfer_most(view, NOWHERE, 0) == negocios.transfer_most(view, 0, NOWHERE) == 0
    assert card_questions.room_on(view, 0, {}, NOWHERE) == 0


@pytest.mark.parametrize(
    "foreign", [NEGOCIOS.countries[n].id for n in NEGOCIOS.neighbours[len(NEGOCIOS.countries) - 1]]
)
def test_with_no_source_chosen_a_foreign_country_foretells_the_attempt_that_enter_would_make(foreign: str) -> None:
    """Whose is the last country of the board lost the program here."""
    seat = chair({LAST["negocios"]: 1, "argentina": 1}).at(foreign)
    seat.kit.guided = False
    assert "Islas Marshall" in seat.hint
    assert seat.kit.aside()
    assert C[foreign] in seat.model.attack_targets(C[LAST["negocios"]])
