"""The chronicle: every event as a sentence, with names and nothing secret."""

from collections.abc import Iterator
from typing import get_args

import pytest
from teg_shared.rules.classic import events as ev
from teg_shared.rules.classic.data import BOARD, HIDDEN, NOBODY
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Pact, Proposal

from teg_tui import i18n
from teg_tui.changes import Entry
from teg_tui.chronicle import Chronicler
from teg_tui.model import Model
from teg_tui.narration import _TELLERS, narrate
from teg_tui.phrases import faces
from tests.client.core.table import Table

BRASIL, SAHARA = BOARD.index["brasil"], BOARD.index["sahara"]


@pytest.fixture
def model() -> Model:
    """Return the model of Ana at a table with Beto and Caro."""
    return Table(3, 1).model(0)


def line(event: ev.AnyEvent, actor: int = 0, other: int = 1, bargain: Pact | Proposal | None = None) -> Entry:
    """Return a line of the third round."""
    return Entry(3, 0, event, actor, other, bargain)


def test_every_kind_of_event_has_its_teller() -> None:
    assert set(_TELLERS) == set(get_args(ev.AnyEvent))


def test_an_attack_names_who_where_and_dice(model: Model) -> None:
    said = narrate(line(ev.DiceRolled(BRASIL, SAHARA, (6, 4, 2), (5, 4))), model)
    assert said == "Ana ataca Sahara desde Brasil: 6·4·2 contra 5·4."


def test_a_broken_pact_names_who_broke_it_with_whom_and_where(model: Model) -> None:
    pact = Pact(1, 1, 0, (SAHARA, BRASIL), 2, None)
    said = narrate(line(ev.PactEnded(1, "broken", 0), 0, 1, pact), model)
    assert said == "¡Ana rompió el pacto con Beto (Sahara–Brasil)!"


def test_the_chronicler_knows_who_broke_a_pact_whatever_its_order(model: Model) -> None:
    chronicler = Chronicler()
    chronicler.look(model.view)
    chronicler.bargains[4] = Pact(4, 0, 1, None, 1, None)
    entry = chronicler.write([ev.PactEnded(4, "broken", 1)])[0]
    assert (entry.actor, entry.other) == (1, 0)


@pytest.mark.parametrize(
    ("how", "start"),
    [
        ("lapsed", "El pacto de Ana y Beto"),
        ("dissolved", "Ana y Beto disuelven"),
        ("announced", "Termina el pacto de Ana y Beto"),
    ],
)
def test_each_end_of_a_pact_is_told_differently(how: str, start: str, model: Model) -> None:
    said = narrate(line(ev.PactEnded(1, how, NOBODY), 0, 1, Pact(1, 0, 1, None, 1, None)), model)
    assert said.startswith(start)


def test_a_proposal_is_told_from_its_making_to_its_end(model: Model) -> None:
    chronicler = Chronicler()
    chronicler.look(model.view)
    made = ev.PactProposed(9, 1, 0, None, 7, None)
    for event, said in (
        (made, "Beto le propone un pacto a Ana (todo el mapa), hasta la ronda 7."),
        (ev.ProposalClosed(9, "declined"), "Ana rechaza la propuesta de Beto."),
        (ev.ProposalClosed(9, "withdrawn"), "Beto retira su propuesta a Ana."),
        (ev.ProposalClosed(9, "lapsed"), "La propuesta de Beto a Ana quedó sin efecto."),
        (ev.PactMade(9), "Pacto entre Beto y Ana (todo el mapa), hasta la ronda 7."),
    ):
        assert narrate(chronicler.write([event])[0], model) == said


def test_a_proposal_to_dissolve_says_so_and_its_acceptance_is_told_once(model: Model) -> None:
    chronicler = Chronicler()
    chronicler.look(model.view)
    chronicler.bargains[2] = Pact(2, 0, 1, None, 1, None)
    told = chronicler.write(
        [
            ev.PactProposed(3, 0, 1, None, None, 2),
            ev.ProposalClosed(3, "accepted"),
            ev.PactEnded(2, "dissolved", 1),
        ]
    )
    said = [narrate(entry, model) for entry in told]
    assert "disolver" in said[0]
    assert said[1] == ""
    assert said[2] == "Beto y Ana disuelven su pacto (todo el mapa)."


def test_a_hidden_card_stays_unsaid(model: Model) -> None:
    assert narrate(line(ev.CardDrawn(1, HIDDEN, claimable=True), 1), model) == "Beto saca una tarjeta."
    assert "Brasil" in narrate(line(ev.CardDrawn(0, BRASIL, claimable=False), 0), model)


def test_a_turn_tells_the_bonus_of_each_continent(model: Model) -> None:
    bound = [0] * len(BOARD.continents)
    bound[0] = 3
    said = narrate(line(ev.TurnStarted(1, 4, 0, 5, tuple(bound))), model)
    assert said == "Ronda 4: juega Beto, incorpora 5 ejércitos + 3 en América del Sur."


def test_an_inherited_objective_is_told_with_its_words(model: Model) -> None:
    said = narrate(line(ev.ObjectiveInherited(0, 3, 2), 0, 2), model)
    assert said.startswith("Otro destruyó tu blanco: heredás el objetivo de Caro: Ocupar Asia")
    assert "común" in narrate(line(ev.ObjectiveInherited(0, 0, NOBODY)), model)


def test_who_is_destroyed_leaves_cards_or_none(model: Model) -> None:
    assert narrate(line(ev.SeatDestroyed(1, 0, ())), model) == "Ana destruye a Beto."
    said = narrate(line(ev.SeatDestroyed(1, 0, (HIDDEN,))), model)
    assert said == "Ana destruye a Beto y se queda con 1 tarjeta."


def test_the_first_deck_is_not_worth_a_line(model: Model) -> None:
    assert narrate(Entry(0, -1, ev.DeckShuffled((HIDDEN,) * 50)), model) == ""
    assert "12 tarjetas" in narrate(line(ev.DeckShuffled((HIDDEN,) * 12)), model)


def test_faces_are_joined_by_dots() -> None:
    assert faces((6, 5, 1)) == "6·5·1"


@pytest.fixture(params=["es", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak each language in turn."""
    yield i18n.choose(request.param)
    i18n.choose("es")


def test_a_whole_game_is_told_without_a_gap(language: str) -> None:
    table = Table(4, 77, Settings(pacts="notice"))
    model = table.model(2)
    kinds = set()
    for seat, command in table.moves(1500):
        model.apply(table.play(seat, command, (2,))[2])
    for entry in model.chronicle:
        said = narrate(entry, model)
        kinds.add(type(entry.event))
        assert "…" not in said
        assert "nadie" not in said
        assert "nobody" not in said
        assert said == "" or said[-1] in ".!"
    assert len(kinds) > 12
