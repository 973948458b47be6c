"""What the model says of pacts, objectives and house rules."""

from teg_shared.rules.classic.commands import EndTurn
from teg_shared.rules.classic.data import BOARD, HIDDEN, NOBODY
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State

from teg_tui import questions as ask
from teg_tui import rows
from teg_tui.model import Model
from teg_tui.steps import Action
from tests.client.core.table import Table, edited, on_turn


def test_a_pact_stands_in_the_way_of_its_border_only_unless_it_covers_the_map() -> None:
    table = Table(2, 11)
    seat, other = table.state.turn, 1 - table.state.turn
    model = on_turn(table, armies=[4] * 50)
    source = model.attack_sources()[0]
    target = model.attack_targets(source)[0]
    view = model.view
    assert view is not None
    view.pacts.append(Pact(1, seat, other, (source, target), 1, None))
    assert [p.id for p in model.pacts_in_way(source, target)] == [1]
    elsewhere = next((s, t) for s in model.attack_sources() for t in model.attack_targets(s) if s != source)
    assert model.pacts_in_way(*elsewhere) == []
    view.pacts.append(Pact(2, other, seat, None, 1, None))
    assert [p.id for p in model.pacts_in_way(source, target)] == [1, 2]
    assert [p.id for p in model.pacts_in_way(*elsewhere)] == [2]
    assert ask.between(view.pacts[0], seat)
    assert not ask.between(Proposal(1, other, other, None, None), seat)


def parts(table: Table, seat: int, number: int, **fields: object) -> list[rows.Part]:
    """Return the parts of an objective of a seat."""
    objectives = [HIDDEN] * len(table.state.colours)
    objectives[seat] = number
    return edited(table, seat, objectives=objectives, **fields).objective_progress()


def test_progress_of_an_occupation_counts_each_part() -> None:
    """Objective 1: Africa whole, five of North America, four of Europe."""
    table = Table(2, 12)
    got = parts(table, 0, 1)
    assert [(p.kind, p.need) for p in got] == [("continent", 6), ("count", 5), ("count", 4), ("common", 30)]
    africa = got[0]
    mask = table.state.masks[0]
    assert africa.have == (mask & BOARD.continent_masks[africa.where]).bit_count()
    assert africa.missing == BOARD.continent_masks[africa.where] & ~mask
    assert got[-1].have == mask.bit_count()
    assert got[0].done == (got[0].have == 6)


def test_progress_with_a_group_has_a_part_for_it() -> None:
    assert ("group", 3) in [(p.kind, p.need) for p in parts(Table(2, 12), 0, 2)]


def test_progress_of_a_destruction_names_the_seat_and_its_countries() -> None:
    table = Table(3, 12)
    number = next(n for n in range(10, 16) if n == 11)  # red, who is seat 1
    destroy, common = parts(table, 0, number)
    assert (destroy.kind, destroy.where, destroy.have, destroy.need) == ("destroy", 1, 0, 1)
    assert destroy.missing == table.state.masks[1]
    assert common.kind == "common"
    done, _ = parts(table, 0, number, killers=[NOBODY, 0, NOBODY])
    assert done.done


def test_without_a_secret_objective_only_the_common_one_is_left() -> None:
    assert [p.kind for p in parts(Table(3, 12), 0, 0)] == ["common"]
    assert parts(Table(3, 12), 0, HIDDEN) == []


def test_with_the_booklets_small_table_only_the_whole_map_counts() -> None:
    got = parts(Table(2, 12, OFFICIAL), 0, 0)
    assert [(p.kind, p.need) for p in got] == [("all", 50)]
    assert got[0].missing.bit_count() == 50 - got[0].have


def test_a_spectator_has_no_objective_no_hand_and_no_turn() -> None:
    model = Table(3, 12).model(-1)
    assert model.spectator
    assert (model.objective(), model.hand(), model.objective_progress()) == (HIDDEN, [], [])
    assert not model.my_turn
    assert model.pact_partners() == []
    assert model.open_proposals_to_me() == []


def _view(model: Model) -> State:
    assert model.view is not None
    return model.view


def test_without_pacts_there_is_nothing_to_propose() -> None:
    model = Table(3, 12, Settings(pacts="none")).model(0)
    assert model.pact_partners() == []
    assert Action.PACTS not in model.available_actions()


def test_in_the_booklets_first_round_nothing_is_exchanged() -> None:
    """C9, `oficial`."""
    table = Table(4, 13, OFFICIAL)
    hands: list[list[int]] = [[], [], [], []]
    hands[table.state.turn] = [0, 1, 2]
    first = on_turn(table, round=1, phase=Phase.INCORPORATE, hands=hands)
    later = on_turn(table, round=2, phase=Phase.INCORPORATE, hands=hands)
    assert first.exchangeable_sets() == []
    assert later.exchangeable_sets() == [(0, 1, 2)]


def test_ending_the_turn_is_offered_when_nothing_is_due() -> None:
    table = Table(3, 14)
    model = on_turn(table)
    assert Action.END_TURN in model.available_actions()
    waiting = on_turn(table, phase=Phase.INCORPORATE, pool=3)
    assert Action.END_TURN not in waiting.available_actions()
    assert EndTurn() not in list(CLASSIC.legal(_view(waiting), waiting.seat))
