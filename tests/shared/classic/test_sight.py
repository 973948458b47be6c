"""What each viewer may know: C6, C17, C23, C27, C30, T2."""

from typing import get_args

import pytest
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.view import redact, view

from tests.support.tables import Table

SECRET = (
    "azul rojo negro | turn rojo claim r3 | america_sur azul 1, europa negro 1, asia negro 1, * rojo 1 | hand azul ARG"
    " | hand rojo EGI TAY | hand negro CHN | drawn EGI | claimed TAY | objective azul 1, rojo 2, negro 3 | dealt rojo 4"
    " | discard MEX | deck SUE ALE"
)


def test_c6_a_player_sees_the_own_objective_alone() -> None:
    event = e.ObjectivesDealt((4, 5, 6))
    assert [redact(event, viewer) for viewer in (0, 2, None)] == [
        e.ObjectivesDealt((4, -1, -1)),
        e.ObjectivesDealt((-1, -1, 6)),
        e.ObjectivesDealt((-1, -1, -1)),
    ]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_c22_nobody_sees_the_order_of_the_deck(viewer: int | None) -> None:
    assert redact(e.DeckShuffled((0, 1, 2)), viewer) == e.DeckShuffled((-1, -1, -1))


def test_c17_a_drawn_card_is_seen_by_who_drew_it() -> None:
    event = e.CardDrawn(0, 0, claimable=True)
    assert [redact(event, viewer) for viewer in (0, 1, None)] == [event, *[e.CardDrawn(0, -1, claimable=True)] * 2]


def test_c23_the_cards_of_the_destroyed_are_seen_by_the_destroyer() -> None:
    event = e.SeatDestroyed(0, 1, (0, 5))
    assert [redact(event, viewer) for viewer in (1, 0, None)] == [event, *[e.SeatDestroyed(0, 1, (-1, -1))] * 2]


def test_c27_an_inherited_objective_is_told_to_the_heir() -> None:
    event = e.ObjectiveInherited(0, 7, 2)
    assert [redact(event, viewer) for viewer in (0, 1, None)] == [event, None, None]


OPEN = [
    kind
    for kind in get_args(e.AnyEvent)
    if kind not in (e.ObjectivesDealt, e.DeckShuffled, e.CardDrawn, e.SeatDestroyed, e.ObjectiveInherited)
]


@pytest.mark.parametrize("kind", OPEN, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("viewer", [0, None])
def test_t2_all_other_events_are_seen_by_everybody(kind: type[e.Event], viewer: int | None) -> None:
    event = kind(*[()] * len(kind.__struct_fields__))
    assert redact(event, viewer) is event  # type: ignore[arg-type]


def test_c17_c19_a_player_sees_the_own_hand_and_the_own_drawn_card() -> None:
    seen = view(Table(SECRET).state, 1)
    assert (seen.hands, seen.drawn, seen.objectives, seen.dealt) == (
        [[-1], [25, 44], [-1]],
        25,
        [-1, 2, -1],
        [-1, 4, -1],
    )


@pytest.mark.parametrize(
    ("viewer", "hands"), [(0, [[0], [-1, -1], [-1]]), (2, [[-1], [-1, -1], [33]]), (None, [[-1], [-1, -1], [-1]])]
)
def test_t2_others_see_how_many_cards_there_are_and_no_more(viewer: int | None, hands: list[list[int]]) -> None:
    seen = view(Table(SECRET).state, viewer)
    assert (seen.hands, seen.drawn, seen.deck) == (hands, -1, [-1, -1])


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_c20_cards_that_were_shown_are_known_to_all(viewer: int | None) -> None:
    seen = view(Table(SECRET).state, viewer)
    assert (seen.discard, seen.claimed) == ([11], 1 << 44)


def test_a_view_is_a_state_of_its_own() -> None:
    table = Table(SECRET)
    kept = table.state.copy()
    seen = CLASSIC.view(table.state, 1)
    seen.owners[0] = 2
    seen.hands[1].append(3)
    seen.ledger.clear()
    seen.pacts.clear()
    assert table.state == kept
